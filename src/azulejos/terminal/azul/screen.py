"""The whole table as one drawing: what `game.show()` tells, the names and a width go in, text comes out."""

from collections.abc import Sequence
from textwrap import wrap
from typing import Any

from rich.text import Text

from azulejos.terminal.azul.board import board, waiting_rows
from azulejos.terminal.azul.table import table
from azulejos.terminal.azul.words import rows_words
from azulejos.terminal.blocks import WARNING, in_rows, joined
from azulejos.terminal.english import does

Shown = dict[str, Any]  # what game.show() returns


def draw(shown: Shown, names: Sequence[str], width: int) -> Text:
    """The table and every board, side by side where they fit."""
    boards = [board(shown, seat, name) for seat, name in enumerate(names)]
    blank = Text("")
    above = [_title(shown), blank, *table(shown, width), blank]
    return joined([*above, *in_rows(boards, width), *_last_round(shown, names, width)])


def _title(shown: Shown) -> Text:
    options = shown["options"]
    kind = [*(["grey wall"] if options["wall"] == "grey" else []), *(["jokers"] if options["jokers"] else [])]
    return Text.assemble((" Azul", "bold"), "".join(f", {word}" for word in kind), f"  ·  {_stage(shown)}")


def _stage(shown: Shown) -> str:
    number = shown["round"]
    stages = {
        "offer": f"round {number}",
        "tiling": f"round {number}, wall-tiling",
        "deal": f"round {number} is over" if number else "before the first deal",
        "over": f"the game is over after round {number}",
    }
    return stages[shown["phase"]]


def _last_round(shown: Shown, names: Sequence[str], width: int) -> list[Text]:
    """Who is about to end the game, and with which rows (A43)."""
    told = [
        does(name, f"has the fifth tile of {rows_words(rows)} waiting")
        for seat, name in enumerate(names)
        if (rows := waiting_rows(shown, seat))
    ]
    if not told:
        return []
    # on the grey wall an earlier tile of the same tiling may still take the column (A48)
    certain = "may be" if shown["options"]["wall"] == "grey" else "is"
    sentence = f"This {certain} the last round: {'; '.join(told)}."
    return [
        Text(line, WARNING) for line in wrap(sentence, width, initial_indent=" ! ", subsequent_indent="   ")
    ]
