"""One position being searched: trees that grow until a budget is spent, and what they found.

With several cores every core grows a tree of its own from its own seed; their roots are added up.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from azulejos.bots.bot import MOST_SIMULATIONS, Budget
from azulejos.bots.broods import clear, follow
from azulejos.bots.desk import Settings, clear_tree, new_bench, new_desk, new_tree
from azulejos.bots.engine import Engine
from azulejos.bots.marks import mark_of
from azulejos.bots.nodes import SUMS
from azulejos.bots.sharing import brood_of, take_part
from azulejos.bots.solving import UNFINISHED, UNSOLVABLE
from azulejos.core.layout import SEATS
from azulejos.core.rules import Rules

NODES = 8_000_000  # per tree, 24 bytes each; memory is touched only as the tree grows
NODES_SLOW = 50_000
SHARED = 1 << 19  # positions with children that are known again, 16 bytes each; the last one in each place
SHARED_SLOW = 1 << 12
SLICE = 0.005  # seconds between two looks at the clock
CHECK = 1024  # simulations between two looks whether a move is decided: a fixed number, or it would be luck
SOLVED_AT_ONCE = 5_000  # positions the solver looks at between two looks at the clock
RESERVE = 0.002  # seconds kept for writing the answer


@dataclass(slots=True)
class Option:
    """A move at the root and what the simulations say of it."""

    action: int
    prior: float
    visits: int = 0
    total: float = 0.0  # for the seat to move
    counted: int = 0  # simulations that `sums` tells of
    sums: tuple[float, ...] = ()

    @property
    def mean(self) -> float:
        """What the seat to move got from it on average."""
        return self.total / self.visits if self.visits else 0.0


@dataclass(frozen=True, slots=True)
class Solution:
    """A position solved to the end of its game, or of its round."""

    looked: int  # positions looked at
    value: tuple[float, ...]
    actions: list[int]  # the best play for all


class Search:
    """The trees of one position."""

    def __init__(
        self, engine: Engine, rules: Rules, state: Sequence[int], seeds: Sequence[int], settings: Settings
    ) -> None:
        self.rules = rules
        fast = engine.fast  # asked once: it may become ready at any moment
        self.fast = fast is not None
        self._kernels = fast or engine.slow
        room = NODES if self.fast else NODES_SLOW
        shared = (SHARED if self.fast else SHARED_SLOW) if settings.share else 0
        self.trees = [new_tree(room, self.fast, shared) for _ in seeds]
        self._spare = [new_tree(room, self.fast, shared) for _ in seeds] if self.fast else []
        self._engine = engine
        self._desks = [new_desk(rules, state, seed, settings, self.fast) for seed in seeds]
        self.done = 0  # simulations of this thought

    def grow(self, budget: Budget, start: float, clinch: bool) -> None:
        """Simulate until the budget, counted from `start`, is spent; at least once."""
        end = None if budget.seconds is None else start + budget.seconds - RESERVE
        wanted = MOST_SIMULATIONS if budget.simulations is None else budget.simulations
        cores = len(self.trees)
        shares = [wanted // cores + (core < wanted % cores) for core in range(cores)]
        if cores == 1:
            self.done = self._grow(0, wanted, end, clinch)
            return
        with ThreadPoolExecutor(cores) as pool:
            self.done = sum(pool.map(lambda core: self._grow(core, shares[core], end, False), range(cores)))

    def _grow(self, core: int, wanted: int, end: float | None, clinch: bool) -> int:
        """Grow one tree, looking at the clock now and then; tells how many simulations it took."""
        tree, desk = self.trees[core], self._desks[core]
        began = perf_counter()
        self._kernels.simulate(tree, desk, 1)
        done, step = 1, 1
        while done < wanted:
            now = perf_counter()
            pace = max((now - began) / done, 1e-9)  # seconds a simulation takes
            left = wanted - done if end is None else min(wanted - done, int((end - now) / pace))
            to_check = CHECK - done % CHECK
            if left < 1 or self.overtaken or (clinch and to_check == CHECK and self._decided(tree, left)):
                break
            step = min(left, 2 * step, to_check, max(1, int(SLICE / pace)))
            self._kernels.simulate(tree, desk, step)
            done += step
        return done

    @property
    def overtaken(self) -> bool:
        """Whether this is a search in plain Python, and a compiled one can be had by now."""
        return not self.fast and self._engine.fast is not None

    @property
    def known(self) -> int:
        """Simulations that tell of the moves at the root, by whichever way."""
        blocks = ((tree.visits, int(tree.first[0]), int(tree.count[0])) for tree in self.trees)
        return sum(int(sum(visits[first : first + count])) for visits, first, count in blocks)

    @property
    def learned(self) -> bool:
        """Whether a net judges."""
        return len(self._desks[0].net.b1) > 0

    @staticmethod
    def _decided(tree: Any, left: int) -> bool:
        """Whether the most visited move cannot be overtaken any more."""
        first, count = int(tree.first[0]), int(tree.count[0])
        if count < 2:
            return True
        visits = sorted(tree.visits[first : first + count])
        return bool(visits[-1] - visits[-2] > left)

    def solve(self, limit: int, end: float | None) -> Solution | None:
        """The rest of the game played perfectly, if so many positions and the time until `end` suffice."""
        solver = self._engine.solver
        if solver is None or not self.fast:
            return None
        desk = self._desks[0]
        bench = new_bench(len(desk.root))
        looked, found = 0, UNFINISHED if solver.begin(bench, desk) else UNSOLVABLE
        while found == UNFINISHED and looked < limit and (end is None or perf_counter() < end):
            found = int(solver.solve(bench, desk, min(SOLVED_AT_ONCE, limit - looked)))
            looked += SOLVED_AT_ONCE
        if found < 0:
            return None
        value = tuple(float(share) for share in bench.best[0, : self.rules.players])
        actions = [int(action) for action in bench.line[0, : bench.length[0]]]
        return Solution(looked - SOLVED_AT_ONCE + found, value, actions)

    def advance(self, actions: Sequence[int], state: Sequence[int]) -> bool:
        """Keep what is below these moves, made since; False where nothing of it is there."""
        if not self.fast:
            return False
        nodes = [self._below(tree, actions, state) for tree in self.trees]
        if any(node <= 0 for node in nodes) or self._played(actions) != list(state):
            return False
        for core, node in enumerate(nodes):
            self._kernels.keep(self.trees[core], node, self._spare[core])
            self.trees[core], self._spare[core] = self._spare[core], self.trees[core]
            self._desks[core].root[:] = state
            self._desks[core].sums[:] = 0
        self.done = 0
        return True

    def _played(self, actions: Sequence[int]) -> list[int]:
        """Where these moves lead from the root: another game may have begun with the same ones."""
        at = self.rules.fast([int(field) for field in self._desks[0].root])
        for action in actions:
            self.rules.play(at, action)
        return self.rules.plain(at)

    @classmethod
    def _below(cls, tree: Any, actions: Sequence[int], state: Sequence[int]) -> int:
        """The node that these moves lead to, if it has been looked into, or another way to there; else -1."""
        node = 0
        for action in actions:
            node = cls._child(tree, node, action) if node >= 0 else -1
        if node < 0:
            node = cls._new_node(tree, actions[-1])
        if node < 0:
            return -1
        known = tree.count[node] > 0 or take_part(tree, node, brood_of(tree, mark_of(state)))
        return node if known else -1

    @staticmethod
    def _new_node(tree: Any, action: int) -> int:
        """A node for a move that nobody tried, where another order may have led; -1 without room."""
        node = int(tree.used[0])
        if node == len(tree.visits):
            return -1
        clear(tree, node, action, 0.0)
        tree.used[0] += 1
        return node

    @staticmethod
    def _child(tree: Any, node: int, action: int) -> int:
        """The child that this move leads to, or -1."""
        if tree.count[node] > 0:
            follow(tree, node)
        first, count = int(tree.first[node]), int(tree.count[node])
        return next((n for n in range(first, first + count) if tree.action[n] == action), -1)

    def restart(self, state: Sequence[int]) -> None:
        """Begin anew from another position, in the same room; only compiled searches are kept."""
        for tree, desk in zip(self.trees, self._desks, strict=True):
            clear_tree(tree)
            desk.root[:] = state
            desk.sums[:] = 0

    def forget(self) -> None:
        """Forget what the net made of positions, too: only how long a search takes depends on it."""
        for desk in self._desks:
            desk.marks[:] = 0
            desk.part_marks[:] = 0

    # --- what was found ---

    def options(self) -> list[Option]:
        """The moves at the root, the most visited first."""
        found: dict[int, Option] = {}
        for tree, desk in zip(self.trees, self._desks, strict=True):
            first = int(tree.first[0])
            for n in range(int(tree.count[0])):
                child = first + n
                option = found.setdefault(
                    int(tree.action[child]), Option(int(tree.action[child]), float(tree.prior[child]))
                )
                option.visits += int(tree.visits[child])
                option.total += float(tree.total[child])
                part = [float(x) for x in desk.sums[SUMS * n : SUMS * (n + 1)]]
                option.counted += int(part[SEATS])
                sums = option.sums or (0.0,) * SEATS
                option.sums = tuple(a + b for a, b in zip(sums, part[:SEATS], strict=True))
        return sorted(found.values(), key=lambda option: (-option.visits, -option.mean))

    def texts(self, state: Sequence[int], actions: Sequence[int]) -> list[str]:
        """Moves made one after the other, as text."""
        at, told = self.rules.copy(self.rules.fast(state)), []
        for action in actions:
            told.append(self.rules.move_text(at, action))
            self.rules.play(at, action)
        return told

    def line(self, state: Sequence[int], action: int, most: int = 12) -> list[str]:
        """How the fullest tree expects the game to go on after this move, up to a deal."""
        tree = max(self.trees, key=lambda tree: int(tree.visits[0]))
        at, node = self.rules.copy(self.rules.fast(state)), 0
        told: list[str] = []
        while len(told) < most:
            told.append(self.rules.move_text(at, action))
            self.rules.play(at, action)
            node = self._child(tree, node, action)
            if node < 0 or tree.count[node] == 0 or self.rules.decider(at) < 0:
                break
            follow(tree, node)
            first = int(tree.first[node])
            best = max(range(first, first + int(tree.count[node])), key=lambda n: int(tree.visits[n]))
            if tree.visits[best] == 0:
                break
            action = int(tree.action[best])
        return told
