"""Sheets of games at real tables: looked at, written in field by field, listened to."""

import json
from contextlib import ExitStack
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Header, Path, Query, Request
from pydantic import ConfigDict, Field
from starlette.responses import Response

from azulejos.service.merging import MOST_FIELDS
from azulejos.store.records import Guest, League
from azulejos.web.api.answers import WELCOME, WRITING, fails, told
from azulejos.web.api.known import Anyone
from azulejos.web.api.models import Plain, Told
from azulejos.web.api.wishes import Sent
from azulejos.web.limits import address_of
from azulejos.web.streaming import EventStream
from azulejos.web.visit import Visit, Visiting

router = APIRouter(prefix="/api/sheets", tags=["Scorecard"])

MOST_REVISION = 2**31
Sheet = Annotated[
    str,
    Path(
        pattern="^[a-z0-9]{16,40}$",
        description="the sheet's id; make one up by chance to begin a sheet",
        examples=["k3f9x2ab7qk3f9x2ab7q"],
    ),
]
Known = Annotated[
    int,
    Query(ge=-1, le=MOST_REVISION, description="the revision that you have; nothing is sent until another"),
]
EDITS: Any = {
    "game": {"v": "azul", "t": 1794760000000, "by": "phone1"},
    "name/0": {"v": "Ana", "t": 1794760000000, "by": "phone1"},
    "total/0": {"v": 61, "t": 1794760009000, "by": "phone1"},
}


# --- what is sent and told -------------------------------------------------------------------------------


class EditsSent(Sent):
    """Edits of fields: `{"v": value, "t": milliseconds since 1970, "by": a name of your device}` each."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"edits": EDITS}]})

    edits: Annotated[
        dict[str, Any],
        Field(
            max_length=MOST_FIELDS,
            description="by field, as docs/scorecard.md lists them; the later `t` wins",
        ),
    ]


class FieldTold(Told):
    """A field as it stands."""

    v: Annotated[bool | int | float | str | None, Field(description="null: empty")]
    t: Annotated[int, Field(description="when it was set, in milliseconds by the server's clock")]
    by: Annotated[str, Field(description="the device that set it")]


class KeptTold(Told):
    """Where a sheet's game is on record."""

    league: str
    result: str
    revision: Annotated[
        int, Field(description="of the sheet when it was put there; a later one has changed since")
    ]


class SheetProblem(Told):
    """What is wrong with a field, or with putting the game on record."""

    field: Annotated[str, Field(examples=["total/0"])]
    code: Annotated[str, Field(examples=["total_missing"])]
    text: Annotated[str, Field(description="the key of the text that the pages show")]
    values: Annotated[Plain, Field(description="what the sentence is made of")]
    message: str


class SheetTold(Told):
    """A sheet."""

    id: str
    revision: Annotated[int, Field(description="grows with every change")]
    fields: dict[str, FieldTold]
    kept: KeptTold | None
    problems: Annotated[list[SheetProblem], Field(description="of this request alone; the rest was taken")]


class SheetLine(Told):
    """A sheet in the list of yours."""

    id: str
    game: Literal["azul", "pavilion"] | str
    names: list[str]
    played: Annotated[str, Field(examples=["2026-11-15"])]
    updated: str
    kept: KeptTold | None


class PersonLine(Told):
    """Somebody to choose."""

    id: str
    name: str


class LeagueLine(Told):
    """A league that you can keep a game in."""

    id: str
    name: str
    kind: Literal["own", "private"] | str
    people: list[PersonLine]


class SheetsTold(Told):
    """Your sheets, and where their games can be put on record."""

    sheets: list[SheetLine]
    leagues: list[LeagueLine]


# --- routes ----------------------------------------------------------------------------------------------


@router.get("", response_model=SheetsTold, responses=fails(401), openapi_extra=WELCOME)
async def my_sheets(visit: Visiting, guest: Anyone) -> Response:
    """The sheets that you have begun, latest first, and your leagues with the people in them."""
    return told(await told_mine(visit, guest))


async def told_mine(visit: Visit, guest: Guest | None) -> dict[str, Any]:
    """The same as plain data, for the page's twin too."""
    cards = await visit.house.sheets.mine(guest)
    leagues = await visit.house.leagues.mine(guest)
    return {
        "sheets": [
            {
                "id": card.id,
                "game": card.game,
                "names": card.names,
                "played": card.played,
                "updated": card.updated.isoformat(timespec="seconds"),
                "kept": card.kept,
            }
            for card in cards
        ],
        "leagues": [await _league(visit, guest, league) for league in leagues],
    }


async def _league(visit: Visit, guest: Guest | None, league: League) -> dict[str, Any]:
    people = await visit.house.leagues.people(guest, league.id)
    shown = [one for one in people if one.name and one.merged_into is None and one.bot is None]
    return {
        "id": league.id,
        "name": league.name,
        "kind": league.kind,
        "people": [{"id": one.id, "name": one.name} for one in shown],
    }


@router.get("/{sheet}", response_model=SheetTold, responses=fails(404))
async def look_at_sheet(visit: Visiting, sheet: Sheet) -> Response:
    """A sheet; whoever knows its id may look."""
    return told(await visit.house.sheets.open(sheet))


@router.put(
    "/{sheet}/fields", response_model=SheetTold, responses=fails(401, *WRITING), openapi_extra=WELCOME
)
async def write_fields(request: Request, visit: Visiting, sheet: Sheet, sent: EditsSent) -> Response:
    """Write in a sheet, or begin it; the same edits again change nothing.

    The later edit of a field wins, whoever made it. A field that is refused is named in `problems`, the
    others are taken. An edit of `keep` (a league's id, or `own` for your own list) puts the game on record.
    """
    page = (
        "sec-fetch-mode" in request.headers
    )  # a browser whose cookie is gone gets one; a program needs none
    guest = await visit.need_guest() if page or visit.secret is not None else None
    view = await visit.house.sheets.merge(guest, sheet, sent.edits, visit.t("score.own"))
    response = told(view)
    if page:
        visit.remember(response)
    return response


STREAM: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "`event: view`, `id:` the revision, `data:` the sheet.",
        "content": {
            "text/event-stream": {
                "schema": {"type": "string"},
                "example": 'event: view\nid: 17\ndata: {"id": "k3f9...", "revision": 17, ...}\n\n',
            }
        },
    }
}


@router.get(
    "/{sheet}/events", response_class=Response, responses={**STREAM, **fails(401, 404)}, openapi_extra=WELCOME
)
async def sheet_events(
    request: Request,
    visit: Visiting,
    guest: Anyone,
    sheet: Sheet,
    known: Known = -1,
    last_event_id: Annotated[
        str | None, Header(description="the last `id` you have; sent by browsers that come back")
    ] = None,
) -> Response:
    """The sheet whenever it changes; a comment every 15 s of silence."""
    await visit.house.sheets.open(sheet)  # so that one that is not there is told before the stream begins
    address = address_of(request.scope)
    with ExitStack() as stack:
        stack.enter_context(visit.house.sockets.one_more(guest.id if guest else None, address))
        seen = _revision(last_event_id, known)
        return EventStream(visit.house.sheets.watch(sheet, seen), written, stack.pop_all())


def _revision(last: str | None, known: int) -> int:
    """What a reader has that comes back, else what it says it has."""
    return int(last) if last is not None and last.isascii() and last.isdigit() and len(last) < 10 else known


def written(view: dict[str, Any]) -> bytes:
    """A sheet as an event."""
    data = json.dumps(view, ensure_ascii=False, separators=(",", ":"))
    return f"event: view\nid: {view['revision']}\ndata: {data}\n\n".encode()
