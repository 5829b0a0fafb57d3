"""Accounts: names, hashes of passwords, recovery codes; and what moves when somebody signs in or goes."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, delete, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from azulejos.store.engines import Engines
from azulejos.store.errors import StoreError
from azulejos.store.passing import forget_leagues
from azulejos.store.records import Account, now
from azulejos.store.schema import accounts, guests, recovery, seats, sessions, tables

_COLUMNS = (
    accounts.c.guest_id,
    accounts.c.login,
    accounts.c.name,
    accounts.c.password_hash,
    accounts.c.created,
)


class Accounts:
    """The store's methods for accounts."""

    _engines: Engines

    async def add_account(self, account: Account, codes: Sequence[str]) -> None:
        """Make a guest an account and end every session the guest had; Conflict where the name is taken.

        Whoever knew a secret of the guest before must not be let into the account by it.
        """
        row = {"login": account.login, "name": account.name, "password_hash": account.password_hash}
        async with self._engines.write() as connection:
            values = {"guest_id": account.guest, "created": account.created, **row}
            await connection.execute(insert(accounts).values(values))
            await _put_codes(connection, account.guest, codes)
            await connection.execute(update(guests).where(_is(account.guest)).values(name=account.name))
            await _end_sessions(connection, account.guest)

    async def find_account(self, login: str) -> Account | None:
        return await self._account(accounts.c.login == login)

    async def account_of(self, guest_id: str) -> Account | None:
        return await self._account(accounts.c.guest_id == guest_id)

    async def _account(self, wanted: ColumnElement[bool]) -> Account | None:
        async with self._engines.read() as connection:
            row = (await connection.execute(select(*_COLUMNS).where(wanted))).first()
        return None if row is None else Account(*row)

    async def rename_account(self, guest_id: str, login: str, name: str) -> None:
        """Another name to sign in with and to be called by; Conflict where it is taken."""
        async with self._engines.write() as connection:
            await _change(connection, guest_id, {"login": login, "name": name})
            await connection.execute(update(guests).where(_is(guest_id)).values(name=name))

    async def set_password(self, guest_id: str, password_hash: str) -> None:
        """Another password; every session ends, tokens too."""
        async with self._engines.write() as connection:
            await _change(connection, guest_id, {"password_hash": password_hash})
            await _end_sessions(connection, guest_id)

    async def enter_account(self, account: Account, secret_hash: str, label: str) -> bool:
        """Another browser of an account's, if the password that let it in is still the one; whether it is.

        A password that is changed, or an account that is deleted, between the check and this ends every
        session: it must not be survived by one that comes a moment later.
        """
        still = (accounts.c.guest_id == account.guest, accounts.c.password_hash == account.password_hash)
        row = {"secret_hash": secret_hash, "kind": "browser", "label": label, "created": now(), "seen": now()}
        async with self._engines.write() as connection:
            same = select(accounts.c.guest_id).where(*still).with_for_update(read=True)
            if (await connection.execute(same)).first() is None:
                return False
            await connection.execute(insert(sessions).values(guest_id=account.guest, **row))
            return True

    # --- recovery codes ----------------------------------------------------------------------------------

    async def set_codes(self, guest_id: str, codes: Sequence[str]) -> None:
        """New recovery codes, instead of all before."""
        async with self._engines.write() as connection:
            await connection.execute(delete(recovery).where(recovery.c.guest_id == guest_id))
            await _put_codes(connection, guest_id, codes)

    async def codes(self, guest_id: str) -> list[str]:
        """The hashes of the codes that are still good."""
        good = select(recovery.c.code_hash).where(recovery.c.guest_id == guest_id, recovery.c.used.is_(None))
        async with self._engines.read() as connection:
            return list((await connection.execute(good)).scalars())

    async def use_code(self, guest_id: str, code_hash: str, password_hash: str) -> bool:
        """A code for a new password, once; every session ends. Whether the code was still good."""
        this = (recovery.c.guest_id == guest_id, recovery.c.code_hash == code_hash, recovery.c.used.is_(None))
        async with self._engines.write() as connection:
            if (await connection.execute(update(recovery).where(*this).values(used=now()))).rowcount != 1:
                return False
            await _change(connection, guest_id, {"password_hash": password_hash})
            await _end_sessions(connection, guest_id)
            return True

    # --- what a guest has ----------------------------------------------------------------------------------

    async def unfinished(self, guest_id: str) -> list[str]:
        """The tables that need a guest: where they sit and the game is not over, or whose game they begin."""
        async with self._engines.read() as connection:
            return list((await connection.execute(_needing(guest_id))).scalars())

    async def pass_on(self, guest_id: str, to: str, table_id: str | None = None) -> None:
        """A guest's tables, or one of them, become another's, except seats where that one sits already.

        Seats that bots play on always do: their names are to go when the other wants no name left.
        """
        sits = select(seats.c.table_id).where(seats.c.guest == to, _sits())
        held = [seats.c.guest == guest_id, or_(seats.c.table_id.not_in(sits), seats.c.kind == "bot")]
        hosted = [tables.c.host == guest_id]
        if table_id is not None:
            held.append(seats.c.table_id == table_id)
            hosted.append(tables.c.id == table_id)
        async with self._engines.write() as connection:
            await connection.execute(update(tables).where(*hosted).values(host=to))
            await connection.execute(update(seats).where(*held).values(guest=to))

    async def unname(self, guest_id: str, table_id: str | None = None) -> None:
        """Take the names from the seats that a guest has or had, everywhere or at one table."""
        held = [seats.c.guest == guest_id] + ([] if table_id is None else [seats.c.table_id == table_id])
        async with self._engines.write() as connection:
            await connection.execute(update(seats).where(*held).values(name=""))

    async def leave_room(self, guest_id: str, table_id: str) -> bool:
        """Get up before a game; where it was one's own to begin it becomes that of another who sits there.

        Whether there is one: else the room is gone, for nobody could ever begin.
        """
        mine = (tables.c.id == table_id, tables.c.host == guest_id, tables.c.status == "open")
        here = seats.c.table_id == table_id
        free = {"kind": "open", "name": "", "guest": None}
        others = select(seats.c.guest).where(here, _sits(), seats.c.guest != guest_id)
        async with self._engines.write() as connection:
            locked = await connection.execute(update(tables).where(*mine).values(host=guest_id))
            hosts = locked.rowcount == 1
            heir = (await connection.execute(others.order_by(seats.c.seat))).scalar()
            if hosts and heir is None:
                await connection.execute(delete(tables).where(*mine))
                return False
            if hosts:
                await connection.execute(update(tables).where(*mine).values(host=heir))
            await connection.execute(update(seats).where(here, seats.c.guest == guest_id).values(free))
            return True

    async def forget(self, guest_id: str, nameless: bool = False) -> bool:
        """Remove a guest's account, codes and sessions; of the guest a number without a name is left.

        In leagues they leave a name behind, unless `nameless` (see `passing`).

        Not while a table still needs the guest: a seat of nobody's would hold the others up for ever.
        """
        nobody = {"name": "", "language": None}
        async with self._engines.write() as connection:
            if (await connection.execute(_needing(guest_id))).first() is not None:
                return False
            await connection.execute(delete(recovery).where(recovery.c.guest_id == guest_id))
            await connection.execute(delete(accounts).where(accounts.c.guest_id == guest_id))
            await _end_sessions(connection, guest_id)
            await connection.execute(update(guests).where(_is(guest_id)).values(nobody))
            await forget_leagues(connection, guest_id, nameless)
            held = seats.c.guest == guest_id
            await connection.execute(update(seats).where(held).values(guest=None, name=""))
            return True


def _sits() -> ColumnElement[bool]:
    """Seats where people play themselves; where a bot does for them nobody waits for them."""
    return seats.c.kind == "person"


def _needing(guest_id: str) -> Select[Any]:
    held = select(seats.c.table_id).where(seats.c.guest == guest_id, _sits())
    plays = and_(tables.c.id.in_(held), tables.c.status != "over")
    hosts = and_(tables.c.host == guest_id, tables.c.status == "open")
    return select(tables.c.id).where(or_(plays, hosts)).order_by(tables.c.id)


def _is(guest_id: str) -> ColumnElement[bool]:
    return guests.c.id == guest_id


async def _change(connection: AsyncConnection, guest_id: str, values: dict[str, Any]) -> None:
    done = await connection.execute(update(accounts).where(accounts.c.guest_id == guest_id).values(values))
    if done.rowcount != 1:
        raise StoreError(f"guest {guest_id!r} has no account")


async def _end_sessions(connection: AsyncConnection, guest_id: str) -> None:
    await connection.execute(delete(sessions).where(sessions.c.guest_id == guest_id))


async def _put_codes(connection: AsyncConnection, guest_id: str, codes: Sequence[str]) -> None:
    rows = [{"guest_id": guest_id, "code_hash": code} for code in codes]
    if rows:
        await connection.execute(insert(recovery), rows)
