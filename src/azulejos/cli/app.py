"""The command itself, before any of its commands: its help, its version, what it does when asked nothing."""

from typing import Annotated

import typer

from azulejos.cli.playing import play

app = typer.Typer(
    name="azulejos",
    help="Azul and Azul: Summer Pavilion: play in the terminal, replay games, ask bots, let them compete.",
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
    version: Annotated[  # noqa: ARG001
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> int | None:
    return play() if context.invoked_subcommand is None else None
