"""A player's board: pattern lines, wall and floor in a frame, or small, from what `game.show()` tells."""

from itertools import pairwise
from typing import Any

from rich.text import Text

from azulejos.azul.fields import DIAGONAL, LETTERS, PENALTY, ROWS
from azulejos.terminal.blocks import GOLD, WARNING, Block, fit, frame
from azulejos.terminal.english import counted
from azulejos.terminal.tiles import WIDTH as TILE
from azulejos.terminal.tiles import empty, ghost, printed, small, small_ghost, tile, tiles

WIDTH = 39
SMALL_LEAST = 2 * ROWS + 1
SMALL_MOST = 19
PENALTIES = [before - after for before, after in pairwise(PENALTY)]  # of each floor space alone

Shown = dict[str, Any]  # what game.show() returns


def board(shown: Shown, seat: int, name: str) -> Block:
    """One seat's board; it stands out while the seat has to decide."""
    own, turn = shown["boards"][seat], shown["turn"] == seat
    lines = [_columns(), *(_row(shown, seat, row) for row in range(ROWS)), *_floor(own)]
    title = f"▸ {name}" if turn else name
    return frame(lines, WIDTH, title, counted(own["score"], "point"), turn)


def _columns() -> Text:
    numbers = "".join(f" {column} " for column in range(1, ROWS + 1))
    return Text(" " * (3 + TILE * ROWS + 3) + numbers, "dim")


def _row(shown: Shown, seat: int, row: int) -> Text:
    own = shown["boards"][seat]
    line = own["lines"][row]
    return Text.assemble(
        (f" {row + 1} ", "dim"),
        " " * TILE * (ROWS - row - 1),
        *[empty()] * (row + 1 - len(line)),
        *(tile(letter) for letter in line),
        _arrow(shown, seat, row),
        *(_cell(shown, own["wall"][row][column], row, column) for column in range(ROWS)),
    )


def _arrow(shown: Shown, seat: int, row: int) -> Text:
    if row in waiting_rows(shown, seat):
        return Text(" ! ", WARNING)
    complete = len(shown["boards"][seat]["lines"][row]) == row + 1
    return Text(" ▸ " if complete else "   ", GOLD)


def _cell(shown: Shown, letter: str, row: int, column: int) -> Text:
    if letter != ".":
        return tile(letter)
    if shown["options"]["wall"] == "grey":
        return empty()
    return ghost(printed_colour(row, column))


def printed_colour(row: int, column: int) -> str:
    """The colour that the coloured wall has there (A5)."""
    return next(
        LETTERS[colour] for colour, cells in enumerate(DIAGONAL) if cells >> (ROWS * row + column) & 1
    )


def _floor(own: dict[str, Any]) -> list[Text]:
    cost = f"  -{own['penalty']}" if own["penalty"] else ""
    spaces = "".join(f"{penalty} " for penalty in PENALTIES)
    return [
        Text(f"{'':8}{spaces}", "dim"),
        Text.assemble((" floor  ", "dim"), tiles(own["floor"], len(PENALTIES)), (cost, "bold")),
    ]


# --- small ------------------------------------------------------------------------------------------------


def small_board(shown: Shown, seat: int, name: str, width: int) -> Block:
    """One seat's board with a column for each space: lines to the left, the wall to the right."""
    own, turn = shown["boards"][seat], shown["turn"] == seat
    title = Text(f"▸ {name}" if turn else name, GOLD if turn else "bold")
    cost = f" -{own['penalty']}" if own["penalty"] else ""
    floor = Text.assemble(*(small(letter) for letter in own["floor"]), (cost, "bold"))
    lines = [
        title,
        Text(counted(own["score"], "point"), "bold"),
        *(_small_row(shown, seat, row) for row in range(ROWS)),
        floor if own["floor"] else Text("floor empty", "dim"),
    ]
    return [fit(line, width) for line in lines]


def _small_row(shown: Shown, seat: int, row: int) -> Text:
    line, wall = shown["boards"][seat]["lines"][row], shown["boards"][seat]["wall"][row]
    return Text.assemble(
        " " * (ROWS - row - 1),
        *[printed("·")] * (row + 1 - len(line)),
        *(small(letter) for letter in line),
        _arrow(shown, seat, row)[1:2],
        *(_small_cell(shown, wall[column], row, column) for column in range(ROWS)),
    )


def _small_cell(shown: Shown, letter: str, row: int, column: int) -> Text:
    if letter != ".":
        return small(letter)
    if shown["options"]["wall"] == "grey":
        return printed("·")
    colour = printed_colour(row, column)
    return small_ghost(colour, colour.lower())


def waiting_rows(shown: Shown, seat: int) -> list[int]:
    """The wall rows whose fifth tile waits in a complete line, so that the game is about to end (A43)."""
    own = shown["boards"][seat]
    return [row for row in range(ROWS) if _fifth_waits(own["wall"], row, own["lines"][row])]


def _fifth_waits(wall: list[str], row: int, line: str) -> bool:
    if len(line) < row + 1 or wall[row].count(".") != 1:
        return False
    column = wall[row].index(".")
    # on the grey wall a colour that its column holds already finds no cell (A48, A50)
    return "J" in line or all(other[column] != line[0] for other in wall)
