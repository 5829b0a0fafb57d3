"""The ladder: how far apart the levels are, in many variants, as the README quotes it.

`make arena` plays it. Each level meets the next one up, which sits alone against it at larger tables;
what it wins gives the step in Elo. Games already played lie in the folder and are not played again.
"""

import argparse
import itertools
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from math import log10
from pathlib import Path
from typing import Any

from azulejos.arena.errors import ArenaTrouble
from azulejos.arena.plans import Plan, plan
from azulejos.arena.progress import Watch
from azulejos.arena.runner import run
from azulejos.arena.summary import summary
from azulejos.bots.levels import LEVELS
from azulejos.core.checks import quoted
from azulejos.core.errors import RulesError

SEED = 4
LEAST, MOST = 0.005, 0.995  # shares beyond which Elo says nothing


@dataclass(frozen=True, slots=True)
class Variant:
    """A game with its options, and what people call it."""

    name: str
    game: str
    options: dict[str, Any]


def _variants() -> Iterator[Variant]:
    for players in (2, 3, 4):
        for wall in ("coloured", "grey"):
            for jokers in (False, True):
                said = f"Azul, {players} players, {wall}" + (", jokers" if jokers else "")
                yield Variant(said, "azul", {"players": players, "wall": wall, "jokers": jokers})
    for players in (2, 3, 4):
        for side in ("coloured", "grey"):
            said = f"Pavilion, {players} players, {side}"
            yield Variant(said, "pavilion", {"players": players, "side": side})


VARIANTS = tuple(_variants())


@dataclass(frozen=True, slots=True)
class Step:
    """How much stronger one level is than the one below, with its 95% interval."""

    games: int
    share: float
    elo: float
    low: float
    high: float

    def __str__(self) -> str:
        beyond = ">" if self.share > MOST else "<" if self.share < LEAST else ""
        return f"{beyond}{self.elo:.0f} ({self.low:.0f} to {self.high:.0f})"


def elo(share: float, players: int) -> float:
    """The lead that wins so large a share alone against the rest."""
    share = min(MOST, max(LEAST, share))
    return 400 * log10(share * (players - 1) / (1 - share))


def steps(variant: Variant, games: int, seconds: float, folder: Path, cores: int | None) -> list[Step]:
    """Every level of a variant against the one below it."""
    names = [name if name != "strong" else f"strong@{seconds:g}s" for name in LEVELS]
    return [_step(variant, upper, lower, games, folder, cores) for lower, upper in itertools.pairwise(names)]


def _step(variant: Variant, upper: str, lower: str, games: int, folder: Path, cores: int | None) -> Step:
    made = plan([upper, lower], variant.game, games=games, seed=SEED, gauntlet=True, **variant.options)
    with Watch() as watch:
        results = run(made, out=_file(made, folder), cores=cores, watch=watch)
    if results.interrupted:
        raise KeyboardInterrupt
    told = summary(results)["pairs"][0]
    players = made.players
    return Step(
        told["seats"],
        told["share"],
        elo(told["share"], players),
        elo(told["share_low"], players),
        elo(told["share_high"], players),
    )


def _file(made: Plan, folder: Path) -> Path:
    said = [made.game, *(str(value) for value in made.options.values())]
    said += [entrant.label for entrant in made.entrants]
    return folder / ("-".join(said).replace("@", "_") + f"-{made.games}.ndjson")


def table(rows: list[tuple[Variant, list[Step]]]) -> str:
    """The ladder as a table for the README."""
    names = list(LEVELS)
    head = [f"{upper} over {lower}" for lower, upper in itertools.pairwise(names)]
    lines = [f"| | {' | '.join(head)} |", "|---" * (len(head) + 1) + "|"]
    lines += [f"| {variant.name} | {' | '.join(map(str, found))} |" for variant, found in rows]
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    """Play the ladder; what is wrong with the wishes is told in a sentence."""
    try:
        return _main(arguments)
    except (RulesError, ArenaTrouble) as error:
        sys.stderr.write(f"ladder: {error}\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write("Stopped; the same command goes on.\n")
        return 130


def _main(arguments: list[str] | None) -> int:
    """Play the ladder and print its table."""
    parser = argparse.ArgumentParser(prog="azulejos.arena.ladder", description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=100, help="of every step (100)")
    parser.add_argument("--seconds", type=float, default=0.2, help="that `strong` thinks a move (0.2)")
    parser.add_argument("--only", default="", help="variants whose name has this in it")
    parser.add_argument("--folder", type=Path, default=Path("ladder"), help="where games are kept (ladder/)")
    parser.add_argument("--cores", type=int, help="processes (all cores)")
    wishes = parser.parse_args(arguments)
    chosen = [variant for variant in VARIANTS if wishes.only.lower() in variant.name.lower()]
    if not chosen:
        known = "; ".join(variant.name for variant in VARIANTS)
        raise RulesError(f"no variant has {quoted(wishes.only)} in its name, expected part of one of {known}")
    wishes.folder.mkdir(parents=True, exist_ok=True)
    rows = []
    for variant in chosen:
        sys.stderr.write(f"{variant.name}\n")
        rows.append((variant, steps(variant, wishes.games, wishes.seconds, wishes.folder, wishes.cores)))
    sys.stdout.write(table(rows) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
