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


@bench_app.callback()
def bench() -> None:
    """Measure this machine."""
