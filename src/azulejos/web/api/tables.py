"""Tables: set up, looked at, played at. Every message of the socket can be sent here too."""

import asyncio
import gzip
import json
from typing import Annotated, Any

from fastapi import APIRouter, Body, Path, Query, Request
from starlette.responses import PlainTextResponse, Response

from azulejos.core.reasons import Reason
from azulejos.service.errors import Refused
from azulejos.service.hub import Viewer
from azulejos.service.seating import clean_name
from azulejos.store.records import Guest
from azulejos.web.api.answers import NEEDED, WELCOME, WRITING, fails, told
from azulejos.web.api.known import Anyone, Known
from azulejos.web.api.models import Frames, Made, Moves, Pong, View, WhyNot
from azulejos.web.api.wishes import AgainSent, MoveSent, TableWish
from azulejos.web.messages import MOST_PLY, AnyMessage, MoveMessage
from azulejos.web.talk import tell_table
from azulejos.web.visit import Visit, Visiting

router = APIRouter(prefix="/api/tables", tags=["Tables"])

Name = Annotated[str, Path(description="the table's name, as in its address", examples=["k3f9x2ab7q"])]
Since = Annotated[int, Query(ge=0, le=MOST_PLY, description="how many entries you have; `log` begins there")]
Said = Annotated[AnyMessage, Body(discriminator="type")]
RECORD: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/plain": {"schema": {"type": "string"}}}, "description": "The record."}
}


@router.post("", status_code=201, response_model=Made, responses=fails(401, *WRITING), openapi_extra=NEEDED)
async def create(visit: Visiting, guest: Known, sent: TableWish) -> Response:
    """Set a table up; against bots and on one device its game begins at once."""
    wish = sent.wish(guest.name, visit.texts)
    name = clean_name(wish.name)
    table = await visit.house.service.create(guest, wish)
    if name != guest.name:
        await visit.house.store.rename_guest(guest.id, name)
    return told({"table": table, "address": f"/t/{table}"}, 201)


@router.get("/{table}", response_model=View, responses=fails(401, 404), openapi_extra=WELCOME)
async def look(visit: Visiting, guest: Anyone, table: Name, since: Since = 0) -> Response:
    """A table as you see it."""
    live = await visit.house.service.table(table)
    live.wake()  # a bot whose turn it is may not know, if the server was started again
    return told(live.view(guest.id if guest else None, since))


@router.get("/{table}/moves", response_model=Moves, responses=fails(401, 404), openapi_extra=WELCOME)
async def moves(visit: Visiting, guest: Anyone, table: Name) -> Response:
    """The legal moves of the seat of yours that must decide, as texts."""
    live = await visit.house.service.table(table)
    live.wake()
    return told(live.moves(guest.id if guest else None))


@router.post(
    "/{table}/moves",
    response_model=View,
    responses=fails(401, 404, 409, *WRITING),
    openapi_extra=NEEDED,
)
async def play(visit: Visiting, guest: Known, table: Name, sent: MoveSent, since: Since = 0) -> Response:
    """Make a move; the answer comes when it is stored. Nothing happens twice: a ply is played once."""
    message = MoveMessage(type="move", ply=sent.ply, move=sent.move, seat=sent.seat)
    return told(await _said(visit, guest, table, message, since))


@router.post(
    "/{table}/messages",
    response_model=View | WhyNot | Pong,
    responses=fails(401, 404, 409, *WRITING),
    openapi_extra=NEEDED,
)
async def say(visit: Visiting, guest: Known, table: Name, sent: Said, since: Since = 0) -> Response:
    """Say whatever a page can say over its socket; `why` and `ping` have answers of their own."""
    if sent.type == "ping":
        await visit.house.service.table(table)
        return told({"type": "pong"})
    return told(await _said(visit, guest, table, sent, 0 if sent.type == "snapshot" else since))


async def _said(visit: Visit, guest: Guest, table: str, message: AnyMessage, since: int) -> dict[str, Any]:
    """What the table answers; its refusal is raised."""
    live = await visit.house.service.table(table)
    viewer = Viewer(guest.id, since, live.view)  # joins nothing: the answer is all it gets
    await tell_table(visit.house, live, guest, viewer, message)
    answer = await anext(viewer)
    if answer["type"] == "refused":
        raise _refusal(**answer["error"])
    return answer


def _refusal(code: str, message: str, reason: dict[str, Any] | None = None) -> Refused:
    refusal = Refused(message, None if reason is None else Reason(**reason))
    refusal.code = code
    return refusal


@router.post(
    "/{table}/again",
    status_code=201,
    response_model=Made,
    responses=fails(401, 404, 409, *WRITING),
    openapi_extra=NEEDED,
)
async def again(visit: Visiting, guest: Known, table: Name, sent: AgainSent) -> Response:
    """Play on from a ply of that game at a table of your own, against bots."""
    if not guest.name:
        name = visit.t("home.name.guest")
        await visit.house.store.rename_guest(guest.id, name)
        guest = await visit.need_guest()
    made = await visit.house.service.play_on(guest, table, sent.ply, sent.seat, sent.level)
    return told({"table": made, "address": f"/t/{made}"}, 201)


@router.get("/{table}/record", response_class=PlainTextResponse, responses={**RECORD, **fails(404)})
async def record(visit: Visiting, table: Name) -> Response:
    """The record so far, as text; docs/formats.md has its lines."""
    text = await visit.house.service.record(table)
    return PlainTextResponse(text, headers={"cache-control": "no-cache"})


@router.get("/{table}/frames", response_model=Frames, responses=fails(404))
async def frames(request: Request, visit: Visiting, table: Name) -> Response:
    """Every position of a game in order, for a replay."""
    return await told_frames(request, visit, table)


async def told_frames(request: Request, visit: Visit, table: str) -> Response:
    """A replay's positions; that is much, so it is written beside the loop."""
    found = await visit.house.service.frames(table)
    headers = {"cache-control": "no-cache", "vary": "accept, accept-encoding"}
    packed = "gzip" in request.headers.get("accept-encoding", "")
    if packed:
        headers["content-encoding"] = "gzip"
    content = await asyncio.to_thread(_written, found, packed)
    return Response(content, media_type="application/json", headers=headers)


def _written(found: dict[str, Any], packed: bool) -> bytes:
    text = json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode()
    return gzip.compress(text, 5) if packed else text
