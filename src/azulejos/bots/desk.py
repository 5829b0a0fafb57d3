"""Room for a search: trees and desks as arrays that kernels work in."""

import contextlib
import mmap
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from azulejos.bots import nets
from azulejos.bots.net import MOST_ACTIVE, Layers, Net
from azulejos.bots.nodes import STREAMS, SUMS, Desk, Tree
from azulejos.bots.solving import DEPTH, WIDTH, Bench
from azulejos.core.layout import MOST_FACTORIES, SEATS
from azulejos.core.rng import WORDS, start_stream
from azulejos.core.rules import Rules

DEEPEST = 250  # decisions and deals on one way down; more than a round has
MOST_MOVES = 2048
LARGE = 1 << 20  # bytes, from which on room is taken from the system, page by page
REMEMBERED = 1 << 18  # positions that a net has judged, the last one in each place; a power of two
PARTS = 1 << 12  # the same of their parts, a kilobyte or less each
NODE = {  # what a node of a tree has, 24 bytes
    "visits": "int32",
    "prior": "float32",
    "total": "float64",
    "first": "int32",
    "count": "int16",
    "action": "int16",
}


@dataclass(frozen=True, slots=True)
class Settings:
    """How a search weighs things. The defaults are what won; `docs/bots.md` tells what else was tried."""

    # of value and prior, where they are not the variant's own
    weights: tuple[tuple[float, ...], tuple[float, ...]] | None = None
    explore: float = 1.5
    learned: float = 0.8  # the same with a net, whose judgement has no noise of playouts
    widen: float = 0.5  # with a net: its prior is sharp, and long thoughts would only ever follow it
    urgency: float = 0.1
    warmth: float = 1.0
    patience: float = 4
    margin: float = 0.2
    beyond: float = 40  # visits from which the end of a round is searched beyond; NEVER, and it is solved
    share: bool = True  # let several orders of moves to one position share what is found below it
    net: bool | str = True  # judge by the variant's net where there is one, or by the one at that path

    def numbers(self, learned: bool = False, salt: int = 0) -> tuple[float, ...]:
        """In the order that kernels know; with a net a node has children from its second visit on."""
        explore, patience, widen = (
            (self.learned, 1.0, self.widen) if learned else (self.explore, self.patience, 0.0)
        )
        rest = (self.margin, self.beyond, salt % STREAMS, widen)
        return (explore, self.urgency, self.warmth, patience, *rest)


def _zeros(count: int, kind: str, fast: bool) -> Any:
    """Room for numbers: an array for compiled kernels, a list for plain ones, which are quicker on lists."""
    if kind == "float32" and not fast:  # rounded alike, so that both forms grow the same tree
        return array("f", bytes(4 * count))
    if not fast:
        return [0.0 if kind.startswith("float") else 0] * count
    import numpy as np

    size = count * np.dtype(kind).itemsize
    return np.frombuffer(_pages(size), kind) if size >= LARGE else np.zeros(count, kind)


def _pages(size: int) -> mmap.mmap:
    """Fresh pages of memory, which are nought and cost nothing before they are touched.

    An allocator may give back what was used before, and has to clear it first: a third of a second for the
    trees of a bot, in the middle of its first thought. Forked processes have their own.
    """
    private = {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS} if hasattr(mmap, "MAP_PRIVATE") else {}
    pages = mmap.mmap(-1, size, **private)
    if hasattr(mmap, "MADV_HUGEPAGE"):
        with contextlib.suppress(OSError):  # kernels without them
            pages.madvise(mmap.MADV_HUGEPAGE)
    return pages


def _rows(count: int, width: int, kind: str, fast: bool) -> Any:
    """Room for numbers, row by row."""
    if not fast:
        return []
    flat: Any = _zeros(count * width, kind, fast)
    return flat.reshape(count, width)


def _filled(values: Sequence[float], kind: str, fast: bool) -> Any:
    room = _zeros(len(values), kind, fast)
    room[:] = values if fast else [int(n) if kind.startswith("int") else float(n) for n in values]
    return room


def new_tree(nodes: int, fast: bool, shared: int = 0) -> Tree:
    """An empty tree with room for so many nodes: a root that nobody has visited.

    So many positions, a power of two, are known again when other moves lead there; none unless told.
    """
    return Tree(
        **_nodes(nodes, fast),
        used=_filled([1], "int64", fast),
        marks=_zeros(shared, "int64", fast),
        broods=_zeros(shared, "int64", fast),
    )


def _nodes(count: int, fast: bool) -> dict[str, Any]:
    """The fields of so many nodes; for compiled kernels node by node, since a walk needs most of a node's."""
    if not fast:
        return {name: _zeros(count, kind, fast) for name, kind in NODE.items()}
    import numpy as np

    kind = np.dtype(list(NODE.items()))
    room = np.frombuffer(_pages(count * kind.itemsize), kind)
    return {name: room[name] for name in NODE}


def clear_tree(tree: Tree) -> None:
    """Forget everything but the root of a tree for compiled kernels."""
    tree.used[0] = 1
    tree.marks[:] = 0
    for field in (tree.action, tree.first, tree.count, tree.visits, tree.total, tree.prior):
        field[0] = 0


def net_of(rules: Rules, settings: Settings, fast: bool) -> Net | None:
    """The net that these settings ask for, if it can be had."""
    if not settings.net:
        return None
    return nets.load(rules, fast, settings.net if isinstance(settings.net, str) else None)


def new_desk(
    rules: Rules, state: Sequence[int], seed: int, settings: Settings, fast: bool, net: Net | None = None
) -> Desk:
    """A desk for searching that position; the seed decides deals and playouts, never the game's own.

    A net that is given is used whatever the settings say.
    """
    net = net or net_of(rules, settings, fast) or nets.empty(fast)
    kept, seen = (REMEMBERED, PARTS) if fast and len(net.b1) else (0, 0)
    value_weights, prior_weights = settings.weights or rules.weights()
    kernels = rules.kernels
    stream = _zeros(WORDS, "int64", fast)
    start_stream(stream, seed, 0)
    return Desk(
        root=_filled(state, "int64", fast),
        s=_filled(state, "int64", fast),
        rng=stream,
        deal_rng=_zeros(WORDS, "int64", fast),
        dealt=_zeros(MOST_FACTORIES + 1, "int64", fast),
        moves=_zeros(MOST_MOVES, "int64", fast),
        logits=_zeros(MOST_MOVES, "float64", fast),
        spare_moves=_zeros(MOST_MOVES, "int64", fast),
        spare_logits=_zeros(MOST_MOVES, "float64", fast),
        features=_zeros(kernels.FEATURES, "float64", fast),
        traits=_zeros(kernels.TRAITS, "float64", fast),
        value=_zeros(SEATS, "float64", fast),
        path=_zeros(DEEPEST, "int64", fast),
        who=_zeros(DEEPEST, "int64", fast),
        sums=_zeros(SUMS * MOST_MOVES, "float64", fast),
        value_weights=_filled(value_weights, "float64", fast),
        prior_weights=_filled(prior_weights, "float64", fast),
        settings=_filled(settings.numbers(len(net.b1) > 0, seed), "float64", fast),
        net=net,
        active=_zeros(MOST_ACTIVE, "int64", fast),
        keys=_zeros(kernels.KEYS, "int64", fast),
        layers=Layers(
            first=_zeros(len(net.b1), "int32", fast),
            times=_zeros(len(net.b1), "int16", fast),
            sums=_zeros(len(net.b2), "int32", fast),
            second=_zeros(len(net.b2), "int16", fast),
        ),
        marks=_zeros(kept, "int64", fast),
        recalled=_rows(kept, len(net.b2), "uint8", fast),
        words=_zeros(kernels.PART_WORDS, "int64", fast),
        part_marks=_zeros(seen, "int64", fast),
        part_told=_zeros(seen, "int64", fast),
        part_sums=_rows(seen, len(net.b1), "int32", fast),
    )


def new_bench(size: int) -> Bench:
    """Room for solving positions of that many fields; compiled kernels only."""
    import numpy as np

    return Bench(
        states=np.zeros((DEPTH, size), np.int64),
        moves=np.zeros((DEPTH, WIDTH), np.int64),
        count=np.zeros(DEPTH, np.int64),
        tried=np.zeros(DEPTH, np.int64),
        best=np.zeros((DEPTH, SEATS), np.float64),
        least=np.zeros((DEPTH, SEATS), np.float64),
        line=np.zeros((DEPTH, DEPTH), np.int64),
        length=np.zeros(DEPTH, np.int64),
        at=np.zeros(1, np.int64),
    )
