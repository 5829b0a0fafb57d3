"""Which version of the schema a database has, and the way to ours. Alembic is imported only to walk it."""

from sqlalchemy import Connection, inspect, text

from azulejos.store.engines import Engines
from azulejos.store.errors import StoreError

HEAD = "0004"  # the newest file in migrations/versions; a test compares
VERSION_TABLE = "alembic_version"


async def bring_up_to_date(engines: Engines) -> None:
    """Walk the missing migrations, in one transaction: a start that fails changes nothing."""
    version = await find_version(engines)
    async with engines.write() as connection:
        if version != HEAD:
            await connection.run_sync(_upgrade, engines.where)
        await connection.run_sync(touch)  # a database that may not be written is better told now


def touch(connection: Connection) -> None:
    """Write something that changes nothing: raises where nothing can be written."""
    connection.execute(text(f"UPDATE {VERSION_TABLE} SET version_num = version_num"))


async def find_version(engines: Engines) -> str | None:
    """The version that a database has, None for an empty one."""
    async with engines.read() as connection:
        return await connection.run_sync(_version, engines.where)


def _version(connection: Connection, where: str) -> str | None:
    """The version, None in an empty database."""
    names = inspect(connection).get_table_names()
    if VERSION_TABLE in names:
        version = connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()
        return None if version is None else str(version)
    if names:
        raise StoreError(f"{where} is not ours: it holds {names[0]!r} of another program, choose another")
    return None


def _upgrade(connection: Connection, where: str) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    version = _version(connection, where)  # again: another process may have been quicker
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", "azulejos.store:migrations")
    known = [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()]
    if version is not None and version not in known:
        raise StoreError(
            f"{where} was written by a newer Azulejos (its version is {version}, this program knows {HEAD}):"
            " update the program, or choose another database"
        )
    command.upgrade(config, HEAD)
