"""Azul's rules as kernels: one rule, one function, over the state laid out in `fields`.

Nothing here checks legality: `play` expects an action of `list_moves`, `deal` what `draw` brought.
"""

from azulejos.azul.fields import (
    CELLS,
    CELLS_BELOW,
    COLOUR_LANES,
    COLOURS,
    COLUMN,
    DESTINATIONS,
    DIAGONAL,
    DRAFTS,
    FLOOR,
    FLOOR_COUNT,
    FLOOR_LINE,
    FLOOR_SPACES,
    FULL_ROW,
    GAINED,
    JOKER,
    JOKERS,
    LID,
    LINE_COLOUR,
    LINE_JOKERS,
    LINES,
    LOST,
    MAX_ROUNDS,
    MIXED,
    MIXED_STEP,
    OFFER,
    OPEN,
    PENALTY,
    ROWS,
    RUN,
    SCORE,
    SIZE,
    TAKEN,
    TILING,
    WALL,
    WALL_JOKERS,
)
from azulejos.core.jit import Table, kernel
from azulejos.core.lanes import (
    LANE,
    ONES,
    WIDTH,
    colour_of,
    filled,
    lane,
    member,
    products,
    size,
    sizes,
    tile_at,
    total,
)
from azulejos.core.layout import (
    AVAIL,
    BAG,
    CENTRE,
    DEAL,
    ENDED,
    GREY,
    IN_CENTRE,
    MARKER,
    NOBODY,
    OVER,
    PHASE,
    PLAYERS,
    ROUND,
    STARTER,
    TURN,
)
from azulejos.core.rng import below, start_stream
from azulejos.core.table import factories, mover

JOKER_LANE = WIDTH * JOKER
FULL_LINES = sum((row + 1) << (WIDTH * row) for row in range(6))  # lane 5 is no line: never full
# EXTRA[(space * 6 + count) * 6 + jokers]: ways beyond the first to split a mixed draft (A61)
EXTRA = Table(
    max(0, min(jokers, space) - max(0, space - count))
    for space in range(6)
    for count in range(6)
    for jokers in range(6)
)
RECIPROCAL = Table((0, 4096, 2048, 1366, 1024, 820, 683))  # of 1 to 6, times 4,096, rounded up


# --- set-up and deals (A1-A12, A38-A41) ---------------------------------------------------------------


@kernel
def set_up(s, players, grey, jokers, max_rounds, starter):
    """Lay out a new game whose first deal is due (A2-A9, A54)."""
    for field in range(SIZE):
        s[field] = 0
    s[PLAYERS] = players
    s[GREY] = grey
    s[JOKERS] = jokers
    s[MAX_ROUNDS] = max_rounds
    s[BAG] = full_bag(players, jokers)
    for seat in range(players):
        s[OPEN + seat] = ((2 << FLOOR_LINE) - 1) * ONES
    s[STARTER] = starter
    s[MARKER] = starter  # whoever holds it starts the round that the deal begins
    s[PHASE] = DEAL
    s[TURN] = NOBODY


@kernel
def full_bag(players, jokers):
    """All tiles of the game (A2, A54)."""
    if jokers == 0:
        return 20 * COLOUR_LANES
    if players == 2:
        return 19 * COLOUR_LANES + (5 << JOKER_LANE)
    return 18 * COLOUR_LANES + (10 << JOKER_LANE)


@kernel
def draw(s, rng, dealt):
    """Draw what the factories get, one lane word each, changing nothing but `dealt` (A38-A40)."""
    bag = s[BAG]
    lid = s[LID]
    left = total(bag)
    for factory in range(factories(s)):
        tiles = 0
        for _ in range(4):
            if left == 0:  # A39: the lid comes back only when a tile must be drawn
                bag = lid
                lid = 0
                left = total(bag)
                if left == 0:
                    break
            tile = tile_at(bag, below(rng, left))
            bag -= tile
            tiles += tile
            left -= 1
        dealt[factory] = tiles


@kernel
def deal(s, dealt):
    """Lay out what was drawn and begin the round (A12, A38-A40, A42)."""
    tiles = 0
    avail = 0
    for factory in range(factories(s)):
        s[factory] = dealt[factory]
        tiles += dealt[factory]
        avail |= filled(dealt[factory]) << factory
    if total(tiles) > total(s[BAG]):
        s[BAG] += s[LID]
        s[LID] = 0
    s[BAG] -= tiles
    s[AVAIL] = avail
    if s[MARKER] != IN_CENTRE:
        s[STARTER] = s[MARKER]
    s[MARKER] = IN_CENTRE
    s[ROUND] += 1
    s[PHASE] = OFFER
    s[TURN] = s[STARTER]


# --- the offer (A13-A27, A55-A61) -------------------------------------------------------------------


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
def mixed_action(source, colour, to, jokers_in_line):
    """The number of a mixed draft."""
    return MIXED + jokers_in_line * MIXED_STEP + (source * COLOURS + colour) * DESTINATIONS + to


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
def room(lines, row):
    """Free spaces of a pattern line (A4)."""
    return row + 1 - (lane(lines, row) & 7)


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


@kernel
def play(s, action):
    """Carry out a legal action and all that follows by itself, up to a decision, a deal or the end."""
    if DRAFTS <= action < MIXED:
        choose_cell(s, action - DRAFTS)
        return
    draft(s, action)
    if s[AVAIL] != 0:
        seat = s[TURN] + 1
        s[TURN] = 0 if seat == s[PLAYERS] else seat  # A12: clockwise
    else:
        begin_tiling(s)


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


# --- tiling (A28-A36, A47-A53, A62-A70) -------------------------------------------------------------


@kernel
def begin_tiling(s):
    """The offer is empty: tile every wall as far as nothing has to be chosen (A26, A28)."""
    for seat in range(s[PLAYERS]):
        s[GAINED + seat] = 0
    s[PHASE] = TILING
    tile_from(s, 0)


@kernel
def tile_from(s, first):
    """Tile the walls from one seat on, stopping where a cell must be chosen; then end the round."""
    for seat in range(first, s[PLAYERS]):
        if tile_seat(s, seat):
            s[TURN] = seat
            return
    end_round(s)


@kernel
def tile_seat(s, seat):
    """Tile a wall top to bottom and pay for the floor; True where a choice comes first (A29, A34)."""
    complete = complete_lines(s[LINES + seat])
    while complete != 0:
        row = first_row(complete)
        cells = legal_cells(s, seat, row)
        if cells == 0:
            fall(s, seat, row)
        elif cells & (cells - 1) == 0:
            place(s, seat, row, member(cells, 0))
        else:
            return True
        complete &= complete - 1
    pay_floor(s, seat)
    return False


@kernel
def complete_lines(lines):
    """A one in the lane of every line that is full (A20)."""
    return ONES & ~filled((lines & 7 * ONES) ^ FULL_LINES)


@kernel
def first_row(lines):
    """The topmost row among those with a one in their lane."""
    return colour_of(lines & -lines)


@kernel
def legal_cells(s, seat, row):
    """The columns that the tile of a complete line may go to (A29, A47-A49, A63, A64, A70)."""
    line = lane(s[LINES + seat], row)
    colour = (line >> LINE_COLOUR) & 7
    empty = FULL_ROW & ~(s[WALL + seat] >> (ROWS * row))
    if s[GREY] == 1:
        if line >> LINE_JOKERS > 0:
            return empty
        return empty & ~(lane(s[TAKEN + seat], colour) >> ROWS)
    if colour == JOKER:
        return empty
    return empty & (1 << ((colour + row) % ROWS))


@kernel
def choose_cell(s, cell):
    """The owner's choice for a line; then tiling goes on."""
    seat = mover(s)
    row = cell // ROWS
    place(s, seat, row, cell - ROWS * row)
    tile_from(s, seat)


@kernel
def place(s, seat, row, column):
    """Move a line's tile to the wall, score it, put the line's other tiles in the lid (A30-A32)."""
    line = lane(s[LINES + seat], row)
    colour = (line >> LINE_COLOUR) & 7
    jokers = line >> LINE_JOKERS
    wall = s[WALL + seat] | (1 << (ROWS * row + column))
    s[WALL + seat] = wall
    points = cell_points(wall, row, column)
    s[SCORE + seat] += points
    s[GAINED + seat] += points
    if jokers > 0:
        s[WALL_JOKERS + seat] |= 1 << (ROWS * row + column)
        s[LID] += ((jokers - 1) << JOKER_LANE) + ((row + 1 - jokers) << (WIDTH * colour))
    else:
        s[LID] += row << (WIDTH * colour)
    mark_cell(s, seat, row, column, colour, jokers)
    clear_line(s, seat, row)


@kernel
def cell_points(wall, row, column):
    """Points of a tile just laid, from the two runs it is part of (A30)."""
    across = run_across(wall, row, column)
    down = run_down(wall, row, column)
    if across == 1 or down == 1:  # a run of one adds nothing beside a longer one
        return across + down - 1
    return across + down


@kernel
def run_across(wall, row, column):
    """Length of the unbroken run of tiles along the row through a cell."""
    return RUN[ROWS * ((wall >> (ROWS * row)) & FULL_ROW) + column]


@kernel
def run_down(wall, row, column):
    """Length of the unbroken run of tiles down the column through a cell."""
    every_fifth = (wall >> column) & COLUMN
    in_a_row = ((every_fifth * 0x111110) >> 20) & FULL_ROW  # the product brings them together
    return RUN[ROWS * in_a_row + row]


@kernel
def mark_cell(s, seat, row, column, colour, jokers):
    """Remember which colour the wall now holds where (A21, A48, A66, A70)."""
    if s[GREY] == 0:
        if jokers > 0:  # A66: a joker occupies the colour of its cell
            colour = (column + ROWS - row) % ROWS
        s[TAKEN + seat] |= 1 << (WIDTH * colour + row)
        return
    kind = JOKER if jokers > 0 else colour
    if kind != JOKER:
        s[TAKEN + seat] |= ((1 << row) | (1 << (ROWS + column))) << (WIDTH * colour)
    set_cell(s, seat, row, column, kind)


@kernel
def set_cell(s, seat, row, column, kind):
    """Write a grey cell's colour."""
    if row < 3:
        s[CELLS + seat] |= kind << (3 * (ROWS * row + column))
    else:
        s[CELLS_BELOW + seat] |= kind << (3 * (ROWS * (row - 3) + column))


@kernel
def clear_line(s, seat, row):
    """Empty a line: it takes again every colour that its wall row does not hold (A21, A32)."""
    s[LINES + seat] &= ~(LANE << (WIDTH * row))
    s[OPEN + seat] |= (ONES << row) & ~s[TAKEN + seat]


@kernel
def fall(s, seat, row):
    """No cell takes the tile: all tiles of the line go to the floor (A50)."""
    line = lane(s[LINES + seat], row)
    jokers = line >> LINE_JOKERS
    clear_line(s, seat, row)
    drop(s, seat, (line >> LINE_COLOUR) & 7, row + 1 - jokers)
    drop(s, seat, JOKER, jokers)


@kernel
def pay_floor(s, seat):
    """Subtract the floor's penalty, never below zero, and empty the floor into the lid (A34-A36)."""
    penalty = PENALTY[s[FLOOR_COUNT + seat]]
    s[LOST + seat] = penalty
    s[SCORE + seat] = max(0, s[SCORE + seat] - penalty)
    s[LID] += s[FLOOR + seat]
    s[FLOOR + seat] = 0
    s[FLOOR_COUNT + seat] = 0


# --- the end (A37, A41-A46b) ------------------------------------------------------------------------


@kernel
def end_round(s):
    """All walls are tiled: the game ends, or the next deal is due (A37, A43, A46, A46b)."""
    if row_complete(s) or stalemate(s) or capped(s):
        for seat in range(s[PLAYERS]):
            s[SCORE + seat] += bonus(s, seat)
        s[PHASE] = ENDED
        s[TURN] = OVER
    else:
        s[PHASE] = DEAL
        s[TURN] = NOBODY


@kernel
def capped(s):
    """Whether automated play stops here (A46b)."""
    return s[MAX_ROUNDS] > 0 and s[ROUND] >= s[MAX_ROUNDS]


@kernel
def row_complete(s):
    """Whether some wall has a complete row (A43)."""
    for seat in range(s[PLAYERS]):
        if full_rows(s[WALL + seat]) > 0:
            return True
    return False


@kernel
def full_rows(wall):
    """How many rows of a wall are complete."""
    n = 0
    for row in range(ROWS):
        if (wall >> (ROWS * row)) & FULL_ROW == FULL_ROW:
            n += 1
    return n


@kernel
def full_columns(wall):
    """How many columns of a wall are complete."""
    n = 0
    for column in range(ROWS):
        if (wall >> column) & COLUMN == COLUMN:
            n += 1
    return n


@kernel
def full_colours(s, seat):
    """How many colours have five tiles on the wall, jokers not counted (A44, A52, A68)."""
    n = 0
    for colour in range(COLOURS):
        if lane(s[TAKEN + seat], colour) & FULL_ROW == FULL_ROW and (
            s[GREY] == 1 or s[WALL_JOKERS + seat] & DIAGONAL[colour] == 0
        ):
            n += 1
    return n


@kernel
def bonus(s, seat):
    """The final bonuses (A44)."""
    wall = s[WALL + seat]
    return 2 * full_rows(wall) + 7 * full_columns(wall) + 10 * full_colours(s, seat)


@kernel
def stalemate(s):
    """Whether no player can ever place another tile (A46); asked when the offer and floors are empty."""
    free = s[BAG] + s[LID]
    if free == 0:  # A41
        return True
    if s[GREY] == 0 and s[OPEN] & filled(free) != 0:  # seat 0 can fill its first line: the usual case
        return False
    return not alive(s, free)


@kernel
def alive(s, free):
    """The exact test of A46: let dead lines fall until one can be completed and placed, or none falls."""
    fallen = 0  # bit 5 * seat + row: lines whose tiles have come free
    while True:
        before = fallen
        for seat in range(s[PLAYERS]):
            for row in range(ROWS):
                line = lane(s[LINES + seat], row)
                if (fallen >> (ROWS * seat + row)) & 1:
                    line = 0
                if can_place(s, seat, row, line, free):
                    return True
                if line != 0 and can_complete(line, row, free):
                    free += (line & 7) << (WIDTH * ((line >> LINE_COLOUR) & 7))
                    fallen |= 1 << (ROWS * seat + row)
        if fallen == before:
            return False


@kernel
def can_complete(line, row, free):
    """Whether free tiles of the line's colour and free jokers could complete it."""
    colour = (line >> LINE_COLOUR) & 7
    helpers = 0 if colour == JOKER else lane(free, JOKER)
    return lane(free, colour) + helpers >= row + 1 - (line & 7)


@kernel
def can_place(s, seat, row, line, free):
    """Whether free tiles could complete this line so that its tile has a cell (A46 a and b)."""
    empty = FULL_ROW & ~(s[WALL + seat] >> (ROWS * row))
    if empty == 0:
        return False
    need = row + 1 - (line & 7)
    colour = (line >> LINE_COLOUR) & 7
    jokers = lane(free, JOKER)
    joker_there = line >> LINE_JOKERS > 0 or jokers > 0
    if (line == 0 or colour == JOKER) and jokers >= need:
        return True
    for other in range(COLOURS):
        if line == 0 or colour in (JOKER, other):
            fits = lane(free, other) + jokers >= need
            if fits and (s[TAKEN + seat] >> (WIDTH * other + row)) & 1 == 0:
                columns = lane(s[TAKEN + seat], other) >> ROWS
                if s[GREY] == 0 or joker_there or empty & ~columns != 0:
                    return True
    return False


# --- whole games ------------------------------------------------------------------------------------


@kernel
def playout(s, rng, dealt):
    """Play uniformly random moves to the end of the game and tell how many were made."""
    moves = 0
    while s[PHASE] != ENDED:
        if s[PHASE] == DEAL:
            draw(s, rng, dealt)
            deal(s, dealt)
        else:
            play(s, sample_move(s, rng))
            moves += 1
    return moves


@kernel
def random_game(s, rng, dealt, seed, number, players, grey, jokers, max_rounds):
    """Play game `number` of `seed` at random, from set-up to end, and tell how many moves it took."""
    start_stream(rng, seed, number)
    set_up(s, players, grey, jokers, max_rounds, below(rng, players))
    return playout(s, rng, dealt)


@kernel
def random_games(s, rng, dealt, seed, first, games, players, grey, jokers, max_rounds):
    """Play so many random games one after the other and tell how many moves they took."""
    moves = 0
    for number in range(first, first + games):
        moves += random_game(s, rng, dealt, seed, number, players, grey, jokers, max_rounds)
    return moves
