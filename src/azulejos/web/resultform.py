"""The form for one finished game: what was typed as a result, and a result as what can be typed."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from azulejos.store.records import Person
from azulejos.study.results import Problem, Result, Score
from azulejos.web.forms import BadForm
from azulejos.web.leaguewords import Teller

SEATS = 4
_SEAT = re.compile(r"(name|total|rows|note)([0-9])")
_PLAIN = ("id", "version", "game", "wall", "jokers", "side", "played", "note")
_WHOLE = re.compile(r"[+-]?[0-9]{1,9}")
MOST = 2000  # characters of a field; what is too long for us is told, what is absurd is cut


@dataclass(frozen=True, slots=True)
class Typed:
    """What was typed, as a result, and which of its seats stands in which line of the form."""

    result: Result
    lines: list[int]
    version: int | None


def read(fields: Mapping[str, str]) -> Typed:
    """A form as a result, however wrong; whether it may be saved is not said here. BadForm."""
    for name in fields:
        if name not in _PLAIN and not _SEAT.fullmatch(name):
            raise BadForm(f"there is no field {name[:40]!r}", name[:40])
    held = {name: value[:MOST] for name, value in fields.items()}
    numbers = sorted({int(found[2]) for name in held if (found := _SEAT.fullmatch(name))})
    lines = [
        n for n in numbers if any(held.get(f"{what}{n}", "").strip() for what in ("name", "total", "rows"))
    ]
    game = held.get("game", "azul")
    version = held.get("version", "")
    return Typed(
        Result(
            id=held.get("id", "").strip(),
            game=game,
            options=_options(game, held),
            played=held.get("played", "").strip(),
            scores=tuple(_score(held, n) for n in lines),
            note=held.get("note", "").strip(),
        ),
        lines,
        int(version) if _WHOLE.fullmatch(version) else None,
    )


def _options(game: str, held: Mapping[str, str]) -> dict[str, Any]:
    if game == "pavilion":
        return {"side": held.get("side", "coloured")}
    return {"wall": held.get("wall", "coloured"), "jokers": held.get("jokers", "") == "on"}


def _score(held: Mapping[str, str], line: int) -> Score:
    return Score(
        " ".join(held.get(f"name{line}", "").split()),
        _number(held.get(f"total{line}", "")),
        _number(held.get(f"rows{line}", "")),
        note=held.get(f"note{line}", "").strip(),
    )


def _number(text: str) -> Any:
    """A whole number, None where there is nothing, else the text for whoever judges it."""
    text = text.strip().replace("−", "-")
    return None if not text else int(text) if _WHOLE.fullmatch(text) else text


def corrected(before: Result, typed: Typed) -> Result:
    """What was typed, with the details that the form does not show, by its lines (R2, R4): where a line was
    emptied, everybody below it keeps their own."""
    if before.game != typed.result.game:
        return typed.result
    scores = [
        _detailed(score, before.scores[line]) if line < len(before.scores) else score
        for score, line in zip(typed.result.scores, typed.lines, strict=True)
    ]
    return replace(typed.result, scores=tuple(scores))


def _detailed(score: Score, old: Score) -> Score:
    return replace(score, rounds=old.rounds, bonuses=old.bonuses, out=old.out)


def blank(result_id: str, today: str, me: str = "") -> dict[str, str]:
    """The form before anything is typed."""
    usual = {"game": "azul", "wall": "coloured", "jokers": "", "side": "coloured", "note": ""}
    return {**usual, "id": result_id, "played": today, "name0": me}


def shown(result: Result, people: Mapping[str, Person], version: int) -> dict[str, str]:
    """A result as the form shows it."""
    options = result.options
    held = {
        "id": result.id,
        "version": str(version),
        "game": result.game,
        "wall": options.get("wall", "coloured"),
        "jokers": "on" if options.get("jokers") else "",
        "side": options.get("side", "coloured"),
        "played": result.played,
        "note": result.note,
    }
    for seat, score in enumerate(result.scores):
        rows = score.completed_rows
        held |= {
            f"name{seat}": people[score.person].name or score.person,
            f"total{seat}": str(score.total_points),
            f"rows{seat}": "" if rows is None else str(rows),
            f"note{seat}": score.note,
        }
    return held


def seats(held: Mapping[str, str]) -> list[int]:
    """The lines of the form: four, and more where more were sent."""
    sent = [int(found[2]) for name, value in held.items() if value and (found := _SEAT.fullmatch(name))]
    return list(range(max(SEATS, max(sent, default=0) + 1)))


def wrong(say: Teller, problems: Iterable[Problem], lines: list[int]) -> dict[str, str]:
    """By field of the form, what is wrong with it."""
    found: dict[str, str] = {}
    for problem in problems:
        name, _, seat = problem.field.partition("/")
        values = dict(problem.values)
        if seat.isdigit() and int(seat) < len(lines):
            line = lines[int(seat)]
            field = f"{name}{line}"
            if "seat" in values:
                values["seat"] = line + 1
        else:
            field = name
        found.setdefault(field, say.wrong(problem.code, values, problem.message))
    return found
