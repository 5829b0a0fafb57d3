"""A Pavilion position as JSON data and back: writing is plain, reading checks everything it is told."""

from typing import Any

from azulejos.core import reading
from azulejos.core.checks import quoted, whole
from azulejos.core.errors import BadPosition
from azulejos.core.lanes import WIDTH, lane, total
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
    SEATS,
    STARTER,
    TURN,
)
from azulejos.core.tiles import tiles_text
from azulejos.pavilion import kernels
from azulejos.pavilion.fields import (
    ACQUIRE,
    ALL_TILES,
    BONUS,
    CENTRE_STAR,
    CORNERS_MOST,
    DUE,
    HAND,
    KEPT,
    LETTERS,
    PASSED,
    PLACE,
    POINTS,
    ROUNDS,
    SCORE,
    SIZE,
    STAR_COLOUR,
    STAR_LETTERS,
    STARS,
    SUPPLY,
    SUPPLY_SPACES,
    TILES,
    TOWER,
)
from azulejos.pavilion.notation import NAMES
from azulejos.pavilion.options import PavilionOptions

PHASES = {ACQUIRE: "acquire", PLACE: "place", BONUS: "bonus", ENDED: "over"}
KEYS = (
    "game",
    "options",
    "round",
    "phase",
    "turn",
    "starter",
    "marker",
    "due",
    "factories",
    "centre",
    "supply",
    "boards",
)
OPTIONAL = ("bag", "tower")
BOARD_KEYS = ("score", "hand", "corners", "passed", "stars")

State = list[int]


# --- writing --------------------------------------------------------------------------------------------


def write_position(s: State) -> dict[str, Any]:
    """The position; in a state that waits for a deal, which no text can say, the phase is `deal`."""
    options = options_of(s)
    return {
        "game": "pavilion",
        "options": options.as_dict(),
        "round": s[ROUND],
        "phase": PHASES.get(s[PHASE], "deal"),
        "turn": s[TURN] if s[TURN] >= 0 else None,
        "starter": s[STARTER],
        "marker": "centre" if s[MARKER] == IN_CENTRE else s[MARKER],
        "due": s[DUE],
        "factories": [tiles_text(s[factory], LETTERS) for factory in range(options.factories)],
        "centre": tiles_text(s[CENTRE], LETTERS),
        "supply": tiles_text(s[SUPPLY], LETTERS),
        "bag": counts_by_letter(s[BAG]),
        "tower": counts_by_letter(s[TOWER]),
        "boards": [write_board(s, seat) for seat in range(options.players)],
    }


def options_of(s: State) -> PavilionOptions:
    """The options that a state carries."""
    return PavilionOptions(players=s[PLAYERS], side="grey" if s[GREY] else "coloured")


def counts_by_letter(stock: int) -> dict[str, int]:
    """What bag or tower hold, a count for every colour."""
    return {letter: int(lane(stock, colour)) for colour, letter in enumerate(LETTERS)}


def write_board(s: State, seat: int) -> dict[str, Any]:
    """One player's board."""
    return {
        "score": s[SCORE + seat],
        "hand": tiles_text(s[HAND + seat], LETTERS),
        "corners": tiles_text(s[KEPT + seat], LETTERS),
        "passed": bool(s[PASSED + seat]),
        "stars": {letter: star_text(s, seat, star) for star, letter in enumerate(STAR_LETTERS)},
    }


def star_text(s: State, seat: int, star: int) -> str:
    """A star's tiles, `.` for an empty space."""
    return "".join(("." + LETTERS)[tile_on(s, seat, POINTS * star + point)] for point in range(POINTS))


def tile_on(s: State, seat: int, space: int) -> int:
    """The colour that lies on a space, plus one; 0 for none."""
    return s[TILES + SEATS * (space // 14) + seat] >> (3 * (space % 14)) & 7


# --- reading --------------------------------------------------------------------------------------------


def read_position(data: object) -> State:
    """The state of a position; BadPosition names the place where it breaks a rule."""
    given = reading.entries(data, "position", KEYS, OPTIONAL)
    if given["game"] != "pavilion":
        raise BadPosition(f"position: game is {quoted(given['game'])}, expected 'pavilion'")
    options = reading.options(PavilionOptions, "pavilion", given["options"])
    s = [0] * SIZE
    s[PLAYERS], s[GREY] = options.players, int(options.side == "grey")
    s[ROUND] = reading.number(given["round"], "round", 1, ROUNDS)
    reading.course(s, given, PHASES)
    reading.table(s, given, ACQUIRE, PHASES, LETTERS, 132)
    s[SUPPLY] = reading.tiles(given["supply"], "supply", SUPPLY_SPACES, LETTERS)
    for seat, board in enumerate(reading.list_of(given["boards"], "boards", options.players)):
        _read_board(s, seat, board, f"board {seat}")
    _read_due(s, given["due"])
    s[TOWER] = reading.stock(given.get("tower", {}), "tower", LETTERS, 132)
    seen = s[TOWER] + s[SUPPLY] + sum(s[source] for source in range(CENTRE + 1))
    seen += sum(_on_board(s, seat) for seat in range(options.players))
    elsewhere = "tower, supply, factories, centre and boards"
    s[BAG] = reading.bag(given, seen, elsewhere, ALL_TILES, LETTERS, NAMES)
    return s


def _read_due(s: State, value: object) -> None:
    """Bonus tiles due, never more than the supply holds (S42)."""
    if s[PHASE] != BONUS:
        whole(value, "due", 0, 0, f"0 in phase {PHASES[s[PHASE]]}", BadPosition)
        return
    most = min(3, int(total(s[SUPPLY])))
    if most == 0:
        raise BadPosition("phase is bonus, but the supply is empty")
    s[DUE] = reading.number(value, "due", 1, most)


def _on_board(s: State, seat: int) -> int:
    """A lane word of all tiles on and beside one board."""
    on_stars = "".join(star_text(s, seat, star) for star in range(STARS)).replace(".", "")
    return int(
        sum(1 << (WIDTH * LETTERS.index(letter)) for letter in on_stars) + s[HAND + seat] + s[KEPT + seat]
    )


def _read_board(s: State, seat: int, data: object, where: str) -> None:
    board = reading.entries(data, where, BOARD_KEYS)
    s[SCORE + seat] = reading.number(board["score"], f"{where}: score", 1)  # S5
    s[HAND + seat] = reading.tiles(board["hand"], f"{where}: hand", 132, LETTERS)
    s[KEPT + seat] = reading.tiles(board["corners"], f"{where}: corners", CORNERS_MOST, LETTERS)
    if not isinstance(board["passed"], bool):
        raise BadPosition(f"{where}: passed is {quoted(board['passed'])}, expected true or false")
    s[PASSED + seat] = int(board["passed"])
    stars = reading.entries(board["stars"], f"{where}: stars", tuple(STAR_LETTERS))
    for star, letter in enumerate(STAR_LETTERS):
        _read_star(s, seat, star, stars[letter], f"{where}: star {letter}")


def _read_star(s: State, seat: int, star: int, tiles: object, where: str) -> None:
    if not isinstance(tiles, str) or len(tiles) != POINTS or any(c not in LETTERS + "." for c in tiles):
        raise BadPosition(f"{where} is {quoted(tiles)}, expected six of {LETTERS} and '.'")
    for point, letter in enumerate(tiles):
        if letter != ".":
            kernels.lay(s, seat, POINTS * star + point, LETTERS.index(letter))
    _check_star(s, star, tiles.replace(".", ""), where)


def _check_star(s: State, star: int, tiles: str, where: str) -> None:
    """Colours that a star can hold (S35, S36, S54, S55)."""
    kinds = set(tiles)
    if not s[GREY] and star != CENTRE_STAR:
        own = LETTERS[STAR_COLOUR[star]]
        if kinds - {own}:
            raise BadPosition(f"{where} holds {quoted(tiles)}, expected only {own}")
    elif not s[GREY] and len(kinds) < len(tiles):
        raise BadPosition(f"{where} holds {quoted(tiles)}, expected every colour at most once (S36)")
    elif len(kinds) not in (0, 1, len(tiles)):
        raise BadPosition(f"{where} holds {quoted(tiles)}, expected one colour, or all different (S54)")
