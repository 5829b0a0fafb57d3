"""Running a plan: games are handed out, results come back here and nowhere else, in any order."""

import os
from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path

from azulejos.arena.cluster import play_on_cluster
from azulejos.arena.journal import Journal, write_record
from azulejos.arena.pairing import fixtures
from azulejos.arena.plans import Plan
from azulejos.arena.results import Game, Results
from azulejos.arena.workers import play_here, play_in_processes
from azulejos.core.checks import whole

MOST_CORES = 4096

Watcher = Callable[[Results], None]


def run(
    plan: Plan,
    *,
    cores: int | None = None,
    ray: str | None = None,
    out: Path | None = None,
    records: Path | None = None,
    only: int | None = None,
    watch: Watcher | None = None,
) -> Results:
    """Play a plan's games in `cores` processes (all cores unless said, 0 for none but this one).

    `ray` names a cluster to play on instead. With `out` every game is written to that file, and games that
    are there already are not played again; `records` is a folder for their records; `only` plays one game.
    Ctrl-C ends it with what has been played so far, `interrupted`. `watch` is called after every game, and
    once before the first.
    """
    planned = _planned(plan, only)
    with ExitStack() as open_files:
        journal = open_files.enter_context(Journal(out, plan)) if out else None
        kept = list(journal.games) if journal else []
        results = Results(plan, kept, len({*planned, *(game.number for game in kept)}))
        tell = watch or (lambda _: None)
        try:
            tell(results)
            with closing(_played(plan, _missing(planned, results), cores, ray)) as played:
                for game in played:
                    _keep(game, results, journal, records)
                    tell(results)
        except KeyboardInterrupt:
            results.interrupted = True
    results.games.sort(key=lambda game: game.number)
    return results


def _planned(plan: Plan, only: int | None) -> list[int]:
    numbers = list(range(len(fixtures(plan))))
    return numbers if only is None else [whole(only, "game number", 0, len(numbers) - 1)]


def _missing(planned: Sequence[int], results: Results) -> list[int]:
    played = {game.number for game in results.games}
    return [number for number in planned if number not in played]


def _played(plan: Plan, numbers: Sequence[int], cores: int | None, ray: str | None) -> Generator[Game]:
    if ray is not None:
        return play_on_cluster(plan, numbers, ray)
    wanted = all_cores() if cores is None else whole(cores, "cores", 0, MOST_CORES)
    return play_in_processes(plan, numbers, wanted) if wanted else play_here(plan, numbers)


def _keep(game: Game, results: Results, journal: Journal | None, records: Path | None) -> None:
    """Write a game down and count it; its record has its own place or none, and died with its process."""
    if records is not None and game.record:
        write_record(records, game)
    if journal is not None:
        journal.add(game)
    results.games.append(replace(game, record=""))


def all_cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
