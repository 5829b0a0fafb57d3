"""A house with leagues for tests: guests as the services take them, and results to put down."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from azulejos.service.feed import Feed
from azulejos.service.leagues import Leagues
from azulejos.service.records import Records
from azulejos.service.sheets import Sheets
from azulejos.service.standings import Standings
from azulejos.store.records import Guest, League
from azulejos.study.results import Result, Score
from tests import databases
from tests.service.house import House

DAY = "2026-03-14"
NOW = 1_800_000_000_000  # by the clock of the sheets


class Club(House):
    """A house, its leagues, and people who walk in."""

    async def start(self) -> None:
        await super().start()
        self.leagues = Leagues(self.service)
        self.records = Records(self.service, self.leagues)
        self.standings = Standings(self.service)
        self.clock = NOW
        self.sheets = Sheets(self.service, self.records, lambda: self.clock)
        self.feed = Feed(self.service)

    async def stop(self) -> None:
        await self.sheets.close()
        await self.standings.close()
        await self.feed.close()
        await super().stop()

    async def come(self, name: str) -> Guest:
        """A guest of that name."""
        await self.guest(name)
        guest = await self.store.find_guest(f"secret of {name}")
        assert guest is not None
        return guest

    async def league(self, owner: Guest, *others: Guest) -> League:
        """A league of these people, all linked."""
        league = await self.leagues.create(owner, "Thursday")
        for other in others:
            await self.leagues.join(other, league.invite or "", None, other.name)
        return await self.leagues.open(owner, league.id)


def in_club(folder: Path, story: Callable[[Club], Awaitable[None]]) -> None:
    """Run a story in a club of its own."""

    async def run(url: str) -> None:
        club = Club(url)
        await club.start()
        try:
            await story(club)
        finally:
            await club.stop()

    with databases.fresh(folder / "test.db") as url:
        asyncio.run(run(url))


def game(*seats: tuple[str, int], id: str = "", played: str = DAY, **more: Any) -> Result:
    """A finished game of Azul: who made how many points."""
    scores = tuple(Score(person, points) for person, points in seats)
    result = Result(id, "azul", {"wall": "coloured", "jokers": False}, played, scores)
    return replace(result, **more)
