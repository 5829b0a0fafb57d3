"""Numbers that judge a Pavilion position: today the quick prospect that the greedy bot maximises."""

from azulejos.core.lanes import total
from azulejos.core.layout import ENDED, GREY, PHASE, ROUND, TURN
from azulejos.pavilion import kernels
from azulejos.pavilion.fields import (
    CORNERS_LEFT,
    DUE,
    FILLED,
    FULL_STAR,
    HAND,
    KEPT,
    MIXED_STAR,
    NUMBER_SET,
    POINTS,
    ROUNDS,
    SCORE,
    STAR_WORTH,
    STARS,
    USED,
)
from azulejos.pavilion.positions import State

TILE = 0.6  # what a tile in hand, kept or due is worth


def prospect(s: State, seat: int) -> float:
    """Points so far, a little for tiles in hand, and a share of the final bonuses that are in reach."""
    score = s[SCORE + seat]
    if s[PHASE] == ENDED:  # of two ways to lose a point, the plain one
        return float(score - 0.01 * s[CORNERS_LEFT + seat])
    tiles = total(s[HAND + seat])
    if s[ROUND] < ROUNDS:
        tiles += total(s[KEPT + seat])
    else:  # what is kept now only costs its point later (S45, S52)
        score -= 2 * total(s[KEPT + seat])
    if s[TURN] == seat:
        tiles += s[DUE]
    return float(score + TILE * tiles + _stars(s, seat) + _numbers(s, seat))


def _stars(s: State, seat: int) -> float:
    """Each star's bonus, by the cube of how far it is."""
    points = 0.0
    for star in range(STARS):
        share = kernels.in_star(s, seat, star).bit_count() / POINTS
        points += _worth(s[USED + seat] >> (POINTS * star) & FULL_STAR) * share**3
    return points


def _worth(used: int) -> int:
    return STAR_WORTH[used.bit_length() - 1] if used.bit_count() == 1 else MIXED_STAR


def _numbers(s: State, seat: int) -> float:
    """Each number's bonus, by the cube of how far it is."""
    points = 0.0
    for number in range(1, 5):
        wanted = NUMBER_SET[4 * s[GREY] + number - 1]
        points += 4 * number * ((s[FILLED + seat] & wanted).bit_count() / wanted.bit_count()) ** 3
    return points
