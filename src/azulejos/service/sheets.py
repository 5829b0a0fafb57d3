"""Sheets: games scored at real tables by one phone or several, each with its own copy, merged by field.

The later edit of a field wins, wherever it was made; sending the same edits again changes nothing. Whoever
knows a sheet's id may open it and write in it: the id is long, and made by the phone that began the sheet.
"""

import asyncio
import re
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from weakref import WeakValueDictionary

from azulejos.service.errors import Stale, TooMany, UnknownSheet
from azulejos.service.keeping import Keeping, wants_keeping, written
from azulejos.service.lobby import Service
from azulejos.service.merging import Told, merged
from azulejos.service.records import Records
from azulejos.store.db import Conflict
from azulejos.store.records import Guest, Sheet

LISTED = 50  # sheets in a guest's list
MOST_SHEETS = 1000  # that one guest has begun
MOST_WATCHERS = 50  # phones that look at one sheet
TRIES = 5  # where another process writes in the same sheet
_ID = re.compile(r"[a-z0-9]{16,40}")

Clock = Callable[[], int]


def milliseconds() -> int:
    """The time as browsers count it."""
    return int(time.time() * 1000)


@dataclass(frozen=True, slots=True)
class SheetCard:
    """A sheet as lists show it."""

    id: str
    game: str
    names: list[str]
    played: str
    updated: datetime
    kept: dict[str, Any] | None  # {"league", "result", "revision"}: where it is on record


class Sheets(Keeping):
    """What can be done with sheets. A view is plain data:

    {"id", "revision", "fields": {key: {"v", "t", "by"}}, "kept": {"league", "result", "revision"} | None,
    "problems": [{"field", "code", "text", "values", "message"}]}; `kept.revision` is that of the sheet when
    it was put on record, so that a page sees what has changed since; problems are those of this request
    alone, `text` being the key of a text that takes the values.
    """

    def __init__(self, service: Service, records: Records, clock: Clock = milliseconds) -> None:
        self._service, self._store, self._records = service, service.store, records
        self._clock = clock
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._watchers: dict[str, set[asyncio.Event]] = {}
        self._closed = False

    async def open(self, sheet_id: str) -> dict[str, Any]:
        """The view of a sheet. UnknownSheet."""
        sheet = await self._store.find_sheet(sheet_id) if _ID.fullmatch(sheet_id) else None
        if sheet is None:
            raise UnknownSheet(f"there is no sheet {sheet_id[:40]!r}")
        return _view(sheet, [])

    async def merge(
        self, guest: Guest | None, sheet_id: str, edits: Mapping[str, Any], own_name: str = ""
    ) -> dict[str, Any]:
        """Take edits {key: {"v", "t", "by"}} in; the view after them. A sheet that is not there is begun.

        A field that is not one, or a value that cannot be, is a problem; the others are taken. An edit of
        `keep` (a league's id, or "own") puts the game on record there, or corrects it; what is in the way of
        that is a problem too. `own_name` is what the guest's own list is called if it has to be made.
        """
        if not _ID.fullmatch(sheet_id):
            raise UnknownSheet("a sheet's id has 16 to 40 small letters and digits")
        lock = self._locks.setdefault(sheet_id, asyncio.Lock())
        async with lock:
            sheet, problems = await self._take(guest, sheet_id, edits)
            if wants_keeping(sheet, edits):
                sheet = await self._keep(guest, sheet, own_name, problems)
        self._tell(sheet_id)
        return _view(sheet, problems)

    async def _take(
        self, guest: Guest | None, sheet_id: str, edits: Mapping[str, Any]
    ) -> tuple[Sheet, list[Told]]:
        """Merge and save, again if another process was quicker."""
        for _ in range(TRIES):
            before = await self._store.find_sheet(sheet_id)
            begun = Sheet(sheet_id, None if guest is None else guest.id, 0, {})
            sheet, problems = merged(before or begun, edits, self._clock())
            if sheet == before or not sheet.fields:  # all was refused: nothing to begin a sheet with
                return sheet, problems
            if before is None:
                await self._check_many(guest)
            sheet = replace(sheet, revision=sheet.revision + 1)
            with suppress(Conflict):
                await (self._store.add_sheet(sheet) if before is None else self._store.save_sheet(sheet))
                return sheet, problems
        raise Stale("many write in this sheet at once; try again")

    async def _check_many(self, guest: Guest | None) -> None:
        if guest is not None and await self._store.count_sheets(guest.id) >= MOST_SHEETS:
            raise TooMany(f"you have begun {MOST_SHEETS} sheets")

    # --- looking -----------------------------------------------------------------------------------------

    async def watch(self, sheet_id: str, known: int = -1) -> AsyncIterator[dict[str, Any]]:
        """Its view if its revision is not `known`, then after every change. UnknownSheet, TooMany."""
        watchers = self._watchers.setdefault(sheet_id, set())
        if len(watchers) >= MOST_WATCHERS:
            raise TooMany(f"{MOST_WATCHERS} pages show this sheet already")
        changed = asyncio.Event()
        watchers.add(changed)  # before anything is read: no change falls between
        try:
            while not self._closed:
                view = await self.open(sheet_id)
                if view["revision"] != known:
                    known = view["revision"]
                    yield view
                await changed.wait()
                changed.clear()
        finally:
            watchers.discard(changed)
            if not watchers:
                self._watchers.pop(sheet_id, None)

    def _tell(self, sheet_id: str) -> None:
        for changed in self._watchers.get(sheet_id, ()):
            changed.set()

    async def close(self) -> None:
        """Let go of everybody who watches."""
        self._closed = True
        for sheet_id in list(self._watchers):
            self._tell(sheet_id)

    async def mine(self, guest: Guest | None) -> list[SheetCard]:
        """The sheets that a guest has begun, latest first."""
        sheets = [] if guest is None else await self._store.sheets_of(guest.id, LISTED)
        return [_card(sheet) for sheet in sheets]


def _view(sheet: Sheet, problems: list[Told]) -> dict[str, Any]:
    names = ("v", "t", "by")
    return {
        "id": sheet.id,
        "revision": sheet.revision,
        "fields": {key: dict(zip(names, entry, strict=True)) for key, entry in sheet.fields.items()},
        "kept": _told_kept(sheet),
        "problems": problems,
    }


def _told_kept(sheet: Sheet) -> dict[str, Any] | None:
    return sheet.kept and {name: sheet.kept[name] for name in ("league", "result", "revision")}


def _card(sheet: Sheet) -> SheetCard:
    fields = {key: entry[0] for key, entry in sheet.fields.items()}
    count = fields.get("players")
    players = count if isinstance(count, int) and 2 <= count <= 4 else 2
    return SheetCard(
        id=sheet.id,
        game=str(fields.get("game") or "azul"),
        names=[written(fields, seat) for seat in range(players)],
        played=str(fields.get("played") or ""),
        updated=sheet.updated,
        kept=_told_kept(sheet),
    )
