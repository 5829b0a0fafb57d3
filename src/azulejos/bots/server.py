"""The other side of the line protocol: one of our bots, asked and answering in lines of JSON.

`{"id": 1, "position": {...}, "seconds": 1}` gives `{"id": 1, "move": "3B>2", "value": [...], "line": [...]}`
or, whatever is wrong with a line, `{"id": 1, "error": "..."}`; then the next line is read.
"""

import json
from collections.abc import Iterator
from typing import IO, Any

from azulejos.bots.bot import Bot, Budget
from azulejos.core.checks import quoted
from azulejos.core.errors import RulesError
from azulejos.core.match import Match
from azulejos.games import load

MOST_BYTES = 1_000_000  # of one line; far more than any position


class Server:
    """One bot behind two streams of bytes."""

    def __init__(self, bot: Bot, verbose: bool = False) -> None:
        self._bot, self._verbose = bot, verbose

    def serve(self, asked: IO[bytes], answers: IO[bytes]) -> None:
        """Answer line by line until no more come."""
        for line in _lines(asked):
            answers.write(json.dumps(self.answer(line)).encode() + b"\n")
            answers.flush()

    def answer(self, line: bytes) -> dict[str, Any]:
        """The answer to one line, whatever it is."""
        number: object = None
        try:
            request = _request(line)
            number = request.get("id")
            return {"id": number, **self._choice(request)}
        except RulesError as error:
            return {"id": number, "error": str(error)}
        except Exception as error:  # a bot that fails is told of, and goes on
            return {"id": number, "error": f"the bot failed, {type(error).__name__}: {error}"}

    def _choice(self, request: dict[str, Any]) -> dict[str, Any]:
        game = load(_position(request), seed=0)
        budget = Budget(request.get("seconds"), request.get("simulations"))
        if game.over:
            raise RulesError("the game is over: there is no move to choose")
        self._prepare(game, budget)
        choice = self._bot.choose(game, budget)
        told = {"move": choice.move, "value": list(choice.value), "line": list(choice.line)}
        return {**told, "statistics": dict(choice.statistics)} if self._verbose else told

    def _prepare(self, game: Match, budget: Budget) -> None:
        """Compile first where work is asked for; where only time is, the bot keeps to it by itself."""
        warm = getattr(self._bot, "warm", None)
        if warm is not None and budget.simulations is not None:
            warm(game)


def _lines(asked: IO[bytes]) -> Iterator[bytes]:
    """Lines without their ends; of one that is far too long only the beginning."""
    while line := asked.readline(MOST_BYTES):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = asked.readline(MOST_BYTES)
        if line.strip():
            yield line.rstrip(b"\r\n")


def _request(line: bytes) -> dict[str, Any]:
    if len(line) >= MOST_BYTES:
        raise RulesError(f"a line of {MOST_BYTES:,} bytes or more, expected one request")
    try:
        request = json.loads(line.decode("utf-8-sig"), parse_constant=_no_number)
    except UnicodeDecodeError:
        raise RulesError(f"not UTF-8 text: {quoted(line)}") from None
    except (ValueError, RecursionError) as error:
        raise RulesError(f"not JSON: {quoted(line.decode('utf-8-sig'))} ({error})") from None
    if not isinstance(request, dict):
        raise RulesError(
            f"not a request: {quoted(request)}, expected an object with id, position and seconds"
        )
    return request


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no number in JSON")


def _position(request: dict[str, Any]) -> object:
    if "position" not in request:
        raise RulesError("the request has no position, expected an object with id, position and seconds")
    return request["position"]
