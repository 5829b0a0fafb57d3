"""The whole table as one drawing: what `game.show()` tells, the names and a width go in, text comes out."""

from collections.abc import Sequence
from functools import partial
from textwrap import wrap
from typing import Any

from rich.text import Text

from azulejos.terminal.azul.board import SMALL_LEAST, SMALL_MOST, WIDTH, board, small_board, waiting_rows
from azulejos.terminal.azul.table import dense_table, table
from azulejos.terminal.azul.words import rows_words
from azulejos.terminal.blocks import WARNING, Block, beside, first_fitting, fit, folded, in_rows, joined
from azulejos.terminal.english import does

Shown = dict[str, Any]  # what game.show() returns


def draw(shown: Shown, names: Sequence[str], width: int, height: int | None = None) -> Text:
    """The table and every board; on a low or narrow screen those of the others small."""
    layouts = [partial(_spacious, shown, names, width), partial(_low, shown, names, width)]
    if width < WIDTH:
        layouts = [partial(_narrow, shown, names, width)]
    elif shown["turn"] is None:
        layouts = layouts[:1]
    return joined(folded(first_fitting(layouts, height), width))


def _spacious(shown: Shown, names: Sequence[str], width: int) -> Block:
    boards = [board(shown, seat, name) for seat, name in enumerate(names)]
    blank = Text("")
    above = [_title(shown), blank, *table(shown, width), blank]
    return [*above, *in_rows(boards, width), *_last_round(shown, names, width)]


def _low(shown: Shown, names: Sequence[str], width: int) -> Block:
    """Nothing between the table and the board of the seat to decide; the others beside it or first."""
    turn = shown["turn"]
    own, others = board(shown, turn, names[turn]), [seat for seat in range(len(names)) if seat != turn]
    each = min(SMALL_MOST, (width - WIDTH) // len(others) - 2)
    above, below = dense_table(shown, width), _last_round(shown, names, width)
    if each < SMALL_LEAST:
        each = max(SMALL_LEAST, min(SMALL_MOST, (width + 2) // len(others) - 2))
        small = _small(shown, names, others, each)
        return [*in_rows(small, width, 2), _title(shown), *above, *own, *below]
    small = _small(shown, names, others, each)
    return [_title(shown), *above, *beside([own, *small], 2), *below]


def _narrow(shown: Shown, names: Sequence[str], width: int) -> Block:
    """Every board small, the one of the seat to decide last."""
    turn, seats = shown["turn"], list(range(len(names)))
    if turn is not None:
        seats = [*(seat for seat in seats if seat != turn), turn]
    boards = [fit(line, width) for block in _small(shown, names, seats, SMALL_MOST) for line in block]
    split = len(boards) - len(boards) // len(names)
    above = [*boards[:split], _title(shown), *dense_table(shown, width)]
    return [*above, *boards[split:], *_last_round(shown, names, width)]


def _small(shown: Shown, names: Sequence[str], seats: Sequence[int], width: int) -> list[Block]:
    return [small_board(shown, seat, names[seat], width) for seat in seats]


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
