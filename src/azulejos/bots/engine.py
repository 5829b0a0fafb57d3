"""The search's kernels over one family's: as plain Python at once, compiled as soon as that is done.

Compiling takes seconds, a budget may be shorter: a bot that is asked before the kernels are compiled
searches with the plain ones and changes over when the others are ready.
"""

import functools
import gc
import threading
from types import ModuleType
from typing import Any

from azulejos.bots import solving, tree
from azulejos.bots.desk import Settings, new_bench, new_desk, new_tree
from azulejos.core.jit import Bound, never_compiled
from azulejos.core.match import Match
from azulejos.core.rules import Rules

COMPILES = "azulejos-compiles"  # the name of threads that do


def compiling() -> bool:
    """Whether a thread of this process is still compiling."""
    return any(thread.name == COMPILES for thread in threading.enumerate())


class Engine:
    """The search kernels of one family, in both forms; the solver only compiled."""

    def __init__(self, kernels: ModuleType) -> None:
        self.slow: Any = Bound(tree, kernels, False)
        self._fast: Any = Bound(tree, kernels, True)
        self._solver: Any = Bound(solving, kernels, True)
        self._searches = threading.Event()
        self._solves = threading.Event()
        self._lock = threading.Lock()
        self._started = False

    @property
    def fast(self) -> Any:
        """The compiled search, or None while there is none."""
        return self._fast if self._searches.is_set() else None

    @property
    def solver(self) -> Any:
        """The compiled solver, or None while there is none."""
        return self._solver if self._solves.is_set() else None

    def warm(self, rules: Rules, state: Any) -> None:
        """Compile now, or wait for whoever is compiling."""
        if self._solves.is_set() or never_compiled():
            return
        with self._lock:
            self._compile(rules, state)

    def begin(self, rules: Rules, state: Any) -> None:
        """Start compiling in the background, once."""
        if self._started or self._solves.is_set() or never_compiled():
            return
        self._started = True
        # not a daemon: a thread that is stopped inside the compiler takes the interpreter down with it
        threading.Thread(target=self.warm, args=(rules, state), name=COMPILES).start()

    def _compile(self, rules: Rules, state: Any) -> None:
        """Call every kernel once, which compiles it or fetches it from the cache; the search comes first."""
        little, other = new_tree(4096, True), new_tree(4096, True)
        desk = new_desk(rules, rules.plain(state), 0, Settings(), True)
        self._fast.simulate(little, desk, 1)
        self._fast.keep(little, 1, other)
        self._searches.set()
        bench = new_bench(len(desk.root))
        self._solver.begin(bench, desk)
        self._solver.solve(bench, desk, 1)
        gc.collect()  # what the compiler left behind, now and not in the middle of a thought
        self._solves.set()


@functools.cache
def engine(kernels: ModuleType) -> Engine:
    """The engine of a family, one per process."""
    return Engine(kernels)


def engine_of(game: Match) -> Engine:
    """The engine that plays this game."""
    return engine(game.rules.kernels)
