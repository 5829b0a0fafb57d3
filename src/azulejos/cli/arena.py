"""The command `arena`."""

from pathlib import Path
from typing import Annotated

import typer


def arena(
    bots: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="BOTS...",
            help="Who plays: bots by name, master@0.2s or strong@5000 with its own budget of seconds or"
            " simulations, 'mine=python my_bot.py' for an outside program that speaks the line protocol.",
        ),
    ] = None,
    game: Annotated[
        str | None, typer.Option(metavar="GAME", help="azul, or pavilion; azul unless said.")
    ] = None,
    players: Annotated[
        int | None, typer.Option(metavar="N", help="How many sit at a table: 2, 3 or 4; 2 unless said.")
    ] = None,
    wall: Annotated[str | None, typer.Option(metavar="WALL", help="azul: coloured or grey.")] = None,
    jokers: Annotated[bool, typer.Option("--jokers", help="azul: play with joker tiles.")] = False,
    side: Annotated[str | None, typer.Option(metavar="SIDE", help="pavilion: coloured or grey.")] = None,
    max_rounds: Annotated[
        int | None, typer.Option(metavar="N", help="azul: end games after so many rounds; 30 unless said.")
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="Games of every pair, 100 unless said; each deal is played from every seat."
        ),
    ] = None,
    seconds: Annotated[float | None, typer.Option(metavar="S", help="Seconds for a move.")] = None,
    simulations: Annotated[int | None, typer.Option(metavar="N", help="Simulations for a move.")] = None,
    gauntlet: Annotated[
        bool, typer.Option("--gauntlet", help="Only the first bot against each other one.")
    ] = False,
    mixed: Annotated[
        bool, typer.Option("--mixed", help="All bots at one table, as many as there are seats.")
    ] = False,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="Deals and bots come from this seed; else a new one.")
    ] = None,
    patience: Annotated[
        float | None,
        typer.Option(
            metavar="S", help="Seconds beyond its budget after which a bot has hung; 10 unless said."
        ),
    ] = None,
    cores: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Processes that play; all cores unless said.")
    ] = None,
    ray: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Play on a Ray cluster: auto, local or an address. Every node needs azulejos, and the"
            " outside programs that play.",
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep every game there; go on where the file ends.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Go on with that file, bots and options as they were.")
    ] = None,
    records: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Write the record of every game there.")
    ] = None,
    only: Annotated[int | None, typer.Option(metavar="N", help="Play the game of this number alone.")] = None,
    anchor: Annotated[
        str | None, typer.Option(metavar="NAME=ELO", help="Give this bot this Elo; else the mean is 0.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="The report for programs, on one line.")] = False,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE.svg", help="Draw the Elo figures into this file.")
    ] = None,
) -> int:
    """Let bots play each other, and tell how good they are."""
    from azulejos.arena.command import start_arena

    wishes = {
        "game": game,
        "players": players,
        "wall": wall,
        "jokers": jokers or None,
        "side": side,
        "max_rounds": max_rounds,
        "games": games,
        "seconds": seconds,
        "simulations": simulations,
        "gauntlet": gauntlet or None,
        "mixed": mixed or None,
        "seed": seed,
        "patience": patience,
    }
    return start_arena(
        bots or [],
        wishes,
        out=out,
        resume=resume,
        anchor=anchor,
        as_json=as_json,
        plot=plot,
        cores=cores,
        ray=ray,
        records=records,
        only=only,
    )
