"""The commands `best` and `bot`: one answer of a bot, or as many as are asked for."""

import sys
from typing import Annotated

import typer


def best(
    position: Annotated[
        str,
        typer.Argument(
            metavar="POSITION", help="A position as JSON or in one line, or a file with one or a record."
        ),
    ],
    bot: Annotated[
        str | None, typer.Option(metavar="NAME", help="Who is asked; the strongest unless said.")
    ] = None,
    seconds: Annotated[float | None, typer.Option(metavar="S", help="Seconds to think.")] = None,
    simulations: Annotated[int | None, typer.Option(metavar="N", help="Simulations to think.")] = None,
    seed: Annotated[int | None, typer.Option(metavar="N", help="The bot's own seed.")] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="For programs: move, value per seat, line, statistics.")
    ] = False,
    plain: Annotated[bool, typer.Option("--plain", help="No colours.")] = False,
) -> int:
    """Ask a bot for the best move in a position."""
    from azulejos.bots.bot import Budget
    from azulejos.terminal.best import start_best

    return start_best(position, bot, Budget(seconds, simulations), seed, as_json, plain)


def bot(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A bot's name.")],
    seed: Annotated[int | None, typer.Option(metavar="N", help="The bot's own seed.")] = None,
    verbose: Annotated[bool, typer.Option("--verbose", help="Add statistics to every answer.")] = False,
) -> int:
    """Be a bot for another program: answer lines of JSON on standard input (the line protocol)."""
    from azulejos.bots.roster import bot as by_name
    from azulejos.bots.server import Server

    server = Server(by_name(name, seed), verbose)
    if sys.stdin is not None:  # closed by whoever started us: nobody will ask
        server.serve(sys.stdin.buffer, sys.stdout.buffer)
    return 0
