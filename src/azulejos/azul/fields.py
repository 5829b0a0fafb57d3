"""Where everything lies in an Azul state, how an action is numbered, and the board's own tables.

The fields that every game has lie where `core.layout` says; these lie around them.
"""

from azulejos.core.jit import Table
from azulejos.core.lanes import ONES, WIDTH

# --- letters ----------------------------------------------------------------------------------------

LETTERS = "BYRKWJ"
COLOURS = 5  # the joker is the sixth lane, never one of the five colours
JOKER = 5
COLOUR_LANES = ONES ^ (1 << (WIDTH * JOKER))  # a one in the lane of every colour, none for jokers

ROWS = 5
FLOOR_SPACES = 7

# --- the table, beyond what core.layout has -----------------------------------------------------------

LID = 11
JOKERS = 20  # 1 in the joker game
MAX_ROUNDS = 21  # the cap for automated play (A46b), 0 without one

# --- the boards -------------------------------------------------------------------------------------

OPEN = 24  # per colour, the set of destinations that take it: bits 0-4 the lines, bit 5 the floor
TAKEN = 28  # per colour, its rows on the wall in bits 0-4, its columns in bits 5-9
WALL = 32  # 25 bits, bit 5 * row + column: where tiles lie
WALL_JOKERS = 36  # 25 bits: which of them are jokers
LINES = 40  # a lane per line: tiles, then their colour from bit 3, then how many are jokers from bit 6
FLOOR = 44  # a lane word of the tiles there
FLOOR_COUNT = 48  # how many spaces are taken, the marker's included
SCORE = 52
GAINED = 56  # wall points of the round being tiled, or of the last one tiled
LOST = 60  # its floor penalty
CELLS = 64  # grey wall: colours lying in rows 0-2, three bits a cell ...
CELLS_BELOW = 68  # ... and in rows 3-4
SIZE = 72

OFFER = 0
TILING = 1

FLOOR_LINE = 5  # the destination after the five lines
DESTINATIONS = 6

LINE_COLOUR = 3
LINE_JOKERS = 6

# --- actions ----------------------------------------------------------------------------------------

DRAFTS = 360  # (source * 6 + colour) * 6 + destination: one colour, or jokers alone
CHOICES = 25  # DRAFTS + 5 * row + column: the tile of that line goes there
MIXED = DRAFTS + CHOICES  # + jokers * 300 + (source * 5 + colour) * 6 + destination: a colour and jokers
MIXED_STEP = 300
ACTIONS = MIXED + 6 * MIXED_STEP
MOST_MOVES = 1024  # more than any position has: room for a list of actions

# --- the board's tables -----------------------------------------------------------------------------

PENALTY = Table((0, 1, 2, 4, 6, 8, 11, 14))  # A6, by spaces taken

FULL_ROW = 31
COLUMN = 0b00001_00001_00001_00001_00001  # the first column of a wall

# DIAGONAL[colour]: the cells of that colour on the coloured wall (A5)
DIAGONAL = Table(
    sum(1 << (ROWS * row + (colour + row) % ROWS) for row in range(ROWS)) for colour in range(COLOURS)
)


def _run(members: int, place: int) -> int:
    first = last = place
    while first > 0 and members >> (first - 1) & 1:
        first -= 1
    while last < ROWS - 1 and members >> (last + 1) & 1:
        last += 1
    return last - first + 1 if members >> place & 1 else 0


# RUN[5 * five_bits + place]: length of the unbroken run through that place (A30)
RUN = Table(_run(members, place) for members in range(32) for place in range(ROWS))
