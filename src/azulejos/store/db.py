"""A store, opened and brought up to date: what services call. The parts of it are in the files beside."""

from collections.abc import Callable

from azulejos.store.accounts import Accounts
from azulejos.store.endings import Endings
from azulejos.store.engines import Engines
from azulejos.store.errors import Conflict, StoreError
from azulejos.store.exports import Exports
from azulejos.store.guests import Guests
from azulejos.store.hours import Hours
from azulejos.store.leagues import Leagues
from azulejos.store.lists import Lists
from azulejos.store.passing import Passing
from azulejos.store.people import People
from azulejos.store.results import Results
from azulejos.store.sessions import Sessions
from azulejos.store.sheets import Sheets
from azulejos.store.versions import HEAD, bring_up_to_date, find_version, touch
from azulejos.store.writing import Written

__all__ = ["Conflict", "Store", "StoreError", "open_store"]


class Store(
    Guests,
    Sessions,
    Accounts,
    Hours,
    Endings,
    Lists,
    Exports,
    Leagues,
    People,
    Results,
    Written,
    Sheets,
    Passing,
):
    """Everything kept in one database; each method is one transaction."""

    def __init__(self, engines: Engines) -> None:
        self._engines = engines

    async def close(self) -> None:
        await self._engines.close()

    async def check(self) -> None:
        """Whether the database answers, has our schema and can be written; StoreError says what is wrong."""
        version = await find_version(self._engines)
        if version != HEAD:
            raise StoreError(f"its schema is {version}, this program expects {HEAD}")
        await self._engines.change(touch)


async def open_store(url: str, make: Callable[[Engines], Store] = Store) -> Store:
    """Connect to a database, new or old, and bring it up to date; StoreError says what is in the way."""
    engines = Engines(url)
    try:
        await bring_up_to_date(engines)
    except BaseException:
        await engines.close()
        raise
    return make(engines)
