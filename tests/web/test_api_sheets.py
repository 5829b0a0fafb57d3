"""Sheets over the API: begun, written in, listened to, put on record; what is wrong is named by field."""

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx

from azulejos.web.api import sheets
from tests.web.site import Site, with_site
from tests.web.test_api import fault, program

SHEET = "abcdefghjkmnpqrstuvw"
AT = 1_700_000_000_000


def edit(value: object, t: int = AT, by: str = "phone1") -> dict[str, Any]:
    return {"v": value, "t": t, "by": by}


async def write(client: httpx.AsyncClient, sheet: str = SHEET, **edits: Any) -> httpx.Response:
    """Write fields; `total_0` is the field total/0, a plain value gets a stamp."""
    named = {key.replace("_", "/"): one if isinstance(one, dict) else edit(one) for key, one in edits.items()}
    return await client.put(f"/api/sheets/{sheet}/fields", json={"edits": named})


def test_a_sheet_is_begun_by_writing_in_it_and_anybody_who_knows_it_reads_it(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana = await program(site)
        assert fault(await ana.get(f"/api/sheets/{SHEET}")) == (404, "unknown_sheet")
        made = await write(ana, game="azul", name_0="Ana", total_0=61)
        assert made.status_code == 200, made.text
        told = sheets.SheetTold(**made.json())
        assert (told.revision, told.fields["total/0"].v, told.problems) == (1, 61, [])
        stranger = site.visitor(accept="application/json")
        assert (await stranger.get(f"/api/sheets/{SHEET}")).json() == made.json()
        listed = sheets.SheetsTold(**(await ana.get("/api/sheets")).json())
        assert [(one.id, one.names[0]) for one in listed.sheets] == [(SHEET, "Ana")]
        assert (await stranger.get("/api/sheets")).json() == {"sheets": [], "leagues": []}

    with_site(tmp_path, test)


def test_the_same_edits_again_change_nothing_and_the_later_one_wins(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana, bea = await program(site), await program(site, "Bea")
        first = (await write(ana, total_0=edit(10, AT))).json()
        assert (await write(ana, total_0=edit(10, AT))).json() == first
        later = (await write(bea, total_0=edit(20, AT + 5, "phone2"))).json()
        assert (later["revision"], later["fields"]["total/0"]["v"]) == (2, 20)
        late = (await write(ana, total_0=edit(30, AT + 1))).json()  # made before, sent after
        assert (late["revision"], late["fields"]["total/0"]["v"]) == (2, 20)

    with_site(tmp_path, test)


def test_a_bad_field_is_named_and_the_others_are_taken(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana = await program(site)
        told = (
            await write(ana, nonsense=1, total_0="many", note="x" * 900, total_1=7, rows_0={"v": 1})
        ).json()
        assert set(told["fields"]) == {"total/1"}
        assert {one["field"]: one["code"] for one in told["problems"]} == {
            "nonsense": "unknown_field",
            "total/0": "bad_value",
            "note": "too_long",
            "rows/0": "bad_edit",
        }
        for problem in told["problems"]:
            sheets.SheetProblem(**problem)
            assert problem["text"] in site.house.texts["en"]
        bodies: list[Any] = [{}, {"edits": []}, {"edits": {}, "more": 1}, "text"]
        for body in bodies:
            bad = await ana.put(f"/api/sheets/{SHEET}/fields", json=body)
            assert fault(bad) == (422, "bad_request")
        assert fault(await write(ana, "short", total_0=1))[0] == 422

    with_site(tmp_path, test)


def test_a_finished_sheet_goes_on_record_once_and_a_correction_corrects_it(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana = await program(site)
        whole: dict[str, Any] = {
            "game": "azul",
            "way": "quick",
            "players": 2,
            "played": "2026-11-14",
            "name_0": "Ana",
            "name_1": "Bea",
            "total_0": 61,
        }
        early = (await write(ana, **whole, keep="own")).json()
        assert early["kept"] is None
        assert [(one["field"], one["code"]) for one in early["problems"]] == [("total/1", "total_missing")]
        kept = (await write(ana, total_1=40, keep=edit("own", AT + 1))).json()
        assert kept["problems"] == []
        sheets.KeptTold(**kept["kept"])
        again = (await write(ana, total_1=40, keep=edit("own", AT + 1))).json()  # the answer was lost
        assert again == kept
        changed = (await write(ana, total_1=edit(44, AT + 2), keep=edit("own", AT + 3))).json()
        assert changed["kept"]["result"] == kept["kept"]["result"]
        leagues = (await ana.get("/api/sheets")).json()["leagues"]
        assert [(one["kind"], [who["name"] for who in one["people"]]) for one in leagues] == [
            ("own", ["Ana", "Bea"])
        ]

    with_site(tmp_path, test)


def test_what_cannot_be_is_not_put_on_record(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana = await program(site)
        bad: dict[str, Any] = {
            "game": "azul",
            "way": "quick",
            "players": 2,
            "played": "2999-01-01",
            "keep": "own",
            "name_0": "Ana",
            "name_1": "ana",
            "total_0": -3,
            "total_1": 400,
            "rows_1": 7,
        }
        told = (await write(ana, **bad)).json()
        assert told["kept"] is None
        assert {(one["field"], one["code"]) for one in told["problems"]} == {
            ("played", "future"),
            ("name/1", "twice"),
            ("total/0", "total_negative"),
            ("total/1", "total_high"),
            ("rows/1", "rows_range"),
        }
        texts = site.house.texts["fr"]
        assert all(
            one["text"] in texts and texts.t(one["text"]) != one["message"] for one in told["problems"]
        )
        foreign = (await write(ana, keep=edit("nowhere", AT + 9))).json()
        assert [(one["field"], one["code"]) for one in foreign["problems"]] == [("keep", "unknown_league")]

    with_site(tmp_path, test)


def test_a_page_whose_cookie_is_gone_gets_one_with_its_first_edit(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        page = site.visitor(sec_fetch_mode="cors", sec_fetch_site="same-origin")
        assert "set-cookie" in (await write(page, game="azul")).headers
        assert [one["id"] for one in (await page.get("/api/sheets")).json()["sheets"]] == [SHEET]
        bare = site.visitor(accept="*/*")  # a program without a token leaves no guest behind
        assert "set-cookie" not in (await write(bare, "z" * 20, game="azul")).headers
        foreign = site.visitor(sec_fetch_mode="cors", sec_fetch_site="cross-site")
        assert fault(await write(foreign, total_0=1)) == (403, "foreign")

    with_site(tmp_path, test)


class Reader:
    """A stream read as a server sends it."""

    def __init__(self, site: Site, sheet: str, query: str = "", last: str | None = None) -> None:
        self._in: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._out: asyncio.Queue[Any] = asyncio.Queue()
        headers = [(b"host", b"azulejos.test"), (b"accept", b"text/event-stream")]
        if last is not None:
            headers.append((b"last-event-id", last.encode()))
        path = f"/api/sheets/{sheet}/events"
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "state": {},
            "query_string": query.encode(),
            "headers": headers,
            "client": ("192.0.2.9", 1),
            "server": ("azulejos.test", 80),
        }
        self._in.put_nowait({"type": "http.request", "body": b"", "more_body": False})
        self.task = asyncio.create_task(site.app(scope, self._in.get, self._out.put))

    async def next(self) -> dict[str, Any]:
        async with asyncio.timeout(10):
            found: dict[str, Any] = await self._out.get()
            return found

    async def view(self) -> dict[str, Any]:
        """The next sheet."""
        while b"event: view" not in (body := (await self.next()).get("body", b"")):
            pass
        number, data = body.decode().split("\n")[1:3]
        view: dict[str, Any] = json.loads(data.removeprefix("data: "))
        assert number == f"id: {view['revision']}"
        return view

    async def leave(self) -> None:
        self._in.put_nowait({"type": "http.disconnect"})
        async with asyncio.timeout(10):
            await self.task


def test_whoever_listens_hears_of_every_change(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana = await program(site)
        await write(ana, total_0=1)
        reader = Reader(site, SHEET)
        started = await reader.next()
        assert started["status"] == 200
        assert (await reader.view())["revision"] == 1
        await write(ana, total_0=edit(2, AT + 1))
        assert (await reader.view())["fields"]["total/0"]["v"] == 2
        knowing = Reader(site, SHEET, "known=2")
        back = Reader(site, SHEET, "known=-1", last="2")
        await asyncio.sleep(0.05)
        await write(ana, total_0=edit(3, AT + 2))
        for one in (reader, knowing, back):
            assert (await one.view())["revision"] == 3  # who knew the second has not got it again
            await one.leave()
        assert site.house.sockets._open == {}
        assert site.house.sheets._watchers == {}

    with_site(tmp_path, test)


def test_a_stream_of_nothing_is_refused_before_it_begins(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana = await program(site)
        assert fault(await ana.get(f"/api/sheets/{SHEET}/events")) == (404, "unknown_sheet")
        assert fault(await ana.get(f"/api/sheets/{SHEET}/events?known=-7"))[0] == 422

    with_site(tmp_path, test)
