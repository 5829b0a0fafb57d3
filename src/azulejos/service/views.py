"""What a viewer sees of a table, as plain data for its page: the message that docs/protocol.md calls a view.

Everything that is the same for all viewers is made once per state of the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from azulejos.core.match import Match
from azulejos.core.rules import Rules, State
from azulejos.service import absence, course, outcomes, seating
from azulejos.service.clock import Terms, told_terms
from azulejos.service.takeback import takeback_ply
from azulejos.store.records import Seat

if TYPE_CHECKING:
    from azulejos.service.tables import LiveTable

LAST_ROUND = 6  # S19
SIMPLE = ("greedy", "random")  # bots that need no compiling


class Views:
    """Makes the views of one table."""

    def __init__(self, live: LiveTable) -> None:
        self._live = live
        self._for: Match | None = None
        self._common: dict[str, Any] = {}
        self._tales: list[dict[str, Any]] = []
        self._choices: dict[int, tuple[Any, dict[str, Any]]] = {}

    def view(self, guest: str | None, since: int) -> dict[str, Any]:
        """The whole view for this guest, with the log from `since` on."""
        live = self._live
        you = live.seats_of(guest)
        waiting = live.undecided()
        return {
            "type": "view",
            **self._setup(),
            "you": you,
            "seats": self._seats(guest, you),
            "host": guest is not None and guest == live.table.host,
            "clock": self._clock(),
            "watching": sum(1 for viewer in live.viewers if not live.seats_of(viewer.guest)),
            "waiting": waiting,
            **self._game(you, waiting, since),
            "thinking": self._thinking(waiting),
            "offers": self._offers(),
            "can": self._can(guest, you),
            "result": self._result(),
        }

    def _setup(self) -> dict[str, Any]:
        table = self._live.table
        return {
            "table": table.id,
            "game": table.game,
            "options": table.options,
            "kind": table.kind,
            "listed": table.listed,
            "status": table.status,
            "again": table.again,
            "rated": table.rated,
        }

    def _clock(self) -> dict[str, Any] | None:
        """How much time everybody has, for the page to count down from."""
        live = self._live
        if live.clocks is not None:
            return live.clocks.told(live.now())
        terms = Terms.read(live.table.clock)
        return None if terms is None else told_terms(terms)

    def _seats(self, guest: str | None, you: list[int]) -> list[dict[str, Any]]:
        present = self._live.present()
        return [
            {
                "seat": n,
                "name": seat.name,
                "kind": seat.kind,
                "level": seat.level,
                "here": seat.kind == seating.BOT or seat.guest in present,
                "you": n in you,
                "resigned": seat.resigned,
                "out": seat.out,
                "lent": guest is not None and seat.guest == guest and seat.out is not None,
            }
            for n, seat in enumerate(self._live.table.seats)
        ]

    # --- the game --------------------------------------------------------------------------------------

    def _game(self, you: list[int], waiting: list[int], since: int) -> dict[str, Any]:
        match = self._live.match
        if match is None:
            nothing: dict[str, Any] = {
                "show": None,
                "acting": None,
                "choices": None,
                "near": [],
                "story": None,
            }
            return {"ply": 0, "from": 0, "log": [], "near": [], "last_round": False, **nothing}
        self._remember(match)
        since = min(since, match.ply)
        acting = next((seat for seat in waiting if seat in you), None)
        return {
            "ply": match.ply,
            "from": since,
            "log": [{**tale, "auto": tale["ply"] in self._live.auto} for tale in self._tales[since:]],
            **self._common,
            "show": self._show(match, you),
            "acting": acting,
            "choices": None if acting is None else self._preview(match, acting),
        }

    def _remember(self, match: Match) -> None:
        """Make what all viewers share, once per state of the game."""
        if match is self._for:
            return
        kept = self._for.ply if self._for is not None and self._extends(match) else 0
        self._tales = self._tales[:kept] + match.log(kept)
        self._for = match
        show = table_show(match.rules, match.states[-1])
        account = match.account()
        story = None
        if account is not None:
            finished = len(match.breakdown()[0]["rounds"])
            story = {"round": finished, "ply": match.ply, "seats": account}
        self._common = {
            "show": show,
            "near": match.near(),
            "last_round": match.game == "pavilion" and show["round"] == LAST_ROUND,
            "story": story,
        }
        self._choices = {}

    def _extends(self, match: Match) -> bool:
        """Whether this game is the one last seen and more."""
        assert self._for is not None
        return match.ply >= self._for.ply and match.states[: self._for.ply + 1] == self._for.states

    def _show(self, match: Match, you: list[int]) -> dict[str, Any]:
        """The table; while tiling, one's own boards with the choices that nobody else sees yet."""
        show: dict[str, Any] = self._common["show"]
        chosen = [seat for seat in you if seat in self._live.drafts]
        if not chosen:
            return show
        boards = list(show["boards"])
        for seat in chosen:
            boards[seat] = course.ahead(match, self._live.drafts, seat).show()["boards"][seat]
        return {**show, "boards": boards}

    def _preview(self, match: Match, seat: int) -> dict[str, Any]:
        """What the seat may do, kept until the game or its own choices change."""
        drafts = self._live.drafts.get(seat, ())
        found = self._choices.get(seat)
        if found is None or found[0] != drafts:
            own = course.ahead(match, self._live.drafts, seat) if match.phase == course.TILING else match
            found = self._choices[seat] = (drafts, own.rules.preview(own.state))
        return found[1]

    # --- around it -------------------------------------------------------------------------------------

    def _thinking(self, waiting: list[int]) -> dict[str, Any] | None:
        seats = self._live.table.seats
        seat = next((n for n in waiting if seats[n].kind == seating.BOT), None)
        if seat is None:
            return None
        return {"seat": seat, "warming": seats[seat].level not in SIMPLE and self._live.warming()}

    def _offers(self) -> dict[str, Any]:
        offer = self._live.offer
        takeback = None if offer is None else {"seat": offer.seat, "agreed": sorted(offer.agreed)}
        return {"takeback": takeback, "rematch": self._rematch(), "vote": self._vote()}

    def _rematch(self) -> dict[str, Any]:
        live = self._live
        asked = absence.asked_again(live.table.seats, live.present(), live.rematch)
        needed = asked if live.table.status == "over" else []
        return {"agreed": sorted(live.rematch), "needed": needed, "table": live.table.next}

    def _vote(self) -> dict[str, Any] | None:
        """Somebody holds the others up and is away: who wants a bot to go on, and who is asked."""
        live = self._live
        seat = next(iter(live.missing()), None)
        if seat is None:
            return None
        needed = absence.voters(live.table.seats, seat, live.present())
        return {"seat": seat, "agreed": sorted(live.votes.get(seat, ())), "needed": sorted(needed)}

    def _can(self, guest: str | None, you: list[int]) -> dict[str, Any]:
        live = self._live
        table, match = live.table, live.match
        plays = table.status == "playing" and bool(you) and match is not None
        full = all(seat.kind != seating.OPEN for seat in table.seats)
        free = [n for n, seat in enumerate(table.seats) if seat.kind == seating.OPEN]
        return {
            "takeback": plays
            and not table.rated
            and live.offer is None
            and match is not None
            and takeback_ply(match, you, live.auto) is not None,
            "resign": plays,
            "leave": plays and table.kind != "device",
            "rematch": table.status == "over"
            and table.next is None
            and bool(seating.owned(table.seats, guest)),
            "start": table.status == "open"
            and guest is not None
            and guest == table.host
            and full
            and not live.awaited(),
            "sit": free if table.status == "open" else [],
            "free": live.freeable() if guest is not None and guest == table.host else [],
            "return": table.status == "playing" and absence.given_back(table.seats, guest) is not None,
        }

    def _result(self) -> dict[str, Any] | None:
        table, match = self._live.table, self._live.match
        if table.status != "over" or match is None:
            return None
        return {
            "scores": match.scores(),
            "winners": outcomes.winners(table, match),
            "ending": table.ending or match.ending,
            "seat": table.ending_seat,
            "breakdown": match.breakdown(),
            "out": out_of_time(table.seats),
        }


def out_of_time(seats: Sequence[Seat]) -> list[int]:
    """The seats that a bot played on for somebody whose clock had run out."""
    return [n for n, seat in enumerate(seats) if seat.out == absence.TIME]


def table_show(rules: Rules, state: State) -> dict[str, Any]:
    """What lies on the table, with the points that wait on each board for the end of the round."""
    show = rules.show(state)
    waiting = rules.pending(state)
    boards = [{**board, "pending": points} for board, points in zip(show["boards"], waiting, strict=True)]
    return {**show, "boards": boards}
