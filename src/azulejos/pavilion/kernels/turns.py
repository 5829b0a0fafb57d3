"""Who goes on: passing, the end of a turn and of a round (S5, S29, S30, S41, S43-S45, S51, S52)."""

from azulejos.core.jit import kernel
from azulejos.core.lanes import total
from azulejos.core.layout import BAG, DEAL, ENDED, NOBODY, OVER, PHASE, PLAYERS, ROUND, TURN
from azulejos.core.table import mover
from azulejos.pavilion.fields import (
    CORNERS_LEFT,
    CORNERS_MOST,
    DISCARDED,
    FILL_FACTORIES,
    GROUP,
    HAND,
    KEPT,
    NEXT,
    PASSED,
    PLACE,
    ROUNDS,
    SCORE,
    SUPPLY,
    SUPPLY_SPACES,
    TOWER,
    TRACK,
)
from azulejos.pavilion.kernels.stars import number_points, star_points

LEAST_SCORE = 1  # S5


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


@kernel
def lose(s, seat, points):
    """Take points off a score, never below one (S5)."""
    s[SCORE + seat] = max(LEAST_SCORE, s[SCORE + seat] - points)


@kernel
def score_of(s, seat):
    """A seat's points."""
    return s[SCORE + seat]
