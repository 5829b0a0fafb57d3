"""One net against another on paired deals:
`python -m azulejos.learn.duel azul --players 4 --mixed --wall coloured --net NEW.net --against OLD.net`.

As a gate plays it, but needs no run's folder and promotes nobody. Every deal is played once for each seat,
the net sitting there and the other one everywhere else; both begin every thought anew. `0` is the search
without a net. With `--theirs` the others think for more simulations, or for fewer. The same numbers give the
same games on any machine. A deal that is not over 20 s after the minutes is left out.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from azulejos import games
from azulejos.bots import nets
from azulejos.learn.arguments import (
    add_cores,
    add_options,
    amount,
    heed_sigterm,
    in_a_sentence,
    options_of,
    until,
    whole,
)
from azulejos.learn.crew import Shift, work
from azulejos.learn.gate import Deals, play_deal, split, verdict
from azulejos.learn.play import warm
from azulejos.learn.player import Player, contest
from azulejos.learn.variants import Variant, rules_of

NO_NET = "0"
TELL = 10.0  # seconds between two lines of progress
MOST_SEED = (1 << 62) - 1  # streams are counted beyond it


@dataclass(frozen=True)
class Side:
    """Who plays: a net's bytes, or the search without one, and how long it thinks."""

    net: bytes | None
    simulations: int


def play_deals(shift: Shift, variant: Variant, sides: Sequence[Side], seed: int) -> None:
    """What a worker does: play deals from every seat."""
    one, other = (Player(variant, contest(side.simulations), side.net) for side in sides)
    while (number := shift.claim()) is not None:
        shift.tell({number: play_deal(one, other, seed, number)})


def duel(
    variant: Variant, sides: Sequence[Side], deals: int, seed: int, deadline: float, cores: int
) -> Deals:
    """What each deal brought; fewer where time was up before, or somebody pressed Ctrl-C."""
    found: Deals = {}
    told = time.time()
    try:
        for side in sides:
            warm(variant, contest(2), side.net)
        crew = work(play_deals, (dict(variant), sides, seed), min(cores, deals), deals, deadline)
        with closing(crew):
            for part in crew:
                found |= part or {}
                if time.time() - told > TELL:
                    told = time.time()
                    standing = verdict(found, rules_of(variant).players)
                    sys.stderr.write(f"{len(found):,} of {deals:,} deals: {standing}\n")
    except KeyboardInterrupt:
        sys.stderr.write("stopped\n")
    return found


def report(found: Deals, variant: Variant) -> list[str]:
    """How it ended, as lines: on the whole, and in each of several variants."""
    if not found:
        return ["no deal was played to its end"]
    rules = rules_of(variant)
    lines = [f"{verdict(found, rules.players)} (fair: {100 / rules.players:.1f}%)"]
    parts = split(found, variant)
    return lines + [f"  {name}: {part}" for name, part in parts.items() if len(parts) > 1]


def _side(name: str, simulations: int, variant: Variant) -> Side:
    """A side that can play; ends with a sentence where its net cannot be used."""
    if name == NO_NET:
        return Side(None, simulations)
    try:
        nets.read(name, rules_of(variant), False)
    except nets.BadNet as error:
        sys.exit(f"azulejos: {name}: {error}")
    return Side(Path(name).read_bytes(), simulations)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="azulejos.learn.duel",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("game", choices=list(games.FAMILIES))
    add_options(parser, players=2)
    parser.add_argument("--mixed", action="store_true", default=None, help="all variants with these options")
    parser.add_argument("--net", required=True, help="the file of a net, 0 for none")
    parser.add_argument("--against", required=True, help="the file of the net on all other seats, 0 for none")
    parser.add_argument("--simulations", type=whole(1), default=800, help="of each move (800)")
    parser.add_argument("--theirs", type=whole(1), help="of each move of the others (as many)")
    parser.add_argument("--deals", type=whole(1), default=100, help="each played from every seat (100)")
    parser.add_argument("--minutes", type=amount, default=60.0, help="nothing is begun after so many (60)")
    parser.add_argument("--seed", type=whole(0, MOST_SEED), default=1)
    add_cores(parser)
    return parser


def main() -> None:
    """Read the command line, play, tell."""
    found = _parser().parse_args()
    heed_sigterm()
    variant = {"game": found.game, **options_of(found)}
    try:
        rules_of(variant)
    except ValueError as error:
        sys.exit(f"azulejos: {error}")
    theirs = found.theirs or found.simulations
    sides = [_side(found.net, found.simulations, variant), _side(found.against, theirs, variant)]
    with in_a_sentence():
        played = duel(variant, sides, found.deals, found.seed, until(found), found.cores)
    if len(played) < found.deals:
        sys.stderr.write(f"{len(played):,} of {found.deals:,} deals were played\n")
    print("\n".join(report(played, variant)))


if __name__ == "__main__":
    main()
