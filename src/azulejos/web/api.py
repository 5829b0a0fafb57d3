"""What pages and programs fetch as JSON."""

from typing import Any

from fastapi import APIRouter, Response

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
async def frames(visit: Visiting, response: Response, table: str) -> dict[str, Any]:
    """Every position of a game in order, for a replay."""
    response.headers["cache-control"] = "no-cache"
    return await visit.house.service.frames(table)
