"""Training a generation's net on self-play; the command is in `train`.

Goes on from the generation before, on the newest samples. Steps and minutes bound it, whichever comes
first, and the rate of learning falls to nothing by then. Exports the net as integers and says what rounding
cost.
"""

import sys
import time
from pathlib import Path
from typing import Any

import torch

from azulejos.bots import nets
from azulejos.learn.course import Course
from azulejos.learn.crew import Stop, never
from azulejos.learn.folder import Folder
from azulejos.learn.judging import calibration, judged, rounding
from azulejos.learn.model import Model
from azulejos.learn.replay import read_meta
from azulejos.learn.samples import Samples, load, newest
from azulejos.learn.trainer import Data, Trainer
from azulejos.learn.variants import rules_of

RESERVE = 10.0  # seconds kept for judging and exporting
JUDGED = 40_000  # held-out samples at most, so that judging takes a moment


def train(
    folder: Folder,
    course: Course,
    generation: int,
    deadline: float,
    cores: int,
    device: str,
    stop: Stop = never,
) -> bool:
    """Train a generation's net unless it is there; False where it is not done yet."""
    if folder.net(generation).exists():
        return True
    began = time.time()
    torch.manual_seed(folder.derived("train", generation) % (1 << 31))
    if device == "cpu":
        torch.set_num_threads(max(1, cores))
    shards = newest([folder.shards(n) for n in range(1, generation + 1)], course.window)
    if not shards:
        sys.stderr.write("train  there is nothing to train on yet\n")
        return False
    samples = load(folder.variant, shards, cores)
    data = Data(samples, course, device)
    held = torch.as_tensor(samples.held, device=device)
    rows, test = (~held).nonzero()[:, 0], held.nonzero()[:, 0]
    test = test[torch.randperm(len(test), device=device)[:JUDGED]]
    own = folder.shards(generation)
    new = _rows_of(samples, sum(_samples_of(path) for path in shards if path.parent == own))
    sys.stderr.write(
        f"train  generation {generation}: {len(rows):,} samples of {len(shards)} shards, {new:,} of them new,"
        f" {len(test):,} held out, read in {time.time() - began:.1f} s\n"
    )
    trainer = _trainer(folder, course, generation, device)
    ready = time.time()
    if not trainer.train(data, rows, deadline - RESERVE, folder.checkpoint(generation), stop, new):
        return False
    seen = rows[: len(rows) - new] if new < len(rows) else rows
    facts = export(folder, trainer, generation, data, seen, test)
    folder.note(
        "train",
        generation,
        samples=len(rows),
        new=new,
        steps=trainer.steps,
        reading=round(ready - began, 1),
        seconds=round(time.time() - ready, 1),
        device=device,
        **facts,
    )
    return True


def _trainer(folder: Folder, course: Course, generation: int, device: str) -> Trainer:
    """A trainer that goes on from this generation's checkpoint, or from what the one before learned."""
    rules = rules_of(folder.variant)
    kernels: Any = rules.kernels
    model = Model(kernels.ENCODED, kernels.MOVE_KEYS, rules.players, folder.sizes)
    trainer = Trainer(model, course, device)
    if trainer.go_on(folder.checkpoint(generation)):
        return trainer
    for before in range(generation - 1, 0, -1):
        if trainer.go_on(folder.checkpoint(before)):
            break
    trainer.progress = 0.0
    return trainer


def _samples_of(path: Path) -> int:
    meta = read_meta(path)
    return int(meta["samples"]) if meta else 0


def _rows_of(samples: Samples, last: int) -> int:
    """How many of the last so many samples are not held out."""
    return int((~samples.held[len(samples) - last :]).sum())


def export(
    folder: Folder, trainer: Trainer, generation: int, data: Data, seen: Any, test: Any
) -> dict[str, Any]:
    """Write the net that the search reads; the figures that describe it.

    What it makes of samples that earlier generations learned from (of the first one its own) stands beside
    those held out: where it is much better at them, it has learned games by heart.
    """
    net = trainer.model.quantised()
    some = seen[torch.randperm(len(seen), device=seen.device)[: len(test)]]
    facts = {
        "held_out": judged(trainer.model, data, test),
        "learned": judged(trainer.model, data, some),
        "rounding": rounding(trainer.model, net, data, test) if len(test) else {},
        "calibration": calibration(trainer.model, data, test) if len(test) else [],
    }
    rules = rules_of(folder.variant)
    meta = {"generation": generation, "steps": trainer.steps, **facts}
    nets.save(folder.net(generation), rules, net, meta, folder.net_name)
    for name, losses in (("held out", facts["held_out"]), ("learned from", facts["learned"])):
        told = "  ".join(f"{key} {loss:.4f}" for key, loss in losses.items())
        sys.stderr.write(f"train  generation {generation}: {name}: {told}\n")
    sys.stderr.write(f"train  generation {generation}: rounding {facts['rounding']}\n")
    return facts
