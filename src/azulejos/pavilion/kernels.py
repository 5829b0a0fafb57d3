"""Summer Pavilion's rules as kernels: one rule, one function, over the state laid out in `fields`.

Nothing here checks legality: `play` expects an action of `list_moves`, `deal` what `draw` brought.
"""

from azulejos.core.jit import Table, kernel
from azulejos.core.lanes import (
    COLOURS,
    LANE,
    LAST,
    ONES,
    WIDTH,
    colour_of,
    filled,
    holds,
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
    SEATS,
    STARTER,
    TURN,
)
from azulejos.core.rng import below, start_stream
from azulejos.core.table import factories, mover
from azulejos.pavilion.fields import (
    ACQUIRE,
    ALL_TILES,
    BONUS,
    BONUS_FROM,
    CENTRE_STAR,
    CORNERS_LEFT,
    CORNERS_MOST,
    DISCARDED,
    DUE,
    FILL_FACTORIES,
    FILLED,
    FIRST_OF,
    FULL_STAR,
    GROUP,
    GROUPS,
    HAND,
    KEPT,
    MARKER_COST,
    MIXED_STAR,
    NEXT,
    NUMBER,
    NUMBER_SET,
    PASS_FROM,
    PASSED,
    PLACE,
    PLACED,
    POINTS,
    RING,
    ROUNDS,
    SCORE,
    SIZE,
    SPACES,
    SPREAD,
    STAR_COLOUR,
    STAR_WORTH,
    STARS,
    STRUCTURE,
    SUPPLY,
    SUPPLY_SPACES,
    TAKES,
    TILES,
    TOUCHES,
    TOWER,
    TRACK,
    USED,
    WORTH,
)

START_SCORE = 5  # S4
LEAST_SCORE = 1  # S5
GATHER = sum(1 << (LAST - WIDTH * colour + colour) for colour in range(COLOURS))
OWN_STAR = Table(STAR_COLOUR.index(colour) for colour in range(COLOURS))

# PAYMENTS[7 * own + wilds]: lane N - 1 has the ways to pay N tiles with at least one own (S32)
PAYMENTS = Table(
    sum(
        max(0, min(cost - 1, wilds) - max(0, cost - own) + 1) << (WIDTH * (cost - 1))
        for cost in range(1, 7)
        if own > 0
    )
    for own in range(7)
    for wilds in range(7)
)


# --- set-up and deals (S1-S8, S41, S46-S48) ---------------------------------------------------------


@kernel
def set_up(s, players, grey, starter):
    """Lay out a new game whose first deal is due (S1-S7)."""
    for field in range(SIZE):
        s[field] = 0
    s[PLAYERS] = players
    s[GREY] = grey
    s[BAG] = ALL_TILES
    for seat in range(players):
        s[SCORE + seat] = START_SCORE
    s[STARTER] = starter
    s[MARKER] = IN_CENTRE
    s[PHASE] = DEAL
    s[FILL_FACTORIES] = 1
    s[TURN] = NOBODY
    s[NEXT] = starter


@kernel
def wild(s):
    """The colour that is wild in this round (S20)."""
    return s[ROUND] - 1


@kernel
def draw(s, rng, dealt):
    """Draw what joins the supply, then what the factories get, changing only `dealt` (S3, S41, S46)."""
    bag = s[BAG]
    tower = s[TOWER]
    left = total(bag)
    groups = 1 + s[FILL_FACTORIES] * factories(s)
    wanted = SUPPLY_SPACES - total(s[SUPPLY])
    for group in range(groups):
        tiles = 0
        for _ in range(wanted):
            if left == 0:  # lazily, when a tile must be drawn
                bag = tower
                tower = 0
                left = total(bag)
                if left == 0:
                    break
            tile = tile_at(bag, below(rng, left))
            bag -= tile
            tiles += tile
            left -= 1
        dealt[group] = tiles
        wanted = 4


@kernel
def deal(s, dealt):
    """Lay out what was drawn; the game goes on, or a round begins."""
    tiles = dealt[0]
    s[SUPPLY] += tiles
    if s[FILL_FACTORIES] == 1:
        avail = 0
        for factory in range(factories(s)):
            s[factory] = dealt[1 + factory]
            tiles += s[factory]
            avail |= filled(s[factory]) << factory
        s[AVAIL] = avail
    if total(tiles) > total(s[BAG]):
        s[BAG] += s[TOWER]
        s[TOWER] = 0
    s[BAG] -= tiles
    if s[FILL_FACTORIES] == 1:
        begin_round(s)
    else:
        s[PHASE] = PLACE
        s[TURN] = s[NEXT]


@kernel
def begin_round(s):
    """A new wild colour, the marker in the centre, kept tiles back beside the boards (S46-S48)."""
    s[FILL_FACTORIES] = 0
    s[ROUND] += 1
    if s[MARKER] != IN_CENTRE:
        s[STARTER] = s[MARKER]
    s[MARKER] = IN_CENTRE
    for seat in range(s[PLAYERS]):
        s[HAND + seat] += s[KEPT + seat]
        s[KEPT + seat] = 0
        s[PASSED + seat] = 0
        s[PLACED + seat] = 0
        s[MARKER_COST + seat] = 0
        s[DISCARDED + seat] = 0
    s[TURN] = s[STARTER]
    s[PHASE] = ACQUIRE
    if s[AVAIL] == 0:  # S47
        begin_placing(s, s[STARTER])


# --- acquiring (S21-S29) ----------------------------------------------------------------------------


@kernel
def offers(s):
    """Per colour, the set of places it may be taken from: wilds only where nothing else lies (S22-S25)."""
    avail = s[AVAIL]
    w = WIDTH * wild(s)
    wilds = (avail >> w) & LANE
    others = avail & ~(LANE << w)
    there = others | (others >> 30)
    there = (there | (there >> 20) | (there >> 10)) & LANE
    return others | ((wilds & ~there) << w)


@kernel
def take(s, source, colour):
    """Take all of one colour and one wild with it, or one wild where only wilds lie (S22-S26)."""
    seat = mover(s)
    w = WIDTH * wild(s)
    here = s[source]
    if colour == wild(s):
        tiles = 1 << w
    else:
        tiles = (here & (LANE << (WIDTH * colour))) + (((filled(here) >> w) & 1) << w)
    s[HAND + seat] += tiles
    if (source == CENTRE) & (s[MARKER] == IN_CENTRE):
        s[MARKER] = seat
        s[MARKER_COST + seat] = total(tiles)
        lose(s, seat, total(tiles))
    s[source] = 0
    s[CENTRE] += here - tiles
    s[AVAIL] = (s[AVAIL] & ~(ONES << source) & ~(ONES << CENTRE)) | (filled(s[CENTRE]) << CENTRE)
    if s[AVAIL] != 0:
        after = s[TURN] + 1
        s[TURN] = 0 if after == s[PLAYERS] else after
    else:
        begin_placing(s, s[STARTER] if s[MARKER] == IN_CENTRE else s[MARKER])  # S29


@kernel
def begin_placing(s, first):
    """The first to place, or the next one after who has not passed (S29, S30)."""
    s[PHASE] = PLACE
    s[TURN] = first
    if s[PASSED + first] == 1:  # only in a position that was loaded so
        s[TURN] = next_seat(s)
        if s[TURN] == NOBODY:
            end_round(s)


@kernel
def lose(s, seat, points):
    """Take points off a score, never below one (S5)."""
    s[SCORE + seat] = max(LEAST_SCORE, s[SCORE + seat] - points)


# --- placing (S30-S42) ------------------------------------------------------------------------------


@kernel
def accepts(s, seat, star):
    """The set of colours that a star takes now (S35, S36, S55)."""
    used = (s[USED + seat] >> (POINTS * star)) & FULL_STAR
    if s[GREY] == 0:
        return FULL_STAR & ~used if star == CENTRE_STAR else 1 << STAR_COLOUR[star]
    if size(in_star(s, seat, star)) < 2:
        return FULL_STAR
    return used if used & (used - 1) == 0 else FULL_STAR & ~used


@kernel
def in_star(s, seat, star):
    """The set of positions of a star that hold a tile."""
    return (s[FILLED + seat] >> (POINTS * star)) & FULL_STAR


@kernel
def payments(s, seat, colour):
    """Lane N - 1: how many ways the hand has to pay N tiles for a tile of that colour (S32-S34)."""
    hand = s[HAND + seat]
    own = min(lane(hand, colour), 6)
    wilds = 0 if colour == wild(s) else min(lane(hand, wild(s)), 6)
    return PAYMENTS[7 * own + wilds]


@kernel
def open_spaces(s, seat, colour):
    """Lane N - 1: how many empty spaces with number N take that colour."""
    if s[GREY] == 0:
        return SPREAD[in_star(s, seat, OWN_STAR[colour])] + (
            0
            if (s[USED + seat] >> (POINTS * CENTRE_STAR + colour)) & 1
            else SPREAD[in_star(s, seat, CENTRE_STAR)]
        )
    spaces = 0
    for star in range(STARS):
        if (accepts(s, seat, star) >> colour) & 1:
            kind = 2 if star == CENTRE_STAR else 1
            spaces += SPREAD[64 * kind + in_star(s, seat, star)]
    return spaces


@kernel
def count_placements(s, seat):
    """How many ways there are to place a tile, payments told apart."""
    hand = filled(s[HAND + seat])
    n = 0
    while hand != 0:
        colour = colour_of(hand & -hand)
        n += total(products(open_spaces(s, seat, colour), payments(s, seat, colour)))
        hand &= hand - 1
    return n


@kernel
def nth_placement(s, seat, index):
    """The placement at that place in the list of them."""
    hand = filled(s[HAND + seat])
    while hand != 0:
        colour = colour_of(hand & -hand)
        ways = payments(s, seat, colour)
        here = total(products(open_spaces(s, seat, colour), ways))
        if index < here:
            return placement_of_colour(s, seat, colour, ways, index)
        index -= here
        hand &= hand - 1
    return -1


@kernel
def placement_of_colour(s, seat, colour, ways, index):
    """The placement at that place among those of one colour, star by star."""
    for star in range(STARS):
        if (accepts(s, seat, star) >> colour) & 1:
            empty = FULL_STAR & ~in_star(s, seat, star)
            while empty != 0:
                space = POINTS * star + member(empty, 0)
                cost = NUMBER[SPACES * s[GREY] + space]
                here = lane(ways, cost - 1)
                if index < here:
                    fewest = max(0, cost - lane(s[HAND + seat], colour))
                    return placement(space, colour, fewest + index)
                index -= here
                empty &= empty - 1
    return -1


@kernel
def placement(space, colour, wilds):
    """The number of a placement."""
    return TAKES + (space * COLOURS + colour) * 6 + wilds


@kernel
def placement_parts(action):
    """Space, colour and wilds of a placement's number."""
    code = action - TAKES
    return code // (COLOURS * 6), code // 6 % COLOURS, code % 6


@kernel
def place(s, space, colour, wilds):
    """Pay, lay the tile, score its group, and see which structures are complete (S31, S37-S39, S42)."""
    seat = mover(s)
    star = space // POINTS
    cost = NUMBER[SPACES * s[GREY] + space]
    own = 1 << (WIDTH * colour)
    paid = (cost - wilds) * own + (wilds << (WIDTH * wild(s)))
    s[HAND + seat] -= paid
    s[TOWER] += paid - own
    lay(s, seat, space, colour)
    points = RING[POINTS * in_star(s, seat, star) + space - POINTS * star]
    s[SCORE + seat] += points
    s[PLACED + seat] += points
    due = min(bonus_of(s[FILLED + seat], space), total(s[SUPPLY]))
    if due > 0:
        s[DUE] = due
        s[PHASE] = BONUS
    else:
        end_turn(s)


@kernel
def lay(s, seat, space, colour):
    """A tile of that colour lies on that space."""
    s[FILLED + seat] |= 1 << space
    s[USED + seat] |= 1 << (POINTS * (space // POINTS) + colour)
    s[TILES + SEATS * (space // 14) + seat] |= (colour + 1) << (3 * (space % 14))


@kernel
def bonus_of(full, space):
    """Bonus tiles for the structures that a tile on this space completes (S38, S39)."""
    due = 0
    for k in range(2):
        structure = TOUCHES[2 * space + k]
        around = STRUCTURE[structure]
        if full & around == around:
            due += WORTH[structure]
    return due


@kernel
def pick(s, group):
    """Take bonus tiles from the supply (S38, S40)."""
    s[SUPPLY] -= GROUP[group]
    s[HAND + mover(s)] += GROUP[group]
    s[DUE] = 0
    end_turn(s)


# --- passing and the end of a turn (S30, S41, S43-S45) ----------------------------------------------


@kernel
def pass_and_keep(s, group):
    """Keep up to four tiles, discard the others at a point each (S43-S45)."""
    seat = mover(s)
    discards = s[HAND + seat] - GROUP[group]
    s[KEPT + seat] += GROUP[group]
    s[HAND + seat] = 0
    s[TOWER] += discards
    s[DISCARDED + seat] = total(discards)
    lose(s, seat, total(discards))
    s[PASSED + seat] = 1
    end_turn(s)


@kernel
def free_corners(s, seat):
    """How many tiles a seat may keep: its corners are free until it passes (S44)."""
    return CORNERS_MOST - total(s[KEPT + seat])


@kernel
def end_turn(s):
    """The next seat that has not passed goes on, after the supply is refilled; or the round ends."""
    after = next_seat(s)
    if after == NOBODY:
        end_round(s)
        return
    s[PHASE] = PLACE
    s[TURN] = after
    if total(s[SUPPLY]) < SUPPLY_SPACES and s[BAG] + s[TOWER] != 0:  # S41
        s[NEXT] = after
        s[TURN] = NOBODY
        s[PHASE] = DEAL


@kernel
def next_seat(s):
    """The next seat clockwise that has not passed, or NOBODY."""
    seat = s[TURN]
    for _ in range(s[PLAYERS]):
        seat += 1
        if seat == s[PLAYERS]:
            seat = 0
        if s[PASSED + seat] == 0:
            return seat
    return NOBODY


@kernel
def end_round(s):
    """All have passed: the deal for the next round is due, or the game ends (S19, S46)."""
    if s[ROUND] < ROUNDS:
        s[FILL_FACTORIES] = 1
        s[PHASE] = DEAL
        s[TURN] = NOBODY
        return
    for seat in range(s[PLAYERS]):
        s[TRACK + seat] = s[SCORE + seat]
        s[SCORE + seat] += star_points(s, seat) + number_points(s, seat)  # S51: then the corners
        s[CORNERS_LEFT + seat] = total(s[KEPT + seat])
        lose(s, seat, s[CORNERS_LEFT + seat])
        s[TOWER] += s[KEPT + seat]
        s[KEPT + seat] = 0
    s[PHASE] = ENDED
    s[TURN] = OVER


# --- final scoring (S49-S52, S56, S57) --------------------------------------------------------------


@kernel
def star_points(s, seat):
    """Points for complete stars."""
    points = 0
    for star in range(STARS):
        points += star_worth(s, seat, star)
    return points


@kernel
def star_worth(s, seat, star):
    """What a star is worth at the end: nothing unless complete, then by what it is (S50, S56)."""
    if in_star(s, seat, star) != FULL_STAR:
        return 0
    used = (s[USED + seat] >> (POINTS * star)) & FULL_STAR
    if used & (used - 1) != 0:
        return MIXED_STAR
    return STAR_WORTH[member(used, 0)]


@kernel
def number_points(s, seat):
    """Points for all spaces of a number covered."""
    points = 0
    for number in range(1, 5):
        points += number_worth(s, seat, number)
    return points


@kernel
def number_worth(s, seat, number):
    """Four times the number if all its spaces are covered (S49, S57)."""
    wanted = NUMBER_SET[4 * s[GREY] + number - 1]
    return 4 * number if s[FILLED + seat] & wanted == wanted else 0


# --- groups of tiles --------------------------------------------------------------------------------


@kernel
def count_kept(tiles, most):
    """How many groups of at most so many tiles there are.

    The lanes of `ways` are the coefficients of a polynomial: lane n counts groups of n tiles of the
    colours seen so far. A colour with k tiles multiplies it by 1 + x + ... + x^k.
    """
    ways = 1
    for colour in range(COLOURS):
        few = min(lane(tiles, colour), most)
        ways = (ways * (ONES & ((1 << (WIDTH * (few + 1))) - 1))) & ((1 << (WIDTH * (most + 1))) - 1)
    return total(ways)


@kernel
def nth_group(tiles, first, index):
    """Of the groups from `first` on that these tiles hold, the one at that place."""
    for group in range(first, GROUPS):
        if holds(tiles, GROUP[group]):
            if index == 0:
                return group
            index -= 1
    return -1


@kernel
def count_picks(supply, due):
    """How many groups of exactly so many tiles the supply has."""
    n = 0
    for group in range(FIRST_OF[due], FIRST_OF[due + 1]):
        if holds(supply, GROUP[group]):
            n += 1
    return n


# --- moves ------------------------------------------------------------------------------------------


@kernel
def list_moves(s, moves):
    """Write all legal actions into `moves` and tell how many there are."""
    if s[PHASE] == ACQUIRE:
        return list_takes(s, moves)
    if s[PHASE] == BONUS:
        return list_groups(s[SUPPLY], FIRST_OF[s[DUE]], FIRST_OF[s[DUE] + 1], BONUS_FROM, moves, 0)
    n = list_placements(s, moves)
    seat = mover(s)
    return list_groups(s[HAND + seat], 0, FIRST_OF[free_corners(s, seat) + 1], PASS_FROM, moves, n)


@kernel
def list_takes(s, moves):
    """What may be taken from where (S22-S25)."""
    offered = offers(s)
    n = 0
    for colour in range(COLOURS):
        sources = lane(offered, colour)
        while sources != 0:
            moves[n] = member(sources, 0) * COLOURS + colour
            n += 1
            sources &= sources - 1
    return n


@kernel
def list_groups(tiles, first, last, base, moves, n):
    """The groups of a range that these tiles hold."""
    for group in range(first, last):
        if holds(tiles, GROUP[group]):
            moves[n] = base + group
            n += 1
    return n


@kernel
def list_placements(s, moves):
    """Every empty space that some tile of the hand may go to, with every way to pay for it."""
    seat = mover(s)
    n = 0
    for star in range(STARS):
        colours = accepts(s, seat, star) & held(s[HAND + seat])
        while colours != 0:
            colour = member(colours, 0)
            n = list_on_star(s, seat, star, colour, moves, n)
            colours &= colours - 1
    return n


@kernel
def held(tiles):
    """The set of colours among these tiles: the product gathers a bit from every lane."""
    return ((filled(tiles) * GATHER) >> LAST) & FULL_STAR


@kernel
def list_on_star(s, seat, star, colour, moves, n):
    """The placements of one colour on one star."""
    ways = payments(s, seat, colour)
    empty = FULL_STAR & ~in_star(s, seat, star)
    while empty != 0:
        space = POINTS * star + member(empty, 0)
        cost = NUMBER[SPACES * s[GREY] + space]
        fewest = max(0, cost - lane(s[HAND + seat], colour))
        for k in range(lane(ways, cost - 1)):
            moves[n] = placement(space, colour, fewest + k)
            n += 1
        empty &= empty - 1
    return n


@kernel
def sample_move(s, rng):
    """One legal action, all equally likely, without listing them."""
    if s[PHASE] == ACQUIRE:
        offered = offers(s)
        counts = sizes(offered)
        index = below(rng, total(counts))
        colour = colour_of(tile_at(counts, index))
        index -= lane(counts * ONES << WIDTH, colour)
        return member(lane(offered, colour), index) * COLOURS + colour
    if s[PHASE] == BONUS:
        index = below(rng, count_picks(s[SUPPLY], s[DUE]))
        return BONUS_FROM + nth_group(s[SUPPLY], FIRST_OF[s[DUE]], index)
    seat = mover(s)
    n = count_placements(s, seat)
    index = below(rng, n + count_kept(s[HAND + seat], free_corners(s, seat)))
    if index < n:
        return nth_placement(s, seat, index)
    return PASS_FROM + nth_group(s[HAND + seat], 0, index - n)


@kernel
def play(s, action):
    """Carry out a legal action and all that follows by itself, up to a decision, a deal or the end."""
    if action < TAKES:
        take(s, action // COLOURS, action % COLOURS)
    elif action < BONUS_FROM:
        space, colour, wilds = placement_parts(action)
        place(s, space, colour, wilds)
    elif action < PASS_FROM:
        pick(s, action - BONUS_FROM)
    else:
        pass_and_keep(s, action - PASS_FROM)


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
def random_game(s, rng, dealt, seed, number, players, grey):
    """Play game `number` of `seed` at random, from set-up to end, and tell how many moves it took."""
    start_stream(rng, seed, number)
    set_up(s, players, grey, below(rng, players))
    return playout(s, rng, dealt)


@kernel
def random_games(s, rng, dealt, seed, first, games, players, grey):
    """Play so many random games one after the other and tell how many moves they took."""
    moves = 0
    for number in range(first, first + games):
        moves += random_game(s, rng, dealt, seed, number, players, grey)
    return moves
