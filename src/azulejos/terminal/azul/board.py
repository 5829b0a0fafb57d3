"""A player's board: pattern lines, wall and floor in a frame, from what `game.show()` tells."""

from typing import Any

from rich.text import Text

from azulejos.terminal.azul.tiles import WIDTH as TILE
from azulejos.terminal.azul.tiles import empty, ghost, tile, tiles
from azulejos.terminal.blocks import GOLD, WARNING, Block, frame

ROWS = 5
WIDTH = 39
COLOURS = "BYRKW"
PENALTIES = (-1, -1, -2, -2, -2, -3, -3)

Shown = dict[str, Any]  # what game.show() returns


def board(shown: Shown, seat: int, name: str) -> Block:
    """One seat's board; it stands out while the seat has to decide."""
    own, turn = shown["boards"][seat], shown["turn"] == seat
    lines = [_columns(), *(_row(shown, seat, row) for row in range(ROWS)), *_floor(own)]
    title = f"▸ {name}" if turn else name
    return frame(lines, WIDTH, title, _points(own["score"]), turn)


def _points(score: int) -> str:
    return "1 point" if score == 1 else f"{score} points"


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
    return ghost(COLOURS[(column - row) % ROWS])  # A5


def _floor(own: dict[str, Any]) -> list[Text]:
    cost = f"  -{own['penalty']}" if own["penalty"] else ""
    spaces = "".join(f"{penalty} " for penalty in PENALTIES)
    return [
        Text(f"{'':8}{spaces}", "dim"),
        Text.assemble((" floor  ", "dim"), tiles(own["floor"], len(PENALTIES)), (cost, "bold")),
    ]


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
