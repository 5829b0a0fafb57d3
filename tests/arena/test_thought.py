"""What thinking longer is worth: positions, answers, what is kept of them, the table."""

import json
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest

from azulejos.arena import thought
from azulejos.arena.entrants import read_entrant, read_entrants
from azulejos.arena.thought import FEWEST, Answer, Question, answer, position, table
from azulejos.bots.bot import Budget, Choice
from azulejos.bots.simple import GreedyBot
from azulejos.core.layout import ROUND
from azulejos.core.match import Match
from azulejos.games import rules

BOTS = ("greedy", "search:net=0@8", "search:net=0@60")


def _question(**more: Any) -> Question:
    told = {"game": "azul", "options": {"players": 2}, "bots": read_entrants(BOTS), "seed": 3}
    return Question(**{**told, "judge": read_entrant("search:net=0@40"), **more})


def _command(out: Path, *more: str) -> int:
    return thought.main([*BOTS, "--judge", "search:net=0@40", "--out", str(out), "--cores", "1", *more])


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thought, "QUICK", 4)


def test_a_position_is_the_same_again_and_leaves_a_choice() -> None:
    found = [position(_question(), number) for number in range(4)]
    assert [one.code() for one in found] == [position(_question(), number).code() for number in range(4)]
    assert len({one.code() for one in found}) == 4
    assert all(len(one.moves()) >= FEWEST for one in found)
    assert len({one.ply for one in found}) > 1


def test_answers_are_the_same_again_and_moves_are_legal() -> None:
    found = [answer(_question(), number) for number in range(4)]
    assert found == [answer(_question(), number) for number in range(4)]
    for one in found:
        assert set(one.moves) <= set(position(_question(), one.number).moves())
        assert one.simulations[1:] == (8, 60)
        same = len(set(one.moves)) == 1
        assert all(chance == 0 for chance in one.chances) == same
        by_move = dict(zip(one.moves, one.chances, strict=True))
        assert one.chances == tuple(by_move[move] for move in one.moves)  # one opinion of a move
    assert any(len(set(one.moves)) > 1 for one in found)


def test_the_table_counted_by_hand() -> None:
    answers = [
        Answer(0, ("1B>1", "2B>1", "2B>1"), (0, 8, 60), (0.4, 0.5, 0.5)),
        Answer(1, ("1B>1", "1B>1", "1B>1"), (0, 9, 61), (0.0, 0.0, 0.0)),
        Answer(2, ("1B>1", "2B>1", "3B>1"), (0, 8, 62), (0.3, 0.7, 0.6)),
    ]
    rows = table(_question(), answers).splitlines()[2:]
    assert rows[0] == "| `greedy` | 0 | 33% | 13.33% ±17.29 | 20.00% |"
    assert rows[1] == "| `search:net=0@8` | 8 | 67% | -3.33% ±6.53 | -10.00% |"
    assert rows[2] == "| `search:net=0@60` | 61 | 100% |  |  |"
    (alone,) = table(_question(), answers[:1]).splitlines()[2:3]
    assert alone == "| `greedy` | 0 | 0% | 10.00% ±inf | 10.00% |"


@pytest.mark.parametrize("number", [0, 1])
def test_a_judge_tells_the_chance_of_whoever_moved(number: int) -> None:
    game = Match.new(rules("azul", max_rounds=1), 5, number)
    while len(game.moves()) > 2:
        game.play(game.moves()[0])
    seat, results = game.rules.decider(game.state), {}
    for move in game.moves():
        after = game.copy().play(move)
        while not after.over:
            after.play(after.moves()[0])
        results[move] = (seat in after.winners()) / len(after.winners())
        told = thought._judged(_question(judge=read_entrant("strong@400")), 0, game, move)
        assert told == pytest.approx(results[move], abs=0.01)
    assert set(results.values()) <= {0.0, 1.0}  # so that another seat's chance would be another


def test_nobody_is_told_the_deals_to_come(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = list[Match]()

    class Nosy(GreedyBot):
        def think(self, game: Match, budget: Budget) -> Choice:
            seen.append(game.copy())
            return super().think(game, budget)

    monkeypatch.setattr(thought, "bot", Nosy)
    game = Match.new(rules("azul"), 5)
    thought._asked(read_entrant("greedy"), game, 1)
    (shown,) = seen
    assert shown.code() == game.code()
    for one in (shown, game):
        while one.state[ROUND] == 1:
            one.play(one.moves()[0])
    assert shown.code() != game.code()


def test_the_command_keeps_what_it_found_and_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "some" / "thought.ndjson"
    assert _command(out, "--positions", "2") == 0
    first = capsys.readouterr()
    assert first.err.startswith("2 positions, 1 at a time\n1 of 2 positions, about ")
    assert "2 of 2 positions" in first.err
    assert first.out.startswith("Azul, 2 players, coloured, 2 positions, judged by search:net=0@40, seed 1\n")
    kept = out.read_bytes()
    out.write_bytes(kept + b'{"number": 2, "mov')  # cut off
    assert _command(out, "--positions", "3") == 0
    more = capsys.readouterr()
    assert "1 of 1 positions" in more.err
    assert out.read_bytes().startswith(kept)
    assert [json.loads(line)["number"] for line in out.read_bytes().splitlines()[-1:]] == [2]
    assert _command(out, "--positions", "2") == 0
    again = capsys.readouterr()
    assert again.out == first.out
    assert not again.err


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (
            b'{"azulejos thought": {"variant": "another"}}\n',
            "has answers to another question, or of another version",
        ),
        (b'{"azulejos arena": 1}\n', "is there already and holds no such answers"),
        (b"[]\n", "is there already and holds no such answers"),
        (b"rubbish\n", "is there already and holds no such answers"),
        (b"", "is there already and holds no such answers"),
    ],
)
def test_another_file_is_left_alone(
    content: bytes, complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "notes.txt"
    out.write_bytes(content)
    assert _command(out) == 2
    assert capsys.readouterr().err == f"thought: {out} {complaint} (--out names another file)\n"
    assert out.read_bytes() == content


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["strong@1s"], "the arena has 1 entrants, expected two or more"),
        (["strong@1s", "mine=python bot.py"], "mine is a program, expected bots of ours"),
        (["strong@1s", "best@2s"], "there is no bot 'best'"),
        ([*BOTS, "--judge", "greedy"], "greedy tells no chances, expected a judge that searches"),
        (["--variant", "chess"], "no variant has 'chess' in its name"),
    ],
)
def test_what_cannot_be_asked_is_said(
    words: list[str], complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert thought.main([*words, "--out", str(tmp_path / "x")]) == 2
    assert complaint in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_place_where_nothing_can_be_kept_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("x")
    for out, complaint in ((tmp_path / "file" / "x", "file/x: "), (tmp_path, "it is no ordinary file")):
        assert _command(out) == 2
        assert complaint in capsys.readouterr().err


def test_a_process_that_is_lost_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Lost(ProcessPoolExecutor):
        def submit(self, *_: Any, **__: Any) -> Any:
            future: Future[Answer] = Future()
            future.set_exception(BrokenProcessPool())
            return future

    monkeypatch.setattr(thought, "ProcessPoolExecutor", Lost)
    assert _command(tmp_path / "x", "--cores", "2") == 2
    assert "a process at work was lost" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["0", "-1", "x"])
def test_no_positions_are_refused(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        thought.main(["--positions", text])
    assert f"{text!r} was given, expected a whole number, 1 or more" in capsys.readouterr().err
