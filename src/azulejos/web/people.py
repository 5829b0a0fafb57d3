"""People of a league as pages: the list, one person with all their figures, and two entries made one."""

from typing import Annotated, Any

from fastapi import APIRouter
from pydantic import Field
from starlette.exceptions import HTTPException
from starlette.responses import Response

from azulejos.service.errors import BadName, NameTaken, Refused
from azulejos.service.people import found, heads
from azulejos.service.standings import Standing
from azulejos.store.people import ONLINE
from azulejos.store.records import Person
from azulejos.study.ratings import OVERALL
from azulejos.web import leaguecharts
from azulejos.web.club import PATIENCE, Club, Entered, status_of
from azulejos.web.forms import Form, fields_of, read_form
from azulejos.web.standing import told_about, told_person
from azulejos.web.visit import as_json, twin, wants_json

router = APIRouter(include_in_schema=False)
STEPS = ("rename", "claim", "unclaim")

_Name = Annotated[str, Field(max_length=200)]
_Id = Annotated[str, Field(max_length=60)]


class NameForm(Form):
    """A name."""

    name: _Name = ""


class MergeForm(Form):
    """Whom an entry belongs to."""

    into: _Id


class NoForm(Form):
    """A button without anything to fill in."""


# --- everybody -------------------------------------------------------------------------------------------


@router.get("/l/{league}/people")
async def people(club: Entered) -> Response:
    """Everybody in a league, with the entries that were merged into them."""
    if as_json(club.request):
        told = await _everybody(club)
        return twin({"people": [told_person(one, club.guest) for one in told]})
    return await _people(club)


async def _everybody(club: Club) -> list[Person]:
    """People of a league; among those of online games the arena's bots too."""
    told = await club.visit.house.leagues.people(club.guest, club.league.id)
    if club.league.kind != ONLINE:
        return told
    standing = await club.visit.house.standings.of(club.league, 0)
    return list({**standing.people, **{one.id: one for one in told}}.values())


def _behind(everybody: list[Person]) -> dict[str, set[str]]:
    """By person, the guests that they are, also by an entry that was merged into theirs."""
    stand_for = heads(everybody)
    found: dict[str, set[str]] = {}
    for one in everybody:
        if one.guest is not None:
            found.setdefault(stand_for[one.id].id, set()).add(one.guest)
    return found


async def _people(
    club: Club, name: str = "", refusal: dict[str, str] | None = None, status: int = 200
) -> Response:
    everybody = await _everybody(club)
    stand_for = heads(everybody)
    behind = _behind(everybody)
    games: dict[str, int] = {}
    merged: dict[str, list[Person]] = {}
    for one in everybody:
        games[stand_for[one.id].id] = games.get(stand_for[one.id].id, 0) + one.games
        if one.merged_into is not None:
            merged.setdefault(one.merged_into, []).append(one)
    listed: list[dict[str, Any]] = [
        {
            "person": one,
            "name": club.say.name(one),
            "games": games[one.id],
            "you": club.guest is not None and club.guest.id in behind.get(one.id, ()),
            "linked": one.id in behind,
            "merged": merged.get(one.id, []),
        }
        for one in everybody
        if one.merged_into is None
    ]
    listed.sort(key=lambda each: (-each["games"], each["name"].casefold()))
    return await club.page("league/people.html", "people", status, listed=listed, name=name, refusal=refusal)


@router.post("/l/{league}/people")
async def add_person(club: Entered) -> Response:
    """Somebody new."""
    guest = club.writer
    sent = await fields_of(club.request)
    try:
        form = read_form(NameForm, sent)
        made = await club.visit.house.leagues.add_person(guest, club.league.id, form.name)
    except Refused as refusal:
        told = _told(club, refusal, "add")
        return await _people(club, sent.get("name", "")[:100], told, status_of(refusal))
    return club.go("people", made.id, done="added")


def _told(club: Club, refusal: Refused, form: str) -> dict[str, str]:
    """Why not, at the field for a name."""
    if wants_json(club.request):
        raise refusal
    if isinstance(refusal, BadName):
        return {"form": form, "field": "name", "message": club.visit.t("league.bad_name")}
    if isinstance(refusal, NameTaken):
        return {"form": form, "field": "name", "message": club.visit.t("league.name_taken")}
    return club.told(refusal, form, "name")


# --- one person ------------------------------------------------------------------------------------------


@router.get("/l/{league}/people/{person}")
async def person_page(club: Entered, person: str, scope: str = "") -> Response:
    """One person: ratings over time and what their games say."""
    everybody = await _everybody(club)
    one = found(everybody, person)
    head = heads(everybody)[one.id]
    if head.id != one.id and not as_json(club.request):
        return club.go("people", head.id)
    standing = await club.visit.house.standings.of(club.league, PATIENCE)
    if as_json(club.request):
        about = await standing.about(head.id)
        counting = {"current": standing.current, "progress": round(standing.progress, 3)}
        told = {**told_person(one, club.guest), **told_about(about, standing)}
        return twin({**told, "standing": counting})
    return await _person(club, head, everybody, standing, scope)


async def _person(
    club: Club,
    one: Person,
    everybody: list[Person],
    standing: Standing,
    scope: str = "",
    refusal: dict[str, str] | None = None,
    status: int = 200,
) -> Response:
    say, ratings = club.say, standing.ratings
    about = await standing.about(one.id)
    behind = _behind(everybody).get(one.id, set())
    names = say.names(everybody)
    scopes = [each for each in ratings.scopes() if ratings.row(one.id, each)] if ratings else []
    chosen = scope if scope in scopes else OVERALL
    row = ratings.row(one.id, chosen) if ratings else None
    return await club.page(
        "league/person.html",
        "people",
        status,
        person=one,
        name=say.name(one),
        you=club.guest is not None and club.guest.id in behind,
        linked=bool(behind),
        about=about,
        row=row,
        scope=chosen,
        scopes=scopes,
        place=_place(standing, one.id, chosen),
        names=names,
        current=standing.current,
        progress=standing.progress,
        charts=_charts(club, one, standing, about, chosen, names),
        arena=_arena(club, standing),
        others=sorted(
            (
                (say.name(other), other.id)
                for other in everybody
                if other.merged_into is None and other.id != one.id and other.bot == one.bot
            ),
            key=lambda each: each[0].casefold(),
        ),
        merged=[other for other in everybody if other.merged_into == one.id],
        refusal=refusal,
    )


def _place(standing: Standing, person: str, scope: str) -> int | None:
    rows = standing.ratings.table(scope) if standing.ratings else []
    return next((n for n, row in enumerate(rows, 1) if row.person == person and not row.provisional), None)


def _charts(
    club: Club, one: Person, standing: Standing, about: Any, scope: str, names: dict[str, str]
) -> dict[str, Any]:
    say = club.say
    row = standing.ratings.row(one.id, scope) if standing.ratings else None
    return {
        "rating": leaguecharts.rating(say, say.name(one), row) if row else None,
        "wins": leaguecharts.wins(say, about) if about.games else None,
        "points": leaguecharts.points(say, about),
        "versus": leaguecharts.versus(say, about, names) if about.versus else None,
    }


def _arena(club: Club, standing: Standing) -> set[str]:
    """Games of the arena, which have no page."""
    if club.league.kind != ONLINE:
        return set()
    return {one.id for one in standing.results if one.source == "arena"}


@router.post("/l/{league}/people/{person}/rename")
async def rename(club: Entered, person: str) -> Response:
    """Another name."""
    sent = await fields_of(club.request)
    try:
        form = read_form(NameForm, sent)
        await club.visit.house.leagues.rename_person(club.writer, club.league.id, person, form.name)
    except Refused as refusal:
        return await _again(club, person, _told(club, refusal, "rename"), refusal)
    return club.go("people", person, done="renamed")


@router.post("/l/{league}/people/{person}/claim")
async def claim(club: Entered, person: str) -> Response:
    """This is me."""
    read_form(NoForm, await fields_of(club.request))
    try:
        await club.visit.house.leagues.claim(club.writer, club.league.id, person)
    except NameTaken as refusal:
        told = club.told(refusal, "claim")
        return await _again(club, person, {**told, "message": club.visit.t("league.person.claimed")}, refusal)
    return club.go("people", person, done="claimed")


@router.post("/l/{league}/people/{person}/unclaim")
async def unclaim(club: Entered, person: str) -> Response:
    """This is not me."""
    read_form(NoForm, await fields_of(club.request))
    await club.visit.house.leagues.unclaim(club.writer, club.league.id, person)
    return club.go("people", person, done="unclaimed")


async def _again(club: Club, person: str, told: dict[str, str], refusal: Refused) -> Response:
    """The person's page once more, and why not."""
    everybody = await _everybody(club)
    standing = await club.visit.house.standings.of(club.league, PATIENCE)
    return await _person(club, found(everybody, person), everybody, standing, "", told, status_of(refusal))


# --- two entries of one person -----------------------------------------------------------------------------


@router.get("/l/{league}/people/{person}/merge")
async def merge_page(club: Entered, person: str, into: str = "") -> Response:
    """What merging two entries would do."""
    everybody = await club.visit.house.leagues.people(club.writer, club.league.id)
    return await _merge(club, found(everybody, person), found(everybody, into))


async def _merge(
    club: Club, one: Person, other: Person, refusal: dict[str, str] | None = None, status: int = 200
) -> Response:
    return await club.page(
        "league/merge.html", "people", status, one=one, other=other, kind="merge", refusal=refusal
    )


@router.post("/l/{league}/people/{person}/merge")
async def merge(club: Entered, person: str) -> Response:
    """Two entries are one person."""
    form = read_form(MergeForm, await fields_of(club.request))
    leagues = club.visit.house.leagues
    try:
        await leagues.merge(club.writer, club.league.id, person, form.into)
    except Refused as refusal:
        everybody = await leagues.people(club.guest, club.league.id)
        told = club.told(refusal, "merge")
        pair = found(everybody, person), found(everybody, form.into)
        return await _merge(club, *pair, told, status_of(refusal))
    return club.go("people", form.into, done="merged")


@router.get("/l/{league}/people/{person}/unmerge")
async def unmerge_page(club: Entered, person: str) -> Response:
    """What parting two entries would do."""
    everybody = await club.visit.house.leagues.people(club.writer, club.league.id)
    one = found(everybody, person)
    if one.merged_into is None:
        return club.go("people", one.id)
    return await club.page(
        "league/merge.html",
        "people",
        one=one,
        other=found(everybody, one.merged_into),
        kind="unmerge",
        refusal=None,
    )


@router.post("/l/{league}/people/{person}/unmerge")
async def unmerge(club: Entered, person: str) -> Response:
    """An entry is a person of its own again."""
    read_form(NoForm, await fields_of(club.request))
    leagues = club.visit.house.leagues
    try:
        await leagues.unmerge(club.writer, club.league.id, person)
    except NameTaken as refusal:
        everybody = await leagues.people(club.guest, club.league.id)
        one = found(everybody, person)
        told = {
            **club.told(refusal, "unmerge"),
            "message": club.visit.t("league.unmerge.taken", name=one.name),
        }
        other = found(everybody, one.merged_into or "")
        return await club.page(
            "league/merge.html",
            "people",
            status_of(refusal),
            one=one,
            other=other,
            kind="unmerge",
            refusal=told,
        )
    return club.go("people", person, done="unmerged")


@router.get("/l/{league}/people/{person}/{step}")
async def elsewhere(club: Entered, person: str, step: str) -> Response:
    """The address of a form that was answered with a page: the language switch leads there."""
    if step not in STEPS:
        raise HTTPException(404)
    return club.go("people", person)
