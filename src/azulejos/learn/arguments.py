"""The command lines of learning: what all steps share."""

import argparse
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import fields
from math import isfinite
from pathlib import Path
from typing import Any

from azulejos import games
from azulejos.arena.errors import ArenaTrouble
from azulejos.arena.joining import connected
from azulejos.arena.runner import all_cores
from azulejos.bots.nets import WIDEST
from azulejos.core.jit import why_no_gpu
from azulejos.learn.course import Course
from azulejos.learn.crew import CrewFailed
from azulejos.learn.device import DeviceTrouble
from azulejos.learn.folder import SIZES, Folder, FolderError, open_folder
from azulejos.learn.player import Plan
from azulejos.learn.variants import rules_of

NAMES = ("players", "wall", "side", "jokers", "mixed")
SHARES = 256  # what a plan counts its shares of


# --- what may be given ------------------------------------------------------------------------------------


def _unlike(text: str, wanted: str) -> argparse.ArgumentTypeError:
    return argparse.ArgumentTypeError(f"{text!r} was given, expected {wanted}")


def whole(least: int, most: int | None = None) -> Callable[[str], int]:
    """The type of an argument that is a whole number within bounds."""
    wanted = f"a whole number, {least} or more" if most is None else f"a whole number from {least} to {most}"

    def number(text: str) -> int:
        try:
            found = int(text)
        except ValueError:
            raise _unlike(text, wanted) from None
        if found < least or (most is not None and found > most):
            raise _unlike(text, wanted)
        return found

    return number


def amount(text: str) -> float:
    """The type of an argument that is a number, 0 or more."""
    return _number(text, "a number, 0 or more", lambda found: found >= 0)


def positive(text: str) -> float:
    """The type of an argument that is a number above 0."""
    return _number(text, "a number above 0", lambda found: found > 0)


def _number(text: str, wanted: str, fits: Callable[[float], bool]) -> float:
    try:
        found = float(text)
    except ValueError:
        raise _unlike(text, wanted) from None
    if not (isfinite(found) and fits(found)):
        raise _unlike(text, wanted)
    return found


def sizes(text: str) -> tuple[int, int]:
    """The type of an argument that is the widths of a net's two layers."""
    try:
        first, second = (whole(1, WIDEST)(part) for part in text.split(","))
    except (argparse.ArgumentTypeError, ValueError):
        raise _unlike(text, f"two sizes from 1 to {WIDEST}, such as 128,32") from None
    return first, second


def device(text: str) -> str:
    """The type of an argument that says what trains."""
    if not re.fullmatch("cpu|cuda(:[0-9]{1,3})?", text):
        raise _unlike(text, "cpu, cuda, or cuda:1 for the second GPU")
    return text


# --- what every step takes --------------------------------------------------------------------------------


def opened(step: str, about: str | None) -> argparse.ArgumentParser:
    """A parser with what every step takes."""
    parser = argparse.ArgumentParser(
        prog=f"azulejos.learn.{step}", description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.set_defaults(step=step)
    parser.add_argument("game", choices=list(games.FAMILIES))
    add_options(parser, players=2)
    parser.add_argument(
        "--mixed",
        action="store_true",
        default=None,
        help="all variants for that many that have the options given, one net for them",
    )
    parser.add_argument("--dir", type=Path, required=True, help="the run's folder, begun or gone on with")
    parser.add_argument("--minutes", type=amount, default=5.0, help="nothing is begun after so many (5)")
    add_cores(parser)
    parser.add_argument("--seed", type=int, default=1, help="of a run that is begun")
    parser.add_argument("--hidden", type=sizes, default=SIZES, help="sizes of a new run's net (128,32)")
    return parser


def add_options(parser: argparse.ArgumentParser, players: int | None) -> None:
    """The options of one variant; so many players where nothing is said."""
    parser.add_argument("--players", type=int, default=players)
    parser.add_argument("--wall", choices=["coloured", "grey"])
    parser.add_argument("--side", choices=["coloured", "grey"])
    parser.add_argument("--jokers", action="store_true", default=None)


def options_of(found: argparse.Namespace) -> dict[str, Any]:
    """The options that were given."""
    return {name: value for name in NAMES if (value := getattr(found, name, None)) is not None}


def add_cores(parser: argparse.ArgumentParser) -> None:
    """How many processes work."""
    parser.add_argument(
        "--cores", type=whole(0), default=all_cores(), help="processes (all cores); 0 works in this one"
    )


def add_play(parser: argparse.ArgumentParser) -> None:
    """What self-play takes."""
    parser.add_argument("--games", type=whole(1), default=20_000, help="of self-play a generation")
    parser.add_argument(
        "--gpu", type=whole(0), default=0, metavar="GAMES", help="play so many at a time on the GPU (none)"
    )
    bounds = {"full": whole(1), "brief": whole(1), "opening": whole(0)}
    for field in fields(Plan):
        kind = bounds.get(field.name, whole(0, SHARES))
        parser.add_argument(f"--{field.name}", type=kind, default=field.default)


def add_training(parser: argparse.ArgumentParser) -> None:
    """What training takes."""
    parser.add_argument("--device", type=device, default="cpu", help="cpu, cuda or cuda:1")
    bounds = dict.fromkeys(("epochs", "limit", "rate", "boundary"), positive)
    for field in fields(Course):
        kind = whole(1) if isinstance(field.default, int) else bounds.get(field.name, amount)
        parser.add_argument(f"--{field.name}", type=kind, default=field.default)


def course_of(found: argparse.Namespace) -> Course:
    """The course that was asked for."""
    return Course(**{field.name: getattr(found, field.name) for field in fields(Course)})


def add_gate(parser: argparse.ArgumentParser) -> None:
    """What a gate takes."""
    parser.add_argument("--duel", type=whole(1), default=400, help="simulations a move of both sides")
    parser.add_argument("--contest", type=whole(1), default=1000, help="games, fewer if it is clear before")


def add_cluster(parser: argparse.ArgumentParser) -> None:
    """Where games are played other than here."""
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="play on a Ray cluster: auto (that of this machine), local (one begun here) or an address",
    )


@contextmanager
def on_cluster(found: argparse.Namespace) -> Iterator[None]:
    """Be part of the cluster that was named, if one was; ends with a sentence where it cannot be used."""
    with in_a_sentence(), connected(found.cluster) if found.cluster else nullcontext():
        yield


@contextmanager
def in_a_sentence() -> Iterator[None]:
    """End with a sentence where a cluster, or everybody at work, fails."""
    try:
        yield
    except (ArenaTrouble, CrewFailed, DeviceTrouble) as error:
        sys.exit(f"azulejos: {error}")


def plan_of(found: argparse.Namespace) -> Plan:
    """The plan that was asked for."""
    return Plan(**{field.name: getattr(found, field.name) for field in fields(Plan)})


def folder_of(found: argparse.Namespace) -> Folder:
    """The run that was named; ends with a sentence where that cannot be. Stopping is made orderly here."""
    heed_sigterm()
    _check_gpu(found)
    variant: dict[str, Any] = {"game": found.game, **options_of(found)}
    try:
        rules_of(variant)
        folder = open_folder(found.dir, variant, found.seed, found.hidden)
    except (FolderError, ValueError) as error:
        sys.exit(f"azulejos: {error}")
    except OSError as error:
        sys.exit(f"azulejos: --dir is {found.dir}, which cannot be a run's folder ({error.strerror})")
    if getattr(found, "gpu", 0) and any(size % 4 for size in folder.sizes):
        wrong = f"--gpu {found.gpu}, and the run's layers are {folder.sizes}"
        sys.exit(f"azulejos: {wrong}: expected multiples of 4 to play on a GPU")
    if found.step == "gate":
        _check_net(folder, found.generation or folder.due)
    return folder


def _check_gpu(found: argparse.Namespace) -> None:
    """End with a sentence where games shall be played on a GPU that cannot."""
    games = getattr(found, "gpu", 0)
    if games and found.cluster:
        sys.exit(f"azulejos: --gpu {games} and --cluster {found.cluster} were given, expected one of them")
    if games and (reason := why_no_gpu()):
        sys.exit(f"azulejos: --gpu {games}: {reason}")


def _check_net(folder: Folder, generation: int) -> None:
    if not folder.net(generation).is_file():
        sys.exit(f"azulejos: there is no net of generation {generation} yet in {folder.path}: train first")


def heed_sigterm() -> None:
    """End in order when asked to."""
    signal.signal(signal.SIGTERM, _stop)


def _stop(*_: object) -> None:
    sys.exit(143)  # which ends the workers too


def until(found: argparse.Namespace) -> float:
    """When the command has to be done, as `time.time` counts."""
    return time.time() + 60 * float(found.minutes)
