"""A result as text to share, in both languages."""

from dataclasses import replace

import pytest

from azulejos.study.results import VARIANTS, Result, Score
from azulejos.study.telling import TEXTS, tell
from azulejos.web.locale import Catalogues

BOOKS = Catalogues()
PLAYED = Result(
    "g-1",
    "azul",
    {"wall": "grey", "jokers": False},
    "2026-11-14",
    (Score("p1", 40, 1), Score("p2", 55, 1), Score("p3", 1, 0), Score("p4", 40, 2)),
    note="By the sea.",
)
NAMES = {"p1": "Ana", "p2": "<Ben>", "p3": "Cleo", "p4": "Dan"}


def test_places_in_order_with_medals_and_what_parted_a_tie() -> None:
    assert tell(PLAYED, NAMES, BOOKS["en"].t).splitlines() == [
        "Azul, grey wall, 2026-11-14",
        "🥇 <Ben>: 55 points",
        "🥈 Dan: 40 points (2 complete rows)",
        "🥉 Ana: 40 points (1 complete row)",
        "4. Cleo: 1 point",
        "By the sea.",
    ]


def test_who_gave_up_is_told_as_such_and_no_rows_are_made_up() -> None:
    scores = (Score("p1", 50), Score("p2", 50, out="resigned"), Score("p3", 60, out="time"))
    played = Result("g-2", "pavilion", {"side": "coloured"}, "2026-11-14", scores)
    assert tell(played, NAMES, BOOKS["en"].t).splitlines()[1:] == [
        "🥇 Ana: 50 points",
        "🥈 Cleo: 60 points (out of time)",
        "🥉 <Ben>: 50 points (gave up)",
    ]


def test_the_same_in_french_with_numbers_and_a_day_as_it_is_written_there() -> None:
    lines = tell(PLAYED, NAMES, BOOKS["fr"].t, date="14 novembre 2026", medals=False).splitlines()
    assert lines[:2] == ["Azul, mur gris, 14 novembre 2026", "1. <Ben>\u00a0: 55 points"]
    assert lines[4] == "4. Cleo\u00a0: 1 point"


def test_shared_and_unresolved_wins_are_told() -> None:
    shared = replace(PLAYED, scores=(Score("p1", 40, 1), Score("p2", 40, 1)), note="")
    said = tell(shared, NAMES, BOOKS["en"].t).splitlines()
    assert said[1:] == ["🥇 Ana: 40 points", "🥇 <Ben>: 40 points", "A shared win."]
    unresolved = replace(shared, scores=(Score("p1", 40, 1), Score("p2", 40)))
    assert tell(unresolved, NAMES, BOOKS["en"].t).splitlines()[3:] == [
        "A shared win.",
        "Level on points; complete rows would decide.",
    ]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_text_is_there(lang: str) -> None:
    assert [key for key in TEXTS if key not in BOOKS[lang]] == []
    assert {f"score.tell.{name}" for name in VARIANTS} < set(TEXTS)
