"""How a round was scored, tile by tile, from what `game.account()` tells."""

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from azulejos.terminal.accounts import seat_account, side_by_side
from azulejos.terminal.azul.words import COLOUR, floor_words, sum_words
from azulejos.terminal.blocks import Block
from azulejos.terminal.english import counted


def explain(account: list[dict[str, Any]], names: Sequence[str], width: int) -> Text:
    """Every seat's part of a round: each tile placed, the floor, the score before and after."""
    return side_by_side([_seat(told, names[told["seat"]], width) for told in account], width)


def _seat(told: dict[str, Any], name: str, width: int) -> Block:
    tiles = [_tile(tile) for tile in told["tiles"]] or ["no line was complete"]
    return seat_account(name, [*tiles, _floor(told)], score_words(told), width)


def _tile(tile: dict[str, Any]) -> str:
    line, colour = tile["line"], COLOUR[tile["tile"]]
    if tile["column"] is None:  # A50
        return f"line {line}: {colour} finds no cell, {counted(line, 'tile')} to the floor"
    points = sum_words(tile["across"], tile["down"], tile["points"])
    return f"line {line}: {colour} to column {tile['column']}: {points}"


def _floor(told: dict[str, Any]) -> str:
    if not told["penalty"]:
        return "floor: empty"
    return f"floor: {floor_words(told['floor'])}: -{told['penalty']}"


def score_words(told: dict[str, Any]) -> str:
    """The score before, what the round brought, the score after; never below zero (A35)."""
    before, wall, penalty, after = told["before"], told["wall"], told["penalty"], told["score"]
    sum_text = f"{before} + {wall} - {penalty}"
    total = before + wall - penalty
    return f"{sum_text} = {total}, never below 0: {after}" if total < after else f"{sum_text} = {after}"
