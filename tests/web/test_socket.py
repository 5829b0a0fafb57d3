"""The socket: views out, strict messages in; whoever is slow, rude or foreign disturbs nobody."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from urllib.parse import quote

import httpx
import pytest

from azulejos.service.tables import LiveTable
from azulejos.web.messages import BadMessage, read_message
from azulejos.web.resuming import marked
from tests.web.site import Site, with_site


def a_move(view: dict[str, Any], seat: int = 0) -> dict[str, Any]:
    """The first move that a view offers."""
    text = view["choices"]["groups"][0]["to"][0]["move"]
    return {"type": "move", "ply": view["ply"], "move": text, "seat": seat}


def test_a_move_comes_back_as_a_view_to_everybody(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana = site.visitor()
        name = await site.table(ana)
        player, watcher = await site.enter(name, ana), await site.enter(name)
        before = await player.until("view")
        assert (before["you"], before["acting"]) == ([0], 0)
        player.say(a_move(before))
        for page, you in ((player, [0]), (watcher, [])):
            while (view := await page.until("view"))["ply"] < before["ply"] + 2:  # the bot has answered
                pass
            assert view["you"] == you
        await player.hang_up()
        await watcher.hang_up()

    with_site(tmp_path, test)


def test_a_page_that_comes_back_gets_only_what_it_missed(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana = site.visitor()
        name = await site.table(ana)
        for query, start in (
            ("", 0),
            ("ply=1", 1),
            ("ply=0", 0),
            ("ply=-1", 0),
            ("ply=x", 0),
            ("ply=9999999", 1),
        ):
            page = await site.enter(name, ana, query=query)
            view = await page.until("view")
            assert (view["from"], len(view["log"])) == (start, 1 - start), query
            page.say({"type": "snapshot"})
            while (view := await page.until("view"))["from"]:
                pass
            assert len(view["log"]) == 1
            await page.hang_up()

    with_site(tmp_path, test)


async def device_move(site: Site, ana: httpx.AsyncClient, name: str, which: int) -> None:
    """One of the moves there are, by whoever's turn it is."""
    may = (await ana.get(f"/api/tables/{name}/moves")).json()
    live = await site.house.service.table(name)
    await live.play(live.table.host, may["seat"], may["ply"], may["moves"][which])


def test_a_page_that_was_away_while_a_move_was_taken_back_gets_what_stands_there_now(tmp_path: Path) -> None:
    """Also over a restart, when nothing but the record remembers."""

    async def test() -> None:
        async with Site(tmp_path) as site:
            ana = site.visitor()
            name = await site.table(ana, mode="device")
            await device_move(site, ana, name, 0)
            live = await site.house.service.table(name)
            old = marked(live, live.match.ply)
            await live.ask_takeback(live.table.host)
            await device_move(site, ana, name, -1)
            new = marked(live, live.match.ply)
            ply = live.match.ply
            assert old.partition("-")[0] == new.partition("-")[0] == str(ply)
        async with Site(tmp_path) as site:
            for query, start in ((old, 0), (new, ply), (f"{ply}-", 0), (f"{ply}-é", 0), ("-", 0)):
                page = await site.enter(name, ana, query=f"ply={quote(query)}")
                assert (await page.until("view"))["from"] == start, query
                await page.hang_up()

    asyncio.run(test())


def test_the_mark_is_the_one_that_pages_make() -> None:
    """The same as in tests/browser/js/resume.test.mjs."""
    entries = [SimpleNamespace(seat=-1, text="BBRK YYWW"), SimpleNamespace(seat=0, text="3B>2")]
    live = cast("LiveTable", SimpleNamespace(match=SimpleNamespace(entries=entries)))
    assert [marked(live, ply) for ply in (0, 1, 2)] == ["0-00000000", "1-05a71282", "2-407b077a"]


def test_nobody_plays_for_another(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana, eve = site.visitor(), site.visitor()
        name = await site.table(ana)
        await eve.get("/")
        view = await (own := await site.enter(name, ana)).until("view")
        for visitor in (eve, None):
            page = await site.enter(name, visitor)
            page.say(a_move(view))
            assert (await page.until("refused"))["error"]["code"] == "not_your_seat"
            await page.hang_up()
        await own.hang_up()

    with_site(tmp_path, test)


def test_refusals_go_to_one_page_and_a_fresh_view_follows(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana = site.visitor()
        name = await site.table(ana)
        page = await site.enter(name, ana)
        view = await page.until("view")
        for message, code in (
            ({**a_move(view), "ply": 77}, "stale"),
            ({**a_move(view), "move": "9B>2"}, "illegal_move"),
            ({**a_move(view), "seat": 1}, "not_your_seat"),
            ({"type": "start"}, "not_possible"),
            ({"type": "dance"}, "bad_message"),
            ("not json", "bad_message"),
        ):
            page.say(message)
            refused = await page.until("refused")
            assert set(refused) == {"type", "error"}
            assert refused["error"]["code"] == code
            assert (await page.until("view"))["ply"] == view["ply"]
        await page.hang_up()

    with_site(tmp_path, test)


def test_a_ping_is_answered(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        page = await site.enter(await site.table(site.visitor()))
        page.say({"type": "ping"})
        assert await page.until("pong") == {"type": "pong"}
        await page.hang_up()

    with_site(tmp_path, test)


def test_a_table_that_is_not_there(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        page = await site.enter("nowhere")
        assert (await page.next())["error"]["code"] == "unknown_table"
        assert await page.closed() == 4404

    with_site(tmp_path, test)


def test_friends_fill_the_seats_and_are_known_by_their_names(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana, bea = site.visitor(), site.visitor()
        name = await site.table(ana, mode="friends")
        await bea.get(f"/t/{name}")
        host, guest = await site.enter(name, ana), await site.enter(name, bea)
        assert (await guest.until("view"))["status"] == "open"
        guest.say({"type": "sit", "seat": 1, "name": "  Béa "})
        while (await host.until("view"))["seats"][1]["name"] != "Béa":
            pass
        host.say({"type": "start"})
        while (view := await guest.until("view"))["status"] != "playing":
            pass
        assert view["you"] == [1]
        assert 'value="Béa"' in (await bea.get("/")).text
        await guest.hang_up()
        await host.hang_up()

    with_site(tmp_path, test)


# --- rude and slow ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "null",
        '"move"',
        "{}",
        '{"type": "move"}',
        '{"type": "move", "ply": 1, "move": "1B>1"}',
        '{"type": "move", "ply": "1", "move": "1B>1", "seat": 0}',
        '{"type": "move", "ply": 1.0, "move": "1B>1", "seat": 0}',
        '{"type": "move", "ply": true, "move": "1B>1", "seat": 0}',
        '{"type": "move", "ply": -1, "move": "1B>1", "seat": 0}',
        '{"type": "move", "ply": 1, "move": "", "seat": 0}',
        '{"type": "move", "ply": 1, "move": "' + "x" * 41 + '", "seat": 0}',
        '{"type": "move", "ply": 1, "move": "1B>1", "seat": 4}',
        '{"type": "move", "ply": 1, "move": "1B>1", "seat": 0, "guest": "ana"}',
        '{"type": "ping", "extra": 1}',
        '{"type": "answer", "to": "draw", "yes": true}',
        '{"type": "answer", "to": "rematch", "yes": 1}',
        '{"type": "leave", "level": "deep"}',
        '{"type": "sit", "seat": 1, "name": ""}',
        '{"type": "sit", "seat": 1, "name": 7}',
        '{"type": "bot", "seat": 1}',
        '{"type": "bot", "seat": 1, "level": "' + "x" * 30 + '"}',
        "[" * 2000,
        '{"type": "ping"} {}',
    ],
)
def test_messages_are_read_strictly(text: str) -> None:
    with pytest.raises(BadMessage, match="not a message: "):
        read_message(text)


@pytest.mark.parametrize(
    "text",
    [
        '{"type": "move", "ply": 17, "move": "3B>2", "seat": 0}',
        '{"type": "answer", "to": "takeback", "yes": false}',
        '{"type": "leave", "level": null}',
        '{"type": "leave", "level": "artisan"}',
        '{"type": "sit", "seat": 1, "name": "Bea"}',
        '{"type": "bot", "seat": 2, "level": "master"}',
        '{"type": "bot", "seat": 2, "level": null}',
        *(f'{{"type": "{word}"}}' for word in ("snapshot", "ping", "takeback", "rematch", "resign", "stand")),
        '{"type": "start"}',
    ],
)
def test_messages_of_our_pages_are_understood(text: str) -> None:
    assert read_message(text).type in text


def test_a_message_that_is_too_large_ends_the_line(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        name = await site.table(site.visitor())
        for content in ("x" * 2049, "é" * 1025, b"bytes"):
            page = await site.enter(name)
            if isinstance(content, bytes):
                page.say_bytes(content)
            else:
                page.say(content)
            assert (await page.until("refused"))["error"]["code"] == "bad_message"
            assert await page.closed() == 1009

    with_site(tmp_path, test)


def test_a_flood_is_told_to_slow_down_and_let_go(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        page = await site.enter(await site.table(site.visitor()))
        for _ in range(20):
            page.say({"type": "ping"})
        for _ in range(20):
            await page.until("pong")
        page.say({"type": "ping"})
        assert (await page.until("refused"))["error"]["code"] == "slow_down"
        assert await page.closed() == 1008
        await page.task

    with_site(tmp_path, test)


def test_a_page_that_does_not_read_holds_up_nobody_and_is_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(site: Site) -> None:
        ana = site.visitor()
        name = await site.table(ana)
        player, sleeper = await site.enter(name, ana), await site.enter(name)
        view = await player.until("view")
        while view["watching"] < 1:
            view = await player.until("view")
        sleeper.reading.clear()
        for _ in range(3):  # moves and answers go on at once, meanwhile
            player.say(a_move(view))
            ply = view["ply"]
            while (view := await player.until("view"))["ply"] < ply + 2 or view["acting"] != 0:
                pass
        async with asyncio.timeout(5):
            await sleeper.task
        while view["watching"]:
            view = await player.until("view")
        await player.hang_up()

    monkeypatch.setattr("azulejos.web.socket.SLOWEST", 1.5)
    with_site(tmp_path, test)


def test_a_guest_has_so_many_sockets_and_no_more(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana = site.visitor()
        name = await site.table(ana)
        pages = [await site.enter(name, ana) for _ in range(3)]
        for page in pages:
            await page.until("view")
        refused = await site.enter(name, ana)
        assert (await refused.next())["error"]["code"] == "too_many"
        assert await refused.closed() == 1008
        strangers = [await site.enter(name) for _ in range(3)]  # counted by their address
        for page in strangers:
            await page.until("view")
        assert (await (await site.enter(name)).next())["error"]["code"] == "too_many"
        elsewhere = await site.enter(name, client=("192.0.2.8", 1))
        assert (await elsewhere.next())["type"] == "view"
        await pages.pop().hang_up()
        again = await site.enter(name, ana)
        assert (await again.next())["type"] == "view"
        for page in (*pages, *strangers, elsewhere, again):
            await page.hang_up()

    with_site(tmp_path, test, sockets=3)


def test_a_guest_cannot_dodge_the_limit_by_many_names(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        name = await site.table(site.visitor())
        open_pages = []
        for _ in range(10):
            someone = site.visitor()
            await someone.get("/")
            open_pages.append(await site.enter(name, someone))
            await open_pages[-1].until("view")
        someone = site.visitor()
        await someone.get("/")
        assert (await (await site.enter(name, someone)).next())["error"]["code"] == "too_many"
        for page in open_pages:
            await page.hang_up()

    with_site(tmp_path, test, sockets=1)


def test_a_household_is_one_address(tmp_path: Path) -> None:
    """Of IPv6 a household has a whole network: another address of it is no way round the limit."""

    async def test(site: Site) -> None:
        name = await site.table(site.visitor())
        pages = [await site.enter(name, client=(f"2001:db8:1:2::{n}", 1)) for n in range(3)]
        for page in pages:
            await page.until("view")
        refused = await site.enter(name, client=("2001:db8:1:2:ffff::1", 1))
        assert (await refused.next())["error"]["code"] == "too_many"
        neighbour = await site.enter(name, client=("2001:db8:1:3::1", 1))
        assert (await neighbour.next())["type"] == "view"
        for page in (*pages, neighbour):
            await page.hang_up()

    with_site(tmp_path, test, sockets=3)


def test_pages_are_let_go_when_the_server_ends(tmp_path: Path) -> None:
    async def test() -> None:
        async with Site(tmp_path) as site:
            page = await site.enter(await site.table(site.visitor()))
            await page.until("view")
        assert await page.closed() == 1001
        await page.task

    asyncio.run(test())
