"""The commands `play` and `replay`."""

from pathlib import Path
from typing import Annotated

import typer


def play(
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help="A saved game to go on with.")] = None,
    game: Annotated[
        str | None, typer.Option(metavar="GAME", help="azul, or pavilion for Azul: Summer Pavilion.")
    ] = None,
    players: Annotated[int | None, typer.Option(metavar="N", help="How many play: 2, 3 or 4.")] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="A person, or bot:apprentice, bot:journeyman, bot:artisan, bot:master, bot:strong;"
            " once for each seat.",
        ),
    ] = None,
    wall: Annotated[str | None, typer.Option(metavar="WALL", help="azul: coloured or grey.")] = None,
    jokers: Annotated[bool, typer.Option("--jokers", help="azul: play with joker tiles.")] = False,
    side: Annotated[str | None, typer.Option(metavar="SIDE", help="pavilion: coloured or grey.")] = None,
    starter: Annotated[
        int | None, typer.Option(metavar="SEAT", help="Who starts, seats counting from 0; else drawn.")
    ] = None,
    seed: Annotated[int | None, typer.Option(metavar="N", help="Draw the tiles from this seed.")] = None,
    position: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Start from a position: its text or a file.")
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with FILE, or with the last unfinished game.")
    ] = False,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Keep the game in this file.")] = None,
    plain: Annotated[bool, typer.Option("--plain", help="No colours.")] = False,
) -> int:
    """Play Azul or Azul: Summer Pavilion in this terminal, against bots or friends."""
    from azulejos.terminal.opening import Wishes
    from azulejos.terminal.start import start_game

    wishes = Wishes(game, players, wall, jokers, side, seed, starter, tuple(seat or ()))
    return start_game(wishes, file, resume, position, save, plain)


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record of a game.")],
    ply: Annotated[
        int | None, typer.Option(metavar="N", help="Show only the position after so many entries.")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Print every step as text.")] = False,
    as_json: Annotated[
        bool,
        typer.Option(
            "--json",
            help="For programs, on one line: game, options, names, every step with its entry, scores and"
            " position, the points by round and bonus, the winners; with --ply that position alone.",
        ),
    ] = False,
    plain: Annotated[bool, typer.Option("--plain", help="No colours.")] = False,
) -> int:
    """Step through a recorded game."""
    from azulejos.terminal.start import start_replay

    return start_replay(file, ply, everything, as_json, plain)
