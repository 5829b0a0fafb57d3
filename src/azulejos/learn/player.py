"""Games of self-play, one after the other in one process: plans, room for notes, and notes as shards."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from azulejos.bots import nets
from azulejos.bots.desk import Settings, new_desk, new_tree
from azulejos.bots.nodes import Desk
from azulejos.core.jit import Bound, never_compiled
from azulejos.core.layout import ENDED, PHASE, SEATS
from azulejos.core.rng import WORDS
from azulejos.core.rules import Rules
from azulejos.learn import noting
from azulejos.learn.noting import Notes
from azulejos.learn.replay import Shard
from azulejos.learn.variants import Variant, rules_of, variants_of

NODES = 120  # per simulation: more than a position has moves, mostly
SAMPLES = 2048  # of one game, at most
ROWS = 1 << 16


@dataclass(frozen=True)
class Plan:
    """How self-play thinks and strays; shares are of 256. What each means stands in `noting`."""

    full: int = 400
    brief: int = 80
    fully: int = 64
    sampled: int = 70
    noise: int = 64
    opening: int = 10
    stray: int = 2

    def numbers(self) -> list[int]:
        """In the order that kernels know."""
        return [self.full, self.brief, self.fully, self.sampled, self.noise, self.opening, self.stray]


def contest(simulations: int) -> Plan:
    """How a gate plays: every decision in full, nothing left to luck."""
    return Plan(full=simulations, brief=simulations, fully=256, sampled=0, noise=0, opening=0, stray=0)


class Player:
    """Plays whole games by itself, or the moves of some seats in a game that others take part in."""

    def __init__(
        self, variant: Variant, plan: Plan, net: Path | bytes | None, settings: Settings | None = None
    ) -> None:
        tables = [rules_of(one) for one in variants_of(variant)]
        self.rules = tables[0]
        fast = not never_compiled()
        form: Any = _array if fast else list
        self.plan = form(plan.numbers())
        self._luck = form([0] * (WORDS + 1))
        self._kernels: Any = Bound(noting, self.rules.kernels, fast)
        self._tree = new_tree(max(plan.full, plan.brief) * NODES + 8192, fast)
        start = self.rules.plain(self.rules.start(0))
        own = nets.read(net, self.rules, fast) if net else None
        told = settings or Settings(net=False)
        self._tables: list[tuple[Rules, Desk]] = [
            (rules, new_desk(rules, start, 0, told, fast, own)) for rules in tables
        ]
        self.desk = self._tables[0][1]
        self.notes = _new_notes(len(start))

    def begin(self, seed: int, number: int) -> None:
        """Set up game `number` of `seed`; which variant it is and who starts follow from the number."""
        before, which = divmod(number, len(self._tables))
        self.rules, self.desk = self._tables[which]
        self.desk.root[:] = self.rules.plain(self.rules.start(before % self.rules.players))
        self.notes.used[:] = 0
        self._kernels.start_luck(self._luck, self.plan, seed, number)

    def play_on(self, seed: int, number: int, seats: int) -> None:
        """Go on to the end of the game or to a decision of none of these seats, a set of bits."""
        self._kernels.play_on(self._tree, self.desk, self.notes, self._luck, self.plan, seed, number, seats)

    @property
    def ended(self) -> bool:
        """Whether the game is over."""
        return bool(self.desk.root[PHASE] == ENDED)

    def outcome(self, seat: int) -> tuple[list[int], float]:
        """When the game is over: everybody's points, and the seat's share of the win."""
        winners = self.rules.winners(self.desk.root)
        share = 1 / len(winners) if seat in winners else 0.0
        return [int(points) for points in self.rules.scores(self.desk.root)], share

    def game(self, seed: int, number: int) -> Shard:
        """A whole game, and all that was noted of it."""
        self.begin(seed, number)
        self.play_on(seed, number, (1 << self.rules.players) - 1)
        return self._noted(number)

    def _noted(self, number: int) -> Shard:
        players, notes = self.rules.players, self.notes
        n, m = (int(x) for x in notes.used)
        return Shard(
            states=notes.states[:n].copy(),
            values=notes.values[:n, :players].copy(),
            kinds=notes.kinds[:n].copy(),
            chosen=notes.chosen[:n].copy(),
            counts=notes.counts[:n].copy(),
            games=np.zeros(n, np.int32),
            actions=notes.actions[:m].copy(),
            visits=notes.visits[:m].copy(),
            results=np.array([self.desk.value[:players]], np.float32),
            finals=np.array([self.desk.root], np.int64),
            scores=np.array([self.rules.scores(self.desk.root)], np.int16),
            numbers=np.array([number], np.int64),
        )


def _array(numbers: list[int]) -> Any:
    return np.array(numbers, np.int64)


def _new_notes(size: int) -> Notes:
    return Notes(
        states=np.zeros((SAMPLES, size), np.int64),
        values=np.zeros((SAMPLES, SEATS), np.float32),
        kinds=np.zeros(SAMPLES, np.int8),
        chosen=np.zeros(SAMPLES, np.int16),
        counts=np.zeros(SAMPLES, np.int16),
        actions=np.zeros(ROWS, np.int16),
        visits=np.zeros(ROWS, np.int32),
        used=np.zeros(2, np.int64),
    )
