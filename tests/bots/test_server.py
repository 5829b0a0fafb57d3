"""A bot behind the line protocol: good lines are answered, bad ones told of, and it goes on."""

import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import azulejos as az
from azulejos.bots.bot import Budget, Choice, Thinker
from azulejos.bots.server import MOST_BYTES, Server
from azulejos.core.match import Match

SOURCE = Path(__file__).parents[2] / "src"
GAME = az.new("azul", seed=1)


class Judge(Thinker):
    """Tells what it was asked."""

    warmed = 0

    def warm(self, game: Match) -> None:  # noqa: ARG002
        self.warmed += 1

    def think(self, game: Match, budget: Budget) -> Choice:
        return Choice(game.moves()[0], (0.6, 0.4), tuple(game.moves()[:2]), {"budget": str(budget)})


class Broken(Thinker):
    """Fails."""

    def think(self, game: Match, budget: Budget) -> Choice:  # noqa: ARG002
        raise ZeroDivisionError("division by zero")


def ask(bot: Thinker, *lines: bytes, verbose: bool = False) -> list[dict[str, Any]]:
    """The answers to these lines."""
    answers = io.BytesIO()
    Server(bot, verbose).serve(io.BytesIO(b"".join(lines)), answers)
    return [json.loads(line) for line in answers.getvalue().splitlines()]


def line(**request: object) -> bytes:
    return json.dumps(request).encode() + b"\n"


def test_a_move_comes_with_value_and_line() -> None:
    moves = GAME.moves()
    assert ask(Judge("judge"), line(id=1, position=GAME.position(), seconds=1.0)) == [
        {"id": 1, "move": moves[0], "value": [0.6, 0.4], "line": moves[:2]}
    ]


def test_statistics_are_told_on_request() -> None:
    (answer,) = ask(Judge("judge"), line(id=1, position=GAME.code(), seconds=1, simulations=5), verbose=True)
    assert answer["statistics"] == {"budget": "1 s or 5 simulations"}


def test_it_compiles_first_where_simulations_are_asked_for() -> None:
    timed, counted = Judge("judge"), Judge("judge")
    ask(timed, line(id=1, position=GAME.position(), seconds=1))
    ask(counted, line(id=1, position=GAME.position(), simulations=1))
    assert (timed.warmed, counted.warmed) == (0, 1)


@pytest.mark.parametrize(
    ("bad", "number", "error"),
    [
        (b"hello\n", None, "not JSON: 'hello'"),
        (b"\xff\xfe\n", None, "not UTF-8 text"),
        (b"[1]\n", None, "not a request: [1], expected an object"),
        (b"[" * 100_000 + b"\n", None, "not JSON"),
        (b'{"id": 1, "position": "' + b"x" * MOST_BYTES + b'"}\n', None, "a line of 1,000,000 bytes or more"),
        (line(id=7), 7, "the request has no position"),
        (line(id="a", position=3), "a", "game is 3, expected 'azul' or 'pavilion'"),
        (line(id=7, position={"game": "azul"}), 7, "options is missing"),
        (line(id=7, position="azul_x"), 7, "not a position"),
        (line(id=7, position=GAME.position(), seconds="1"), 7, "seconds is '1', expected a number"),
        (line(id=7, position=GAME.position(), seconds=-1), 7, "seconds is -1, expected a number"),
        (line(id=7, position=GAME.position(), seconds=True), 7, "seconds is True, expected a number"),
        (line(id=7, position=GAME.position(), simulations=1.5), 7, "simulations is 1.5, expected a whole"),
    ],
)
def test_a_bad_line_is_told_of_and_the_next_is_answered(bad: bytes, number: object, error: str) -> None:
    told, good = ask(Judge("judge"), bad, line(id=8, position=GAME.position(), seconds=0))
    assert set(told) == {"id", "error"}
    assert told["id"] == number
    assert error in told["error"]
    assert good["id"] == 8
    assert good["move"] in GAME.moves()


def test_a_finished_game_is_told_of() -> None:
    game = az.new("azul", seed=1, max_rounds=1)
    while not game.over:
        game.play(game.moves()[0])
    (told,) = ask(Judge("judge"), line(id=1, position=game.position(), seconds=1))
    assert told == {"id": 1, "error": "the game is over: there is no move to choose"}


def test_a_bot_that_fails_is_told_of() -> None:
    (told,) = ask(Broken("broken"), line(id=1, position=GAME.position(), seconds=1))
    assert told == {"id": 1, "error": "the bot failed, ZeroDivisionError: division by zero"}


def test_empty_lines_and_a_last_line_without_an_end_do_no_harm() -> None:
    answers = ask(Judge("judge"), b"\n \r\n", line(id=1, position=GAME.position()).rstrip())
    assert [answer["id"] for answer in answers] == [1]


# --- in a process of its own --------------------------------------------------------------------------------


def started(*arguments: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", "azulejos", "bot", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
    )


def test_every_answer_is_written_at_once_and_the_end_of_input_is_the_end() -> None:
    with started("greedy", "--seed", "1") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number in (1, 2):
            process.stdin.write(line(id=number, position=GAME.position(), seconds=0.1))
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == number
        out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err) == (0, b"", b"")


@pytest.mark.skipif(os.name == "nt", reason="sends a signal as POSIX does")
def test_an_interruption_is_quiet() -> None:
    with started("greedy") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"hello\n")
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err) == (130, b"", b"")
