"""Leagues as pages: one's own, a league's ranking, the ranking of all games here, and joining by a link."""

from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import Field
from starlette.responses import Response

from azulejos.service.errors import BadName, Refused
from azulejos.service.seating import clean_name
from azulejos.store.people import ONLINE
from azulejos.store.records import Guest
from azulejos.study.ratings import OVERALL
from azulejos.web import leaguecharts
from azulejos.web.charts import whisker
from azulejos.web.club import PATIENCE, Club, Entered, enter, status_of
from azulejos.web.forms import BadForm, Form, fields_of, read_form
from azulejos.web.leaguewords import Teller
from azulejos.web.standing import (
    told_game,
    told_invitation,
    told_league,
    told_result,
    told_standing,
    told_summary,
)
from azulejos.web.visit import Visit, Visiting, as_json, twin, wants_json

router = APIRouter(include_in_schema=False)
LATEST = 10  # games on a league's page
RECORDS = 5

_Name = Annotated[str, Field(max_length=200)]


class CreateForm(Form):
    """A new league, and what its first person is called, where that is not known."""

    name: _Name = ""
    me: _Name = ""


class JoinForm(Form):
    """Who somebody is in a league: one of its people, or `new` and a name."""

    person: Annotated[str, Field(max_length=60)] = "new"
    name: _Name = ""


# --- one's own leagues -----------------------------------------------------------------------------------


@router.get("/leagues")
async def leagues(request: Request, visit: Visiting) -> Response:
    """The leagues that the visitor is in, and the form for a new one."""
    guest = await visit.guest()
    mine = await visit.house.leagues.mine(guest)
    if as_json(request):
        return twin({"leagues": [told_league(one, guest) for one in mine]})
    return await _leagues(visit, guest, {"name": "", "me": ""})


async def _leagues(
    visit: Visit,
    guest: Guest | None,
    held: dict[str, str],
    refusal: dict[str, str] | None = None,
    status: int = 200,
) -> Response:
    mine = await visit.house.leagues.mine(guest)
    return await visit.page(
        "league/mine.html",
        status,
        say=Teller(visit.texts),
        mine=mine,
        own=guest.id if guest else "",
        has_name=bool(guest and guest.name),
        held=held,
        refusal=refusal,
    )


@router.post("/leagues")
async def create(request: Request, visit: Visiting) -> Response:
    """Make a league and go there."""
    sent = await fields_of(request)
    guest = await visit.guest()
    field = "name"
    try:
        form = read_form(CreateForm, sent)
        clean_name(form.name, 40)
        field = "me"
        guest = await _named(visit, guest, form.me)
        field = "name"
        made = await visit.house.leagues.create(guest, form.name)
    except Refused as refusal:
        if wants_json(request):
            raise
        said = visit.t("league.bad_name") if isinstance(refusal, BadName) else refusal.message
        told = {"field": getattr(refusal, "field", "") or field, "message": said}
        held = {name: sent.get(name, "")[:100] for name in ("name", "me")}
        return await _leagues(visit, guest, held, told, status_of(refusal))
    return visit.go(f"/l/{made.id}?done=founded")


async def _named(visit: Visit, guest: Guest | None, name: str) -> Guest:
    """The visitor, with a name from now on; BadName."""
    if guest is not None and guest.name:
        return guest
    called = clean_name(name)
    guest = await visit.need_guest(called)
    if guest.name != called:
        await visit.house.store.rename_guest(guest.id, called)
        return await visit.need_guest()
    return guest


# --- a ranking -------------------------------------------------------------------------------------------


@router.get("/ranking")
async def ranking(request: Request, visit: Visiting, scope: str = "") -> Response:
    """The ranking of all rated games played here, bots among them."""
    return await _ranking(await enter(request, visit, ONLINE), scope)


@router.get("/l/{league}")
async def league(club: Entered, scope: str = "") -> Response:
    """A league: who is best, what was played lately, records."""
    return await _ranking(club, scope)


async def _ranking(club: Club, scope: str) -> Response:
    house = club.visit.house
    standing = await house.standings.of(club.league, PATIENCE)
    known = [OVERALL] if standing.ratings is None else standing.ratings.scopes()
    board = told_standing(standing, scope if scope in known else OVERALL)
    summary = await standing.summary()
    latest, _ = await house.records.find(club.guest, club.league.id, size=LATEST)
    if as_json(club.request):
        return twin(
            {
                "league": told_league(club.league, club.guest),
                "standing": board,
                "summary": told_summary(summary),
                "latest": [told_result(one) for one in latest],
            }
        )
    say = club.say
    return await club.page(
        "league/board.html",
        "board",
        board=board,
        whiskers=_whiskers(board["rows"]),
        latest=[told_game(one.result, one.people) for one in latest],
        records={game: bests[:RECORDS] for game, bests in summary.records.items()},
        summary=summary,
        names={one: say.name(person) for one, person in standing.people.items()},
        months=leaguecharts.months(say, summary) if summary.games else None,
        here_path=club.request.url.path,
    )


def _whiskers(rows: list[dict[str, Any]]) -> list[Any]:
    """Ratings and how sure they are, drawn on one scale."""
    if not rows:
        return []
    least = min(row["rating"] - row["spread"] for row in rows)
    most = max(row["rating"] + row["spread"] for row in rows)
    return [whisker(row["rating"], row["spread"], least, most) for row in rows]


# --- joining ---------------------------------------------------------------------------------------------


@router.get("/join/{secret}")
async def join_page(request: Request, visit: Visiting, secret: str) -> Response:
    """What an invitation leads to: who are you there?"""
    guest = await visit.guest()
    invitation = await visit.house.leagues.invited(guest, secret)
    if as_json(request):
        return twin(told_invitation(invitation))
    if invitation.member:
        return visit.go(f"/l/{invitation.league}")
    return await _join_page(visit, secret, guest, {})


async def _join_page(
    visit: Visit,
    secret: str,
    guest: Guest | None,
    sent: dict[str, str],
    refusal: dict[str, str] | None = None,
    status: int = 200,
) -> Response:
    invitation = await visit.house.leagues.invited(guest, secret)
    held = {"person": "", "name": guest.name if guest else "", **sent}
    return await visit.page(
        "league/join.html",
        status,
        secret=secret,
        invitation=invitation,
        held=held,
        refusal=refusal,
    )


@router.post("/join/{secret}")
async def join(request: Request, visit: Visiting, secret: str) -> Response:
    """Become a member."""
    sent = await fields_of(request)
    before = await visit.guest()
    invitation = await visit.house.leagues.invited(before, secret)
    try:
        form = read_form(JoinForm, sent)
        chosen = None if form.person in ("", "new") else form.person
        names = {one.id: one.name for one in invitation.people}
        called = form.name if chosen is None else names.get(chosen, form.name)
        guest = await _named(visit, before, called)
        joined = await visit.house.leagues.join(guest, secret, chosen, form.name)
    except Refused as refusal:
        if wants_json(request):
            raise
        field = "" if isinstance(refusal, BadForm) else "name"
        key = {"bad_name": "league.bad_name", "name_taken": "league.join.taken"}.get(refusal.code)
        said = visit.t(key) if key else refusal.message
        told = {"field": field, "message": said}
        held = {name: sent.get(name, "")[:100] for name in ("person", "name")}
        return await _join_page(visit, secret, before, held, told, status_of(refusal))
    return visit.go(f"/l/{joined.id}?done=joined")
