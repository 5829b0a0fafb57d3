"""How a game at the terminal begins: new, from a position, or resumed from a record."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from azulejos import games
from azulejos.core.errors import RulesError
from azulejos.core.match import Match
from azulejos.terminal.files import read_text
from azulejos.terminal.seats import seat_names

_POSITIONS = ("{", *(f"{game}_" for game in games.FAMILIES))  # how a position's text begins


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the command line asks for; None where it says nothing."""

    game: str | None = None
    players: int | None = None
    wall: str | None = None
    jokers: bool = False
    side: str | None = None
    seed: int | None = None
    starter: int | None = None
    seats: Sequence[str] = field(default_factory=tuple)


def new_game(wishes: Wishes) -> Match:
    """A fresh game; as many players as are named, two at least."""
    game = wishes.game or "azul"
    games.family(game)  # an unknown game is named as such
    _refuse_foreign(wishes, game)
    players = max(2, len(wishes.seats)) if wishes.players is None else wishes.players
    options: dict[str, Any] = {"players": players, **_own_options(wishes, game)}
    games.rules(game, **options)  # wrong options are named before anything about the seats
    names = seat_names(wishes.seats, players)
    return games.new(game, seed=wishes.seed, starter=wishes.starter, names=names, **options)


def _own_options(wishes: Wishes, game: str) -> dict[str, Any]:
    if game == "azul":
        return {"wall": wishes.wall or "coloured", "jokers": wishes.jokers}
    return {"side": wishes.side or "coloured"}


def _refuse_foreign(wishes: Wishes, game: str) -> None:
    """Options of the other game are named as such."""
    owners = {
        "--wall": ("azul", wishes.wall is not None),
        "--jokers": ("azul", wishes.jokers),
        "--side": ("pavilion", wishes.side is not None),
    }
    for option, (owner, given) in owners.items():
        if given and owner != game:
            raise RulesError(f"{option} is an option of {owner}, but the game is {game}: see --game")


def game_from_position(position: str, wishes: Wishes) -> Match:
    """A game that goes on from a position, given as text or as a file that holds it."""
    _refuse_options(wishes, "--position")
    text = position if is_position(position) else read_text(Path(position))
    players = games.load(text).rules.players
    return games.load(text, seed=wishes.seed, names=seat_names(wishes.seats, players))


def is_position(text: str) -> bool:
    """Whether this is meant as a position itself, not as the name of a file that holds one."""
    return text.lstrip().startswith(_POSITIONS)


def resumed_game(path: Path, wishes: Wishes) -> Match:
    """A game from its record, the seats as they were."""
    _refuse_options(wishes, "--resume")
    if wishes.seats:
        raise RulesError("--resume keeps the seats of the record, so --seat cannot be given with it")
    return read_game(path, wishes.seed)


def read_game(path: Path, seed: int | None = None) -> Match:
    """A game from the file that holds its record; errors name the file."""
    text = read_text(path)
    try:
        return games.read(text, seed=seed)
    except RulesError as error:
        raise type(error)(f"{path}: {error}") from None


def _refuse_options(wishes: Wishes, source: str) -> None:
    given = {
        "--game": wishes.game is not None,
        "--players": wishes.players is not None,
        "--wall": wishes.wall is not None,
        "--jokers": wishes.jokers,
        "--side": wishes.side is not None,
        "--starter": wishes.starter is not None,
    }
    for option, there in given.items():
        if there:
            raise RulesError(f"{option} cannot be given with {source}, which has its own")
