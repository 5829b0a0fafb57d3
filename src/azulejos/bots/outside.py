"""A bot that is an outside program: asked and answering in lines of JSON, one object a line.

Asked `{"id": 1, "position": {...}, "seconds": 1.0}` it answers `{"id": 1, "move": "3B>2"}`, and if it likes
with `value` per seat and the `line` it expects. Whatever else it does is a `BotFailure` that says what came
and what was expected; the program is then killed, and started again when it is next asked.
"""

import json
from math import isfinite
from typing import Any

from azulejos.bots.bot import Budget, Choice, Thinker
from azulejos.bots.program import Program, ProgramTrouble
from azulejos.core.checks import quoted
from azulejos.core.match import Match


class BotFailure(Exception):
    """A bot that did not do its part; `kind` is illegal, crash, timeout or rubbish, `reason` a sentence."""

    def __init__(self, kind: str, reason: str) -> None:
        super().__init__(kind, reason)  # both, so that it can be pickled
        self.kind, self.reason = kind, reason

    def __str__(self) -> str:
        return self.reason


class OutsideBot(Thinker):
    """A program that holds a seat. It may answer `patience` seconds late before it counts as hung."""

    habit = Budget(seconds=1.0)

    def __init__(
        self, command: str, name: str = "", *, patience: float = 10.0, first_patience: float = 60.0
    ) -> None:
        super().__init__(name or command, seed=0)
        self._command = command
        self._patience, self._first_patience = patience, first_patience
        self._program: Program | None = None
        self._warmed = False
        self._id = 0

    def warm(self, game: Match) -> None:
        """Start the program and have it answer once, with time to load and compile what it needs."""
        if not self._warmed:
            self._warmed = True
            self._ask(game, Budget(seconds=0.0, simulations=1), self._first_patience)

    def think(self, game: Match, budget: Budget) -> Choice:
        """Its answer; without a limit in seconds it may take as long as for its first."""
        if budget.seconds is None:
            return self._ask(game, budget, self._first_patience)
        return self._ask(game, budget, budget.seconds + self._patience)

    def close(self) -> None:
        """Kill the program; it is started again when it is next asked."""
        self._warmed = False
        program, self._program = self._program, None
        if program is not None:
            program.close()

    def _ask(self, game: Match, budget: Budget, deadline: float) -> Choice:
        self._id += 1
        try:
            if self._program is None:
                self._program = Program(self._command)
            answer = self._program.ask(request(self._id, game, budget), deadline)
            return read_answer(answer, self._id, game.rules.players)
        except ProgramTrouble as trouble:
            self.close()
            raise BotFailure(trouble.kind, trouble.reason) from None
        except BaseException:  # whatever it was about to say is nobody's answer any more
            self.close()
            raise


def request(number: int, game: Match, budget: Budget) -> bytes:
    """The line that asks for a move; limits that the budget does not name are left out."""
    limits = {"seconds": budget.seconds, "simulations": budget.simulations}
    named = {name: limit for name, limit in limits.items() if limit is not None}
    return json.dumps({"id": number, "position": game.position(), **named}).encode()


def read_answer(line: bytes, number: int, players: int) -> Choice:
    """The choice that a line holds; BotFailure where it holds none."""
    answer = _object(line)
    if "error" in answer:
        raise BotFailure("crash", f"the program answered with an error: {quoted(answer['error'])}")
    found = answer.get("id")
    if found != number or isinstance(found, bool):
        raise _rubbish(f"the answer's id is {quoted(found)}, expected {number}")
    move, value, expected = answer.get("move"), answer.get("value"), answer.get("line")
    if not isinstance(move, str):
        raise _rubbish(f"the answer's move is {quoted(move)}, expected text as in '3B>2'")
    return Choice(move, _value(value, players), _line(expected), _statistics(answer.get("statistics")))


def _object(line: bytes) -> dict[str, Any]:
    try:
        answer = json.loads(line.decode("utf-8"))
    except UnicodeDecodeError:
        raise _rubbish(f"the answer is {quoted(line)}, expected UTF-8 text") from None
    except (ValueError, RecursionError):
        raise _rubbish(f"the answer is {quoted(line.decode())}, expected a line of JSON") from None
    if not isinstance(answer, dict):
        raise _rubbish(f"the answer is {quoted(answer)}, expected a JSON object with id and move")
    return answer


def _value(value: object, players: int) -> tuple[float, ...]:
    if value is None or value == []:
        return ()
    numbers = value if isinstance(value, list) else []
    if len(numbers) != players or not all(map(_is_number, numbers)):
        raise _rubbish(
            f"the answer's value is {quoted(value)}, expected {players} numbers, one for each seat"
        )
    return tuple(float(number) for number in numbers)


def _is_number(value: object) -> bool:
    return (
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and abs(value) < 1e9
        and isfinite(value)
    )


def _line(line: object) -> tuple[str, ...]:
    moves = [] if line is None else line
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise _rubbish(f"the answer's line is {quoted(line)}, expected a list of moves")
    return tuple(moves)


def _statistics(statistics: object) -> dict[str, Any]:
    if statistics is None:
        return {}
    if not isinstance(statistics, dict):
        raise _rubbish(f"the answer's statistics are {quoted(statistics)}, expected a JSON object")
    return statistics


def _rubbish(reason: str) -> BotFailure:
    return BotFailure("rubbish", reason)
