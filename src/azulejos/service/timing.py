"""What time brings to a table: clocks that run out, people who are away, and who may be replaced."""

import asyncio
from collections.abc import Collection

from azulejos.service import absence, seating
from azulejos.service.changing import STAND_IN, Changing, log
from azulejos.service.errors import NotYourSeat, Refused

AGAIN = 1.0  # seconds until a time-out that could not be saved is tried again


class Timing(Changing):
    """A table with a timer."""

    def missing(self) -> list[int]:
        """The seats that hold the others up and whose people have been away for too long."""
        return [seat for seat, time in self._absent() if time <= self.now()]

    def _absent(self) -> list[tuple[int, int]]:
        """The seats that hold the others up, each with the time from which a bot may take over."""
        present = self.present()
        if self.table.kind != "friends" or all(
            seat.guest in present for seat in self.table.seats if seat.kind == seating.PERSON
        ):
            return []  # as nearly always: then nobody need work out who is to decide
        return absence.replaceable(self.table, self.undecided(), self.presence, present)

    def freeable(self) -> list[int]:
        """The seats that the host may free before the game, their people being away."""
        times = absence.freeable(self.table, self.presence, self.present())
        return [seat for seat, time in times if time <= self.now()]

    def _set_timer(self) -> None:
        """Look again when a clock runs out, or when somebody has been away for long enough."""
        self.rest()
        now = self.now()
        away = self._absent() + absence.freeable(self.table, self.presence, self.present())
        times = [time for _, time in away if time > now]
        if self.clocks is not None and (due := self.clocks.due()) is not None:
            times.append(due)
        if times:
            self._ring_in((min(times) - now) / 1000 + 0.005)

    def _ring_in(self, seconds: float) -> None:
        if not self._closed:
            self._timer = asyncio.get_running_loop().call_later(max(0.0, seconds), self._ring)

    def _ring(self) -> None:
        self._timer = None
        work = asyncio.ensure_future(self._rung())
        self._works.add(work)
        work.add_done_callback(self._works.discard)

    async def _rung(self) -> None:
        try:
            await self.tick()
        except Refused as refusal:
            log.warning("table %s: time: %s", self.table.id, refusal.message)
            self._ring_in(AGAIN)

    def rest(self) -> None:
        """No timer any more: the table leaves memory, or gets another."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    async def tick(self) -> None:
        """What time alone brings: clocks that ran out, votes that wait for nobody, seats to be freed."""
        async with self._alone():
            await self._time_out()
            await self._settle_votes()
            self.tell()

    async def _time_out(self) -> None:
        """A bot goes on for whoever has no time left; where no person is left the game is over."""
        if self.clocks is None or self.table.status != "playing":
            return
        out = self.clocks.out(self.now())
        if not out:
            return
        seats = tuple(
            absence.lent(seat, STAND_IN, absence.TIME) if n in out else seat
            for n, seat in enumerate(self.table.seats)
        )
        self.offer = None
        if not seating.people(seats):
            await self._end("time", out[0])
        await self._seat_all(seats)
        self.wake()  # whatever becomes of the move that came too late

    async def vote(self, guest: str | None, seat: int, yes: bool) -> None:
        """Somebody wants a bot to play for one who is away, or no longer wants it."""
        async with self._alone():
            mine = self._mine(guest)
            self._check_seat(seat)
            if seat not in self.missing():
                raise Refused(f"nobody waits for seat {seat}, or not for long enough")
            agreed = self.votes.get(seat, frozenset())
            self.votes[seat] = agreed.union(mine) if yes else agreed.difference(mine)
            await self._settle_votes({str(guest)})  # here, also a program that has no line open
            self.tell()

    async def _settle_votes(self, asking: Collection[str] = ()) -> None:
        """A bot plays for an absent seat as soon as all who are here want it."""
        for seat in self.missing():
            wanted = absence.voters(self.table.seats, seat, self.present().union(asking))
            if wanted and self.votes.get(seat, frozenset()) >= wanted:
                self.votes.pop(seat)
                self.offer = None
                await self._reseat(seat, absence.lent(self.table.seats[seat], STAND_IN, absence.AWAY))

    async def come_back(self, guest: str | None) -> None:
        """Whoever was away takes their own seat back from the bot."""
        async with self._alone():
            self._playing()
            seats = absence.given_back(self.table.seats, guest)
            if seats is None:
                raise NotYourSeat("no bot plays for you at this table")
            self.offer = None
            await self._seat_all(seats)
