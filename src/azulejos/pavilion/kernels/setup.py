"""Setting up a game, dealing to supply and factories, beginning a round (S1-S8, S19, S20, S41, S46-S48)."""

from azulejos.core.jit import kernel
from azulejos.core.lanes import filled, tile_at, total
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
from azulejos.pavilion.fields import (
    ACQUIRE,
    ALL_TILES,
    DISCARDED,
    FILL_FACTORIES,
    HAND,
    KEPT,
    MARKER_COST,
    NEXT,
    PASSED,
    PLACE,
    PLACED,
    SCORE,
    SIZE,
    SUPPLY,
    SUPPLY_SPACES,
    TOWER,
)
from azulejos.pavilion.kernels.turns import begin_placing

START_SCORE = 5  # S4


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
