"""A house for tests: a real store, bots that answer at once, guests who play by rule of thumb.

The store is in PostgreSQL where a server is named (see tests.databases), else in a file.
"""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from azulejos import games
from azulejos.bots.simple import GreedyBot
from azulejos.service import course
from azulejos.service.botdesk import Answer, BotDesk
from azulejos.service.clock import Terms
from azulejos.service.hub import Viewer
from azulejos.service.lobby import Service, Wish
from azulejos.service.tables import LiveTable
from azulejos.store.db import Store, open_store
from tests import databases


class QuickDesk(BotDesk):
    """Every level answers at once, greedily, unless it is told to wait."""

    def __init__(self) -> None:
        super().__init__(workers=0)
        self.may_answer = asyncio.Event()
        self.may_answer.set()
        self.asked = 0

    async def open(self) -> None:
        pass

    async def close(self) -> None:
        pass

    def warming(self, game: str) -> bool:  # noqa: ARG002
        return False

    async def choose(
        self,
        record: str,
        level: str,
        *,
        seconds: float | None = None,  # noqa: ARG002
        key: str = "",  # noqa: ARG002
    ) -> Answer:
        self.asked += 1
        await self.may_answer.wait()
        return Answer(GreedyBot("greedy", 1).choose(games.read(record, seed=1)).move, level)


class House:
    """A running service over a database; it can be stopped and started again."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.store: Store
        self.desk: QuickDesk
        self.service: Service
        self.watch: Callable[[], float] = time.monotonic

    async def start(self) -> None:
        self.store, self.desk = await open_store(self.url), QuickDesk()
        self.service = Service(self.store, self.desk, pace=0, watch=self.watch)
        await self.service.open()

    async def stop(self) -> None:
        await self.service.close()
        await self.store.close()

    async def guest(self, name: str) -> "Player":
        known = await self.store.find_guest(f"secret of {name}")
        who = known or await self.store.add_guest(name.lower(), f"secret of {name}", name, "en")
        return Player(self, who.id, name)

    async def bots(self, player: "Player", game: str = "azul", count: int = 1, **options: Any) -> str:
        """A game of a player against bots."""
        wish = Wish("bots", game, {"players": count + 1, **options}, player.name, ("greedy",) * count)
        return await self.service.create(await self.person(player), wish)

    async def friends(
        self,
        *players: "Player",
        game: str = "azul",
        clock: Terms | None = None,
        rated: bool = False,
        **options: Any,
    ) -> str:
        """A game of these players, begun."""
        host, *others = players
        options = {"players": len(players), **options}
        wish = Wish("friends", game, options, host.name, clock=clock, rated=rated)
        name = await self.service.create(await self.person(host), wish)
        table = await self.service.table(name)
        for seat, player in enumerate(others, start=1):
            await table.sit(player.id, seat, player.name)
        await table.start(host.id)
        return name

    async def person(self, player: "Player") -> Any:
        return await self.store.find_guest(f"secret of {player.name}")


class Player:
    """A guest with one page open."""

    def __init__(self, house: House, guest: str, name: str) -> None:
        self.house, self.id, self.name = house, guest, name
        self.random = random.Random(name)
        self.table: LiveTable
        self.viewer: Viewer
        self.views: list[dict[str, Any]] = []
        self.refusals: list[str] = []
        self.log: list[dict[str, Any]] = []

    async def enter(self, name: str, since: int = 0) -> dict[str, Any]:
        self.table = await self.house.service.table(name)
        self.viewer = self.table.join(self.id, since)
        return await self.look()

    async def look(self) -> dict[str, Any]:
        """The next view, passing over refusals, which are kept."""
        async with asyncio.timeout(20):
            while True:
                message = await anext(self.viewer)
                if message["type"] == "refused":
                    self.refusals.append(message["error"]["code"])
                    continue
                self.views.append(message)
                self.log = self.log[: message["from"]] + message["log"]
                return message

    async def say(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a message and look at what came of it."""
        await self.table.handle(self.id, self.viewer, SimpleNamespace(type=kind, **fields))
        return await self.look()

    def moves(self, view: dict[str, Any]) -> list[str]:
        """The legal moves of the seat that acts, own wall choices made."""
        match = self.table.match
        assert match is not None
        tiling = match.phase == course.TILING
        return (course.ahead(match, self.table.drafts, view["acting"]) if tiling else match).moves()

    async def move(self, view: dict[str, Any], text: str | None = None) -> dict[str, Any]:
        """Make a move, any where none is named."""
        text = text or self.random.choice(self.moves(view))
        return await self.say("move", seat=view["acting"], ply=view["ply"], move=text)

    async def until(self, view: dict[str, Any], stop: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Play on, any legal move, until a view is as wanted."""
        while not stop(view):
            view = await (self.look() if view["acting"] is None else self.move(view))
        return view

    def leave_page(self) -> None:
        self.table.part(self.viewer)


def in_house(folder: Path, story: Callable[[House], Awaitable[None]]) -> None:
    """Run a story in a house of its own."""

    async def run(url: str) -> None:
        house = House(url)
        await house.start()
        try:
            await story(house)
        finally:
            await house.stop()

    with databases.fresh(folder / "test.db") as url:
        asyncio.run(run(url))


async def together(*jobs: Coroutine[Any, Any, Any]) -> None:
    """Several people at once."""
    await asyncio.gather(*jobs)
