"""The ladder: how far apart the levels are, in many variants, as the README quotes it.

`make arena` plays it. Each level meets the next one up, which sits alone against it at larger tables;
what it wins gives the step in Elo. Games already played lie in the folder and are not played again.
"""

import argparse
import itertools
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import log10

from azulejos.arena import sweep
from azulejos.arena.variants import Variant, chosen
from azulejos.bots.levels import LEVELS

SEED = 4
LEAST, MOST = 0.005, 0.995  # shares beyond which Elo says nothing


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


def steps(variant: Variant, asked: argparse.Namespace) -> list[Step]:
    """Every level of a variant against the one below it."""
    names = [name if name != "strong" else f"strong@{asked.seconds:g}s" for name in LEVELS]
    return [_step(variant, upper, lower, asked) for lower, upper in itertools.pairwise(names)]


def _step(variant: Variant, upper: str, lower: str, asked: argparse.Namespace) -> Step:
    told = sweep.match(variant, (upper, lower), asked, SEED)
    if told["interrupted"]:
        raise KeyboardInterrupt
    pair, players = told["pairs"][0], variant.players
    return Step(
        pair["seats"],
        pair["share"],
        elo(pair["share"], players),
        elo(pair["share_low"], players),
        elo(pair["share_high"], players),
    )


def table(rows: list[tuple[Variant, list[Step]]]) -> str:
    """The ladder as a table for the README."""
    names = list(LEVELS)
    head = [f"{upper} over {lower}" for lower, upper in itertools.pairwise(names)]
    lines = [f"| | {' | '.join(head)} |", "|---" * (len(head) + 1) + "|"]
    lines += [f"| {variant.name} | {' | '.join(map(str, found))} |" for variant, found in rows]
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the ladder and print its table."""
    return sweep.told("ladder", partial(_main, arguments))


def _main(arguments: Sequence[str] | None) -> int:
    parser = sweep.wishes("ladder", (__doc__ or "").partition("\n")[0], 100, "ladder")
    parser.add_argument("--seconds", type=float, default=0.2, help="that `strong` thinks a move (0.2)")
    asked = parser.parse_args(arguments)
    rows = []
    for variant in chosen(asked.only):
        sys.stderr.write(f"{variant.name}\n")
        rows.append((variant, steps(variant, asked)))
    sys.stdout.write(table(rows) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
