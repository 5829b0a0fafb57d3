"""How far an arena has got, on standard error: a bar in a terminal, a plain line now and then elsewhere."""

import sys
import time
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from azulejos.arena.results import Results

OFTEN = 0.2  # seconds between changes of the bar
EVERY = 10.0  # seconds between plain lines
SHOWN = 3  # entrants in the running score


class Watch(AbstractContextManager["Watch"]):
    """Told of every game, it tells the person."""

    def __init__(self) -> None:
        self._begin = time.monotonic()
        self._said = self._begin  # when the last plain line was written,
        self._told = 0.0  # and when all this was last worked out
        self._before: int | None = None  # games that an earlier run has played
        console = Console(stderr=True)
        self._bar = _bar(console) if sys.stderr is not None and console.is_terminal else None
        self._task = self._bar.add_task("games", total=None, left="", score="") if self._bar else None

    def __call__(self, results: Results) -> None:
        if self._before is None:
            self._before = len(results.games)
        if time.monotonic() - self._told < OFTEN and len(results.games) < results.planned:
            return
        self._told = time.monotonic()
        left = self._left(results)
        if self._bar is not None and self._task is not None:
            done, total = len(results.games), results.planned
            self._bar.update(self._task, completed=done, total=total, left=left, score=running_score(results))
        elif sys.stderr is not None and time.monotonic() - self._said > EVERY:
            self._said = time.monotonic()
            self._say(results, left)

    def _left(self, results: Results) -> str:
        """How long it will still take, if it goes on like this."""
        played = len(results.games) - (self._before or 0)
        if not played:
            return ""
        each = (time.monotonic() - self._begin) / played
        return f"{clock(each * (results.planned - len(results.games)))} left"

    def _say(self, results: Results, left: str) -> None:
        done = f"{len(results.games):,} of {results.planned:,} games"
        sys.stderr.write(f"... {done}, {left}: {running_score(results)}\n")
        sys.stderr.flush()

    def __enter__(self) -> Self:
        if self._bar is not None:
            self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()


def _bar(console: Console) -> Progress:
    parts = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[left]}"),
        TextColumn("{task.fields[score]}"),
    )
    return Progress(*parts, console=console, transient=True)


def running_score(results: Results) -> str:
    """The share of its games that each of the best has won so far, and how many games somebody failed in.

    Else a program that does not even start looks like one that is beaten.
    """
    won = [0.0] * len(results.plan.entrants)
    held = [0] * len(won)
    for game in results.games:
        for entrant, share in zip(game.seats, game.shares(), strict=True):
            won[entrant] += share
            held[entrant] += 1
    shares = [(won[n] / held[n], entrant.label) for n, entrant in enumerate(results.plan.entrants) if held[n]]
    best = sorted(shares, key=lambda share: -share[0])
    told = ", ".join(f"{label} {100 * share:.0f}%" for share, label in best[:SHOWN])
    failed = sum(game.failure is not None for game in results.games)
    return f"{told} ({failed:,} by failures)" if failed else told


def clock(seconds: float) -> str:
    """A time as 1:05 or 2:00:00."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
