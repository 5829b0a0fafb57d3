"""The command itself, before any of its commands: its help, its version, what it does when asked nothing."""

from typing import Annotated, Any

import typer

from azulejos.web.settings import BY_NAME

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


def flag(name: str) -> Any:
    """The flag of a setting of the web app; its text is read together with the environment's."""
    setting = BY_NAME[name]
    return typer.Option(setting.option, metavar=setting.metavar, help=setting.help, show_default=False)


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    host: Annotated[str | None, flag("host")] = None,
    port: Annotated[str | None, flag("port")] = None,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open the browser.")] = False,
    data: Annotated[str | None, flag("data")] = None,
    database: Annotated[str | None, flag("database")] = None,
    workers: Annotated[str | None, flag("workers")] = None,
    hosts: Annotated[str | None, flag("hosts")] = None,
    proxies: Annotated[str | None, flag("proxies")] = None,
    limits: Annotated[str | None, flag("limits")] = None,
    sockets: Annotated[str | None, flag("sockets")] = None,
    log: Annotated[str | None, flag("log")] = None,
    version: Annotated[  # noqa: ARG001
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> int | None:
    flags = {
        "host": host,
        "port": port,
        "data": data,
        "database": database,
        "workers": workers,
        "hosts": hosts,
        "proxies": proxies,
        "limits": limits,
        "sockets": sockets,
        "log": log,
    }
    if context.invoked_subcommand is None:
        from azulejos.cli.web import start_web

        return start_web(flags, no_open)
    named = ["--no-open"] * no_open + [f"--{name}" for name, text in flags.items() if text is not None]
    if named:
        raise typer.BadParameter(f"{named[0]} is for the web app alone, not for {context.invoked_subcommand}")
    return None
