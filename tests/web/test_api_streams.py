"""What the API sends bit by bit: a table's events, finished games as lines."""

import asyncio
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from azulejos import games
from azulejos.service.exports import told_game
from azulejos.store.records import Table
from azulejos.web import streaming
from azulejos.web.api import exports, models
from tests.web.site import HOST, Site, with_site
from tests.web.test_api import fault, new_table, program, say


class Stream:
    """A reader of an event stream, driven as a server would drive it."""

    def __init__(
        self, site: Site, path: str, method: str = "GET", client: str = "192.0.2.7", **headers: str
    ) -> None:
        self._out: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._gone = asyncio.Event()
        self.reading = asyncio.Event()
        self.reading.set()
        self.last = ""  # the id of the last event
        path, _, query = path.partition("?")
        named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": query.encode(),
            "headers": [(b"host", HOST.encode()), *named],
            "client": (client, 4711),
            "server": (HOST, 80),
            "state": {},
        }
        self.task = asyncio.create_task(site.app(scope, self._receive, self._send))

    async def _receive(self) -> dict[str, Any]:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        await self.reading.wait()
        self._out.put_nowait(message)

    async def start(self) -> tuple[int, dict[str, str]]:
        async with asyncio.timeout(10):
            message = await self._out.get()
        return message["status"], {name.decode(): value.decode() for name, value in message["headers"]}

    async def text(self) -> str:
        async with asyncio.timeout(10):
            return str((await self._out.get())["body"].decode())

    async def view(self) -> tuple[str, dict[str, Any]]:
        """The next event's id and data."""
        while not (text := await self.text()).startswith("event: "):
            pass
        kind, number, data = text.strip().split("\n")
        assert kind == "event: view"
        self.last = number.removeprefix("id: ")
        return self.last.partition("-")[0], json.loads(data.removeprefix("data: "))

    async def leave(self) -> None:
        self._gone.set()
        async with asyncio.timeout(10):
            await self.task


async def play_one(ana: Any, table: str) -> dict[str, Any]:
    may = (await ana.get(f"/api/tables/{table}/moves")).json()
    move = {"ply": may["ply"], "seat": may["seat"], "move": may["moves"][0]}
    answer = await ana.post(f"/api/tables/{table}/moves", json=move)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def test_events_are_the_views_of_the_socket(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana = await program(site)
        table = await new_table(ana, mode="device")
        mine = Stream(site, f"/api/tables/{table}/events", authorization=ana.headers["authorization"])
        other = Stream(site, f"/api/tables/{table}/events", accept_encoding="gzip")
        for stream in (mine, other):
            status, headers = await stream.start()
            assert (status, headers["content-type"]) == (200, "text/event-stream; charset=utf-8")
            assert "content-encoding" not in headers  # packing would hold events back
            assert headers["cache-control"] == "no-store"
        assert "retry:" in await mine.text()
        number, view = await mine.view()
        assert (number, view["you"], len(view["log"])) == ("1", [0, 1], 1)
        models.View(**view)
        assert (await other.view())[1]["you"] == []
        await play_one(ana, table)
        while (told := await mine.view())[0] == "1":
            pass
        assert told[1]["from"] == 1
        assert len(told[1]["log"]) == told[1]["ply"] - 1
        await mine.leave()
        await other.leave()
        assert not (await site.house.service.table(table)).viewers

    with_site(tmp_path, test)


def test_a_reader_that_comes_back_gets_what_it_missed(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana = await program(site)
        table = await new_table(ana, mode="device")
        await play_one(ana, table)
        ply = (await play_one(ana, table))["ply"]
        for headers, query, since in (
            ({"last_event_id": "2"}, "", 2),
            ({}, "?since=1", 1),
            ({"last_event_id": "nonsense"}, "", 0),
            ({"last_event_id": "99999"}, "", ply),
        ):
            stream = Stream(site, f"/api/tables/{table}/events{query}", **headers)
            view = (await stream.view())[1] if (await stream.start())[0] == 200 else {}
            assert (view["from"], len(view["log"])) == (since, ply - since)
            await stream.leave()

    with_site(tmp_path, test)


def test_a_reader_that_comes_back_after_a_take_back_gets_what_stands_there_now(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana = await program(site)
        table = await new_table(ana, mode="device")
        address = f"/api/tables/{table}"
        await play_one(ana, table)
        reader = Stream(site, f"{address}/events")
        assert (await reader.start())[0] == 200
        ply, _ = await reader.view()
        await reader.leave()
        for meanwhile, since in ((0, int(ply)), (1, 0)):
            for _ in range(meanwhile):
                assert (await say(ana, table, "takeback")).status_code == 200
                may = (await ana.get(f"{address}/moves")).json()
                other = {"ply": may["ply"], "seat": may["seat"], "move": may["moves"][-1]}
                assert (await ana.post(f"{address}/moves", json=other)).status_code == 200
            again = Stream(site, f"{address}/events", last_event_id=reader.last)
            assert (await again.start())[0] == 200
            number, view = await again.view()
            assert (number, view["from"], len(view["log"])) == (ply, since, int(ply) - since)
            await again.leave()

    with_site(tmp_path, test)


def test_a_reader_that_does_not_read_costs_nothing_and_is_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(site: Site) -> None:
        ana = await program(site)
        table = await new_table(ana, mode="device")
        slow = Stream(site, f"/api/tables/{table}/events")
        await slow.start()
        await slow.view()
        slow.reading.clear()
        for _ in range(3):
            await play_one(ana, table)
        await asyncio.sleep(0.3)
        slow.reading.set()
        async with asyncio.timeout(10):
            await slow.task
        assert not (await site.house.service.table(table)).viewers

    monkeypatch.setattr(streaming, "SLOWEST", 0.1)
    with_site(tmp_path, test)


def test_silence_is_broken_by_a_heartbeat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(site: Site) -> None:
        table = await new_table(await program(site))
        stream = Stream(site, f"/api/tables/{table}/events")
        await stream.start()
        while await stream.text() != ": still here\n\n":
            pass
        await stream.leave()

    monkeypatch.setattr(streaming, "BEAT", 0.05)
    with_site(tmp_path, test)


def test_streams_are_limited_and_end_with_the_table(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        table = await new_table(await program(site))
        streams = [Stream(site, f"/api/tables/{table}/events", client=f"2001:db8::{n}") for n in range(3)]
        assert sorted([(await stream.start())[0] for stream in streams]) == [200, 200, 429]  # one household
        unknown = Stream(site, "/api/tables/nowhere/events")
        assert (await unknown.start())[0] == 404
        head = Stream(site, f"/api/tables/{table}/events", "HEAD", authorization="")
        async with asyncio.timeout(10):
            await head.task
            (await site.house.service.table(table)).viewers.pop().close()
            while sum(stream.task.done() for stream in streams) < 2:  # the refused one, and this
                await asyncio.sleep(0.01)
        for stream in streams:
            await stream.leave()

    with_site(tmp_path, test, sockets=2)


# --- finished games --------------------------------------------------------------------------------------


async def finished(ana: Any, **wish: Any) -> str:
    """A game that was given up at once."""
    table = await new_table(ana, **{"listed": True, **wish})
    assert (await say(ana, table, "resign")).json()["status"] == "over"
    return table


def test_finished_public_games_are_lines(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana, anyone = await program(site), site.visitor()
        ids = [await finished(ana) for _ in range(10)]
        ids.append(await finished(ana, game="pavilion"))
        await finished(ana, listed=False)
        await new_table(ana, listed=True)
        whole = await anyone.get("/api/games.ndjson")
        assert whole.headers["content-type"].startswith("application/x-ndjson")
        lines = [models.Game(**json.loads(line)) for line in whole.text.splitlines()]
        assert [line.id for line in lines] == ids
        assert (lines[0].names, lines[0].bots) == (["Ana", "greedy (bot)"], [None, "greedy"])
        assert (lines[0].ending, lines[0].winners) == ("resigned", [1])
        assert games.read(lines[0].record).names[0] == "Ana"
        page, found = "", []
        while got := (await anyone.get(f"/api/games.ndjson?limit=4&cursor={page}")).text.splitlines():
            assert len(got) <= 4
            found += [json.loads(line)["id"] for line in got]
            page = json.loads(got[-1])["cursor"]
        assert found == ids
        only = (await anyone.get("/api/games.ndjson?game=pavilion")).text.splitlines()
        assert [json.loads(line)["id"] for line in only] == ids[-1:]

    with_site(tmp_path, test, limits=0)


def test_finished_games_of_a_time(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana = await program(site)
        table = await finished(ana)
        now = datetime.now(UTC)
        early, late = ((now + timedelta(hours=hours)).isoformat() for hours in (-1, 1))
        for query, count in (
            ({"since": early}, 1),
            ({"since": late}, 0),
            ({"until": early}, 0),
            ({"until": late, "since": early}, 1),
            ({"since": "2026-01-01T00:00:00"}, 1),
        ):
            lines = (await ana.get("/api/games.ndjson", params=query)).text.splitlines()
            assert [json.loads(line)["id"] for line in lines] == [table] * count, query
        for query in (
            {"since": "9999-12-31T23:59:59-23:59"},
            {"until": "0001-01-01T00:00:00+23:59"},
            {"since": "x"},
            {"cursor": "x"},
            {"cursor": "AAAA"},
            {"limit": "0"},
            {"game": "go"},
        ):
            assert fault(await ana.get("/api/games.ndjson", params=query))[0] == 422, query

    with_site(tmp_path, test)


def test_a_game_that_cannot_be_read_hides_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(site: Site) -> None:
        ana = await program(site)
        ids = [await finished(ana) for _ in range(12)]
        spoiled, never_begun = ids[1], ids[3]

        def told(table: Table) -> Any:
            if table.id == spoiled:
                raise ValueError("no such move")
            return None if table.id == never_begun else told_game(table)

        monkeypatch.setattr(exports, "told_game", told)
        lines = (await ana.get("/api/games.ndjson?limit=10")).text.splitlines()
        assert [json.loads(line)["id"] for line in lines] == [
            one for one in ids if one not in (spoiled, never_begun)
        ]
        assert f"table {spoiled} cannot be exported" in caplog.text

    with_site(tmp_path, test, limits=0)
