"""Measurements of many variants: the ladder of the levels, the lead of one bot over another."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from azulejos.arena import ladder, lead, sweep
from azulejos.arena.progress import Watch
from azulejos.arena.results import Results
from azulejos.arena.variants import VARIANTS, Variant, chosen
from azulejos.core.errors import RulesError


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "games"


def _lead(folder: Path, *more: str) -> int:
    small = ("greedy", "random", "--games", "4", "--cores", "1", "--folder", str(folder))
    return lead.main([*small, *more])


def test_there_are_eighteen_variants_each_with_a_name_of_its_own() -> None:
    assert len({variant.name for variant in VARIANTS}) == len(VARIANTS) == 18
    assert [variant.name for variant in chosen("3 PLAYERS, grey, j")] == ["Azul, 3 players, grey, jokers"]
    assert {variant.players for variant in chosen("pavilion, 4")} == {4}


def test_words_that_no_variant_has_are_named() -> None:
    with pytest.raises(RulesError, match=r"no variant has 'chess' in its name, expected part of one of Azul"):
        chosen("chess")


def test_a_lead_is_a_line_a_variant(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _lead(folder, "--only", "3 players, coloured") == 0
    about, empty, head, rule, *rows = capsys.readouterr().out.splitlines()
    assert (about, empty) == ("greedy alone against random, 1 s a move, seed 5", "")
    assert head.count("|") == rule.count("|") == 9
    names = [line.split(" | ")[0] for line in rows]
    assert names == [
        "| Azul, 3 players, coloured",
        "| Azul, 3 players, coloured, jokers",
        "| Pavilion, 3 players, coloured",
    ]
    for line in rows:  # a deal is played from every seat, so that six games are played for four
        assert re.search(r"\| 6 \| 100\.0% \(61 to 100\) \| 33\.3% \| 3\.00 \| [\d.]+ \| [\d.]+ \|", line)


def test_games_that_were_played_are_not_played_again(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def files() -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in folder.iterdir()}

    assert _lead(folder, "--only", "azul, 2 players, grey, jokers") == 0
    first, before = capsys.readouterr().out, files()
    assert list(before) == ["azul-2-grey-True-30-greedy-random-1s-seed5-4.ndjson"]
    assert _lead(folder, "--only", "azul, 2 players, grey, jokers") == 0
    assert (capsys.readouterr().out, files()) == (first, before)
    assert _lead(folder, "--only", "azul, 2 players, grey, jokers", "--seconds", "0.5") == 0
    assert _lead(folder, "--only", "azul, 2 players, grey, jokers", "--seed", "6") == 0
    assert len(files()) == 3


def test_a_match_that_is_stopped_says_how_far_it_got(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Impatient(Watch):
        def __call__(self, results: Results) -> None:
            if len(results.games) == 3:
                raise KeyboardInterrupt

    monkeypatch.setattr(sweep, "Watch", Impatient)
    assert _lead(folder, "--only", "2 players") == 130
    told = capsys.readouterr()
    assert len(told.out.splitlines()) == 5  # nothing was begun after it
    assert "| Azul, 2 players, coloured | 3 of 4 | 100.0%" in told.out
    assert told.err.endswith("Stopped; the same command goes on.\n")
    monkeypatch.undo()
    assert _lead(folder, "--only", "azul, 2 players, coloured") == 0
    assert "| Azul, 2 players, coloured | 4 | 100.0%" in capsys.readouterr().out


def test_a_match_without_a_game_has_no_share(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Hasty(Watch):
        def __call__(self, _: Results) -> None:
            raise KeyboardInterrupt

    monkeypatch.setattr(sweep, "Watch", Hasty)
    assert _lead(folder, "--only", "azul, 4 players, coloured") == 130
    assert "| Azul, 4 players, coloured | 0 of 4 | | 25.0% | | | | |\n" in capsys.readouterr().out


def test_games_that_failures_decided_are_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["greedy", "mine=false", "--games", "2", "--cores", "1", "--folder", str(folder)]
    assert lead.main([*asked, "--only", "azul, 2 players, grey, jokers", "--patience", "1"]) == 0
    assert "| 2, decided by failures: 2 | 100.0% (34 to 100) |" in capsys.readouterr().out
    asked[1] = "mine=true"
    assert lead.main([*asked, "--only", "azul, 2 players, grey, jokers"]) == 2
    told = capsys.readouterr().err
    assert "was begun with entrants greedy, mine=false, not greedy, mine=true" in told
    assert told.endswith("(--folder names another place for games)\n")


def test_long_names_of_bots_are_cut_and_stay_apart(folder: Path) -> None:
    for command in ("false", "true"):
        label = 300 * "m" + command
        asked = ["greedy", f"{label}={command}", "--games", "2", "--cores", "1", "--folder", str(folder)]
        assert lead.main([*asked, "--only", "azul, 2 players, grey, jokers", "--patience", "1"]) == 0
    names = [path.name for path in folder.iterdir()]
    assert len(names) == 2
    assert max(map(len, names)) < 150


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--only", "chess"], "lead: no variant has 'chess' in its name"),
        (["--games", "0"], "lead: games is 0, expected a whole number from 1"),
        (["strongest"], "lead: there is no bot 'strongest'"),
        (["--folder", __file__], f"lead: cannot write {__file__}"),
    ],
)
def test_a_mistake_is_a_sentence(
    arguments: list[str], sentence: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert lead.main(["--folder", str(folder), *arguments]) == 2
    told = capsys.readouterr().err
    assert sentence in told
    assert "Traceback" not in told


def test_the_ladder_has_a_step_between_all_levels(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[tuple[str, ...]] = []
    match = sweep.match

    def noted(variant: Variant, bots: Sequence[str], *more: Any, **named: Any) -> dict[str, Any]:
        played.append((variant.name, *bots))
        return match(variant, ("greedy", "random"), *more, **named)

    monkeypatch.setattr(sweep, "match", noted)
    asked = ["--games", "4", "--cores", "1", "--folder", str(folder), "--only", "azul, 2 players, grey, j"]
    assert ladder.main([*asked, "--seconds", "0.7"]) == 0
    name = "Azul, 2 players, grey, jokers"
    assert played == [
        (name, "journeyman", "apprentice"),
        (name, "artisan", "journeyman"),
        (name, "master", "artisan"),
        (name, "strong@0.7s", "master"),
    ]
    head, _, line = capsys.readouterr().out.splitlines()
    assert head.startswith("| | journeyman over apprentice | ")
    assert line == f"| {name} " + 4 * "| >920 (7 to 920) " + "|"


def test_a_ladder_that_is_stopped_says_so(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweep, "match", lambda *_: {"interrupted": True})
    assert ladder.main(["--folder", str(folder)]) == 130
    assert capsys.readouterr().err.endswith("Stopped; the same command goes on.\n")


def test_elo_of_a_share() -> None:
    assert ladder.elo(0.5, 2) == 0
    assert ladder.elo(1 / 3, 3) == pytest.approx(0)
    assert ladder.elo(10 / 11, 2) == pytest.approx(400)
