"""The store and the bots' desk with a watch beside them: what took how long, which games began and ended."""

import asyncio
import logging
import time
from collections.abc import Sequence
from typing import Any

from azulejos.core.record import DEAL
from azulejos.service.botdesk import Answer, BotDesk
from azulejos.service.lobby import Service
from azulejos.store.db import Store
from azulejos.store.engines import Engines
from azulejos.store.records import Move, Table
from azulejos.web.metrics import Meters

log = logging.getLogger("azulejos.games")
FRESH = 2.0  # seconds for which it is known whether the database can be used


class WatchedStore(Store):
    """A store that is timed; games begin and end with what is written to it."""

    def __init__(self, engines: Engines, meters: Meters) -> None:
        super().__init__(engines)
        self._meters = meters
        self._checked: asyncio.Future[None] | None = None
        self._asked = 0.0

    async def check(self) -> None:
        """Asked of the database once in a while only: it costs a commit, and anybody may want to know."""
        now = time.monotonic()
        if self._checked is None or (self._checked.done() and now - self._asked > FRESH):
            self._asked, self._checked = now, asyncio.ensure_future(super().check())
        await asyncio.shield(self._checked)

    async def create_table(self, table: Table, **more: Any) -> None:
        await super().create_table(table, **more)
        if table.status == "playing":
            self._note("begun", table.id, table.game)

    async def append(self, table_id: str, ply: int, moves: Sequence[Move], **more: Any) -> None:
        began = time.perf_counter()
        await super().append(table_id, ply, moves, **more)
        self._meters.append_seconds.add(time.perf_counter() - began)
        self._meters.moves.add(sum(move.seat != DEAL for move in moves))
        if more.get("status") in ("playing", "over"):
            self._turned(table_id, more["status"], more.get("ending"))

    async def set_status(self, table_id: str, status: str, *rest: Any, **more: Any) -> None:
        await super().set_status(table_id, status, *rest, **more)
        if status == "over":
            self._turned(table_id, status, more.get("ending"))

    def _turned(self, table_id: str, status: str, ending: str | None) -> None:
        what = "begun" if status == "playing" else "ended"
        self._note(what, table_id, **({"ending": ending} if ending else {}))

    def _note(self, what: str, table_id: str, game: str = "", **more: str) -> None:
        self._meters.games.add(what=what)
        facts = {"table": table_id, **({"game": game} if game else {}), **more}
        said = " ".join(f"{name} {value}" for name, value in facts.items())
        log.info("game %s: %s", what, said, extra={"facts": {"event": f"game {what}", **facts}})


class WatchedDesk(BotDesk):
    """A desk whose bots are timed."""

    def __init__(self, workers: int, meters: Meters) -> None:
        super().__init__(workers)
        self._meters = meters

    async def choose(self, record: str, level: str, **more: Any) -> Answer:
        began = time.perf_counter()
        answer = await super().choose(record, level, **more)
        self._meters.bot_seconds.add(time.perf_counter() - began, level=level)
        if answer.by != level:
            self._meters.stand_ins.add(level=level)
        return answer


def watch(meters: Meters, service: Service) -> None:
    """Ask a service for its numbers of the moment."""
    meters.gauge("azulejos_tables_live", "Tables in memory.", lambda: len(service.live()))
    meters.gauge(
        "azulejos_viewers",
        "Pages and programs that have a table open.",
        lambda: sum(len(table.viewers) for table in service.live()),
    )
    meters.gauge("azulejos_bot_workers", "Bots' processes that are alive.", lambda: service.desk.crew()[0])
