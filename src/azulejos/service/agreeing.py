"""What people agree on, or one of them decides: taking back, giving up, leaving, playing again."""

from dataclasses import replace

from azulejos.service import absence, course, seating
from azulejos.service.changing import STAND_IN, Changing
from azulejos.service.clock import LIVE, Terms
from azulejos.service.errors import NotYourSeat, Refused
from azulejos.service.matches import kept, standing
from azulejos.service.takeback import Takeback, takeback_ply


class Agreeing(Changing):
    """A table with people who have a say."""

    async def ask_takeback(self, guest: str | None) -> None:
        """Take the last move back, at once where no other person plays, else when all agree."""
        async with self._alone():
            mine = self._mine(guest)
            if self.table.rated:  # a rating says how somebody plays, not how the others let them
                raise Refused("in a rated game moves are not taken back")
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
            match = self._playing()
            after, length = match.at(self.offer.ply), match.ply
            clocks = self._turned(course.undecided(after, {}))  # the time it took stays spent
            if clocks is not None:  # else moving to and fro would earn time
                clocks = clocks.without(course.turns(match, self.offer.ply, self.auto))
            await self._store.cut(
                self.table.id, after.ply, length=length, **standing(after), clocks=kept(clocks)
            )
            self.match, self.offer, self.clocks = after, None, clocks
            self.auto = {ply for ply in self.auto if ply < after.ply}
            self._shortened(after.ply)
        else:
            self.tell()

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

    async def ask_rematch(self, guest: str | None, yes: bool) -> None:
        """Another game with seats rotated, as soon as all who are asked want one."""
        async with self._alone():
            mine = seating.owned(self.table.seats, guest)
            if not mine:
                raise NotYourSeat("you have no seat at this table")
            if self.table.status != "over":
                raise Refused("this game is not over")
            self.rematch = self.rematch | set(mine) if yes else set()
            if self.table.next is None and yes:
                await self._settle_rematch(mine)
            self.tell()

    async def _settle_rematch(self, asking: list[int]) -> None:
        terms = Terms.read(self.table.clock)
        if terms is not None and terms.kind == LIVE:  # nobody's clock starts while they are gone
            self.rematch = {seat for seat in self.rematch if seat in asking or self._around(seat)}
        if not self.rematch >= set(absence.asked_again(self.table.seats, self.present(), self.rematch)):
            return
        seats = absence.returned(self.table.seats, self.rematch)
        name = await self._again(replace(self.table, seats=seats))
        await self._store.set_next(self.table.id, name)
        self.table = replace(self.table, next=name)

    def _around(self, seat: int) -> bool:
        """Whether that seat's person is here, or was a moment ago."""
        until = self.presence.missed(self.table.seats[seat].guest, self.present())
        return until is None or until > self.now()
