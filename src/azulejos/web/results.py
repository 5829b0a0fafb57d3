"""Games on record as pages: the list, one game, entering and correcting, deleting with undo, sharing."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.responses import Response

from azulejos.service.errors import BadResult, Refused, Stale
from azulejos.service.people import new_id
from azulejos.service.records import PAGE, Filters, Recorded
from azulejos.store.records import Person
from azulejos.study.checking import parse_day
from azulejos.study.results import GAMES, SOURCES, VARIANTS, Result
from azulejos.study.telling import tell
from azulejos.web import leaguecharts, resultform
from azulejos.web.club import PRIVATE, Club, Entered, status_of
from azulejos.web.forms import fields_of
from azulejos.web.leaguewords import Teller
from azulejos.web.pictures import picture
from azulejos.web.standing import told_result
from azulejos.web.visit import as_json, twin, wants_json

router = APIRouter(include_in_schema=False)
FILTERS = ("game", "variant", "person", "players", "source", "since", "until", "text", "deleted")
MOST_CHOICES = 500  # people in the list of a filter
STEPS = ("correct", "delete", "restore")
ORIGINS = {"online": re.compile(r"[a-z0-9]{10}"), "sheet": re.compile(r"[a-z0-9]{16,40}")}  # ids by source


# --- the list --------------------------------------------------------------------------------------------


@router.get("/l/{league}/games")
async def games(club: Entered) -> Response:
    """Games on record, those that are asked for, a page at a time."""
    asked = {name: club.query.get(name, "") for name in FILTERS}
    page = _page(club.query.get("page", ""))
    house = club.visit.house
    found, total = await house.records.find(club.guest, club.league.id, filters_of(asked), page)
    if as_json(club.request):
        return twin(
            {"games": [told_result(one) for one in found], "total": total, "page": page, "size": PAGE}
        )
    people = await house.leagues.people(club.guest, club.league.id)
    say = club.say
    kept = {name: value for name, value in asked.items() if value}
    return await club.page(
        "league/games.html",
        "games",
        found=[{**told, "headline": say.headline(told)} for told in map(told_result, found)],
        total=total,
        number=page,
        pages=max(1, -(-total // PAGE)),
        asked=asked,
        filtered=bool(kept),
        people=_choices(say, people),
        games=GAMES,
        variants=VARIANTS,
        sources=[one for one in SOURCES if one != "arena"],
        link=lambda number: f"?{urlencode({**kept, 'page': number})}",
    )


def _choices(say: Teller, people: list[Person]) -> list[tuple[str, str]]:
    """Whose games can be asked for by a list; where there are too many, by words."""
    named = [(say.name(one), one.id) for one in people if one.merged_into is None]
    return sorted(named, key=lambda each: each[0].casefold()) if len(named) <= MOST_CHOICES else []


def _page(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and 0 < len(text) < 6 and int(text) else 1


def filters_of(asked: Mapping[str, str]) -> Filters:
    """Which games are asked for; what makes no sense asks nothing."""
    players = asked.get("players", "")
    return Filters(
        game=asked["game"] if asked.get("game") in GAMES else "",
        variant=asked["variant"] if asked.get("variant") in VARIANTS else "",
        person=asked.get("person", ""),
        players=int(players) if players in ("2", "3", "4") else None,
        source=asked["source"] if asked.get("source") in SOURCES else "",
        since=asked["since"] if parse_day(asked.get("since")) else "",
        until=asked["until"] if parse_day(asked.get("until")) else "",
        text=asked.get("text", "").replace("\0", ""),
        deleted=asked.get("deleted") == "on",
    )


# --- one game --------------------------------------------------------------------------------------------


@router.get("/l/{league}/games/{result}")
async def game(club: Entered, result: str) -> Response:
    """A game on record with all that is known about it."""
    recorded = await club.visit.house.records.get(club.guest, club.league.id, result)
    if as_json(club.request):
        return twin(told_result(recorded))
    held = resultform.shown(recorded.result, recorded.people, recorded.version)
    return await _game(club, recorded, held)


async def _game(
    club: Club,
    recorded: Recorded,
    held: Mapping[str, str],
    wrong: Mapping[str, str] | None = None,
    refusal: str = "",
    status: int = 200,
) -> Response:
    say, result = club.say, recorded.result
    everybody = await club.visit.house.leagues.people(club.guest, club.league.id)
    names = say.names(everybody)
    told = told_result(recorded)
    return await club.page(
        "league/game.html",
        "games",
        status,
        told=told,
        origin=_origin(result),
        recorded=recorded,
        headline=say.headline(told),
        hints=[say.wrong(one["code"], one["values"], one["message"]) for one in told["hints"]],
        trace=[say.change(one, names) for one in reversed(recorded.trace)],
        text=tell(result, names, club.visit.texts.t, say.day(result.played)),
        points=leaguecharts.game_points(say, result, names),
        rounds=leaguecharts.game_rounds(say, result, names),
        details=_rounds(told),
        **_form(held, everybody),
        wrong=wrong or {},
        refusal=refusal,
    )


def _origin(result: Result) -> str:
    """The kind of page a game comes from; "" where there can be none: a file may say anything."""
    form = ORIGINS.get(result.source)
    return result.source if form is not None and form.fullmatch(result.ref or "") else ""


def _rounds(told: Mapping[str, Any]) -> list[dict[str, Any]]:
    """By round what each seat made of it, where it is told."""
    many = max(len(seat["rounds"]) for seat in told["scores"])
    return [
        {
            "n": n + 1,
            "seats": [seat["rounds"][n] if n < len(seat["rounds"]) else {} for seat in told["scores"]],
        }
        for n in range(many)
    ]


def _form(held: Mapping[str, str], people: Any) -> dict[str, Any]:
    """What the form for a game needs."""
    known = sorted({one.name for one in people if one.merged_into is None and one.name}, key=str.casefold)
    return {
        "held": held,
        "seats": resultform.seats(held),
        "known": known,
        "today": f"{datetime.now(UTC):%F}",
    }


@router.get("/l/{league}/games/{result}/picture.svg")
async def game_picture(club: Entered, result: str) -> Response:
    """A game as a picture to share."""
    recorded = await club.visit.house.records.get(club.guest, club.league.id, result)
    drawing = picture(club.say, recorded.result, recorded.people, club.name)
    headers = {
        "content-disposition": f'inline; filename="azulejos-{recorded.result.id}.svg"',
        "cache-control": PRIVATE,
    }
    return Response(drawing, media_type="image/svg+xml", headers=headers)


# --- writing ---------------------------------------------------------------------------------------------


@router.get("/l/{league}/enter")
async def enter_page(club: Entered) -> Response:
    """The form for a game that was played."""
    guest = club.writer
    me = await club.visit.house.leagues.me(guest, club.league.id)
    today = f"{datetime.now(UTC):%F}"
    return await _enter(club, resultform.blank(new_id("r-"), today, me.name if me else guest.name))


async def _enter(
    club: Club,
    held: Mapping[str, str],
    wrong: Mapping[str, str] | None = None,
    refusal: str = "",
    status: int = 200,
    there: str = "",
) -> Response:
    people = await club.visit.house.leagues.people(club.guest, club.league.id)
    return await club.page(
        "league/enter.html",
        "enter",
        status,
        **_form(held, people),
        wrong=wrong or {},
        refusal=refusal,
        there=there,
    )


@router.post("/l/{league}/enter")
async def put_down(club: Entered) -> Response:
    """Put a game on record; the same form twice is one game."""
    sent = await fields_of(club.request)
    typed = resultform.read(sent)
    held = {**resultform.blank(new_id("r-"), ""), **sent}
    try:
        made = await club.visit.house.records.add(club.writer, club.league.id, typed.result)
    except BadResult as refusal:
        _for_programs(club, refusal)
        marks = resultform.wrong(club.say, refusal.problems, typed.lines)
        if "id" in marks:  # made by us, so it cannot be the person's fault
            held["id"] = new_id("r-")
        return await _enter(club, held, marks, club.visit.t("league.form.bad"), 422)
    except Stale as refusal:
        _for_programs(club, refusal)
        held["id"] = new_id("r-")
        said = club.visit.t("league.form.there")
        return await _enter(club, held, {}, said, 409, club.address("games", typed.result.id))
    return club.go("games", made, done="made")


def _for_programs(club: Club, refusal: Refused) -> None:
    if wants_json(club.request):
        raise refusal


@router.post("/l/{league}/games/{result}/correct")
async def correct(club: Entered, result: str) -> Response:
    """Write a game anew; who was quicker is not overwritten unseen."""
    sent = await fields_of(club.request)
    typed = resultform.read(sent)
    records, guest = club.visit.house.records, club.writer
    before = await records.get(guest, club.league.id, result)
    expected = before.version if typed.version is None else typed.version
    told = resultform.corrected(before.result, typed)
    held = {**resultform.blank(result, ""), "version": str(before.version), **sent}
    try:
        await records.correct(guest, club.league.id, result, told, expected)
    except BadResult as refusal:
        _for_programs(club, refusal)
        marks = resultform.wrong(club.say, refusal.problems, typed.lines)
        return await _game(club, before, held, marks, club.visit.t("league.form.bad"), 422)
    except Stale as refusal:
        _for_programs(club, refusal)
        now = await records.get(guest, club.league.id, result)
        held["version"] = str(now.version)
        return await _game(club, now, held, {}, club.visit.t("league.form.stale"), status_of(refusal))
    return club.go("games", result, done="corrected")


@router.post("/l/{league}/games/{result}/delete")
async def delete(club: Entered, result: str) -> Response:
    """Take a game from the record; the next page offers to bring it back."""
    await club.visit.house.records.delete(club.writer, club.league.id, result)
    return club.go("games", result, done="deleted")


@router.post("/l/{league}/games/{result}/restore")
async def restore(club: Entered, result: str) -> Response:
    """Bring a game back."""
    await club.visit.house.records.restore(club.writer, club.league.id, result)
    return club.go("games", result, done="restored")


@router.get("/l/{league}/games/{result}/{step}")
async def elsewhere(club: Entered, result: str, step: str) -> Response:
    """The address of a form that was answered with a page: the language switch leads there."""
    if step not in STEPS:
        raise HTTPException(404)
    return club.go("games", result)
