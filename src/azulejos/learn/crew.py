"""Many processes at one piece of work, with a deadline that holds.

Every worker claims numbers one after the other, works on them and tells what came of it. Nobody begins
anything after the deadline; who is not back a while later is stopped. Workers end by themselves when their
parent is gone.
"""

import multiprocessing
import os
import queue
import sys
import time
import traceback
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import Any

GRACE = 20.0  # seconds after the deadline for finishing a game and writing a file
FAILED = 1  # how a worker ends that raised something
LOOK = 0.5  # seconds between two looks at who is still there


class CrewFailed(RuntimeError):
    """Nobody who worked on it is left."""


@dataclass
class Shift:
    """What a worker knows of its work."""

    worker: int
    deadline: float  # as `time.time` counts
    most: int  # numbers there are
    taken: Any  # how many of them are claimed
    told: Any  # where results go
    parent: int | None

    def claim(self) -> int | None:
        """The next number, or None where there is none or no time is left."""
        if time.time() >= self.deadline or (self.parent is not None and os.getppid() != self.parent):
            return None
        with self.taken.get_lock():
            number = int(self.taken.value)
            if number >= self.most:
                return None
            self.taken.value = number + 1
        return number

    def tell(self, what: Any) -> None:
        """Hand a result over."""
        self.told.put(what)


Work = Callable[..., None]  # (shift, *arguments)
Stop = Callable[[], bool]


def never() -> bool:
    """Nobody stops it before its time."""
    return False


def work(
    task: Work, arguments: tuple[Any, ...], cores: int, most: int, deadline: float, stop: Stop = never
) -> Generator[Any]:
    """Yield what the workers tell, and None now and then while they tell nothing; ends when they have ended.

    Once `stop` says so, nobody begins anything more. With no cores it is done here. CrewFailed if every
    worker failed.
    """
    if cores < 0:
        raise ValueError(f"cores is {cores}, expected 0 or more")
    context = multiprocessing.get_context("spawn")
    taken, told = context.Value("q", 0), context.Queue()
    if cores == 0:
        yield from _alone(task, arguments, Shift(0, deadline, most, taken, queue.Queue(), None))
        return
    shifts = [Shift(n, deadline, most, taken, told, os.getpid()) for n in range(cores)]
    crew = [context.Process(target=_begin, args=(task, shift, arguments), daemon=True) for shift in shifts]
    for process in crew:
        process.start()
    try:
        for found in _listen(crew, told, deadline):
            if stop():
                taken.value = most
            yield found
    finally:
        for process in crew:
            process.terminate()
        for process in crew:
            process.join(5)
    if all(process.exitcode == FAILED for process in crew):
        raise CrewFailed("every worker failed; what they said stands above")


def _alone(task: Work, arguments: tuple[Any, ...], shift: Shift) -> Iterator[Any]:
    task(shift, *arguments)
    while not shift.told.empty():
        yield shift.told.get()


def _begin(task: Work, shift: Shift, arguments: tuple[Any, ...]) -> None:
    """What a worker process does; one thread each, since there is a process for every core."""
    try:
        task(shift, *arguments)
    except KeyboardInterrupt:
        sys.exit(FAILED)
    except Exception:
        sys.stderr.write(f"worker {shift.worker} failed:\n{traceback.format_exc()}")
        sys.exit(FAILED)


def _listen(crew: list[Any], told: Any, deadline: float) -> Iterator[Any]:
    while time.time() < deadline + GRACE:
        alive = any(process.is_alive() for process in crew)
        try:
            yield told.get(timeout=LOOK if alive else 0.05)
        except queue.Empty:
            if not alive:
                return
            yield None
    sys.stderr.write("stopped whoever was not back in time\n")
