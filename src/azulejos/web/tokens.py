"""Tokens: how a program is known. Each is a random secret that the store knows only by its hash."""

import secrets

from starlette.requests import HTTPConnection

from azulejos.service.errors import NotSignedIn, Refused, TooMany
from azulejos.store.db import Store
from azulejos.store.records import Guest, Session
from azulejos.web.sessions import hashed

MARK = "az_"  # so that a token is recognised where it should not lie
MOST_TOKENS = 20  # of one guest


class BadToken(Refused):
    """A token that nobody has."""

    code = "bad_token"


class NoGuest(Refused):
    """Nobody is known by what was sent."""

    code = "no_guest"


class UnknownToken(Refused):
    """None of the guest's tokens."""

    code = "unknown_token"


def bearer(connection: HTTPConnection) -> str | None:
    """The token that a request shows; None where it shows none and cookies count."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip()[:200] if scheme.lower() == "bearer" else None


def name_of(session: Session) -> str:
    """How a token is named in lists."""
    return session.short


def fresh() -> str:
    """A new token."""
    return MARK + secrets.token_urlsafe(24)


async def add(store: Store, guest: Guest, label: str, shown: str | None = None) -> tuple[str, Session]:
    """A token more for a guest, told this once; TooMany, NotSignedIn.

    `shown` is the token that asks, if one does: of an account it makes no other, else whoever found it would
    still be there when its owner has ended it.
    """
    if shown is not None and guest.account is not None:
        raise NotSignedIn("a token of an account makes no other; sign in and make it there")
    if len(await store.sessions(guest.id, "token")) >= MOST_TOKENS:
        raise TooMany(f"you have {MOST_TOKENS} tokens; end one first")
    token = fresh()
    return token, await store.add_session(guest.id, hashed(token), "token", label)


async def end(store: Store, guest: Guest, name: str) -> None:
    """End a token of a guest; UnknownToken."""
    own = [session for session in await store.sessions(guest.id, "token") if name_of(session) == name]
    if not own:
        raise UnknownToken("you have no such token")
    await store.drop_session(guest.id, own[0].secret_hash)
