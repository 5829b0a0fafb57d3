"""The work of a crew on a Ray cluster (extra `cluster`): the same numbers, given to nodes some at a time.

A node is sent all it needs and sends back what it tells, so that nothing but the network is shared. Clocks
are not compared either: a task is told how many seconds it has. Numbers that a node did not get to, or took
with it when it failed, are given again.
"""

import multiprocessing
import queue
import sys
import time
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import suppress
from typing import Any

from azulejos import __version__
from azulejos.arena.errors import ArenaTrouble
from azulejos.arena.joining import connected, first_line, unusable
from azulejos.core.jit import source_hash
from azulejos.learn.crew import GRACE, LOOK, CrewFailed, Shift, Stop, Work, never

SECONDS = 10.0  # after which a task begins nothing more
FEWEST, MOST = 4, 1000  # numbers of a task
PARTS = 2  # tasks for each core that what is left is divided into, so that nobody waits long for the last
PATIENCE = 3  # failures in a row after which a node is given nothing more


def work_on_cluster(
    task: Work, arguments: tuple[Any, ...], address: str, most: int, deadline: float, stop: Stop = never
) -> Generator[Any]:
    """Yield what the tasks tell, as `crew.work` does, from all cores of a cluster.

    CrewFailed if every node failed, ArenaTrouble if there is no such cluster.
    """
    with connected(address) as ray:
        nodes = _Nodes(ray, task, arguments, most, deadline, stop)
        try:
            yield from nodes.listen()
        except ConnectionError as error:
            raise unusable(address, error) from error
        finally:
            nodes.cancel()


def take_turn(
    source: str, task: Work, arguments: tuple[Any, ...], first: int, end: int, seconds: float
) -> tuple[int, list[Any]]:
    """What a node does: numbers from `first` on, as many as there is time for.

    Tells the first that was not begun, and what the task told.
    """
    if source != source_hash():
        raise ArenaTrouble(f"it has other sources, each node needs azulejos {__version__} as it is here")
    told: queue.SimpleQueue[Any] = queue.SimpleQueue()
    shift = Shift(0, time.time() + seconds, end, multiprocessing.Value("q", first), told, None)
    task(shift, *arguments)
    return shift.taken.value, [told.get() for _ in range(told.qsize())]


class _Nodes:
    """The nodes of a cluster at work."""

    def __init__(
        self, ray: Any, task: Work, arguments: tuple[Any, ...], most: int, deadline: float, stop: Stop
    ) -> None:
        self._ray, self._task, self._deadline, self._stop = ray, task, deadline, stop
        self._arguments = ray.put(arguments)  # once, however many tasks there are
        self._turn = ray.remote(take_turn)
        self._left = [range(most)]  # the numbers that nobody has, the next ones last
        self._running: dict[Any, tuple[dict[str, Any], range]] = {}
        self._failures: Counter[str] = Counter()  # of each node, in a row

    def listen(self) -> Iterator[Any]:
        """Yield what is told, and None now and then, until nobody is at work."""
        self._give()
        while self._running:
            if time.time() >= self._deadline + GRACE:
                sys.stderr.write("stopped whoever was not back in time\n")
                return
            done, _ = self._ray.wait(list(self._running), num_returns=1, timeout=LOOK)
            told = [found for one in done for found in self._take(one)]
            self._give()  # before anybody writes what was told
            yield from told or [None]

    def cancel(self) -> None:
        """Let nobody go on."""
        late = time.time() >= self._deadline + GRACE
        with suppress(ConnectionError):  # of a cluster that is gone
            for one in self._running:
                self._ray.cancel(one, force=late)

    def _give(self) -> None:
        """Give numbers to every core that has none."""
        if not self._left or time.time() >= self._deadline or self._stop():
            return
        nodes = self._usable()
        busy = Counter(node["NodeID"] for node, _ in self._running.values())
        cores = sum(_cores(node) for node in nodes)
        for node in nodes:
            for _ in range(_cores(node) - busy[node["NodeID"]]):
                if self._left:
                    self._send(node, self._chunk(cores))

    def _usable(self) -> list[dict[str, Any]]:
        """The nodes that are there and do not fail all the time; they may come and go."""
        alive = [node for node in self._ray.nodes() if node["Alive"] and _cores(node)]
        nodes = [node for node in alive if self._failures[node["NodeID"]] < PATIENCE]
        if not nodes and not self._running:
            if not alive:
                raise ArenaTrouble("no node of the Ray cluster offers a core, expected one at least")
            raise CrewFailed("every node of the cluster failed; what they said stands above")
        return nodes

    def _chunk(self, cores: int) -> range:
        """The next numbers, fewer the fewer are left."""
        wanted = sum(map(len, self._left)) // (PARTS * cores)
        numbers = self._left.pop()
        size = max(FEWEST, min(wanted, MOST))
        if numbers[size:]:
            self._left.append(numbers[size:])
        return numbers[:size]

    def _send(self, node: dict[str, Any], numbers: range) -> None:
        seconds = min(SECONDS, self._deadline - time.time())
        there = self._ray.util.scheduling_strategies.NodeAffinitySchedulingStrategy(
            node["NodeID"], soft=False
        )
        turn = self._turn.options(max_retries=0, scheduling_strategy=there)
        one = turn.remote(source_hash(), self._task, self._arguments, numbers.start, numbers.stop, seconds)
        self._running[one] = node, numbers

    def _take(self, one: Any) -> list[Any]:
        """What a task told; numbers that it did not work on are given again."""
        node, numbers = self._running.pop(one)
        try:
            begun, told = self._ray.get(one)
        except self._ray.exceptions.RayError as error:
            self._left.append(numbers)
            self._failed(node, getattr(error, "cause", None) or error)
            return []
        self._failures[node["NodeID"]] = 0
        if begun < numbers.stop:
            self._left.append(range(begun, numbers.stop))
        return list(told)

    def _failed(self, node: dict[str, Any], error: BaseException) -> None:
        self._failures[node["NodeID"]] += 1
        times = self._failures[node["NodeID"]]
        if times <= PATIENCE:  # a node that is lost loses many tasks at once
            then = "it gets no more" if times == PATIENCE else "another one gets its numbers"
            name = f"{node['NodeManagerHostname']} ({node['NodeManagerAddress']})"
            sys.stderr.write(f"node {name} failed: {type(error).__name__}: {first_line(error)}; {then}\n")


def _cores(node: dict[str, Any]) -> int:
    return int(node["Resources"].get("CPU", 0))
