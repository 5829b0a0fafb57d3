"""Accounts over HTTP: every form, what a planted cookie is worth, who learns what, what is left behind."""

import asyncio
import html
import json
import re
import sqlite3
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest

from azulejos.service import passwords
from azulejos.service.accounts import Accounts, code_hash, login_of, new_code
from azulejos.service.errors import BadPassword, SlowDown
from azulejos.service.passwords import Hasher, check_password
from azulejos.service.tries import PAIR, Rate, Tries
from azulejos.web.accounts import device
from azulejos.web.sessions import hashed
from tests.web.site import PROGRAM, Site, with_site

WORDS = "correct horse battery"
OTHER = "staple in the stable"
CODE = re.compile(r"<code>([a-z0-9-]{19})</code>")


class CheapHasher(Hasher):
    """Quick, and counts: a clock would tell less."""

    def __init__(self) -> None:
        super().__init__(memory=8, passes=1)
        self.work: list[str] = []

    async def _run(self, work: Any, *given: str) -> Any:
        self.work.append(work.__name__)
        return await super()._run(work, *given)


class Clock:
    """Time that passes when it is told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Desk(Site):
    """A site whose passwords are quickly hashed and whose time is ours."""

    async def __aenter__(self) -> "Desk":
        await super().__aenter__()
        self.hasher, self.clock = CheapHasher(), Clock()
        self.house.accounts = Accounts(self.house.service, self.hasher, Tries(self.clock))
        return self

    async def signed_up(
        self, name: str = "Ana", password: str = WORDS
    ) -> tuple[httpx.AsyncClient, list[str]]:
        """Somebody with an account, and their codes."""
        visitor = self.visitor()
        answer = await post(visitor, "signup", name=name, password=password)
        assert answer.status_code == 200, answer.text
        return visitor, CODE.findall(answer.text)

    async def signed_in(self, name: str = "Ana", password: str = WORDS) -> httpx.AsyncClient:
        visitor = self.visitor()
        answer = await post(visitor, "signin", name=name, password=password)
        assert answer.status_code == 303, answer.text
        return visitor


async def post(visitor: httpx.AsyncClient, step: str, **form: str) -> httpx.Response:
    return await visitor.post(f"/account/{step}", data=form)


async def mine(visitor: httpx.AsyncClient) -> set[str]:
    return {card["id"] for card in (await visitor.get("/api/lobby")).json()["mine"]}


async def who(visitor: httpx.AsyncClient) -> str | None:
    """The account that a browser is signed in with."""
    told = (await visitor.get("/account", headers=PROGRAM)).json()["account"]
    return told and str(told["name"])


def at_desk(folder: Path, test: Callable[[Desk], Awaitable[None]]) -> None:
    async def run() -> None:
        async with Desk(folder, limits=0) as desk:
            await test(desk)

    asyncio.run(run())


def said(answer: httpx.Response) -> str:
    found = re.search(r'id="refusal".*?<span>(.*?)</span>', answer.text, re.DOTALL)
    return html.unescape(found[1]) if found else ""


# --- signing up ------------------------------------------------------------------------------------------


def test_a_guest_who_signs_up_keeps_their_games(tmp_path: Path) -> None:
    async def test(desk: Desk) -> None:
        ana = desk.visitor()
        table = await desk.table(ana)
        old = ana.cookies["guest"]
        page = await post(ana, "signup", name="Ana", password=WORDS)
        assert page.status_code == 200
        assert page.headers["cache-control"] == "no-store"
        codes = CODE.findall(page.text)
        assert len(set(codes)) == 8
        assert await mine(ana) == {table}
        assert await who(ana) == "Ana"
        assert WORDS not in page.text
        again = await post(ana, "signup", name="Ana", password=WORDS)  # the page loaded again
        assert (again.status_code, again.headers["location"]) == (303, "/account")
        planted = desk.visitor(cookie=f"guest={old}")  # whoever knew the cookie before is nobody now
        assert (await mine(planted), await who(planted)) == (set(), None)

    at_desk(tmp_path, test)


def test_a_program_signs_up_too(tmp_path: Path) -> None:
    async def test(desk: Desk) -> None:
        robot = desk.visitor(**PROGRAM)
        answer = await post(robot, "signup", name="Robot", password=WORDS)
        assert answer.status_code == 201
        assert len(answer.json()["codes"]) == 8
        told = (await robot.get("/account")).json()["account"]
        assert (told["name"], told["codes"], len(told["sessions"])) == ("Robot", 8, 1)
        assert "hash" not in json.dumps(told)
        assert (await post(robot, "signup", name="Two", password=WORDS)).status_code == 409
        assert (await post(robot, "signout", where="here")).json() == {"done": True}
        assert (await robot.get("/account")).json() == {"account": None}
        wrong = await post(robot, "signin", name="Robot", password="something else")
        assert (wrong.status_code, wrong.json()["error"]["code"]) == (403, "bad_login")
        for step in ("name", "password", "codes", "delete"):
            form = {"name": {"name": "x"}, "password": {"old": "x", "password": OTHER}}
            answer = await post(robot, step, **form.get(step, {"password": "x"}))
            assert (answer.status_code, answer.json()["error"]["code"]) == (403, "not_signed_in")

    at_desk(tmp_path, test)


@pytest.mark.parametrize(
    ("name", "password", "status", "code"),
    [
        ("ANA", OTHER, 409, "name_taken"),
        ("Ａｎａ", OTHER, 409, "name_taken"),
        (" ana ", OTHER, 409, "name_taken"),
        ("", OTHER, 422, "bad_name"),
        ("x" * 25, OTHER, 422, "bad_name"),
        ("Bea", "seven77", 422, "password_short"),
        ("Bea", "x" * 255 + "éé", 422, "password_long"),
        ("Béatrice", "béaTRICE", 422, "password_name"),
        ("Bea", "PassWord123", 422, "password_common"),
        ("Bea", "zzzzzzzzzzzz", 422, "password_common"),
        ("Bea", "x" * 1001, 422, "bad_form"),
    ],
)
def test_names_and_passwords_that_are_refused(
    tmp_path: Path, name: str, password: str, status: int, code: str
) -> None:
    async def test(desk: Desk) -> None:
        await desk.signed_up("Ana")
        bea = desk.visitor()
        answer = await post(bea, "signup", name=name, password=password)
        assert answer.status_code == status
        assert said(answer)
        assert password not in answer.text
        asked = await bea.post("/account/signup", data={"name": name, "password": password}, headers=PROGRAM)
        assert (asked.status_code, asked.json()["error"]["code"]) == (status, code)
        assert await who(bea) is None

    at_desk(tmp_path, test)


def test_what_makes_a_good_password() -> None:
    assert check_password("ａｂｃｄ１２３x", "ana") == "abcd123x"  # the same from every keyboard
    assert check_password("ananas!!", "ana") == "ananas!!"
    for bad in ("ﬀﬀ", "        ", "seven77"):
        with pytest.raises(BadPassword):
            check_password(bad, "ana")
    assert all(len(word) >= passwords.LEAST for word in passwords.WORST)


def test_names_are_compared_as_people_read_them() -> None:
    assert login_of("  ÉLISE  Dupont ") == login_of("élise dupont") == login_of("E\u0301lise Dupont")
    assert login_of("Straße") == login_of("STRASSE")
    assert login_of("Ana") != login_of("Anna")


# --- signing in and out ----------------------------------------------------------------------------------


def test_several_devices_are_one_guest(tmp_path: Path) -> None:
    async def test(desk: Desk) -> None:
        ana, _ = await desk.signed_up()
        table = await desk.table(ana)
        phone = await desk.signed_in("ANA ")
        assert await mine(phone) == {table}
        view = await phone.get(f"/t/{table}")
        assert '"you":[0]' in view.text
        assert ana.cookies["guest"] != phone.cookies["guest"]
        page = (await phone.get("/account")).text
        assert page.count('<li class="row">') == 2
        assert page.count(">this device<") == 1
        await post(phone, "signout", where="here")
        assert (await who(phone), await who(ana)) == (None, "Ana")
        assert await mine(phone) == set()
        phone, tablet = await desk.signed_in(), await desk.signed_in()
        answer = await post(phone, "signout", where="everywhere")
        assert answer.headers["location"] == "/account?done=out"
        assert [await who(one) for one in (ana, phone, tablet)] == [None] * 3

    at_desk(tmp_path, test)


def test_a_cookie_from_before_opens_nothing_after(tmp_path: Path) -> None:
    async def test(desk: Desk) -> None:
        await desk.signed_up()
        victim = desk.visitor()
        await desk.table(victim, name="Guest")
        planted = victim.cookies["guest"]
        await desk.house.store.add_session(  # a token made with it, too
            (await desk.house.store.find_guest(hashed(planted.split(".")[0]))).id, "of a token", "token", ""
        )
        await post(victim, "signin", name="Ana", password=WORDS)
        signed = victim.cookies["guest"]
        assert signed != planted
        assert await who(desk.visitor(cookie=f"guest={planted}")) is None
        assert await desk.house.store.find_guest("of a token") is None
        await post(victim, "signout", where="here")
        assert victim.cookies["guest"] not in (signed, planted)
        assert await who(desk.visitor(cookie=f"guest={signed}")) is None

    at_desk(tmp_path, test)


def test_games_played_before_signing_in_come_along(tmp_path: Path) -> None:
    async def test(desk: Desk) -> None:
        ana, _ = await desk.signed_up()
        first = await desk.table(ana)
        phone = desk.visitor()
        second = await desk.table(phone, name="Me", mode="device", players="3")
        room = await desk.table(phone, name="Me", mode="friends")
        page = await desk.enter(second, phone)
        await page.until("view")
        await post(phone, "signin", name="Ana", password=WORDS)
        assert await mine(phone) == await mine(ana) == {first, second, room}
        assert await page.closed() == 1001  # the open page comes back as who it is now
        page = await desk.enter(second, phone)
        view = await page.until("view")
        assert (view["you"], view["host"]) == ([0, 1, 2], True)
        page.say({"type": "move", "ply": view["ply"], "move": move_of(view), "seat": view["acting"]})
        while (await page.until("view"))["ply"] <= view["ply"]:
            pass  # the line that was hung up on may still be leaving
        await page.hang_up()

    at_desk(tmp_path, test)


def move_of(view: dict[str, Any]) -> str:
    return str(view["choices"]["groups"][0]["to"][0]["move"])


def test_a_game_against_oneself_is_left_to_a_bot(tmp_path: Path) -> None:
    async def test(desk: Desk) -> None:
        ana, _ = await desk.signed_up()
        table = await desk.table(ana, mode="friends")
        phone = desk.visitor()
        await phone.get("/")
        page = await desk.enter(table, phone)
        await page.until("view")
        page.say({"type": "sit", "seat": 1, "name": "Me too"})
        while [s["kind"] for s in (await page.until("view"))["seats"]] != ["person", "person"]:
            pass
        host = await desk.enter(table, ana)
        await host.until("view")
        host.say({"type": "start"})
        while (await host.until("view"))["status"] != "playing":
            pass
        await post(phone, "signin", name="Ana", password=WORDS)
        seats = (await desk.house.store.load_table(table)).seats
        assert [seat.kind for seat in seats] == ["person", "bot"]
        assert '"you":[0]' in (await phone.get(f"/t/{table}")).text
        await host.hang_up()

    at_desk(tmp_path, test)


def test_signing_in_as_somebody_else_takes_nothing_along(tmp_path: Path) -> None:
    async def test(desk: Desk) -> None:
        ana, _ = await desk.signed_up()
        table = await desk.table(ana)
        await desk.signed_up("Bea")
        before = ana.cookies["guest"]
        await post(ana, "signin", name="Bea", password=WORDS)
        assert (await who(ana), await mine(ana)) == ("Bea", set())
        assert await who(desk.visitor(cookie=f"guest={before}")) is None  # signed out, too
        assert await mine(await desk.signed_in("Ana")) == {table}

    at_desk(tmp_path, test)


def test_the_way_back_stays_on_this_site(tmp_path: Path) -> None:
    async def test(desk: Desk) -> None:
        await desk.signed_up()
        for wished, there in (("/t/abc", "/t/abc"), ("//evil.test", "/"), ("https://evil.test", "/")):
            answer = await desk.visitor().post(
                "/account/signin", data={"name": "Ana", "password": WORDS, "next": wished}
            )
            assert answer.headers["location"] == there
        page = await desk.visitor().get("/account?next=//evil.test")
        assert page.text.count('name="next" value="/"') == 2

    at_desk(tmp_path, test)


def test_the_oldest_of_too_many_browsers_is_signed_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("azulejos.service.accounts.MOST_SESSIONS", 3)

    async def test(desk: Desk) -> None:
        first, _ = await desk.signed_up()
        others = [await desk.signed_in() for _ in range(3)]
        assert [await who(one) for one in (first, *others)] == [None, "Ana", "Ana", "Ana"]

    at_desk(tmp_path, test)


# --- nobody learns which names there are -----------------------------------------------------------------


def test_a_wrong_password_and_an_unknown_name_look_and_cost_the_same(tmp_path: Path) -> None:
    async def test(desk: Desk) -> None:
        await desk.signed_up()
        seen = []
        for name in ("Ana", "Nobody", "x" * 90, ""):
            desk.hasher.work.clear()
            visitor = desk.visitor()
            answer = await post(visitor, "signin", name=name, password="a wrong password")
            headers = {key: value for key, value in answer.headers.items() if key in ("content-type", "vary")}
            seen.append((answer.status_code, said(answer), headers, tuple(desk.hasher.work)))
            assert "set-cookie" in answer.headers  # a guest's, as every page gives
            assert await who(visitor) is None
        assert seen == [seen[0]] * 4
        assert seen[0][0] == 403
        assert seen[0][3] == ("_check",)

    at_desk(tmp_path, test)


def test_a_wrong_code_and_an_unknown_name_look_and_cost_the_same(tmp_path: Path) -> None:
    async def test(desk: Desk) -> None:
        _, codes = await desk.signed_up()
        seen = []
        for name, code in (("Ana", new_code()), ("Nobody", codes[0]), ("Ana", ""), ("Ana", "x" * 90)):
            desk.hasher.work.clear()
            answer = await post(desk.visitor(), "recover", name=name, code=code, password=OTHER)
            seen.append((answer.status_code, said(answer), tuple(desk.hasher.work)))
        assert seen == [seen[0]] * 4
        assert seen[0][0] == 403
        desk.hasher.work.clear()
        await post(desk.visitor(), "recover", name="Ana", code=codes[0], password=OTHER)
        assert tuple(desk.hasher.work) == seen[0][2]

    at_desk(tmp_path, test)


def test_the_hash_for_nobody_costs_what_a_real_one_costs() -> None:
    async def test() -> None:
        hasher = Hasher()
        kept = await hasher.hash(WORDS)
        cost = kept.rpartition("$")[0].rpartition("$")[0]
        assert cost == "$argon2id$v=19$m=47104,t=2,p=1"
        assert hasher._nobody.startswith(cost)
        assert len(hasher._nobody) == len(kept)
        assert await hasher.check(kept, WORDS)
        assert not await hasher.check(kept, OTHER)
        assert not await hasher.check(None, WORDS)
        assert kept != await hasher.hash(WORDS)  # salted

    asyncio.run(test())


def test_hashing_never_takes_the_whole_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        hasher = Hasher(memory=8, passes=1, at_once=1)
        at_once, most = 0, 0

        async def slow(work: Any, *given: str) -> Any:
            nonlocal at_once, most
            at_once += 1
            most = max(most, at_once)
            await asyncio.sleep(0.001)
            at_once -= 1
            return work(*given)

        monkeypatch.setattr(asyncio, "to_thread", slow)
        answers = await asyncio.gather(*(hasher.hash(WORDS) for _ in range(50)), return_exceptions=True)
        refused = [answer for answer in answers if isinstance(answer, SlowDown)]
        assert most == 1
        assert len(refused) == 50 - passwords.WAITING
        assert await hasher.check(await hasher.hash(WORDS), WORDS)

    asyncio.run(test())


def test_too_many_tries_have_to_wait(tmp_path: Path) -> None:
    async def test(desk: Desk) -> None:
        ana, codes = await desk.signed_up()
        for name in ("Ana", "Nobody"):  # as for a name that is not there
            for _ in range(PAIR.burst):
                answer = await post(desk.visitor(), "signin", name=name, password="a wrong one")
                assert answer.status_code == 403
            work = len(desk.hasher.work)
            answer = await post(desk.visitor(), "signin", name=name, password=WORDS)
            assert (answer.status_code, answer.headers["retry-after"]) == (429, "60")
            assert "60" in said(answer)
            assert len(desk.hasher.work) == work  # nothing was computed for it
        form = {"name": "Ana", "code": codes[0], "password": OTHER}
        asked = await desk.visitor(**PROGRAM).post("/account/recover", data=form)
        assert (asked.status_code, asked.json()["error"]["code"]) == (429, "slow_down")
        assert asked.headers["retry-after"] == "60"
        assert (await post(ana, "delete", password=WORDS)).status_code == 429
        assert await who(ana) == "Ana"  # who is in stays in
        desk.clock.now += 60
        assert await who(await desk.signed_in()) == "Ana"
        for _ in range(20):  # who knows the password is never too often
            await desk.signed_in()

    at_desk(tmp_path, test)


def test_one_address_cannot_try_many_names_or_make_many_accounts(tmp_path: Path) -> None:
    async def test(desk: Desk) -> None:
        tried = [await post(desk.visitor(), "signin", name=f"n{n}", password=WORDS) for n in range(31)]
        assert [answer.status_code for answer in tried] == [403] * 30 + [429]
        made = [await post(desk.visitor(), "signup", name=f"n{n}", password=WORDS) for n in range(21)]
        assert [answer.status_code for answer in made] == [200] * 20 + [429]
        assert int(made[-1].headers["retry-after"]) == 180

    at_desk(tmp_path, test)


def test_tries_are_kept_in_little_memory() -> None:
    clock = Clock()
    tries, rate = Tries(clock, most=3), Rate(2, 10)
    for n in range(9):
        tries.take((rate, str(n)))
    assert len(tries._held) == 3
    tries.take((rate, "8"))
    with pytest.raises(SlowDown) as caught:
        tries.take((rate, "8"), (rate, "new"))
    assert caught.value.wait == 10
    clock.now += 9.5
    with pytest.raises(SlowDown) as caught:
        tries.take((rate, "8"))
    assert caught.value.wait == 1
    clock.now += 1000
    tries.take((rate, "8"))
    tries.take((rate, "8"))
    tries.give_back((rate, "8"), (rate, "8"), (rate, "8"))
    assert tries._held[rate, "8"][0] == 2


# --- changes ---------------------------------------------------------------------------------------------


def test_another_name(tmp_path: Path) -> None:
    async def test(desk: Desk) -> None:
        ana, _ = await desk.signed_up()
        await desk.signed_up("Bea")
        taken = await post(ana, "name", name="bea")
        assert (taken.status_code, said(taken)) == (
            409,
            "Somebody else has that name already. Choose another one.",
        )
        assert 'aria-invalid="true"' in taken.text
        assert (await post(ana, "name", name="\u0000")).status_code == 422
        assert (await post(ana, "name", name="ANA")).headers["location"] == "/account?done=name"
        assert await who(ana) == "ANA"
        await post(ana, "name", name="Zoé")
        assert await who(await desk.signed_in("ZOÉ")) == "Zoé"
        assert (await post(desk.visitor(), "signin", name="Ana", password=WORDS)).status_code == 403
        assert ">Zoé</span>" in (await ana.get("/")).text

    at_desk(tmp_path, test)


def test_another_password_signs_everybody_else_out(tmp_path: Path) -> None:
    async def test(desk: Desk) -> None:
        ana, _ = await desk.signed_up()
        phone = await desk.signed_in()
        table = await desk.table(phone)
        guest = (await desk.house.store.account_of((await desk.house.store.find_account("ana")).guest)).guest
        await desk.house.store.add_session(guest, "of a program", "token", "bot")
        page = await desk.enter(table, phone)
        await page.until("view")
        wrong = await post(ana, "password", old=OTHER, password=OTHER)
        assert wrong.status_code == 403
        assert (await post(ana, "password", old=WORDS, password="short")).status_code == 422
        assert await who(phone) == "Ana"
        cookie = ana.cookies["guest"]
        done = await post(ana, "password", old=WORDS, password=OTHER)
        assert done.headers["location"] == "/account?done=password"
        assert ana.cookies["guest"] != cookie
        assert (await who(ana), await who(phone)) == ("Ana", None)
        assert await page.closed() == 1001
        assert await desk.house.store.find_guest("of a program") is None
        assert (await post(phone, "signin", name="Ana", password=WORDS)).status_code == 403
        assert await who(await desk.signed_in("Ana", OTHER)) == "Ana"

    at_desk(tmp_path, test)


def test_a_recovery_code_opens_the_door_once(tmp_path: Path) -> None:
    async def test(desk: Desk) -> None:
        thief, codes = await desk.signed_up()
        table = await desk.table(thief)
        ana = desk.visitor()
        own = await desk.table(ana)
        assert (await ana.get("/account/recover")).status_code == 200
        form = {"name": "ana", "code": codes[3].upper().replace("-", " "), "password": OTHER}
        assert (await post(ana, "recover", **{**form, "password": "ana"})).status_code == 422
        answer = await post(ana, "recover", **form)
        assert answer.headers["location"] == "/account?done=password"
        assert (await who(ana), await who(thief)) == ("Ana", None)
        assert await mine(ana) == {table, own}
        assert "7 recovery codes" in (await ana.get("/account")).text
        assert (await post(desk.visitor(), "recover", **form)).status_code == 403
        assert (await post(ana, "codes", password=WORDS)).status_code == 403
        fresh = CODE.findall((await post(ana, "codes", password=OTHER)).text)
        assert len(fresh) == 8
        assert not set(fresh) & set(codes)
        form = {"name": "Ana", "password": WORDS}
        assert (await post(desk.visitor(), "recover", code=codes[0], **form)).status_code == 403
        assert (await post(desk.visitor(), "recover", code=fresh[0], **form)).status_code == 303

    at_desk(tmp_path, test)


def test_codes_are_long_and_forgiving() -> None:
    codes = {new_code() for _ in range(50)}
    assert len(codes) == 50
    assert all(re.fullmatch("([a-hjkmnp-z2-9]{4}-){3}[a-hjkmnp-z2-9]{4}", code) for code in codes)
    assert code_hash("ABCD-efgh 2345-jkmn") == code_hash("abcdefgh2345jkmn") != code_hash("abcdefgh2345jkmm")


# --- going -----------------------------------------------------------------------------------------------


def everything(folder: Path) -> str:
    """All rows of all tables."""
    database = sqlite3.connect(folder / "azulejos.db")
    names = [row[0] for row in database.execute("select name from sqlite_master where type = 'table'")]
    rows = str({name: database.execute(f"select * from {name}").fetchall() for name in names})
    database.close()
    return rows


def test_deleting_leaves_the_moves_and_no_name(tmp_path: Path) -> None:
    async def test(desk: Desk) -> None:
        ana, codes = await desk.signed_up("Anastasia")
        alone = await desk.table(ana, name="Anastasia")
        over = await desk.table(ana, name="Anastasia", mode="device", name1="Anastasia’s sister")
        room = await desk.table(ana, name="Anastasia", mode="friends")
        shared = await desk.table(ana, name="Anastasia", mode="friends")
        bea = desk.visitor()
        await bea.get("/")
        page, hers = await desk.enter(shared, bea), await desk.enter(shared, ana)
        page.say({"type": "sit", "seat": 1, "name": "Bea"})
        while [s["kind"] for s in (await hers.until("view"))["seats"]] != ["person", "person"]:
            pass
        hers.say({"type": "start"})
        while (await hers.until("view"))["status"] != "playing":
            pass
        live = await desk.house.service.table(over)
        await live.resign(live.table.host)
        assert (await post(ana, "delete", password=OTHER)).status_code == 403
        assert await who(ana) == "Anastasia"
        cookie = ana.cookies["guest"]
        gone = await post(ana, "delete", password=WORDS)
        assert gone.headers["location"] == "/account?done=deleted"
        assert (await who(ana), await mine(ana)) == (None, set())
        assert await who(desk.visitor(cookie=f"guest={cookie}")) is None
        assert await hers.closed() == 1001
        while (view := await page.until("view"))["seats"][0]["kind"] != "bot":  # a bot plays on for Bea
            pass
        assert (view["status"], view["seats"][0]["name"]) == ("playing", "")
        assert "astasia" not in everything(tmp_path)
        told = json.dumps((await bea.get(f"/api/tables/{over}/frames")).json())
        assert "astasia" not in told
        assert (await bea.get(f"/t/{over}/record")).status_code == 200
        assert "astasia" not in (await bea.get(f"/t/{over}/record")).text
        assert "astasia" not in (await bea.get(f"/t/{over}")).text
        kept = [await desk.house.store.load_table(name) for name in (alone, over, shared)]
        assert [table.status for table in kept] == ["over", "over", "playing"]
        assert all(table.moves for table in kept)
        assert await desk.house.store.load_table(room) is None  # nobody could begin there
        assert (await post(desk.visitor(), "signin", name="Anastasia", password=WORDS)).status_code == 403
        form = {"name": "Anastasia", "code": codes[0], "password": OTHER}
        assert (await post(desk.visitor(), "recover", **form)).status_code == 403
        await desk.signed_up("Anastasia")  # the name is free again
        await page.hang_up()

    at_desk(tmp_path, test)


def test_a_guest_takes_their_data_along(tmp_path: Path) -> None:
    async def test(desk: Desk) -> None:
        assert (await desk.visitor().get("/account/data")).status_code == 403
        ana, codes = await desk.signed_up()
        table = await desk.table(ana)
        answer = await ana.get("/account/data")
        assert answer.headers["content-disposition"] == 'attachment; filename="azulejos-data.json"'
        assert answer.headers["cache-control"] == "no-store"
        told = answer.json()
        assert (told["account"]["name"], told["recovery_codes_left"]) == ("Ana", 8)
        assert [game["id"] for game in told["games"]] == [table]
        assert told["games"][0]["moves"]
        secrets = (ana.cookies["guest"].split(".")[0], hashed(ana.cookies["guest"].split(".")[0]), *codes)
        assert not any(secret in answer.text for secret in (*secrets, "argon2", WORDS))
        for _ in range(4):
            await ana.get("/account/data")
        assert (await ana.get("/account/data")).status_code == 429
        guest = desk.visitor()
        await desk.table(guest)
        desk.clock.now += 1000
        assert (await guest.get("/account/data")).json()["account"] is None

    at_desk(tmp_path, test)


# --- around ----------------------------------------------------------------------------------------------


def test_nothing_secret_is_kept_or_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(0)
    found: list[str] = []

    async def test(desk: Desk) -> None:
        ana, codes = await desk.signed_up()
        await post(desk.visitor(), "signin", name="Ana", password=OTHER)
        await post(ana, "password", old=WORDS, password=OTHER)
        await post(desk.visitor(), "recover", name="Ana", code=codes[0], password=WORDS)
        found.extend([WORDS, OTHER, *codes, ana.cookies["guest"].split(".")[0]])

    at_desk(tmp_path, test)
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir()).decode(errors="replace")
    told = "".join(
        str(record.getMessage()) for record in caplog.records if record.name.startswith("azulejos")
    )
    for secret in found:
        assert secret not in kept
        assert secret not in told


@pytest.mark.parametrize(
    "step", ["signup", "signin", "signout", "name", "password", "codes", "delete", "recover"]
)
def test_forms_are_strict_and_foreign_ones_are_refused(tmp_path: Path, step: str) -> None:
    async def test(desk: Desk) -> None:
        ana, _ = await desk.signed_up()
        odd = await ana.post(f"/account/{step}", data={"bogus": "1"}, headers=PROGRAM)
        if step != "signup":  # refused before, having an account
            assert (odd.status_code, odd.json()["error"]["code"]) == (422, "bad_form")
        foreign = await ana.post(
            f"/account/{step}", data={"password": WORDS}, headers={"origin": "https://evil.test"}
        )
        assert foreign.status_code == 403
        assert await who(ana) == "Ana"
        assert (await ana.get(f"/account/{step}")).status_code in (200, 303)

    at_desk(tmp_path, test)


def test_a_programs_token_does_nothing_to_an_account(tmp_path: Path) -> None:
    async def test(desk: Desk) -> None:
        ana, _ = await desk.signed_up()
        store = desk.house.store
        await store.add_session((await store.find_account("ana")).guest, hashed("of-a-program"), "token", "")
        robot = desk.visitor(authorization="Bearer of-a-program", **PROGRAM)
        assert (await robot.get("/api/lobby")).status_code == 200
        for step in ("name", "signup", "signin", "delete", "password"):
            answer = await post(robot, step, name="Robot", password=WORDS)
            assert (answer.status_code, answer.json()["error"]["code"]) == (403, "not_signed_in")
        assert (await post(robot, "signout", where="everywhere")).status_code == 403
        assert (await robot.get("/account/data")).status_code == 403
        more = await robot.post("/api/tokens", json={"label": "one to stay with"})
        assert (more.status_code, more.json()["error"]["code"]) == (403, "not_signed_in")
        assert (await ana.post("/api/tokens", json={}, headers=PROGRAM)).status_code == 201
        assert await who(ana) == "Ana"

    at_desk(tmp_path, test)


def test_pages_in_both_languages_say_what_is_wrong_without_a_password(tmp_path: Path) -> None:
    async def test(desk: Desk) -> None:
        await desk.signed_up()
        french = desk.visitor(accept_language="fr")
        page = await french.get("/account?done=deleted")
        assert page.headers["cache-control"] == "no-store"
        assert "Le compte est supprimé." in page.text
        assert '<a class="btn plain account-link" href="/account" aria-label="Se connecter"' in page.text
        assert "account.lead" not in page.text
        answer = await post(french, "signin", name='<b>"Ana', password="faux mot de passe", next="/t/x")
        assert said(answer) == "Le nom ou le mot de passe est incorrect."
        assert '<use href="#i-alert"/>' in answer.text  # and no arrow that undoes something
        assert "faux mot de passe" not in answer.text
        assert "&lt;b&gt;&#34;Ana" in answer.text
        assert 'name="next" value="/t/x"' in answer.text
        assert (await french.get("/account?done=<b>")).status_code == 200
        assert (await french.get("/account/nowhere")).status_code == 404
        ana = await desk.signed_in()
        done = await post(ana, "name", name="Ana")
        assert done.status_code == 303
        today, texts = datetime.now(UTC), desk.house.texts
        own = (await ana.get("/account", headers={"accept-language": "fr"})).text
        assert f"Compte créé le {texts['fr'].day(today)}" in own
        assert f"last used {texts['en'].day(today)}" in (await ana.get("/account")).text

    at_desk(tmp_path, test)


def test_other_pages_do_not_carry_the_texts_of_accounts(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        assert "account.delete.note" not in (await site.visitor().get("/")).text

    with_site(tmp_path, test)


def test_browsers_are_called_by_their_names() -> None:
    chrome = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML) Chrome/129.0 Mobile Safari/537.36"
    assert device(chrome) == "Chrome · Android"
    assert device("Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko Firefox/131.0") == "Firefox · Linux"
    assert (
        device("Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17 Safari/604")
        == "Safari · iPhone"
    )
    assert device("curl/8") == ""
