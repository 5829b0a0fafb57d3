"""What goes wrong in the store, and how a database's own words become a sentence for the person."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout


class StoreError(Exception):
    """A database that cannot be used, or a request it cannot fulfil; the message is a sentence."""


class Conflict(StoreError):
    """That is already written, or is not what comes next."""


_SENTENCES = {  # what SQLite says, in small letters -> what we say
    "database is locked": "{where} is in use by another program: stop that one, or try again",
    "database or disk is full": "cannot write {where}: the disk is full",
    "disk i/o error": "cannot read or write {where}: the disk reports an error, or is full",
    "file is not a database": "{where} is no database: choose another file",
    "disk image is malformed": "{where} is damaged: restore it from a copy, or choose another file",
    "unable to open database file": "cannot open {where}: it is no ordinary file, or may not be written here",
    "readonly database": "cannot write {where}: it is read-only",
}


@contextmanager
def told(where: str) -> Iterator[None]:
    """Whatever a database or its driver raises becomes a StoreError."""
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error, OSError) as error:
        raise _as_ours(error, where) from error
    except Exception as error:
        if type(error).__module__.split(".")[0] != "asyncpg":  # raises its own kinds while connecting
            raise
        raise _as_ours(error, where) from error


def _as_ours(error: Exception, where: str) -> StoreError:
    if isinstance(error, PoolTimeout):
        return StoreError(f"{where} does not keep up: nothing could be read or written for a while")
    said = str(getattr(error, "orig", None) or error)
    small = said.lower()
    if isinstance(error, IntegrityError) and "unique" in small:
        return Conflict(f"that is already written in {where}: {_last_words(said)}")
    for theirs, ours in _SENTENCES.items():
        if theirs in small:
            return StoreError(ours.format(where=where))
    return StoreError(f"{where} cannot be used: {_last_words(said)}")


def _last_words(said: str) -> str:
    """The message without the class names that drivers wrap around it."""
    return said.strip().splitlines()[0].rpartition(">: ")[2] if said.strip() else "it gives no reason"
