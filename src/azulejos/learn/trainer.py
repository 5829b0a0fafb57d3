"""A model on its way through a course: samples on the device, losses, steps, checkpoints."""

import io
import math
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch

from azulejos.learn.course import Course
from azulejos.learn.crew import Stop, never
from azulejos.learn.model import Model, move_loss, value_loss
from azulejos.learn.noting import BOUNDARY
from azulejos.learn.replay import replace_file
from azulejos.learn.samples import Samples

SAVE = 30.0  # seconds between two checkpoints
TELL = 10.0
WARM = 0.03  # share of the course in which the rate rises


class Data:
    """Samples on the device that trains."""

    def __init__(self, samples: Samples, course: Course, device: str) -> None:
        def there(array: Any, kind: Any) -> Any:
            return torch.as_tensor(array, dtype=kind).to(device)

        known = samples.values[:, :1] >= 0
        mixed = course.trust * samples.values + (1 - course.trust) * samples.results
        self.device = device
        self.target = there(np.where(known, mixed, samples.results), torch.float32)
        self.results = there(samples.results, torch.float32)
        self.points = there(samples.scores.reshape(len(samples), -1), torch.float32)
        self.actives = there(samples.actives, torch.int16)
        self.counts = there(samples.counts, torch.int64)
        self.starts = self.counts.cumsum(0) - self.counts
        self.keys = there(samples.keys, torch.int16)
        self.shares = there(samples.shares, torch.float32)
        self.kinds = there(samples.kinds, torch.int64)
        self.weights = torch.where(self.kinds == BOUNDARY, float(course.boundary), 1.0)

    def moves(self, chosen: Any) -> tuple[Any, Any, Any]:
        """Keys, shares and place among the chosen samples of all their moves."""
        counts = self.counts[chosen]
        place = torch.repeat_interleave(torch.arange(len(chosen), device=self.device), counts)
        within = torch.arange(len(place), device=self.device) - (counts.cumsum(0) - counts)[place]
        rows = self.starts[chosen][place] + within
        return self.keys[rows].long(), self.shares[rows], place


def losses(model: Model, data: Data, chosen: Any, weighed: bool = False) -> tuple[Any, Any, Any]:
    """Of value, prior and points, each a mean; of the prior per decision that has moves.

    Weighed, positions between rounds count for the value as the course says; else as any.
    """
    hidden = model.hidden(data.actives[chosen].long())
    surprise = value_loss(model.value(hidden), data.target[chosen])
    weights = data.weights[chosen] if weighed else torch.ones_like(surprise)
    value = (weights * surprise).sum() / weights.sum()
    full = (data.counts[chosen] > 0).nonzero()[:, 0]
    keys, shares, place = data.moves(chosen[full])
    logits = model.move_logits(hidden[full], keys, place)
    prior = move_loss(logits, shares, place, len(full)).sum() / max(1, len(full))
    points = torch.nn.functional.smooth_l1_loss(model.points(hidden), data.points[chosen])
    return value, prior, points


class Trainer:
    """A model on its way through a course."""

    def __init__(self, model: Model, course: Course, device: str) -> None:
        self.model, self.course, self.device = model.to(device), course, device
        self.optimiser = torch.optim.AdamW(
            model.parameters(), lr=course.rate, betas=(0.9, 0.99), weight_decay=course.decay
        )
        self.progress = 0.0  # from 0 to 1
        self.steps = 0

    def train(
        self, data: Data, rows: Any, deadline: float, checkpoint: Path, stop: Stop = never, new: int = 0
    ) -> bool:
        """Go on until the course is done; False where time was up before. Checkpoints on the way.

        `new` is how many of the rows no generation learned from before, nought where all count as new. More
        steps than those ask for, and what has been there for generations would be learned by heart.
        """
        wanted = max(1, math.ceil(self.course.epochs * (new or len(rows)) / self.course.batch))
        limit = 60 * self.course.limit
        began, first, told, saved = time.time(), self.progress, time.time(), time.time()
        done, sums = 0, torch.zeros(3, device=self.device)
        for chosen in batches(rows, self.course.batch) if self.progress < 1 else ():
            sums += self._step(data, chosen)
            done += 1
            now = time.time()
            self.progress = min(1.0, first + max(done / wanted, (now - began) / limit))
            if now - told >= TELL:
                told = now
                self._tell(sums / done, done * self.course.batch / (told - began))
            if self.progress == 1 or now >= deadline or stop():
                break
            if now - saved >= SAVE:
                saved = now
                self.save(checkpoint)
        self._tell(sums / max(done, 1), done * self.course.batch / (time.time() - began))
        self.save(checkpoint)
        return self.progress == 1

    def _step(self, data: Data, chosen: Any) -> Any:
        for group in self.optimiser.param_groups:
            group["lr"] = self.course.rate * _slope(self.progress)
        value, prior, points = losses(self.model, data, chosen, weighed=True)
        self.optimiser.zero_grad(set_to_none=True)
        (value + self.course.moves * prior + self.course.points * points).backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 5.0)
        self.optimiser.step()
        self.model.clamp()
        self.steps += 1
        return torch.stack([value, prior, points]).detach()

    def _tell(self, means: Any, pace: float) -> None:
        value, prior, points = (float(x) for x in means)
        sys.stderr.write(
            f"train  {100 * self.progress:3.0f}%  value {value:.4f}  prior {prior:.4f}  points {points:.4f}"
            f"  {pace:,.0f} samples/s\n"
        )

    def save(self, path: Path) -> None:
        """Write what is needed to go on."""
        room = io.BytesIO()
        state = {
            "model": self.model.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "progress": self.progress,
            "steps": self.steps,
        }
        torch.save(state, room)
        replace_file(path, room.getvalue())

    def go_on(self, path: Path) -> bool:
        """Go on from a checkpoint; False where it is missing, damaged or of another size."""
        try:
            state = torch.load(path, map_location=self.device, weights_only=True)
            self.model.load_state_dict(state["model"])
            self.optimiser.load_state_dict(state["optimiser"])
        except FileNotFoundError:
            return False
        except Exception as error:  # torch raises many kinds where a file is damaged
            sys.stderr.write(f"passed over: {path.name}: {type(error).__name__}: {error}\n")
            return False
        self.progress, self.steps = float(state["progress"]), int(state["steps"])
        return True


def _slope(progress: float) -> float:
    """The rate of learning along the course: a short rise, then half a cosine."""
    if progress < WARM:
        return 0.1 + 0.9 * progress / WARM
    return 0.002 + 0.998 * 0.5 * (1 + math.cos(math.pi * min(1.0, progress)))


def batches(rows: Any, size: int) -> Iterator[Any]:
    """Samples in random order, again and again."""
    while True:
        shuffled = rows[torch.randperm(len(rows), device=rows.device)]
        for first in range(0, max(1, len(rows) - size + 1), size):
            yield shuffled[first : first + size]
