"""The desk that bots are asked at: a game's record and a level go in, a move comes out, whatever happens.

Bots think in worker processes, so this one compiles nothing and its event loop never waits. While a worker
still compiles, or when workers fail, the simple bot answers here in their place.
"""

import asyncio
import logging
import sys
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from azulejos.bots.bot import Budget
from azulejos.bots.roster import bots
from azulejos.bots.simple import GreedyBot, RandomBot
from azulejos.core.checks import quoted
from azulejos.core.errors import RulesError
from azulejos.core.match import Match
from azulejos.games import FAMILIES, read
from azulejos.service.botcrew import Crew
from azulejos.service.botjob import Job
from azulejos.service.botprocess import Trouble

COMMAND = (sys.executable, "-P", "-m", "azulejos.service.botworker")
SIMPLE = {"random": RandomBot, "greedy": GreedyBot}  # they need no search
STAND_IN = "greedy"
TRIES = 2
QUEUED = 20.0  # seconds that a request waits for a worker before the simple bot answers

log = logging.getLogger("azulejos.bots")


@dataclass(frozen=True, slots=True)
class Answer:
    """A legal move, and who chose it: the level that was asked, or the simple bot in its place."""

    move: str
    by: str


class DeskClosed(RuntimeError):
    """Nobody answers any more."""


class BotDesk:
    """Asks the workers, one request each at a time, first come first served."""

    def __init__(self, workers: int = 2, patience: float = 3.0, *, command: Sequence[str] = COMMAND) -> None:
        self._patience = patience
        self._size, self._command = workers, command
        self._crew: Crew | None = None
        self._queue: deque[Job] = deque()
        self._pending: set[Job] = set()
        self._callbacks: list[Callable[[], None]] = []
        self._told: dict[str, bool] = {}  # what subscribers know of warming
        self._news = asyncio.Event()

    async def open(self) -> None:
        """Start the workers; they may be asked at once."""
        self._crew = Crew(self._size, self._command, self._changed)
        self._told = {game: self.warming(game) for game in FAMILIES}
        await self._crew.open()

    async def close(self) -> None:
        """Kill the workers; whoever still waits gets DeskClosed."""
        crew, self._crew = self._crew, None
        for job in list(self._pending):
            job.fail("the desk is closed")
        self._changed()
        if crew is not None:
            await crew.close()

    def crew(self) -> tuple[int, int]:
        """How many workers are alive, and of how many."""
        workers = self._crew.workers if self._crew is not None else []
        return sum(worker.alive for worker in workers), self._size

    # --- what is warm ---

    @staticmethod
    def levels(game: str) -> list[str]:
        """The names of the bots that can be asked, weakest first."""
        return bots(game)

    def warming(self, game: str) -> bool:
        """Whether the simple bot may have to stand in: no worker plays that game at full strength yet."""
        return self._crew is None or self._crew.warming(game)

    def subscribe(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call back in the event loop whenever `warming` changes for a game; the answer unsubscribes."""
        self._callbacks.append(callback)
        return lambda: self._callbacks.remove(callback)

    def _changed(self) -> None:
        """Something happened to a worker."""
        self._news.set()
        self._news = asyncio.Event()
        self._dispatch()
        now = {game: self.warming(game) for game in FAMILIES}
        before, self._told = self._told, now
        if now != before and self._crew is not None:
            for callback in list(self._callbacks):
                self._call(callback)

    @staticmethod
    def _call(callback: Callable[[], None]) -> None:
        try:
            callback()
        except Exception:  # theirs: the workers know nothing of it
            log.exception("a subscriber failed")

    # --- choosing ---

    async def choose(self, record: str, level: str, *, seconds: float | None = None, key: str = "") -> Answer:
        """A move for the seat whose turn it is; RulesError where there is none to choose.

        `key` names the table: its bots go on from what they thought there before.
        """
        Budget(seconds)
        game = await asyncio.to_thread(read, record)  # without the seed: future deals are anybody's guess
        if level not in bots(game.game):
            raise RulesError(f"there is no level {quoted(level)}, expected one of {', '.join(bots())}")
        moves = game.moves()
        if level in SIMPLE or game.over:
            return await self._simple(game, level)
        if len(moves) == 1:
            return Answer(moves[0], level)
        move = await self._searched(game, level, seconds, key)
        return Answer(move, level) if move else await self._simple(game, STAND_IN)

    @staticmethod
    async def _simple(game: Match, level: str) -> Answer:
        thinker = SIMPLE.get(level, GreedyBot)(level)
        choice = await asyncio.to_thread(thinker.choose, game)
        return Answer(choice.move, level)

    async def _searched(self, game: Match, level: str, seconds: float | None, key: str) -> str | None:
        """What a worker chose; nothing where none could be had."""
        for attempt in range(TRIES):
            if not await self._warm(game.game):
                log.info("%s stands in for %s: %s is not compiled yet", STAND_IN, level, game.game)
                return None
            job = Job(game.record(), game.game, level, seconds, key, game.moves())
            try:
                return await self._ask(job, again=attempt > 0)
            except Trouble as trouble:
                self._check_open()
                log.warning("%s was asked in vain: %s", level, trouble)
        log.warning("%s stands in for %s", STAND_IN, level)
        return None

    async def _warm(self, game: str) -> bool:
        """Whether somebody plays that game at full strength, now or before patience ends."""
        try:
            async with asyncio.timeout(self._patience):
                while self.warming(game):
                    self._check_open()
                    await self._news.wait()
        except TimeoutError:
            return False
        return True

    async def _ask(self, job: Job, again: bool) -> str | None:
        """Queue a request, a second try before all others, and wait for its move; None: nobody was free."""
        self._queue.insert(0 if again else len(self._queue), job)
        self._pending.add(job)
        self._dispatch()
        try:
            async with asyncio.timeout(QUEUED):
                await job.taken
        except TimeoutError:
            log.warning("%s stands in for %s: nobody was free for %g s", STAND_IN, job.level, QUEUED)
            return None
        else:
            return await job.move
        finally:
            self._forget(job)

    def _forget(self, job: Job) -> None:
        """Nobody waits for it any more."""
        job.drop()
        self._pending.discard(job)
        if job in self._queue:
            self._queue.remove(job)

    def _check_open(self) -> None:
        if self._crew is None:
            raise DeskClosed("the desk of the bots is closed")

    def _dispatch(self) -> None:
        """Give requests to whoever is free, oldest first; one that must wait holds up no other game's."""
        if self._crew is None:
            return
        for job in list(self._queue):
            worker = self._crew.free(job)
            if worker is not None:
                self._queue.remove(job)
                worker.take(job)
