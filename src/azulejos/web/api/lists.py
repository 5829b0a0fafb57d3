"""Lists of tables."""

from fastapi import APIRouter
from starlette.responses import Response

from azulejos.web.api.answers import WELCOME, fails, told
from azulejos.web.api.known import Anyone
from azulejos.web.api.models import Lobby
from azulejos.web.visit import Visiting

router = APIRouter(prefix="/api", tags=["Tables"])


@router.get("/lobby", response_model=Lobby, responses=fails(401), openapi_extra=WELCOME)
async def lobby(visit: Visiting, guest: Anyone) -> Response:
    """The tables to join, to watch, and your own."""
    return told(await visit.house.service.lobby(guest.id if guest else None))
