"""A live table: one lock, one order of steps. Check, store, apply, tell; bots come through the same door.

A move is tried on a copy, written to the store, and only then shown to anybody, so nobody sees a move that
a restart could lose. A table that is not in memory is its record, read again.
"""

import asyncio
import logging
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import asdict, replace
from typing import Any

from azulejos import games
from azulejos.core.errors import RulesError
from azulejos.core.match import Match
from azulejos.core.record import Entry, Record
from azulejos.service import course, seating, views
from azulejos.service.botdesk import BotDesk
from azulejos.service.errors import (
    BadMove,
    NotSaved,
    NotYourSeat,
    NotYourTurn,
    Refused,
    SeatTaken,
    Stale,
    TooMany,
)
from azulejos.service.hub import Viewer
from azulejos.service.takeback import Takeback, takeback_ply
from azulejos.store.db import Conflict, Store, StoreError
from azulejos.store.records import Move, Seat, Table

MOST_VIEWERS = 200
SOON = 0.2  # seconds until who came and who went is told, once for all of them
STAND_IN = "artisan"  # who goes on for somebody who resigns among several

log = logging.getLogger("azulejos.tables")

Again = Callable[["LiveTable"], Coroutine[Any, Any, str]]  # sets up a rematch and gives its name


class LiveTable:
    """One table in memory: its people, its game, who watches it."""

    def __init__(self, table: Table, store: Store, desk: BotDesk, again: Again, pace: float) -> None:
        self.table = table
        self.match = restored(table)
        self.drafts = dict(table.drafts)
        self.auto = {ply for ply, move in enumerate(table.moves) if move.auto}
        self.offer: Takeback | None = None
        self.rematch: set[int] = set()
        self.viewers: set[Viewer] = set()
        self.used = asyncio.get_running_loop().time()
        self._store, self._desk, self._again, self._pace = store, desk, again, pace
        self._lock = asyncio.Lock()
        self._works: set[asyncio.Task[None]] = set()
        self._thinks: asyncio.Task[None] | None = None
        self._untold = False  # somebody came or went and the others do not know yet
        self._cuts = 0  # how often the record was shortened, so that no late answer fits by chance
        self._steady = sys.maxsize  # the least it was shortened to; pages that come back may know more
        self._views = views.Views(self)

    # --- looking ---------------------------------------------------------------------------------------

    def view(self, guest: str | None, since: int = 0) -> dict[str, Any]:
        """What this guest sees, with the entries of the record from `since` on."""
        return self._views.view(guest, since)

    def warming(self) -> bool:
        """Whether the bots of this game are still being compiled."""
        return self._desk.warming(self.table.game)

    def join(self, guest: str | None, since: int = 0) -> Viewer:
        """Somebody opens the table's page; TooMany."""
        if len(self.viewers) >= MOST_VIEWERS and not self.seats_of(guest):  # no crowd keeps players out
            raise TooMany(f"{MOST_VIEWERS} pages show this table already")
        viewer = Viewer(guest, min(since, self._steady), self.view)
        self.viewers.add(viewer)
        self._tell_soon()
        self.wake()
        return viewer

    def part(self, viewer: Viewer) -> None:
        """A page is closed."""
        viewer.close()
        self.viewers.discard(viewer)
        self.used = asyncio.get_running_loop().time()
        self._tell_soon()

    def present(self) -> set[str]:
        """The guests who have the page open."""
        return {viewer.guest for viewer in self.viewers if viewer.guest is not None}

    def tell(self, ply: int | None = None) -> None:
        """Everybody gets a new view; with a ply, the record has been shortened to it."""
        self.used = asyncio.get_running_loop().time()
        self._untold = False
        for viewer in self.viewers:
            viewer.mark(ply)

    def _tell_soon(self) -> None:
        """Tell who is here, but not for every one of a crowd that comes and goes."""
        if not self._untold:
            self._untold = True
            asyncio.get_running_loop().call_later(SOON, self._tell_presence)

    def _tell_presence(self) -> None:
        if self._untold:  # else a move has told it meanwhile
            self.tell()

    def idle(self) -> bool:
        """Whether nobody looks and nothing is being thought about."""
        return not self.viewers and self._thinks is None and not self._lock.locked()

    def undecided(self) -> list[int]:
        """The seats that must decide now."""
        if self.table.status != "playing" or self.match is None:
            return []
        return course.undecided(self.match, self.drafts)

    # --- what a page asks for ----------------------------------------------------------------------------

    async def handle(self, guest: str | None, viewer: Viewer, message: Any) -> None:
        """Do what a page asks; what is refused is told to that page alone."""
        if message.type == "snapshot":
            viewer.forget()
            return
        if message.type == "why":
            viewer.aside(self.why(guest, message.seat, message.move))
            return
        try:
            await self._finish(self._do(guest, message))
        except Refused as refusal:
            viewer.refuse(refusal.code, refusal.message, refusal.reason)

    def why(self, guest: str | None, seat: int, text: str) -> dict[str, Any]:
        """What the rules have against a move that this guest may not even have tried."""
        told = {"type": "why", "move": text, "reason": None}
        match = self.match
        if match is None or seat not in self.seats_of(guest) or seat not in self.undecided():
            return told
        own = course.ahead(match, self.drafts, seat) if match.phase == course.TILING else match
        try:
            reason = own.why_not(text)
        except RulesError:
            return told
        return told if reason is None else {**told, "reason": asdict(reason)}

    async def _finish(self, work: Coroutine[Any, Any, None]) -> None:
        """Do it to the end even if the page is closed meanwhile: what is stored must also be applied."""
        task = asyncio.ensure_future(work)
        self._works.add(task)
        task.add_done_callback(self._works.discard)
        task.add_done_callback(lambda done: done.cancelled() or done.exception())  # seen, if nobody waits
        await asyncio.shield(task)

    async def _do(self, guest: str | None, message: Any) -> None:
        match message.type:
            case "move":
                await self.play(guest, message.seat, message.ply, message.move)
            case "takeback":
                await self.ask_takeback(guest)
            case "answer" if message.to == "takeback":
                await self.answer_takeback(guest, message.yes)
            case "answer" | "rematch":
                await self.ask_rematch(guest, getattr(message, "yes", True))
            case "resign":
                await self.resign(guest)
            case "leave":
                await self.leave(guest, message.level)
            case "sit":
                await self.sit(guest, message.seat, message.name)
            case "stand":
                await self.stand(guest)
            case "bot":
                await self.seat_bot(guest, message.seat, message.level)
            case "start":
                await self.start(guest)
            case other:
                raise Refused(f"no table does {other!r}")

    @asynccontextmanager
    async def _alone(self) -> AsyncIterator[None]:
        """One thing at a time, and a store that fails is a refusal, not a broken table."""
        async with self._lock:
            try:
                yield
            except Conflict:  # another process has written here: read what is true now
                await self._reload()
                raise Stale("the table has changed, look again") from None
            except StoreError as error:
                log.error("table %s: %s", self.table.id, error)
                raise NotSaved("this could not be saved; try again") from None
        self.wake()

    async def _reload(self) -> None:
        stored = await self._store.load_table(self.table.id)
        if stored is not None:
            self.table, self.match, self.drafts = stored, restored(stored), dict(stored.drafts)
            self.auto = {ply for ply, move in enumerate(stored.moves) if move.auto}
            self.offer = None
            self._shortened(0)

    # --- moves -----------------------------------------------------------------------------------------

    async def play(self, guest: str | None, seat: int, ply: int, text: str) -> None:
        """A person's move, for the position of that ply."""
        async with self._alone():
            if seat not in self.seats_of(guest):
                raise NotYourSeat(f"seat {seat} is not yours")
            await self._play(seat, ply, text)

    async def _play(self, seat: int, ply: int, text: str) -> None:
        match = self._playing()
        if ply != match.ply:
            raise Stale(f"that was for ply {ply}, the game is at ply {match.ply}")
        if seat not in self.undecided():
            raise NotYourTurn(f"it is not the turn of seat {seat}")
        try:
            if match.phase == course.TILING:
                await self._choose(match, seat, text)
            else:
                await self._append(*course.played(match, text))
        except RulesError as error:
            raise BadMove(str(error), getattr(error, "reason", None)) from None

    async def _choose(self, match: Match, seat: int, text: str) -> None:
        """A wall choice: kept to itself until everybody has chosen."""
        course.ahead(match, self.drafts, seat).play(text)
        texts = (*self.drafts.get(seat, ()), text)
        drafts = {**self.drafts, seat: texts}
        if course.undecided(match, drafts):
            await self._store.put_draft(self.table.id, seat, texts)
            self.drafts = drafts
            self.tell()
            return
        await self._append(*course.revealed(match, drafts))

    async def _append(self, after: Match, moves: tuple[Move, ...]) -> None:
        """Store, apply, tell."""
        before = self._playing().ply
        status, ending = ("over", after.ending) if after.over else (None, None)
        await self._store.append(
            self.table.id, before, moves, **standing(after), status=status, ending=ending, clear_drafts=True
        )
        self.auto |= {before + n for n, move in enumerate(moves) if move.auto}
        self.match, self.drafts, self.offer = after, {}, None
        if status:
            self.table = replace(self.table, status=status, ending=ending)
        self.tell()

    def _playing(self) -> Match:
        if self.table.status != "playing" or self.match is None:
            raise Refused("no game is being played at this table")
        return self.match

    # --- bots ------------------------------------------------------------------------------------------

    def wake(self) -> None:
        """Let a bot think if one must decide; safe to call at any time."""
        if self._thinks is None and (seat := self._bot_to_move()) is not None:
            self._thinks = asyncio.create_task(self._think(seat))

    def _bot_to_move(self) -> int | None:
        seats = self.table.seats
        if not seating.people(seats):  # bots do not play on for nobody
            return None
        return next((seat for seat in self.undecided() if seats[seat].kind == seating.BOT), None)

    async def _think(self, seat: int) -> None:
        """Ask the desk and play its answer; an answer for another position falls out."""
        again = False
        try:
            again = await self._answer(seat)
        except Refused as refusal:
            log.warning("table %s: bot of seat %d: %s", self.table.id, seat, refusal.message)
            await asyncio.sleep(max(self._pace, 0.2))  # the store may be busy
            again = True
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("table %s: bot of seat %d", self.table.id, seat)
        finally:
            self._thinks = None
        if again:
            self.wake()

    async def _answer(self, seat: int) -> bool:
        match = self._playing()
        ply, cuts, level = match.ply, self._cuts, self.table.seats[seat].level or STAND_IN
        own = course.ahead(match, self.drafts, seat) if match.phase == course.TILING else match
        pause = self._pace * (2 if match.account() else 1)  # a round's scoring is being read
        answer, _ = await asyncio.gather(
            self._desk.choose(own.record(), level, key=f"{self.table.id}-{seat}"), asyncio.sleep(pause)
        )
        async with self._alone():
            now = self.match
            if now is None or (now.ply, self._cuts) != (ply, cuts) or seat not in self.undecided():
                return True
            if self.table.seats[seat].kind == seating.BOT:
                await self._play(seat, ply, answer.move)
        return True

    async def close(self) -> None:
        """Stop thinking, finish what was asked for, and let the pages go."""
        if self._thinks is not None:
            self._thinks.cancel()
            await asyncio.gather(self._thinks, return_exceptions=True)
        await asyncio.gather(*self._works, return_exceptions=True)
        for viewer in self.viewers:
            viewer.close()

    # --- taking back -------------------------------------------------------------------------------------

    async def ask_takeback(self, guest: str | None) -> None:
        """Take the last move back, at once where no other person plays, else when all agree."""
        async with self._alone():
            mine = self._mine(guest)
            if self.offer is not None and self.offer.seat not in mine:  # a yes must mean what was asked
                raise Refused("somebody else asks already")
            ply = takeback_ply(self._playing(), mine, self.auto)
            if ply is None:
                raise Refused("there is no move of yours to take back since the last deal")
            self.offer = Takeback(ply, mine[0], frozenset(mine))
            await self._settle_takeback()

    async def answer_takeback(self, guest: str | None, yes: bool) -> None:
        """Another person agrees or does not."""
        async with self._alone():
            mine = self._mine(guest)
            if self.offer is None:
                raise Refused("nobody asks to take a move back")
            self.offer = replace(self.offer, agreed=self.offer.agreed | set(mine)) if yes else None
            await self._settle_takeback()

    async def _settle_takeback(self) -> None:
        if self.offer is not None and self.offer.agreed >= set(seating.people(self.table.seats)):
            after = self._playing().at(self.offer.ply)
            length = self._playing().ply
            await self._store.cut(self.table.id, after.ply, length=length, **standing(after))
            self.match, self.offer = after, None
            self.auto = {ply for ply in self.auto if ply < after.ply}
            self._shortened(after.ply)
        else:
            self.tell()

    def _shortened(self, ply: int) -> None:
        self._cuts += 1
        self._steady = min(self._steady, ply)
        self.tell(ply)

    # --- leaving, resigning, again -----------------------------------------------------------------------

    async def resign(self, guest: str | None) -> None:
        """Give up: the end between two; among several a bot goes on."""
        async with self._alone():
            self._playing()
            seat = self._acting(guest)
            left = [n for n in seating.people(self.table.seats) if n != seat]
            if len(self.table.seats) == 2 or not left:
                await self._end("resigned", seat)
            else:
                await self._hand_over(seat, STAND_IN)

    async def leave(self, guest: str | None, level: str | None) -> None:
        """Leave the table; a bot goes on for the others, and where nobody is left the game is over."""
        async with self._alone():
            self._playing()
            mine = self._mine(guest)
            others = [n for n in seating.people(self.table.seats) if n not in mine]
            if not others:
                await self._end("left", mine[0])
                return
            for seat in mine:
                await self._hand_over(seat, level or STAND_IN)

    async def _hand_over(self, seat: int, level: str) -> None:
        if level not in self._desk.levels(self.table.game):
            raise Refused(f"there is no bot {level!r}")
        await self._reseat(seat, seating.taken_over(self.table.seats[seat], level))
        self.offer = None

    async def _end(self, ending: str, seat: int) -> None:
        await self._store.set_status(self.table.id, "over", ending=ending, ending_seat=seat)
        self.table = replace(self.table, status="over", ending=ending, ending_seat=seat)
        self.offer = None
        self.tell()

    async def ask_rematch(self, guest: str | None, yes: bool) -> None:
        """Another game with seats rotated, as soon as every person wants one."""
        async with self._alone():
            mine = self._mine(guest)
            if self.table.status != "over":
                raise Refused("this game is not over")
            self.rematch = self.rematch | set(mine) if yes else set()
            if self.table.next is None and self.rematch >= set(seating.people(self.table.seats)):
                name = await self._again(self)
                await self._store.set_next(self.table.id, name)
                self.table = replace(self.table, next=name)
            self.tell()

    # --- the waiting room --------------------------------------------------------------------------------

    async def sit(self, guest: str | None, seat: int, name: str) -> None:
        """Take a free seat; who already sits moves there."""
        async with self._alone():
            self._open()
            if guest is None:
                raise NotYourSeat("a seat needs somebody who can be known again: cookies are refused")
            self._check_seat(seat)
            if self.table.seats[seat].kind != seating.OPEN:
                raise SeatTaken(f"seat {seat} is taken")
            own = seating.person(guest, seating.clean_name(name))
            seats = [seating.nobody() if there.guest == guest else there for there in self.table.seats]
            seats[seat] = own
            await self._seat_all(tuple(seats))

    async def stand(self, guest: str | None) -> None:
        """Give one's seat up before the game begins."""
        async with self._alone():
            self._open()
            for seat in self._mine(guest):
                await self._reseat(seat, seating.nobody())

    async def seat_bot(self, guest: str | None, seat: int, level: str | None) -> None:
        """The host puts a bot on a free seat, changes its level, or frees the seat again."""
        async with self._alone():
            self._open()
            self._check_host(guest)
            self._check_seat(seat)
            if self.table.seats[seat].kind == seating.PERSON:
                raise SeatTaken(f"a person sits on seat {seat}")
            if level is not None and level not in self._desk.levels(self.table.game):
                raise Refused(f"there is no bot {level!r}")
            await self._reseat(seat, seating.nobody() if level is None else seating.bot(level))

    async def start(self, guest: str | None) -> None:
        """The host begins: all seats are taken, tiles are dealt."""
        async with self._alone():
            self._open()
            self._check_host(guest)
            if any(seat.kind == seating.OPEN for seat in self.table.seats):
                raise Refused("some seats are still free")
            if not seating.people(self.table.seats):
                raise Refused("nobody sits at this table")
            begun = new_match(self.table)
            moves = course.begun(begun)
            await self._store.append(self.table.id, 0, moves, **standing(begun), status="playing")
            self.match, self.table = begun, replace(self.table, status="playing")
            self.tell()

    def _open(self) -> None:
        if self.table.status != "open":
            raise Refused("the game has begun")

    def _check_host(self, guest: str | None) -> None:
        if guest is None or guest != self.table.host:
            raise NotYourSeat("only the host of this table can do that")

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < len(self.table.seats):
            raise Refused(f"there is no seat {seat}")

    # --- seats -----------------------------------------------------------------------------------------

    def seats_of(self, guest: str | None) -> list[int]:
        """The seats this guest holds."""
        return seating.seats_of(self.table.seats, guest)

    def _mine(self, guest: str | None) -> list[int]:
        mine = self.seats_of(guest)
        if not mine:
            raise NotYourSeat("you have no seat at this table")
        return mine

    def _acting(self, guest: str | None) -> int:
        """The seat that somebody with several means: the one that must decide."""
        mine = self._mine(guest)
        return next((seat for seat in self.undecided() if seat in mine), mine[0])

    async def _reseat(self, seat: int, who: Seat) -> None:
        seats = list(self.table.seats)
        seats[seat] = who
        await self._seat_all(tuple(seats))

    async def _seat_all(self, seats: tuple[Seat, ...]) -> None:
        await self._store.set_seats(self.table.id, seats)
        self.table = replace(self.table, seats=seats)
        self.tell()


def standing(match: Match) -> dict[str, Any]:
    """What lists show of a game, kept beside its record so that they need not read it."""
    show = match.show()
    return {
        "round": show["round"],
        "scores": match.scores(),
        "turn": () if match.over or match.turn is None else (match.turn,),
    }


def new_match(table: Table) -> Match:
    """The game that this table begins, its first deal made."""
    return games.new(
        table.game, seed=table.seed, starter=table.starter, names=seating.names(table.seats), **table.options
    )


def restored(table: Table) -> Match | None:
    """The game as its record tells it; None where none has begun."""
    if table.status == "open" or not table.moves:
        return None
    record = Record(
        table.game,
        games.rules(table.game, **table.options).options_text(),
        f"starter {table.starter}",
        tuple(seating.names(table.seats)),
        tuple(Entry(move.seat, move.text) for move in table.moves),
        "",
    )
    return games.resume(record, seed=table.seed)
