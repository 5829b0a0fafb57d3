"""Moves at a table, by people and by bots: through the same door, in the same order of steps."""

import asyncio
from abc import abstractmethod
from dataclasses import asdict, replace
from typing import Any

from azulejos.core.errors import RulesError
from azulejos.core.match import Match
from azulejos.service import course, lesson, seating
from azulejos.service.changing import STAND_IN, Changing, log
from azulejos.service.errors import BadMove, NotYourSeat, NotYourTurn, Refused, Stale
from azulejos.service.matches import kept, standing
from azulejos.store.records import Move


class Moving(Changing):
    """A table where a game is played."""

    @abstractmethod
    async def _time_out(self) -> None:
        """A bot goes on for whoever has no time left."""

    def moves(self, guest: str | None) -> dict[str, Any]:
        """The legal moves of the seat of this guest that must decide, as texts; none where none must."""
        mine = self.seats_of(guest)
        seat = next((seat for seat in self.undecided() if seat in mine), None)
        match = self.match
        if match is None or seat is None:
            return {"ply": match.ply if match else 0, "seat": None, "moves": []}
        own = course.ahead(match, self.drafts, seat) if match.phase == course.TILING else match
        return {"ply": match.ply, "seat": seat, "moves": own.moves()}

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

    async def play(self, guest: str | None, seat: int, ply: int, text: str) -> None:
        """A person's move, for the position of that ply."""
        async with self._alone():
            await self._time_out()  # a move that comes too late is too late, whenever the timer rings
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
                await self._append(seat, *course.played(match, text))
        except RulesError as error:
            raise BadMove(str(error), getattr(error, "reason", None)) from None

    async def _choose(self, match: Match, seat: int, text: str) -> None:
        """A wall choice: kept to itself until everybody has chosen."""
        course.ahead(match, self.drafts, seat).play(text)
        texts = (*self.drafts.get(seat, ()), text)
        drafts = {**self.drafts, seat: texts}
        if waiting := course.undecided(match, drafts):
            clocks = self._turned(waiting, None if seat in waiting else seat)
            await self._store.put_draft(self.table.id, seat, texts, turn=waiting, clocks=kept(clocks))
            self.drafts, self.clocks = drafts, clocks
            self.tell()
            return
        await self._append(seat, *course.revealed(match, drafts))

    async def _append(self, seat: int, after: Match, moves: tuple[Move, ...]) -> None:
        """Store, apply, tell: what this seat's decision has brought."""
        before, decided = self._playing().ply, seat if course.ends_turn(after, seat) else None
        clocks = self._turned(course.undecided(after, {}), decided)
        status, ending = ("over", after.ending) if after.over else (None, None)
        await self._store.append(
            self.table.id,
            before,
            moves,
            **standing(after),
            status=status,
            ending=ending,
            clear_drafts=True,
            clocks=kept(clocks),
        )
        self.auto |= {before + n for n, move in enumerate(moves) if move.auto}
        self.match, self.drafts, self.offer, self.clocks, self.votes = after, {}, None, clocks, {}
        if status:
            self.table = replace(self.table, status=status, ending=ending)
        self.tell()

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
        if self.table.kind == lesson.LESSON:
            thinking = lesson.reply(own)
        else:
            thinking = self._desk.choose(own.record(), level, key=f"{self.table.id}-{seat}")
        answer, _ = await asyncio.gather(thinking, asyncio.sleep(pause))
        async with self._alone():
            now = self.match
            if now is None or (now.ply, self._cuts) != (ply, cuts) or seat not in self.undecided():
                return True
            if self.table.seats[seat].kind == seating.BOT:
                await self._play(seat, ply, answer.move)
        return True
