"""The commands under `bench`."""

from typing import Annotated

import typer

bench_app = typer.Typer(help="Measure this machine.", rich_markup_mode=None)


@bench_app.command()
def engine(
    as_json: Annotated[bool, typer.Option("--json", help="Figures for programs.")] = False,
    gpu: Annotated[bool, typer.Option("--gpu", help="Measure a GPU instead.")] = False,
    slices: Annotated[int, typer.Option(metavar="N", min=1, help="How often each figure is measured.")] = 40,
) -> int:
    """How many random games a second the engine plays."""
    from azulejos.bench.engine import run

    return run(as_json=as_json, gpu=gpu, slices=slices)


@bench_app.command()
def search(
    as_json: Annotated[bool, typer.Option("--json", help="Figures for programs.")] = False,
    slices: Annotated[int, typer.Option(metavar="N", min=1, help="How often each figure is measured.")] = 15,
) -> int:
    """How many simulations a second the search makes."""
    from azulejos.bench.search import run

    return run(as_json=as_json, slices=slices)


@bench_app.command()
def server(
    as_json: Annotated[bool, typer.Option("--json", help="Figures for programs.")] = False,
    tables: Annotated[
        list[int] | None,
        typer.Option(metavar="N", min=1, max=2000, help="So many tables; may be given again [10, 100, 500]."),
    ] = None,
    rate: Annotated[
        float,
        typer.Option(metavar="R", min=0, help="Moves a second of all tables; 0: only as fast as it goes."),
    ] = 200.0,
    seconds: Annotated[
        float, typer.Option(metavar="S", min=1, help="How long each figure is measured.")
    ] = 20,
    sockets: Annotated[int, typer.Option(metavar="N", min=0, help="Sockets that only watch; 0 none.")] = 1000,
) -> int:
    """How many moves a second a server carries, and how soon they arrive."""
    from azulejos.bench.server import TABLES, run

    return run(as_json, tables or TABLES, rate, seconds, sockets)


@bench_app.command()
def league(
    as_json: Annotated[bool, typer.Option("--json", help="Figures for programs.")] = False,
    games: Annotated[int, typer.Option(metavar="N", min=20, max=25_000, help="Games on record.")] = 20_000,
    people: Annotated[int, typer.Option(metavar="N", min=4, max=1000, help="Who plays them.")] = 50,
    times: Annotated[int, typer.Option(metavar="N", min=1, help="How often each page is asked for.")] = 20,
) -> int:
    """How soon the pages of a large league are there, and how long an import and a new count take."""
    from azulejos.bench.league import run

    return run(as_json, games, people, times)


@bench_app.command()
def envs(
    as_json: Annotated[bool, typer.Option("--json", help="Figures for programs.")] = False,
    gpu: Annotated[bool, typer.Option("--gpu", help="Measure a GPU instead.")] = False,
    slices: Annotated[int, typer.Option(metavar="N", min=1, help="How often each figure is measured.")] = 15,
) -> int:
    """How many steps a second the environments make."""
    from azulejos.bench.envs import run

    return run(as_json=as_json, gpu=gpu, slices=slices)


@bench_app.callback()
def bench() -> None:
    """Measure this machine."""
