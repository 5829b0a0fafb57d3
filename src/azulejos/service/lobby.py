"""The house: sets tables up, finds them again, lists them, and lets those go that nobody uses."""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Protocol

from azulejos import games
from azulejos.core.errors import RulesError
from azulejos.service import course, replays, seating
from azulejos.service.botdesk import BotDesk
from azulejos.service.clock import Terms
from azulejos.service.errors import BadWish, NotSaved, TooMany, UnknownTable
from azulejos.service.lesson import LESSON
from azulejos.service.matches import begun_clocks, kept, new_match, restored, standing
from azulejos.service.tables import LiveTable
from azulejos.store.db import Store, StoreError
from azulejos.store.records import Card, Guest, Move, Seat, Table

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # of a table's name, none like another
MOST_TABLES = 40  # that one guest has open or is playing at
LISTED = 30  # tables in each list of the home page
MINE = MOST_TABLES + LISTED  # of one's own: all that one has opened and plays at, and some more
IDLE = 300.0  # seconds after which a table that nobody looks at leaves memory
SWEEP = 30.0
DUE_AT_ONCE = 200  # tables that are looked after in one sweep because a clock runs out

log = logging.getLogger("azulejos.lobby")


@dataclass(frozen=True, slots=True)
class Wish:
    """A table as somebody wants it: mode is bots, device or friends; or lesson, a first game with a coach.

    `levels` are those of the bots and `names` those of the other people on this device, in seat order.
    """

    mode: str
    game: str
    options: dict[str, Any]
    name: str
    levels: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    listed: bool = False
    starter: int | None = None  # drawn where nobody is named
    clock: Terms | None = None  # these two for friends only
    rated: bool = False
    seed: int | None = None  # a lesson's, whose positions are known beforehand


class Like(Protocol):
    """What a new table takes over from another, or from a wish."""

    @property
    def game(self) -> str: ...
    @property
    def options(self) -> dict[str, Any]: ...
    @property
    def listed(self) -> bool: ...
    @property
    def clock(self) -> dict[str, Any] | None: ...
    @property
    def rated(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Plan:
    """A game with its options checked."""

    game: str
    options: dict[str, Any]
    listed: bool
    clock: dict[str, Any] | None = None
    rated: bool = False


class Service:
    """All tables of this server."""

    def __init__(
        self, store: Store, desk: BotDesk, pace: float = 0.8, watch: Callable[[], float] = time.monotonic
    ) -> None:
        self.store, self.desk, self._pace = store, desk, pace
        self._watch, self._opened, self._before = watch, watch(), 0
        self._tables: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._sweeps: asyncio.Task[None] | None = None
        self._closing = asyncio.Event()
        self._replaying = asyncio.Lock()  # one at a time: whoever asks for many holds up no table

    async def open(self) -> None:
        """Begin to listen to the bots, to count the time, and to tidy up."""
        self._closing.clear()
        self._before, self._opened = await self.store.house_time(), self._watch()
        self.desk.subscribe(self._bots_changed)
        self._sweeps = asyncio.create_task(self._sweep())

    async def close(self) -> None:
        """Let everybody go; whatever was told is in the store."""
        self._closing.set()
        if self._sweeps is not None:  # cancelled, it would drop a connection of the store's
            await asyncio.gather(self._sweeps, return_exceptions=True)
        await asyncio.gather(*(table.close() for table in self._tables.values()))
        self._tables.clear()
        await self._write_time()

    # --- the house's time --------------------------------------------------------------------------------

    def now(self) -> int:
        """For how many milliseconds this house has been open, all its starts together.

        Clocks are kept in it, so that they stand still while the server is down, however often that is.
        """
        return self._before + int((self._watch() - self._opened) * 1000)

    async def _write_time(self) -> None:
        try:
            await self.store.set_house_time(self.now())
        except StoreError as error:
            log.error("%s", error)

    async def _look_after_clocks(self) -> None:
        """Tables where time runs out soon have to be in memory, also when nobody looks at them."""
        try:
            due = await self.store.due_tables(self.now() + int(SWEEP * 1000), DUE_AT_ONCE)
        except StoreError as error:
            log.error("%s", error)
            return
        for name in due:
            try:
                await self.table(name)
            except Exception:  # one table that cannot be read stops no other's clock
                log.exception("table %s: its clock runs out", name)

    def _bots_changed(self) -> None:
        for table in self._tables.values():
            table.tell()

    # --- setting tables up -------------------------------------------------------------------------------

    async def create(self, guest: Guest, wish: Wish) -> str:
        """A new table as wished; its name. BadWish, BadName, TooMany."""
        await self._check_many(guest)
        options = self._options(wish)
        seats = self._seats(guest, wish, options["players"])
        clock = wish.clock.data() if wish.clock else None
        like = Plan(wish.game, options, wish.listed, clock, wish.rated)
        table = self._fresh(like, wish.mode, guest.id, seats, wish.starter)
        if wish.seed is not None:
            table = replace(table, seed=wish.seed)
        return await (self._keep(table) if wish.mode == "friends" else self._begin(table))

    async def _check_many(self, guest: Guest) -> None:
        if await self.store.count_open(guest.id) >= MOST_TABLES:
            raise TooMany(f"you have {MOST_TABLES} games open; finish or leave one first")

    @staticmethod
    def _options(wish: Wish) -> dict[str, Any]:
        if wish.mode not in ("bots", "device", "friends", LESSON):
            raise BadWish(f"mode is {wish.mode!r}, expected bots, device or friends")
        try:
            return dict(games.rules(wish.game, **wish.options).options.as_dict())
        except RulesError as error:
            raise BadWish(str(error)) from None

    def _seats(self, guest: Guest, wish: Wish, players: int) -> tuple[Seat, ...]:
        first = seating.person(guest.id, seating.clean_name(wish.name))
        others = range(players - 1)
        if wish.mode == "friends":
            return (first, *(seating.nobody() for _ in others))
        if wish.mode == "device":
            names = [seating.clean_name(name) for name in wish.names[: players - 1]]
            if len(names) != players - 1:
                raise BadWish(f"{len(names)} names of others, expected {players - 1}")
            return (first, *(seating.person(guest.id, name) for name in names))
        levels = wish.levels[: players - 1]
        unknown = [level for level in levels if level not in self.desk.levels(wish.game)]
        if unknown or len(levels) != players - 1:
            raise BadWish(
                f"bots are {', '.join(levels) or 'none'}, expected {players - 1} of those there are"
            )
        return (first, *map(seating.bot, levels))

    @staticmethod
    def _fresh(
        like: Like, kind: str, host: str, seats: tuple[Seat, ...], starter: int | None = None
    ) -> Table:
        """A table that nothing has happened at; its seed is its own secret."""
        return Table(
            id="".join(secrets.choice(LETTERS) for _ in range(10)),
            game=like.game,
            options=like.options,
            kind=kind,
            listed=like.listed,
            status="open",
            host=host,
            seed=secrets.randbits(62),
            starter=secrets.randbelow(len(seats)) if starter is None else starter,
            seats=seats,
            clock=like.clock if kind == "friends" else None,
            rated=like.rated and kind == "friends",
        )

    async def _begin(self, table: Table) -> str:
        """Keep the table with its game begun: the entries it was given, and the deal that is due."""
        match = restored(replace(table, status="playing")) or new_match(table)
        moves = (*table.moves, *course.begun(match, len(table.moves)))
        clocks = kept(begun_clocks(table, match, self.now()))
        begun = replace(table, status="playing", moves=moves, clocks=clocks)
        return await self._keep(begun, **standing(match))

    async def _keep(self, table: Table, **listed: Any) -> str:
        try:
            await self.store.create_table(table, **listed)
        except StoreError as error:
            raise self._trouble(error) from None
        return table.id

    @staticmethod
    def _trouble(error: StoreError) -> NotSaved:
        log.error("%s", error)
        return NotSaved("the table could not be saved; try again")

    async def _again(self, old: Table) -> str:
        """The rematch of a table: the same people, everybody one seat further."""
        kind = "bots" if old.kind == LESSON else old.kind  # taught once
        seats = seating.rotated(old.seats)
        here = [seats[n].guest for n in seating.people(seats)]
        host = old.host if old.host in here else here[0] or old.host  # who has left opens nothing any more
        return await self._begin(self._fresh(old, kind, host, seats))

    async def play_on(self, guest: Guest, name: str, ply: int, seat: int, level: str) -> str:
        """A game of one's own that goes on from a ply of another, against bots."""
        await self._check_many(guest)
        live = await self.table(name)
        match = live.match
        if match is None or not 1 <= ply <= match.ply:
            raise BadWish(f"ply is {ply}, expected 1 to {match.ply if match else 0}")
        if live.table.rated and live.table.status == "playing":  # nobody asks a bot what they should play
            raise BadWish("a rated game can be played on from when it is over")
        players = match.rules.players
        if not 0 <= seat < players or level not in self.desk.levels(live.table.game):
            raise BadWish(f"seat {seat} against {level!r}, expected a seat from 0 to {players - 1} and a bot")
        if match.at(ply).over:
            raise BadWish("the game is over there")
        mine = seating.person(guest.id, seating.clean_name(guest.name))
        seats = tuple(mine if n == seat else seating.bot(level) for n in range(players))
        like = Plan(live.table.game, live.table.options, False)
        table = self._fresh(like, "bots", guest.id, seats, live.table.starter)
        entries = match.entries[:ply]
        moves = tuple(Move(e.seat, e.text, n in live.auto) for n, e in enumerate(entries))
        return await self._begin(replace(table, again=live.table.id, moves=moves))

    # --- finding them again --------------------------------------------------------------------------------

    async def table(self, name: str) -> LiveTable:
        """The table of that name; UnknownTable."""
        if name in self._tables:
            return self._tables[name]
        if not (name.isascii() and name.isalnum()):  # PostgreSQL cannot even be asked for some of them
            raise UnknownTable(f"there is no table {name!r}")
        if name not in self._loading:  # whoever comes meanwhile waits for the same one
            self._loading[name] = asyncio.create_task(self._load(name))
        return await asyncio.shield(self._loading[name])

    async def _load(self, name: str) -> LiveTable:
        try:
            stored = await self.store.load_table(name)
        except StoreError as error:
            raise self._trouble(error) from None
        finally:
            del self._loading[name]
        if stored is None:
            raise UnknownTable(f"there is no table {name!r}")
        live = self._tables[name] = LiveTable(
            stored, self.store, self.desk, self._again, self._pace, self.now
        )
        return live

    def live(self) -> list[LiveTable]:
        """The tables in memory."""
        return list(self._tables.values())

    async def settled(self) -> list[LiveTable]:
        """The tables in memory, those included that are being read at this moment."""
        await asyncio.gather(*self._loading.values(), return_exceptions=True)
        return self.live()

    async def let_go(self, name: str) -> None:
        """A table is no more: its pages come back, and are told so."""
        if (gone := self._tables.pop(name, None)) is not None:
            await gone.close()

    async def _sweep(self) -> None:
        loop = asyncio.get_running_loop()
        while not self._closing.is_set():
            await self._look_after_clocks()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._closing.wait(), SWEEP)
                return
            await self._write_time()
            for name, table in list(self._tables.items()):
                if table.idle() and loop.time() - table.used > IDLE:
                    table.rest()
                    del self._tables[name]

    # --- lists, replays, records -------------------------------------------------------------------------

    async def lobby(self, guest: str | None) -> dict[str, Any]:
        """What the home page lists: tables to join, games to watch, one's own."""
        mine = await self.store.tables_of(guest, MINE) if guest is not None else []
        own = {card.id for card in mine}
        free = [card for card in await self.store.open_tables(LISTED) if card.id not in own]
        going = [card for card in await self.store.playing_tables(LISTED) if card.id not in own]
        return {
            "open": [told_card(card, guest) for card in free],
            "playing": [told_card(card, guest) for card in going],
            "mine": sorted((told_card(card, guest) for card in mine), key=_wanted),
        }

    async def frames(self, name: str) -> dict[str, Any]:
        """Every position of a game, for a replay."""
        live = await self.table(name)
        async with self._replaying:
            return await asyncio.to_thread(replays.frames, live.table, live.match, frozenset(live.auto))

    async def record(self, name: str) -> str:
        """The record of a game as text."""
        live = await self.table(name)
        if live.match is None:
            raise UnknownTable(f"no game has begun at table {name!r}")
        return live.match.record()


def _wanted(card: dict[str, Any]) -> tuple[bool, bool]:
    return card["status"] == "over", not card["your_turn"]


def told_card(card: Card, guest: str | None) -> dict[str, Any]:
    """A table as a list shows it."""
    mine = seating.seats_of(card.seats, guest)
    return {
        "id": card.id,
        "game": card.game,
        "options": card.options,
        "kind": card.kind,
        "status": card.status,
        "seats": [
            {"name": seat.name, "kind": seat.kind, "level": seat.level, "you": n in mine, "out": seat.out}
            for n, seat in enumerate(card.seats)
        ],
        "free": sum(seat.kind == seating.OPEN for seat in card.seats),
        "round": card.round,
        "scores": card.scores,
        "clock": card.clock,
        "rated": card.rated,
        "turn": list(card.turn) if card.status == "playing" else [],
        "your_turn": card.status == "playing" and any(seat in mine for seat in card.turn),
        "updated": card.updated.isoformat(timespec="seconds"),
    }
