"""Guests: who they are, found by the hash of a secret that their browser or their program holds."""

from contextlib import suppress
from datetime import timedelta

from sqlalchemy import insert, select, update

from azulejos.store.engines import Engines
from azulejos.store.errors import StoreError
from azulejos.store.records import Guest, now
from azulejos.store.schema import accounts, guests, sessions

SEEN = timedelta(days=1)  # how exactly it is kept when a session was last used: looking around writes little


class Guests:
    """The store's methods for guests."""

    _engines: Engines

    async def add_guest(
        self,
        guest_id: str,
        secret_hash: str,
        name: str,
        language: str | None,
        *,
        kind: str = "browser",
        label: str = "",
    ) -> Guest:
        """Write somebody new down, with the secret of their browser or program."""
        guest = Guest(guest_id, name, language, now())
        row = {"id": guest_id, "name": name, "language": language, "created": guest.created}
        moments = {"created": guest.created, "seen": guest.created}
        own = {"secret_hash": secret_hash, "guest_id": guest_id, "kind": kind, "label": label, **moments}
        async with self._engines.write() as connection:
            await connection.execute(insert(guests).values(row))
            await connection.execute(insert(sessions).values(own))
        return guest

    async def find_guest(self, secret_hash: str) -> Guest | None:
        """Whose secret this is."""
        who = (guests.c.id, guests.c.name, guests.c.language, guests.c.created, accounts.c.name)
        wanted = select(*who, sessions.c.seen).select_from(sessions.join(guests).outerjoin(accounts))
        async with self._engines.read() as connection:
            row = (await connection.execute(wanted.where(sessions.c.secret_hash == secret_hash))).first()
        if row is None:
            return None
        if now() - row[-1] > SEEN:
            with suppress(StoreError):  # a full disk keeps nobody out
                await self._touch(secret_hash)
        return Guest(*row[:-1])

    async def _touch(self, secret_hash: str) -> None:
        async with self._engines.write() as connection:
            own = update(sessions).where(sessions.c.secret_hash == secret_hash)
            await connection.execute(own.values(seen=now()))

    async def rename_guest(self, guest_id: str, name: str) -> None:
        """A new name for the next tables; seats keep the name they were taken with."""
        await self._change_guest(guest_id, name=name)

    async def set_language(self, guest_id: str, language: str | None) -> None:
        await self._change_guest(guest_id, language=language)

    async def _change_guest(self, guest_id: str, **values: str | None) -> None:
        async with self._engines.write() as connection:
            done = await connection.execute(update(guests).where(guests.c.id == guest_id).values(values))
            if done.rowcount != 1:
                raise StoreError(f"there is no guest {guest_id!r}")
