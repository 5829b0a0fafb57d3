"""Generation after generation: `python -m azulejos.learn.loop azul --players 2 --dir ladder/x --minutes 9`.

Self-play by the best there is, a net trained on it, a gate between the two, and again, until time is up.
Given again it goes on where it was, even in the middle of a step. While a net is trained on a GPU, the
cores play on for the generation after (`--overlap`). With `--gates 8` the newest generation plays as soon as
it is trained, and every eighth is judged; the best is still the last that passed a gate.
"""

import argparse
import os
import subprocess
import sys
import time
from dataclasses import fields
from pathlib import Path

from azulejos.learn.arguments import (
    add_cluster,
    add_gate,
    add_play,
    add_training,
    folder_of,
    on_cluster,
    opened,
    plan_of,
    until,
    whole,
)
from azulejos.learn.course import UNFINISHED, Course
from azulejos.learn.curves import draw
from azulejos.learn.folder import UNTRIED, Folder
from azulejos.learn.gate import decide
from azulejos.learn.play import play

SPARE = 15.0  # seconds that are too few to begin a step in
TRAINING_CORES = 2  # what training on a GPU leaves to nobody else


class Loop:
    """A run on its way."""

    def __init__(self, folder: Folder, found: argparse.Namespace, deadline: float) -> None:
        self.folder, self.found, self.deadline = folder, found, deadline
        self.plan = plan_of(found)

    def run(self) -> None:
        """Go on until time is up or as many generations were made as was asked for."""
        last = self.folder.due + self.found.generations
        while self._left() > SPARE and (generation := self.folder.due) < last:
            if not (self._play(generation) and self._train(generation) and self._gate(generation)):
                break
            self._tell()
        self._tell()

    def _tell(self) -> None:
        draw(self.folder)
        if self.found.pack:
            self.folder.pack(self.found.pack)

    def _left(self) -> float:
        return self.deadline - time.time()

    def _play(self, generation: int) -> bool:
        games = self.found.games
        if self.folder.net(generation).exists():
            return True
        cores, cluster = self.found.cores, self.found.cluster
        gpu = self.found.gpu
        done = play(self.folder, self.plan, generation, games, self.deadline, cores, cluster=cluster, gpu=gpu)
        return done >= games and self._left() > SPARE

    def _train(self, generation: int) -> bool:
        """Train in a process of its own: torch and what it holds are gone afterwards."""
        if self.folder.net(generation).exists():
            return True
        trainer = subprocess.Popen(self._training(generation))
        try:
            if self.found.overlap:
                self._play_beside(generation + 1, trainer)
            trainer.wait(timeout=max(1.0, self._left() + SPARE))
        except subprocess.TimeoutExpired:
            sys.stderr.write("train  stopped: it took longer than it may\n")
        finally:
            trainer.kill()
            trainer.wait()
        if trainer.returncode not in (0, UNFINISHED, -9):
            raise SystemExit(f"azulejos: training ended with {trainer.returncode}; what it said stands above")
        return trainer.returncode == 0 and self._left() > SPARE

    def _training(self, generation: int) -> list[str]:
        """The command that trains."""
        names = [field.name for field in fields(Course)]
        told = [f"--{name}={getattr(self.found, name)}" for name in (*names, "device", "cores")]
        about = [self.folder.variant["game"], f"--dir={self.folder.path}", f"--generation={generation}"]
        about += [_option(name, value) for name, value in self.folder.variant.items() if name != "game"]
        about += [f"--minutes={self._left() / 60}", f"--parent={os.getpid()}"]
        return [sys.executable, "-m", "azulejos.learn.train", *about, *told]

    def _play_beside(self, generation: int, trainer: "subprocess.Popen[bytes]") -> None:
        def trained() -> bool:
            return trainer.poll() is not None

        cores, games = max(1, self.found.cores - TRAINING_CORES), self.found.games
        play(self.folder, self.plan, generation, games, self.deadline, cores, trained, self.found.cluster)

    def _gate(self, generation: int) -> bool:
        """Judge a generation, if it is one of those that are; the others play on untried.

        One that learned from no games here came from elsewhere (`transfer`), and is always judged.
        """
        found = self.found
        if generation % found.gates and self.folder.played(generation)[0]:
            self.folder.note(UNTRIED, generation)
            return True
        about = found.duel, found.contest, self.deadline, found.cores, found.cluster
        return decide(self.folder, generation, *about, untried=found.gates > 1)


def _option(name: str, value: object) -> str:
    return f"--{name}" if value is True else f"--{name}={value}"


def main() -> None:
    """Read the command line and go on."""
    parser = opened("loop", __doc__)
    add_play(parser)
    add_training(parser)
    add_gate(parser)
    add_cluster(parser)
    parser.add_argument("--overlap", action="store_true", help="play on while a net is trained (on a GPU)")
    parser.add_argument(
        "--gates", type=whole(1), default=1, metavar="N", help="judge only every Nth generation (1: all)"
    )
    parser.add_argument("--generations", type=int, default=10**6, help="stop after so many, if time is left")
    parser.add_argument("--pack", type=Path, help="an archive of all but the shards, written again and again")
    found = parser.parse_args()
    deadline = until(found)
    folder = folder_of(found)
    with on_cluster(found):
        Loop(folder, found, deadline).run()


if __name__ == "__main__":
    main()
