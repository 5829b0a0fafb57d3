"""The door: headers on every answer, foreign posts and sockets refused, sizes limited, faults kept inside."""

import re
from urllib.parse import urlsplit

from python_multipart.multipart import parse_options_header
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from azulejos.study.reading import MOST_BYTES
from azulejos.web import errors

MOST_BODY = 64 * 1024
LARGER = (  # where more is read: a file of games, with what a form puts around it
    (re.compile(r"/(l|api/leagues)/[^/]+/import"), MOST_BYTES + MOST_BODY),
)
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": ", ".join(
        f"{each}=()"
        for each in (
            *("accelerometer", "browsing-topics", "camera", "display-capture", "geolocation"),
            *("gyroscope", "hid", "magnetometer", "microphone", "midi", "payment", "serial", "usb"),
        )
    ),
}
PARTS = ("text/javascript", "text/css")  # never shown or run by themselves
PART_HEADERS = {name: HEADERS[name] for name in ("x-content-type-options", "cross-origin-resource-policy")}
SAFE = ("GET", "HEAD", "OPTIONS")


class TooLarge(Exception):
    """A body that grows beyond the limit while it is read."""


class Guard:
    """Stands before the whole app."""

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...] = ()) -> None:
        self._app = app
        self._hosts = {host.lower() for host in hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        door = _Door(scope, receive, send)
        status = self._refusal(scope)
        if status:
            await door.fail(status)
            return
        inner = {**scope, "method": "GET", "head": True} if scope["method"] == "HEAD" else scope
        try:
            await self._app(inner, door.receive, door.send)
        except ClientDisconnect:
            pass  # gone in the middle of a form: nobody's fault, and nobody to tell
        except TooLarge:
            await door.fail(413)
        except Exception as error:  # the last place where it can be told properly
            errors.report(scope, error)
            await door.fail(500)

    def _refusal(self, scope: Scope) -> int | None:
        """The status of a request that goes no further."""
        headers = Headers(scope=scope)
        if not self._ours(headers):
            return 421
        if scope["method"] not in SAFE and not _shows_token(headers) and not same_site(headers):
            return 403
        if not _plain_letters(headers) or "\0" in scope["path"] or b"%00" in scope.get("query_string", b""):
            return 400  # no name has a zero in it, and PostgreSQL takes none
        length = headers.get("content-length", "0")
        return (
            413
            if not (length.isascii() and length.isdigit()) or int(length) > most_body(scope["path"])
            else None
        )

    def _ours(self, headers: Headers) -> bool:
        return not self._hosts or _name(headers.get("host", "")) in self._hosts

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        if not self._ours(headers) or not (_shows_token(headers) or same_origin(headers)):
            await receive()  # the connect, which a server expects to be read
            await send({"type": "websocket.close", "code": 1008})
            return
        try:
            await self._app(scope, receive, send)
        except Exception as error:
            errors.report(scope, error)


class _Door:
    """One request's way in and out."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._scope, self._receive, self._send = scope, receive, send
        self._size, self._most = 0, most_body(scope["path"])
        self._started = False

    async def receive(self) -> Message:
        """What comes in, as long as it is not too much."""
        message = await self._receive()
        self._size += len(message.get("body", b""))
        if self._size > self._most:
            raise TooLarge
        return message

    async def send(self, message: Message) -> None:
        """What goes out, with our headers."""
        if message["type"] == "http.response.start":
            self._started = True
            headers = MutableHeaders(scope=message)
            for name, value in self._headers(headers).items():
                headers.setdefault(name, value)
        elif self._scope["method"] == "HEAD":
            message = {**message, "body": b""}
        await self._send(message)

    def _headers(self, made: MutableHeaders) -> dict[str, str]:
        """What goes with this answer: a board's fifty scripts and styles need no page's policy."""
        part = made.get("content-type", "").startswith(PARTS) and self._scope["path"].startswith("/static/")
        return PART_HEADERS if part else HEADERS

    async def fail(self, status: int) -> None:
        """Say that it failed, if nothing has been said yet."""
        if not self._started:
            code = "file_large" if status == 413 and self._most > MOST_BODY else ""
            response = errors.answer(HTTPConnection(self._scope), status, code)
            await response(self._scope, self._receive, self.send)


def most_body(path: str) -> int:
    """How many bytes are read at most that are sent to an address."""
    return next((most for pattern, most in LARGER if pattern.fullmatch(path)), MOST_BODY)


def _plain_letters(headers: Headers) -> bool:
    """Whether a body is in UTF-8: Python reads others too, some with half letters that cannot be written."""
    _, options = parse_options_header(headers.get("content-type"))
    return options.get(b"charset", b"utf-8").lower() in (b"utf-8", b"utf8")


def _shows_token(headers: Headers) -> bool:
    """Whether a token says who asks: then no cookie does, so nobody can be made to ask without knowing."""
    return headers.get("authorization", "").lower().startswith("bearer ")


def same_site(headers: Headers) -> bool:
    """Whether a form comes from our own pages, by the browser's word, else by its Origin.

    A program that is no browser sends neither and carries nobody's cookies.
    """
    site = headers.get("sec-fetch-site")
    return site in ("same-origin", "none") if site else same_origin(headers)


def same_origin(headers: Headers) -> bool:
    """Whether Origin names our own host; its scheme may differ, since a proxy can speak https for us."""
    origin = headers.get("origin")
    return origin is None or _netloc(origin) == headers.get("host", "").lower() != ""


def _netloc(origin: str) -> str:
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:  # no address at all
        return ""


def _name(host: str) -> str:
    """A Host header without its port."""
    try:
        return (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""
