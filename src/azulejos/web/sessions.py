"""Who is visiting: a random secret in a signed cookie. The store knows only the secret's hash."""

import contextlib
import hashlib
import os
import secrets
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

from itsdangerous import BadSignature, TimestampSigner
from starlette.requests import HTTPConnection
from starlette.responses import Response

from azulejos.store.db import Store, StoreError
from azulejos.store.records import Guest

COOKIE = "guest"
YEAR = 365 * 24 * 3600
RENEWED = timedelta(days=7)  # a cookie older than this is written again, so that regulars never lose theirs
KEY_FILE = "secret.key"
KEY_BYTES = 32


def signing_key(folder: Path) -> bytes:
    """The key that cookies are signed with, made when it is first needed; nobody else may read it."""
    path = folder / KEY_FILE
    if not path.exists():
        _write_key(path)
    key = path.read_bytes()
    if len(key) < KEY_BYTES:
        raise OSError(f"{path} holds no key; remove it, and everybody gets a new guest's seat")
    return key


def _write_key(path: Path) -> None:
    """Write it whole under another name first, so that a second server never reads half a key."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".key-")  # made with mode 0600
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(secrets.token_bytes(KEY_BYTES))
        with contextlib.suppress(FileExistsError):  # another server was faster: its key holds
            _link(name, path)
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name)


def _link(name: str, path: Path) -> None:
    try:
        os.link(name, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        os.replace(name, path)


class Badges:
    """Secrets as cookies carry them."""

    def __init__(self, key: bytes) -> None:
        self._signer = TimestampSigner(key, salt="azulejos.guest", digest_method=hashlib.sha256)

    def new(self) -> str:
        """A secret for somebody new."""
        return secrets.token_urlsafe(24)

    def write(self, secret: str) -> str:
        """The secret as a cookie's value."""
        return self._signer.sign(secret).decode()

    def read(self, value: str | None) -> tuple[str | None, bool]:
        """The secret of a cookie, if we signed it, and whether the cookie should be written again."""
        if not value or len(value) > 200:
            return None, True
        try:
            secret, signed = self._signer.unsign(value, return_timestamp=True)
        except BadSignature:
            return None, True
        age = datetime.now(UTC) - signed  # below nothing where the clock was set back: still theirs
        if age > timedelta(seconds=YEAR):
            return None, True
        return secret.decode(), not timedelta(0) <= age <= RENEWED

    def put(self, response: Response, connection: HTTPConnection, secret: str) -> None:
        """Give the secret to the browser."""
        response.set_cookie(
            COOKIE,
            self.write(secret),
            max_age=YEAR,
            path="/",
            secure=is_https(connection),
            httponly=True,
            samesite="lax",
        )


def is_https(connection: HTTPConnection) -> bool:
    """Whether the visitor came by https (the server believes the proxies it was told of)."""
    return connection.url.scheme in ("https", "wss")


def hashed(secret: str) -> str:
    """What the store keeps of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


async def find_guest(store: Store, secret: str | None) -> Guest | None:
    """The guest whose secret this is."""
    return None if secret is None else await store.find_guest(hashed(secret))


async def need_guest(store: Store, secret: str, name: str, language: str) -> Guest:
    """The guest whose secret this is, written down now if this is the first time."""
    known = await store.find_guest(hashed(secret))
    if known is not None:
        return known
    try:
        return await store.add_guest(secrets.token_hex(8), hashed(secret), name, language)
    except StoreError:  # another tab was faster
        known = await store.find_guest(hashed(secret))
        if known is None:
            raise
        return known
