"""The games of an arena on disk, a line of JSON each under a line that tells the plan: to stop and go on.

A game is written once it is over and at once, so whatever stops an arena costs only the games at the
tables. A last line that was cut off is dropped.
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from azulejos import __version__
from azulejos.arena.errors import ArenaTrouble
from azulejos.arena.pairing import Fixture, fixtures
from azulejos.arena.plans import Plan, plan_from_dict
from azulejos.arena.results import Game
from azulejos.core.checks import quoted
from azulejos.core.errors import RulesError
from azulejos.core.weights import fingerprint

KIND, FORMAT = "azulejos arena", 1
_SMALL = (ValueError, TypeError, KeyError, AttributeError, RecursionError)  # what wrong data can raise


class Journal:
    """A file of games, open to add to."""

    def __init__(self, path: Path, plan: Plan) -> None:
        """Begin a file, or go on with one that has the same plan."""
        self.path, self.games = path, list[Game]()
        kept = read_whole(path) if path.exists() else b""
        whole = kept[: kept.rfind(b"\n") + 1]
        if whole:
            lines = whole.splitlines()
            _check_same(path, _header(path, lines[0]), {**played_by(), **plan.as_dict()})
            self.games = _games(path, plan, lines[1:])
        elif kept:
            raise ArenaTrouble(f"{path} is there already and holds no games of an arena: choose another name")
        try:
            self._file = path.open("r+b" if path.exists() else "xb")
            self._file.truncate(len(whole))
            self._file.seek(len(whole))
        except OSError as error:
            raise trouble_with("write", path, error) from None
        if not whole:
            self._write({KIND: FORMAT, **played_by(), **plan.as_dict()})

    def add(self, game: Game) -> None:
        """Write a game down, before anything else happens."""
        self._write(game.as_dict())

    def _write(self, told: dict[str, Any]) -> None:
        try:
            self._file.write(json.dumps(told).encode() + b"\n")
            self._file.flush()
        except OSError as error:
            raise trouble_with("write", self.path, error) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self._file.close()


def kept_plan(path: Path) -> Plan:
    """The plan that a file of games was begun with."""
    lines = read_whole(path).splitlines()
    header = _header(path, lines[0] if lines else b"")
    _check_same(path, {name: header.pop(name, None) for name in played_by()}, played_by())
    try:
        return plan_from_dict(header)
    except RulesError as error:
        raise ArenaTrouble(f"{path}, line 1: {error}") from None
    except _SMALL:
        raise ArenaTrouble(f"{path}, line 1: not the plan of an arena, something in it is missing") from None


def played_by() -> dict[str, str]:
    """Which bots these are: those of another version, or before a change, may play otherwise."""
    return {"version": __version__, "source": fingerprint()}


def read_whole(path: Path) -> bytes:
    """All that a file holds; ArenaTrouble where it cannot be read."""
    if path.exists() and not path.is_file():  # a folder, or a device that never ends
        raise ArenaTrouble(f"cannot read {path}: it is no ordinary file")
    try:
        return path.read_bytes()
    except OSError as error:
        raise trouble_with("read", path, error) from None


def trouble_with(what: str, path: Path, error: OSError) -> ArenaTrouble:
    """A file that cannot be read or written, in a sentence."""
    if isinstance(error, FileNotFoundError):
        missing = "file" if what == "read" else "folder"
        return ArenaTrouble(f"cannot {what} {path}: there is no such {missing}")
    return ArenaTrouble(f"cannot {what} {path}: {(error.strerror or str(error)).lower()}")


def _header(path: Path, line: bytes) -> dict[str, Any]:
    try:
        header = json.loads(line)
        if header.pop(KIND) != FORMAT:
            raise ValueError
    except _SMALL:
        raise ArenaTrouble(
            f"{path} is there already and holds no games of an arena: it starts with {quoted(line)}"
        ) from None
    return dict(header)


def _check_same(path: Path, kept: Mapping[str, Any], now: Mapping[str, Any]) -> None:
    """A file goes on only with the plan it began with."""
    now = json.loads(json.dumps(now))
    for name in {**now, **kept}:
        if kept.get(name) != now.get(name):
            raise ArenaTrouble(
                f"{path} was begun with {name} {_shown(kept.get(name))}, not {_shown(now.get(name))}:"
                " choose another file" + ("" if name in played_by() else ", or the same plan")
            )


def _shown(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(_entrant(one) if isinstance(one, dict) else str(one) for one in value)
    if isinstance(value, dict):
        return " ".join(f"{name}={one}" for name, one in value.items())
    return quoted(value)


def _entrant(kept: Mapping[str, Any]) -> str:
    """A bot by its label; an outside program with its command, which may be what differs."""
    command = kept.get("command")
    return f"{kept.get('label')}={command}" if command else str(kept.get("label"))


def _games(path: Path, plan: Plan, lines: list[bytes]) -> list[Game]:
    planned = fixtures(plan)
    games: dict[int, Game] = {}
    for number, line in enumerate(lines, 2):
        try:
            game = Game.from_dict(json.loads(line))
            if not _fits(game, planned[game.number]):
                raise ValueError
        except (*_SMALL, IndexError):
            raise ArenaTrouble(f"{path}, line {number}: {quoted(line)} is no game of this arena") from None
        games[game.number] = game
    return list(games.values())


def _fits(game: Game, fixture: Fixture) -> bool:
    same = (game.number, game.deal, game.seats, game.starter) == (
        fixture.number,
        fixture.deal,
        fixture.seats,
        fixture.starter,
    )
    by_seat = (game.scores, game.moves, game.seconds, game.longest, game.overruns)
    return (
        same
        and all(len(column) == len(game.seats) for column in by_seat)
        and all(isinstance(number, int | float) for column in by_seat for number in column)
        and bool(game.winners)
        and set(game.winners) <= set(range(len(game.seats)))
    )


def write_record(folder: Path, game: Game) -> None:
    """Put the record of a game into a file of its own."""
    path = folder / f"game-{game.number:06}.txt"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f".{path.name}.{os.getpid()}")
        draft.write_text(game.record, encoding="utf-8", newline="\n")
        os.replace(draft, path)
    except OSError as error:
        raise trouble_with("write", path, error) from None
