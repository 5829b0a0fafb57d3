"""A league that somebody looks at: who they are in it, and pages made for them.

Whoever may not see a league gets the answer for one that is not there, whatever they ask for.
"""

from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends, Request
from starlette.responses import Response

from azulejos.service.errors import ReadOnly, Refused
from azulejos.store.people import ONLINE
from azulejos.store.records import Guest, League
from azulejos.web import errors
from azulejos.web.forms import BadForm
from azulejos.web.leaguewords import Teller
from azulejos.web.visit import Visit, Visiting, wants_json

PRIVATE = "private, no-store"  # what only members see stays on no disk
PATIENCE = 0.1  # seconds that a page waits for ratings; then it says how far they are


class Missing(BadForm):
    """A field that was not filled in; the message is in the visitor's language already."""


@dataclass(frozen=True, slots=True)
class Club:
    """One visit of one person to one league."""

    request: Request
    visit: Visit
    guest: Guest | None
    league: League

    @property
    def say(self) -> Teller:
        """Words in the visitor's language."""
        return Teller(self.visit.texts)

    @property
    def base(self) -> str:
        """The league's address."""
        return f"/l/{self.league.id}"

    @property
    def name(self) -> str:
        """What the league is called."""
        return self.visit.t("league.online") if self.league.kind == ONLINE else self.league.name

    @property
    def writer(self) -> Guest:
        """Who wants to change something; nobody may, where everybody may look."""
        if self.guest is None or self.league.kind == ONLINE:
            raise ReadOnly("games played here go on record by themselves")
        return self.guest

    @property
    def query(self) -> dict[str, str]:
        """What the address asks, shortened to what anybody needs."""
        return {name: value[:100] for name, value in self.request.query_params.items()}

    def address(self, *way: str) -> str:
        """An address in the league."""
        return "/".join((self.base, *way))

    async def page(self, template: str, tab: str, status: int = 200, **more: Any) -> Response:
        """A page of this league; `tab` is the part of it that it belongs to."""
        own = {
            "say": self.say,
            "base": self.base,
            "tab": tab,
            "league": self.league,
            "league_name": self.name,
            "online": self.league.kind == ONLINE,
            "owner": self.guest is not None and self.league.owner == self.guest.id,
            "done": self.request.query_params.get("done", "")[:20],
        }
        page = await self.visit.page(template, status, **{**own, **more})
        if self.league.kind != ONLINE:
            page.headers["cache-control"] = PRIVATE
        return page

    def go(self, *way: str, done: str = "") -> Response:
        """Off to a page of the league, where it is told what has been done."""
        return self.visit.go(self.address(*way) + (f"?done={done}" if done else ""))

    def told(self, refusal: Refused, form: str = "", field: str = "") -> dict[str, str]:
        """Why not, to be shown at a form; programs get it in our usual shape instead."""
        if wants_json(self.request):
            raise refusal
        plain = isinstance(refusal, Missing)
        said = refusal.message if plain else errors.words(self.visit.texts, refusal.code, refusal.message)
        return {"form": form, "field": getattr(refusal, "field", "") or field, "message": said}


def status_of(refusal: Refused) -> int:
    """The status of a page that says why not."""
    return errors.STATUSES.get(refusal.code, 409)


async def enter(request: Request, visit: Visit, league: str) -> Club:
    """A league for who may see it; UnknownLeague."""
    guest = await visit.guest()
    return Club(request, visit, guest, await visit.house.leagues.open(guest, league))


async def _enter(request: Request, visit: Visiting, league: str) -> Club:
    return await enter(request, visit, league)


Entered = Annotated[Club, Depends(_enter)]
