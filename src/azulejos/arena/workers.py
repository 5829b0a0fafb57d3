"""Playing games in several processes: each worker plays what it is handed, the parent alone keeps results.

Nothing about a game depends on who plays it. A worker that dies takes its game with it: the game is
tried once more, and then counts as a crash of the bot that was thinking.
"""

import contextlib
import multiprocessing
import time
from collections.abc import Generator, Iterator, Sequence
from multiprocessing.connection import wait
from typing import Any

from azulejos.arena.errors import ArenaTrouble
from azulejos.arena.pairing import Fixture, fixtures
from azulejos.arena.plans import Plan
from azulejos.arena.results import Failure, Game
from azulejos.arena.table import FAILED, Programs, play
from azulejos.arena.worker import HANGING, work
from azulejos.core.rules import NOBODY

TRIES = 2
LEAVING = 2.0  # seconds for a worker to end its programs before it is killed
LOOKING = 1.0  # seconds between two looks for bots that hang


def play_here(plan: Plan, numbers: Sequence[int]) -> Generator[Game]:
    """Play games in this process, one after the other."""
    all_games, programs = fixtures(plan), Programs(plan)
    try:
        for number in numbers:
            yield play(plan, all_games[number], programs)
    finally:
        programs.close()


def play_in_processes(plan: Plan, numbers: Sequence[int], cores: int) -> Generator[Game]:
    """Play games in so many processes; they come back as they are finished."""
    pool = _Pool(plan, numbers, min(cores, len(numbers)))
    try:
        while pool.busy:
            yield from pool.finished()
    finally:
        pool.close()


class _Worker:
    """A process and what the parent knows of it."""

    def __init__(self, plan: Plan) -> None:
        context = multiprocessing.get_context("spawn")  # threads and compiled code do not survive a fork
        self.pipe, theirs = context.Pipe()
        self.asked = context.Value("i", NOBODY, lock=False)  # the seat whose bot is thinking,
        self.until = context.Value("d", 0.0, lock=False)  # and the time when it has hung; 0 for never
        self.process = context.Process(target=work, args=(plan, theirs, self.asked, self.until), daemon=True)
        self.process.start()
        theirs.close()
        self.game: int | None = None

    def hand(self, number: int) -> None:
        self.game = number
        with contextlib.suppress(OSError):  # it is dead: whoever waits for it will notice
            self.pipe.send(number)


class _Pool:
    """The workers of one run, and the games still to be played."""

    def __init__(self, plan: Plan, numbers: Sequence[int], cores: int) -> None:
        self.plan, self.games = plan, fixtures(plan)
        self.left = list(reversed(numbers))
        self.tries: dict[int, int] = {}
        self.workers: list[_Worker] = []
        for _ in range(cores):
            self._hire()

    @property
    def busy(self) -> bool:
        return bool(self.workers)

    def _hire(self) -> None:
        worker = _Worker(self.plan)
        self.workers.append(worker)
        self._hand_out(worker)

    def _hand_out(self, worker: _Worker) -> None:
        """The next game for a worker, or none and its leave."""
        if self.left:
            worker.hand(self.left.pop())
        else:
            self.workers.remove(worker)
            _dismiss([worker])

    def finished(self) -> Iterator[Game]:
        """Wait until something happens; the games that came of it."""
        by_pipe: dict[Any, _Worker] = {worker.pipe: worker for worker in self.workers}
        for pipe in wait(list(by_pipe), LOOKING):
            worker = by_pipe[pipe]
            try:
                told = worker.pipe.recv()
            except (EOFError, OSError):
                yield from self._bury(worker)
                continue
            if isinstance(told, str):  # a fault of ours, not of a bot
                raise RuntimeError(told)
            self._hand_out(worker)
            yield told
        for worker in list(self.workers):
            if 0 < worker.until.value < time.monotonic():
                yield from self._kill(worker)

    def _bury(self, worker: _Worker) -> Iterator[Game]:
        """A worker has died: its game is tried again, or given up as a crash of whoever was thinking."""
        number, seat = worker.game, worker.asked.value
        assert number is not None
        self.workers.remove(worker)
        worker.process.join(LEAVING)
        status = worker.process.exitcode
        _dismiss([worker])
        self.tries[number] = self.tries.get(number, 0) + 1
        if self.tries[number] < TRIES:
            self.left.append(number)
        elif seat == NOBODY:
            raise ArenaTrouble(
                f"a worker process ended with status {status} before it could play game {number}"
            )
        else:
            reason = f"the process ended with status {status} while this bot was thinking, {TRIES} times"
            yield _lost(self.games[number], Failure(seat, "crash", reason))
        if self.left:
            self._hire()

    def _kill(self, worker: _Worker) -> Iterator[Game]:
        """A bot has hung inside a worker, where nothing else can stop it."""
        assert worker.game is not None
        self.workers.remove(worker)
        worker.process.kill()
        _dismiss([worker])
        if self.left:
            self._hire()
        reason = f"no answer {HANGING:g} s after the patience of {self.plan.patience:g} s had ended"
        yield _lost(self.games[worker.game], Failure(worker.asked.value, "timeout", reason))

    def close(self) -> None:
        _dismiss(self.workers)
        self.workers = []


def _dismiss(workers: Sequence[_Worker]) -> None:
    """End processes, gently at first so that they can end their programs."""
    for worker in workers:
        worker.process.terminate()
    for worker in workers:
        worker.process.join(LEAVING)
        if worker.process.exitcode is None:
            worker.process.kill()
            worker.process.join()
        worker.process.close()
        worker.pipe.close()


def _lost(fixture: Fixture, failure: Failure) -> Game:
    """A game of which nothing is known but who lost it."""
    nothing = (0,) * len(fixture.seats)
    return Game(
        number=fixture.number,
        deal=fixture.deal,
        starter=fixture.starter,
        seats=fixture.seats,
        scores=nothing,
        winners=tuple(seat for seat in range(len(nothing)) if seat != failure.seat),
        ending=FAILED,
        moves=nothing,
        seconds=tuple(map(float, nothing)),
        longest=tuple(map(float, nothing)),
        overruns=nothing,
        failure=failure,
    )
