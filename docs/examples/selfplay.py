"""Self-play: one net plays all seats. `python docs/examples/selfplay.py`; needs the extra `learn`.

Net and updates are those of `ppo.py` beside it. The crediting is its own: a seat's points change by the moves
of others too, and whatever comes before its next decision belongs to its last one.
"""

from typing import Any

import numpy as np
import torch
from measuring import OPTIONS, arguments, show
from ppo import GAMES, LAMBDA, POINTS, Decisions, Player, train

from azulejos.envs import vector

STEPS = 32  # the decisions of all seats together


def collect(player: Player, env: Any, told: Any) -> tuple[Decisions, Any]:
    """Play on for `STEPS` decisions in every game, whoever's turn it is: see `ppo.collect`."""
    seen, seats, rewards, done = [], [], [], []
    for _ in range(STEPS):
        seen.append(player.explore(told))
        seats.append(told.seats)
        told = env.step(seen[-1][2].numpy())
        rewards.append(told.rewards / POINTS)
        done.append(told.done)
    seen.append(player.explore(told))  # only its values are used
    seats.append(told.seats)
    values = np.stack([decision[4].numpy() for decision in seen])
    gains, known = credit(np.stack(seats), np.stack(rewards), np.stack(done), values)
    columns = [torch.cat(column) for column in zip(*seen[:-1], strict=True)]
    keep = torch.from_numpy(known.reshape(-1))
    return Decisions(*(column[keep] for column in (*columns, torch.from_numpy(gains.reshape(-1))))), told


def credit(seats: Any, rewards: Any, done: Any, values: Any) -> tuple[Any, Any]:
    """Generalised advantages [steps, games] of all decisions, for the seats that made them; which are known.

    A decision reaches to the next one of the same seat: all that the seat gets until then is its reward, and
    the value there is what follows. `rewards` are [steps, games, seats], `done` [steps, games]; `seats` and
    `values` have one step more. The last decision of a seat that is not to decide after all steps stays
    unknown: nobody has seen the table from its chair since.
    """
    steps, games, players = rewards.shape
    rows = np.arange(games)
    coming, value, gain = (
        np.zeros((games, players), np.float32) for _ in range(3)
    )  # since its next decision
    known = np.zeros((games, players), bool)  # whether there is a next decision, or the end
    value[rows, seats[steps]], known[rows, seats[steps]] = values[steps], True
    gains, reached = np.zeros((steps, games), np.float32), np.zeros((steps, games), bool)
    for step in reversed(range(steps)):
        coming[done[step]] = value[done[step]] = gain[done[step]] = 0  # nothing comes after the end of a game
        known[done[step]] = True
        coming += rewards[step]
        own = rows, seats[step]
        reached[step] = known[own]
        gains[step] = (coming[own] + value[own] - values[step] + LAMBDA * gain[own]) * known[own]
        coming[own], value[own], gain[own], known[own] = 0, values[step], gains[step], True
    return gains, reached


if __name__ == "__main__":
    asked = arguments("Self-play: one net plays all seats.", "selfplay.pt")
    env = vector(asked.game, GAMES, asked.seed, "margin", **OPTIONS[asked.game])
    player = Player(env)
    show(asked, player, lambda report: train(player, env, collect, asked.minutes, asked.updates, report))
