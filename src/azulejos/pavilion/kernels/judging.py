"""What a seat has going for it, as numbers that a fit can weigh: the hand-made judgement of a position.

Nothing here decides anything; `weights` says what each number is worth at which stage of the game.
"""

from azulejos.core.jit import Table, kernel
from azulejos.core.lanes import COLOURS, LANE, WIDTH, colour_of, filled, lane, member, size, total
from azulejos.core.layout import DEAL, ENDED, GREY, IN_CENTRE, MARKER, PHASE, PLAYERS, ROUND, STARTER, TURN
from azulejos.pavilion.fields import (
    ACQUIRE,
    BONUS,
    CENTRE_STAR,
    DUE,
    FILL_FACTORIES,
    FILLED,
    FULL_STAR,
    HAND,
    KEPT,
    MIXED_STAR,
    NUMBER,
    NUMBER_SET,
    PASSED,
    POINTS,
    RING,
    ROUNDS,
    SCORE,
    SPACES,
    STAR_COLOUR,
    STAR_WORTH,
    STARS,
    USED,
)
from azulejos.pavilion.kernels.placing import OWN_STAR, open_spaces
from azulejos.pavilion.kernels.stars import in_star, structures_at

STAGES = 6  # the round that is being played, or was played last
KINDS = 3
TAKING, PLACING, PICKING = 0, 1, 2

# --- what tiles of one colour can do on one star, worked out beforehand --------------------------------

MOST_PLANNED = 15  # tiles of a colour; more are planned as so many
PLANNED = MOST_PLANNED + 1
_STAR_KINDS = (0, SPACES, SPACES + POINTS * CENTRE_STAR)  # coloured, grey, the grey centre
# beyond the ring: a space's share of its structures and of its number, in tenths of a point
_BESIDE = ((8, 12, 12, 10, 18, 18), (8, 12, 12, 10, 18, 18), (8, 8, 8, 8, 8, 8))
_STAR_BONUS = 160  # tenths of a point; an average star


def _cost(kind: int, members: int) -> int:
    numbers = NUMBER[_STAR_KINDS[kind] : _STAR_KINDS[kind] + POINTS]
    return sum(number for position, number in enumerate(numbers) if members >> position & 1)


_EMPTY = [[p for p in range(POINTS) if not bits >> p & 1] for bits in range(1 << POINTS)]
# COST_LEFT[64 * kind + six_bits]: tiles that a star still needs
COST_LEFT = Table(_cost(kind, FULL_STAR & ~bits) for kind in range(3) for bits in range(1 << POINTS))
# what a star so far promises of its bonus: the cube of how much of it is paid
_PROMISE = [_STAR_BONUS * (1 - left / COST_LEFT[row & ~FULL_STAR]) ** 3 for row, left in enumerate(COST_LEFT)]


def _gain(row: int, position: int) -> float:
    """What one more tile on a star brings now and promises."""
    after = row | 1 << position
    points = 10 * RING[POINTS * (after & FULL_STAR) + position] + _BESIDE[row >> POINTS][position]
    return points + _PROMISE[after] - _PROMISE[row]


def _plan(row: int, later: dict[int, list[float]]) -> list[float]:
    """By tiles, the best that a series of placements brings, given those of fuller stars."""
    plan = [0.0] * PLANNED
    for position in _EMPTY[row & FULL_STAR]:
        after = row | 1 << position
        gain, cost = _gain(row, position), COST_LEFT[row] - COST_LEFT[after]
        plan[cost:] = map(max, plan[cost:], [gain + rest for rest in later[after]])
    return plan


def _plans() -> list[list[float]]:
    plans: dict[int, list[float]] = {}
    for row in reversed(range(len(COST_LEFT))):
        plans[row] = _plan(row, plans)
    return [plans[row] for row in range(len(COST_LEFT))]


# PLAN[PLANNED * (64 * kind + six_bits) + tiles]: half points
PLAN = Table(round(worth / 5) for plan in _plans() for worth in plan)
# GAIN[POINTS * (64 * kind + six_bits) + position]: half points of one more tile there
GAIN = Table(
    round(_gain(row, position) / 5) if position in _EMPTY[row & FULL_STAR] else 0
    for row in range(len(COST_LEFT))
    for position in range(POINTS)
)
NO_STAR = FULL_STAR  # a row of PLAN that promises nothing
# BEST_RING[six_bits]: the most points that the next tile on a star can score
BEST_RING = Table(
    max((RING[POINTS * (bits | 1 << p) + p] for p in empty), default=0) for bits, empty in enumerate(_EMPTY)
)


@kernel
def row_of(s, seat, star):
    """The row of PLAN for a star as it stands."""
    kind = 0 if s[GREY] == 0 else (2 if star == CENTRE_STAR else 1)
    return 64 * kind + in_star(s, seat, star)


@kernel
def home(s, seat, colour):
    """The row of PLAN for the star that a colour is built on: the fullest of its own, or an empty one."""
    if s[GREY] == 0:
        return in_star(s, seat, OWN_STAR[colour])
    row = NO_STAR
    most = -1
    for star in range(STARS):
        bits = in_star(s, seat, star)
        used = (s[USED + seat] >> (POINTS * star)) & FULL_STAR
        if (used == 1 << colour) | (used == 0):
            tiles = size(bits)
            if (tiles > most) & (tiles < POINTS):
                most = tiles
                row = row_of(s, seat, star)
    return row


@kernel
def planned(row, tiles):
    """Half points that so many tiles promise on the star of that row."""
    return PLAN[PLANNED * row + min(tiles, MOST_PLANNED)]


# --- where the game stands ------------------------------------------------------------------------------


@kernel
def stage(s):
    """The stage of the game by which weights differ: the round."""
    return max(s[ROUND], 1) - 1


@kernel
def kind(s):
    """Which kind of decision is due: taking, placing or passing, picking bonus tiles."""
    if s[PHASE] == ACQUIRE:
        return TAKING
    return PICKING if s[PHASE] == BONUS else PLACING


@kernel
def between_rounds(s):
    """Whether the deal that begins a round is due, or the game is over."""
    return (s[PHASE] == ENDED) | ((s[PHASE] == DEAL) & (s[FILL_FACTORIES] == 1))


@kernel
def shares(s, out):
    """Each seat's share of the win: those with most points share it evenly (S53)."""
    most = 0
    winners = 0
    for seat in range(s[PLAYERS]):
        if s[SCORE + seat] > most:
            most = s[SCORE + seat]
            winners = 0
        if s[SCORE + seat] == most:
            winners += 1
    for seat in range(s[PLAYERS]):
        out[seat] = 1.0 / winners if s[SCORE + seat] == most else 0.0


@kernel
def assets(s, seat):
    """The tiles that a seat can still place, in this round or the next."""
    if (s[ROUND] == ROUNDS) & (s[PASSED + seat] == 1):
        return 0
    return s[HAND + seat] + s[KEPT + seat]


@kernel
def wild_of(s, seat):
    """The colour that will be wild when a seat next places: this round's, or the next one's."""
    return s[ROUND] if (s[PASSED + seat] == 1) | (s[ROUND] == 0) else s[ROUND] - 1


# --- features -------------------------------------------------------------------------------------------

FEATURE_NAMES = (
    "score",
    "complete stars and numbers",
    "stars with one tile",
    "stars with two tiles",
    "stars with three tiles",
    "stars with four tiles",
    "stars with five tiles",
    "stars by square of what is paid",
    "stars by fourth power of what is paid",
    "nearest star",
    "second nearest star",
    "stars one or two tiles short",
    "stars three or four tiles short",
    "stars five or six tiles short",
    "stars seven to nine tiles short",
    "stars ten to thirteen tiles short",
    "next wild's star",
    "ones",
    "twos",
    "threes",
    "fours",
    "numbers with one space open",
    "numbers with two spaces open",
    "numbers with three spaces open",
    "pillars with one space open",
    "statues with one space open",
    "windows with one space open",
    "pillars with two spaces open",
    "statues with two spaces open",
    "best next points by star",
    "what eight tiles would bring by star",
    "cheap spaces open",
    "spaces covered",
    "tiles held",
    "wild tiles",
    "tiles wild next round",
    "what the tiles promise",
    "what wilds add",
    "stars in reach",
    "tiles without a use",
    "tiles for growing stars",
    "tiles beyond four",
    "starts the next round",
    "corners in the last round",
)
FEATURES = len(FEATURE_NAMES)
SCORE_AT, COMPLETE_AT, FILL_AT, SQUARE_AT, FOURTH_AT, NEAREST_AT = 0, 1, 2, 7, 8, 9
SHORT_AT, WILD_STAR_AT, NUMBER_AT, ALMOST_AT = 11, 16, 17, 21
ONE_OPEN_AT, TWO_OPEN_AT, RING_AT, EIGHT_AT, CHEAP_AT, COVERED_AT = 24, 27, 29, 30, 31, 32
TILES_AT, WILDS_AT, NEXT_WILDS_AT, PLAN_AT, WILD_PLAN_AT, REACH_AT = 33, 34, 35, 36, 37, 38
USELESS_AT, GROWING_AT, BEYOND_AT, STARTS_AT, CORNERS_AT = 39, 40, 41, 42, 43

# SHORT[tiles]: which feature a star counts for that is so many tiles short; the last is none
SHORT = Table((0, 0, 0, 1, 1, 2, 2, 3, 3, 3, 4, 4, 4, 4, *(5 for _ in range(14, 22))))


@kernel
def features(s, seat, out):
    """Write the FEATURES numbers of a seat; most lie between 0 and 3."""
    for n in range(FEATURES):
        out[n] = 0.0
    out[SCORE_AT] = s[SCORE + seat] / 10.0
    if s[PHASE] == ENDED:  # bonuses are in the score by now
        return
    judge_stars(s, seat, out)
    judge_numbers(s, seat, out)
    judge_structures(s, seat, out)
    judge_tiles(s, seat, out)
    nobody = (s[MARKER] == IN_CENTRE) & (s[PHASE] != ACQUIRE)
    if (s[MARKER] == seat) | (nobody & (s[STARTER] == seat)):  # S29
        out[STARTS_AT] = 1.0


@kernel
def bonus_of_star(s, seat, star):
    """What a star is worth if it is completed as it was begun, in points."""
    if s[GREY] == 0:
        return MIXED_STAR if star == CENTRE_STAR else STAR_WORTH[STAR_COLOUR[star]]
    used = (s[USED + seat] >> (POINTS * star)) & FULL_STAR
    if (used == 0) | (used & (used - 1) != 0):
        return MIXED_STAR
    return STAR_WORTH[member(used, 0)]


@kernel
def judge_stars(s, seat, out):
    """How full the stars are and what lies ready in their rings."""
    points = 0
    covered = 0
    eight = 0
    for star in range(STARS):
        row = row_of(s, seat, star)
        covered += size(row & FULL_STAR)
        points += BEST_RING[row & FULL_STAR]
        eight += planned(row, 8)
        if row & FULL_STAR != 0:
            judge_star(s, seat, star, row, out)
    out[RING_AT] = points / 10.0
    out[EIGHT_AT] = eight / 80.0
    out[COVERED_AT] = covered / 10.0


@kernel
def judge_star(s, seat, star, row, out):
    """How near a star with tiles on it is to its bonus."""
    worth = bonus_of_star(s, seat, star) / 10.0
    needed = COST_LEFT[row]
    if needed == 0:
        out[COMPLETE_AT] += worth
        return
    paid = 1.0 - needed / COST_LEFT[row & ~FULL_STAR]
    out[FILL_AT + size(row & FULL_STAR) - 1] += worth
    out[SQUARE_AT] += worth * paid * paid
    out[FOURTH_AT] += worth * paid * paid * paid * paid
    near = worth * paid * paid * paid
    if near > out[NEAREST_AT]:
        out[NEAREST_AT + 1] = out[NEAREST_AT]
        out[NEAREST_AT] = near
    elif near > out[NEAREST_AT + 1]:
        out[NEAREST_AT + 1] = near
    if SHORT[needed] < 5:
        out[SHORT_AT + SHORT[needed]] += worth
    if (s[USED + seat] >> (POINTS * star)) & FULL_STAR == 1 << s[ROUND]:  # no wilds help there (S33)
        out[WILD_STAR_AT] += worth * paid * paid


@kernel
def count(members):
    """How many spaces a set of them has."""
    n = 0
    while members != 0:
        members &= members - 1
        n += 1
    return n


@kernel
def judge_numbers(s, seat, out):
    """How far the ones to fours are, by the cube of the share that is covered."""
    for number in range(1, 5):
        wanted = NUMBER_SET[4 * s[GREY] + number - 1]
        spaces = 7 if s[GREY] == 0 else (12 if number == 3 else 6)
        missing = count(wanted & ~s[FILLED + seat])
        worth = 0.4 * number
        if missing == 0:
            out[COMPLETE_AT] += worth
        else:
            share = 1.0 - missing / spaces
            out[NUMBER_AT + number - 1] = worth * share * share * share
            if missing <= 3:
                out[ALMOST_AT + missing - 1] += worth
        if number <= 2:
            out[CHEAP_AT] += missing / 5.0


@kernel
def judge_structures(s, seat, out):
    """How many pillars, statues and windows lack one space, or two."""
    for star in range(CENTRE_STAR):
        pillar, statue, window = structures_at(s, seat, star)
        if pillar == 3:
            out[ONE_OPEN_AT] += 0.5
        elif pillar == 2:
            out[TWO_OPEN_AT] += 0.5
        if statue == 3:
            out[ONE_OPEN_AT + 1] += 0.5
        elif statue == 2:
            out[TWO_OPEN_AT + 1] += 0.5
        if window == 1:
            out[ONE_OPEN_AT + 2] += 0.5


@kernel
def judge_tiles(s, seat, out):
    """What the tiles beside the board and in the corners are good for."""
    tiles = assets(s, seat)
    wild = wild_of(s, seat)
    wilds = lane(tiles, wild)
    held = total(tiles)
    if (s[PHASE] == BONUS) & (s[TURN] == seat):
        held += s[DUE]
    out[TILES_AT] = held / 5.0
    out[WILDS_AT] = wilds / 2.0
    out[BEYOND_AT] = max(0, held - 4) / 5.0
    if s[ROUND] == ROUNDS:
        out[CORNERS_AT] = total(s[KEPT + seat]) / 4.0
    elif s[PASSED + seat] == 0:
        out[NEXT_WILDS_AT] = min(4, lane(tiles, s[ROUND])) / 2.0
    promise = 0
    added = planned(home(s, seat, min(wild, COLOURS - 1)), wilds)  # wilds as tiles of their own colour
    left = filled(tiles & ~(LANE << (WIDTH * wild)))
    while left != 0:
        colour = colour_of(left & -left)
        n = lane(tiles, colour)
        row = home(s, seat, colour)
        alone = planned(row, n)
        promise += alone
        added = max(added, planned(row, n + wilds) - alone)
        judge_colour(s, seat, colour, n, wilds, row, out)
        left &= left - 1
    out[PLAN_AT] = promise / 20.0
    out[WILD_PLAN_AT] = added / 20.0


@kernel
def judge_colour(s, seat, colour, n, wilds, row, out):
    """What so many tiles of one colour are good for: a star within reach, a growing star, nothing."""
    needed = COST_LEFT[row]
    bits = row & FULL_STAR
    if bits == FULL_STAR:
        if open_spaces(s, seat, colour) == 0:
            out[USELESS_AT] += n / 3.0
    else:
        out[GROWING_AT] += min(n, needed) * size(bits) / 10.0
        if needed <= n + wilds:
            out[REACH_AT] += STAR_WORTH[colour] / 10.0
