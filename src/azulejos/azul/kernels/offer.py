"""Drafting: taking tiles and putting them down (A13-A25, A55-A61)."""

from azulejos.azul.fields import (
    COLOUR_LANES,
    COLOURS,
    DESTINATIONS,
    DRAFTS,
    FLOOR,
    FLOOR_COUNT,
    FLOOR_LINE,
    FLOOR_SPACES,
    JOKER,
    LID,
    LINE_COLOUR,
    LINE_JOKERS,
    LINES,
    MIXED,
    MIXED_STEP,
    OPEN,
)
from azulejos.azul.kernels.setup import JOKER_LANE
from azulejos.core.jit import kernel
from azulejos.core.lanes import ONES, WIDTH, lane
from azulejos.core.layout import AVAIL, CENTRE, IN_CENTRE, MARKER
from azulejos.core.table import mover


@kernel
def draft(s, action):
    """Take tiles and put them down, nothing more (A13-A25, A55-A61)."""
    if action < DRAFTS:
        to = action % DESTINATIONS
        pair = action // DESTINATIONS
        take(s, pair // 6, pair % 6, to)
    else:
        code = action - MIXED
        pair = code % MIXED_STEP // DESTINATIONS
        to = code % DESTINATIONS
        take_mixed(s, pair // COLOURS, pair % COLOURS, to, code // MIXED_STEP)


@kernel
def take(s, source, colour, to):
    """Draft all tiles of one colour, or all jokers, from one place (A13, A14, A56)."""
    seat = mover(s)
    count = lane(s[source], colour)
    lift(s, seat, source, count << (WIDTH * colour), 1 << (WIDTH * colour))
    if to < FLOOR_LINE:
        put = min(count, room(s[LINES + seat], to))
        fill(s, seat, to, colour, put, put if colour == JOKER else 0)
        count -= put
    drop(s, seat, colour, count)


@kernel
def take_mixed(s, source, colour, to, jokers_in_line):
    """Draft a colour and the jokers beside it (A55 ii, A58, A61)."""
    seat = mover(s)
    count = lane(s[source], colour)
    jokers = lane(s[source], JOKER)
    tiles = (count << (WIDTH * colour)) + (jokers << JOKER_LANE)
    lift(s, seat, source, tiles, (1 << (WIDTH * colour)) | (1 << JOKER_LANE))
    if to < FLOOR_LINE:
        coloured = min(count, room(s[LINES + seat], to) - jokers_in_line)
        put = coloured + jokers_in_line
        # A61 can leave a mixed draft's line with jokers only, when they alone fill it
        fill(s, seat, to, colour if coloured > 0 else JOKER, put, jokers_in_line)
        count -= coloured
        jokers -= jokers_in_line
    drop(s, seat, colour, count)  # colours fall before jokers (formats, section 3)
    drop(s, seat, JOKER, jokers)


@kernel
def lift(s, seat, source, tiles, kinds):
    """Take tiles off a place; the others end up in the centre, where they may have been (A13-A15).

    `kinds` has a one in the lane of every kind taken.
    """
    if (source == CENTRE) & (s[MARKER] == IN_CENTRE):  # one branch: the first half alone is a coin toss
        take_marker(s, seat)
    rest = s[source] - tiles
    s[source] = 0
    s[CENTRE] += rest
    avail = s[AVAIL]
    here = (avail >> source) & ONES
    s[AVAIL] = (avail ^ (here << source)) | ((here ^ kinds) << CENTRE)


@kernel
def take_marker(s, seat):
    """The first to take from the centre takes the marker, on a floor space if one is free (A15, A17)."""
    s[MARKER] = seat
    if s[FLOOR_COUNT + seat] < FLOOR_SPACES:
        s[FLOOR_COUNT + seat] += 1


@kernel
def fill(s, seat, row, colour, put, jokers):
    """Add tiles to a pattern line, `jokers` of them jokers (A19-A23, A59)."""
    lines = s[LINES + seat]
    line = lane(lines, row)
    count = (line & 7) + put
    kind = (line >> LINE_COLOUR) & 7
    opened = s[OPEN + seat]
    if line == 0 or (kind == JOKER and colour != JOKER):  # the line gets its colour now
        kind = colour
    closed = 0 if kind == JOKER else (COLOUR_LANES << row) & ~(1 << (WIDTH * kind + row))
    if count == row + 1:
        closed = ONES << row  # A22
    opened &= ~closed
    s[OPEN + seat] = opened
    changed = count | (kind << LINE_COLOUR) | (((line >> LINE_JOKERS) + jokers) << LINE_JOKERS)
    s[LINES + seat] = lines ^ ((line ^ changed) << (WIDTH * row))


@kernel
def drop(s, seat, colour, count):
    """Tiles fall on the floor line, those beyond its seven spaces into the lid (A23-A25)."""
    fit = min(count, FLOOR_SPACES - s[FLOOR_COUNT + seat])
    s[FLOOR_COUNT + seat] += fit
    s[FLOOR + seat] += fit << (WIDTH * colour)
    s[LID] += (count - fit) << (WIDTH * colour)


@kernel
def room(lines, row):
    """Free spaces of a pattern line (A4)."""
    return row + 1 - (lane(lines, row) & 7)


@kernel
def joker_range(s, seat, to, count, jokers):
    """Fewest and most jokers of a mixed draft that may go into the line (A61)."""
    if to == FLOOR_LINE:
        return 0, 0
    space = room(s[LINES + seat], to)
    if count + jokers <= space:
        return jokers, jokers
    return max(0, space - count), min(jokers, space)


@kernel
def mixed_action(source, colour, to, jokers_in_line):
    """The number of a mixed draft."""
    return MIXED + jokers_in_line * MIXED_STEP + (source * COLOURS + colour) * DESTINATIONS + to
