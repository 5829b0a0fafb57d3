"""How a round went, tile by tile, from what `game.account()` tells."""

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from azulejos.terminal.accounts import seat_account, side_by_side
from azulejos.terminal.blocks import Block
from azulejos.terminal.english import listed
from azulejos.terminal.pavilion.words import COLOUR, group_words, tiles_words

LEAST = 1  # S5


def explain(account: list[dict[str, Any]], names: Sequence[str], width: int) -> Text:
    """Every seat's part of a round: the marker, each tile placed, kept and discarded, the score."""
    return side_by_side([_seat(told, names[told["seat"]], width) for told in account], width)


def _seat(told: dict[str, Any], name: str, width: int) -> Block:
    marker = [f"marker: -{told['marker']}"] if told["marker"] else []
    tiles = [_tile(tile) for tile in told["tiles"]] or ["no tile was placed"]
    return seat_account(name, [*marker, *tiles, *_left(told)], score_words(told), width)


def _tile(tile: dict[str, Any]) -> str:
    colour = "" if tile["space"][0] == tile["tile"] else f"{COLOUR[tile['tile']]}, "
    points = f"{tile['space']}: {colour}{group_words(tile['points'])} = {tile['points']}"
    if not tile["structures"]:
        return points
    took = f"took {tiles_words(tile['took'])}" if tile["took"] else "the supply was empty"
    return f"{points}; {listed(tile['structures'])}: {took}"


def _left(told: dict[str, Any]) -> list[str]:
    kept = [f"kept {tiles_words(told['kept'])}"] if told["kept"] else []
    thrown = told["discards"]
    discards = [f"discarded {tiles_words(thrown)}: -{len(thrown)}"] if thrown else []
    return [*kept, *discards] or ["no tiles were left"]


def score_words(told: dict[str, Any]) -> str:
    """The score before, each change in its order, the score after; never below one (S5)."""
    steps = [
        (told["before"], ""),
        (-told["marker"], "-"),
        (told["placed"], "+"),
        (-len(told["discards"]), "-"),
    ]
    score, text = steps[0][0], str(steps[0][0])
    for change, sign in steps[1:]:
        if not change and sign == "-":
            continue
        text += f" {sign} {abs(change)}"
        score += change
        if score < LEAST:
            text += f" = {score}, never below {LEAST}: {LEAST}"
            score = LEAST
    return text if text.endswith(f": {score}") else f"{text} = {score}"
