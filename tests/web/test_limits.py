"""How often somebody may ask: bursts, refills, addresses, guests, what is told, what is remembered."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from azulejos.web import limits
from azulejos.web.limits import (
    ACCOUNTS,
    FILES,
    MOVES,
    PAGES,
    POSTS,
    SHEETS,
    SOCKETS,
    TABLES,
    Book,
    Buckets,
    Kind,
    Rate,
)
from tests.web.site import BROWSER, HOST, PROGRAM, Site, with_site


class Clock:
    """Time that passes when we say so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    own = Clock()
    monkeypatch.setattr(limits.Limits.__init__, "__defaults__", (1.0, own))
    return own


def small(monkeypatch: pytest.MonkeyPatch, **rates: tuple[Rate, Rate]) -> None:
    """Other limits for some kinds: of an address, of a guest."""
    kinds = tuple(Kind(kind.name, *rates.get(kind.name, (kind.address, kind.guest))) for kind in limits.KINDS)
    monkeypatch.setattr(limits, "KINDS", kinds)


# --- buckets ---------------------------------------------------------------------------------------------


def test_a_bucket_gives_its_burst_then_as_much_as_flows_in() -> None:
    buckets = Buckets(Rate(3, 0.5))
    for _ in range(3):
        assert buckets.wait("ana", 10.0) == 0
        buckets.take("ana", 10.0)
    assert buckets.wait("ana", 10.0) == 2.0
    assert buckets.wait("ana", 11.0) == 1.0
    assert buckets.wait("ana", 12.0) == 0
    assert buckets.wait("bea", 10.0) == 0
    buckets.take("ana", 12.0)
    assert buckets.wait("ana", 5.0) == 2.0  # a clock that goes back gives nothing away
    for _ in range(3):
        assert buckets.wait("ana", 1e6) == 0  # full again, and not fuller
        buckets.take("ana", 1e6)
    assert buckets.wait("ana", 1e6) == 2.0


def test_memory_is_bounded_and_who_was_not_seen_for_longest_is_forgotten() -> None:
    buckets = Buckets(Rate(1, 0.001), most=100)
    for number in range(1000):
        buckets.take(f"address {number}", float(number))
        assert len(buckets) <= 100
    assert buckets.wait("address 999", 1000.0) > 0
    assert buckets.wait("address 899", 1000.0) == 0
    book = Book(1.0, most=10)
    for number in range(100):
        book.ask(PAGES, f"192.0.2.{number}", f"guest {number}", 0.0)
    assert len(book) == 20


def test_a_refused_request_costs_nobody_anything() -> None:
    book = Book()
    least = min(TABLES.guest.burst, TABLES.address.burst)
    assert all(book.ask(TABLES, "192.0.2.1", "ana", 0.0) == 0 for _ in range(int(least)))
    waits = {book.ask(TABLES, "192.0.2.1", "ana", 0.0) for _ in range(1000)}
    assert waits == {1 / TABLES.guest.refill}
    assert book.ask(TABLES, "192.0.2.1", "bea", 0.0) == 0  # who shares the address


def test_a_factor_makes_all_limits_more_generous() -> None:
    assert Rate(10, 2).times(3) == Rate(30, 6)
    assert Rate(10, 2).times(0.01) == Rate(1.0, 0.02)


@pytest.mark.parametrize(
    ("method", "path", "kind"),
    [
        ("GET", "/", PAGES),
        ("GET", "/api/lobby", PAGES),
        ("GET", "/static/abc/js/table.js", None),
        ("GET", "/healthz", None),
        ("GET", "/readyz", None),
        ("GET", "/sw.js", None),
        ("GET", "/swajs", PAGES),
        ("POST", "/static/abc", POSTS),
        ("POST", "/name", POSTS),
        ("POST", "/play", TABLES),
        ("POST", "/t/k3f9x2ab7q/again", TABLES),
        ("POST", "/api/tables", TABLES),
        ("POST", "/api/tables/k3f9x2ab7q/moves", MOVES),
        ("POST", "/api/tables/k3f9x2ab7q/again", TABLES),
        ("POST", "/learn/azul", TABLES),
        ("POST", "/account/signin", ACCOUNTS),
        ("POST", "/api/guests", ACCOUNTS),
        ("PATCH", "/api/me", POSTS),
        ("DELETE", "/api/tokens/1", ACCOUNTS),
        ("PUT", "/api/sheets/k3f9x2ab7qk3f9x2ab7q/fields", SHEETS),
        ("POST", "/api/leagues/k3f9x2ab7q/import", FILES),
        ("POST", "/l/k3f9x2ab7q/import", FILES),
        ("POST", "/api/leagues/k3f9x2ab7q/results", POSTS),
        ("BREW", "/", POSTS),
    ],
)
def test_what_a_request_counts_as(method: str, path: str, kind: Kind | None) -> None:
    assert limits.kind_of({"type": "http", "method": method, "path": path}) is kind


@pytest.mark.parametrize(
    ("client", "key"),
    [
        (("192.0.2.7", 4711), "192.0.2.7"),
        (("2001:db8:1:2:3:4:5:6", 1), "2001:db8:1:2::"),
        (("2001:db8:1:2::9", 1), "2001:db8:1:2::"),  # the same household
        (("::ffff:192.0.2.7", 1), "192.0.2.7"),
        (("unix:" + "x" * 500, 0), "unix:" + "x" * 59),
        (None, "here"),
    ],
)
def test_where_a_request_comes_from(client: Any, key: str) -> None:
    assert limits.address_of({"client": client}) == key


# --- in front of the app ---------------------------------------------------------------------------------


def test_a_guest_who_opens_too_many_tables_is_told_when_to_come_again(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    small(monkeypatch, tables=(Rate(3, 0.1), Rate(2, 0.1)))

    async def test(site: Site) -> None:
        ana, bea = site.visitor(), site.visitor()
        await ana.get("/")
        await bea.get("/")
        wish = {"level": "greedy", "name": "Ana"}
        for _ in range(2):
            await site.table(ana)
        clock.now += 0.5
        page = await ana.post("/play", data=wish)
        assert (page.status_code, page.headers["retry-after"]) == (429, "10")
        assert "Too fast; try again in 10 seconds." in page.text
        assert page.headers["x-content-type-options"] == "nosniff"
        french = {"accept-language": "fr", **PROGRAM}
        told = await ana.post("/play", data=wish, headers=french)
        assert told.json() == {
            "error": {"code": "slow_down", "message": "Trop vite\u202f; réessayez dans 10 secondes."}
        }
        await site.table(bea)
        shared = await bea.post("/play", data=wish)  # her second, but the address's fourth
        assert shared.status_code == 429
        assert (await ana.get("/")).status_code == 200  # other things are not touched
        clock.now += 10
        await site.table(ana)

    with_site(tmp_path, test)


def test_new_guests_all_the_time_do_not_help(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    small(monkeypatch, tables=(Rate(4, 0.1), Rate(2, 0.1)), posts=(Rate(3, 1), Rate(3, 1)))

    async def test(site: Site) -> None:
        answers = [
            (await site.visitor(**PROGRAM).post("/play", data={"level": "greedy", "name": "Ana"})).status_code
            for _ in range(6)
        ]
        assert answers == [201] * 4 + [429] * 2
        names = [(await site.visitor(**PROGRAM).post("/name", data={"name": "Bea"})) for _ in range(4)]
        assert [name.status_code for name in names] == [200] * 3 + [429]
        assert names[-1].headers["retry-after"] == "1"
        assert clock.now == 1000.0

    with_site(tmp_path, test)


def test_pages_are_limited_and_files_are_not(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    small(monkeypatch, pages=(Rate(5, 1), Rate(5, 1)))

    async def test(site: Site) -> None:
        ana = site.visitor()
        assert [(await ana.get("/nowhere")).status_code for _ in range(6)] == [404] * 5 + [429]
        for path in ("/healthz", "/sw.js", site.house.assets.address("icon.svg")):
            assert {(await ana.get(path)).status_code for _ in range(20)} == {200}
        clock.now += 1
        assert (await ana.get("/api/lobby", headers=PROGRAM)).status_code == 200
        assert (await ana.get("/api/lobby", headers=BROWSER)).json()["error"]["code"] == "slow_down"

    with_site(tmp_path, test)


def test_sockets_are_refused_before_they_open(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    small(monkeypatch, sockets=(Rate(3, 0.5), Rate(2, 0.5)))

    async def test(site: Site) -> None:
        ana = site.visitor()
        name = await site.table(ana)
        for _ in range(2):
            await (await site.enter(name, ana)).hang_up()
        refused = site.socket(name, ana, extensions={"websocket.http.response": {}})
        answer = await refused.event()
        assert (answer["type"], answer["status"]) == ("websocket.http.response.start", 429)
        assert (b"retry-after", b"2") in answer["headers"]
        body = await refused.event()
        assert json.loads(body["body"])["error"]["code"] == "slow_down"
        plain = site.socket(name, ana)  # a server that cannot answer
        assert await plain.closed() == 1008
        clock.now += 2
        await (await site.enter(name, ana)).hang_up()

    with_site(tmp_path, test)


def test_a_program_is_known_by_its_token(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    small(monkeypatch, pages=(Rate(100, 1), Rate(2, 1)))

    async def test(site: Site) -> None:
        for token in ("one", "two"):
            program = site.visitor(**PROGRAM, authorization=f"Bearer {token}")
            assert [(await program.get("/nowhere")).status_code for _ in range(3)] == [404, 404, 429]
        forged = site.visitor(**PROGRAM, cookie="guest=made.up.cookie")
        assert [(await forged.get("/nowhere")).status_code for _ in range(3)] == [404] * 3  # as an address
        assert clock.now == 1000.0

    with_site(tmp_path, test)


def test_a_token_written_differently_is_the_same_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small(monkeypatch, pages=(Rate(50, 0), Rate(3, 0)))

    async def test(site: Site) -> None:
        token = (await site.visitor(**PROGRAM).post("/api/guests", json={"name": "Robot"})).json()["token"]
        ways = (f"Bearer {token}", f"bearer  {token}", f"BEARER   {token}", f"Bearer     {token}")
        answers = [
            await site.visitor(**PROGRAM).get("/api/me", headers={"authorization": way}) for way in ways
        ]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429]

    with_site(tmp_path, test)


def test_limits_can_be_switched_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small(monkeypatch, pages=(Rate(1, 0.001), Rate(1, 0.001)))

    async def test(site: Site) -> None:
        assert {(await site.visitor().get("/healthz")).status_code for _ in range(10)} == {200}
        assert {(await site.visitor().get("/nowhere")).status_code for _ in range(10)} == {404}

    with_site(tmp_path, test, limits=0.0)


def test_too_many_open_games_also_say_when_to_come_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("azulejos.service.lobby.MOST_TABLES", 1)

    async def test(site: Site) -> None:
        ana = site.visitor(**PROGRAM)
        wish = {"level": "greedy", "name": "Ana"}
        assert (await ana.post("/play", data=wish)).status_code == 201
        answer = await ana.post("/play", data=wish)
        assert (answer.status_code, answer.json()["error"]["code"]) == (429, "too_many")
        assert answer.headers["retry-after"] == "60"

    with_site(tmp_path, test)


# --- behind a proxy --------------------------------------------------------------------------------------


def through_proxy(
    folder: Path, proxies: tuple[str, ...], test: Callable[[httpx.AsyncClient], Awaitable[None]]
) -> None:
    """As uvicorn puts it together for these proxies, asked by a program at 127.0.0.1."""

    async def run() -> None:
        async with Site(folder, proxies=proxies) as site:
            app: Any = ProxyHeadersMiddleware(site.app, list(proxies)) if proxies else site.app  # type: ignore[arg-type]
            transport = httpx.ASGITransport(app, client=("127.0.0.1", 123))
            async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as client:
                await test(client)

    asyncio.run(run())


def test_forwarded_addresses_count_only_from_proxies_that_are_named(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    small(monkeypatch, pages=(Rate(2, 0.001), Rate(2, 0.001)))

    async def asked(client: httpx.AsyncClient, *addresses: str) -> list[int]:
        answers = [await client.get("/nowhere", headers={"x-forwarded-for": each}) for each in addresses]
        return [answer.status_code for answer in answers]

    async def believed(client: httpx.AsyncClient) -> None:
        assert await asked(client, *[f"192.0.2.{n}" for n in range(9)]) == [404] * 9
        assert await asked(client, *["198.51.100.1, 192.0.2.1"] * 2) == [404, 429]  # what a visitor made up

    async def not_believed(client: httpx.AsyncClient) -> None:
        assert await asked(client, *[f"192.0.2.{n}" for n in range(4)]) == [404, 404, 429, 429]

    with caplog.at_level(logging.WARNING):
        through_proxy(tmp_path / "a", ("127.0.0.1",), believed)
        assert caplog.messages == []
        through_proxy(tmp_path / "b", (), not_believed)
        assert [message for message in caplog.messages if "AZULEJOS_PROXIES" in message] == caplog.messages
        assert len(caplog.messages) == 1
        through_proxy(tmp_path / "c", ("10.0.0.0/8",), not_believed)
    assert clock.now == 1000.0


def test_a_proxy_that_is_named_tells_whether_the_visitor_came_by_https(tmp_path: Path) -> None:
    async def https(client: httpx.AsyncClient) -> None:
        answer = await client.get("/", headers={"x-forwarded-proto": "https", **BROWSER})
        assert "secure" in answer.headers["set-cookie"].lower()

    async def http(client: httpx.AsyncClient) -> None:
        answer = await client.get("/", headers={"x-forwarded-proto": "https", **BROWSER})
        assert "secure" not in answer.headers["set-cookie"].lower()

    through_proxy(tmp_path / "a", ("127.0.0.1",), https)
    through_proxy(tmp_path / "b", (), http)


def test_the_limits_are_generous_enough_for_a_room_full_of_players() -> None:
    for kind in limits.KINDS:
        assert kind.address.burst >= 2 * kind.guest.burst
        assert kind.guest.burst >= 10
    assert SOCKETS.address.burst >= 200
