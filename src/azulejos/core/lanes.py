"""Lane words: six small numbers or sets, one per colour, side by side in one integer.

A lane is ten bits wide: room for every count of tiles (at most 132 in all) with its top bit free, and
for a set of ten sources. Six lanes fill 60 bits, so a word is never negative.
"""

from azulejos.core.jit import Table, kernel

COLOURS = 6
WIDTH = 10
LANE = (1 << WIDTH) - 1
ONES = sum(1 << (WIDTH * colour) for colour in range(COLOURS))  # a one in every lane
FULL = (1 << (WIDTH * COLOURS)) - 1
TOP = ONES << (WIDTH - 1)  # the top bit of every lane
ALMOST = LANE >> 1  # added to a count, it reaches the top bit unless the count is zero
LAST = WIDTH * (COLOURS - 1)  # where the last lane begins

WHICH = sum(colour << (57 - WIDTH * colour) for colour in range(COLOURS))

POP = Table(word.bit_count() for word in range(LANE + 1))
# NTH[WIDTH * set + k] is the k-th member of a set of ten, the lowest first.
NTH = Table(
    members[k] if k < len(members) else 0
    for members in ([b for b in range(WIDTH) if word >> b & 1] for word in range(LANE + 1))
    for k in range(WIDTH)
)


@kernel
def lane(word, colour):
    """The number or set of one colour."""
    return (word >> (WIDTH * colour)) & LANE


@kernel
def filled(counts):
    """A one in every lane whose count is not zero."""
    return ((counts + ALMOST * ONES) & TOP) >> (WIDTH - 1)


@kernel
def total(counts):
    """The sum of all counts."""
    return ((counts * ONES) & FULL) >> LAST


@kernel
def tile_at(counts, index):
    """One tile of the colour at that place when all tiles lie in a row in colour order.

    `counts * ONES` has in every lane the sum of all counts up to it; the first lane whose sum passes
    the index reaches its top bit first.
    """
    passed = (((counts * ONES) & FULL) + (ALMOST - index) * ONES) & TOP
    return (passed & -passed) >> (WIDTH - 1)


@kernel
def holds(tiles, group):
    """Whether a group of tiles is among others: a lane that runs short borrows from its own top bit."""
    return ((tiles | TOP) - group) & TOP == TOP


@kernel
def sizes(sets):
    """In every lane, how many members its set has."""
    pairs = sets - ((sets >> 1) & 0b0101010101 * ONES)
    fours = (pairs & 0b1100110011 * ONES) + ((pairs >> 2) & 0b0000110011 * ONES)
    return (fours & 15 * ONES) + ((fours >> 4) & 15 * ONES) + ((fours >> 8) & 3 * ONES)


@kernel
def products(a, b):
    """In every lane, the product of both counts; those of `b` below 8, products below 1,024."""
    low = (b & ONES) * LANE
    middle = ((b >> 1) & ONES) * LANE
    high = ((b >> 2) & ONES) * LANE
    return (a & low) + ((a << 1) & middle) + ((a << 2) & high)


@kernel
def colour_of(tile):
    """The colour of a single tile: the product shifts that colour's number to bit 57."""
    return ((tile * WHICH) >> 57) & 7


@kernel
def size(members):
    """How many members a set of ten has."""
    return POP[members]


@kernel
def member(members, k):
    """The k-th member of a set of ten, counting from 0."""
    return NTH[WIDTH * members + k]
