"""A table as plain text: a capital letter where a tile lies, a small one or a number where none does yet."""

from collections.abc import Sequence
from typing import Any

from azulejos.azul.fields import DIAGONAL, LETTERS, ROWS
from azulejos.envs.pictures import stars
from azulejos.envs.pictures.view import View, name
from azulejos.pavilion.fields import POINTS, SPACES, STAR_LETTERS, STARS

GAP = "    "


def written(view: View) -> str:
    """The whole table; two boards stand side by side."""
    boards = [_BOARDS[view.game](view, seat) for seat in view.seats]
    rows = [line for n in range(0, len(boards), 2) for line in ["", *_beside(boards[n : n + 2])]]
    head = f"{view.title}, round {view.shown['round']}: {view.status}"
    return "\n".join([head, *_table(view.shown), *rows]) + "\n"


def _table(shown: dict[str, Any]) -> list[str]:
    factories = "  ".join(f"{n}:{tiles or '-'}" for n, tiles in enumerate(shown["factories"], 1))
    centre = "1" * (shown["marker"] == "centre") + shown["centre"]
    places = {"factories": factories, "centre": centre or "-"}
    if "wild" in shown:
        places |= {"wild": shown["wild"], "supply": shown["supply"] or "-"}
    places |= {place: _counts(shown[place]) for place in ("bag", "lid", "tower") if place in shown}
    return [f"{place:<11}{what}" for place, what in places.items()]


def _counts(stock: dict[str, int]) -> str:
    return " ".join(f"{letter}{count}" for letter, count in stock.items())


def _beside(boards: Sequence[list[str]]) -> list[str]:
    """Blocks of as many lines side by side."""
    widths = [max(map(len, board)) for board in boards]
    return [
        GAP.join(line.ljust(width) for line, width in zip(lines, widths, strict=True)).rstrip()
        for lines in zip(*boards, strict=True)
    ]


def _seat(view: View, seat: int) -> str:
    sign = ">" if view.mover == seat else " "
    note = view.note(seat)
    told = f" ({note})" if note and note != "to move" else ""
    return f"{sign} {name(seat)}: {view.scores[seat]}{told}"


# --- Azul -------------------------------------------------------------------------------------------------


def _azul(view: View, seat: int) -> list[str]:
    own = view.shown["boards"][seat]
    grey = view.shown["options"]["wall"] == "grey"
    lines = [_row(own, row, grey) for row in range(ROWS)]
    cost = f"  -{own['penalty']}" if own["penalty"] else ""
    return [_seat(view, seat), *lines, f"  floor {' '.join(own['floor'].ljust(7, '.'))}{cost}"]


def _row(own: dict[str, Any], row: int, grey: bool) -> str:
    """A line with its free spaces, and the row of the wall beside it."""
    line = " ".join(own["lines"][row].rjust(row + 1, ".")).rjust(2 * ROWS - 1)
    wall = " ".join(
        ("." if grey else printed(row, column).lower()) if letter == "." else letter
        for column, letter in enumerate(own["wall"][row])
    )
    return f"  {row + 1} {line} | {wall}"


def printed(row: int, column: int) -> str:
    """The colour that the coloured wall has there (A5)."""
    return next(
        LETTERS[colour] for colour, cells in enumerate(DIAGONAL) if cells >> (ROWS * row + column) & 1
    )


# --- Summer Pavilion --------------------------------------------------------------------------------------

COLUMN, LINE = 25, 43.3  # what a character is wide and a line high among the stars


def _pavilion(view: View, seat: int) -> list[str]:
    """The stars where they lie, each around its letter."""
    own = view.shown["boards"][seat]
    cells = {_cell(stars.middle(space)): _lies(view, own, space) for space in range(SPACES)}
    cells |= {_cell(stars.centre(star)): STAR_LETTERS[star].lower() for star in range(STARS)}
    across = range(min(x for x, _ in cells), 1 + max(x for x, _ in cells))
    down = range(min(y for _, y in cells), 1 + max(y for _, y in cells))
    drawn = ["  " + "".join(cells.get((x, y), " ") for x in across) for y in down]
    corners = f"  corners {own['corners']}" if own["corners"] else ""
    return [_seat(view, seat), *drawn, f"  hand {own['hand'] or '-'}{corners}"]


def _cell(point: stars.Point) -> tuple[int, int]:
    return round(point[0] / COLUMN), round(point[1] / LINE)


def _lies(view: View, own: dict[str, Any], space: int) -> str:
    star, position = divmod(space, POINTS)
    tile: str = own["stars"][STAR_LETTERS[star]][position]
    return str(view.shown["numbers"][STAR_LETTERS[star]][position]) if tile == "." else tile


_BOARDS = {"azul": _azul, "pavilion": _pavilion}
