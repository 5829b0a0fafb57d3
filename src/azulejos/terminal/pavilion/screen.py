"""The whole table as one drawing: what `game.show()` tells, the names and a width go in, text comes out."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from rich.text import Text

from azulejos.pavilion.fields import LETTERS, ROUNDS
from azulejos.terminal.blocks import GOLD, Block, beside, first_fitting, fit, folded, in_rows, joined, tall
from azulejos.terminal.pavilion import reach
from azulejos.terminal.pavilion.board import WIDTH, board, small_board
from azulejos.terminal.pavilion.words import COLOUR
from azulejos.terminal.table import factories, heap, stocks
from azulejos.terminal.tiles import tile

Shown = dict[str, Any]  # what game.show() returns

SMALL = 40  # a small board beside a full one
SMALL_MOST = 60
SMALL_LEAST = 38  # two of them side by side
NEAREST = 2  # lines for what is in reach where lines are few


def draw(shown: Shown, names: Sequence[str], width: int, height: int | None = None) -> Text:
    """The table, the board of the seat to decide in full, the others as there is room.

    On a low or narrow screen its board becomes small too, and the others' come first.
    """
    layouts = [partial(layout, shown, names, width) for layout in (_spacious, _low, _lowest)]
    if width < WIDTH:
        layouts = layouts[2:]
    elif shown["turn"] is None:
        layouts = layouts[:1]
    return joined(folded(first_fitting(layouts, height), width))


def _spacious(shown: Shown, names: Sequence[str], width: int) -> Block:
    return [*_above(shown, width), *_table(shown, width), *_boards(shown, names, width)]


def _low(shown: Shown, names: Sequence[str], width: int) -> Block:
    """Without bag and tower; the others and what is in reach beside the board, or before the table."""
    turn = shown["turn"]
    own = board(shown, turn, names[turn], dense=True)
    table = [*_above(shown, width), *_dense_table(shown, width)]
    across = min(width - WIDTH - 1, SMALL_MOST)
    if across < SMALL:
        below = reach.reach_lines(shown, turn, width)[:NEAREST]
        return [*_others(shown, names, min(width, SMALL_MOST)), *table, *own, *below]
    others = _others(shown, names, across)
    near = reach.reach_lines(shown, turn, across)[: max(0, len(own) - len(others))]  # as far as there is room
    return [*table, *beside([own, [*others, *(fit(line, across) for line in near)]])]


def _lowest(shown: Shown, names: Sequence[str], width: int) -> Block:
    """Every board small, the one of the seat to decide last."""
    turn = shown["turn"]
    seats = (
        range(len(names)) if turn is None else [(turn + step) % len(names) for step in range(1, len(names))]
    )
    across = (width - 1) // 2 if width >= 2 * SMALL_LEAST + 1 else min(width, SMALL_MOST)
    small = [small_board(shown, seat, names[seat], across) for seat in seats]
    tallest = max(map(len, small))
    others = in_rows([tall(block, tallest) for block in small], width)
    table = [*_above(shown, width), *_dense_table(shown, width)]
    if turn is None:
        return [*others, *table]
    own = small_board(shown, turn, names[turn], width)
    return [*others, *table, *own, *reach.reach_lines(shown, turn, width)[:NEAREST]]


def _above(shown: Shown, width: int) -> Block:
    return _in_one(_title(shown), _wild(shown), width)


def _title(shown: Shown) -> Text:
    side = ", grey side" if shown["options"]["side"] == "grey" else ""
    return Text.assemble((" Summer Pavilion", "bold"), f"{side}  ·  {_stage(shown)}")


def _stage(shown: Shown) -> str:
    number = shown["round"]
    stages = {
        "acquire": f"round {number} of {ROUNDS}, acquiring",
        "place": f"round {number} of {ROUNDS}, placing",
        "bonus": f"round {number} of {ROUNDS}, {shown['due']} bonus due",
        "deal": f"round {number} of {ROUNDS}, before a deal" if number else "before the first deal",
        "over": "the game is over",
    }
    return stages[shown["phase"]]


# --- the table --------------------------------------------------------------------------------------------


def _table(shown: Shown, width: int) -> Block:
    """The supply, factories and centre or that they are empty, bag and tower."""
    bag = {"bag": shown["bag"], "tower": shown["tower"]}
    return [*_dense_table(shown, width), *stocks(bag, width, gap="")]


def _dense_table(shown: Shown, width: int) -> Block:
    supply = heap("supply", shown["supply"], width)
    if any(shown["factories"]) or shown["centre"]:
        return [*supply, *_sources(shown, width)]
    empty = Text(" factories and centre are empty", "dim")
    return [*supply[:-1], *_in_one(supply[-1], empty, width)]


def _in_one(first: Text, second: Text, width: int) -> Block:
    line = Text.assemble(first, "  ", second)
    return [line] if line.cell_len <= width else [first, second]


def _wild(shown: Shown) -> Text:
    """This round's wild colour and the next one (S20)."""
    number = shown["round"]
    parts = [Text(" wild ", GOLD), *_named(LETTERS[number - 1])] if number else []
    if number < ROUNDS:
        parts += [Text(", next " if parts else " wild in round 1 "), *_named(LETTERS[number])]
    return Text.assemble(*parts)


def _named(letter: str) -> list[Text]:
    return [tile(letter), Text(f" {COLOUR[letter]}")]


def _sources(shown: Shown, width: int) -> Block:
    marker = [Text("marker", GOLD)] if shown["marker"] == "centre" else []
    return [*factories(shown["factories"], width), *heap("centre", shown["centre"], width, *marker)]


# --- the boards -------------------------------------------------------------------------------------------


def _boards(shown: Shown, names: Sequence[str], width: int) -> Block:
    turn = shown["turn"]
    if turn is None:
        return in_rows([board(shown, seat, name) for seat, name in enumerate(names)], width)
    blocks = _full(shown, names) if width >= (WIDTH + 1) * len(names) - 1 else None
    if blocks is None and width >= WIDTH + 1 + SMALL:
        across = min(width - WIDTH - 1, SMALL_MOST)
        blocks = [board(shown, turn, names[turn]), _others(shown, names, across)]
    if blocks is None:
        across = min(width, SMALL_MOST)
        below = reach.reach_lines(shown, turn, width)
        return [*board(shown, turn, names[turn]), *below, *_others(shown, names, across)]
    return _with_reach(shown, blocks, width)


def _full(shown: Shown, names: Sequence[str]) -> list[Block]:
    return [board(shown, seat, name) for seat, name in enumerate(names)]


def _others(shown: Shown, names: Sequence[str], width: int) -> Block:
    """The boards of all who do not decide now, in the order in which they follow, small."""
    turn, players = shown["turn"], len(names)
    seats = [(turn + step) % players for step in range(1, players)]
    return [fit(line, width) for seat in seats for line in small_board(shown, seat, names[seat], width)]


def _with_reach(shown: Shown, blocks: list[Block], width: int) -> Block:
    """What is in reach of the seat to decide, beside the boards or below them."""
    taken = sum(block[0].cell_len + 1 for block in blocks)
    if taken + reach.WIDTH <= width:
        return beside([*blocks, reach.reach_panel(shown, shown["turn"])])
    return [*beside(blocks), *reach.reach_lines(shown, shown["turn"], width)]
