"""What measurements of many variants have in common: what they may be asked, matches kept in a folder.

`ladder` measures how far apart the levels are, `lead` how far one bot is ahead of another.
"""

import argparse
import hashlib
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from azulejos.arena.errors import ArenaTrouble
from azulejos.arena.journal import trouble_with
from azulejos.arena.plans import Plan, plan
from azulejos.arena.progress import Watch
from azulejos.arena.runner import run
from azulejos.arena.summary import summary
from azulejos.arena.variants import Variant
from azulejos.core.errors import RulesError

LONGEST = 120  # signs of a file's name


def wishes(name: str, about: str, games: int, folder: str) -> argparse.ArgumentParser:
    """What every measurement may be asked."""
    parser = argparse.ArgumentParser(prog=f"azulejos.arena.{name}", description=about)
    parser.add_argument("--games", type=int, default=games, help=f"of every match ({games})")
    parser.add_argument("--only", default="", help="variants whose name has this in it")
    parser.add_argument("--folder", type=Path, default=Path(folder), help=f"where games are kept ({folder}/)")
    parser.add_argument("--cores", type=int, help="processes (all cores)")
    return parser


def match(
    variant: Variant, bots: Sequence[str], asked: argparse.Namespace, seed: int, **more: Any
) -> dict[str, Any]:
    """The first of two bots alone against the other; games that lie in the folder are not played again."""
    made = plan(bots, variant.game, games=asked.games, seed=seed, gauntlet=True, **more, **variant.options)
    _open(asked.folder)
    with Watch() as watch:
        results = run(made, out=asked.folder / _file(made), cores=asked.cores, watch=watch)
    return summary(results)


def _open(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise trouble_with("write", folder, error) from None


def _file(made: Plan) -> str:
    """What a match is kept as; a long name is cut, and told apart by a number made of all of it."""
    said = [made.game, *map(str, made.options.values()), *(entrant.label for entrant in made.entrants)]
    if made.budget.seconds is not None:
        said.append(f"{made.budget.seconds:g}s")
    said += [f"seed{made.seed}", str(made.games)]
    plain = "".join(sign if sign.isalnum() or sign in ".-" else "_" for sign in "-".join(said))
    if len(plain) > LONGEST:
        plain = f"{plain[:LONGEST]}-{hashlib.sha256(plain.encode()).hexdigest()[:8]}"
    return f"{plain}.ndjson"


def told(name: str, measure: Callable[[], int], kept: str = "--folder names another place for games") -> int:
    """Measure; what is wrong with the wishes, or an end before time, is told in a sentence."""
    try:
        return measure()
    except RulesError as error:
        sys.stderr.write(f"{name}: {error}\n")
        return 2
    except ArenaTrouble as error:
        sys.stderr.write(f"{name}: {error} ({kept})\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write("Stopped; the same command goes on.\n")
        return 130
