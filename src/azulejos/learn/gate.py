"""The gate: a new net against the best one, `python -m azulejos.learn.gate azul --dir ladder/x`.

Both think for the same number of simulations. Every deal is played once for each seat, the new one sitting
there and the best one everywhere else. A new net is promoted only if the lower end of the 95% interval of
its share, counted by deals, is above the fair one, and of a run with several variants is worse in none beyond
doubt. Games that were played are kept and gone on with.
"""

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from azulejos.arena.rating import Z
from azulejos.learn.arguments import add_cluster, add_gate, folder_of, on_cluster, opened, until
from azulejos.learn.cluster import work_on_cluster
from azulejos.learn.crew import Shift, work
from azulejos.learn.folder import Folder, read_json, write_json
from azulejos.learn.play import warm
from azulejos.learn.player import Plan, Player, contest
from azulejos.learn.variants import Variant, rules_of, variants_of

SURE = 3.5  # standard errors at which a gate is decided before all its games are played
LEAST = 40  # deals before that
TELL = 10.0

Deals = dict[int, list[float]]  # by number: the share that was won and the lead, over a deal's games


@dataclass(frozen=True)
class Verdict:
    """How a gate stands: the new net's share of wins, a fair share being one half at a table of two."""

    deals: int
    share: float
    error: float  # standard
    fair: float
    lead: float  # points ahead of the best of the others, on average

    @property
    def low(self) -> float:
        """The lower end of the 95% interval."""
        return self.share - Z * self.error

    @property
    def passed(self) -> bool:
        """Whether the new net is better beyond doubt."""
        return self.deals >= LEAST and self.low > self.fair

    @property
    def failed(self) -> bool:
        """Whether the new net is worse beyond doubt."""
        return self.share + Z * self.error < self.fair

    @property
    def clear(self) -> bool:
        """Whether more games would hardly change it."""
        return self.deals >= LEAST and abs(self.share - self.fair) > SURE * self.error

    def __str__(self) -> str:
        share = f"{100 * self.share:.1f}% ±{100 * Z * self.error:.1f}"
        return f"{share} on {self.deals} deals, {self.lead:+.1f} points"


def verdict(deals: Deals, players: int) -> Verdict:
    """What the deals say; each is the share won and the lead, averaged over its games."""
    shares = [share for share, _ in deals.values()]
    n = len(shares)
    if n == 0:
        return Verdict(0, 0.0, 1.0, 1 / players, 0.0)
    mean = sum(shares) / n
    spread = sum((share - mean) ** 2 for share in shares) / max(1, n - 1)
    error = sqrt(max(spread, 1 / (4 * n)) / n)  # never surer than a lucky streak allows
    return Verdict(n, mean, error, 1 / players, sum(lead for _, lead in deals.values()) / n)


def gate(
    folder: Folder,
    generation: int,
    simulations: int,
    games: int,
    deadline: float,
    cores: int,
    cluster: str | None = None,
) -> Verdict | None:
    """Let a generation's net play the best one; None where time was up before it was decided."""
    players = int(folder.variant.get("players", 2))
    most = max(1, games // players)
    best = folder.best
    told = read_json(folder.gate(generation)) or {}
    ours = told.get("best") == best and told.get("simulations") == simulations
    deals = {int(deal): result for deal, result in told["deals"].items()} if ours else {}
    nets = folder.net_of(generation), folder.net_of(best)
    warm(folder.variant, contest(2), nets[0])
    for found in _played(folder, nets, simulations, deals, most, deadline, cores, cluster):
        deals.update(found)
        state = {"best": best, "simulations": simulations, "deals": deals}
        write_json(folder.gate(generation), state)
        if verdict(deals, players).clear:
            break
    outcome = verdict(deals, players)
    sys.stderr.write(f"gate   generation {generation} against {best}: {outcome}\n")
    return outcome if outcome.clear or len(deals) >= most else None


def _played(
    folder: Folder,
    nets: Sequence[bytes | None],
    simulations: int,
    deals: Deals,
    most: int,
    deadline: float,
    cores: int,
    cluster: str | None,
) -> Any:
    """Yield the results of deals that were not played yet, some at a time."""
    missing = [deal for deal in range(most) if deal not in deals]
    seed = folder.derived("gate")
    arguments = (dict(folder.variant), contest(simulations), nets, seed, missing)
    waiting: Deals = {}
    told = time.time()
    if cluster is None:
        crew = work(play_deals, arguments, min(cores, len(missing)) if cores else 0, len(missing), deadline)
    else:
        crew = work_on_cluster(play_deals, arguments, cluster, len(missing), deadline)
    try:
        for found in crew if missing else ():
            waiting.update(found or {})
            if waiting and time.time() - told > TELL / 2:
                told = time.time()
                sys.stderr.write(f"gate   {len(deals) + len(waiting):,} of {most:,} deals\n")
                yield waiting
                waiting = {}
    finally:
        crew.close()
    yield waiting


def play_deals(
    shift: Shift,
    variant: Variant,
    plan: Plan,
    nets: Sequence[bytes | None],
    seed: int,
    missing: Sequence[int],
) -> None:
    """What a worker does: play deals from every seat."""
    new, old = (Player(variant, plan, net) for net in nets)
    while (claimed := shift.claim()) is not None:
        shift.tell({missing[claimed]: play_deal(new, old, seed, missing[claimed])})


def play_deal(new: Player, old: Player, seed: int, deal: int) -> list[float]:
    """One deal with the new one on each seat in turn: the share it won and its lead, averaged."""
    players = new.rules.players
    shares, leads = 0.0, 0.0
    for seat in range(players):
        scores, won = _game(new, old, seed, deal, seat)
        shares += won
        leads += scores[seat] - max(score for other, score in enumerate(scores) if other != seat)
    return [shares / players, leads / players]


def _game(new: Player, old: Player, seed: int, deal: int, seat: int) -> tuple[list[int], float]:
    """A game, the new one on that seat: everybody's points, and the share of the win of the new one."""
    mine, all_seats = 1 << seat, (1 << new.rules.players) - 1
    sides = ((new, mine), (old, all_seats & ~mine))
    for player, _ in sides:
        player.begin(seed, deal)
    turn = 0
    while True:
        (player, seats), (other, _) = sides[turn], sides[1 - turn]
        player.play_on(seed, deal, seats)
        if player.ended:
            return player.outcome(seat)
        other.desk.root[:] = player.desk.root
        turn = 1 - turn


def by_variant(folder: Folder, generation: int) -> dict[str, Verdict]:
    """How a gate stands in each variant that the run plays and a deal was played of."""
    deals = (read_json(folder.gate(generation)) or {}).get("deals", {})
    return split({int(number): result for number, result in deals.items()}, folder.variant)


def split(deals: Deals, variant: Variant) -> dict[str, Verdict]:
    """What the deals say of each variant that one was played of, by its name."""
    tables = [rules_of(one) for one in variants_of(variant)]
    parts = [{n: deals[n] for n in deals if n % len(tables) == which} for which, _ in enumerate(tables)]
    return {
        rules.variant(): verdict(part, rules.players)
        for rules, part in zip(tables, parts, strict=True)
        if part
    }


def main() -> None:
    """Read the command line, play, promote."""
    parser = opened("gate", __doc__)
    add_gate(parser)
    add_cluster(parser)
    parser.add_argument("--generation", type=int, help="which one (the next one)")
    found = parser.parse_args()
    deadline = until(found)
    folder = folder_of(found)
    generation, duel, contest = found.generation or folder.due, found.duel, found.contest
    with on_cluster(found):
        decide(folder, generation, duel, contest, deadline, found.cores, found.cluster)


def decide(
    folder: Folder,
    generation: int,
    simulations: int,
    games: int,
    deadline: float,
    cores: int,
    cluster: str | None = None,
    untried: bool = False,
) -> bool:
    """Play the gate and promote who passes; False where it is not decided yet.

    It is noted whether who does not pass plays on untried; never who is worse beyond doubt.
    """
    outcome = gate(folder, generation, simulations, games, deadline, cores, cluster)
    if outcome is None:
        return False
    best, parts = folder.best, by_variant(folder, generation)
    passed = outcome.passed and not any(part.failed for part in parts.values())
    if passed:
        folder.promote(generation)
    folder.note(
        "gate",
        generation,
        against=best,
        deals=outcome.deals,
        share=round(outcome.share, 4),
        error=round(outcome.error, 4),
        fair=outcome.fair,
        lead=round(outcome.lead, 2),
        simulations=simulations,
        passed=passed,
        untried=untried and not outcome.failed,
        shares={name: round(part.share, 4) for name, part in parts.items()},
    )
    return True


if __name__ == "__main__":
    main()
