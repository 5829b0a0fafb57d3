"""Fit the judgement's weights to self-play: `python -m azulejos.learn.tuning azul --players 2`.

Plays games of the search against itself, fits, and writes the weights into the file that the family reads.
"""

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import numpy as np

from azulejos import games
from azulejos.learn.batches import Batch, joined, play_games
from azulejos.learn.fits import fit_prior, fit_value
from azulejos.learn.weights import write_weights


def gather(variant: dict[str, Any], seed: int, count: int, sims: int, noted: int, cores: int) -> Batch:
    """Play so many games over the cores."""
    chunk = max(1, min(50, count // (4 * cores)))
    starts = range(0, count, chunk)
    began = time.perf_counter()
    parts = []
    with ProcessPoolExecutor(cores) as pool:
        jobs = [pool.submit(play_games, variant, seed, n, min(chunk, count - n), sims, noted) for n in starts]
        for done, job in enumerate(jobs, 1):
            parts.append(job.result())
            took = time.perf_counter() - began
            sys.stderr.write(
                f"\r{done * chunk:,} of {count:,} games, {took * (len(jobs) - done) / done:,.0f} s left  "
            )
    sys.stderr.write("\n")
    return joined(parts)


def tune(variant: dict[str, Any], arguments: argparse.Namespace) -> None:
    """One round of self-play and fitting; the weights are written where the family reads them."""
    rules = games.rules(variant["game"], compiled=True, **{k: v for k, v in variant.items() if k != "game"})
    kernels: Any = rules.kernels
    value, prior = (np.array(weights) for weights in rules.weights())
    value, prior = value.reshape(kernels.STAGES, -1), prior.reshape(kernels.KINDS, -1)
    batch = gather(
        variant, arguments.seed, arguments.games, arguments.simulations, arguments.noted, arguments.cores
    )
    print(f"{variant}: {batch.games} games, mean score {batch.score:.1f}, {len(batch.stages)} boundaries")
    if arguments.what in ("value", "both"):
        value, before, after = fit_value(batch, kernels.STAGES, value, arguments.trust, arguments.decay)
        print(f"value: held-out loss {before:.4f} -> {after:.4f}")
    if arguments.what in ("prior", "both"):
        prior, before, after = fit_prior(batch, kernels.KINDS, prior, arguments.decay)
        print(f"prior: loss {before:.4f} -> {after:.4f}")
    write_weights(rules, value, prior)


def main() -> None:
    """Read the command line, tune, write."""
    parser = argparse.ArgumentParser(prog="azulejos.learn.tuning", description=__doc__)
    parser.add_argument("game", choices=list(games.FAMILIES))
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--wall", choices=["coloured", "grey"])
    parser.add_argument("--side", choices=["coloured", "grey"])
    parser.add_argument("--jokers", action="store_true", default=None)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--simulations", type=int, default=400)
    parser.add_argument("--noted", type=int, help="of 256 decisions, how many tune the prior (64, if it is)")
    parser.add_argument("--what", choices=["value", "prior", "both"], default="value")
    parser.add_argument("--trust", type=float, default=0.0, help="share of the search's value in the target")
    parser.add_argument("--decay", type=float, default=5.0, help="pull towards the weights before")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cores", type=int, default=2)
    arguments = parser.parse_args()
    if arguments.noted is None:
        arguments.noted = 0 if arguments.what == "value" else 64
    names = ("players", "wall", "side", "jokers")
    options = {name: value for name in names if (value := getattr(arguments, name)) is not None}
    tune({"game": arguments.game, **options}, arguments)


if __name__ == "__main__":
    main()
