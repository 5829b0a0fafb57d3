"""Results as people write them, with names or ids, and as the store keeps them, with entries."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from azulejos.service.accounts import login_of
from azulejos.service.errors import BadName, BadResult
from azulejos.service.people import MOST_NAME, heads, key_of, new_person
from azulejos.service.seating import clean_name
from azulejos.store.records import Person, ResultRow, ScoreRow
from azulejos.study.results import Problem, Result, Score, full_options, problems, variant

_ID = re.compile(r"p-[a-z2-9]{10}")
_BOT = re.compile(r"([a-z]{1,20}) \(bot\)")
_DETAILS = ("rounds", "bonuses", "note", "out")


def bot_person(level: str) -> Person:
    """A bot as somebody in a league; pages call it by its level, in their own language."""
    return Person(f"bot-{level}", f"{level} (bot)", bot=level)


class Resolver:
    """Finds people of a league by id or name, and makes those who are new."""

    def __init__(self, people: Iterable[Person]) -> None:
        known = list(people)
        self._heads = heads(known)
        self._keys: dict[str, Person] = {}
        for person in sorted(known, key=lambda one: one.merged_into is not None):  # one's own name first
            self._keys.setdefault(login_of(person.name), self._heads[person.id])
        self.new: dict[str, Person] = {}  # by key, in order

    def entry(self, said: str) -> Person:
        """Whom an id or a name means; somebody new if nobody. BadName."""
        if said in self._heads:
            return self._heads[said]
        key = login_of(said)
        if key in self._keys:
            return self._keys[key]
        level = _BOT.fullmatch(said)
        fresh = bot_person(level[1]) if level else new_person(clean_name(said, MOST_NAME))
        fresh = self._heads.get(fresh.id, fresh)
        self._keys[key] = self.new[key] = fresh
        return fresh

    def knows(self, said: str) -> bool:
        """Whether that is an id or a name of somebody here already."""
        return said in self._heads or login_of(said) in self._keys

    def head(self, person_id: str) -> str:
        """The person that an entry stands for."""
        return self._heads[person_id].id

    def writing(self) -> list[tuple[Person, str]]:
        """Who is new, as the store takes them."""
        return [(person, key_of(person)) for person in self.new.values() if person.id not in self._heads]


def seated(result: Result, resolver: Resolver, strict: bool = True) -> tuple[list[str], list[Problem]]:
    """The entries of a result's seats, and what is wrong with them; `strict`, an unknown id is no name."""
    found: list[str] = []
    wrong: list[Problem] = []
    for seat, score in enumerate(result.scores):
        said, where = score.person, f"name/{seat}"
        if strict and _ID.fullmatch(said) and not resolver.knows(said):
            wrong.append(Problem(where, "person", {"value": said}, f"nobody here has the id {said}"))
            continue
        try:
            entry = resolver.entry(said)
        except BadName:
            message = "A name has printable characters, with no space at either end."
            wrong.append(Problem(where, "name_signs", {}, message))
            continue
        if entry.id in found and entry.bot is None:
            told = {"name": said}
            wrong.append(Problem(where, "twice", told, f"{said} is here twice: everybody plays once."))
        found.append(entry.id)
    return found, wrong


def checked(result: Result, resolver: Resolver, today: date) -> list[str]:
    """The entries of a result that may be saved; BadResult."""
    wrong = problems(result, today)
    fields = {problem.field for problem in wrong}
    entries, also = seated(result, resolver) if not any(f.startswith("name/") for f in fields) else ([], [])
    if wrong or also:
        raise BadResult([*wrong, *also])
    return entries


def row_of(result: Result, entries: Sequence[str]) -> ResultRow:
    """A result as the store keeps it, with these entries in its seats."""
    return ResultRow(
        id=result.id,
        game=result.game,
        variant=variant(result.game, result.options),
        options=full_options(result.game, result.options),
        played=result.played,
        scores=tuple(_seat(score, entry) for score, entry in zip(result.scores, entries, strict=True)),
        note=result.note,
        source=result.source,
        ref=result.ref,
    )


def _seat(score: Score, entry: str) -> ScoreRow:
    told: dict[str, Any] = {name: getattr(score, name, None) for name in _DETAILS}
    told["rounds"] = list(told["rounds"])
    details = {name: value for name, value in told.items() if value not in (None, "", [])}
    return ScoreRow(entry, score.total_points, score.completed_rows, details)


def result_of(row: ResultRow, people: Mapping[str, Person] | None = None) -> Result:
    """A result from the store; with `people` (see `heads`), merged entries are those they stand for."""
    return Result(
        id=row.id,
        game=row.game,
        options=row.options,
        played=row.played,
        scores=tuple(score_of(score, people or {}) for score in row.scores),
        note=row.note,
        source=row.source,
        ref=row.ref,
    )


def score_of(row: ScoreRow, people: Mapping[str, Person]) -> Score:
    """A seat from the store."""
    person = people[row.person].id if row.person in people else row.person
    if not row.details:
        return Score(person, row.total_points, row.completed_rows)
    more = {**row.details, "rounds": tuple(row.details.get("rounds", ()))}
    return Score(person, row.total_points, row.completed_rows, **more)


def names_of(people: Iterable[Person]) -> dict[str, str]:
    """By id of any entry a name that files can have: nobody else's, and never empty."""
    known = list(people)
    stand_for = heads(known)
    taken: set[str] = set()
    names: dict[str, str] = {}
    for person in sorted(known, key=lambda one: (one.merged_into is not None, one.created, one.id)):
        if person.merged_into is None:
            names[person.id] = _free(person.name or person.id, taken)
        else:
            names[person.id] = names[stand_for[person.id].id]
    return names


def _free(name: str, taken: set[str]) -> str:
    """A name, numbered where somebody has it already: among online games names are anybody's."""
    free, number = name, 1
    while login_of(free) in taken:
        number += 1
        free = f"{name[: MOST_NAME - 5]} ({number})"
    taken.add(login_of(free))
    return free


def keep_entries(result: ResultRow, before: ResultRow, resolver: Resolver) -> ResultRow:
    """A correction that leaves merged entries where they are, so that they can be parted again."""
    there = {resolver.head(score.person): score.person for score in before.scores}
    scores = (replace(score, person=there.get(score.person, score.person)) for score in result.scores)
    return replace(result, scores=tuple(scores))
