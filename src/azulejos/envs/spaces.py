"""What an environment shows and takes, as data: the fields of an observation, the actions in words."""

import importlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import prod
from types import ModuleType
from typing import Any

from azulejos.core.options import Options

VERSIONS = {"azul": "azul_v0", "pavilion": "pavilion_v0"}  # raised when learning results may change


@dataclass(frozen=True, slots=True)
class Field:
    """A part of an observation: numbers from 0 to `most` that mean one thing."""

    name: str
    shape: tuple[int, ...]
    sides: str  # the shape as the documents write it, for any options
    most: int | None  # None where the rules set no limit
    meaning: str
    when: str = "always"  # with which options it is there

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)


@dataclass(frozen=True, slots=True)
class Space:
    """One game with its options: fields of the table and of a board, actions."""

    table: Sequence[Field]
    board: Sequence[Field]  # once for every seat, clockwise from the one to decide
    players: int
    actions: int
    room: int  # for a list of legal actions
    action_text: Callable[[int], str]
    kernels: ModuleType

    @property
    def size(self) -> int:
        """How many numbers an observation has."""
        return sum(field.size for _, field in self.fields())

    def fields(self) -> Iterator[tuple[str, Field]]:
        """All fields in their order, each with its full name."""
        for field in self.table:
            yield field.name, field
        for k in range(self.players):
            for field in self.board:
                yield f"board{k}.{field.name}", field

    def parts(self) -> dict[str, tuple[slice, tuple[int, ...]]]:
        """Where each field lies in an observation, and its shape."""
        parts, begin = {}, 0
        for name, field in self.fields():
            parts[name] = slice(begin, begin + field.size), field.shape
            begin += field.size
        return parts


def space(game: str, options: Options) -> Space:
    """The space of a game with its options."""
    module: Any = importlib.import_module(f"azulejos.envs.{game}.space")
    made: Space = module.space(options)
    return made


def table(space: Space) -> str:
    """The fields as a table of Markdown, as docs/environments.md has it."""
    rows = [(field.name, field) for field in space.table]
    rows += [(f"boardN.{field.name}", field) for field in space.board]
    head = "| field | shape | from | to | there | meaning |\n|---|---|---:|---:|---|---|\n"
    return head + "".join(_row(name, field) for name, field in rows)


def _row(name: str, field: Field) -> str:
    most = "no limit" if field.most is None else str(field.most)
    return f"| `{name}` | {field.sides} | 0 | {most} | {field.when} | {field.meaning} |\n"
