"""Who goes while something runs: no game is held up, no room stranded, no name stays, no door stays open."""

import asyncio
import html
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import update

from azulejos.service import absence
from azulejos.service.accounts import MOMENT
from azulejos.service.tries import SIGN_UPS
from azulejos.store.records import now
from azulejos.store.schema import accounts
from tests.web.site import PROGRAM, Socket
from tests.web.test_accounts import CODE, OTHER, WORDS, Desk, at_desk, everything, mine, post, who

NAME = "Anastasia"
ROW = re.compile(r'name="where" value="([0-9a-f]{12})"')


async def at_a_table(
    desk: Desk, ana: httpx.AsyncClient, bea: httpx.AsyncClient, *, begun: bool = True, **form: str
) -> tuple[Any, Socket]:
    """A friends' table of Ana's with Bea at it, and Bea's page."""
    table = await desk.table(ana, name=NAME, mode="friends", **form)
    await bea.get("/")
    page = await desk.enter(table, bea)
    page.say({"type": "sit", "seat": 1, "name": "Bea"})
    while [seat["kind"] for seat in (await page.until("view"))["seats"][:2]] != ["person", "person"]:
        pass
    live = await desk.house.service.table(table)
    if begun:
        await live.start(live.table.host)
    return live, page


async def gone(ana: httpx.AsyncClient, folder: Path) -> None:
    """Ana deletes her account, and nothing names her any more."""
    answer = await post(ana, "delete", password=WORDS)
    assert answer.headers.get("location") == "/account?done=deleted", answer.text
    assert "nastasia" not in everything(folder)


@pytest.mark.parametrize("why", [absence.TIME, absence.AWAY])
def test_who_ran_out_of_time_can_still_go(tmp_path: Path, why: str) -> None:
    async def test(desk: Desk) -> None:
        (ana, _), bea = await desk.signed_up(NAME), desk.visitor()
        live, page = await at_a_table(desk, ana, bea, clock="5+10")
        await live._reseat(0, absence.lent(live.table.seats[0], "artisan", why))
        await gone(ana, tmp_path)
        assert (live.table.seats[0].name, live.table.seats[0].guest) == ("", None)
        assert live.table.status == "playing"
        await live._reseat(0, live.table.seats[0])  # what memory holds is written again with every change
        assert "nastasia" not in everything(tmp_path)
        await page.hang_up()

    at_desk(tmp_path, test)


def test_a_seat_left_before_goes_nameless_too(tmp_path: Path) -> None:
    async def test(desk: Desk) -> None:
        (ana, _), bea = await desk.signed_up(NAME), desk.visitor()
        live, page = await at_a_table(desk, ana, bea)
        await live.leave(live.table.host, None)
        assert live.table.seats[0].name == NAME  # the others know whose it was
        view = await page.until("view")
        assert not any(seat["lent"] for seat in view["seats"])
        await gone(ana, tmp_path)
        assert live.table.seats[0].name == ""
        await page.hang_up()

    at_desk(tmp_path, test)


def test_a_seat_left_is_no_game_of_ones_own(tmp_path: Path) -> None:
    async def test(desk: Desk) -> None:
        (ana, _), bea = await desk.signed_up(NAME), desk.visitor()
        live, page = await at_a_table(desk, ana, bea)
        await live.leave(live.table.seats[1].guest, None)
        assert (await bea.get("/api/lobby")).json()["mine"] == []
        view = (await bea.get(f"/api/tables/{live.table.id}")).json()
        assert (view["you"], [seat["lent"] for seat in view["seats"]]) == ([], [False, False])
        await page.hang_up()

    at_desk(tmp_path, test)


def test_names_of_a_guest_who_signed_in_go_with_the_account(tmp_path: Path) -> None:
    async def test(desk: Desk) -> None:
        (bea, _), phone = await desk.signed_up("Bea"), desk.visitor()
        left, page = await at_a_table(desk, phone, bea)  # a guest against Bea: left, then signed in as Ana
        await left.leave(left.table.host, None)
        await desk.signed_up(NAME)
        await post(phone, "signin", name=NAME, password=WORDS)
        await gone(phone, tmp_path)
        assert left.table.seats[0].name == ""
        await page.hang_up()

    at_desk(tmp_path, test)


def test_the_name_in_a_game_against_oneself_goes_too(tmp_path: Path) -> None:
    async def test(desk: Desk) -> None:
        (ana, _), phone = await desk.signed_up("Bea"), desk.visitor()
        live, page = await at_a_table(desk, phone, ana)
        await post(phone, "signin", name="Bea", password=WORDS)
        assert [seat.kind for seat in live.table.seats] == ["bot", "person"]
        answer = await post(phone, "delete", password=WORDS)
        assert answer.status_code == 303
        assert "nastasia" not in everything(tmp_path)
        assert await page.closed() == 1001

    at_desk(tmp_path, test)


def test_a_waiting_room_goes_to_who_waits_there(tmp_path: Path) -> None:
    async def test(desk: Desk) -> None:
        (ana, _), bea = await desk.signed_up(NAME), desk.visitor()
        _, page = await at_a_table(desk, ana, bea, begun=False, listed="on")
        await gone(ana, tmp_path)
        while not (view := await page.until("view"))["host"]:
            pass
        assert [seat["kind"] for seat in view["seats"]] == ["open", "person"]
        page.say({"type": "bot", "seat": 0, "level": "greedy"})
        page.say({"type": "start"})
        while (await page.until("view"))["status"] != "playing":
            pass
        await page.hang_up()

    at_desk(tmp_path, test)


def test_a_waiting_room_of_nobody_is_no_more(tmp_path: Path) -> None:
    async def test(desk: Desk) -> None:
        ana, _ = await desk.signed_up(NAME)
        rooms = [await desk.table(ana, name=NAME, mode="friends", listed="on") for _ in range(2)]
        stood = await desk.house.service.table(rooms[1])
        await stood.stand(stood.table.host)  # a host need not sit
        watcher = desk.visitor()
        await watcher.get("/")
        page = await desk.enter(rooms[0], watcher)
        await page.until("view")
        await gone(ana, tmp_path)
        assert await page.closed() == 1001
        for room in rooms:
            assert (await watcher.get(f"/t/{room}")).status_code == 404
            assert await desk.house.store.load_table(room) is None
        assert (await watcher.get("/api/lobby")).json()["open"] == []

    at_desk(tmp_path, test)


# --- at the same moment ----------------------------------------------------------------------------------


def test_of_two_who_want_one_name_one_gets_it(tmp_path: Path) -> None:
    async def test(desk: Desk) -> None:
        both = [desk.visitor(), desk.visitor()]
        answers = await asyncio.gather(
            *(
                post(one, "signup", name=NAME, password=words)
                for one, words in zip(both, (WORDS, OTHER), strict=True)
            )
        )
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        names = [await who(one) for one in both]
        assert sorted(names, key=str) == [NAME, None]

    at_desk(tmp_path, test)


def test_who_clicks_twice_gets_the_account_and_its_codes(tmp_path: Path) -> None:
    """A browser shows the answer to the second click alone, sent with the cookie from before the first."""

    async def test(desk: Desk) -> None:
        ana = desk.visitor()
        table = await desk.table(ana, name=NAME)
        old = ana.cookies["guest"]
        await post(ana, "signup", name=NAME, password=WORDS)
        thief = desk.visitor(cookie=f"guest={old}")
        assert (await post(thief, "signup", name=NAME, password=OTHER)).status_code == 409
        again = desk.visitor(cookie=f"guest={old}")
        page = await post(again, "signup", name=NAME, password=WORDS)
        codes = CODE.findall(page.text)
        assert (page.status_code, len(codes)) == (200, 8)
        ana.cookies["guest"] = again.cookies["guest"]
        assert (await who(ana), await mine(ana)) == (NAME, {table})
        answer = await post(desk.visitor(), "recover", name=NAME, code=codes[0], password=OTHER)
        assert answer.status_code == 303
        store = desk.house.store
        async with store._engines.write() as connection:
            await connection.execute(update(accounts).values(created=now() - 2 * MOMENT))
        assert (await post(desk.visitor(), "signup", name=NAME, password=OTHER)).status_code == 409

    at_desk(tmp_path, test)


@pytest.mark.parametrize("meanwhile", ["password", "recover", "delete"])
def test_no_session_survives_a_change_that_ends_them_all(tmp_path: Path, meanwhile: str) -> None:
    """Signed in with the old password, but written down a moment after every session was ended."""

    async def test(desk: Desk) -> None:
        ana, codes = await desk.signed_up(NAME)
        service, thief = desk.house.accounts, desk.visitor()
        sign_in = service.sign_in

        async def slow(*given: Any) -> Any:
            account = await sign_in(*given)
            forms = {
                "password": {"old": WORDS, "password": OTHER},
                "recover": {"name": NAME, "code": codes[0], "password": OTHER},
                "delete": {"password": WORDS},
            }
            assert (await post(ana, meanwhile, **forms[meanwhile])).status_code == 303
            return account

        service.sign_in = slow
        answer = await post(thief, "signin", name=NAME, password=WORDS)
        assert answer.status_code == 403
        assert await who(thief) is None
        assert await who(ana) == (None if meanwhile == "delete" else NAME)
        kept = await desk.house.store.find_account(NAME.lower())
        assert kept is None or len(await desk.house.store.sessions(kept.guest)) == 1

    at_desk(tmp_path, test)


def test_a_table_set_up_while_the_account_is_deleted_keeps_it(tmp_path: Path) -> None:
    async def test(desk: Desk) -> None:
        ana, _ = await desk.signed_up(NAME)
        service = desk.house.accounts
        leave_all = service._leave_all

        async def slow(guest: str) -> None:
            await leave_all(guest)
            await desk.table(ana, mode="friends")

        service._leave_all = slow
        answer = await post(ana, "delete", password=WORDS)
        assert (answer.status_code, await who(ana)) == (503, NAME)
        service._leave_all = leave_all
        await gone(ana, tmp_path)

    at_desk(tmp_path, test)


# --- one device, and no more -----------------------------------------------------------------------------


def test_one_other_device_is_signed_out_alone(tmp_path: Path) -> None:
    async def test(desk: Desk) -> None:
        ana, _ = await desk.signed_up(NAME)
        phone, tablet = await desk.signed_in(NAME), await desk.signed_in(NAME)
        made = await ana.post("/api/tokens", json={"label": "my <bot>"}, headers=PROGRAM)
        robot = desk.visitor(authorization=f"Bearer {made.json()['token']}", **PROGRAM)
        page = html.unescape((await ana.get("/account")).text)
        assert len(ROW.findall(page)) == 3  # not this one, which has its own button
        listed = (await phone.get("/account", headers=PROGRAM)).json()["account"]["sessions"]
        assert made.json()["id"] in {one["id"] for one in listed}
        assert (await robot.get("/api/me")).status_code == 200
        answer = await post(ana, "signout", where=made.json()["id"])
        assert answer.headers["location"] == "/account?done=device"
        assert "signed out" in (await ana.get(answer.headers["location"])).text
        assert (await robot.get("/api/me")).status_code == 401
        assert [await who(one) for one in (ana, phone, tablet)] == [NAME] * 3
        for row in ROW.findall((await ana.get("/account")).text):
            await post(ana, "signout", where=row)
            await post(ana, "signout", where=row)  # pressed twice
        assert [await who(one) for one in (ana, phone, tablet)] == [NAME, None, None]
        odd = await ana.post("/account/signout", data={"where": "0" * 13}, headers=PROGRAM)
        assert (odd.status_code, odd.json()["error"]["code"]) == (422, "bad_form")

    at_desk(tmp_path, test)


def test_nobody_signs_out_a_device_of_somebody_else(tmp_path: Path) -> None:
    async def test(desk: Desk) -> None:
        (ana, _), (bea, _) = await desk.signed_up(NAME), await desk.signed_up("Bea")
        await desk.signed_in(NAME)
        for row in ROW.findall((await ana.get("/account")).text):
            await post(bea, "signout", where=row)
        assert len(ROW.findall((await ana.get("/account")).text)) == 1
        own = (await ana.get("/account", headers=PROGRAM)).json()["account"]["sessions"]
        rows = ROW.findall((await ana.get("/account")).text)
        this = next(one["id"] for one in own if one["id"] not in rows)
        answer = await post(ana, "signout", where=this)  # by name, but it is here
        assert (answer.headers["location"], await who(ana)) == ("/account?done=out", None)

    at_desk(tmp_path, test)


def test_renaming_tells_no_more_names_than_signing_up(tmp_path: Path) -> None:
    async def test(desk: Desk) -> None:
        ana, _ = await desk.signed_up(NAME)
        for spelling in ("ANASTASIA", "anastasia", NAME) * 10:  # one's own is no question
            assert (await post(ana, "name", name=spelling)).status_code == 303
        answers = [await post(ana, "name", name=f"n{n}") for n in range(SIGN_UPS.burst)]
        assert [answer.status_code for answer in answers] == [303] * (SIGN_UPS.burst - 1) + [429]
        assert answers[-1].headers["retry-after"] == "180"

    at_desk(tmp_path, test)


@pytest.mark.parametrize("nameless", [False, True])
def test_a_private_league_keeps_the_name_unless_it_is_taken_along(tmp_path: Path, nameless: bool) -> None:
    async def test(desk: Desk) -> None:
        (ana, _), bea = await desk.signed_up(NAME), desk.visitor()
        made = (await ana.post("/api/leagues", json={"name": "Fridays"}, headers=PROGRAM)).json()
        secret = (await ana.get(f"/api/leagues/{made['id']}")).json()["invite"]
        await bea.get("/")
        await bea.post(f"/api/invitations/{secret}", json={"name": "Bea"}, headers=PROGRAM)
        await post(ana, "delete", password=WORDS, **({"nameless": "on"} if nameless else {}))
        left = (await bea.get(f"/api/leagues/{made['id']}/people")).text
        assert (NAME in left, "Bea" in left) == (not nameless, True)

    at_desk(tmp_path, test)
