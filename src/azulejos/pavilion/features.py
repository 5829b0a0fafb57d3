"""Numbers that judge a Pavilion position: today the quick prospect that the greedy bot maximises.

Kernels like those of the rules, so that many games can be judged in one compiled call.
"""

from typing import Any

from azulejos.core.jit import kernel
from azulejos.core.lanes import member, size, sizes, total
from azulejos.core.layout import ENDED, GREY, PHASE, ROUND, TURN
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
from azulejos.pavilion.kernels import in_star

TILE = 0.6  # what a tile in hand, kept or due is worth

# what part of a bonus is hoped for, by how many of its spaces are covered: the cube of that share. Numbers
# kept, not counted anew: compiled and on a GPU a power may round otherwise.
OF_STAR = tuple((covered / POINTS) ** 3 for covered in range(POINTS + 1))
MOST_SPACES = max(wanted.bit_count() for wanted in NUMBER_SET)
OF_NUMBER = tuple(  # [(MOST_SPACES + 1) * (4 * grey + number - 1) + covered]
    (covered / wanted.bit_count()) ** 3 for wanted in NUMBER_SET for covered in range(MOST_SPACES + 1)
)


@kernel
def prospect(s: Any, seat: int) -> float:
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
    return float(score + TILE * tiles + stars_share(s, seat) + numbers_share(s, seat))


@kernel
def stars_share(s: Any, seat: int) -> float:
    """Each star's bonus, by the cube of how far it is."""
    points = 0.0
    for star in range(STARS):
        share = OF_STAR[size(in_star(s, seat, star))]
        points += full_worth((s[USED + seat] >> (POINTS * star)) & FULL_STAR) * share
    return points


@kernel
def full_worth(used: int) -> int:
    """What a star with these colours in it is worth once it is complete."""
    return STAR_WORTH[member(used, 0)] if size(used) == 1 else MIXED_STAR


@kernel
def numbers_share(s: Any, seat: int) -> float:
    """Each number's bonus, by the cube of how far it is."""
    points = 0.0
    for number in range(1, 5):
        which = 4 * s[GREY] + number - 1
        covered = total(sizes(s[FILLED + seat] & NUMBER_SET[which]))
        points += 4 * number * OF_NUMBER[(MOST_SPACES + 1) * which + covered]
    return points
