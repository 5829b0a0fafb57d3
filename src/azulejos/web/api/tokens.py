"""Tokens for your programs: made, listed, ended."""

from fastapi import APIRouter
from starlette.responses import Response

from azulejos.web import tokens
from azulejos.web.api.answers import NEEDED, WRITING, fails, told
from azulejos.web.api.known import Known
from azulejos.web.api.models import NewToken, Tokens
from azulejos.web.api.wishes import TokenSent
from azulejos.web.visit import Visiting

router = APIRouter(prefix="/api/tokens", tags=["You"])


@router.post(
    "", status_code=201, response_model=NewToken, responses=fails(401, *WRITING), openapi_extra=NEEDED
)
async def new_token(visit: Visiting, guest: Known, sent: TokenSent) -> Response:
    """Make a token that is you, with your seats; its secret is told this once."""
    token, session = await tokens.add(visit.house.store, guest, sent.label, visit.token)
    return told({"id": tokens.name_of(session), "label": sent.label, "token": token}, 201)


@router.get("", response_model=Tokens, responses=fails(401), openapi_extra=NEEDED)
async def list_tokens(visit: Visiting, guest: Known) -> Response:
    """Your tokens, the last used first; never their secrets."""
    own = await visit.house.store.sessions(guest.id, "token")
    listed = [
        {
            "id": tokens.name_of(session),
            "label": session.label,
            "created": session.created.isoformat(timespec="seconds"),
            "used": session.seen.isoformat(timespec="seconds"),
        }
        for session in own
    ]
    return told({"tokens": listed})


@router.delete("/{token}", status_code=204, responses=fails(401, 404, *WRITING), openapi_extra=NEEDED)
async def end_token(visit: Visiting, guest: Known, token: str) -> Response:
    """End a token, by its id in the list; whoever still has it is nobody from now on."""
    await tokens.end(visit.house.store, guest, token)
    visit.house.accounts.hang_up(guest.id)  # also on pages that may stay: they come back
    return Response(status_code=204)
