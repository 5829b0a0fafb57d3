"""A database is made, brought up to date or refused in a sentence."""

import asyncio
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from azulejos.store import engines, migrations
from azulejos.store.db import Store, StoreError, open_store
from azulejos.store.schema import metadata
from azulejos.store.versions import HEAD
from tests.store.making import a_table, kept, opened, with_store


def refusal(url: str) -> str:
    """What is said to somebody who opens this."""
    with pytest.raises(StoreError) as caught:
        asyncio.run(open_store(url))
    return str(caught.value)


# --- migrations ---------------------------------------------------------------------------------------------


def test_migrations_lead_to_the_schema(unmade: str) -> None:
    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    async def test(store: Store) -> None:
        async with store._engines.read() as connection:
            assert await connection.run_sync(differences) == []

    with_store(unmade, test)


def test_the_newest_migration_is_the_one_we_ask_for() -> None:
    assert ScriptDirectory(str(Path(migrations.__file__).parent)).get_current_head() == HEAD


def test_an_empty_file_becomes_a_database_with_the_log_ahead(file: Path) -> None:
    file.touch()
    with_store(f"sqlite:///{file}", lambda store: store.create_table(a_table()))
    with sqlite3.connect(file) as bare:
        assert bare.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert bare.execute("SELECT version_num FROM alembic_version").fetchall() == [(HEAD,)]
    bare.close()


def test_folders_are_made(tmp_path: Path) -> None:
    with_store(
        f"sqlite+aiosqlite:///{tmp_path}/new/100%/azulejos.db", lambda store: store.create_table(a_table())
    )
    assert (tmp_path / "new/100%/azulejos.db").is_file()


def test_alembic_is_not_even_imported_where_nothing_is_to_be_done(file: Path) -> None:
    program = (
        "import asyncio, sys\n"
        "from azulejos.store.db import open_store\n"
        "async def main():\n"
        "    store = await open_store(sys.argv[1])\n"
        "    await store.close()\n"
        "asyncio.run(main())\n"
        "print('alembic' in sys.modules)\n"
    )
    command = [sys.executable, "-c", program, f"sqlite:///{file}"]
    said = [subprocess.run(command, capture_output=True, text=True, check=True).stdout for _ in range(2)]
    assert said == ["True\n", "False\n"]


def test_many_may_open_a_new_file_at_once(file: Path) -> None:
    async def open_all() -> None:
        stores = await asyncio.gather(*(open_store(f"sqlite:///{file}") for _ in range(5)))
        for store in stores:
            assert await store.open_tables(9) == []
            await store.close()

    asyncio.run(open_all())


class Locked:
    """A cursor of a file that another connection takes alone for so many tries."""

    def __init__(self, tries: int, why: str = "database is locked") -> None:
        self.left, self.why = tries, why

    def execute(self, _: str) -> None:
        if self.left:
            self.left -= 1
            raise sqlite3.OperationalError(self.why)


def test_a_file_that_is_being_set_up_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    cursor = Locked(3)
    engines._execute(object(), cursor, "PRAGMA journal_mode = WAL")
    assert cursor.left == 0
    with pytest.raises(sqlite3.OperationalError, match="malformed"):
        engines._execute(object(), Locked(1, "database disk image is malformed"), "PRAGMA journal_mode = WAL")
    monkeypatch.setattr(engines, "BUSY_MS", 50)
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        engines._execute(object(), Locked(10**9), "PRAGMA journal_mode = WAL")


def test_a_store_is_opened_though_its_file_is_taken_for_a_moment(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    execute, met = engines._execute, []

    def at_the_second_try(connection: object, cursor: sqlite3.Cursor, pragma: str) -> None:
        met.append(locked := Locked(1))
        execute(connection, locked, pragma)  # waits as long as it is told, in a thread or in the loop
        cursor.execute(pragma)

    monkeypatch.setattr(engines, "_execute", at_the_second_try)
    with_store(f"sqlite:///{file}", lambda store: store.create_table(a_table()))
    assert met
    assert all(locked.left == 0 for locked in met)


def test_memory_serves_for_a_while() -> None:
    async def test(store: Store) -> None:
        await store.create_table(a_table())
        reads = [kept(store) for _ in range(20)]
        writes = [store.put_draft("k3f9x2ab7q", seat, ["1@2"]) for seat in range(20)]
        await asyncio.gather(*reads, *writes)
        assert len((await kept(store)).drafts) == 20

    with_store("sqlite+aiosqlite:///:memory:", test)


# --- refused ------------------------------------------------------------------------------------------------


def test_a_newer_database_is_refused_and_left_alone(file: Path) -> None:
    with_store(f"sqlite:///{file}", lambda store: store.create_table(a_table()))
    bare = sqlite3.connect(file)
    with bare:
        bare.execute("UPDATE alembic_version SET version_num = '0999'")
    bare.close()
    before = file.read_bytes()
    assert refusal(f"sqlite:///{file}") == (
        f"{file} was written by a newer Azulejos (its version is 0999, this program knows {HEAD}):"
        " update the program, or choose another database"
    )
    assert file.read_bytes() == before


def test_a_database_of_another_program_is_refused(file: Path) -> None:
    bare = sqlite3.connect(file)
    with bare:
        bare.execute("CREATE TABLE recipes (name TEXT)")
    bare.close()
    assert "it holds 'recipes' of another program" in refusal(f"sqlite:///{file}")


def test_a_file_that_is_no_database_is_refused(file: Path) -> None:
    file.write_text("Dear diary, today I took five blue tiles.\n" * 50)
    assert refusal(f"sqlite:///{file}") == f"{file} is no database: choose another file"
    assert file.read_text().startswith("Dear diary")


def test_a_database_that_may_not_be_written_is_refused_at_once(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_store(f"sqlite:///{file}", lambda store: store.create_table(a_table()))
    monkeypatch.setattr(engines, "PRAGMAS", ("PRAGMA query_only = ON",))
    assert refusal(f"sqlite:///{file}") == f"cannot write {file}: it is read-only"


def test_a_folder_is_no_database(tmp_path: Path) -> None:
    assert refusal(f"sqlite:///{tmp_path}").startswith(f"cannot open {tmp_path}: ")


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    said = refusal(f"sqlite:///{tmp_path}/file/azulejos.db")
    assert said == f"cannot make the folder {tmp_path}/file: file exists"


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("azulejos.db", "not a database address: 'azulejos.db' (expected sqlite:///FILE or postgresql://"),
        ("mysql://host/name", "cannot use a mysql database (expected sqlite or postgresql)"),
    ],
)
def test_an_address_that_means_nothing_to_us_is_refused(address: str, said: str) -> None:
    assert refusal(address).startswith(said)


def test_a_server_that_is_not_there_is_told_without_the_password() -> None:
    said = refusal("postgresql://ana:secret@127.0.0.1:9/azulejos")
    assert "secret" not in said
    assert "postgresql" in said  # the driver may be missing, or the server


def test_opening_can_be_repeated_after_a_refusal(file: Path) -> None:
    file.write_text("no database\n" * 100)
    refusal(f"sqlite:///{file}")
    file.unlink()

    async def again() -> None:
        async with opened(f"sqlite:///{file}") as store:
            assert await store.load_table("none") is None

    asyncio.run(again())
