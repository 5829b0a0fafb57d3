"""How fast the search is on this machine: `azulejos bench search`, as a table or as JSON.

Everything is measured in turns, a slice of each figure at a time, so that all of them see the machine in
the same states. What one core does is counted per second of processor time; what two do, each growing a
tree of its own, per second of wall time: those figures mean something only where nothing else runs.
"""

import json
import os
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from azulejos.bench import loops, table
from azulejos.bench.engine import machine, say
from azulejos.bench.positions import Round, first_round, landmarks
from azulejos.bench.variants import Variant
from azulejos.bots.bot import Budget
from azulejos.bots.desk import Settings, new_desk
from azulejos.bots.engine import engine
from azulejos.bots.nodes import NEVER
from azulejos.bots.search import Search, Solution
from azulejos.core.jit import Bound

SEED = 2
VARIANTS = [Variant(game, players, 0, 0) for game in ("azul", "pavilion") for players in (2, 4)]
SIMULATIONS = 50_000  # a core's in a slice, beginning with an empty tree
PLAYOUTS = 20_000  # in a slice
EVALUATIONS = 50_000  # in a slice
POSITIONS = 100_000  # that the solver looks at in a slice, about
SENSIBLE = {"random": False, "likely": True}  # kinds of moves that playouts are made of
SOLVING = 0.1  # seconds in which a round's end is to be solved
ENDS = 20  # rounds whose ends are solved

Report = dict[str, Any]


@dataclass
class Figure:
    """Something counted by the second: a slice of work tells how often it was done."""

    work: Callable[[], int]
    clock: Callable[[], float] = time.process_time
    rates: list[float] = field(default_factory=list)

    def measure(self) -> None:
        """One slice."""
        begin = self.clock()
        done = self.work()
        self.rates.append(done / (self.clock() - begin))

    def told(self) -> dict[str, float]:
        """What the machine can do, and what it usually does."""
        return {"best": max(self.rates), "median": statistics.median(self.rates)}


def run(as_json: bool = False, slices: int = 15) -> int:
    """Measure and print; the exit status."""
    told: Report = {"machine": machine(), "load": _load()}
    say("compiling the kernels, or fetching them from the cache")
    subjects = [Subject(variant) for variant in VARIANTS]
    figures = [figure for subject in subjects for figure in subject.figures()]
    for figure in figures:
        figure.work()  # warms caches, and touches the memory of the trees
    for n in range(slices):
        say(f"simulations, evaluations, playouts and solved positions: slice {n + 1} of {slices}")
        for figure in figures:
            figure.measure()
    told["simulations_per_second"] = {subject.name: subject.simulations() for subject in subjects}
    told["evaluations_per_cpu_second"] = {
        subject.name: subject.evaluating.told() for subject in subjects if subject.evaluating
    }
    told["playouts_per_cpu_second"] = {subject.name: subject.playouts() for subject in subjects}
    say(f"how much of a round is solved in {SOLVING} s")
    told["solver"] = {subject.name: subject.solver() for subject in subjects}
    print(json.dumps(told, indent=1) if as_json else table.search_text(told))
    return 0


class Subject:
    """One variant, its searches and all that is measured of them."""

    def __init__(self, variant: Variant) -> None:
        self.variant, self.name = variant, variant.name
        self.round = first_round(variant, SEED)
        rules, start = self.round.rules, self.round.states[0]
        self._desk = new_desk(rules, start, SEED, Settings(), True)
        timed = Bound(loops, rules.kernels, True)
        self._play_out = timed.play_out
        self._play_out(self._desk, 1, False)
        states = np.array(self.round.states)
        self.evaluating = Figure(partial(self._evaluate, timed.evaluate_often, states)) if self._net else None
        kernels = engine(rules.kernels)
        kernels.warm(rules, start)
        self._alone, self._pair = (
            Search(kernels, rules, start, range(SEED, SEED + cores), Settings()) for cores in (1, 2)
        )
        self._ends = Search(kernels, rules, start, [SEED], Settings(beyond=NEVER))  # of rounds, solved
        self._searching = {
            name: (
                Figure(partial(_simulate, self._alone, state)),
                Figure(partial(_simulate, self._pair, state), time.perf_counter),
            )
            for name, state in landmarks(self.round).items()
        }
        self._playing = {name: Figure(partial(self._play, sensible)) for name, sensible in SENSIBLE.items()}
        self._solving = Figure(self._solve_often())

    def figures(self) -> list[Figure]:
        """All that is measured in turns."""
        searching = [figure for pair in self._searching.values() for figure in pair]
        judging = [self.evaluating] if self.evaluating else []
        return [*searching, *judging, *self._playing.values(), self._solving]

    # --- a slice of work ---

    @property
    def _net(self) -> bool:
        return len(self._desk.net.b1) > 0

    def _evaluate(self, evaluate_often: Callable[..., None], states: Any) -> int:
        forgetful = self._desk._replace(part_marks=np.zeros(0, np.int64))
        evaluate_often(states, forgetful, EVALUATIONS)
        return EVALUATIONS

    def _play(self, sensible: bool) -> int:
        self._decisions(sensible)
        return PLAYOUTS

    def _decisions(self, sensible: bool) -> int:
        """A slice of playouts; how many decisions were made in them."""
        return int(self._play_out(self._desk, PLAYOUTS, sensible))

    def _solve_often(self) -> Callable[[], int]:
        """Solves the longest end of the round that a slice has time for, as often as it has."""
        left, solution = _longest_end(self._ends, self.round, POSITIONS)
        assert left > 0, "the last decision of a round is always solved"
        state, looked = self.round.states[-left], solution.looked
        times = max(1, POSITIONS // looked)

        def solve() -> int:
            self._ends.restart(state)
            for _ in range(times):
                self._ends.solve(looked + 1, None)
            return times * looked

        return solve

    # --- what was found ---

    def simulations(self) -> Report:
        """By position and cores."""
        found: Report = {}
        for name, (alone, pair) in self._searching.items():
            one, two = alone.told(), pair.told()
            ratio = round(two["median"] / one["median"], 2)
            found[name] = {"one_core": one, "two_cores_wall": two, "two_over_one": ratio}
        return found

    def playouts(self) -> Report:
        """By kind of move, each with how many decisions it takes to the end of the round."""
        return {
            name: {**figure.told(), "decisions": self._decisions(SENSIBLE[name]) / PLAYOUTS}
            for name, figure in self._playing.items()
        }

    def solver(self) -> Report:
        """Its speed, and how many decisions before the end rounds are solved in SOLVING seconds."""
        rate = self._solving.told()
        rounds = [first_round(self.variant, SEED + n) for n in range(ENDS)]
        limit = int(rate["median"] * SOLVING)
        solved = sorted(_longest_end(self._ends, played, limit)[0] for played in rounds)
        return {
            "positions_per_cpu_second": rate,
            "seconds": SOLVING,
            "decisions_solved": {
                "least": solved[0],
                "median": statistics.median(solved),
                "most": solved[-1],
                "of": statistics.median(len(played.states) for played in rounds),
            },
        }


def _load() -> float | None:
    """How many processes wanted a core in the last minute; None where the system does not tell."""
    return round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None


def _simulate(search: Search, state: list[int]) -> int:
    """Grow new trees from a position; how many simulations that took."""
    search.restart(state)
    search.forget()
    search.grow(Budget(simulations=SIMULATIONS * len(search.trees)), time.perf_counter(), False)
    return search.done


def _longest_end(search: Search, played: Round, limit: int) -> tuple[int, Solution]:
    """How many decisions before its end a round can be solved within so many positions, and how it ends."""
    found = 0, Solution(1, (), [])
    for left in range(1, len(played.states) + 1):
        search.restart(played.states[-left])
        solution = search.solve(limit, None)
        if solution is None:
            break
        found = left, solution
    return found
