"""The commands that copy the web app's games and put a copy back."""

from pathlib import Path
from typing import Annotated

import typer

from azulejos.cli.app import flag

File = Annotated[Path, typer.Argument(metavar="FILE")]
Data = Annotated[str | None, flag("data")]
Database = Annotated[str | None, flag("database")]


def backup(file: File, data: Data = None, database: Database = None) -> int:
    """Copy all games into FILE, while the server runs or not."""
    from azulejos.store.backup import back_up, file_of
    from azulejos.store.errors import StoreError
    from azulejos.web.config import ServeTrouble
    from azulejos.web.sessions import KEY_FILE
    from azulejos.web.settings import configure

    config, _ = configure({"data": data, "database": database})
    try:
        copied = back_up(file_of(config.url), file)
    except StoreError as error:
        raise ServeTrouble(str(error)) from None
    typer.echo(f"{file}: {copied.tables} tables, {copied.moves} moves, {copied.bytes / 1e6:.1f} MB")
    key = config.data / KEY_FILE
    if key.exists():
        typer.echo(f"Keep {key} too, once: without it nobody's browser is known any more.")
    return 0


def restore(file: File, data: Data = None, database: Database = None) -> int:
    """Put the games of FILE, made by backup, in place of those there. Stop the server first."""
    from azulejos.store.backup import file_of
    from azulejos.store.backup import restore as put_back
    from azulejos.store.errors import StoreError
    from azulejos.web.config import ServeTrouble
    from azulejos.web.settings import configure

    config, _ = configure({"data": data, "database": database})
    try:
        place = file_of(config.url)
        copied, kept = put_back(file, place)
    except StoreError as error:
        raise ServeTrouble(str(error)) from None
    typer.echo(f"{place}: {copied.tables} tables, {copied.moves} moves")
    if kept is not None:
        typer.echo(f"What was there before is kept in {kept}")
    return 0
