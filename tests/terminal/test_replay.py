"""Replaying a record: as text, one position, page by page, as JSON."""

import json
from pathlib import Path

import pytest

import azulejos as az
from azulejos.terminal.console import Terminal
from azulejos.terminal.replay import Replay
from tests.terminal.conftest import Run
from tests.terminal.tables import last_draft, played


@pytest.fixture
def record(home: Path) -> Path:
    """A game of one round and a little, from just before the round's end."""
    path = home / "game.txt"
    path.write_text(last_draft().play("cK>f").record())
    return path


def test_every_step_is_printed(run: Run, record: Path) -> None:
    ran = run("replay", str(record))
    assert ran.status == 0
    assert [line for line in ran.out.splitlines() if line.startswith("---")] == [
        "--- 0 of 2 ---",
        "--- 1 of 2 ---",
        "--- 2 of 2 ---",
    ]
    assert "The game begins." in ran.out
    assert "cK>f: Ana takes 1 black from the centre to the floor.\nRound 2 is over and scored:" in ran.out
    assert ran.out.count("line 2: yellow to column 3: 2 across + 2 down = 4") == 1
    assert "Azul  ·  round 2 is over" in ran.out  # the table before the deal
    assert ran.out.rstrip().endswith("The factories are filled.")


def test_one_position_is_printed(run: Run, record: Path) -> None:
    out = run("replay", str(record), "--ply", "0").out
    assert "3 points" in out
    assert "--- 1 of 2" not in out


def test_the_end_of_a_game_is_told(run: Run, home: Path) -> None:
    game = played(2, 999)
    (home / "whole.txt").write_text(game.record())
    out = run("replay", "whole.txt", "--ply", str(game.ply)).out
    assert f"wins with {max(game.scores())} points." in out


def test_json_has_every_position_and_score(run: Run, home: Path) -> None:
    game = played(2, 999)
    (home / "whole.txt").write_text(game.record())
    told = json.loads(run("replay", "whole.txt", "--json").out)
    steps = told["steps"]
    assert len(steps) == game.ply + 1
    assert steps[0] == {"ply": 0, "entry": None, "phase": "deal", "scores": [0, 0], "position": None}
    assert steps[1]["entry"] == str(game.entries[0])
    assert steps[5]["position"] == game.at(5).position()
    assert steps[-1]["scores"] == game.scores()
    assert told["winners"] == game.winners()
    assert told["breakdown"] == game.breakdown()
    only = json.loads(run("replay", "whole.txt", "--json", "--ply", "5").out)
    assert only["steps"] == [steps[5]]
    assert (only["winners"], only["ending"]) == ([], None)  # as of then
    assert only["breakdown"] == game.at(5).breakdown()


def test_a_record_cut_before_a_deal_is_shown_as_it_is(run: Run, home: Path) -> None:
    game = last_draft().play("cK>f").at(1)
    (home / "cut.txt").write_text(game.record())
    assert "--- 1 of 1 ---" in run("replay", "cut.txt").out
    assert len(json.loads(run("replay", "cut.txt", "--json").out)["steps"]) == 2


class Script(Terminal):
    """A terminal at which somebody types these words."""

    def __init__(self, words: list[str]) -> None:
        super().__init__(plain=True)
        self._words = iter(words)

    def ask(self, prompt: str) -> str | None:
        self.say(prompt)
        return next(self._words, None)


@pytest.mark.parametrize(
    ("words", "plies"),
    [
        (["", "n", "b", "q"], [0, 1, 2, 1]),
        (["r", "r", "r", "e"], [0, 1, 12, 23, 58]),
        (["7", "q"], [0, 7]),
        (["b", "99", "x", "", "quit"], [0, 1]),
    ],
)
def test_pages_are_turned(capsys: pytest.CaptureFixture[str], words: list[str], plies: list[int]) -> None:
    game = az.new("azul", seed=7)
    player = az.bot("greedy", seed=7)
    while not game.over:
        game.play(player.choose(game).move)
    deals = [ply for ply, entry in enumerate(game.entries, 1) if entry.seat < 0]
    expected = {12: deals[1], 23: deals[2], 58: game.ply}
    Replay(game, Script(words)).step_through()
    shown = [line for line in capsys.readouterr().out.splitlines() if line.startswith("---")]
    assert shown == [f"--- {expected.get(ply, ply)} of {game.ply} ---" for ply in plies]
