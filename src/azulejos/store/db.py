"""A store, opened and brought up to date: what services call. The parts of it are in the files beside."""

from azulejos.store.engines import Engines
from azulejos.store.errors import Conflict, StoreError
from azulejos.store.guests import Guests
from azulejos.store.lists import Lists
from azulejos.store.tables import Tables
from azulejos.store.versions import bring_up_to_date

__all__ = ["Conflict", "Store", "StoreError", "open_store"]


class Store(Guests, Tables, Lists):
    """Everything kept in one database; each method is one transaction."""

    def __init__(self, engines: Engines) -> None:
        self._engines = engines

    async def close(self) -> None:
        await self._engines.close()


async def open_store(url: str) -> Store:
    """Connect to a database, new or old, and bring it up to date; StoreError says what is in the way."""
    engines = Engines(url)
    try:
        await bring_up_to_date(engines)
    except BaseException:
        await engines.close()
        raise
    return Store(engines)
