"""Who you are: a guest with a name, made here for programs that have no cookie."""

import secrets
from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from azulejos.service.seating import clean_name
from azulejos.store.records import Guest
from azulejos.web import tokens
from azulejos.web.api.answers import NEEDED, WRITING, fails, told
from azulejos.web.api.known import Known
from azulejos.web.api.models import Me, NewGuest
from azulejos.web.api.wishes import GuestSent, MeSent
from azulejos.web.forms import BadForm
from azulejos.web.sessions import hashed
from azulejos.web.visit import Visit, Visiting

router = APIRouter(prefix="/api", tags=["You"])


@router.post("/guests", status_code=201, response_model=NewGuest, responses=fails(*WRITING))
async def new_guest(visit: Visiting, sent: GuestSent) -> Response:
    """Become a guest with a token of your own; for programs without a browser's cookie."""
    name, token = clean_name(sent.name), tokens.fresh()
    store = visit.house.store
    guest = await store.add_guest(
        secrets.token_hex(8), hashed(token), name, visit.texts.lang, kind="token", label=sent.label
    )
    session = (await store.sessions(guest.id, "token"))[0]
    return told({"id": tokens.name_of(session), "label": sent.label, "token": token, "name": name}, 201)


@router.get("/me", response_model=Me, responses=fails(401), openapi_extra=NEEDED)
async def me(visit: Visiting, guest: Known) -> Response:
    """Who you are here."""
    return told(_told(visit, guest))


@router.patch("/me", response_model=Me, responses=fails(401, *WRITING), openapi_extra=NEEDED)
async def change_me(visit: Visiting, guest: Known, sent: MeSent) -> Response:
    """Change your name or language; seats keep the name they were taken with."""
    store = visit.house.store
    name = guest.name if sent.name is None else clean_name(sent.name)
    language = guest.language if sent.language is None else sent.language
    if sent.language is not None and sent.language not in visit.house.texts:
        raise BadForm(f"there is no language {sent.language!r}", "language")
    if name != guest.name:
        await store.rename_guest(guest.id, name)
    if language != guest.language:
        await store.set_language(guest.id, language)
    return told({**_told(visit, guest), "name": name, "language": language})


def _told(visit: Visit, guest: Guest) -> dict[str, Any]:
    return {
        "name": guest.name,
        "language": guest.language,
        "by": "cookie" if visit.token is None else "token",
        "since": guest.created.isoformat(timespec="seconds"),
    }
