"""Sessions: the secrets, of browsers and of programs, by which a guest is known. Only hashes are kept."""

from sqlalchemy import delete, insert, select

from azulejos.store.engines import Engines
from azulejos.store.records import Session, now
from azulejos.store.schema import sessions


class Sessions:
    """The store's methods for sessions."""

    _engines: Engines

    async def add_session(
        self, guest_id: str, secret_hash: str, kind: str = "browser", label: str = ""
    ) -> Session:
        """Another secret for a guest; kind is browser or token. Conflict where it is known already."""
        session = Session(secret_hash, kind, label, created := now(), created)
        row = {"secret_hash": secret_hash, "kind": kind, "label": label, "created": created, "seen": created}
        async with self._engines.write() as connection:
            await connection.execute(insert(sessions).values(guest_id=guest_id, **row))
        return session

    async def sessions(self, guest_id: str, kind: str | None = None) -> list[Session]:
        """A guest's sessions, the last used first."""
        columns = (sessions.c.secret_hash, sessions.c.kind, sessions.c.label)
        wanted = select(*columns, sessions.c.created, sessions.c.seen).where(sessions.c.guest_id == guest_id)
        if kind is not None:
            wanted = wanted.where(sessions.c.kind == kind)
        newest = wanted.order_by(sessions.c.seen.desc(), sessions.c.created.desc(), sessions.c.secret_hash)
        async with self._engines.read() as connection:
            return [Session(*row) for row in await connection.execute(newest)]

    async def drop_session(self, guest_id: str, secret_hash: str) -> bool:
        """End one of a guest's sessions; whether there was such a one."""
        own = (sessions.c.guest_id == guest_id, sessions.c.secret_hash == secret_hash)
        async with self._engines.write() as connection:
            return (await connection.execute(delete(sessions).where(*own))).rowcount == 1

    async def drop_sessions(self, guest_id: str) -> None:
        """End all sessions of a guest, tokens too."""
        async with self._engines.write() as connection:
            await connection.execute(delete(sessions).where(sessions.c.guest_id == guest_id))
