"""The middle of Azul's table: factories, centre, bag and lid."""

from typing import Any

from rich.text import Text

from azulejos.terminal.blocks import Block
from azulejos.terminal.table import factories, heap, stocks
from azulejos.terminal.tiles import tile

Shown = dict[str, Any]  # what game.show() returns


def table(shown: Shown, width: int) -> Block:
    """All that lies between the players."""
    return [
        *factories(shown["factories"], width),
        Text(""),
        *_centre(shown, width),
        *stocks({"bag": shown["bag"], "lid": shown["lid"]}, width),
    ]


def dense_table(shown: Shown, width: int) -> Block:
    """The same without gaps, and without a second line for bag and lid."""
    stock = stocks({"bag": shown["bag"], "lid": shown["lid"]}, width)
    return [
        *factories(shown["factories"], width),
        *_centre(shown, width),
        *(stock if len(stock) == 1 else []),
    ]


def _centre(shown: Shown, width: int) -> Block:
    marker = [tile("1")] if shown["marker"] == "centre" and shown["phase"] != "deal" else []
    return heap("centre", shown["centre"], width, *marker)
