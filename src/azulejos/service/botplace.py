"""A worker's place: filled again when its process dies, given one request at a time, told what to warm."""

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from azulejos.core.jit import never_compiled
from azulejos.games import FAMILIES
from azulejos.service.botjob import Job
from azulejos.service.botprocess import BotProcess, Trouble

FIRST_PAUSE, LONGEST_PAUSE = 0.25, 60.0  # before a worker is started again, doubled each time in vain
LONG_LIFE = 60.0  # seconds after which a death is no longer one of a series
QUICK = 5.0  # seconds in which a family comes from the cache; compiling takes 20 and more
KEYS = 4  # tables that a worker is taken to remember

log = logging.getLogger("azulejos.bots")


class Place:
    """Where a worker sits, and the process that is it at the moment."""

    def __init__(self, number: int, command: Sequence[str], changed: Callable[[], None]) -> None:
        self.number = number
        self.keys: deque[str] = deque(maxlen=KEYS)
        self.used = 0.0  # when it last began to think
        self.job: Job | None = None
        self.begun = asyncio.Event()  # the first process is there, or cannot be had
        self._command, self._changed = command, changed
        self._process: BotProcess | None = None
        self._told: set[str] = set()  # families it was told to warm
        self._warm: set[str] = set()
        self._swollen = False  # it has compiled something itself
        self._renewed = False  # it was killed to be started anew
        self._asked = 0
        self._failures = 0  # deaths in a row, without an answer between them
        self._alarm: asyncio.TimerHandle | None = None

    @property
    def alive(self) -> bool:
        """Whether there is a process that can be asked."""
        return self._process is not None and not self._renewed

    @property
    def compiling(self) -> bool:
        """Whether it has been told to warm what it has not reported yet."""
        return bool(self._told - self._warm)

    @property
    def size(self) -> str:
        """What warming leaves of it: `growing` until it is done, `small` where all came from the cache."""
        if self._warm < set(FAMILIES):
            return "growing"
        return "large" if self._swollen else "small"

    def ready(self, game: str) -> bool:
        """Whether it plays that game at full strength."""
        return self.alive and (never_compiled() or game in self._warm)

    # --- its life ---

    async def live(self) -> None:
        """Fill the place again and again, until cancelled."""
        while True:
            began = asyncio.get_running_loop().time()
            try:
                reason = await self._one_life()
            except Exception:  # ours: no place may stay empty for it
                log.exception("worker %d is lost", self.number)
                reason = "is lost"
            self._changed()
            if self._renewed:
                self._renewed = False
                continue
            lasted = asyncio.get_running_loop().time() - began
            self._failures = 1 if lasted > LONG_LIFE else self._failures + 1
            pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (min(self._failures, 20) - 1))
            log.warning("worker %d %s; started again in %g s", self.number, reason, pause)
            await asyncio.sleep(pause)

    async def _one_life(self) -> str:
        """From start to death; the reason for it."""
        try:
            process = self._process = await BotProcess.start(self._command)
        except Trouble as trouble:
            return str(trouble)
        finally:
            self.begun.set()
        log.info("worker %d started as process %d", self.number, process.pid)
        self._changed()
        reason = ""
        try:
            async with contextlib.aclosing(process.messages()) as messages:
                async for message in messages:
                    self._hear(message)
        except Trouble as trouble:
            reason = str(trouble)
        finally:
            how = await self._bury(process, reason)
        return how

    async def _bury(self, process: BotProcess, reason: str) -> str:
        self._process = None
        self._told, self._warm, self._swollen = set(), set(), False
        self.keys.clear()
        how = await process.end()
        reason = reason or how
        if job := self._free():
            job.fail(f"worker {self.number} {reason}")
        return reason

    def renew(self) -> None:
        """Give back what compiling left in memory, about 500 MB, where another start costs a second."""
        if self._process is not None and self.alive and self.job is None:
            log.info("worker %d starts anew, smaller", self.number)
            self._renewed = True
            self._process.kill()

    def _free(self) -> Job | None:
        """Done with its request, one way or the other."""
        if self._alarm is not None:
            self._alarm.cancel()
        job, self.job, self._alarm = self.job, None, None
        return job

    # --- what is said ---

    def warm(self, game: str) -> None:
        """Have it compile that family, once."""
        if self._process is not None and game not in self._told:
            self._told.add(game)
            self._process.send({"warm": game})

    def take(self, job: Job) -> None:
        """Have it think about a request; it does one at a time."""
        assert self._process is not None
        assert self.job is None
        self._asked += 1
        self.job = job
        loop = asyncio.get_running_loop()
        self.used = loop.time()
        self._alarm = loop.call_later(job.limit, self._overdue, job.limit)
        if job.key in self.keys:
            self.keys.remove(job.key)
        self.keys.append(job.key)
        if not job.taken.done():
            job.taken.set_result(None)
        self._process.send(job.request(self._asked))

    def _overdue(self, limit: float) -> None:
        log.warning("worker %d has been silent for %g s", self.number, limit)
        if self._process is not None:
            self._process.kill()

    def _hear(self, message: dict[str, Any]) -> None:
        if message.get("ready") in list(FAMILIES):
            self._hear_ready(message["ready"], message.get("seconds"), message.get("compiled", True))
        elif self.job is not None and message.get("id") == self._asked:
            self._hear_answer(message)
        else:
            raise Trouble(f"said {str(message)[:80]!r}, which nobody had asked")
        self._changed()

    def _hear_ready(self, game: str, seconds: object, compiled: object) -> None:
        self._warm.add(game)
        self._swollen |= isinstance(seconds, float) and seconds > QUICK
        if compiled:
            log.info("worker %d: %s is compiled, %s s", self.number, game, seconds)
        else:
            log.warning("worker %d: %s cannot be compiled, its bots are slow", self.number, game)

    def _hear_answer(self, message: dict[str, Any]) -> None:
        move, error = message.get("move"), message.get("error")
        assert self.job is not None
        if move not in self.job.moves and not isinstance(error, str):
            raise Trouble(f"said {str(message)[:80]!r}, expected a legal move")
        self._failures = 0
        job = self._free()
        assert job is not None
        if not isinstance(move, str):
            job.fail(f"worker {self.number}: {error}")
        elif not job.move.done():  # whoever asked may have gone
            job.move.set_result(move)
