"""What a net sees of one board: sparse features, as indices from where those of the board begin.

Where boards begin stands in `encoding`. These numbers are places of weights, too: change anything here, and
`ENCODING` there.
"""

from azulejos.core.jit import kernel
from azulejos.core.lanes import COLOURS, lane, member, size, total
from azulejos.core.layout import GREY, ROUND
from azulejos.pavilion.fields import (
    CENTRE_STAR,
    CORNERS_MOST,
    FILL_FACTORIES,
    FILLED,
    FULL_STAR,
    HAND,
    KEPT,
    NUMBER_SET,
    PASSED,
    POINTS,
    STARS,
    USED,
)
from azulejos.pavilion.kernels.judging import COST_LEFT, count, home
from azulejos.pavilion.kernels.stars import in_star, structures_at

PATTERNS = FULL_STAR  # sets of a star's spaces but the empty one
STAR_AT = 0  # which spaces are covered
USED_AT = STAR_AT + STARS * PATTERNS  # colours that lie on a star that may have several
PURE_AT = USED_AT + STARS * COLOURS  # grey side: the only colour of a star with two tiles or more
PILLAR_AT = PURE_AT + STARS * COLOURS  # structures by their covered spaces, from two on ...
STATUE_AT = PILLAR_AT + 6 * 3
WINDOW_AT = STATUE_AT + 6 * 3  # ... or from one on
NUMBER_AT = WINDOW_AT + 6 * 2  # by number: covered spaces
NUMBER_MOST = 12
HAND_AT = NUMBER_AT + 4 * (NUMBER_MOST + 1)  # by colour: tiles beside the board
HAND_MOST = 12
KEPT_AT = HAND_AT + COLOURS * HAND_MOST  # by colour: tiles in the corners
HOLD_AT = KEPT_AT + COLOURS * CORNERS_MOST  # by colour: tiles of both kinds, and fullness of its star
HOLD_MOST = 7
SHORT_AT = HOLD_AT + COLOURS * (POINTS + 1) * HOLD_MOST  # by colour: tiles that its star lacks beyond those
SHORT_LEAST, SHORT_MOST = -2, 12
OWN_WILDS_AT = SHORT_AT + COLOURS * (SHORT_MOST - SHORT_LEAST + 1)  # wild tiles
OWN_WILDS_MOST = 8
NEXT_WILDS_AT = OWN_WILDS_AT + OWN_WILDS_MOST + 1  # tiles that will be wild in the next round
ASSETS_AT = NEXT_WILDS_AT + OWN_WILDS_MOST + 1  # all tiles
ASSETS_MOST = 20
PASSED_AT = ASSETS_AT + ASSETS_MOST + 1
SCORE_AT = PASSED_AT + 1  # points, sure bonuses included: tens, as a thermometer ...
SCORE_STEP, SCORE_MOST = 10, 20
SCORE_REST_AT = SCORE_AT + SCORE_MOST  # ... and the rest
LEAD_AT = SCORE_REST_AT + SCORE_STEP  # by how much the viewer is ahead, or behind: fives, and the rest
LEAD_STEP, LEAD_MOST = 5, 20
LEAD_REST_AT = LEAD_AT + 2 * LEAD_MOST
BOARD = LEAD_REST_AT + 2 * LEAD_STEP


@kernel
def encode_count(number, most, base, active, n):
    """A feature for a number from one on."""
    if number > 0:
        active[n] = base + min(number, most) - 1
        n += 1
    return n


@kernel
def wild_next(s):
    """The colour that is wild when tiles are next placed: between rounds the next one's; COLOURS for none."""
    return s[ROUND] if s[FILL_FACTORIES] == 1 else s[ROUND] - 1


@kernel
def encode_stars(s, seat, base, active, n):
    """Which spaces are covered, and by which colours where that is open."""
    for star in range(STARS):
        bits = in_star(s, seat, star)
        if bits == 0:
            continue
        active[n] = base + STAR_AT + PATTERNS * star + bits - 1
        n += 1
        if s[GREY] == 1 or star == CENTRE_STAR:
            used = (s[USED + seat] >> (POINTS * star)) & FULL_STAR
            if used & (used - 1) == 0 and bits & (bits - 1) != 0:
                active[n] = base + PURE_AT + COLOURS * star + member(used, 0)
                n += 1
            while used != 0:
                active[n] = base + USED_AT + COLOURS * star + member(used, 0)
                n += 1
                used &= used - 1
    return n


@kernel
def encode_structures(s, seat, base, active, n):
    """How far pillars, statues, windows and numbers are."""
    for star in range(CENTRE_STAR):
        pillar, statue, window = structures_at(s, seat, star)
        n = encode_count(pillar - 1, 3, base + PILLAR_AT + 3 * star, active, n)
        n = encode_count(statue - 1, 3, base + STATUE_AT + 3 * star, active, n)
        n = encode_count(window, 2, base + WINDOW_AT + 2 * star, active, n)
    for number in range(4):
        covered = count(NUMBER_SET[4 * s[GREY] + number] & s[FILLED + seat])
        active[n] = base + NUMBER_AT + (NUMBER_MOST + 1) * number + covered
        n += 1
    return n


@kernel
def encode_tiles(s, seat, base, active, n):
    """Tiles beside the board and in the corners, and what their stars lack."""
    hand = s[HAND + seat]
    kept = s[KEPT + seat]
    tiles = hand + kept
    w = wild_next(s)
    wilds = lane(tiles, w) if w < COLOURS else 0
    for colour in range(COLOURS):
        held = lane(tiles, colour)
        if held == 0:
            continue
        n = encode_count(lane(hand, colour), HAND_MOST, base + HAND_AT + HAND_MOST * colour, active, n)
        n = encode_count(lane(kept, colour), CORNERS_MOST, base + KEPT_AT + CORNERS_MOST * colour, active, n)
        row = home(s, seat, colour)
        place = colour * (POINTS + 1) + size(row & FULL_STAR)
        active[n] = base + HOLD_AT + HOLD_MOST * place + min(held, HOLD_MOST) - 1
        short = COST_LEFT[row] - held - (0 if colour == w else wilds)
        short = min(max(short, SHORT_LEAST), SHORT_MOST) - SHORT_LEAST
        active[n + 1] = base + SHORT_AT + (SHORT_MOST - SHORT_LEAST + 1) * colour + short
        n += 2
    after = lane(tiles, w + 1) if w + 1 < COLOURS else 0
    active[n] = base + OWN_WILDS_AT + min(wilds, OWN_WILDS_MOST)
    active[n + 1] = base + NEXT_WILDS_AT + min(after, OWN_WILDS_MOST)
    active[n + 2] = base + ASSETS_AT + min(total(tiles), ASSETS_MOST)
    n += 3
    if s[PASSED + seat] == 1:
        active[n] = base + PASSED_AT
        n += 1
    return n
