"""The command `best`: what a bot would play in a position, and what it thinks of it."""

import json
import sys
from pathlib import Path
from typing import Any

from azulejos import games
from azulejos.bots.bot import Bot, Budget, Choice, Thinker
from azulejos.bots.roster import bot, bots
from azulejos.core.errors import RulesError
from azulejos.core.match import Match
from azulejos.core.record import FIRST_LINE
from azulejos.terminal.console import Terminal
from azulejos.terminal.files import read_text
from azulejos.terminal.opening import is_position

SHOWN_MOVES = 8


def start_best(
    position: str, name: str | None, budget: Budget, seed: int | None, as_json: bool, plain: bool
) -> int:
    """Ask a bot and write down its answer; the exit status."""
    game = _game(position)
    if game.over:
        raise RulesError(f"the game is over ({game.ending}): there is no move to choose")
    name = name or bots(game.game)[-1]
    asked = bot(name, seed)
    warm_up(asked, game)
    choice = asked.choose(game, budget)
    if as_json:
        sys.stdout.write(json.dumps(_told(game, name, choice)) + "\n")
    else:
        _Answer(game, name, choice, Terminal(plain)).write()
    return 0


def warm_up(asked: Bot, game: Match) -> None:
    """Compile before the clock runs, and say so to whoever waits."""
    if not isinstance(asked, Thinker):
        return
    if sys.stderr.isatty():
        sys.stderr.write("Getting ready (the first time takes half a minute) ...\r")
    asked.warm(game)
    if sys.stderr.isatty():
        sys.stderr.write("\x1b[K")


def _game(position: str) -> Match:
    """A game from a position's text, or from a file with a position or a record; a record's end counts."""
    if is_position(position):
        return games.load(position)
    path = Path(position)
    text = read_text(path)
    try:
        return games.read(text) if text.lstrip().startswith(FIRST_LINE) else games.load(text)
    except RulesError as error:
        raise type(error)(f"{path}: {error}") from None


def _told(game: Match, name: str, choice: Choice) -> dict[str, Any]:
    return {
        "game": game.game,
        "turn": game.turn,
        "bot": name,
        "move": choice.move,
        "value": list(choice.value),
        "line": list(choice.line),
        "statistics": dict(choice.statistics),
    }


class _Answer:
    """A choice as a person reads it."""

    def __init__(self, game: Match, name: str, choice: Choice, terminal: Terminal) -> None:
        self.game, self.name, self.choice, self.terminal = game, name, choice, terminal

    def write(self) -> None:
        assert self.game.turn is not None
        say = self.terminal.say
        who = self.game.names[self.game.turn]
        say(f"{who} to move. {self.name} plays {self.choice.move}{self._thought()}")
        say(self._value())
        if len(self.choice.line) > 1:
            say(f"It expects {' '.join(self.choice.line)}")
        considered = self.choice.statistics.get("moves") or []
        if len(considered) > 1:
            say()
            for line in _table(considered):
                say(line)

    def _thought(self) -> str:
        statistics = self.choice.statistics
        took = f"in {statistics.get('seconds', 0):.2f} s"
        if statistics.get("solved"):
            return f" after solving the rest of the game {took} ({statistics['solved']:,} positions)."
        if not (simulations := statistics.get("simulations")):
            return "."
        return f" after {simulations:,} simulation{'s' if simulations > 1 else ''} {took}."

    def _value(self) -> str:
        if not self.choice.value:
            return "It does not say who stands better."
        shares = zip(self.game.names, self.choice.value, strict=True)
        return "Outlook: " + ", ".join(f"{name} {100 * share:.0f}%" for name, share in shares)


def _table(considered: list[dict[str, Any]]) -> list[str]:
    """The moves that were looked at, the most looked at first."""
    looked = [one for one in considered if one.get("value") is not None][:SHOWN_MOVES]
    rows = [(one["move"], f"{one.get('visits', 0):,}", f"{100 * one['value']:.1f}%") for one in looked]
    shown = [("move", "simulations", "outlook"), *rows]
    widths = [max(len(row[n]) for row in shown) for n in range(3)]
    return [f"{a:<{widths[0]}}  {b:>{widths[1]}}  {c:>{widths[2]}}" for a, b, c in shown]
