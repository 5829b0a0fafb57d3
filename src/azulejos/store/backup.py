"""Copies of a SQLite database while it is in use, and putting one back when it is not."""

import contextlib
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from azulejos.store.errors import StoreError, told
from azulejos.store.versions import VERSION_TABLE

WAIT = 10.0  # seconds for another program that writes


@dataclass(frozen=True, slots=True)
class Copied:
    """What a copy holds."""

    bytes: int
    tables: int
    moves: int


def file_of(url: str) -> Path:
    """The file of a database's address; StoreError for one that is no file."""
    try:
        read = make_url(url)
    except (ArgumentError, ValueError):
        raise StoreError("not a database address") from None
    if read.get_backend_name() != "sqlite" or read.database in (None, "", ":memory:"):
        raise StoreError(
            "only a SQLite file can be copied so; for PostgreSQL there are pg_dump and pg_restore"
        )
    return Path(str(read.database))


def back_up(database: Path, target: Path) -> Copied:
    """Copy the database as it is at one moment; whoever writes meanwhile is not held up."""
    if not database.is_file():
        raise StoreError(f"there is no database {database}")
    if target.exists():
        raise StoreError(f"{target} is there already: name another file")
    if not target.parent.is_dir():
        raise StoreError(f"there is no folder {target.parent}")
    with told(str(target)), _beside(target) as new:
        with closing(_connected(database, "rw")) as source, closing(_connected(new, "rw")) as copy:
            source.backup(copy)  # one step: one moment, and in WAL mode nobody waits for a reader
            copy.execute("PRAGMA journal_mode = DELETE")  # so that the copy is one file
        copied = inspected(new)
        _publish(new, target)
    return copied


def restore(copy: Path, database: Path) -> tuple[Copied, Path | None]:
    """Put a copy in the place of a database that nobody uses; what was there is kept under another name."""
    if not copy.is_file():
        raise StoreError(f"there is no file {copy}")
    if database.exists() and copy.samefile(database):
        raise StoreError(f"{copy} is the database itself: name a copy of it")
    copied = inspected(copy)
    with told(str(database)):
        database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _beside(database) as new:
            with closing(_connected(copy, "ro")) as source, closing(_connected(new, "rw")) as fresh:
                source.backup(fresh)
            _settle(new)
            kept = _set_aside(database)  # last: whatever fails before, as for want of room, changes nothing
            os.replace(new, database)
    return copied, kept


def inspected(file: Path) -> Copied:
    """What a file holds, if it is a whole database of ours; StoreError."""
    with told(str(file)), closing(_connected(file, "ro")) as database:
        said = database.execute("PRAGMA quick_check(1)").fetchone()[0]
        if said != "ok":
            raise StoreError(f"{file} is damaged: {said}")
        names = {row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not {VERSION_TABLE, "tables", "moves"} <= names:
            raise StoreError(f"{file} holds no games of ours")
        tables, moves = (
            database.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in ("tables", "moves")
        )
    return Copied(file.stat().st_size, tables, moves)


def _set_aside(database: Path) -> Path | None:
    """Keep what is there; StoreError while a server uses it."""
    if not database.exists():
        return None
    with closing(sqlite3.connect(database, timeout=0)) as alone:
        try:  # leaving WAL mode is possible only for the one who is alone, and empties the log into the file
            alone.execute("PRAGMA journal_mode = DELETE").fetchone()
            alone.execute("BEGIN EXCLUSIVE").close()
            alone.rollback()
        except sqlite3.OperationalError as error:
            if "locked" not in str(error):
                raise
            raise StoreError(f"{database} is in use: stop the server first") from None
    kept = database.with_name(f"{database.name}.{datetime.now(UTC):%Y%m%d-%H%M%S-%f}.old")
    os.replace(database, kept)
    return kept


@contextlib.contextmanager
def _beside(target: Path) -> Iterator[Path]:
    """An empty file in the same folder, gone afterwards unless it was published; nobody else may read it."""
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}-")
    os.close(handle)
    new = Path(name)
    try:
        yield new
    finally:
        new.unlink(missing_ok=True)


def _publish(new: Path, target: Path) -> None:
    """Give a whole file its name, once it is on the disk."""
    _settle(new)
    os.replace(new, target)


def _settle(new: Path) -> None:
    """Wait until a file is on the disk."""
    handle = os.open(new, os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _connected(file: Path, mode: str) -> sqlite3.Connection:
    """A file that is there; whoever closes one in WAL mode last must be able to write, to leave no log."""
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode={mode}", uri=True, timeout=WAIT)
