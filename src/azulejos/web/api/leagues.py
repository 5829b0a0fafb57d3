"""Leagues: a group's memory of its games. Who is no member gets the answer of a league that is not there."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query
from starlette.responses import Response

from azulejos.service.errors import UnknownPerson
from azulejos.service.people import found, heads
from azulejos.service.standings import Standing
from azulejos.store.records import Guest, League
from azulejos.web.api.answers import NEEDED, WELCOME, WRITING, fails, told
from azulejos.web.api.known import Anyone, Known
from azulejos.web.api.leaguemodels import (
    AboutTold,
    InvitationTold,
    InviteTold,
    LeagueFull,
    LeaguesTold,
    MembersTold,
    PeopleTold,
    PersonTold,
    StandingsTold,
    SummaryTold,
)
from azulejos.web.api.leaguewishes import JoinSent, LeagueChange, LeagueSent, MergeSent, PersonSent
from azulejos.web.standing import (
    told_about,
    told_invitation,
    told_league,
    told_member,
    told_person,
    told_standing,
    told_summary,
)
from azulejos.web.visit import Visit, Visiting

router = APIRouter(prefix="/api/leagues", tags=["Leagues"])
invitations = APIRouter(prefix="/api/invitations", tags=["Leagues"])

LeagueId = Annotated[
    str, Path(max_length=100, description="the league's id; `online` is everybody's", examples=["online"])
]
PersonId = Annotated[str, Path(max_length=100, description="a person's id", examples=["p-k3f9x2ab7q"])]
MemberId = Annotated[str, Path(max_length=100, description="a member's id; `me`: you leave")]
Secret = Annotated[str, Path(max_length=100, description="of the link /join/SECRET")]
Scope = Annotated[
    Literal["overall", "azul", "azul-grey", "azul-jokers", "azul-grey-jokers", "pavilion", "pavilion-grey"],
    Query(description="which games count"),
]
CHANGING = fails(401, 404, 409, *WRITING)


# --- leagues ---------------------------------------------------------------------------------------------


@router.get("", response_model=LeaguesTold, responses=fails(401), openapi_extra=WELCOME)
async def my_leagues(visit: Visiting, guest: Anyone) -> Response:
    """The leagues that you are a member of."""
    return told({"leagues": [told_league(one, guest) for one in await visit.house.leagues.mine(guest)]})


@router.post(
    "", status_code=201, response_model=LeagueFull, responses=fails(401, *WRITING), openapi_extra=NEEDED
)
async def new_league(visit: Visiting, guest: Known, sent: LeagueSent) -> Response:
    """A league of your own, with you as its first person."""
    league = await visit.house.leagues.create(guest, sent.name)
    return told(await _full(visit, guest, league), 201)


@router.get("/{league}", response_model=LeagueFull, responses=fails(401, 404), openapi_extra=WELCOME)
async def league_of(visit: Visiting, guest: Anyone, league: LeagueId) -> Response:
    """A league."""
    return told(await _full(visit, guest, await visit.house.leagues.open(guest, league)))


async def _full(visit: Visit, guest: Guest | None, league: League) -> dict[str, Any]:
    me = await visit.house.leagues.me(guest, league.id)
    return {
        **told_league(league, guest),
        "invite": league.invite,
        "address": f"/l/{league.id}",
        "me": me and me.id,
    }


@router.patch("/{league}", response_model=LeagueFull, responses=CHANGING, openapi_extra=NEEDED)
async def change_league(visit: Visiting, guest: Known, league: LeagueId, sent: LeagueChange) -> Response:
    """Another name, whether online games go in, another owner; for its owner."""
    leagues = visit.house.leagues
    if sent.name is not None:
        await leagues.rename(guest, league, sent.name)
    if sent.feeds is not None:
        await leagues.set_feeds(guest, league, sent.feeds)
    if sent.owner is not None:
        await leagues.make_owner(guest, league, sent.owner)
    return told(await _full(visit, guest, await leagues.open(guest, league)))


@router.delete("/{league}", status_code=204, responses=CHANGING, openapi_extra=NEEDED)
async def delete_league(visit: Visiting, guest: Known, league: LeagueId) -> Response:
    """Remove a league with everything in it, for good; for its owner."""
    await visit.house.leagues.delete_league(guest, league)
    return Response(status_code=204)


@router.post("/{league}/invite", response_model=InviteTold, responses=CHANGING, openapi_extra=NEEDED)
async def new_invite(visit: Visiting, guest: Known, league: LeagueId) -> Response:
    """Another invitation link, for its owner; the one before is void."""
    secret = await visit.house.leagues.new_invite(guest, league)
    return told({"invite": secret, "address": f"/join/{secret}"})


@invitations.get("/{secret}", response_model=InvitationTold, responses=fails(401, 404), openapi_extra=WELCOME)
async def invitation(visit: Visiting, guest: Anyone, secret: Secret) -> Response:
    """What an invitation leads to."""
    return told(told_invitation(await visit.house.leagues.invited(guest, secret)))


@invitations.post("/{secret}", response_model=LeagueFull, responses=CHANGING, openapi_extra=NEEDED)
async def join(visit: Visiting, guest: Known, secret: Secret, sent: JoinSent) -> Response:
    """Become a member; who is one already stays as they are."""
    name = guest.name if sent.name is None else sent.name
    league = await visit.house.leagues.join(guest, secret, sent.person, name)
    return told(await _full(visit, guest, league))


@router.get("/{league}/members", response_model=MembersTold, responses=fails(401, 404), openapi_extra=WELCOME)
async def members(visit: Visiting, guest: Anyone, league: LeagueId) -> Response:
    """Who belongs to a league."""
    found = await visit.house.leagues.open(guest, league)
    listed = await visit.house.leagues.members(guest, league)
    return told({"members": [told_member(one, found, guest) for one in listed]})


@router.delete("/{league}/members/{member}", status_code=204, responses=CHANGING, openapi_extra=NEEDED)
async def remove_member(visit: Visiting, guest: Known, league: LeagueId, member: MemberId) -> Response:
    """Leave (`me`), or as its owner remove somebody; the person and the games stay."""
    if member in ("me", guest.id):
        await visit.house.leagues.leave(guest, league)
    else:
        await visit.house.leagues.remove_member(guest, league, member)
    return Response(status_code=204)


# --- people ----------------------------------------------------------------------------------------------


@router.get("/{league}/people", response_model=PeopleTold, responses=fails(401, 404), openapi_extra=WELCOME)
async def people(visit: Visiting, guest: Anyone, league: LeagueId) -> Response:
    """Everybody in a league, by name; entries that are another's too."""
    listed = await visit.house.leagues.people(guest, league)
    return told({"people": [told_person(one, guest) for one in listed]})


@router.post(
    "/{league}/people", status_code=201, response_model=PersonTold, responses=CHANGING, openapi_extra=NEEDED
)
async def add_person(visit: Visiting, guest: Known, league: LeagueId, sent: PersonSent) -> Response:
    """Somebody new."""
    return told(told_person(await visit.house.leagues.add_person(guest, league, sent.name), guest), 201)


@router.get(
    "/{league}/people/{person}", response_model=AboutTold, responses=fails(401, 404), openapi_extra=WELCOME
)
async def about_person(visit: Visiting, guest: Anyone, league: LeagueId, person: PersonId) -> Response:
    """All that a league's games say about a person: ratings, scores, opponents."""
    standing = await _standing(visit, guest, league)
    entry = await _entry(visit, guest, standing, person)
    return told(told_about(await standing.about(entry), standing))


async def _standing(visit: Visit, guest: Guest | None, league: str) -> Standing:
    return await visit.house.standings.of(await visit.house.leagues.open(guest, league))


async def _entry(visit: Visit, guest: Guest | None, standing: Standing, person: str) -> str:
    """Whom an id means: of an entry that is another's, that other."""
    if person in standing.people:
        return person
    entries = heads(await visit.house.leagues.people(guest, standing.league))
    if person not in entries or entries[person].id not in standing.people:
        raise UnknownPerson(f"nobody in this league has the id {person[:40]!r}")
    return entries[person].id


@router.patch(
    "/{league}/people/{person}", response_model=PersonTold, responses=CHANGING, openapi_extra=NEEDED
)
async def rename_person(
    visit: Visiting, guest: Known, league: LeagueId, person: PersonId, sent: PersonSent
) -> Response:
    """Another name for a person."""
    await visit.house.leagues.rename_person(guest, league, person, sent.name)
    return await _person(visit, guest, league, person)


@router.post(
    "/{league}/people/{person}/merge", response_model=PersonTold, responses=CHANGING, openapi_extra=NEEDED
)
async def merge_people(
    visit: Visiting, guest: Known, league: LeagueId, person: PersonId, sent: MergeSent
) -> Response:
    """This entry is another person's: all its games are that person's."""
    await visit.house.leagues.merge(guest, league, person, sent.into)
    return await _person(visit, guest, league, person)


@router.post(
    "/{league}/people/{person}/unmerge", response_model=PersonTold, responses=CHANGING, openapi_extra=NEEDED
)
async def unmerge_person(visit: Visiting, guest: Known, league: LeagueId, person: PersonId) -> Response:
    """This entry is a person of its own again."""
    await visit.house.leagues.unmerge(guest, league, person)
    return await _person(visit, guest, league, person)


@router.post(
    "/{league}/people/{person}/claim", response_model=PersonTold, responses=CHANGING, openapi_extra=NEEDED
)
async def claim_person(visit: Visiting, guest: Known, league: LeagueId, person: PersonId) -> Response:
    """You are this person."""
    await visit.house.leagues.claim(guest, league, person)
    return await _person(visit, guest, league, person)


@router.post(
    "/{league}/people/{person}/unclaim", response_model=PersonTold, responses=CHANGING, openapi_extra=NEEDED
)
async def unclaim_person(visit: Visiting, guest: Known, league: LeagueId, person: PersonId) -> Response:
    """You are not this person after all; the owner parts anybody."""
    await visit.house.leagues.unclaim(guest, league, person)
    return await _person(visit, guest, league, person)


async def _person(visit: Visit, guest: Guest, league: str, person: str) -> Response:
    entry = found(await visit.house.leagues.people(guest, league), person)
    return told(told_person(entry, guest))


# --- rankings --------------------------------------------------------------------------------------------


@router.get(
    "/{league}/standings", response_model=StandingsTold, responses=fails(401, 404), openapi_extra=WELCOME
)
async def standings(visit: Visiting, guest: Anyone, league: LeagueId, scope: Scope = "overall") -> Response:
    """The leaderboard; ratings are always counted from the games on record."""
    return told(told_standing(await _standing(visit, guest, league), scope))


@router.get("/{league}/summary", response_model=SummaryTold, responses=fails(401, 404), openapi_extra=WELCOME)
async def summary(visit: Visiting, guest: Anyone, league: LeagueId) -> Response:
    """What the games of a league say together: months, averages, records."""
    return told(told_summary(await (await _standing(visit, guest, league)).summary()))
