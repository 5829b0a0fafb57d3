"""The same games over a Ray cluster (extra `cluster`). Results are those of a run on one machine.

Every node needs this package, and the outside programs that take part, under the same names.
"""

from collections.abc import Generator, Iterator, Sequence
from typing import Any

from azulejos import __version__
from azulejos.arena.errors import ArenaTrouble
from azulejos.arena.joining import connected, first_line, unusable
from azulejos.arena.plans import Plan
from azulejos.arena.results import Game
from azulejos.arena.workers import play_here, play_in_processes

MOST_CHUNK = 16  # games in one task
TASKS_PER_CORE = 4  # at least, so that no core waits long for the last one
AHEAD = 2  # tasks waiting for each core


def play_on_cluster(plan: Plan, numbers: Sequence[int], address: str) -> Generator[Game]:
    """Play games on a cluster: `auto` finds the one this machine is part of, `local` starts one here."""
    with connected(address) as ray:
        try:
            yield from _play(ray, plan, numbers)
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise unusable(address, error) from error


def _play(ray: Any, plan: Plan, numbers: Sequence[int]) -> Iterator[Game]:
    """Keep a few tasks ahead of every core, and hand results on as they come."""
    cores = max(1, int(ray.cluster_resources().get("CPU", 1)))
    task, alone = ray.remote(play_chunk), ray.remote(play_guarded)
    left = [(task, chunk) for chunk in reversed(_chunks(numbers, cores))]
    running: dict[Any, Any] = {}
    while left or running:
        while left and len(running) < AHEAD * cores:
            how, chunk = left.pop()
            running[how.remote(plan, chunk)] = how, chunk
        done, _ = ray.wait(list(running), num_returns=1)
        how, chunk = running.pop(done[0])
        try:
            games = ray.get(done[0])
        except ray.exceptions.RayTaskError as error:  # raised by our side of the task, not by a bot
            raise ArenaTrouble(
                f"a node of the cluster cannot play, each needs azulejos {__version__}:"
                f" {first_line(error.cause)}"
            ) from error
        except ray.exceptions.RayError as error:  # the process died: one by one, with somebody watching
            if how is alone:
                raise ArenaTrouble(f"game {chunk[0]} failed on the cluster: {first_line(error)}") from error
            left += [(alone, [number]) for number in chunk]
            continue
        yield from games


def _chunks(numbers: Sequence[int], cores: int) -> list[list[int]]:
    size = max(1, min(MOST_CHUNK, len(numbers) // (TASKS_PER_CORE * cores)))
    return [list(numbers[start : start + size]) for start in range(0, len(numbers), size)]


def play_chunk(plan: Plan, numbers: Sequence[int]) -> list[Game]:
    """A task: some games, one after the other."""
    return list(play_here(plan, numbers))


def play_guarded(plan: Plan, numbers: Sequence[int]) -> list[Game]:
    """The same in a process of its own, for games that have brought one down: it tells whose fault it is."""
    return list(play_in_processes(plan, numbers, 1))
