"""An Azul position as JSON data and back: writing is plain, reading checks everything it is told.

Whether a position could have come about is not asked; whether it keeps the tiles together and the
board in order is (formats, section 3).
"""

from typing import Any

from azulejos.azul import kernels
from azulejos.azul.fields import (
    CELLS,
    CELLS_BELOW,
    COLOURS,
    FLOOR,
    FLOOR_COUNT,
    FLOOR_LINE,
    FLOOR_SPACES,
    JOKER,
    JOKERS,
    LETTERS,
    LID,
    LINE_COLOUR,
    LINE_JOKERS,
    LINES,
    MAX_ROUNDS,
    OFFER,
    OPEN,
    ROWS,
    SCORE,
    SIZE,
    TAKEN,
    TILING,
    WALL,
    WALL_JOKERS,
)
from azulejos.azul.notation import NAMES
from azulejos.azul.options import AzulOptions
from azulejos.core import reading
from azulejos.core.checks import quoted
from azulejos.core.errors import BadPosition
from azulejos.core.lanes import LANE, ONES, WIDTH, lane, total
from azulejos.core.layout import (
    BAG,
    CENTRE,
    ENDED,
    GREY,
    IN_CENTRE,
    MARKER,
    PHASE,
    PLAYERS,
    ROUND,
    STARTER,
    TURN,
)
from azulejos.core.tiles import tiles_text

PHASES = {OFFER: "offer", TILING: "tiling", ENDED: "over"}
KEYS = ("game", "options", "round", "phase", "turn", "starter", "marker", "factories", "centre", "boards")
OPTIONAL = ("bag", "lid")
BOARD_KEYS = ("score", "lines", "wall", "floor")

State = list[int]


# --- writing --------------------------------------------------------------------------------------------


def write_position(s: State) -> dict[str, Any]:
    """The position; in a state that waits for a deal, which no text can say, the phase is `deal`."""
    options = options_of(s)
    return {
        "game": "azul",
        "options": options.as_dict(),
        "round": s[ROUND],
        "phase": PHASES.get(s[PHASE], "deal"),
        "turn": s[TURN] if s[TURN] >= 0 else None,
        "starter": s[STARTER],
        "marker": "centre" if s[MARKER] == IN_CENTRE else s[MARKER],
        "factories": [tiles_text(s[factory], LETTERS) for factory in range(options.factories)],
        "centre": tiles_text(s[CENTRE], LETTERS),
        "bag": counts_by_letter(s, BAG),
        "lid": counts_by_letter(s, LID),
        "boards": [write_board(s, seat) for seat in range(options.players)],
    }


def options_of(s: State) -> AzulOptions:
    """The options that a state carries."""
    return AzulOptions(
        players=s[PLAYERS],
        wall="grey" if s[GREY] else "coloured",
        jokers=bool(s[JOKERS]),
        max_rounds=s[MAX_ROUNDS] or None,
    )


def write_board(s: State, seat: int) -> dict[str, Any]:
    """One player's board."""
    marker = "1" if s[FLOOR_COUNT + seat] > total(s[FLOOR + seat]) else ""
    return {
        "score": s[SCORE + seat],
        "lines": [line_text(lane(s[LINES + seat], row)) for row in range(ROWS)],
        "wall": wall_rows(s, seat),
        "floor": marker + tiles_text(s[FLOOR + seat], LETTERS),
    }


def line_text(line: int) -> str:
    """A pattern line's tiles in colour order."""
    jokers = line >> LINE_JOKERS
    coloured = LETTERS[(line >> LINE_COLOUR) & 7] * ((line & 7) - jokers)
    return coloured + LETTERS[JOKER] * jokers


def wall_rows(s: State, seat: int) -> list[str]:
    """A wall as five strings, `.` for an empty cell."""
    return ["".join(cell_letter(s, seat, row, column) for column in range(ROWS)) for row in range(ROWS)]


def cell_letter(s: State, seat: int, row: int, column: int) -> str:
    """What lies on a wall cell."""
    cell = ROWS * row + column
    if not s[WALL + seat] >> cell & 1:
        return "."
    if s[WALL_JOKERS + seat] >> cell & 1:
        return LETTERS[JOKER]
    if not s[GREY]:
        return LETTERS[(column - row) % ROWS]
    word, first = (CELLS, 0) if row < 3 else (CELLS_BELOW, 3)
    return LETTERS[s[word + seat] >> (3 * (ROWS * (row - first) + column)) & 7]


def counts_by_letter(s: State, stock: int) -> dict[str, int]:
    """What bag or lid hold, a count for every letter of this game."""
    return {letter: int(lane(s[stock], colour)) for colour, letter in enumerate(letters_of(s))}


def letters_of(s: State) -> str:
    """The letters of this game's tiles."""
    return LETTERS[: COLOURS + s[JOKERS]]


# --- reading --------------------------------------------------------------------------------------------


def read_position(data: object) -> State:
    """The state of a position; BadPosition names the place where it breaks a rule."""
    given = reading.entries(data, "position", KEYS, OPTIONAL)
    if given["game"] != "azul":
        raise BadPosition(f"position: game is {quoted(given['game'])}, expected 'azul'")
    options = reading.options(AzulOptions, "azul", given["options"])
    s = [0] * SIZE
    s[PLAYERS], s[JOKERS] = options.players, int(options.jokers)
    s[GREY], s[MAX_ROUNDS] = int(options.wall == "grey"), options.max_rounds or 0
    letters = letters_of(s)
    s[ROUND] = reading.number(given["round"], "round", 1)
    reading.course(s, given, PHASES)
    reading.table(s, given, OFFER, PHASES, letters, 100)
    for seat, board in enumerate(reading.list_of(given["boards"], "boards", options.players)):
        _read_board(s, seat, board, f"board {seat}")
    _check_marker(s)
    _check_done(s)
    s[LID] = reading.stock(given.get("lid", {}), "lid", letters, 100)
    seen = s[LID] + sum(s[source] for source in range(CENTRE + 1))
    seen += sum(_on_board(s, seat) for seat in range(options.players))
    all_tiles = kernels.full_bag(s[PLAYERS], s[JOKERS])
    s[BAG] = reading.bag(given, seen, "lid, factories, centre and boards", all_tiles, letters, NAMES)
    return s


def _on_board(s: State, seat: int) -> int:
    """A lane word of all tiles on one board."""
    wall = sum(_unit(letter) for row in wall_rows(s, seat) for letter in row if letter != ".")
    lines = sum(_unit(letter) for row in range(ROWS) for letter in line_text(lane(s[LINES + seat], row)))
    return int(wall + lines + s[FLOOR + seat])


def _unit(letter: str) -> int:
    return 1 << (WIDTH * LETTERS.index(letter))


# --- one board ------------------------------------------------------------------------------------------


def _read_board(s: State, seat: int, data: object, where: str) -> None:
    board = reading.entries(data, where, BOARD_KEYS)
    s[SCORE + seat] = reading.number(board["score"], f"{where}: score", 0)
    for row, cells in enumerate(reading.list_of(board["wall"], f"{where}: wall", ROWS)):
        _read_wall_row(s, seat, row, cells, f"{where}: wall row {row + 1}")
    for row, tiles in enumerate(reading.list_of(board["lines"], f"{where}: lines", ROWS)):
        _read_line(s, seat, row, tiles, f"{where}: line {row + 1}")
    _read_floor(s, seat, board["floor"], f"{where}: floor")
    s[OPEN + seat] = sum(_open(s, seat, row) << row for row in range(ROWS)) + (ONES << FLOOR_LINE)


def _read_wall_row(s: State, seat: int, row: int, cells: object, where: str) -> None:
    letters = letters_of(s)
    if not isinstance(cells, str) or len(cells) != ROWS or any(c not in letters + "." for c in cells):
        raise BadPosition(f"{where} is {quoted(cells)}, expected five of {letters} and '.'")
    for column, letter in enumerate(cells):
        if letter != ".":
            _read_cell(s, seat, row, column, LETTERS.index(letter), f"{where}, column {column + 1}")


def _read_cell(s: State, seat: int, row: int, column: int, kind: int, where: str) -> None:
    cell = 1 << (ROWS * row + column)
    s[WALL + seat] |= cell
    if kind == JOKER:
        s[WALL_JOKERS + seat] |= cell
    if s[GREY]:
        _read_grey_cell(s, seat, row, column, kind, where)
        return
    colour = (column - row) % ROWS  # A5; a joker occupies it too (A66)
    if kind not in (colour, JOKER):
        raise BadPosition(f"{where}: {NAMES[kind]} on the {NAMES[colour]} cell")
    s[TAKEN + seat] |= 1 << (WIDTH * colour + row)


def _read_grey_cell(s: State, seat: int, row: int, column: int, kind: int, where: str) -> None:
    word, first = (CELLS, 0) if row < 3 else (CELLS_BELOW, 3)
    s[word + seat] |= kind << (3 * (ROWS * (row - first) + column))
    if kind == JOKER:  # A70: it blocks no colour
        return
    mark = (1 << row) | (1 << (ROWS + column))
    if lane(s[TAKEN + seat], kind) & mark:
        raise BadPosition(f"{where}: {NAMES[kind]} a second time in its row or column (A48)")
    s[TAKEN + seat] |= mark << (WIDTH * kind)


def _read_line(s: State, seat: int, row: int, tiles: object, where: str) -> None:
    counts = reading.tiles(tiles, where, row + 1, letters_of(s))
    jokers = lane(counts, JOKER)
    colours = [colour for colour in range(COLOURS) if lane(counts, colour)]
    if len(colours) > 1:
        raise BadPosition(f"{where} is {quoted(tiles)}, expected one colour (A19)")
    if not counts:
        return
    colour = colours[0] if colours else JOKER
    if colour != JOKER and s[TAKEN + seat] >> (WIDTH * colour + row) & 1:
        raise BadPosition(f"{where} holds {NAMES[colour]}, which wall row {row + 1} has already (A21)")
    line = total(counts) | (colour << LINE_COLOUR) | (jokers << LINE_JOKERS)
    s[LINES + seat] |= line << (WIDTH * row)


def _read_floor(s: State, seat: int, floor: object, where: str) -> None:
    if not isinstance(floor, str) or len(floor) > FLOOR_SPACES or floor.count("1") > 1:
        raise BadPosition(f"{where} is {quoted(floor)}, expected at most seven: tiles and one marker '1'")
    s[FLOOR + seat] = reading.tiles(floor.replace("1", ""), where, FLOOR_SPACES, letters_of(s))
    s[FLOOR_COUNT + seat] = len(floor)


def _open(s: State, seat: int, row: int) -> int:
    """A one in the lane of every kind of tile that a line takes (A19-A22, A59)."""
    line = lane(s[LINES + seat], row)
    if line & 7 == row + 1:
        return 0
    kind = line >> LINE_COLOUR & 7
    free: int = ONES & ~(s[TAKEN + seat] >> row)
    if line == 0 or kind == JOKER:
        return free
    return int(free & (LANE << (WIDTH * kind) | LANE << (WIDTH * JOKER)))


def _check_done(s: State) -> None:
    """In tiling the seats before the one to decide have tiled their walls and paid for their floors."""
    for seat in range(s[TURN] if s[PHASE] == TILING else 0):
        if s[FLOOR_COUNT + seat]:
            raise BadPosition(f"board {seat}: floor is not empty, but tiling has come to seat {s[TURN]}")
        if lines := kernels.complete_lines(s[LINES + seat]):
            row = kernels.first_row(lines) + 1
            raise BadPosition(f"board {seat}: line {row} is full, but tiling has come to seat {s[TURN]}")


def _check_marker(s: State) -> None:
    """The marker is in one place: the centre, or with the seat that took it (A15, A17)."""
    for seat in range(s[PLAYERS]):
        there = s[FLOOR_COUNT + seat] > total(s[FLOOR + seat])
        if there and s[MARKER] != seat:
            holder = "the centre" if s[MARKER] == IN_CENTRE else f"seat {s[MARKER]}"
            raise BadPosition(f"board {seat}: the marker is on the floor and with {holder} too")
        paid = s[PHASE] == ENDED or (s[PHASE] == TILING and seat < s[TURN])
        if s[MARKER] == seat and not there and not paid and s[FLOOR_COUNT + seat] < FLOOR_SPACES:
            raise BadPosition(
                f"marker is {seat}, but the floor of board {seat} has free spaces and no '1' (A15)"
            )
