"""Sessions, accounts and recovery codes; what moves to an account, and what is left of a deleted one."""

import asyncio
import sqlite3
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import update

from azulejos.store.db import Conflict, Store, StoreError, open_store
from azulejos.store.records import Account, Seat, now
from azulejos.store.schema import sessions
from tests.store.making import MOVES, a_table, kept, with_store


def an_account(guest: str = "ana", login: str = "ana") -> Account:
    return Account(guest, login, login.title(), "hash of password", now())


# --- sessions --------------------------------------------------------------------------------------------


def test_several_secrets_lead_to_one_guest(url: str) -> None:
    async def test(store: Store) -> None:
        await store.add_session("ana", "phone", "browser", "Firefox")
        await store.add_session("ana", "robot", "token", "my bot")
        found = [await store.find_guest(secret) for secret in ("hash of ana", "phone", "robot")]
        assert [guest and guest.id for guest in found] == ["ana"] * 3
        own = {one.secret_hash: (one.kind, one.label) for one in await store.sessions("ana")}
        assert own == {
            "hash of ana": ("browser", ""),
            "phone": ("browser", "Firefox"),
            "robot": ("token", "my bot"),
        }
        assert [one.label for one in await store.sessions("ana", "token")] == ["my bot"]
        assert [one.secret_hash for one in await store.sessions("bea")] == ["hash of bea"]
        with pytest.raises(Conflict):
            await store.add_session("bea", "phone")

    with_store(url, test)


def test_a_session_ends_for_its_guest_alone(url: str) -> None:
    async def test(store: Store) -> None:
        await store.add_session("ana", "phone")
        assert not await store.drop_session("bea", "phone")
        assert await store.drop_session("ana", "phone")
        assert not await store.drop_session("ana", "phone")
        assert await store.find_guest("phone") is None
        assert await store.find_guest("hash of ana") is not None
        await store.drop_sessions("ana")
        assert await store.find_guest("hash of ana") is None
        assert await store.find_guest("hash of bea") is not None

    with_store(url, test)


def test_when_a_session_was_used_is_kept_to_the_day(url: str) -> None:
    async def test(store: Store) -> None:
        first = (await store.sessions("ana"))[0].seen
        await store.find_guest("hash of ana")
        assert (await store.sessions("ana"))[0].seen == first
        async with store._engines.write() as connection:
            await connection.execute(update(sessions).values(seen=first - timedelta(days=3)))
        await store.find_guest("hash of ana")
        assert (await store.sessions("ana"))[0].seen >= first
        assert (await store.sessions("bea"))[0].seen < first

    with_store(url, test)


# --- accounts --------------------------------------------------------------------------------------------


def test_an_account_is_found_by_its_name_and_ends_older_sessions(url: str) -> None:
    async def test(store: Store) -> None:
        account = an_account()
        await store.add_account(account, ["one", "two"])
        assert await store.find_account("ana") == account == await store.account_of("ana")
        assert await store.find_account("Ana") is None
        assert await store.account_of("bea") is None
        assert await store.find_guest("hash of ana") is None
        await store.add_session("ana", "new")
        guest = await store.find_guest("new")
        assert guest is not None
        assert guest.account == "Ana"
        assert sorted(await store.codes("ana")) == ["one", "two"]

    with_store(url, test)


def test_a_name_is_given_once_and_a_guest_has_one_account(url: str) -> None:
    async def test(store: Store) -> None:
        await store.add_account(an_account(), [])
        for again in (an_account("bea"), an_account("ana", "other")):
            with pytest.raises(Conflict):
                await store.add_account(again, ["code"])
        assert await store.find_guest("hash of bea") is not None  # all or nothing
        await store.add_account(an_account("bea", "bea"), [])
        with pytest.raises(Conflict):
            await store.rename_account("bea", "ana", "Ana")
        await store.rename_account("bea", "béa", "Béa")
        renamed = await store.account_of("bea")
        assert renamed is not None
        assert (renamed.login, renamed.name) == ("béa", "Béa")

    with_store(url, test)


def test_a_new_password_ends_every_session(url: str) -> None:
    async def test(store: Store) -> None:
        await store.add_account(an_account(), [])
        await store.add_session("ana", "new")
        await store.set_password("ana", "another hash")
        changed = await store.account_of("ana")
        assert changed is not None
        assert changed.password_hash == "another hash"
        assert await store.sessions("ana") == []
        with pytest.raises(StoreError, match="has no account"):
            await store.set_password("bea", "hash")

    with_store(url, test)


def test_a_code_is_good_once(url: str) -> None:
    async def test(store: Store) -> None:
        await store.add_account(an_account(), ["one", "two"])
        await store.add_session("ana", "thief")
        both = await asyncio.gather(*(store.use_code("ana", "one", f"hash {n}") for n in range(2)))
        assert sorted(both) == [False, True]
        assert await store.codes("ana") == ["two"]
        assert await store.find_guest("thief") is None
        assert not await store.use_code("bea", "two", "hash")
        await store.set_codes("ana", ["three"])
        assert not await store.use_code("ana", "two", "hash")
        assert await store.use_code("ana", "three", "hash")

    with_store(url, test)


# --- games -----------------------------------------------------------------------------------------------


def test_tables_pass_on_except_where_the_other_sits_already(url: str) -> None:
    both = (Seat("person", "Ana", guest="ana"), Seat("person", "Bea", guest="bea"))
    device = (Seat("person", "Ana", guest="ana"), Seat("person", "Zoé", guest="ana"))

    async def test(store: Store) -> None:
        await store.create_table(a_table("mine", moves=MOVES))
        await store.create_table(a_table("both", seats=both))
        await store.create_table(a_table("device", seats=device, status="over"))
        assert await store.unfinished("ana") == ["both", "mine"]
        await store.pass_on("ana", "bea", "mine")
        assert {card.id for card in await store.tables_of("bea", 9)} == {"both", "mine"}
        await store.pass_on("ana", "bea")
        assert (await kept(store, "mine")).moves == MOVES
        assert [seat.guest for seat in (await kept(store, "device")).seats] == ["bea", "bea"]
        assert (await kept(store, "both")).seats == both
        assert {(await kept(store, name)).host for name in ("mine", "both", "device")} == {"bea"}
        assert await store.unfinished("ana") == ["both"]

    with_store(url, test)


def test_who_is_forgotten_leaves_moves_without_a_name(url: str) -> None:
    async def test(store: Store) -> None:
        await store.create_table(a_table(moves=MOVES, status="over"))
        await store.add_account(an_account(), ["one"])
        await store.add_session("ana", "new")
        await store.unname("ana")
        assert [seat.name for seat in (await kept(store)).seats] == ["", "Master"]
        await store.forget("ana")
        await store.forget("ana")
        table = await kept(store)
        assert table.moves == MOVES
        assert (table.seats[0].name, table.seats[0].guest) == ("", None)
        assert await store.find_account("ana") is None
        assert (await store.codes("ana"), await store.sessions("ana")) == ([], [])
        async with store._engines.read() as connection:
            for name in ("guests", "accounts", "recovery", "sessions", "seats"):
                rows = (await connection.exec_driver_sql(f"SELECT * FROM {name}")).all()
                assert "Ana" not in str(rows), name

    with_store(url, test)


def test_nobody_is_forgotten_while_a_table_needs_them(url: str) -> None:
    async def test(store: Store) -> None:
        lent = (
            Seat("bot", "Ana", guest="ana", level="artisan", out="time"),
            Seat("person", "Bea", guest="bea"),
        )
        await store.create_table(a_table("game"))
        await store.create_table(a_table("lent", seats=lent, host="bea"))
        await store.create_table(a_table("room", seats=(Seat("open", ""),), status="open"))
        assert await store.unfinished("ana") == ["game", "room"]  # a bot plays at the third
        assert not await store.forget("ana")
        await store.set_status("game", "over")
        assert not await store.leave_room("ana", "room")
        assert await store.load_table("room") is None
        assert await store.forget("ana")
        assert [(seat.name, seat.guest) for seat in (await kept(store, "lent")).seats] == [
            ("", None),
            ("Bea", "bea"),
        ]

    with_store(url, test)


def test_a_room_passes_to_the_next_who_sits_there(url: str) -> None:
    seats = (
        Seat("person", "Ana", guest="ana"),
        Seat("bot", "", level="greedy"),
        Seat("person", "Bea", guest="bea"),
    )

    async def test(store: Store) -> None:
        await store.create_table(a_table("room", seats=seats, status="open"))
        assert await store.leave_room("ana", "room")
        table = await kept(store, "room")
        assert (table.host, table.seats) == ("bea", (Seat("open", ""), *seats[1:]))
        assert await store.leave_room("ana", "room")  # nothing left to leave
        assert not await store.leave_room("bea", "room")
        assert await store.load_table("room") is None

    with_store(url, test)


def test_only_the_password_that_is_good_now_lets_a_browser_in(url: str) -> None:
    async def test(store: Store) -> None:
        await store.add_account(an_account(), [])
        before = await store.account_of("ana")
        assert before is not None
        assert await store.enter_account(before, "phone", "Firefox")
        await store.set_password("ana", "another hash")
        assert not await store.enter_account(before, "thief", "")
        assert await store.sessions("ana") == []
        await store.forget("ana")
        assert not await store.enter_account(before, "thief", "")

    with_store(url, test)


# --- older databases -------------------------------------------------------------------------------------


def test_guests_of_older_databases_keep_their_browsers_and_games(file: Path) -> None:
    with_store(f"sqlite:///{file}", lambda store: store.create_table(a_table(moves=MOVES)))
    bare = sqlite3.connect(file)
    with bare:  # as it was before sessions
        bare.executescript(
            "PRAGMA foreign_keys = OFF;"
            "DROP TABLE changes; DROP TABLE scores; DROP TABLE results; DROP TABLE people;"
            "DROP TABLE members; DROP TABLE leagues; DROP TABLE sheets; DROP INDEX ix_tables_status_fed;"
            "ALTER TABLE tables DROP COLUMN fed;"
            "DROP TABLE recovery; DROP TABLE accounts;"
            "CREATE TABLE older (id VARCHAR NOT NULL, secret_hash VARCHAR NOT NULL, name VARCHAR NOT NULL,"
            " language VARCHAR, created DATETIME NOT NULL, CONSTRAINT pk_guests PRIMARY KEY (id),"
            " CONSTRAINT uq_guests_secret_hash UNIQUE (secret_hash));"
            "INSERT INTO older SELECT id, secret_hash, name, language, guests.created"
            " FROM guests JOIN sessions ON guest_id = id;"
            "DROP TABLE sessions; DROP TABLE guests; ALTER TABLE older RENAME TO guests;"
            "UPDATE alembic_version SET version_num = '0002';"
        )
    bare.close()

    async def look() -> None:
        store = await open_store(f"sqlite:///{file}")
        guest = await store.find_guest("hash of ana")
        assert guest is not None
        assert (guest.id, guest.name, guest.language, guest.account) == ("ana", "Ana", "fr", None)
        assert (await kept(store)).moves == MOVES
        assert [card.id for card in await store.tables_of("ana", 9)] == ["k3f9x2ab7q"]
        await store.create_table(a_table("another"))
        with pytest.raises(StoreError):
            await store.create_table(a_table("nobodys", host="nobody"))
        await store.close()

    asyncio.run(look())
    bare = sqlite3.connect(file)
    assert bare.execute("PRAGMA foreign_key_check").fetchall() == []
    assert "secret_hash" not in str(
        bare.execute("SELECT sql FROM sqlite_master WHERE name = 'guests'").fetchall()
    )
    bare.close()
