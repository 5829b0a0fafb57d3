"""What a search works with: a tree of nodes, a desk beside it, and how it is set."""

from typing import Any, NamedTuple

from azulejos.bots.net import Layers, Net
from azulejos.core.jit import kernel
from azulejos.core.layout import SEATS

DEALS = 16  # how many deals a node of chance samples at most
BROOD = 1 << 12  # more children than a node can have
STREAMS = 1 << 15  # of random numbers, by which deals are known
SUMS = SEATS + 1  # per child of the root: what each seat got, and from how many simulations

# what `Desk.settings` holds
EXPLORE = 0  # how much a likely move is tried before it has proved itself
URGENCY = 1  # how much worse than its siblings an untried move is taken to be
WARMTH = 2  # above one the prior is flattened, below it is sharpened
PATIENCE = 3  # visits before a node gets children, as long as there is much room
MARGIN = 4  # share of the result that is points, not winning
BEYOND = 5  # visits before the tree grows beyond the end of a round ...
NEVER = 1e9  # ... more than a node ever has
SALT = 6  # which deals are looked at beyond it: trees side by side see others
WIDEN = 7  # how much more is explored where visits are many


class Tree(NamedTuple):
    """Nodes side by side in arrays; node 0 is the root."""

    action: Any  # the move that leads here; for a deal, the number of its stream
    first: Any  # the first child ...
    count: Any  # ... and how many there are
    visits: Any
    total: Any
    prior: Any  # how likely the move is; below nought see `broods`
    used: Any  # [0]: how many nodes there are
    marks: Any  # of positions that have children, a power of two; none where nothing is shared ...
    broods: Any  # ... and where those are: the first one times `BROOD`, and how many


class Desk(NamedTuple):
    """What a search works with besides its tree."""

    root: Any  # the position that is searched
    s: Any  # the position that a simulation is at
    rng: Any
    deal_rng: Any
    dealt: Any
    moves: Any
    logits: Any
    spare_moves: Any  # room to sort both
    spare_logits: Any
    features: Any
    traits: Any
    value: Any  # the result of a simulation, a share of the win per seat
    path: Any  # the nodes a simulation went through ...
    who: Any  # ... and the seats that chose them
    sums: Any  # results per child of the root and seat
    value_weights: Any
    prior_weights: Any
    settings: Any
    net: Net  # of length nought where there is none
    active: Any  # the features that it is shown ...
    keys: Any  # ... and the keys of a move
    layers: Layers  # what it makes of the position that was judged last
    marks: Any  # of positions that it has judged, a power of two; none where it remembers nothing ...
    recalled: Any  # [mark, second layer]: ... and what it made of them
    words: Any  # what a part of a position follows from
    part_marks: Any  # of parts that it has seen, a power of two; none where it remembers nothing ...
    part_told: Any  # ... what those tell the rest ...
    part_sums: Any  # [mark, first layer]: ... and what their features add up to


@kernel
def learned(desk):
    """Whether there is a net to judge by."""
    return len(desk.net.b1) > 0
