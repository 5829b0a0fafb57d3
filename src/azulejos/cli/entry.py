"""Where the command line begins and ends: whatever a user can do wrong ends in one sentence and status 2."""

import contextlib
import os
import sys

import typer

from azulejos.cli.app import app
from azulejos.cli.arena import arena
from azulejos.cli.bench import bench_app
from azulejos.cli.keeping import backup, restore
from azulejos.cli.playing import play, replay
from azulejos.cli.score import score_app
from azulejos.cli.thinking import best, bot

USER_ERROR = 2
INTERRUPTED = 130

for command in (play, replay, best, bot, arena, backup, restore):  # in the order of the help
    app.command()(command)
app.add_typer(score_app, name="score")
app.add_typer(bench_app, name="bench")


def program() -> int:
    """The program itself: as `main`, but it does not wait at the end for what is still being compiled."""
    status = main()
    engine = sys.modules.get("azulejos.bots.engine")
    if engine is not None and engine.compiling():
        with contextlib.suppress(OSError, ValueError):
            sys.stdout.flush()
        os._exit(status)
    return status


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
    from azulejos.arena.errors import ArenaTrouble
    from azulejos.bots.outside import BotFailure
    from azulejos.core.errors import RulesError
    from azulejos.core.jit import CompilingForbidden
    from azulejos.terminal.files import FileTrouble
    from azulejos.web.config import ServeTrouble

    kinds = (RulesError, FileTrouble, CompilingForbidden, ArenaTrouble, BotFailure, ServeTrouble)
    told = isinstance(error, kinds)
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
