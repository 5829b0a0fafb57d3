"""Finished games in the order in which they ended, a page at a time, for whoever collects records."""

from datetime import datetime

from sqlalchemy import and_, or_, select

from azulejos.store.engines import Engines
from azulejos.store.records import Table
from azulejos.store.schema import tables
from azulejos.store.tables import read_whole

After = tuple[datetime, str]  # the last one seen: when it was last changed, and its name


class Exports:
    """The store's method for exports."""

    _engines: Engines

    async def finished_games(
        self,
        limit: int,
        *,
        after: After | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        game: str | None = None,
    ) -> list[Table]:
        """Listed games that are over, oldest first, each with its record; `until` itself is not included."""
        wanted = [tables.c.status == "over", tables.c.listed]
        if after is not None:
            moment, name = after
            wanted.append(
                or_(tables.c.updated > moment, and_(tables.c.updated == moment, tables.c.id > name))
            )
        if since is not None:
            wanted.append(tables.c.updated >= since)
        if until is not None:
            wanted.append(tables.c.updated < until)
        if game is not None:
            wanted.append(tables.c.game == game)
        page = select(tables).where(*wanted).order_by(tables.c.updated, tables.c.id).limit(limit)
        async with self._engines.read() as connection:
            rows = (await connection.execute(page)).all()
            return [await read_whole(connection, row) for row in rows]
