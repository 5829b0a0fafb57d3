"""How the two examples are started and measured: no learning is here."""

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch

from azulejos.envs.versus import versus

OPTIONS: dict[str, dict[str, Any]] = {"azul": {"max_rounds": 10}, "pavilion": {}}  # so that every game ends


class Result(NamedTuple):
    """How a player did against others: its share of wins, points more than the best of them, own points."""

    wins: float
    margin: float
    error: float  # the standard error of the margin
    points: float

    def __str__(self) -> str:
        margin = f"margin {self.margin:+6.1f} ± {self.error:3.1f}"
        return f"wins {self.wins:4.0%}, {margin}, own points {self.points:5.1f}"


def measure(player: Any, game: str, opponents: str, games: int = 256, seed: int = 10**6) -> Result:
    """Play one game in every row with the likeliest actions, each from a seat of its own luck."""
    env = versus(game, games, seed, opponents, reward="margin", **OPTIONS[game])
    told, open_ = env.reset(), np.full(games, True)
    wins, scores = np.zeros(games), np.zeros((games, 2))
    while open_.any():
        told = env.step(player.best(told))
        ended = open_ & told.done
        wins[ended], scores[ended] = told.wins[ended], told.scores[ended]
        open_ &= ~told.done
    margins = scores[:, 0] - scores[:, 1]
    return Result(wins.mean(), margins.mean(), margins.std() / games**0.5, scores[:, 0].mean())


def arguments(what: str, file: str) -> argparse.Namespace:
    """What the command line asks for; torch gets its seed, and the one thread that is best for small nets."""
    parser = argparse.ArgumentParser(description=what)
    parser.add_argument("--game", choices=list(OPTIONS), default="azul")
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--updates", type=int, help="stop after so many instead")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--every", type=int, default=20, help="updates between two lines of progress")
    parser.add_argument("--start", type=Path, help="go on from this net")
    parser.add_argument("--save", type=Path, default=Path(file), help="where the net goes (%(default)s)")
    asked = parser.parse_args()
    torch.manual_seed(asked.seed)
    torch.set_num_threads(1)
    return asked


def show(asked: argparse.Namespace, player: Any, learn: Callable[[Callable[[int], object]], None]) -> None:
    """Let a player learn, tell how it goes, save its net and print a final table."""
    if asked.start:
        player.load(asked.start)
    before = {name: measure(player, asked.game, name) for name in ("random", "greedy")}
    began = time.process_time()

    def report(number: int) -> None:
        if number % asked.every == 0:
            seconds, result = time.process_time() - began, measure(player, asked.game, "greedy")
            print(f"update {number:4}, {seconds:4.0f} s CPU, against greedy: {result}", flush=True)

    learn(report)
    player.save(asked.save)
    for name, first in before.items():
        print(f"against {name}\n  before: {first}\n  after:  {measure(player, asked.game, name, 1024)}")
    print(f"saved as {asked.save}")
