"""How often one address and one guest may ask: token buckets before the whole app, in bounded memory."""

import ipaddress
import logging
import math
import re
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from azulejos.web import errors
from azulejos.web.house import house_of
from azulejos.web.sessions import COOKIE, hashed
from azulejos.web.tokens import bearer

log = logging.getLogger("azulejos.web")

MOST = 5_000  # buckets of one kind; each is a few hundred bytes
SAFE = ("GET", "HEAD", "OPTIONS")
FREE = re.compile(
    r"/(static/.*|healthz|readyz|metrics|sw\.js|manifest\.webmanifest|favicon\.ico|offline/[\w/]+)"
)


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, then so many a second."""

    burst: float
    refill: float

    def times(self, factor: float) -> "Rate":
        """A more generous rate, or a meaner one that still lets somebody in."""
        return Rate(max(1.0, self.burst * factor), self.refill * factor)


@dataclass(frozen=True, slots=True)
class Kind:
    """What is asked for, and how often one address and one guest may. Many people share an address."""

    name: str
    address: Rate
    guest: Rate


PAGES = Kind("pages", Rate(400, 20), Rate(150, 5))
POSTS = Kind("posts", Rate(200, 10), Rate(60, 2))
MOVES = Kind("moves", Rate(600, 100), Rate(60, 10))  # as fast as over a socket
TABLES = Kind("tables", Rate(60, 1 / 3), Rate(20, 1 / 6))
ACCOUNTS = Kind("accounts", Rate(30, 1 / 4), Rate(15, 1 / 10))  # a slow hash, or a guess at a password
SOCKETS = Kind("sockets", Rate(300, 10), Rate(60, 1))
SHEETS = Kind(
    "sheets", Rate(600, 20), Rate(120, 4)
)  # every tap on a sheet, and all of them after an hour away
FILES = Kind("files", Rate(40, 1 / 2), Rate(10, 1 / 10))  # a league's games, in or out: seconds of work
KINDS = (PAGES, POSTS, MOVES, TABLES, ACCOUNTS, SOCKETS, SHEETS, FILES)

_EXPORTS = re.compile(r"/l/[^/]+/export\.\w+|/api/leagues/[^/]+/export")
_POSTS = (  # the first that fits
    (re.compile(r"/play|/learn/.+|/t/[^/]+/again|/api/tables(/[^/]+/again)?"), TABLES),
    (re.compile(r"/api/tables/.+"), MOVES),
    (re.compile(r"/(api/)?(account|guest|token)s?(/.*)?"), ACCOUNTS),
    (re.compile(r"/api/sheets/.+"), SHEETS),
    (re.compile(r"/(l|api/leagues)/[^/]+/import"), FILES),
)


def kind_of(scope: Scope) -> Kind | None:
    """What a request counts as; None for what costs nothing."""
    if scope["type"] == "websocket":
        return SOCKETS
    path = scope["path"]
    if scope["method"] in SAFE:
        if _EXPORTS.fullmatch(path):
            return FILES
        return None if FREE.fullmatch(path) else PAGES
    return next((kind for pattern, kind in _POSTS if pattern.fullmatch(path)), POSTS)


class Buckets:
    """A bucket for each key seen lately: it holds what may still be taken, and fills up again."""

    def __init__(self, rate: Rate, most: int = MOST) -> None:
        self._rate, self._most = rate, most
        self._held: OrderedDict[str, tuple[float, float]] = OrderedDict()  # what was left, and when

    def __len__(self) -> int:
        return len(self._held)

    def wait(self, key: str, now: float) -> float:
        """Seconds until one can be taken; 0 if there is one."""
        left = self._left(key, now)
        if left >= 1:
            return 0.0
        return (1 - left) / self._rate.refill if self._rate.refill else 3600.0

    def take(self, key: str, now: float) -> None:
        """Take one. Where too many keys are known, the one not seen for longest is forgotten."""
        left = self._left(key, now)
        self._held[key] = left - 1, now
        self._held.move_to_end(key)
        while len(self._held) > self._most:
            self._held.popitem(last=False)

    def _left(self, key: str, now: float) -> float:
        left, since = self._held.get(key, (self._rate.burst, now))
        return min(self._rate.burst, left + max(0.0, now - since) * self._rate.refill)


class Book:
    """Who has asked for how much of what."""

    def __init__(self, factor: float = 1.0, most: int = MOST) -> None:
        self._addresses = {kind.name: Buckets(kind.address.times(factor), most) for kind in KINDS}
        self._guests = {kind.name: Buckets(kind.guest.times(factor), most) for kind in KINDS}

    def __len__(self) -> int:
        return sum(map(len, (*self._addresses.values(), *self._guests.values())))

    def ask(self, kind: Kind, address: str, guest: str | None, now: float) -> float:
        """Count one request and answer 0, or count nothing and answer how many seconds it is too early."""
        asked = [(self._addresses[kind.name], address)]
        if guest is not None:
            asked.append((self._guests[kind.name], guest))
        wait = max(buckets.wait(key, now) for buckets, key in asked)
        if wait == 0:
            for buckets, key in asked:
                buckets.take(key, now)
        return wait


class Limits:
    """Stands behind the guard and before the app."""

    def __init__(
        self, app: ASGIApp, factor: float = 1.0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._app = app
        self._book = Book(factor) if factor > 0 else None
        self._clock = clock
        self._warned = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._book is not None and scope["type"] in ("http", "websocket"):
            self._look(scope)
            kind = kind_of(scope)
            if kind is not None:
                connection = HTTPConnection(scope)
                wait = self._book.ask(kind, address_of(scope), guest_of(connection), self._clock())
                if wait > 0:
                    await refuse(connection, math.ceil(wait), receive, send)
                    return
        await self._app(scope, receive, send)

    def _look(self, scope: Scope) -> None:
        """Say once that a proxy is in front whose word nobody has told us to believe."""
        if self._warned or "x-forwarded-for" not in Headers(scope=scope):
            return
        self._warned = True  # also where it is believed: then the address is not the proxy's any more
        if not house_of(HTTPConnection(scope)).config.proxies:
            log.warning("a proxy is in front that is not believed: name its address with AZULEJOS_PROXIES")


async def refuse(connection: HTTPConnection, wait: int, receive: Receive, send: Send) -> None:
    """Answer 429 in our shape, with the seconds to wait; a socket is refused before it is opened."""
    scope = connection.scope
    if scope["type"] == "http":
        await errors.answer(connection, 429, "slow_down", wait=wait)(scope, receive, send)
        return
    await receive()  # the connect
    if "websocket.http.response" in scope.get("extensions", {}):
        await errors.answer(connection, 429, "slow_down", wait=wait)(scope, receive, send)
    else:
        await send({"type": "websocket.close", "code": 1008})


def address_of(scope: Scope) -> str:
    """Where a request comes from; of IPv6 the network that one household has."""
    client = scope.get("client")
    host = str(client[0])[:64] if client else "here"
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return host
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address.packed[:8] + bytes(8), 64)).network_address)


def guest_of(connection: HTTPConnection) -> str | None:
    """Whose request it is, by a cookie that we signed or by a program's token; nothing is looked up."""
    token = bearer(connection)  # read as the rest of the app reads it: one token, one bucket
    if token is not None:
        return hashed(token)
    secret, _ = house_of(connection).badges.read(connection.cookies.get(COOKIE))
    return None if secret is None else hashed(secret)
