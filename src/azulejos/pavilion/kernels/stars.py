"""What a star takes, and what stars and numbers are worth at the end (S35, S36, S49, S50, S54-S57)."""

from azulejos.core.jit import kernel
from azulejos.core.lanes import member, size
from azulejos.core.layout import GREY
from azulejos.pavilion.fields import (
    CENTRE_STAR,
    FILLED,
    FULL_STAR,
    MIXED_STAR,
    NUMBER_SET,
    POINTS,
    STAR_COLOUR,
    STAR_WORTH,
    STARS,
    USED,
)


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
def structures_at(s, seat, star):
    """How many spaces are covered of the pillar, statue and window at a star that is not the centre."""
    centre = in_star(s, seat, CENTRE_STAR)
    centre |= centre << POINTS  # so that 6 and 1 lie side by side
    here = in_star(s, seat, star)
    last = in_star(s, seat, (star if star > 0 else CENTRE_STAR) - 1)
    pillar = size((here >> 1) & 3) + size((centre >> ((star + 4) % POINTS)) & 3)
    statue = size(last & 3) + size((here >> 2) & 3)
    return pillar, statue, size(here >> 4)


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
