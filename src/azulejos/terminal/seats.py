"""Who sits where: seats as the command line names them, and bots recognised by their names in a record."""

import re
import secrets
from collections.abc import Sequence

from azulejos.bots.bot import Bot
from azulejos.bots.roster import bot, bots
from azulejos.core.errors import RulesError
from azulejos.core.match import Match
from azulejos.terminal.english import YOU

PREFIX = "bot:"
DEFAULT_BOT = "greedy"
MOST_SEATS = 4

_BOT_NAME = re.compile(r"([a-z][a-z0-9-]*)(?: [1-9])? \(bot\)")


def seat_names(seats: Sequence[str], players: int) -> list[str]:
    """Names for a record; seats that nobody was named for are greedy bots."""
    if len(seats) > players:
        raise RulesError(f"{len(seats)} seats are named, but {players} play")
    wanted = list(seats) or [YOU]
    wanted += [PREFIX + DEFAULT_BOT] * (players - len(wanted))
    names = [_name(seat, number, wanted) for number, seat in enumerate(wanted)]
    for name in names:
        if names.count(name) > 1:
            raise RulesError(f"two seats are named {name!r}, expected different names")
    return names


def _name(seat: str, number: int, wanted: list[str]) -> str:
    if not seat.lower().startswith(PREFIX):
        if _BOT_NAME.fullmatch(seat.strip()):
            raise RulesError(f"seat {seat!r} is a bot's name, expected a person's or {PREFIX}{DEFAULT_BOT}")
        return seat.strip()
    kind = seat[len(PREFIX) :].strip().lower()
    if kind not in bots():
        raise RulesError(f"seat {seat!r}: there is no bot {kind!r}, expected {PREFIX}{_or(bots())}")
    same = [n for n, other in enumerate(wanted) if other.lower() == seat.lower()]
    return f"{kind} {same.index(number) + 1} (bot)" if len(same) > 1 else f"{kind} (bot)"


def _or(names: Sequence[str]) -> str:
    return f" or {PREFIX}".join(names)


def bot_of(name: str) -> str | None:
    """The bot that sits on a seat of that name; None for a person."""
    match = _BOT_NAME.fullmatch(name)
    return match[1] if match else None


def seat_bots(names: Sequence[str], seed: int | None) -> dict[int, Bot]:
    """The bots of a game by their seats."""
    kinds = {seat: kind for seat, name in enumerate(names) if (kind := bot_of(name))}
    return {seat: bot(kind, None if seed is None else seed + seat) for seat, kind in kinds.items()}


def unseen(game: Match) -> Match:
    """The game for a bot to think about: whatever it tries there, it cannot see the coming deals."""
    return game.copy(seed=secrets.randbits(62))
