"""Sheets of real tables, as phones have sent them."""

from dataclasses import asdict
from typing import Any

from sqlalchemy import Row, func, insert, select, update

from azulejos.store.engines import Engines
from azulejos.store.errors import Conflict
from azulejos.store.records import Sheet, now
from azulejos.store.schema import sheets


class Sheets:
    """The store's methods for sheets."""

    _engines: Engines

    async def find_sheet(self, sheet_id: str) -> Sheet | None:
        async with self._engines.read() as connection:
            row = (await connection.execute(select(sheets).where(sheets.c.id == sheet_id))).first()
        return None if row is None else _read(row)

    async def add_sheet(self, sheet: Sheet) -> None:
        """A sheet that nobody has sent before; Conflict where somebody was quicker."""
        async with self._engines.write() as connection:
            await connection.execute(insert(sheets).values(asdict(sheet)))

    async def save_sheet(self, sheet: Sheet) -> None:
        """A sheet as it is now, its revision one more than what must be there; Conflict where it is not."""
        this = (sheets.c.id == sheet.id, sheets.c.revision == sheet.revision - 1)
        names = ("revision", "fields", "skews", "kept")
        values: dict[str, Any] = {name: getattr(sheet, name) for name in names}
        async with self._engines.write() as connection:
            done = await connection.execute(update(sheets).where(*this).values(updated=now(), **values))
            if done.rowcount != 1:
                raise Conflict(f"sheet {sheet.id} is not at revision {sheet.revision - 1}")

    async def sheets_of(self, guest_id: str, limit: int) -> list[Sheet]:
        """The sheets that a guest has begun, latest first."""
        latest = (
            select(sheets).where(sheets.c.owner == guest_id).order_by(sheets.c.updated.desc(), sheets.c.id)
        )
        async with self._engines.read() as connection:
            return [_read(row) for row in (await connection.execute(latest.limit(limit))).all()]

    async def count_sheets(self, guest_id: str) -> int:
        """How many sheets a guest has begun."""
        mine = select(func.count()).select_from(sheets).where(sheets.c.owner == guest_id)
        async with self._engines.read() as connection:
            return int((await connection.execute(mine)).scalar_one())


def _read(row: Row[Any]) -> Sheet:
    return Sheet(**row._mapping)
