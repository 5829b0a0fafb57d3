"""All workers together: who compiles what when, and who is free for a request."""

import asyncio
from collections.abc import Callable, Iterable, Sequence

from azulejos.core.jit import never_compiled
from azulejos.games import FAMILIES
from azulejos.service.botjob import Job
from azulejos.service.botplace import Place


class Crew:
    """All workers. The first one compiles, the others then find it in the cache."""

    def __init__(self, count: int, command: Sequence[str], changed: Callable[[], None]) -> None:
        self._tell = changed
        self.workers = [Place(number, command, self._changed) for number in range(count)]
        self._compiled: set[str] = set()  # families that some worker has compiled at some time
        self._lives: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Start every worker; they warm themselves."""
        self._lives = [asyncio.create_task(worker.live()) for worker in self.workers]
        for worker in self.workers:
            await worker.begun.wait()

    async def close(self) -> None:
        """Kill every worker, and wait until it is gone."""
        for life in self._lives:
            life.cancel()
        await asyncio.gather(*self._lives, return_exceptions=True)
        self._lives = []

    def warming(self, game: str) -> bool:
        """Whether nobody plays that game at full strength yet."""
        return not any(worker.ready(game) for worker in self.workers)

    def free(self, job: Job) -> Place | None:
        """Who should think about it: somebody idle, if possible who compiles nothing and knows the table."""
        idle = [worker for worker in self._alive() if worker.job is None and worker.ready(job.game)]
        return min(idle, key=lambda own: (own.compiling, job.key not in own.keys, own.used), default=None)

    def _alive(self) -> Iterable[Place]:
        return (worker for worker in self.workers if worker.alive)

    def _changed(self) -> None:
        self._compiled |= {game for game in FAMILIES if not self.warming(game)}
        if not never_compiled():
            self._share_warming()
        self._tell()
        self._renew()

    def _share_warming(self) -> None:
        """One compiles everything, preferably who has begun to; the others wait until it is in the cache."""
        first = max(self._alive(), key=lambda worker: worker.compiling, default=None)
        for worker in self._alive():
            for game in FAMILIES:
                if worker is first or game in self._compiled:
                    worker.warm(game)

    def _renew(self) -> None:
        """Start those anew that have compiled, as soon as another shows that the cache has everything."""
        if any(worker.size == "small" for worker in self.workers):
            for worker in self.workers:
                if worker.size == "large":
                    worker.renew()
