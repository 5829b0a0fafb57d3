"""The bots' ladder: the file that comes with the package, and the command that writes it."""

from datetime import date
from pathlib import Path

import pytest

import azulejos
from azulejos.core.match import Match
from azulejos.study.checking import problems
from azulejos.study.files import read
from azulejos.study.ladder import ladder, main, mixed, result_of
from azulejos.study.ratings import Ratings
from azulejos.study.results import Result, Score, winners

TODAY = date(2026, 11, 20)


def played(game: str, seed: int = 1) -> Match:
    match = azulejos.new(game, seed=seed, names=["greedy", "random"])
    bots = [azulejos.bot("greedy", seed=1), azulejos.bot("random", seed=1)]
    while not match.over:
        match.play(bots[match.turn or 0].choose(match, simulations=1).move)
    return match


# --- the file -----------------------------------------------------------------------------------


def test_every_bot_is_in_it_with_both_games() -> None:
    found = {(result.game, score.person) for result in ladder() for score in result.scores}
    assert found == {(game, bot) for game in ("azul", "pavilion") for bot in azulejos.bots(game)}


def test_its_results_may_be_saved_and_come_from_the_arena() -> None:
    assert all(problems(result, TODAY) == [] and result.source == "arena" for result in ladder())
    assert len({result.id for result in ladder()}) == len(ladder()) >= 200


def test_nobody_is_provisional_and_random_is_last() -> None:
    ratings = Ratings()
    ratings.feed(ladder())
    for scope in ("overall", "azul", "pavilion"):
        table = ratings.table(scope)
        assert not any(row.provisional for row in table)
        assert [row.person for row in table][-2:] == ["greedy", "random"]
        assert table[0].person in ("strong", "master")


# --- the command --------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["azul", "pavilion"])
def test_records_become_results_with_what_the_engine_says(game: str, tmp_path: Path) -> None:
    folder = tmp_path / game
    folder.mkdir()
    matches = [played(game, seed) for seed in (1, 2)]
    for number, match in enumerate(matches):
        (folder / f"game-{number:06}.txt").write_text(match.record(), "utf-8")
    out = tmp_path / "ladder.json"
    assert main([str(folder), "--played", "2026-11-15", "--out", str(out)]) == 0
    results = sorted(read(out.read_bytes(), TODAY).results, key=lambda result: result.id)
    assert [result.id for result in results] == [f"arena-{game}-0", f"arena-{game}-1"]
    for result, match in zip(results, matches, strict=True):
        assert [score.total_points for score in result.scores] == match.scores()
        assert winners(result) == match.winners()
        assert [score.person for score in result.scores] == ["greedy", "random"]


def test_a_budget_is_no_part_of_a_bots_name() -> None:
    match = azulejos.new("azul", seed=1, names=["strong@100000", "random"])
    result = result_of(match, "a", "2026-11-15")
    assert [score.person for score in result.scores] == ["strong", "random"]


def test_the_order_is_fixed_whatever_order_they_come_in() -> None:
    results = [Result(f"a-{n}", "azul", {}, "2026-11-15", (Score("x", 1), Score("y", 2))) for n in range(20)]
    assert mixed(results) == mixed(results[::-1]) != results


def test_what_cannot_be_read_is_told_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = ["--out", str(tmp_path / "out.json")]

    def told(*arguments: str) -> str:
        assert main([*arguments, *out]) == 2
        return capsys.readouterr().err

    assert "has no records in it" in told(str(tmp_path), "--played", "2026-11-15")
    assert "--played is 'today'" in told(str(tmp_path), "--played", "today")
    file = tmp_path / "game.txt"
    file.write_text("rubbish", "utf-8")
    assert f"{file}: not a record" in told(str(tmp_path), "--played", "2026-11-15")
    file.write_text(azulejos.new("azul", seed=1).record(), "utf-8")
    assert "is not over" in told(str(tmp_path), "--played", "2026-11-15")
    (tmp_path / "Of mine").mkdir()
    (tmp_path / "Of mine" / "game.txt").write_text(played("azul").record(), "utf-8")
    assert "The id arena-Of mine-0 cannot be used" in told(
        str(tmp_path / "Of mine"), "--played", "2026-11-15"
    )
    assert not (tmp_path / "out.json").exists()
