"""Where everybody stands: the leagues that are being looked at, each on a board in memory."""

import asyncio
import time
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor

from azulejos.service.boards import Board, Standing
from azulejos.service.lobby import Service
from azulejos.store.records import League

__all__ = ["Standing", "Standings"]

MOST = 16  # leagues in memory


class Standings:
    """The standings of the leagues that are being looked at."""

    def __init__(self, service: Service) -> None:
        self._store = service.store
        self._boards: OrderedDict[str, Board] = OrderedDict()
        self._thread = ThreadPoolExecutor(1, "azulejos-ratings")

    async def of(self, league: League, patience: float | None = 1.0) -> Standing:
        """How a league stands that somebody may see (Leagues.open), as it is now or later.

        Results and ratings are waited for so many seconds, for ever if None; if that is not enough, `current`
        is False, `progress` tells how far they are, and what was known before is told: at first, nothing.
        """
        board = self._boards.get(league.id)
        if board is None:
            board = self._boards[league.id] = Board(self._store, league.id, self._thread)
        self._boards.move_to_end(league.id)
        await self._let_go()
        end = None if patience is None else time.monotonic() + patience
        if not await _waited(board.refreshed(league), end):
            return board.standing(False)
        return board.standing(await _waited(board.count(), end))

    async def _let_go(self) -> None:
        """Forget the league that nobody has looked at for longest, where there are too many."""
        while len(self._boards) > MOST:
            _, board = self._boards.popitem(last=False)
            await board.close()

    async def close(self) -> None:
        """Stop counting."""
        for board in self._boards.values():
            await board.close()
        self._boards.clear()
        self._thread.shutdown(wait=False, cancel_futures=True)


async def _waited(work: asyncio.Task[None] | None, end: float | None) -> bool:
    """Whether something was done in time; raises what went wrong with it."""
    if work is None:
        return True
    timeout = None if end is None else max(0.0, end - time.monotonic())
    done, _ = await asyncio.wait({work}, timeout=timeout)
    for one in done:
        one.result()
    return bool(done)
