"""The lead: how far one bot is ahead of another, in many variants.

`make lead` plays it: `strong` against itself without a net, unless told. The one sits alone against the other
on all other seats, in every seat in turn. Games already played lie in the folder and are not played again, so
a match that was stopped goes on where it was.
"""

import sys
from collections.abc import Sequence
from functools import partial
from typing import Any

from azulejos.arena import sweep
from azulejos.arena.variants import Variant, chosen

SEED = 5
HEAD = (
    "| | games | share (95%) | fair | times fair | points | theirs | s a move, theirs |\n"
    "|---|---:|---:|---:|---:|---:|---:|---:|\n"
)


def row(variant: Variant, told: dict[str, Any]) -> str:
    """A match as a line of the table."""
    pair, fair = told["pairs"][0], 1 / variant.players
    if not told["played"]:
        return f"| {variant.name} | {_games(told)} | | {fair:.1%} | | | | |\n"
    lines = {line["label"]: line for line in told["standings"]}
    one, rest = lines[pair["one"]], lines[pair["rest"]]
    share = f"{pair['share']:.1%} ({100 * pair['share_low']:.0f} to {100 * pair['share_high']:.0f})"
    points = " | ".join(_number(line["score"], 1) for line in (one, rest))
    pace = ", ".join(_number(line["seconds_per_move"], 3) for line in (one, rest))
    times = f"{pair['share'] / fair:.2f}"
    return f"| {variant.name} | {_games(told)} | {share} | {fair:.1%} | {times} | {points} | {pace} |\n"


def _games(told: dict[str, Any]) -> str:
    """How many were played; of how many, if it was stopped; what else one should know of them."""
    said = f"{told['played']:,}"
    if told["played"] < told["planned"]:
        said += f" of {told['planned']:,}"
    if told["failures"]:
        said += f", decided by failures: {len(told['failures'])}"
    if overruns := sum(line["overruns"] for line in told["standings"]):
        said += f", overran: {overruns}"
    return said


def _number(value: float | None, places: int) -> str:
    return "" if value is None else f"{value:.{places}f}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the matches; each is told as soon as it is over."""
    return sweep.told("lead", partial(_main, arguments))


def _main(arguments: Sequence[str] | None) -> int:
    parser = sweep.wishes("lead", (__doc__ or "").partition("\n")[0], 400, "lead")
    parser.add_argument("one", nargs="?", default="strong", help="the bot that sits alone (strong)")
    parser.add_argument("rest", nargs="?", default="search:net=0", help="the others (search:net=0)")
    parser.add_argument("--seconds", type=float, default=1.0, help="a move of a bot that names no budget (1)")
    parser.add_argument("--seed", type=int, default=SEED, help=f"of the deals ({SEED})")
    parser.add_argument("--patience", type=float, default=10.0, help="seconds beyond that for a bot (10)")
    asked = parser.parse_args(arguments)
    variants = chosen(asked.only)
    about = f"{asked.one} alone against {asked.rest}, {asked.seconds:g} s a move, seed {asked.seed}"
    sys.stdout.write(f"{about}\n\n{HEAD}")
    sys.stdout.flush()
    for variant in variants:
        sys.stderr.write(f"{variant.name}\n")
        budget = {"seconds": asked.seconds, "patience": asked.patience}
        told = sweep.match(variant, (asked.one, asked.rest), asked, asked.seed, **budget)
        sys.stdout.write(row(variant, told))
        sys.stdout.flush()
        if told["interrupted"]:
            raise KeyboardInterrupt
    return 0


if __name__ == "__main__":
    sys.exit(main())
