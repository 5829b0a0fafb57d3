"""The house's own time, and the tables whose clocks run out by then."""

from sqlalchemy import delete, insert, select

from azulejos.store.engines import Engines
from azulejos.store.schema import house, tables

TIME = "time"


class Hours:
    """The store's methods for time; all of it is in milliseconds that a house was open."""

    _engines: Engines

    async def house_time(self) -> int:
        """For how long this house had been open when that was last written down."""
        async with self._engines.read() as connection:
            found = (await connection.execute(select(house.c.value).where(house.c.name == TIME))).scalar()
        return int(found or 0)

    async def set_house_time(self, value: int) -> None:
        async with self._engines.write() as connection:
            await connection.execute(delete(house).where(house.c.name == TIME))
            await connection.execute(insert(house).values(name=TIME, value=value))

    async def due_tables(self, until: int, limit: int) -> list[str]:
        """Games in which a clock runs out until then, the first one first."""
        wanted = select(tables.c.id).where(tables.c.due <= until, tables.c.status == "playing")
        async with self._engines.read() as connection:
            rows = (await connection.execute(wanted.order_by(tables.c.due).limit(limit))).all()
        return [row.id for row in rows]
