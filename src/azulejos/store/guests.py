"""Guests: who they are, found by the hash of the secret that their browser holds."""

from sqlalchemy import insert, select, update

from azulejos.store.engines import Engines
from azulejos.store.errors import StoreError
from azulejos.store.records import Guest, now
from azulejos.store.schema import guests


class Guests:
    """The store's methods for guests."""

    _engines: Engines

    async def add_guest(self, guest_id: str, secret_hash: str, name: str, language: str | None) -> Guest:
        guest = Guest(guest_id, name, language, now())
        row = {"id": guest_id, "name": name, "language": language, "created": guest.created}
        async with self._engines.write() as connection:
            await connection.execute(insert(guests).values(secret_hash=secret_hash, **row))
        return guest

    async def find_guest(self, secret_hash: str) -> Guest | None:
        wanted = select(guests.c.id, guests.c.name, guests.c.language, guests.c.created)
        async with self._engines.read() as connection:
            row = (await connection.execute(wanted.where(guests.c.secret_hash == secret_hash))).first()
        return None if row is None else Guest(*row)

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
