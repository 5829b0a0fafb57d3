"""Self-play on a GPU: thousands of games side by side, one to a thread, tree, net and all.

The kernels are those that play on a processor. Numbers are narrower here, where half the width is half the
traffic, so a game may take another course than the same one there, as likely and as legal.
"""

import functools
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from azulejos.bots import nets
from azulejos.bots.desk import DEEPEST, MOST_MOVES, Settings
from azulejos.bots.nodes import SUMS
from azulejos.core.jit import cuda, launchable
from azulejos.core.layout import MOST_FACTORIES, SEATS
from azulejos.core.rng import WORDS
from azulejos.learn import launching
from azulejos.learn.crew import Stop
from azulejos.learn.player import Plan
from azulejos.learn.replay import SUFFIX, Shard, packed, replace_file
from azulejos.learn.variants import Variant, rules_of, variants_of

THREADS = 64  # of a block
ACTION, REAL = np.int16, np.float32  # how wide moves and results are, narrower than on a processor
NODES = 40  # per simulation; the less of that is left, the more slowly a tree grows
SAMPLES = 128  # of a game and a player, at most; what is beyond is not noted
MOVES_NOTED = 24  # of a full thought, on average at most; what is beyond is noted as a brief one
SHARES = 256  # what a plan counts its shares of
PARTS = 256  # games of a shard
WRITERS = 8  # threads that write them
STACK = 32 << 10  # bytes that a thread has of its own, about
RESIDENT = 256 * 132  # threads that may need them at a time, about


class DeviceTrouble(RuntimeError):
    """What cannot be played on this GPU, in a sentence."""


class DevicePlayer:
    """Plays so many games at a time from their beginning to their end."""

    def __init__(self, variant: Variant, plan: Plan, net: bytes | None, games: int) -> None:
        tables = [rules_of(one) for one in variants_of(variant)]
        self.rules, self.games = tables[0], games
        own = nets.read(net, self.rules, True) if net else nets.empty(True)
        if len(own.b1) % 4 or len(own.b2) % 4:
            wrong = f"the net's layers are {len(own.b1)} and {len(own.b2)}"
            raise DeviceTrouble(f"{wrong}, expected multiples of 4 to play on a GPU")
        self._starts = [[table.plain(table.start(seat)) for seat in range(table.players)] for table in tables]
        size = len(self._starts[0][0])
        nodes = max(plan.full, plan.brief) * NODES + MOST_MOVES
        self._check_room(plan, nodes, size)
        self._launch = _launch(self.rules.kernels, size, len(own.b1), len(own.b2))
        self._net = tuple(_there(part) for part in own)
        rows = (np.zeros((0, len(own.b2)), np.uint8), np.zeros((0, len(own.b1)), np.int32))
        self._memory = tuple(_there(part) for part in (np.zeros(0, np.int64), *rows))
        weights = [table.weights() for table in tables]
        self._weights = tuple(_there(np.array(part, REAL)) for part in zip(*weights, strict=True))
        self._settings = _there(np.array(Settings().numbers(net is not None), REAL))
        self._plan = _there(np.array(plan.numbers(), np.int64))
        self._trees = self._new_trees(nodes)
        self._notes = self._new_notes(plan, size)
        self._roots = cuda().device_array((games, size), np.int64)
        self._results = cuda().device_array((games, SEATS), np.float32)

    def begin(self, seed: int, first: int, games: int) -> None:
        """Let the GPU play so many games of that seed, from `first` on; nobody waits for it here."""
        self._first, self._begun = first, games
        starts = [self._start(first + row) for row in range(self.games)]
        self._roots.copy_to_device(np.array(starts, np.int64))
        everybody = (1 << self.rules.players) - 1
        self._launch[-(-games // THREADS), THREADS](
            self._roots,
            self._trees,
            self._notes,
            self._net,
            self._memory,
            self._weights,
            self._settings,
            self._plan,
            seed,
            first,
            games,
            everybody,
            self._results,
        )

    def noted(self) -> "Noted":
        """Wait until all games are over; what was noted of them."""
        cuda().synchronize()
        *notes, finals, results = (
            part.copy_to_host()[: self._begun] for part in (*self._notes, self._roots, self._results)
        )
        return Noted(self.rules, self._first, notes, finals, results)

    def _start(self, number: int) -> list[int]:
        before, which = divmod(number, len(self._starts))
        return self._starts[which][before % self.rules.players]

    def _check_room(self, plan: Plan, nodes: int, size: int) -> None:
        """DeviceTrouble where all games together need more memory than is free."""
        notes = sum(int(np.prod(shape)) * np.dtype(kind).itemsize for shape, kind in self._shapes(plan, size))
        trees = nodes * sum(np.dtype(kind).itemsize for kind in _tree()) + SUMS * MOST_MOVES * REAL().itemsize
        need, free = self.games * (trees + notes) + RESIDENT * STACK, _free()
        if need > free:
            told = f"{self.games:,} games at a time need {need / 2**30:.1f} GiB of the GPU's memory"
            raise DeviceTrouble(
                f"{told}, of which {free / 2**30:.1f} are free: play fewer, or think for less"
            )

    def _new_trees(self, nodes: int) -> tuple[Any, ...]:
        room = [cuda().device_array((self.games, nodes), kind) for kind in _tree()]
        return (*room, cuda().device_array((self.games, SUMS * MOST_MOVES), REAL))

    def _new_notes(self, plan: Plan, size: int) -> tuple[Any, ...]:
        return tuple(
            cuda().device_array((self.games, *shape), kind) for shape, kind in self._shapes(plan, size)
        )

    def _shapes(self, plan: Plan, size: int) -> list[tuple[tuple[int, ...], Any]]:
        """What is noted of a game, in the order of `Notes`."""
        samples = SAMPLES * self.rules.players
        rows = MOST_MOVES + samples * MOVES_NOTED * plan.fully // SHARES
        return [
            ((samples, size), np.int64),
            ((samples, SEATS), np.float32),
            ((samples,), np.int8),
            ((samples,), np.int16),
            ((samples,), np.int16),
            ((rows,), np.int16),
            ((rows,), np.int32),
            ((2,), np.int32),
        ]


class Noted:
    """What was noted of many games, not yet put together."""

    def __init__(self, rules: Any, first: int, notes: list[Any], finals: Any, results: Any) -> None:
        self._rules, self._first, self._notes = rules, first, notes
        self._finals, self._results = finals, results

    def __len__(self) -> int:
        return len(self._finals)

    def shard(self, start: int, end: int) -> Shard:
        """The games from one place to another."""
        states, values, kinds, chosen, counts, actions, visits, used = (
            part[start:end] for part in self._notes
        )
        players, finals = self._rules.players, self._finals[start:end]
        samples = np.arange(kinds.shape[1]) < used[:, :1]
        rows = np.arange(actions.shape[1]) < used[:, 1:]
        return Shard(
            states=states[samples],
            values=values[samples][:, :players],
            kinds=kinds[samples],
            chosen=chosen[samples],
            counts=counts[samples],
            games=np.repeat(np.arange(end - start, dtype=np.int32), used[:, 0]),
            actions=actions[rows],
            visits=visits[rows],
            results=self._results[start:end, :players],
            finals=finals,
            scores=np.array([self._rules.scores(final) for final in finals], np.int16),
            numbers=np.arange(self._first + start, self._first + end),
        )


def play_batches(
    variant: Variant,
    plan: Plan,
    net: bytes | None,
    meta: dict[str, Any],
    first: int,
    shards: Path,
    games: int,
    most: int,
    deadline: float,
    stop: Stop,
) -> Iterator[int]:
    """Play so many games at a time until there are enough or time is up; yields how many each batch had.

    While the GPU plays a batch, the one before is written. None is begun that would not end in time, if it
    takes as long as the longest before it.
    """
    player = DevicePlayer(variant, plan, net, min(games, most))
    begun, longest = 0, 0.0
    before: Noted | None = None
    with ThreadPoolExecutor(WRITERS) as pool:
        try:
            while begun < most and time.time() + longest < deadline and not stop():
                count, start = min(player.games, most - begun), time.time()
                player.begin(meta["seed"], first + begun, count)
                begun += count
                if before is not None:
                    written, before = before, None
                    yield _write(written, meta, shards, pool)
                before = player.noted()
                longest = max(longest, time.time() - start)
        finally:
            done = 0 if before is None else _write(before, meta, shards, pool)
    if done:
        yield done


def _write(noted: Noted, meta: dict[str, Any], shards: Path, pool: ThreadPoolExecutor) -> int:
    def one(start: int) -> None:
        shard = noted.shard(start, min(start + PARTS, len(noted)))
        last = int(shard.numbers[-1])
        shard.meta.update(meta, last=last, gpu=True)
        replace_file(shards / f"{int(shard.numbers[0]):09}-gpu{SUFFIX}", packed(shard, small=False))

    list(pool.map(one, range(0, len(noted), PARTS)))
    return len(noted)


def _tree() -> tuple[Any, ...]:
    """How wide the numbers of a tree are, in the order of `Tree`."""
    return (ACTION, np.int32, np.int16, np.int32, REAL, np.float32)


def _free() -> float:
    """Bytes of the GPU's memory that nobody has; the simulator has no end of them."""
    return float(cuda().current_context().get_memory_info()[0])


def _there(array: Any) -> Any:
    return cuda().to_device(np.ascontiguousarray(array))


@functools.cache
def _launch(family: ModuleType, size: int, first: int, second: int) -> Any:
    """What a GPU's threads begin with, compiled for one family and one size of net."""
    kernels: Any = family
    return launchable(
        launching.play_games,
        family,
        SIZE=size,
        SEATS=SEATS,
        RNG=WORDS,
        LUCK=WORDS + 1,
        DEALT=MOST_FACTORIES + 1,
        MOVES=MOST_MOVES,
        DEEPEST=DEEPEST,
        FEATURES=kernels.FEATURES,
        TRAITS=kernels.TRAITS,
        KEYS=kernels.KEYS,
        ACTION=ACTION,
        REAL=REAL,
        FIRST=max(1, first),
        SECOND=max(1, second),
    )
