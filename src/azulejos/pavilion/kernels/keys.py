"""How a net knows a move: by a few keys, each the place of weights in nets that were trained.

Change anything here, and `ENCODING` in `encoding` too.
"""

from azulejos.core.jit import kernel
from azulejos.core.lanes import COLOURS, filled, lane, size, total
from azulejos.core.layout import (
    CENTRE,
    GREY,
    IN_CENTRE,
    MARKER,
    PLAYERS,
    ROUND,
)
from azulejos.core.packs import FACTORY_TILES, MODULUS, PACK, PACKS
from azulejos.core.table import mover
from azulejos.pavilion.fields import (
    BONUS_FROM,
    FILLED,
    FULL_STAR,
    GROUP,
    GROUPS,
    HAND,
    NUMBER,
    NUMBER_SET,
    PASS_FROM,
    POINTS,
    RING,
    ROUNDS,
    SPACES,
    STARS,
    STRUCTURE,
    SUPPLY,
    TAKES,
    TOUCHES,
    WORTH,
)
from azulejos.pavilion.kernels.judging import COST_LEFT, count, home
from azulejos.pavilion.kernels.placing import bonus_of, placement_parts
from azulejos.pavilion.kernels.setup import wild
from azulejos.pavilion.kernels.stars import in_star
from azulejos.pavilion.kernels.traits import can_place

KEYS = 8
FULLNESS = POINTS + 1
HAVE = 8  # tiles of a colour, from none to so many and more

TAKE_KEY = 0  # colour, tiles, without a wild, with one or a wild alone
TAKE_MOST = 8
PACK_KEY = TAKE_KEY + COLOURS * TAKE_MOST * 3  # all that the factory holds, colour
MIDDLE_KEY = PACK_KEY + PACKS * COLOURS  # colours in the centre, colour
REST_KEY = MIDDLE_KEY + COLOURS * COLOURS  # a factory that is not full, colour
MINE_KEY = REST_KEY + COLOURS  # colour, fullness of its star, tiles of it in hand
LACK_KEY = MINE_KEY + COLOURS * FULLNESS * HAVE  # tiles that its star lacks then, tiles
LACK_LEAST, LACK_MOST = -3, 12
FROM_KEY = LACK_KEY + (LACK_MOST - LACK_LEAST + 1) * 4  # factory by what is left, centre, marker by its cost
THEIRS_KEY = FROM_KEY + 5 + TAKE_MOST  # fullness of the next seat's star, its tiles of the colour
WHEN_KEY = THEIRS_KEY + FULLNESS * HAVE  # round, colour

SPACE_KEY = WHEN_KEY + ROUNDS * COLOURS  # a tile placed: space, colour
STAR_KEY = SPACE_KEY + SPACES * COLOURS  # star as it is then
GAIN_KEY = STAR_KEY + STARS * (FULL_STAR + 1)  # points, cost, wilds
BONUS_KEY = GAIN_KEY + 6 * 6 * 6  # bonus tiles, round
BESIDE_KEY = BONUS_KEY + 6 * ROUNDS  # both structures by kind and what they lack then
LEFT_KEY = BESIDE_KEY + 16 * 16  # fullness then, tiles of the colour and wilds that are left
NUMBER_KEY = LEFT_KEY + FULLNESS * HAVE * HAVE  # number, spaces of it that are left
LATE_KEY = NUMBER_KEY + 6 * 12  # round, fullness then, cost

PASS_KEY = LATE_KEY + ROUNDS * FULLNESS * 6  # whether a tile could still be placed, tiles in hand
AWAY_KEY = PASS_KEY + 2 * 16  # tiles thrown away, round
KEEP_KEY = AWAY_KEY + 11 * ROUNDS  # tiles kept, those of them that will be wild
GROUP_KEY = KEEP_KEY + 5 * 5  # all tiles kept
KEPT_KEY = GROUP_KEY + GROUPS  # for up to four colours: colour, fullness of its star, tiles

PICK_KEY = KEPT_KEY + COLOURS * FULLNESS * 5  # all bonus tiles
PICKED_KEY = PICK_KEY + GROUPS  # wild ones, those that will be
PICKS_KEY = PICKED_KEY + 5 * 5  # for up to four colours: colour, fullness of its star, tiles in hand then
NO_KEY = PICKS_KEY + COLOURS * FULLNESS * HAVE
MOVE_KEYS = NO_KEY + 1


@kernel
def move_keys(s, action, keys):
    """Write the KEYS keys by which a net knows a legal action of the seat to move."""
    if action < TAKES:
        take_keys(s, action // COLOURS, action % COLOURS, keys)
    elif action < BONUS_FROM:
        space, colour, wilds = placement_parts(action)
        placement_keys(s, space, colour, wilds, keys)
    elif action < PASS_FROM:
        pick_keys(s, action - BONUS_FROM, keys)
    else:
        pass_keys(s, action - PASS_FROM, keys)


@kernel
def next_keys(s, action, _before, keys):
    """The same where `keys` are those of an action listed before: they share too little for that to help."""
    move_keys(s, action, keys)


@kernel
def take_keys(s, source, colour, keys):
    """What is taken, from where, and what it is for me and for the next seat."""
    seat = mover(s)
    here = s[source]
    w = wild(s)
    with_wild = 1 if lane(here, w) > 0 else 0
    alone = colour == w
    tiles = 1 if alone else lane(here, colour)
    taken = tiles if alone else tiles + with_wild
    kind = 2 if alone else with_wild
    keys[0] = TAKE_KEY + (colour * TAKE_MOST + min(tiles, TAKE_MOST) - 1) * 3 + kind
    if source == CENTRE:
        keys[1] = MIDDLE_KEY + (total(filled(here)) - 1) * COLOURS + colour
        keys[4] = FROM_KEY + (4 + min(taken, TAKE_MOST) if s[MARKER] == IN_CENTRE else 4)
    else:
        full = total(here) == FACTORY_TILES
        keys[1] = (PACK_KEY + PACK[here % MODULUS] * COLOURS if full else REST_KEY) + colour
        keys[4] = FROM_KEY + min(max(total(here) - taken, 0), 3)
    have = lane(s[HAND + seat], colour)
    wilds = 0 if alone else lane(s[HAND + seat], w) + with_wild
    row = home(s, seat, colour)
    keys[2] = MINE_KEY + held_place(colour, row, have)
    lack = min(max(COST_LEFT[row] - have - tiles - wilds, LACK_LEAST), LACK_MOST) - LACK_LEAST
    keys[3] = LACK_KEY + 4 * lack + min(tiles, 4) - 1
    after = seat + 1
    if after == s[PLAYERS]:
        after = 0
    theirs = min(lane(s[HAND + after], colour), HAVE - 1)
    keys[5] = THEIRS_KEY + size(home(s, after, colour) & FULL_STAR) * HAVE + theirs
    keys[6] = WHEN_KEY + w * COLOURS + colour
    keys[7] = NO_KEY


@kernel
def held_place(colour, row, have):
    """A number for a colour, the fullness of its star and how many tiles of it there are."""
    return (colour * FULLNESS + size(row & FULL_STAR)) * HAVE + min(have, HAVE - 1)


@kernel
def placement_keys(s, space, colour, wilds, keys):
    """Where a tile goes, what it costs and brings, and what is left."""
    seat = mover(s)
    star = space // POINTS
    cost = NUMBER[SPACES * s[GREY] + space]
    full = s[FILLED + seat] | (1 << space)
    bits = in_star(s, seat, star) | (1 << (space - POINTS * star))
    points = RING[POINTS * bits + space - POINTS * star]
    w = wild(s)
    keys[0] = SPACE_KEY + space * COLOURS + colour
    keys[1] = STAR_KEY + star * (FULL_STAR + 1) + bits
    keys[2] = GAIN_KEY + ((points - 1) * 6 + cost - 1) * 6 + wilds
    keys[3] = BONUS_KEY + min(bonus_of(full, space), total(s[SUPPLY]), 5) * ROUNDS + w
    keys[4] = BESIDE_KEY + 16 * beside(full, TOUCHES[2 * space]) + beside(full, TOUCHES[2 * space + 1])
    own = lane(s[HAND + seat], colour) - cost + wilds
    left = 0 if colour == w else lane(s[HAND + seat], w) - wilds
    keys[5] = LEFT_KEY + (size(bits) * HAVE + min(own, HAVE - 1)) * HAVE + min(left, HAVE - 1)
    missing = 0 if cost > 4 else count(NUMBER_SET[4 * s[GREY] + cost - 1] & ~full)
    keys[6] = NUMBER_KEY + (cost - 1) * 12 + min(missing, 11)
    keys[7] = LATE_KEY + (w * FULLNESS + size(bits)) * 6 + cost - 1


@kernel
def beside(full, structure):
    """Which kind of structure it is, and how many spaces it lacks."""
    if WORTH[structure] == 0:
        return 12
    return 4 * (WORTH[structure] - 1) + min(count(STRUCTURE[structure] & ~full), 3)


@kernel
def pass_keys(s, group, keys):
    """What is kept and what is thrown away."""
    seat = mover(s)
    hand = s[HAND + seat]
    kept = GROUP[group]
    few = total(kept)
    held = total(hand)
    keys[0] = PASS_KEY + (16 if can_place(s, seat) else 0) + min(held, 15)
    keys[1] = AWAY_KEY + min(held - few, 10) * ROUNDS + wild(s)
    keys[2] = KEEP_KEY + 5 * few + (lane(kept, s[ROUND]) if s[ROUND] < ROUNDS else 0)
    keys[3] = GROUP_KEY + group
    n = 4
    for colour in range(COLOURS):
        tiles = lane(kept, colour)
        if tiles > 0:
            place = colour * FULLNESS + size(home(s, seat, colour) & FULL_STAR)
            keys[n] = KEPT_KEY + 5 * place + tiles
            n += 1
    while n < KEYS:
        keys[n] = NO_KEY
        n += 1


@kernel
def pick_keys(s, group, keys):
    """What bonus tiles are taken, and what they are beside those in hand."""
    seat = mover(s)
    picked = GROUP[group]
    keys[0] = PICK_KEY + group
    keys[1] = PICKED_KEY + 5 * lane(picked, wild(s)) + (lane(picked, s[ROUND]) if s[ROUND] < ROUNDS else 0)
    n = 2
    for colour in range(COLOURS):
        tiles = lane(picked, colour)
        if tiles > 0:
            have = lane(s[HAND + seat], colour) + tiles
            keys[n] = PICKS_KEY + held_place(colour, home(s, seat, colour), have)
            n += 1
    while n < KEYS:
        keys[n] = NO_KEY
        n += 1
