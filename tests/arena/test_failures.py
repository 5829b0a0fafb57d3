"""A bot that crashes, hangs, prints rubbish or plays illegally loses that game, and the arena goes on."""

from pathlib import Path

import pytest

from azulejos.arena import Game, plan, run
from azulejos.arena.progress import running_score
from azulejos.arena.worker import HANGING
from tests.arena.badbots import bad_plan
from tests.bots.programs import GOOD, command


@pytest.mark.parametrize(
    ("name", "kind", "reason"),
    [
        ("bad-raises", "crash", "IndexError: list index out of range"),
        ("bad-exits", "crash", "SystemExit: 4"),
        ("bad-cheats", "illegal", "9B>1: "),
        ("bad-babbles", "rubbish", "expected a choice with a move as text"),
    ],
)
def test_a_bot_of_ours_that_fails_loses_every_game(name: str, kind: str, reason: str) -> None:
    results = run(bad_plan([name, "random"], games=4, seed=1), cores=0)
    assert len(results.games) == 4
    for game in results.games:
        assert game.failure is not None
        assert (game.failure.seat, game.failure.kind) == (game.seats.index(0), kind)
        assert reason in game.failure.reason
        assert game.winners == (game.seats.index(1),)
        assert game.ending == "failure"


def test_games_that_failed_are_told_while_the_arena_plays() -> None:
    results = run(bad_plan(["bad-raises", "random"], games=4, seed=1), cores=0)
    assert running_score(results) == "random 100%, bad-raises 0% (4 by failures)"
    whole = run(plan(["greedy", "random"], "azul", games=2, seed=1, players=2), cores=0)
    assert "failures" not in running_score(whole)


def test_all_the_others_share_the_win() -> None:
    games = run(bad_plan(["bad-raises", "random"], games=3, players=3, gauntlet=True, seed=1), cores=0).games
    assert [game.winners for game in games] == [(1, 2), (0, 2), (0, 1)]
    assert games[0].shares() == [0, 0.5, 0.5]


def test_a_late_move_is_an_overrun_and_one_beyond_all_patience_a_loss() -> None:
    wishes = {"games": 2, "seed": 1, "seconds": 0.05, "max_rounds": 1}
    patient = run(bad_plan(["bad-dawdles", "random"], **wishes), cores=0).games
    assert all(game.failure is None and game.overruns[game.seats.index(0)] >= 1 for game in patient)
    assert all(game.overruns[game.seats.index(1)] == 0 for game in patient)
    for game in run(bad_plan(["bad-dawdles", "random"], patience=0.1, **wishes), cores=0).games:
        assert game.failure is not None
        assert game.failure.kind == "timeout"
        assert "expected at most 0.05 s and 0.1 s of patience" in game.failure.reason


def test_a_process_that_dies_twice_is_a_crash_of_whoever_was_thinking(tmp_path: Path) -> None:
    results = run(bad_plan(["bad-dies", "random"], games=2, seed=1), cores=2, records=tmp_path)
    assert list(tmp_path.iterdir()) == []  # nobody is left to tell how the games went
    assert len(results.games) == 2
    for game in results.games:
        assert game.failure is not None
        assert (game.failure.seat, game.failure.kind) == (game.seats.index(0), "crash")
        assert "ended with status 5" in game.failure.reason


def test_a_bot_that_hangs_inside_a_process_does_not_hold_up_the_arena() -> None:
    made = bad_plan(["bad-hangs", "random"], games=2, seed=1, seconds=0.01, patience=0.1)
    for game in run(made, cores=2).games:
        assert game.failure is not None
        assert (game.failure.seat, game.failure.kind) == (game.seats.index(0), "timeout")
        assert f"no answer {HANGING:g} s after" in game.failure.reason


# --- outside programs ---------------------------------------------------------------------------------------


def outside_games(folder: Path, body: str, **wishes: float) -> list[Game]:
    """Four games of a program against a good one of its kind, on two cores."""
    bad, good = command(folder, body, "bad.py"), command(folder, GOOD, "good.py")
    made = plan([f"bad={bad}", f"good={good}"], games=4, seed=1, max_rounds=1, **wishes)  # type: ignore[arg-type]
    return run(made, cores=2).games


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("if number == 5: sys.exit(1)\n" + GOOD, "crash"),
        ("if number == 5: print('?', flush=True)\n" + GOOD, "rubbish"),
        ("if number == 5: position['centre'], position['factories'] = 'B' * 9, []\n" + GOOD, "illegal"),
        ("if number == 5: time.sleep(60)\n" + GOOD, "timeout"),
    ],
)
def test_a_program_that_fails_loses_that_game_and_plays_the_next(
    tmp_path: Path, body: str, kind: str
) -> None:
    patience = 0.3 if kind == "timeout" else 10.0
    games = outside_games(tmp_path, body, seconds=0.1, patience=patience)
    failures = [game.failure for game in games if game.failure is not None]
    assert len(games) == 4
    assert {failure.kind for failure in failures} == {kind}
    assert all(game.seats[game.failure.seat] == 0 for game in games if game.failure is not None)


def test_a_program_that_is_not_there_loses_every_game() -> None:
    games = run(plan(["none=no-such-program", "random"], games=2, seed=1), cores=0).games
    assert [game.failure.kind for game in games if game.failure] == ["crash", "crash"]
    assert "there is no such program" in str(games[0].failure)


def test_good_programs_are_started_once_a_worker_and_play_on(tmp_path: Path) -> None:
    tally = tmp_path / "tally"
    body = f"if number == 1: open({str(tally)!r}, 'a').write('started ')\n" + GOOD
    made = plan([f"mine={command(tmp_path, body)}", "random"], games=6, seed=1, max_rounds=1)
    assert all(game.failure is None for game in run(made, cores=0).games)
    assert tally.read_text() == "started "
