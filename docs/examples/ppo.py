"""Masked PPO against the greedy bot: `python docs/examples/ppo.py --minutes 5`. Needs the extra `learn`.

Many games are played side by side; the other seat is answered inside the environment's compiled kernels.
docs/training.md explains every part. `selfplay.py` beside it has the same net and the same updates.
"""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from measuring import OPTIONS, arguments, show
from torch import nn
from torch.nn.functional import log_softmax, mse_loss

from azulejos.envs import VectorEnv
from azulejos.envs.versus import versus

GAMES, STEPS = 256, 16  # an update learns from so many games, so many decisions each
EPOCHS, MINIBATCH, RATE = 2, 512, 1e-3
CLIP, ENTROPY, VALUE, LAMBDA = 0.2, 0.01, 0.5, 0.95
POINTS = 20.0  # so many points are a reward of 1: values then are about as large as logits
UNLIMITED = {"score": 50, "round": 10}  # what is usual where the rules set no limit


class Decisions(NamedTuple):
    """What was seen and chosen, a row each, and how well it went: what an update learns from."""

    observations: torch.Tensor  # float [n, size]
    masks: torch.Tensor  # int8 [n, actions]
    actions: torch.Tensor  # int [n]
    chances: torch.Tensor  # float [n]: the logarithm of how likely the action was
    values: torch.Tensor  # float [n]: what the player expected
    advantages: torch.Tensor  # float [n]: by how much it went better than that


class Player:
    """A net that sees an observation and tells a logit for every action, and a value."""

    def __init__(self, env: VectorEnv, width: int = 256) -> None:
        most = [
            np.full(field.size, field.most or UNLIMITED[name.rpartition(".")[2]], np.float32)
            for name, field in env.fields().items()
        ]
        self.most = torch.from_numpy(np.concatenate(most))  # all numbers that the net sees are about 0 to 1
        self.net = nn.Sequential(
            nn.Linear(env.observation_size, width),
            nn.ReLU(),
            nn.Linear(width, width),
            nn.ReLU(),
            nn.Linear(width, env.num_actions + 1),  # the last one is the value
        )
        with torch.no_grad():
            self.net[-1].weight *= 0.1  # it begins with nearly even chances

    def look(self, observations: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits, hopeless where the mask forbids an action, and values."""
        out = self.net(observations / self.most)
        return out[:, :-1].masked_fill(masks == 0, -1e9), out[:, -1]

    def explore(self, told: Any) -> tuple[torch.Tensor, ...]:
        """An action for every game, drawn by its chances: the first five columns of `Decisions`."""
        observations, masks = torch.from_numpy(told.observations), torch.from_numpy(told.masks)
        with torch.no_grad():
            logits, values = self.look(observations, masks)
        actions = torch.distributions.Categorical(logits=logits, validate_args=False).sample()
        chances = log_softmax(logits, 1).gather(1, actions[:, None])[:, 0]
        return observations, masks, actions, chances, values

    def best(self, told: Any) -> Any:
        """The likeliest action for every game, as an array."""
        with torch.no_grad():
            logits, _ = self.look(torch.from_numpy(told.observations), torch.from_numpy(told.masks))
        return logits.argmax(1).numpy()

    def save(self, file: Path) -> None:
        """Write the net to a file."""
        torch.save(self.net.state_dict(), file)

    def load(self, file: Path) -> None:
        """Take the net from a file that `save` wrote."""
        self.net.load_state_dict(torch.load(file, weights_only=True))


def collect(player: Player, env: Any, told: Any) -> tuple[Decisions, Any]:
    """Play on for `STEPS` decisions in every game: what happened, and where the games stand now."""
    seen, rewards, done = [], [], []
    for _ in range(STEPS):
        seen.append(player.explore(told))
        told = env.step(seen[-1][2].numpy())
        rewards.append(torch.from_numpy(told.rewards / POINTS))
        done.append(torch.from_numpy(told.done))
    value, gain = player.explore(told)[4], torch.zeros(env.num_envs)
    gains = []
    for step in reversed(range(STEPS)):  # generalised advantages, from the last step to the first
        value, gain = value * ~done[step], gain * ~done[step]  # nothing comes after the end of a game
        gain = rewards[step] + value - seen[step][4] + LAMBDA * gain
        value = seen[step][4]
        gains.append(gain)
    columns = [torch.cat(column) for column in zip(*seen, strict=True)]
    return Decisions._make([*columns, torch.cat(gains[::-1])]), told


def improve(player: Player, optimiser: torch.optim.Optimizer, past: Decisions) -> None:
    """One update: make what went well likelier, within limits, and expect what came."""
    spread = past.advantages.std() + 1e-6
    for _ in range(EPOCHS):
        for part in torch.randperm(len(past.actions)).split(MINIBATCH):
            now = Decisions(*(column[part] for column in past))
            logits, values = player.look(now.observations, now.masks)
            all_chances = log_softmax(logits, 1)
            chances = all_chances.gather(1, now.actions[:, None])[:, 0]
            ratio, gain = (chances - now.chances).exp(), (now.advantages - past.advantages.mean()) / spread
            better = torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            entropy = -(all_chances.exp() * all_chances).sum(1).mean()
            loss = VALUE * mse_loss(values, now.values + now.advantages) - better - ENTROPY * entropy
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(player.net.parameters(), 0.5)
            optimiser.step()


def updates(minutes: float, most: int | None) -> Iterator[tuple[int, float]]:
    """Numbers from 1, each with the share of the budget that is left."""
    began, number = time.monotonic(), 0
    while (spent := number / most if most else (time.monotonic() - began) / 60 / minutes) < 1:
        number += 1
        yield number, 1 - spent


def train(
    player: Player,
    env: Any,
    gather: Callable[[Player, Any, Any], tuple[Decisions, Any]],
    minutes: float = 5,
    most: int | None = None,
    report: Callable[[int], object] = int,
) -> None:
    """Collect and improve until so many minutes have passed or, where given, so many updates are made."""
    optimiser = torch.optim.Adam(player.net.parameters(), RATE, eps=1e-5)
    told = env.reset()
    for number, left in updates(minutes, most):
        optimiser.param_groups[0]["lr"] = RATE * left
        past, told = gather(player, env, told)
        improve(player, optimiser, past)
        report(number)


if __name__ == "__main__":
    asked = arguments("Masked PPO against the greedy bot.", "ppo.pt")
    env = versus(asked.game, GAMES, asked.seed, "greedy", reward="margin", **OPTIONS[asked.game])
    player = Player(env)
    show(asked, player, lambda report: train(player, env, collect, asked.minutes, asked.updates, report))
