"""Pillars, statues and windows that need one or two more tiles, and what each of them brings (S38)."""

from typing import Any

from rich.text import Text

from azulejos.terminal.blocks import Block, fit, flowed
from azulejos.terminal.english import counted

Shown = dict[str, Any]  # what game.show() returns

WIDTH = 40
NEAR = 2


def in_reach(shown: Shown, seat: int) -> list[str]:
    """The structures that are nearly complete, the nearest and richest first."""
    near = [one for one in shown["boards"][seat]["structures"] if 1 <= len(one["needs"]) <= _near(one)]
    near.sort(key=lambda one: (len(one["needs"]), -one["tiles"]))
    return [f"{one['name']}: {' '.join(one['needs'])} -> {counted(one['tiles'], 'tile')}" for one in near]


def _near(structure: dict[str, Any]) -> int:
    """A window has only two spaces, so it is near once it is begun (S14)."""
    return 1 if structure["name"].endswith("window") else NEAR


def reach_panel(shown: Shown, seat: int) -> Block:
    """A column of them, to stand beside boards."""
    lines = in_reach(shown, seat) or ["nothing yet"]
    return [fit(line, WIDTH) for line in (Text("Within reach", "bold"), *map(Text, lines))]


def reach_lines(shown: Shown, seat: int, width: int) -> Block:
    """The same as running lines, to stand below boards."""
    parts = [Text(line) for line in in_reach(shown, seat)]
    return flowed(Text(" within reach  ", "bold"), parts, width, indent=3, gap=3) if parts else []
