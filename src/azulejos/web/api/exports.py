"""All finished public games, a line each, for whoever wants to study them."""

import asyncio
import base64
import binascii
import json
import logging
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from starlette.responses import Response, StreamingResponse

from azulejos.service.exports import told_game
from azulejos.store.db import Store
from azulejos.store.exports import After
from azulejos.store.records import Table
from azulejos.web.api.answers import fails
from azulejos.web.api.models import Game
from azulejos.web.forms import BadForm
from azulejos.web.visit import Visiting

log = logging.getLogger("azulejos.web")
PAGE = 8  # games in memory at a time
MOST = 1000  # games in one answer

router = APIRouter(prefix="/api", tags=["Games"])
LINES: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "A game a line, those that ended first before the others.",
        "content": {"application/x-ndjson": {"schema": {"$ref": "#/components/schemas/Game"}}},
    }
}
Moment = Annotated[datetime | None, Query(description="a time, as in 2026-11-15T10:00:00Z")]


class Lines(StreamingResponse):
    """A JSON text a line."""

    media_type = "application/x-ndjson"


@router.get("/games.ndjson", response_class=Lines, responses={**LINES, **fails()})
async def games(
    visit: Visiting,
    since: Moment = None,
    until: Moment = None,
    game: Literal["azul", "pavilion"] | None = None,
    cursor: Annotated[
        str, Query(max_length=200, description="of the last line you have, to go on after it")
    ] = "",
    limit: Annotated[int, Query(ge=1, le=MOST)] = MOST,
) -> Response:
    """Finished games that were listed, oldest first; an answer shorter than `limit` was the last."""
    wanted = {"since": _zoned(since), "until": _zoned(until), "game": game}
    lines = _lines(visit.house.store, wanted, _read(cursor), limit)
    return Lines(lines, headers={"cache-control": "no-store"})


async def _lines(
    store: Store, wanted: dict[str, Any], after: After | None, limit: int
) -> AsyncIterator[bytes]:
    while limit > 0:
        asked = min(PAGE, limit)
        page = await store.finished_games(asked, after=after, **wanted)
        for table in page:
            after = (table.updated, table.id)
            if told := await asyncio.to_thread(_told, table):
                limit -= 1  # only lines count, so that who gets fewer than asked for has them all
                yield json.dumps({**told, "cursor": _cursor(after)}, ensure_ascii=False).encode() + b"\n"
        if len(page) < asked:
            return


def _told(table: Table) -> dict[str, Any] | None:
    """A game's line; one that cannot be read is logged and passed over, so that the others can be had."""
    try:
        return told_game(table)
    except ValueError:  # the rules of today know no such game
        log.exception("table %s cannot be exported", table.id)
        return None


def _zoned(moment: datetime | None) -> datetime | None:
    """A time in UTC, as one without a zone is meant."""
    if moment is None or moment.tzinfo is None:
        return moment and moment.replace(tzinfo=UTC)
    try:
        return moment.astimezone(UTC)
    except OverflowError:
        raise BadForm("since, until: expected a time that the calendar has") from None


def _cursor(after: After) -> str:
    return base64.urlsafe_b64encode(f"{after[0].isoformat()} {after[1]}".encode()).decode().rstrip("=")


def _read(cursor: str) -> After | None:
    if not cursor:
        return None
    try:
        text = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode()
        moment, _, name = text.partition(" ")
        return datetime.fromisoformat(moment).astimezone(UTC), name
    except (ValueError, OverflowError, binascii.Error):
        raise BadForm("cursor: expected the one of a line you have", "cursor") from None


DESCRIBED = (Game,)  # a line's shape, for the description: it is no response of its own
