"""The command itself, before any of its commands: its help, its version, what it does when asked nothing."""

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    name="azulejos",
    help="Azul and Azul: Summer Pavilion. Alone it starts the web app on this machine and prints its address;"
    " the commands play in the terminal, replay games, ask bots, let them compete.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        from azulejos import __version__

        typer.echo(f"azulejos {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    host: Annotated[
        str | None,
        typer.Option(metavar="HOST", help="Where to listen: 0.0.0.0 lets other machines in."),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, max=65535, help="8000 unless said, or the next that is free."),
    ] = None,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open the browser.")] = False,
    data: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Keep games and the server's key there.")
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Keep games there, as in postgresql+asyncpg://HOST/NAME."),
    ] = None,
    workers: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=64, help="Processes that think for bots.")
    ] = None,
    version: Annotated[  # noqa: ARG001
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> int | None:
    if context.invoked_subcommand is None:
        from azulejos.cli.web import start_web

        return start_web(host, port, no_open, data, database, workers)
    given = {
        "--host": host,
        "--port": port,
        "--no-open": no_open or None,
        "--data": data,
        "--database": database,
        "--workers": workers,
    }
    named = [name for name, value in given.items() if value is not None]
    if named:
        raise typer.BadParameter(f"{named[0]} is for the web app alone, not for {context.invoked_subcommand}")
    return None
