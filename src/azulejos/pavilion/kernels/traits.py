"""What speaks for and against a move, as numbers that a fit can weigh: the hand-made judgement of moves.

A take, a placement or pass, and a pick are three kinds of decision; a trait's place means something
else in each, and only moves of one decision are ever compared.
"""

from azulejos.core.jit import kernel
from azulejos.core.lanes import COLOURS, WIDTH, colour_of, filled, lane, products, size, total
from azulejos.core.layout import AVAIL, CENTRE, GREY, IN_CENTRE, MARKER, PLAYERS, ROUND
from azulejos.core.table import mover
from azulejos.pavilion.fields import (
    BONUS_FROM,
    CENTRE_STAR,
    CORNERS_MOST,
    FILLED,
    FULL_STAR,
    GROUP,
    HAND,
    NUMBER,
    NUMBER_SET,
    PASS_FROM,
    POINTS,
    RING,
    ROUNDS,
    SPACES,
    STAR_WORTH,
    STRUCTURE,
    SUPPLY,
    TAKES,
    TOUCHES,
    USED,
    WORTH,
)
from azulejos.pavilion.kernels.judging import COST_LEFT, bonus_of_star, count, home, planned, row_of
from azulejos.pavilion.kernels.placing import bonus_of, open_spaces, payments, placement_parts
from azulejos.pavilion.kernels.setup import wild
from azulejos.pavilion.kernels.stars import in_star
from azulejos.pavilion.kernels.turns import free_corners

TAKE_NAMES = (
    "tiles",
    "a wild with them",
    "a wild alone",
    "points for the marker",
    "the marker",
    "what the colour promises me",
    "what it promises with my wilds",
    "fullness of its star",
    "star comes within reach",
    "a first space comes within reach",
    "more than the star needs",
    "adds to my tiles",
    "wild next round",
    "what it promises the next seat",
    "left for the centre",
    "wilds left for the centre",
    "useless in the last round",
    "worth of its star",
    "last of its colour",
    "what it leaves the next seat",
    "fullness of its star in the last two rounds",
)
PLACE_NAMES = (
    "points",
    "bonus tiles",
    "star completed",
    "number completed",
    "tiles spent",
    "wilds spent",
    "wilds spent needlessly",
    "star's progress",
    "number's progress",
    "structure left with one space",
    "structure left with two spaces",
    "on the centre star",
    "true to the plan",
    "own tiles stranded",
    "wild colour at home",
    "next round's wild spent",
    "points a tile",
    "last round: points",
    "star left with one space",
    "true to the plan with wilds",
    "last round: star's progress",
    "pass",
    "tiles discarded",
    "kept wild next round",
    "what the kept promise",
    "kept tiles",
    "could still place",
    "kept fewer than possible",
    "kept in the last round",
    "could still place, but holds few",
)
PICK_NAMES = (
    "wilds",
    "wild next round",
    "what they promise",
    "what they promise with my wilds",
    "stars come within reach",
    "without a use",
    "different colours",
    "worth of their stars",
    "add to my tiles",
)
TRAITS = max(len(TAKE_NAMES), len(PLACE_NAMES), len(PICK_NAMES))
# one name for each place: what it means when taking / placing or passing / picking
TRAIT_NAMES = tuple(
    " / ".join(names[place] for names in (TAKE_NAMES, PLACE_NAMES, PICK_NAMES) if place < len(names))
    for place in range(TRAITS)
)
PASS_AT = PLACE_NAMES.index("pass")


@kernel
def traits(s, action, out):
    """Write the TRAITS numbers of a legal action of the mover; most lie between 0 and 2."""
    for n in range(TRAITS):
        out[n] = 0.0
    if action < TAKES:
        judge_take(s, action // COLOURS, action % COLOURS, out)
    elif action < BONUS_FROM:
        space, colour, wilds = placement_parts(action)
        judge_placement(s, space, colour, wilds, out)
    elif action < PASS_FROM:
        judge_pick(s, GROUP[action - BONUS_FROM], out)
    else:
        judge_pass(s, GROUP[action - PASS_FROM], out)


# --- taking ---------------------------------------------------------------------------------------------


@kernel
def judge_take(s, source, colour, out):
    """What a take brings, what it costs, and what it leaves to others."""
    here = s[source]
    w = wild(s)
    with_wild = 1 if lane(here, w) > 0 else 0
    alone = colour == w
    tiles = with_wild if alone else lane(here, colour)
    taken = tiles if alone else tiles + with_wild
    out[0] = taken / 3.0
    out[1] = 0.0 if alone else with_wild / 1.0
    out[2] = 1.0 if alone else 0.0
    if (source == CENTRE) & (s[MARKER] == IN_CENTRE):
        out[3] = taken / 5.0
        out[4] = 1.0
    if source != CENTRE:
        out[14] = (total(here) - taken) / 3.0
        out[15] = (lane(here, w) - with_wild) / 2.0
    if s[ROUND] < ROUNDS and colour == s[ROUND]:
        out[12] = tiles / 3.0
    out[17] = STAR_WORTH[colour] / 10.0 - 1.4
    if lane(s[AVAIL], colour) & ~(1 << source) == 0:
        out[18] = 1.0
    judge_taken(s, colour, tiles, 0 if alone else with_wild, out)
    judge_left(s, here, colour, out)


@kernel
def judge_taken(s, colour, tiles, with_wild, out):
    """What so many tiles of a colour, and perhaps a wild with them, are for me and for the next seat."""
    seat = mover(s)
    hand = s[HAND + seat]
    have = lane(hand, colour)
    wilds = 0 if colour == wild(s) else lane(hand, wild(s))
    row = home(s, seat, colour)
    needed = COST_LEFT[row]
    before = planned(row, have + wilds)
    after = planned(row, have + tiles + wilds + with_wild)
    out[5] = (planned(row, have + tiles) - planned(row, have)) / 10.0
    out[6] = (after - before) / 10.0
    out[7] = size(row & FULL_STAR) * tiles / 10.0
    if (needed > have + wilds) & (needed <= have + tiles + wilds + with_wild):
        out[8] = STAR_WORTH[colour] / 10.0
    out[9] = 1.0 if (before == 0) & (after > 0) else 0.0
    spare = max(0, have + tiles - max(needed, have)) / 3.0
    out[10] = spare
    out[11] = tiles / 3.0 if have > 0 else 0.0
    if s[ROUND] == ROUNDS:
        out[16] = spare
    if s[ROUND] >= ROUNDS - 1:
        out[20] = out[7]
    after_me = seat + 1 if seat + 1 < s[PLAYERS] else 0
    theirs = lane(s[HAND + after_me], colour)
    row = home(s, after_me, colour)
    out[13] = (planned(row, theirs + tiles) - planned(row, theirs)) / 10.0


@kernel
def judge_left(s, here, colour, out):
    """What the next seat could make of the best other colour that lay there."""
    seat = mover(s) + 1 if mover(s) + 1 < s[PLAYERS] else 0
    left = filled(here) & ~(1 << (WIDTH * colour)) & ~(1 << (WIDTH * wild(s)))
    most = 0
    while left != 0:
        other = colour_of(left & -left)
        have = lane(s[HAND + seat], other)
        row = home(s, seat, other)
        most = max(most, planned(row, have + lane(here, other)) - planned(row, have))
        left &= left - 1
    out[19] = most / 10.0


# --- placing --------------------------------------------------------------------------------------------


@kernel
def judge_placement(s, space, colour, wilds, out):
    """What a placement scores, brings and costs."""
    seat = mover(s)
    star = space // POINTS
    cost = NUMBER[SPACES * s[GREY] + space]
    full = s[FILLED + seat] | (1 << space)
    bits = in_star(s, seat, star) | (1 << (space - POINTS * star))
    points = RING[POINTS * bits + space - POINTS * star]
    own = lane(s[HAND + seat], colour)
    out[0] = points / 3.0
    out[1] = min(bonus_of(full, space), total(s[SUPPLY])) / 2.0
    out[4] = cost / 3.0
    out[5] = wilds / 2.0
    out[6] = (wilds - max(0, cost - own)) / 2.0
    out[11] = 1.0 if star == CENTRE_STAR else 0.0
    out[14] = cost / 3.0 if colour == wild(s) else 0.0
    out[15] = (cost - wilds) / 3.0 if colour == s[ROUND] else 0.0
    out[16] = points / cost
    out[17] = points / 3.0 if s[ROUND] == ROUNDS else 0.0
    judge_progress(s, seat, star, colour, bits, out)
    judge_number(s, cost, full, out)
    judge_around(full, space, out)
    judge_plan(s, seat, star, colour, bits, cost - wilds, wilds, out)


@kernel
def judge_progress(s, seat, star, colour, bits, out):
    """How much nearer its star comes to its bonus."""
    row = row_of(s, seat, star)
    whole = COST_LEFT[row & ~FULL_STAR]
    before = 1.0 - COST_LEFT[row] / whole
    after = 1.0 - COST_LEFT[(row & ~FULL_STAR) | bits] / whole
    used = (s[USED + seat] >> (POINTS * star)) & FULL_STAR
    if (used == 0) & (s[GREY] == 1):
        worth = STAR_WORTH[colour] / 10.0
    elif s[GREY] == 1 and used & ~(1 << colour) != 0:
        worth = 1.2
    else:
        worth = bonus_of_star(s, seat, star) / 10.0
    out[7] = worth * (after * after * after - before * before * before)
    if s[ROUND] == ROUNDS:
        out[20] = out[7]
    if bits == FULL_STAR:
        out[2] = worth
    elif size(bits) == POINTS - 1:
        out[18] = worth


@kernel
def judge_number(s, cost, full, out):
    """How much nearer the spaces of that number come to their bonus."""
    if cost > 4:
        return
    wanted = NUMBER_SET[4 * s[GREY] + cost - 1]
    spaces = 7 if s[GREY] == 0 else (12 if cost == 3 else 6)
    missing = count(wanted & ~full)
    before = 1.0 - (missing + 1) / spaces
    after = 1.0 - missing / spaces
    out[8] = 0.4 * cost * (after * after * after - before * before * before)
    if missing == 0:
        out[3] = 0.4 * cost


@kernel
def judge_around(full, space, out):
    """How near the structures beside a space come to being complete."""
    for k in range(2):
        structure = TOUCHES[2 * space + k]
        if WORTH[structure] == 0:
            continue
        missing = count(STRUCTURE[structure] & ~full)
        if missing == 1:
            out[9] += WORTH[structure] / 2.0
        elif missing == 2:
            out[10] += WORTH[structure] / 2.0


@kernel
def judge_plan(s, seat, star, colour, bits, spent, wilds, out):
    """How much of what the colour's tiles promised is kept, and how many of them it strands."""
    row = home(s, seat, colour)
    after = row
    if row == row_of(s, seat, star):
        after = (row & ~FULL_STAR) | bits
    own = lane(s[HAND + seat], colour)
    left = own - spent
    out[12] = (planned(after, left) - planned(row, own)) / 10.0
    if planned(after, left) == 0:
        out[13] = left / 3.0
    if colour != wild(s):
        own += lane(s[HAND + seat], wild(s))
        left = own - spent - wilds
    out[19] = (planned(after, left) - planned(row, own)) / 10.0


# --- passing --------------------------------------------------------------------------------------------


@kernel
def judge_pass(s, kept, out):
    """What is kept, what is thrown away, and whether it is early to pass."""
    seat = mover(s)
    hand = s[HAND + seat]
    tiles = total(kept)
    out[PASS_AT] = 1.0
    out[PASS_AT + 1] = (total(hand) - tiles) / 3.0
    if can_place(s, seat):
        out[PASS_AT + 5] = 1.0
        out[PASS_AT + 8] = 1.0 if total(hand) <= CORNERS_MOST else 0.0
    if s[ROUND] == ROUNDS:
        out[PASS_AT + 7] = tiles / 2.0
        return
    out[PASS_AT + 2] = lane(kept, s[ROUND]) / 2.0
    out[PASS_AT + 3] = promise_of(s, seat, kept) / 10.0
    out[PASS_AT + 4] = tiles / 3.0
    out[PASS_AT + 6] = (min(free_corners(s, seat), total(hand)) - tiles) / 2.0


@kernel
def can_place(s, seat):
    """Whether a seat has any placement left."""
    left = filled(s[HAND + seat])
    while left != 0:
        colour = colour_of(left & -left)
        if products(open_spaces(s, seat, colour), payments(s, seat, colour)) != 0:
            return True
        left &= left - 1
    return False


@kernel
def promise_of(s, seat, tiles):
    """Half points that tiles promise on the stars of their colours."""
    promise = 0
    left = filled(tiles)
    while left != 0:
        colour = colour_of(left & -left)
        promise += planned(home(s, seat, colour), lane(tiles, colour))
        left &= left - 1
    return promise


# --- picking bonus tiles --------------------------------------------------------------------------------


@kernel
def judge_pick(s, group, out):
    """What bonus tiles are good for beside those in hand."""
    seat = mover(s)
    hand = s[HAND + seat]
    w = wild(s)
    wilds = lane(hand, w) + lane(group, w)
    out[0] = lane(group, w) / 2.0
    if s[ROUND] < ROUNDS:
        out[1] = lane(group, s[ROUND]) / 2.0
    left = filled(group)
    while left != 0:
        colour = colour_of(left & -left)
        n = lane(group, colour)
        have = lane(hand, colour)
        row = home(s, seat, colour)
        out[6] += 0.5
        if colour != w:
            needed = COST_LEFT[row]
            out[2] += (planned(row, have + n) - planned(row, have)) / 10.0
            out[3] += (planned(row, have + n + wilds) - planned(row, have + wilds)) / 10.0
            if (needed > have + wilds) & (needed <= have + n + wilds):
                out[4] += STAR_WORTH[colour] / 10.0
            if row & FULL_STAR == FULL_STAR:
                out[5] += n / 3.0
            out[7] += n * (STAR_WORTH[colour] / 10.0 - 1.4)
            if have > 0:
                out[8] += n / 3.0
        left &= left - 1
