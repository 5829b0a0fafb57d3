"""For whoever runs the server: readiness, metrics, logs; and the description, as data and as a page."""

import asyncio
import json
import logging
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from azulejos.service.lobby import Service
from azulejos.store.db import StoreError, open_store
from azulejos.web.app import create_app
from azulejos.web.config import Config
from azulejos.web.logs import JsonLine, OneLine, request_id
from azulejos.web.metrics import Counter, Histogram, Meters
from azulejos.web.watched import FRESH, WatchedDesk, WatchedStore
from tests.service.house import QuickDesk
from tests.web.site import Site, with_site
from tests.web.test_api import fault, new_table, program, say


def from_here(site: Site, client: str = "127.0.0.1", **headers: str) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(site.app, client=(client, 1))
    return httpx.AsyncClient(transport=transport, base_url="http://azulejos.test", headers=headers)


# --- readiness and metrics -------------------------------------------------------------------------------


def test_ready_or_not_and_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(site: Site) -> None:
        anyone = site.visitor()
        assert (await anyone.get("/healthz")).json()["status"] == "ok"
        ready = await anyone.get("/readyz")
        assert (ready.status_code, ready.json()) == (200, {"ready": True, "reasons": []})

        async def broken() -> None:
            raise StoreError("no")

        monkeypatch.setattr(site.house.store, "check", broken)
        monkeypatch.setattr(site.house.service.desk, "crew", lambda: (0, 2))
        ready = await anyone.get("/readyz")
        assert (ready.status_code, ready.json()["ready"]) == (503, False)
        assert len(ready.json()["reasons"]) == 2

    with_site(tmp_path, test)


def test_an_older_schema_is_not_ready(tmp_path: Path) -> None:
    async def test() -> None:
        from sqlalchemy import text

        store = await open_store(f"sqlite+aiosqlite:///{tmp_path / 'a.db'}")
        await store.check()
        async with store._engines.write() as connection:
            await connection.execute(text("UPDATE alembic_version SET version_num = '0000'"))
        with pytest.raises(StoreError, match="0000"):
            await store.check()
        await store.close()

    asyncio.run(test())


def test_whoever_asks_often_whether_it_is_ready_costs_the_database_nothing(tmp_path: Path) -> None:
    async def test() -> None:
        store = await open_store(
            f"sqlite+aiosqlite:///{tmp_path / 'a.db'}", lambda engines: WatchedStore(engines, Meters())
        )
        asked = 0
        change = store._engines.change

        async def counted(work: Any) -> Any:
            nonlocal asked
            asked += 1
            return await change(work)

        store._engines.change = counted  # type: ignore[method-assign]
        await asyncio.gather(*(store.check() for _ in range(20)))
        await store.check()
        assert asked == 1
        store._asked -= FRESH + 1  # type: ignore[attr-defined]
        await store.check()
        assert asked == 2
        await store.close()

    asyncio.run(test())


def test_metrics_count_what_happens(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana = await program(site)
        table = await new_table(ana)
        may = (await ana.get(f"/api/tables/{table}/moves")).json()
        move = {"ply": 1, "seat": 0, "move": may["moves"][0]}
        await ana.post(f"/api/tables/{table}/moves", json=move)
        await ana.post(f"/api/tables/{table}/moves", json=move)
        await ana.get("/made/up")
        page = await site.enter(table, ana)
        await page.until("view")
        page.say({"type": "start"})
        await page.until("refused")
        answer = await from_here(site).get("/metrics")
        assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
        found = dict(re.findall(r"^([^#\n].*) (\S+)$", answer.text, re.MULTILINE))
        assert found['azulejos_refusals_total{code="stale"}'] == "1"
        assert found['azulejos_refusals_total{code="not_possible"}'] == "1"
        route = 'method="POST",route="/api/tables/{table}/moves"'
        assert found[f'azulejos_requests_total{{{route},status="200"}}'] == "1"
        assert found['azulejos_requests_total{method="GET",route="other",status="404"}'] == "1"
        assert found["azulejos_tables_live"] == found["azulejos_viewers"] == "1"
        assert found["azulejos_move_seconds_count"] == "2"
        assert "Ana" not in answer.text
        assert table not in answer.text
        await page.hang_up()

    with_site(tmp_path, test)


def test_metrics_are_for_this_machine_or_a_token(tmp_path: Path) -> None:
    async def here(site: Site) -> None:
        assert (await from_here(site, "::1").get("/metrics")).status_code == 200
        assert (await from_here(site, "192.0.2.9").get("/metrics")).status_code == 404
        proxied = from_here(site, **{"x-forwarded-for": "192.0.2.9"})
        assert (await proxied.get("/metrics")).status_code == 404

    async def token(site: Site) -> None:
        assert (await from_here(site).get("/metrics")).status_code == 404
        shown = from_here(site, "192.0.2.9", authorization="Bearer sesame")
        assert (await shown.get("/metrics")).status_code == 200
        wrong = [(b"authorization", "Bearer sésame".encode())]
        assert (await from_here(site).get("/metrics", headers=wrong)).status_code == 404

    with_site(tmp_path, here)
    with_site(tmp_path, token, metrics="sesame")


def test_games_moves_and_bots_are_timed(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    meters = Meters()

    @asynccontextmanager
    async def opening(config: Config) -> AsyncIterator[Service]:
        store = await open_store(config.url, lambda engines: WatchedStore(engines, meters))
        service = Service(store, QuickDesk(), pace=0)
        await service.open()
        try:
            yield service
        finally:  # a test that fails with a store open would never end
            await service.close()
            await store.close()

    async def test() -> None:
        site = Site(tmp_path)
        site.app = create_app(site.config, opening)
        async with site:
            ana = await program(site)
            table = await new_table(ana)
            may = (await ana.get(f"/api/tables/{table}/moves")).json()
            move = {"ply": 1, "seat": 0, "move": may["moves"][0]}
            await ana.post(f"/api/tables/{table}/moves", json=move)
            await say(ana, table, "resign")
            assert meters.moves.value() >= 1
            assert meters.append_seconds.count() >= 1
            assert (meters.games.value(what="begun"), meters.games.value(what="ended")) == (1, 1)
            told = [record for record in caplog.records if record.name == "azulejos.games"]
            assert [record.getMessage().partition(":")[0] for record in told] == ["game begun", "game ended"]
            assert table in told[0].getMessage()
            assert "Ana" not in caplog.text

    caplog.set_level(logging.INFO, "azulejos.games")
    asyncio.run(test())


def test_a_desk_counts_who_stood_in() -> None:
    from azulejos import games

    async def test() -> None:
        meters = Meters()
        desk = WatchedDesk(0, meters)
        desk._patience = 0.01
        record = games.new("azul", seed=1, players=2).record()
        desk._check_open = lambda: None  # type: ignore[method-assign]
        assert (await desk.choose(record, "apprentice")).by == "greedy"
        assert (await desk.choose(record, "greedy")).by == "greedy"
        assert meters.stand_ins.value(level="apprentice") == 1
        assert meters.bot_seconds.count(level="greedy") == 1

    asyncio.run(test())


def test_the_text_of_meters() -> None:
    counter = Counter("a_total", "About a.", ("code",))
    counter.add(code='x"\\\n')
    counter.add(2, code="y")
    assert list(counter.lines()) == [
        "# HELP a_total About a.",
        "# TYPE a_total counter",
        'a_total{code="x\\"\\\\\\n"} 1',
        'a_total{code="y"} 2',
    ]
    histogram = Histogram("s", "Seconds.", (0.1, 1))
    for seconds in (0.05, 0.1, 0.5, 7):
        histogram.add(seconds)
    assert list(histogram.lines())[2:] == [
        's_bucket{le="0.1"} 2',
        's_bucket{le="1"} 3',
        's_bucket{le="+Inf"} 4',
        "s_sum 7.65",
        "s_count 4",
    ]
    for n in range(3000):
        counter.add(code=n)
    assert len(list(counter.lines())) == 2002  # nobody fills our memory


# --- the log ---------------------------------------------------------------------------------------------


def record_of(message: str, **more: Any) -> logging.LogRecord:
    made = logging.LogRecord(
        "azulejos.web", logging.ERROR, __file__, 1, message, (), more.pop("exc_info", None)
    )
    made.__dict__.update(more)
    return made


def test_no_letter_of_a_line_commands_a_terminal_or_ends_it() -> None:
    rude = "GET /t/\x1b[2J\x9b31m\r\u2028\u202e\x85é\U000e0001"
    record = logging.LogRecord("azulejos.web", logging.ERROR, "", 0, "%s", (rude,), None)
    for formatter in (OneLine("%(message)s"), JsonLine()):
        line = formatter.format(record)
        assert line.isprintable()
        assert "é" in line
    assert json.loads(line)["message"] == rude.replace("\U000e0001", "\ufffd")


def test_a_line_of_the_log_names_its_request() -> None:
    try:
        raise ValueError("two\nlines")
    except ValueError as error:
        caught = (type(error), error, error.__traceback__)
    before = request_id.set("abc123")
    try:
        plain = OneLine("%(message)s").format(record_of("bad", exc_info=caught))
        line = json.loads(JsonLine().format(record_of("bad", exc_info=caught)))
        facts = json.loads(JsonLine().format(record_of("x", facts={"event": "game begun", "table": "t"})))
    finally:
        request_id.reset(before)
    assert "\n" not in plain
    assert plain.endswith("[abc123]")
    assert (line["message"], line["problem"], line["request"]) == ("bad", "ValueError", "abc123")
    assert (facts["event"], facts["level"], "message" in facts) == ("game begun", "error", False)


def test_a_fault_is_one_line_with_the_id_that_the_visitor_got(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines: list[str] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(JsonLine().format(record))

    async def test(site: Site) -> None:
        async def broken(_: object) -> None:
            raise RuntimeError("secret of nobody")

        ana = await program(site)
        monkeypatch.setattr(site.house.service, "lobby", broken)
        answer = await ana.get("/api/lobby?token=az_inaddress")
        assert fault(answer) == (500, "our_fault")
        told = json.loads(lines[-1])
        assert told["request"] == answer.headers["x-request-id"]
        assert (told["problem"], told["at"]) == ("RuntimeError", "GET /api/lobby")
        assert "az_" not in "".join(lines)

    keep = Keep()
    logging.getLogger("azulejos.web").addHandler(keep)
    try:
        with_site(tmp_path, test)
    finally:
        logging.getLogger("azulejos.web").removeHandler(keep)


# --- the description -------------------------------------------------------------------------------------


def test_the_description_is_complete(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        described = (await site.visitor().get("/openapi.json")).json()
        names = {name for path in described["paths"].values() for name in path}
        assert names == {"get", "post", "put", "patch", "delete"}
        text = json.dumps(described)
        for name in re.findall(r'"#/components/schemas/(\w+)"', text):
            assert name in described["components"]["schemas"]
        assert "HTTPValidationError" not in text
        for path, methods in described["paths"].items():
            for method, told in methods.items():
                assert told["summary"], path
                if path.startswith("/api/"):
                    assert {"422", "429", "503"} <= set(told["responses"]), path
                    assert ("403" in told["responses"]) == (method != "get"), path
        ids = [told["operationId"] for methods in described["paths"].values() for told in methods.values()]
        assert len(set(ids)) == len(ids)

    with_site(tmp_path, test)


def test_the_reference_is_a_page_of_the_site(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        described = (await site.visitor().get("/openapi.json")).json()
        for lang, word in (("en", "Answers"), ("fr", "Réponses")):
            page = await site.visitor(accept_language=lang).get("/docs")
            assert page.status_code == 200
            assert word in page.text
            for path in described["paths"]:
                assert f"<code>{path}</code>" in page.text
            inside = page.text.partition("<main")[2]
            assert '<a href="#model-Options">Options</a>' in inside
            assert "&#34;friends&#34; | &#34;lesson&#34; = &#34;bots&#34;" in inside
            assert "<script" not in inside
            assert "style=" not in inside
            assert "docs." not in re.sub(r"docs/\w+\.md|docs\.css", "", inside)  # no text is missing
            targets = re.findall(r'href="#([^"]+)"', inside)
            ids = set(re.findall(r'id="([^"]+)"', inside))
            missing = {target for target in targets if not target.startswith("i-")} - ids
            assert not missing
        assert 'href="/docs"' in (await site.visitor().get("/")).text
        assert (await site.visitor(accept="application/json").get("/docs")).json() == described

    with_site(tmp_path, test)
