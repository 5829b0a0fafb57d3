"""What runs in a worker's process: game after game, as the parent hands them out."""

import signal
import time
import traceback
from multiprocessing.connection import Connection
from typing import Any

from azulejos.arena.pairing import Fixture, fixtures
from azulejos.arena.plans import Plan
from azulejos.arena.results import Game
from azulejos.arena.table import Asking, Programs, play

HANGING = 3.0  # seconds beyond all patience after which a worker is killed for the sake of the others


class _Leave(BaseException):
    """The parent wants this process to end; no bot's code may catch it."""


def work(plan: Plan, pipe: Connection, asked: Any, until: Any) -> None:
    """Play game after game until the parent hangs up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to answer
    signal.signal(signal.SIGTERM, _leave)
    all_games, programs = fixtures(plan), Programs(plan)

    def asking(seat: int, seconds: float | None) -> None:
        until.value = 0.0
        asked.value = seat
        until.value = 0.0 if seconds is None else time.monotonic() + seconds + HANGING

    try:
        while True:
            pipe.send(_played(plan, all_games[pipe.recv()], programs, asking))
    except (EOFError, OSError, _Leave):  # the parent has left, or wants us to
        pass
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # what is being ended shall be ended
        programs.close()


def _played(plan: Plan, fixture: Fixture, programs: Programs, asking: Asking) -> Game | str:
    try:
        return play(plan, fixture, programs, asking)
    except Exception:
        return f"game {fixture.number} cannot be played\n{traceback.format_exc()}"


def _leave(*_: object) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise _Leave
