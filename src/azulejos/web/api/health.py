"""For whoever runs the server: does it answer, can it play, what does it count."""

import hmac
import ipaddress

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, PlainTextResponse, Response

from azulejos import __version__
from azulejos.store.db import StoreError
from azulejos.web.api.answers import told
from azulejos.web.api.models import Health, Problem, Readiness
from azulejos.web.house import House, house_of
from azulejos.web.metrics import TEXT
from azulejos.web.tokens import bearer

router = APIRouter(tags=["Server"])
FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip", "via")


@router.get("/healthz", response_model=Health)
async def health() -> Response:
    """Whether the server answers."""
    return told({"status": "ok", "version": __version__})


@router.get("/readyz", response_model=Readiness, responses={503: {"model": Readiness}})
async def ready(request: Request) -> Response:
    """Whether it can play: the database can be read and written, bots' processes are alive."""
    reasons = await _missing(house_of(request))
    return JSONResponse(
        {"ready": not reasons, "reasons": reasons}, 503 if reasons else 200, {"cache-control": "no-store"}
    )


async def _missing(house: House) -> list[str]:
    reasons = []
    try:
        await house.store.check()
    except StoreError:
        reasons.append("the database cannot be read or written, or has another schema")
    alive, workers = house.service.desk.crew()
    if workers and not alive:
        reasons.append(f"none of {workers} bot workers is alive")
    return reasons


@router.get(
    "/metrics",
    response_class=PlainTextResponse,
    responses={404: {"model": Problem, "description": "`not_found`: not for you."}},
)
async def metrics(request: Request) -> Response:
    """What the server counts, for Prometheus; for this machine, or whoever shows the token that was set."""
    house = house_of(request)
    if not _may_read(request, house.config.metrics):
        raise HTTPException(404)
    return PlainTextResponse(house.meters.text(), media_type=TEXT, headers={"cache-control": "no-store"})


def _may_read(request: Request, token: str) -> bool:
    """Whoever shows the token; where none is set, this machine itself, and no proxy on it for others."""
    if token:
        return hmac.compare_digest((bearer(request) or "").encode(), token.encode())
    if request.client is None or any(name in request.headers for name in FORWARDED):
        return False
    try:
        return ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False
