"""The command `azulejos`: each command imports what it needs itself, so that help comes at once.

Whatever a user can do wrong ends in one sentence and status 2.
"""

import contextlib
import os
import sys
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    name="azulejos",
    help="Azul and Azul: Summer Pavilion: play in the terminal, replay games, measure the engine.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
bench_app = typer.Typer(help="Measure this machine.", rich_markup_mode=None)
app.add_typer(bench_app, name="bench")

USER_ERROR = 2
INTERRUPTED = 130


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


@app.command()
def play(
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help="A saved game to go on with.")] = None,
    game: Annotated[
        str | None, typer.Option(metavar="GAME", help="azul, or pavilion for Azul: Summer Pavilion.")
    ] = None,
    players: Annotated[int | None, typer.Option(metavar="N", help="How many play: 2, 3 or 4.")] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A person, or bot:greedy or bot:random; once for each seat."),
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


@app.command()
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


@bench_app.command()
def engine(
    as_json: Annotated[bool, typer.Option("--json", help="Figures for programs.")] = False,
    gpu: Annotated[bool, typer.Option("--gpu", help="Measure a GPU instead.")] = False,
    slices: Annotated[int, typer.Option(metavar="N", min=1, help="How often each figure is measured.")] = 40,
) -> int:
    """How many random games a second the engine plays."""
    from azulejos.bench.engine import run

    return run(as_json=as_json, gpu=gpu, slices=slices)


@bench_app.callback()
def bench() -> None:
    """Measure this machine."""


# --- the entry point ----------------------------------------------------------------------------------------


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; the exit status."""
    if sys.stdout is None:  # closed by whoever started us
        return _refuse("there is nowhere to write, standard output is closed")
    try:
        status = app(arguments, standalone_mode=False, prog_name="azulejos")
        sys.stdout.flush()
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except (BrokenPipeError, SystemExit) as leaving:
        if not _pipe_closed(leaving):
            raise
        _close_quietly()
        return 0
    except OSError as error:  # files have sentences of their own, so this is the terminal or the disk
        _close_quietly()
        return _refuse(f"cannot go on: {(error.strerror or str(error)).lower()}")
    except Exception as error:
        sentence = _sentence(error)
        if sentence is None:
            raise
        return _refuse(sentence)
    return status if isinstance(status, int) else 0


def _refuse(sentence: str) -> int:
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            sys.stderr.write(f"azulejos: {sentence}\n")
    return USER_ERROR


def _sentence(error: Exception) -> str | None:
    """What to tell about an error that is the user's; None for one of ours."""
    if hasattr(error, "format_message"):  # what typer raises, whichever click it stands on
        return " ".join(str(error.format_message()).split()) + _commands(error)
    from azulejos.core.errors import RulesError
    from azulejos.core.jit import CompilingForbidden
    from azulejos.terminal.files import FileTrouble

    told = isinstance(error, RulesError | FileTrouble | CompilingForbidden)
    return " ".join(str(error).split()) if told else None


def _commands(error: Exception) -> str:
    """The commands there are, for somebody who named none of them."""
    if "command" not in str(error):
        return ""
    group = getattr(getattr(error, "ctx", None), "command", None)
    *names, last = getattr(group, "commands", None) or ("",)
    expected = f"{', '.join(names)} or {last}" if names else last
    return f" Expected {expected}." if expected else ""


def _pipe_closed(leaving: BaseException) -> bool:
    """Whether nobody reads any more; typer answers that with a SystemExit of its own."""
    return isinstance(leaving, BrokenPipeError) or isinstance(leaving.__context__, BrokenPipeError)


def _close_quietly() -> None:
    """Keep the interpreter from complaining when it closes the output."""
    with contextlib.suppress(OSError):  # a stream without a file behind it has nothing to close
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
