"""Setting up a game and dealing to the factories (A1-A12, A38-A42)."""

from azulejos.azul.fields import (
    COLOUR_LANES,
    FLOOR_LINE,
    JOKER,
    JOKERS,
    LID,
    MAX_ROUNDS,
    OFFER,
    OPEN,
    SIZE,
)
from azulejos.core.jit import kernel
from azulejos.core.lanes import ONES, WIDTH, filled, tile_at, total
from azulejos.core.layout import (
    AVAIL,
    BAG,
    DEAL,
    GREY,
    IN_CENTRE,
    MARKER,
    NOBODY,
    PHASE,
    PLAYERS,
    ROUND,
    STARTER,
    TURN,
)
from azulejos.core.rng import below
from azulejos.core.table import factories

JOKER_LANE = WIDTH * JOKER


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
