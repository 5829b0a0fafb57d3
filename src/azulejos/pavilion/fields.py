"""Where everything lies in a Pavilion state, the board's geometry, and how an action is numbered.

The geometry is here and nowhere else: which space costs what, which structures it touches, which
colours a star takes. Adjacency, structures and drawings all follow from these tables.
"""

from itertools import product

from azulejos.core.jit import Table
from azulejos.core.lanes import COLOURS, ONES, WIDTH

LETTERS = "PGOYBR"  # also the order in which colours are wild, round by round (S20)
CORNERS_MOST = 4
SUPPLY_SPACES = 10
ROUNDS = 6

# --- geometry (S9-S17) ------------------------------------------------------------------------------

STAR_LETTERS = "PORBYG*"  # clockwise from the left, then the centre star
STARS = 7
CENTRE_STAR = 6
POINTS = 6  # spaces of a star; space = POINTS * star + position, positions from 0
SPACES = STARS * POINTS
ALL_TILES = 22 * ONES  # S1
FULL_STAR = (1 << POINTS) - 1

STAR_COLOUR = Table(LETTERS.index(letter) for letter in STAR_LETTERS[:CENTRE_STAR])

# NUMBER[SPACES * grey + space]: the printed number (S10, S15)
_GREY_OUTER = (3, 2, 1, 4, 5, 6)
NUMBER = Table(
    (
        *(position + 1 for _ in range(STARS) for position in range(POINTS)),
        *(number for _ in range(CENTRE_STAR) for number in _GREY_OUTER),
        *(3 for _ in range(POINTS)),
    )
)


def spaces(star: int, *positions: int) -> int:
    """A set of spaces of one star, positions counted from 1 as people do."""
    return sum(1 << (POINTS * star + (position - 1) % POINTS) for position in positions)


def _next(star: int) -> int:
    return (star + 1) % CENTRE_STAR


_OUTER = range(CENTRE_STAR)
PILLARS = [spaces(star, 2, 3) | spaces(CENTRE_STAR, star + 5, star + 6) for star in _OUTER]  # S12
STATUES = [spaces(star, 1, 2) | spaces(_next(star), 3, 4) for star in _OUTER]  # S13
WINDOWS = [spaces(star, 5, 6) for star in _OUTER]  # S14
NOTHING = 1 << 60  # a structure that is never complete, for spaces that touch only one
STRUCTURE = Table((*PILLARS, *STATUES, *WINDOWS, NOTHING))
WORTH = Table((*(1 for _ in _OUTER), *(2 for _ in _OUTER), *(3 for _ in _OUTER), 0))  # S38


def _touched(space: int) -> list[int]:
    found = [n for n, around in enumerate(STRUCTURE) if around >> space & 1]
    return [*found, len(STRUCTURE) - 1][:2]


# TOUCHES[2 * space + k]: the one or two structures beside a space
TOUCHES = Table(structure for space in range(SPACES) for structure in _touched(space))


def _ring(members: int, position: int) -> int:
    if members == FULL_STAR:
        return POINTS
    run, step = 0, position
    while members >> step % POINTS & 1:
        step += 1
        run += 1
    step = position - 1
    while members >> step % POINTS & 1:
        step -= 1
        run += 1
    return run


# RING[POINTS * six_bits + position]: size of the group going round the star through it (S37)
RING = Table(
    _ring(members, position) if members >> position & 1 else 0
    for members in range(1 << POINTS)
    for position in range(POINTS)
)


def _spread(kind: int, members: int) -> int:
    """The empty spaces of a star by number; kind 0 coloured, 1 grey, 2 the grey centre."""
    first = (0, SPACES, SPACES + POINTS * CENTRE_STAR)[kind]
    numbers = [NUMBER[first + position] for position in range(POINTS) if not members >> position & 1]
    return sum(1 << (WIDTH * (number - 1)) for number in numbers)


# SPREAD[64 * kind + six_bits]: lane N - 1 counts the empty spaces with number N
SPREAD = Table(_spread(kind, members) for kind in range(3) for members in range(1 << POINTS))

# --- the end (S49, S50, S57) ------------------------------------------------------------------------

STAR_WORTH = Table({"P": 20, "G": 18, "O": 17, "Y": 16, "B": 15, "R": 14}[c] for c in LETTERS)
MIXED_STAR = 12


def _numbered(grey: int, number: int) -> int:
    return sum(1 << space for space in range(SPACES) if NUMBER[SPACES * grey + space] == number)


# NUMBER_SET[4 * grey + number - 1]: all spaces that carry a number from 1 to 4, worth 4 times it
NUMBER_SET = Table(_numbered(grey, number) for grey in (0, 1) for number in (1, 2, 3, 4))

# --- the table, beyond what core.layout has -----------------------------------------------------------

TOWER = 11
SUPPLY = 20
DUE = 21  # bonus tiles that must be taken
NEXT = 22  # who goes on once the deal is made
FILL_FACTORIES = 23  # 1 when the deal begins a round

# --- the boards -------------------------------------------------------------------------------------

HAND = 24  # lane word: tiles beside the board
KEPT = 28  # lane word: tiles in the corners
PASSED = 32
SCORE = 36
FILLED = 40  # 42 bits: which spaces hold a tile
USED = 44  # six bits a star: which colours lie in it
TILES = 48  # three words of 14 spaces, three bits each: colour + 1
PLACED = 60  # points of this round by placing ...
MARKER_COST = 64  # ... to be paid for the marker ...
DISCARDED = 68  # ... and tiles discarded
CORNERS_LEFT = 72  # tiles that lay in the corners at the end
TRACK = 76  # the score before final bonuses, once the game is over
SIZE = 80

ACQUIRE = 0
PLACE = 1
BONUS = 2

# --- actions ----------------------------------------------------------------------------------------

TAKES = 60  # source * 6 + colour
PLACES = SPACES * COLOURS * 6  # TAKES + (space * 6 + colour) * 6 + wilds
BONUS_FROM = TAKES + PLACES  # + a group of bonus tiles


def _groups(most: int) -> list[tuple[int, ...]]:
    """All groups of at most so many tiles, as counts by colour, small ones first."""
    counts = product(range(most + 1), repeat=COLOURS)
    return sorted((g for g in counts if sum(g) <= most), key=lambda g: (sum(g), [-n for n in g]))


GROUP_COUNTS = _groups(CORNERS_MOST)
GROUPS = len(GROUP_COUNTS)  # 210
# GROUP[n]: a group of tiles as a lane word
GROUP = Table(sum(n << (WIDTH * c) for c, n in enumerate(g)) for g in GROUP_COUNTS)
# FIRST_OF[size]: where groups of that size begin
FIRST_OF = Table(sum(sum(g) < size for g in GROUP_COUNTS) for size in range(CORNERS_MOST + 2))
PASS_FROM = BONUS_FROM + GROUPS  # + a group of kept ones
ACTIONS = PASS_FROM + GROUPS
MOST_MOVES = 2048  # more than there are actions
