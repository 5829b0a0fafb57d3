"""How far a long piece of work has got, on standard error; nothing where nobody looks."""

import sys
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
)


class Bar(AbstractContextManager["Bar"]):
    """A bar that moves to and fro until it is told how much there is to do."""

    def __init__(self, what: str) -> None:
        self._bar: Progress | None = None
        if sys.stderr is not None and (console := Console(stderr=True)).is_terminal:
            parts = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
            self._bar = Progress(*parts, TimeElapsedColumn(), console=console, transient=True)
            self._task = self._bar.add_task(what, total=None)

    def at(self, done: int, of: int) -> None:
        """So many of so many are done."""
        if self._bar is not None:
            self._bar.update(self._task, completed=done, total=of)

    def __enter__(self) -> Self:
        if self._bar is not None:
            self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()
