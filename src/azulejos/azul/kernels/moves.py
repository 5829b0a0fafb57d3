"""Legal moves: all of them in a list, or one picked at random without listing."""

from azulejos.azul.fields import (
    COLOURS,
    DESTINATIONS,
    DRAFTS,
    FLOOR_LINE,
    JOKER,
    JOKERS,
    LINES,
    OPEN,
    ROWS,
    TILING,
)
from azulejos.azul.kernels.offer import joker_range, mixed_action, room
from azulejos.azul.kernels.tiling import complete_lines, first_row, legal_cells
from azulejos.core.jit import Table, kernel
from azulejos.core.lanes import (
    ONES,
    WIDTH,
    colour_of,
    lane,
    member,
    products,
    size,
    sizes,
    tile_at,
    total,
)
from azulejos.core.layout import AVAIL, PHASE
from azulejos.core.rng import below
from azulejos.core.table import mover

# EXTRA[(space * 6 + count) * 6 + jokers]: ways beyond the first to split a mixed draft (A61)
EXTRA = Table(
    max(0, min(jokers, space) - max(0, space - count))
    for space in range(6)
    for count in range(6)
    for jokers in range(6)
)
RECIPROCAL = Table((0, 4096, 2048, 1366, 1024, 820, 683))  # of 1 to 6, times 4,096, rounded up


@kernel
def list_moves(s, moves):
    """Write all legal actions into `moves` and tell how many there are."""
    if s[PHASE] == TILING:
        return list_choices(s, moves)
    avail = s[AVAIL]
    opened = s[OPEN + mover(s)]
    n = 0
    for colour in range(COLOURS + s[JOKERS]):
        sources = lane(avail, colour)
        takers = lane(opened, colour)
        for i in range(size(sources)):
            base = (member(sources, i) * 6 + colour) * DESTINATIONS
            for j in range(size(takers)):
                moves[n] = base + member(takers, j)
                n += 1
    if s[JOKERS] == 1:
        n = list_mixed(s, moves, n)
    return n


@kernel
def list_choices(s, moves):
    """The cells that the tile of the first complete line may go to (A49, A64)."""
    seat = mover(s)
    row = first_row(complete_lines(s[LINES + seat]))
    cells = legal_cells(s, seat, row)
    for i in range(size(cells)):
        moves[i] = DRAFTS + ROWS * row + member(cells, i)
    return size(cells)


@kernel
def list_mixed(s, moves, n):
    """Drafts of a colour together with the jokers beside it (A55 ii, A60, A61)."""
    seat = mover(s)
    sources = lane(s[AVAIL], JOKER)
    for i in range(size(sources)):
        source = member(sources, i)
        jokers = lane(s[source], JOKER)
        for colour in range(COLOURS):
            count = lane(s[source], colour)
            if count > 0:
                takers = lane(s[OPEN + seat], colour)
                for j in range(size(takers)):
                    to = member(takers, j)
                    first, last = joker_range(s, seat, to, count, jokers)
                    for k in range(first, last + 1):
                        moves[n] = mixed_action(source, colour, to, k)
                        n += 1
    return n


@kernel
def sample_move(s, rng):
    """One legal action, all equally likely, without listing them."""
    if s[PHASE] == TILING:
        return sample_choice(s, rng)
    avail = s[AVAIL]
    opened = s[OPEN + mover(s)]
    if s[JOKERS] == 1:
        return sample_with_jokers(s, rng)
    drafts = products(sizes(avail), sizes(opened))
    return nth_draft(avail, opened, drafts, below(rng, total(drafts)))


@kernel
def nth_draft(avail, opened, drafts, index):
    """The draft of one colour, or of jokers alone, at that place when they lie in colour order.

    `drafts` has in every lane how many drafts of that colour there are.
    """
    colour = colour_of(tile_at(drafts, index))
    index -= lane(drafts * ONES << WIDTH, colour)
    takers = lane(opened, colour)
    each = size(takers)
    i = (index * RECIPROCAL[each]) >> 12  # index // each, for an index below 64
    source = member(lane(avail, colour), i)
    return (source * 6 + colour) * DESTINATIONS + member(takers, index - i * each)


@kernel
def sample_choice(s, rng):
    """A wall choice, all cells equally likely."""
    seat = mover(s)
    row = first_row(complete_lines(s[LINES + seat]))
    cells = legal_cells(s, seat, row)
    return DRAFTS + ROWS * row + member(cells, below(rng, size(cells)))


@kernel
def sample_with_jokers(s, rng):
    """One legal action of the joker game."""
    avail = s[AVAIL]
    opened = s[OPEN + mover(s)]
    drafts = products(sizes(avail), sizes(opened))
    n = total(drafts)
    index = below(rng, n + count_mixed(s))
    if index < n:
        return nth_draft(avail, opened, drafts, index)
    return nth_mixed(s, index - n)


@kernel
def count_mixed(s):
    """How many mixed drafts there are."""
    seat = mover(s)
    sources = lane(s[AVAIL], JOKER)
    n = 0
    while sources != 0:
        n += mixed_from(s, seat, member(sources, 0))
        sources &= sources - 1
    return n


@kernel
def mixed_from(s, seat, source):
    """How many mixed drafts one place offers."""
    jokers = lane(s[source], JOKER)
    n = 0
    for colour in range(COLOURS):
        count = lane(s[source], colour)
        if count > 0:
            n += mixed_of(s[LINES + seat], lane(s[OPEN + seat], colour), count, jokers)
    return n


@kernel
def mixed_of(lines, takers, count, jokers):
    """How many ways there are to put down so many tiles of a colour together with so many jokers."""
    n = size(takers)
    takers ^= 1 << FLOOR_LINE
    while takers != 0:
        row = member(takers, 0)
        n += EXTRA[(room(lines, row) * 6 + min(count, 5)) * 6 + min(jokers, 5)]
        takers &= takers - 1
    return n


@kernel
def nth_mixed(s, index):
    """The mixed draft at that place in the list of them."""
    seat = mover(s)
    sources = lane(s[AVAIL], JOKER)
    source = member(sources, 0)
    here = mixed_from(s, seat, source)
    while index >= here:
        index -= here
        sources &= sources - 1
        source = member(sources, 0)
        here = mixed_from(s, seat, source)
    jokers = lane(s[source], JOKER)
    for colour in range(COLOURS):
        count = lane(s[source], colour)
        if count > 0:
            takers = lane(s[OPEN + seat], colour)
            for j in range(size(takers)):
                to = member(takers, j)
                first, last = joker_range(s, seat, to, count, jokers)
                if index <= last - first:
                    return mixed_action(source, colour, to, first + index)
                index -= last - first + 1
    return -1
