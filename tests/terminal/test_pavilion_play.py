"""The dialogue of Summer Pavilion: games played over standard input, lists, commands, replays."""

import json
from pathlib import Path

import pytest

import azulejos as az
from azulejos.terminal.console import Terminal
from azulejos.terminal.replay import Replay
from tests.terminal.conftest import Attended, Run
from tests.terminal.kept import kept, moves, saved
from tests.terminal.pavilions import placing, played

TWO = ("play", "--game", "pavilion", "--seed", "7", "--starter", "0", "--seat", "Ana", "--seat", "Bruno")
PLACING = ("play", "--position", placing().code(), "--seat", "Ana", "--seat", "Bruno", "--seed", "1")


def test_a_game_against_a_bot_is_played_and_resumed(run: Run, home: Path) -> None:
    ran = run("play", "--game", "pavilion", "--seed", "7", "--starter", "0", lines="3r\n")
    assert ran.status == 0
    assert "You take 1 red + 1 purple (wild) from factory 3." in ran.words()
    assert saved(home).game == "pavilion"
    again = run("play", "--resume", lines="undo\n")
    assert "Taken back: You took 1 red + 1 purple (wild) from factory 3; greedy (bot) took " in again.words()
    assert moves(saved(home)) == []


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("3b", "3B: factory 3 holds no blue tile"),
        ("3p", "purple is wild and cannot be chosen"),
        ("r4", "not a move: 'r4'"),
        ("pass", "tiles are being acquired"),
        ("frobnicate", "not a move: 'frobnicate'"),
    ],
)
def test_what_is_refused_is_explained_and_changes_nothing(
    run: Run, home: Path, line: str, sentence: str
) -> None:
    ran = run(*TWO, lines=f"{line}\n")
    assert ran.status == 0
    assert sentence in ran.words()
    assert kept(home) == []


def test_tiles_are_picked_from_the_list(run: Run, home: Path) -> None:
    ran = run(*TWO, lines="\n8\n4\n1\n")
    assert "Which tiles?" in ran.out
    assert moves(saved(home)) == ["3R", "4G"]


def test_a_space_then_a_payment_then_a_bonus_tile_are_picked(run: Run, home: Path) -> None:
    ran = run(*PLACING, lines="?\nr3\n2\ny\n")
    assert "How to pay for R3" in ran.out
    assert "Which bonus tile from the supply?" in ran.words()  # asked at once
    assert moves(saved(home)) == ["R3=RRP", "+Y"]
    assert "Ana takes 1 yellow from the supply." in ran.out


def test_a_space_with_one_payment_is_placed_at_once(run: Run, home: Path) -> None:
    run(*PLACING, lines="?\nr1\n")
    assert moves(saved(home)) == ["R1=R"]


def test_enter_goes_back_page_by_page(run: Run, home: Path) -> None:
    ran = run(*PLACING, lines="?\nr3\n\n\n")
    assert ran.out.count("Which space?") == 2
    assert ran.out.count("Type a move such as R3=RRR") == 2
    assert kept(home) == []


def test_passing_is_picked_from_the_list_and_typed(run: Run, home: Path) -> None:
    ran = run(*PLACING, lines="?\npass\n1\npass=b\n")
    assert "Which tiles to keep?" in ran.out
    assert moves(saved(home)) == ["pass=GRRR", "pass=B"]
    assert "Round 1 is over and scored:" in ran.out
    assert "Summer Pavilion  ·  round 2 of 6, acquiring" in ran.out


def test_pass_alone_is_asked_about_where_somebody_sits_at_the_keyboard(
    run: Run, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(*PLACING, lines="pass\n")
    assert moves(saved(home)) == ["pass"]

    monkeypatch.setattr("azulejos.terminal.start.Terminal", Attended)
    ran = run(*PLACING, lines="pass\n0\n")
    assert "Which tiles to keep?" in ran.out
    assert moves(saved(home)) == ["pass"]
    games = kept(home)
    run(*PLACING, lines="pass\nquit\n")
    assert kept(home) == games


def test_help_moves_hint_log_and_score(run: Run) -> None:
    ran = run(*PLACING, lines="help\nmoves\nhint\nr1 r\nlog\nscore\n")
    assert "Here R3=RRR puts red on R3" in ran.words()
    assert "R3=RRR,RRP" in ran.out
    assert "The strong bot would play " in ran.out
    assert "  R1=R     Ana puts red on R1 for 1 red: 2 in a group = 2\n" in ran.out
    assert "Ana: 7\n  no final bonus yet" in ran.out


def test_the_log_goes_on_over_a_refilled_supply(run: Run) -> None:
    ran = run(*PLACING, lines="r3 rrr\n+g\nb1 b\nlog\n")
    assert "  R3=RRR   Ana puts red on R3" in ran.out
    assert "  B1=B     Bruno puts blue on B1" in ran.out


def test_save_writes_a_copy_that_can_be_resumed(run: Run, home: Path) -> None:
    run(*PLACING, lines="r3 rrr\nsave mine.txt\n")
    again = run("play", "--resume", "mine.txt", lines="+g\n")
    assert "Ana takes 1 green from the supply." in again.out
    assert moves(az.read((home / "mine.txt").read_text())) == ["R3=RRR", "+G"]


def test_a_position_can_be_given_as_json_too(run: Run) -> None:
    ran = run("play", "--position", json.dumps(placing().position()))
    assert ran.status == 0
    assert "Summer Pavilion" in ran.out


@pytest.mark.parametrize("side", ["coloured", "grey"])
def test_a_whole_game_over_standard_input(run: Run, home: Path, side: str) -> None:
    """The moves of a finished game between bots, typed in for people, bring the same game."""
    bots = ("--seat", "bot:greedy", "--seat", "bot:random", "--seat", "bot:greedy")
    options = ("play", "--game", "pavilion", "--side", side, "--seed", "7")
    run(*options, *bots)
    model = saved(home)
    assert model.over
    people = [part for seat in range(3) for part in ("--seat", f"Person {seat}")]
    ran = run(*options, *people, lines="\n".join(moves(model)).lower())
    assert ran.status == 0
    game = saved(home)
    assert game.entries == model.entries
    assert [f"Round {n} is over and scored:" in ran.out for n in range(1, 8)] == [True] * 6 + [False]
    winner = game.names[game.winners()[0]]
    assert f"{winner} wins with {max(game.scores())} points." in ran.words()


def test_nothing_is_wider_than_the_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    bots = ("--seat", "bot:random", "--seat", "bot:random", "--seat", "bot:greedy")
    options = ("play", "--game", "pavilion", "--seed", "3", "--side", "grey", "--save", "game.txt")
    game = run(*options, *bots).out
    asked = run(*PLACING, "--save", "two.txt", lines="help\nmoves\n?\nr3\npass\nhint\nfrobnicate\n").out
    for out in (game, run("replay", "game.txt").out, asked):
        assert len(out) > 2000
        assert max(len(line.rstrip()) for line in out.splitlines()) <= 60


# --- replays ----------------------------------------------------------------------------------------------


def test_a_replay_tells_moves_deals_and_rounds(run: Run, home: Path) -> None:
    game = placing()
    for move in ("R3=RRR", "+G", "pass=B", "pass=G"):
        game.play(move)
    (home / "game.txt").write_text(game.record())
    out = run("replay", "game.txt").out
    assert "R3=RRR: Ana puts red on R3 for 3 red: 2 in a group = 2" in out
    assert "+G: Ana takes 1 green from the supply." in out
    assert "The supply gets 1 " in out
    assert "Round 1 is over and scored:" in out
    assert "The factories are filled" in out.splitlines()[-1]


def test_a_replay_goes_round_by_round_over_refilled_supplies() -> None:
    game = played(2, 999)
    replay = Replay(game, Terminal())
    ply, rounds = 0, []
    while ply < replay.last:
        ply = replay._next_round(ply)
        rounds.append(game.at(ply).show()["round"])
    assert rounds == [1, 2, 3, 4, 5, 6, 6]


def test_json_of_a_replay_has_every_position(run: Run, home: Path) -> None:
    game = played(2, 999, "grey")
    (home / "whole.txt").write_text(game.record())
    told = json.loads(run("replay", "whole.txt", "--json").out)
    assert told["steps"][5]["position"] == game.at(5).position()
    assert told["breakdown"] == game.breakdown()
    assert "wins with" in run("replay", "whole.txt", "--ply", str(game.ply)).out
