"""An Azul position as JSON data and back: writing is plain, reading checks everything it is told.

Whether a position could have come about is not asked; whether it keeps the tiles together and the
board in order is (formats, section 3).
"""

from typing import Any

from azulejos.azul.fields import (
    AVAIL,
    BAG,
    CELLS,
    CELLS_BELOW,
    CENTRE,
    COLOURS,
    ENDED,
    FLOOR,
    FLOOR_COUNT,
    FLOOR_LINE,
    FLOOR_SPACES,
    GREY,
    IN_CENTRE,
    JOKER,
    JOKERS,
    LETTERS,
    LID,
    LINE_COLOUR,
    LINE_JOKERS,
    LINES,
    MARKER,
    MAX_ROUNDS,
    OFFER,
    OPEN,
    OVER,
    PHASE,
    PLAYERS,
    ROUND,
    ROWS,
    SCORE,
    SIZE,
    STARTER,
    TAKEN,
    TILING,
    TURN,
    WALL,
    WALL_JOKERS,
)
from azulejos.azul.notation import NAMES, parse_tiles, tiles_text
from azulejos.azul.options import Options, make_options
from azulejos.core.checks import quoted, whole
from azulejos.core.errors import BadPosition, RulesError
from azulejos.core.lanes import LANE, ONES, WIDTH, filled, lane, total

PHASES = {OFFER: "offer", TILING: "tiling", ENDED: "over"}
KEYS = ("game", "options", "round", "phase", "turn", "starter", "marker", "factories", "centre")
OPTIONAL = ("bag", "lid")
BOARD_KEYS = ("score", "lines", "wall", "floor")
MOST = 1_000_000_000  # scores and rounds beyond this are typing errors

State = list[int]


# --- writing --------------------------------------------------------------------------------------------


def write_position(s: State) -> dict[str, Any]:
    """The position of a state in which no deal is due."""
    options = options_of(s)
    return {
        "game": "azul",
        "options": options.as_dict(),
        "round": s[ROUND],
        "phase": PHASES[s[PHASE]],
        "turn": None if s[PHASE] == ENDED else s[TURN],
        "starter": s[STARTER],
        "marker": "centre" if s[MARKER] == IN_CENTRE else s[MARKER],
        "factories": [tiles_text(s[factory]) for factory in range(options.factories)],
        "centre": tiles_text(s[CENTRE]),
        "bag": _counts(s[BAG], options),
        "lid": _counts(s[LID], options),
        "boards": [write_board(s, seat) for seat in range(options.players)],
    }


def options_of(s: State) -> Options:
    """The options that a state carries."""
    return Options(
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
        "floor": marker + tiles_text(s[FLOOR + seat]),
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


def _counts(word: int, options: Options) -> dict[str, int]:
    return {LETTERS[colour]: lane(word, colour) for colour in range(COLOURS + options.jokers)}


# --- reading --------------------------------------------------------------------------------------------


def read_position(data: object) -> State:
    """The state of a position; BadPosition names the place where it breaks a rule."""
    entries = _entries(data, "position", (*KEYS, "boards"), OPTIONAL)
    if entries["game"] != "azul":
        raise BadPosition(f"position: game is {quoted(entries['game'])}, expected 'azul'")
    options = _read_options(entries["options"])
    s = [0] * SIZE
    s[PLAYERS], s[JOKERS] = options.players, int(options.jokers)
    s[GREY], s[MAX_ROUNDS] = int(options.wall == "grey"), options.max_rounds or 0
    _read_course(s, entries)
    _read_table(s, entries, options)
    boards = _list(entries["boards"], "boards", options.players)
    for seat, board in enumerate(boards):
        _read_board(s, seat, board, f"board {seat}")
    _check_marker(s)
    _read_stock(s, entries, options)
    return s


def _read_options(given: object) -> Options:
    if not isinstance(given, dict):
        raise BadPosition(f"position: options is {quoted(given)}, expected an object")
    try:
        return make_options(given)
    except RulesError as error:
        raise BadPosition(f"position: {error}") from None


def _read_course(s: State, entries: dict[str, Any]) -> None:
    """Round, phase, turn, starter and marker."""
    seats = range(s[PLAYERS])
    s[ROUND] = _whole(entries["round"], "round", 1)
    names = {name: phase for phase, name in PHASES.items()}
    if not isinstance(entries["phase"], str) or entries["phase"] not in names:
        raise BadPosition(f"phase is {quoted(entries['phase'])}, expected offer, tiling or over")
    s[PHASE] = names[entries["phase"]]
    if s[PHASE] == ENDED:
        if entries["turn"] is not None:
            raise BadPosition(f"turn is {quoted(entries['turn'])}, expected null in phase over")
        s[TURN] = OVER
    else:
        s[TURN] = _seat(entries["turn"], "turn", seats)
    s[STARTER] = _seat(entries["starter"], "starter", seats)
    at_centre = entries["marker"] == "centre"
    s[MARKER] = IN_CENTRE if at_centre else _seat(entries["marker"], "marker", seats, "'centre' or ")


def _read_table(s: State, entries: dict[str, Any], options: Options) -> None:
    """Factories and centre."""
    factories = _list(entries["factories"], "factories", options.factories)
    for factory, tiles in enumerate(factories):
        s[factory] = _tiles(tiles, f"factory {factory + 1}", 4, options.jokers)
        s[AVAIL] |= filled(s[factory]) << factory
    s[CENTRE] = _tiles(entries["centre"], "centre", 100, options.jokers)
    s[AVAIL] |= filled(s[CENTRE]) << CENTRE
    if s[PHASE] == OFFER and not s[AVAIL]:
        raise BadPosition("phase is offer, but no factory and not the centre holds a tile")
    if s[PHASE] == TILING and s[AVAIL]:
        raise BadPosition("phase is tiling, but tiles still lie in the factories or the centre")


def _read_stock(s: State, entries: dict[str, Any], options: Options) -> None:
    """Bag and lid, and that every colour is there exactly as often as the game has it (A10)."""
    s[LID] = _stock(entries.get("lid", {}), "lid", options)
    seen = s[LID] + sum(s[source] for source in range(CENTRE + 1))
    seen += sum(_on_board(s, seat) for seat in range(options.players))
    given = "bag" in entries
    bag = _stock(entries["bag"], "bag", options) if given else 0
    for colour in range(COLOURS + options.jokers):
        expected = tiles_in_game(options, colour)
        count = lane(seen, colour) + lane(bag, colour)
        if count > expected or (given and count < expected):
            zones = "bag, lid, factories, centre and boards" if given else "lid, table and boards"
            raise BadPosition(f"{count} {NAMES[colour]} tiles in {zones}, expected {expected}")
        if not given:
            s[BAG] += (expected - count) << (WIDTH * colour)
    if given:
        s[BAG] = bag


def tiles_in_game(options: Options, colour: int) -> int:
    """How many tiles of a colour the game has (A2, A54)."""
    if not options.jokers:
        return 20
    few = options.players == 2
    if colour == JOKER:
        return 5 if few else 10
    return 19 if few else 18


def _on_board(s: State, seat: int) -> int:
    """A lane word of all tiles on one board."""
    wall = sum(_unit(letter) for row in wall_rows(s, seat) for letter in row if letter != ".")
    lines = sum(_unit(letter) for row in range(ROWS) for letter in line_text(lane(s[LINES + seat], row)))
    return wall + lines + s[FLOOR + seat]


def _unit(letter: str) -> int:
    return 1 << (WIDTH * LETTERS.index(letter))


# --- one board ------------------------------------------------------------------------------------------


def _read_board(s: State, seat: int, data: object, where: str) -> None:
    board = _entries(data, where, BOARD_KEYS)
    s[SCORE + seat] = _whole(board["score"], f"{where}: score", 0)
    for row, cells in enumerate(_list(board["wall"], f"{where}: wall", ROWS)):
        _read_wall_row(s, seat, row, cells, f"{where}: wall row {row + 1}")
    for row, tiles in enumerate(_list(board["lines"], f"{where}: lines", ROWS)):
        _read_line(s, seat, row, tiles, f"{where}: line {row + 1}")
    _read_floor(s, seat, board["floor"], f"{where}: floor")
    s[OPEN + seat] = sum(_open(s, seat, row) << row for row in range(ROWS)) + (ONES << FLOOR_LINE)


def _read_wall_row(s: State, seat: int, row: int, cells: object, where: str) -> None:
    letters = LETTERS if s[JOKERS] else LETTERS[:COLOURS]
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
    counts = _tiles(tiles, where, row + 1, bool(s[JOKERS]))
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
    s[FLOOR + seat] = _tiles(floor.replace("1", ""), where, FLOOR_SPACES, bool(s[JOKERS]))
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


# --- small readers --------------------------------------------------------------------------------------


def _entries(
    data: object, where: str, keys: tuple[str, ...], optional: tuple[str, ...] = ()
) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise BadPosition(f"{where} is {quoted(data)}, expected an object with {', '.join(keys)}")
    for key in data:
        if key not in keys + optional:
            raise BadPosition(f"{where}: unknown entry {quoted(key)}, expected {', '.join(keys + optional)}")
    for key in keys:
        if key not in data:
            raise BadPosition(f"{where}: {key} is missing")
    return data


def _list(data: object, where: str, length: int) -> list[Any]:
    if not isinstance(data, list) or len(data) != length:
        found = f"{len(data)} entries" if isinstance(data, list) else quoted(data)
        raise BadPosition(f"{where}: {found}, expected a list of {length}")
    return data


def _whole(value: object, where: str, least: int) -> int:
    return whole(value, where, least, MOST, f"a whole number from {least}", BadPosition)


def _seat(value: object, where: str, seats: range, also: str = "") -> int:
    return whole(value, where, 0, seats[-1], f"{also}a seat from 0 to {seats[-1]}", BadPosition)


def _tiles(value: object, where: str, most: int, jokers: bool) -> int:
    counts = parse_tiles(value, jokers) if isinstance(value, str) and len(value) <= most else None
    if counts is None:
        letters = LETTERS if jokers else LETTERS[:COLOURS]
        raise BadPosition(f"{where} is {quoted(value)}, expected at most {most} tiles of {letters}")
    return counts


def _stock(value: object, where: str, options: Options) -> int:
    letters = LETTERS[: COLOURS + options.jokers]
    if not isinstance(value, dict) or any(key not in letters for key in value):
        raise BadPosition(f"{where} is {quoted(value)}, expected counts for {', '.join(letters)}")
    word = 0
    for letter, count in value.items():
        word += _count(count, f"{where}: {letter}") << (WIDTH * letters.index(letter))
    return word


def _count(value: object, where: str) -> int:
    return whole(value, where, 0, 100, "a count from 0 to 100", BadPosition)
