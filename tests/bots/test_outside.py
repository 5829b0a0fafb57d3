"""An outside program as a bot: what it is asked, and that nothing it does goes further than a BotFailure."""

import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import azulejos as az
from azulejos.bots.bot import Budget, Choice
from azulejos.bots.outside import BotFailure, OutsideBot, read_answer, request
from azulejos.bots.program import MOST_BYTES, words
from tests.bots.programs import GOOD, command

Start = Callable[[str], OutsideBot]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Makes bots of programs, and ends them all."""
    started = []

    def make(body: str) -> OutsideBot:
        started.append(OutsideBot(command(tmp_path, body), "mine", patience=10, first_patience=10))
        return started[-1]

    yield make
    for bot in started:
        bot.close()


def failure(bot: OutsideBot, **budget: float) -> BotFailure:
    """How it fails at a fresh game."""
    with pytest.raises(BotFailure) as caught:
        bot.choose(az.new("azul", seed=1), Budget(**budget))  # type: ignore[arg-type]
    return caught.value


def test_a_program_is_asked_and_answers_again_and_again(start: Start) -> None:
    bot, game = start(GOOD), az.new("azul", seed=1, max_rounds=1)
    while not game.over:
        game.play(bot.choose(game, seconds=0.5).move)
    assert bot.name == "mine"
    assert game.ending == "stopped"


def test_value_line_and_statistics_come_along(start: Start) -> None:
    bot = start(
        'answer(move="1B>f", value=[0.25, 0.75], line=["1B>f", "cR>1"], statistics={"nodes": number})'
    )
    choice = bot.choose(az.new("azul", seed=1), seconds=1)
    assert choice == Choice("1B>f", (0.25, 0.75), ("1B>f", "cR>1"), {"nodes": 1})


@pytest.mark.parametrize(
    ("budget", "limits"),
    [
        (Budget(), {}),
        (Budget(seconds=0.5), {"seconds": 0.5}),
        (Budget(simulations=7), {"simulations": 7}),
        (Budget(1, 7), {"seconds": 1, "simulations": 7}),
    ],
)
def test_a_request_holds_id_position_and_the_limits_that_are_named(
    budget: Budget, limits: dict[str, float]
) -> None:
    game = az.new("azul", seed=1)
    assert json.loads(request(3, game, budget)) == {"id": 3, "position": game.position(), **limits}


def test_without_a_budget_it_has_a_second(start: Start) -> None:
    bot = start('answer(move=str(request["seconds"]))')
    assert bot.choose(az.new("azul", seed=1)).move == "1.0"


def test_warming_up_asks_once_and_no_more(start: Start) -> None:
    bot, game = start("answer(move=str(number))"), az.new("azul", seed=1)
    bot.warm(game)
    bot.warm(game)
    assert bot.choose(game).move == "2"


def test_a_program_that_was_ended_is_warmed_up_again(start: Start) -> None:
    bot, game = start("answer(move=str(number))"), az.new("azul", seed=1)
    bot.warm(game)
    bot.close()
    bot.warm(game)  # asks a fresh program, which counts from one
    assert bot.choose(game).move == "2"


# --- failures -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "kind", "reason"),
    [
        ("sys.exit(3)", "crash", "the program ended with status 3 before it answered"),
        ("raise KeyError('tiles')", "crash", "it last wrote \"KeyError: 'tiles'\" to standard error"),
        ("os.kill(os.getpid(), 9)", "crash", "the program was ended by signal 9"),
        ('answer(error="no idea")', "crash", "the program answered with an error: 'no idea'"),
        ('print("hello", flush=True)', "rubbish", "the answer is 'hello', expected a line of JSON"),
        ("print(flush=True)", "rubbish", "expected a line of JSON"),
        ("print([1, 2], flush=True)", "rubbish", "the answer is [1, 2], expected a JSON object"),
        ('print("[" * 100000, flush=True)', "rubbish", "expected a line of JSON"),
        ("os.write(1, bytes([255, 254, 10]))", "rubbish", "expected UTF-8 text"),
        (f'os.write(1, b"x" * {MOST_BYTES + 70000}); time.sleep(9)', "rubbish", "without an end of line"),
        ('print(json.dumps({"id": 99, "move": "1B>f"}), flush=True)', "rubbish", "id is 99, expected 1"),
        ('print(json.dumps({"id": True, "move": "1B>f"}), flush=True)', "rubbish", "id is True, expected 1"),
        ('print(json.dumps({"move": "1B>f"}), flush=True)', "rubbish", "id is None, expected 1"),
        ("answer(move=3)", "rubbish", "the answer's move is 3, expected text"),
        ("answer()", "rubbish", "the answer's move is None, expected text"),
        ('answer(move="1B>f", value=[1])', "rubbish", "value is [1], expected 2 numbers"),
        ('answer(move="1B>f", value="good")', "rubbish", "value is 'good', expected 2 numbers"),
        ('answer(move="1B>f", value=[float("nan"), 1])', "rubbish", "value is [nan, 1], expected 2 numbers"),
        ('answer(move="1B>f", line="1B>f")', "rubbish", "line is '1B>f', expected a list of moves"),
        ('answer(move="1B>f", statistics=[])', "rubbish", "statistics are [], expected a JSON object"),
    ],
)
def test_whatever_a_program_does_wrong_is_told(start: Start, body: str, kind: str, reason: str) -> None:
    failed = failure(start(body), seconds=0.1)
    assert failed.kind == kind
    assert reason in str(failed)


def test_a_program_that_hangs_is_killed(tmp_path: Path) -> None:
    bot = OutsideBot(command(tmp_path, "time.sleep(60)"), patience=0.2)
    begin = time.monotonic()
    failed = failure(bot, seconds=0.1)
    assert time.monotonic() - begin < 10
    assert failed.kind == "timeout"
    assert "no answer within 0.3 s" in str(failed)


@pytest.mark.skipif(os.name == "nt", reason="looks for processes as POSIX does")
def test_closing_kills_the_program_and_its_children(tmp_path: Path) -> None:
    body = (
        "import subprocess\n"
        f"child = subprocess.Popen([{sys.executable!r}, '-c', 'import time; time.sleep(60)'])\n"
        'answer(move=f"{os.getpid()} {child.pid}")'
    )
    bot = OutsideBot(command(tmp_path, body))
    pids = list(map(int, bot.choose(az.new("azul", seed=1)).move.split()))
    bot.close()
    bot.close()  # twice does no harm
    end = time.monotonic() + 5
    while any(map(_runs, pids)) and time.monotonic() < end:
        time.sleep(0.02)
    assert not any(map(_runs, pids))


def _runs(pid: int) -> bool:
    status = Path(f"/proc/{pid}/stat")
    return status.exists() and status.read_text().rsplit(")", 1)[1].split()[0] != "Z"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("no-such-program --fast", "cannot start 'no-such-program --fast': there is no such program"),
        ("", "cannot start '': the command is empty"),
        ("'open", 'cannot start "\'open": no closing quotation'),
        (".", "cannot start '.': permission denied"),
    ],
)
def test_a_program_that_cannot_be_started_is_a_crash(line: str, reason: str) -> None:
    failed = failure(OutsideBot(line))
    assert failed.kind == "crash"
    assert reason in str(failed)


def test_a_flood_on_standard_error_stops_nothing(start: Start) -> None:
    bot = start('sys.stderr.write("trouble " * 200000); sys.stderr.flush(); answer(move="1B>f")')
    assert bot.choose(az.new("azul", seed=1)).move == "1B>f"


def test_a_flood_of_answers_is_noticed_at_the_next_question(start: Start) -> None:
    bot, game = start('for _ in range(5000): answer(move="1B>f")'), az.new("azul", seed=1)
    assert bot.choose(game).move == "1B>f"
    with pytest.raises(BotFailure, match="id is 1, expected 2"):
        bot.choose(game)


def test_a_program_is_started_again_after_a_failure(start: Start, tmp_path: Path) -> None:
    once = f"flag = {str(tmp_path / 'flag')!r}\nif not os.path.exists(flag): open(flag, 'w'); sys.exit(1)"
    bot = start(once + '\nanswer(move="1B>f")')
    assert failure(bot).kind == "crash"
    assert bot.choose(az.new("azul", seed=1)).move == "1B>f"


def test_a_finished_game_is_not_asked_about(start: Start) -> None:
    game = az.new("azul", seed=1, max_rounds=1)
    while not game.over:
        game.play(game.moves()[0])
    with pytest.raises(az.RulesError, match="the game is over"):
        start(GOOD).choose(game)


def test_an_answer_is_read_whatever_its_line_ends_with() -> None:
    assert read_answer(b'{"id": 1, "move": "3B>2"}\r', 1, 2) == Choice("3B>2")


def test_a_command_is_taken_apart_as_a_shell_would() -> None:
    assert words("python 'my bot.py' --fast") == ["python", "my bot.py", "--fast"]
