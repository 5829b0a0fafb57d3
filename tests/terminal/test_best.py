"""The command `best`: what a bot would play, from every form of a position."""

import json
from pathlib import Path

import pytest

import azulejos as az
from azulejos.bots.bot import Budget, Choice, Thinker
from azulejos.cli import main
from azulejos.core.match import Match

GAME = az.new("azul", seed=7, starter=0, names=["Ana", "Bruno"]).play("1R>2")


class Judge(Thinker):
    """A bot that weighs moves."""

    def think(self, game: Match, budget: Budget) -> Choice:
        first, second = game.moves()[:2]
        moves = [{"move": first, "visits": 1200, "value": 0.61}, {"move": second, "visits": 34, "value": 0.4}]
        told = {"simulations": 1234, "seconds": 0.5, "moves": moves, "budget": str(budget)}
        return Choice(first, (0.39, 0.61), (first, second), told)


@pytest.fixture
def judge(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Seats the judge under any name; the names that were asked for."""
    asked: list[str] = []

    def bot(name: str, seed: int | None = None) -> Judge:
        asked.append(name)
        return Judge(name, seed)

    monkeypatch.setattr("azulejos.terminal.best.bot", bot)
    return asked


@pytest.mark.parametrize("form", ["JSON text", "one line", "file of JSON", "file of one line", "record"])
def test_a_position_may_come_in_any_form(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], form: str
) -> None:
    texts = {"JSON text": json.dumps(GAME.position()), "one line": GAME.code(), "record": GAME.record()}
    texts |= {"file of JSON": texts["JSON text"], "file of one line": texts["one line"]}
    position = texts[form]
    if form.startswith("file") or form == "record":
        (tmp_path / "position").write_text(position)
        position = str(tmp_path / "position")
    assert main(["best", position, "--bot", "greedy", "--seed", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["move"] in GAME.moves()
    assert {name: told[name] for name in told if name != "move"} == {
        "game": "azul",
        "turn": 1,
        "bot": "greedy",
        "value": [],
        "line": [],
        "statistics": {},
    }


def test_a_bot_that_judges_is_quoted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], judge: list[str]
) -> None:
    (tmp_path / "game.txt").write_text(GAME.record())
    assert main(["best", str(tmp_path / "game.txt"), "--bot", "wise", "--seconds", "2", "--plain"]) == 0
    first, second = GAME.moves()[:2]
    assert capsys.readouterr().out.splitlines() == [
        f"Bruno to move. wise plays {first} after 1,234 simulations in 0.50 s.",
        "Outlook: Ana 39%, Bruno 61%",
        f"It expects {first} {second}",
        "",
        "move  simulations  outlook",
        f"{first}        1,200    61.0%",
        f"{second}           34    40.0%",
    ]
    assert judge == ["wise"]


def test_a_bot_that_does_not_judge_is_quoted_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["best", GAME.code(), "--bot", "greedy", "--seed", "1", "--plain"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("Seat 1 to move. greedy plays ")
    assert second == "It does not say who stands better."


def test_the_budget_reaches_the_bot(capsys: pytest.CaptureFixture[str], judge: list[str]) -> None:
    assert main(["best", GAME.code(), "--seconds", "2", "--simulations", "9", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["statistics"]["budget"] == "2 s or 9 simulations"
    assert len(judge) == 1


def test_the_strongest_is_asked_unless_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], judge: list[str]
) -> None:
    monkeypatch.setattr("azulejos.terminal.best.bots", lambda _: ["random", "greedy", "strong"])
    assert main(["best", GAME.code(), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["bot"] == "strong"
    assert judge == ["strong"]
