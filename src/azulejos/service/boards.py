"""One league in memory: its results in order of play, and their ratings, counted in a thread.

What is in memory is brought up to date from the store by the league's revision, so several servers agree.
"""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

from azulejos.service.calm import calm
from azulejos.service.people import heads
from azulejos.service.resolving import bot_person, result_of
from azulejos.store.db import Store
from azulejos.store.people import ONLINE
from azulejos.store.records import League, Person, ResultRow
from azulejos.store.results import unpacked
from azulejos.study import statistics
from azulejos.study.ladder import ladder
from azulejos.study.ratings import Ratings
from azulejos.study.results import Result, renamed

# after so many games, whoever serves pages gets the interpreter: else it waits 5 ms at each of its steps
TURNS, BREATH = 8, 0.0002
ARENA = "arena"  # the source of games among bots
LARGE = 1000  # games of a league that is worth being calm about
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Standing:
    """A league as it was at one moment; read it, change nothing in it."""

    league: str
    revision: int
    results: list[Result]  # in order of play; persons are ids of `people`
    people: dict[str, Person]  # by id, merged entries left out
    names: dict[str, str]  # by id, as statistics take them
    ratings: Ratings | None  # None while they are counted for the first time
    current: bool  # whether all of it is as the league is now: else something is still being counted
    progress: float  # 0 to 1 while ratings are being counted
    _told: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)

    async def about(self, person: str) -> statistics.Person:
        """What the results say about a person; counted once, in a thread."""
        return await self._once(person, lambda: statistics.about(person, self.results, self.names))

    async def summary(self) -> statistics.League:
        """What they say about the league; counted once, in a thread.

        Bots of the arena have a rating by their games there, but those are nobody's evening, nor a record.
        """
        own = (one for one in self.results if one.source != ARENA)
        return await self._once("", lambda: statistics.league(own))

    async def _once(self, key: str, count: Callable[[], Answer]) -> Answer:
        if key not in self._told:
            self._told[key] = await asyncio.to_thread(count)
        found: Answer = self._told[key]
        return found


class _Stopped(Exception):
    """The results have changed: what is being counted is worth nothing."""


@dataclass(slots=True)
class _Counted:
    """Ratings, and of which results: the first so many of one arrangement."""

    arrangement: int
    fed: int
    ratings: Ratings


class Board:
    """One league in memory."""

    def __init__(self, store: Store, league_id: str, thread: ThreadPoolExecutor) -> None:
        self._lock = asyncio.Lock()
        self._closed = False
        self._refreshing: set[asyncio.Task[None]] = set()
        self._store, self._league, self._thread = store, league_id, thread
        self._revision = -1
        self._after = (-1, "")  # the last change that was read
        self._rows: dict[str, tuple[tuple[str, int], Result]] = {}  # by id: its place in the order, itself
        self._last = ("", -1)
        self._merged: dict[str, str] = {}
        self._people: dict[str, Person] = {}
        self._arrangement = 0  # another one when results were not only added at the end
        self._told: dict[str, Any] = {}
        self._counted: _Counted | None = None
        self._count: asyncio.Task[None] | None = None
        self._fed = 0
        self.results: list[Result] = []

    # --- reading -----------------------------------------------------------------------------------------

    def refreshed(self, league: League) -> asyncio.Task[None] | None:
        """Have the league read as it is now, whether anybody waits for it or not; None if it is known."""
        if league.revision <= self._revision:
            return None
        task = asyncio.create_task(self._refresh(league))
        self._refreshing.add(task)
        task.add_done_callback(self._refreshing.discard)
        return task

    async def _refresh(self, league: League) -> None:
        """Read what has changed since, and have it counted."""
        async with self._lock:
            if league.revision > self._revision:
                await self._read(league)
        self.count()

    async def _read(self, league: League) -> None:
        changed: list[tuple[ResultRow, bool]] = []
        after = self._after
        with calm(keep=league.games > LARGE):
            while not self._closed and (raw := await self._store.raw_results(self._league, after)).rows:
                changed += await asyncio.to_thread(unpacked, raw)
                after = raw.last
            everybody = await self._store.people(self._league)  # last: they know everybody in the results
            await asyncio.to_thread(self._arrange, everybody, changed)
            del changed
        self._revision, self._after, self._told = league.revision, after, {}

    def _arrange(self, everybody: list[Person], changed: list[tuple[ResultRow, bool]]) -> None:
        """Put changed results where they belong: at the end, or everything anew."""
        merged = {one: head.id for one, head in heads(everybody).items() if one != head.id}
        new = [((row.played, row.made), result_of(row)) for row, gone in changed if not gone]
        only_new = all(row.id not in self._rows for row, _ in changed)
        new.sort(key=lambda entry: entry[0])
        self._rows |= {result.id: (place, result) for place, result in new}
        for row, gone in changed:
            if gone:
                self._rows.pop(row.id, None)
        if merged == self._merged and only_new and (not new or new[0][0] > self._last) and self._arrangement:
            self.results = [*self.results, *(_as_one(result, merged) for _, result in new)]
        else:
            ordered = [result for _, result in sorted(self._rows.values(), key=lambda entry: entry[0])]
            self.results = [*self._before(), *(_as_one(result, merged) for result in ordered)]
            self._arrangement += 1
        self._last = max([self._last, *(place for place, _ in new)])
        self._merged = merged
        self._people = {one.id: one for one in everybody if one.merged_into is None}
        if self._league == ONLINE:
            self._people = {**_bots(self.results), **self._people}

    def _before(self) -> list[Result]:
        """What comes before all games of a league: among online games, those of bots in the arena."""
        if self._league != ONLINE:
            return []
        played = ladder()
        names = {score.person: bot_person(score.person).id for one in played for score in one.scores}
        return [renamed(result, names) for result in played]

    # --- counting ----------------------------------------------------------------------------------------

    def count(self) -> asyncio.Task[None] | None:
        """Have ratings counted, if they are not these results' already."""
        if not self._closed and not self._current() and (self._count is None or self._count.done()):
            self._count = asyncio.create_task(self._count_all())
        return None if self._current() else self._count

    def _current(self) -> bool:
        done = self._counted
        return done is not None and done.arrangement == self._arrangement and done.fed == len(self.results)

    async def _count_all(self) -> None:
        loop = asyncio.get_running_loop()
        while not self._current() and not self._closed:
            arrangement, results, before = self._arrangement, self.results, self._counted
            goes_on = before is not None and before.arrangement == arrangement
            start = before.fed if before is not None and goes_on else 0
            base = before.ratings if before is not None and goes_on else None
            try:
                with calm(keep=len(results) > LARGE):
                    ratings = await loop.run_in_executor(
                        self._thread, self._feed, base, results[start:], start, arrangement
                    )
            except _Stopped:
                continue
            self._counted = _Counted(arrangement, len(results), ratings)

    def _feed(self, base: Ratings | None, more: list[Result], start: int, arrangement: int) -> Ratings:
        """In the thread: ratings that know these results too; those before stay as they are."""
        ratings = Ratings() if base is None else base.copy()

        def progress(_: int) -> None:
            self._fed += 1
            if self._fed % TURNS == 0:
                time.sleep(BREATH)
            if self._closed or self._arrangement != arrangement:
                raise _Stopped

        self._fed = start
        ratings.feed(more, progress)
        return ratings

    async def close(self) -> None:
        """Stop reading and counting, each at its next step."""
        self._closed = True
        await asyncio.gather(*self._refreshing, return_exceptions=True)
        if self._count is not None:
            await asyncio.gather(self._count, return_exceptions=True)

    # --- telling -----------------------------------------------------------------------------------------

    def standing(self, current: bool) -> Standing:
        """What is known at this moment."""
        current = current and self._current()
        return Standing(
            league=self._league,
            revision=self._revision,
            results=self.results,
            people=self._people,
            names={one.id: one.name for one in self._people.values()},
            ratings=self._counted.ratings if self._counted else None,
            current=current,
            progress=1.0 if current else min(1.0, self._fed / max(1, len(self.results))),
            _told=self._told,
        )


def _as_one(result: Result, merged: dict[str, str]) -> Result:
    """A result with the persons that merged entries stand for."""
    return renamed(result, merged) if merged else result


def _bots(results: list[Result]) -> dict[str, Person]:
    """The bots of the arena, as people."""
    levels = {
        score.person.removeprefix("bot-") for one in results if one.source == ARENA for score in one.scores
    }
    return {person.id: person for person in map(bot_person, sorted(levels))}
