"""What pages and programs fetch as JSON."""

import asyncio
import gzip
import json
from typing import Any

from fastapi import APIRouter, Request, Response

from azulejos import __version__
from azulejos.web.visit import Visiting

router = APIRouter()


@router.get("/healthz")
async def health() -> dict[str, str]:
    """Whether the server answers."""
    return {"status": "ok", "version": __version__}


@router.get("/api/lobby")
async def lobby(visit: Visiting, response: Response) -> dict[str, Any]:
    """The tables to join, to watch, and one's own."""
    response.headers["cache-control"] = "no-store"
    guest = await visit.guest()
    return await visit.house.service.lobby(guest.id if guest else None)


@router.get("/api/tables/{table}/frames")
async def frames(request: Request, visit: Visiting, table: str) -> Response:
    """Every position of a game in order, for a replay; that is much, so it is written beside the loop."""
    told = await visit.house.service.frames(table)
    headers = {"cache-control": "no-cache", "vary": "accept-encoding"}
    packed = "gzip" in request.headers.get("accept-encoding", "")
    if packed:
        headers["content-encoding"] = "gzip"
    content = await asyncio.to_thread(_written, told, packed)
    return Response(content, media_type="application/json", headers=headers)


def _written(told: dict[str, Any], packed: bool) -> bytes:
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()
    return gzip.compress(text, 5) if packed else text
