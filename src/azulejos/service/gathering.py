"""The waiting room: seats are taken, given up, filled with bots; then the host begins."""

from abc import abstractmethod
from dataclasses import replace

from azulejos.service import course, seating
from azulejos.service.changing import Changing
from azulejos.service.clock import LIVE, Terms
from azulejos.service.errors import NotYourSeat, Refused, SeatTaken
from azulejos.service.matches import begun_clocks, kept, new_match, standing


class Gathering(Changing):
    """A table before its game."""

    @abstractmethod
    def freeable(self) -> list[int]:
        """The seats whose people are away."""

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
        """The host puts a bot on a free seat, changes its level, or frees the seat again: a person's
        too, once they have been away for a while."""
        async with self._alone():
            self._open()
            self._check_host(guest)
            self._check_seat(seat)
            if self.table.seats[seat].kind == seating.PERSON and (level or seat not in self.freeable()):
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
            if self.awaited():
                raise Refused("somebody is away whose clock would run: wait, or free their seat")
            begun = new_match(self.table)
            moves = course.begun(begun)
            clocks = begun_clocks(self.table, begun, self.now())
            await self._store.append(
                self.table.id, 0, moves, **standing(begun), status="playing", clocks=kept(clocks)
            )
            self.match, self.table, self.clocks = begun, replace(self.table, status="playing"), clocks
            self.tell()

    def awaited(self) -> list[int]:
        """The seats whose people must be back before a game with a live clock begins."""
        terms = Terms.read(self.table.clock)
        return self.freeable() if terms is not None and terms.kind == LIVE else []

    def _open(self) -> None:
        if self.table.status != "open":
            raise Refused("the game has begun")

    def _check_host(self, guest: str | None) -> None:
        if guest is None or guest != self.table.host:
            raise NotYourSeat("only the host of this table can do that")
