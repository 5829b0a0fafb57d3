"""What may not be saved about a result, and what only looks odd; both as data with a sentence."""

import re
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from itertools import islice
from typing import Any

from azulejos.study.values import (
    BONUS_PARTS,
    DEFAULTS,
    GAMES,
    MOST_PLAYERS,
    OUT,
    ROUND_PARTS,
    SIDES,
    SOURCES,
    Problem,
    Result,
    Score,
    is_bot,
    variant,
)

# No board can bring more. Azul: a line of five brings at most 0+2+3+4+5 when its tiles are laid side by side,
# ten lines 140; a tile with no neighbour brings 1 (A30), for one tile of every row and column at no cost: 5;
# bonuses 95 (A44); penalties and the clamp never help. Pavilion: 5 to begin with (S4), seven rings of
# 1+2+3+4+5+6 tiles touching, 147; numbers 40 (S49); stars 112 (S50), on the grey side three purple, three
# green and an orange one, 131, since there are 22 tiles of a colour (S1, S56).
MOST_POINTS = {"azul": 240, "pavilion": 304, "pavilion-grey": 323}
UNUSUAL_POINTS = {"azul": 120, "pavilion": 160}  # hardly ever seen
OPTIONS = ("wall", "jokers", "side")
MOST_ROWS = 5
MOST_ROUNDS = {"azul": 100, "pavilion": 6}
MOST_PART = 400  # of a round or a bonus, either way
MOST_NAME = 40  # a person's id, or a name
MOST_NOTE = 500
MOST_REF = 40
MOST_TOLD = 5  # problems with one part: a file may hold a million of them
FIRST_PLAYED = "2017-01-01"  # there was no such game before

# The English of every code: score.problem.CODE in the catalogues. `seat` counts from 1.
SAID = {
    "id": "The id {value} cannot be used: expected 1 to 40 small letters, digits and hyphens.",
    "game": "The game is {value}, expected azul or pavilion.",
    "source": "The source is {value}, expected one of {expected}.",
    "ref": "The reference {value} cannot be kept: expected at most 40 printable characters.",
    "players": "Expected 2 to 4 players, got {n}.",
    "option": "The option {name} is {value}, expected {expected}.",
    "option_unknown": "This game has no option {name}.",
    "day": "{value} is no day: expected a date like 2026-11-15.",
    "future": "{value} lies in the future.",
    "name_missing": "The name of player {seat} is missing.",
    "name_long": "A name has at most {most} characters, this one has {n}.",
    "name_signs": "A name has printable characters, with no space at either end.",
    "twice": "{name} is here twice: everybody plays once.",
    "total_missing": "The total of player {seat} is missing.",
    "total_whole": "The total is {value}, expected a whole number.",
    "total_negative": "The total is {value}: a score never goes below 0.",
    "total_high": "The total is {value}: nobody can make more than {most} points in this game.",
    "rows_range": "Complete rows: {value}, expected 0 to 5.",
    "rows_pavilion": "Summer Pavilion knows no tie-break by rows: leave them empty.",
    "out": "{value} is no reason to be out, expected one of {expected}.",
    "note_long": "A note has at most {most} characters, this one has {n}.",
    "note_signs": "This note has characters that cannot be kept.",
    "rounds_many": "Here are {n} rounds: this game has at most {most}.",
    "round_part": "Round {round}: {name} is {value}, expected a whole number.",
    "round_unknown": "Round {round}: there is no {name} in this game.",
    "rounds_shape": "The rounds cannot be read: expected a list with an object for each.",
    "bonus_part": "The bonus {name} is {value}, expected a whole number.",
    "bonus_unknown": "This game has no bonus {name}.",
    "bonuses_shape": "The bonuses cannot be read: expected an object with points by kind.",
    # hints, never refusals
    "differs": "Rounds and bonuses make {computed}, the total is {value}. The total counts.",
    "no_row": "Nobody has a complete row. A game usually ends with one.",
    "high": "{value} points are seen hardly ever.",
    "zero": "In Summer Pavilion nobody ends below 1 point.",
    "early": "{value} was before this game came out.",
}


def problem(field: str, code: str, said: Mapping[str, str] = SAID, **values: Any) -> Problem:
    """A problem with its sentence; values that came from outside are shortened."""
    shown = {
        name: value if name == "expected" or _small(value) else sayable(value)
        for name, value in values.items()
    }
    return Problem(sayable(field), code, shown, said[code].format_map(shown))


def _small(value: object) -> bool:
    return isinstance(value, int) and abs(value) < 10**12


def sayable(value: object) -> str:
    """Something from outside as text that can be sent on: short, and without half letters."""
    try:
        text = value if isinstance(value, str) else repr(value)
    except (ValueError, RecursionError):  # an integer of thousands of digits
        text = type(value).__name__
    text = text if len(text) <= 40 else text[:39] + "…"
    return text.encode(errors="replace").decode()


def problems(result: Result, today: date) -> list[Problem]:
    """What must not be saved, every one of them; empty if it may be."""
    if result.game not in GAMES:
        return [problem("game", "game", value=result.game)]
    return [
        *_about_game(result),
        *_about_day(result.played, today),
        *_about_names(result),
        *(found for seat, score in enumerate(result.scores) for found in _about_score(result, seat, score)),
    ]


def _about_game(result: Result) -> Iterator[Problem]:
    if not isinstance(result.id, str) or not re.fullmatch(r"[a-z0-9-]{1,40}", result.id):
        yield problem("id", "id", value=result.id)
    if result.source not in SOURCES:
        yield problem("source", "source", value=result.source, expected=", ".join(SOURCES))
    if result.ref is not None and not _reference(result.ref):
        yield problem("ref", "ref", value=result.ref)
    if not 2 <= len(result.scores) <= MOST_PLAYERS:
        yield problem("players", "players", n=len(result.scores))
    yield from islice(_about_options(result.game, result.options), MOST_TOLD)
    yield from _about_note("note", result.note)


def _reference(ref: object) -> bool:
    return isinstance(ref, str) and 1 <= len(ref) <= MOST_REF and ref.isprintable()


def _about_options(game: str, options: Mapping[str, Any]) -> Iterator[Problem]:
    for name, value in options.items():
        if name not in DEFAULTS[game]:
            yield problem(name if name in OPTIONS else "options", "option_unknown", name=name)
        elif name == "jokers" and not isinstance(value, bool):
            yield problem("jokers", "option", name=name, value=value, expected="true, false")
        elif name != "jokers" and value not in SIDES:
            yield problem(name, "option", name=name, value=value, expected=", ".join(SIDES))


def _about_day(played: object, today: date) -> Iterator[Problem]:
    day = parse_day(played)
    if day is None:
        yield problem("played", "day", value=played)
    elif day > today + timedelta(days=1):  # somewhere it is tomorrow already
        yield problem("played", "future", value=played)


def parse_day(played: object) -> date | None:
    """A day as YYYY-MM-DD and no other way."""
    if not isinstance(played, str) or not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", played):
        return None
    try:
        return date.fromisoformat(played)
    except ValueError:
        return None


def _about_names(result: Result) -> Iterator[Problem]:
    seen: set[str] = set()
    for seat, score in enumerate(result.scores):
        found = name_problem(score.person, seat)
        if found is not None:
            yield found
        elif score.person.casefold() in seen and not is_bot(score.person):
            yield problem(f"name/{seat}", "twice", name=score.person)
        else:
            seen.add(score.person.casefold())


def name_problem(name: object, seat: int) -> Problem | None:
    """What is wrong with a name; what a person may be called in a league is the league's to say."""
    if not isinstance(name, str) or not name.strip():
        return problem(f"name/{seat}", "name_missing", seat=seat + 1)
    if len(name) > MOST_NAME:
        return problem(f"name/{seat}", "name_long", n=len(name), most=MOST_NAME)
    if not name.isprintable() or name != name.strip():
        return problem(f"name/{seat}", "name_signs")
    return None


def _about_score(result: Result, seat: int, score: Score) -> Iterator[Problem]:
    yield from _about_total(result, seat, score.total_points)
    rows = score.completed_rows
    if rows is not None and result.game != "azul":
        yield problem(f"rows/{seat}", "rows_pavilion")  # R15
    elif rows is not None and not (_whole(rows) and 0 <= rows <= MOST_ROWS):
        yield problem(f"rows/{seat}", "rows_range", value=rows)
    if score.out not in OUT:
        yield problem(f"out/{seat}", "out", value=score.out, expected=", ".join(OUT[1:]))
    yield from _about_note(f"note/{seat}", score.note)
    yield from islice(_about_rounds(result.game, f"rounds/{seat}", score.rounds), MOST_TOLD)
    yield from islice(_about_bonuses(result.game, f"bonuses/{seat}", score.bonuses), MOST_TOLD)


def _about_total(result: Result, seat: int, total: Any) -> Iterator[Problem]:
    where, most = f"total/{seat}", most_points(result)
    if total is None:
        yield problem(where, "total_missing", seat=seat + 1)
    elif not _whole(total):
        yield problem(where, "total_whole", value=total)
    elif total < 0:
        yield problem(where, "total_negative", value=total)
    elif total > most:
        yield problem(where, "total_high", value=total, most=most)


def most_points(result: Result) -> int:
    """More than this cannot be made in such a game."""
    return MOST_POINTS.get(variant(result.game, result.options), MOST_POINTS[result.game])


def _about_note(where: str, note: object) -> Iterator[Problem]:
    if not isinstance(note, str) or any(sign == "\0" or "\ud800" <= sign <= "\udfff" for sign in note):
        yield problem(where, "note_signs")  # no database takes them
    elif len(note) > MOST_NOTE:
        yield problem(where, "note_long", n=len(note), most=MOST_NOTE)


def _about_rounds(game: str, where: str, rounds: Any) -> Iterator[Problem]:
    if not isinstance(rounds, tuple | list) or not all(isinstance(one, Mapping) for one in rounds):
        yield problem(where, "rounds_shape")
        return
    if len(rounds) > MOST_ROUNDS[game]:
        yield problem(where, "rounds_many", n=len(rounds), most=MOST_ROUNDS[game])
    for number, one in enumerate(rounds[: MOST_ROUNDS[game]], 1):
        for name, value in one.items():
            if name not in ROUND_PARTS[game]:
                yield problem(where, "round_unknown", round=number, name=name)
            elif value is not None and not _part(value):
                yield problem(where, "round_part", round=number, name=name, value=value)


def _about_bonuses(game: str, where: str, bonuses: Any) -> Iterator[Problem]:
    if bonuses is None:
        return
    if not isinstance(bonuses, Mapping):
        yield problem(where, "bonuses_shape")
        return
    for name, value in bonuses.items():
        if name not in BONUS_PARTS[game]:
            yield problem(where, "bonus_unknown", name=name)
        elif name not in ("stars", "numbers"):
            if value is not None and not _part(value):
                yield problem(where, "bonus_part", name=name, value=value)
        elif not isinstance(value, Mapping) or not set(value) <= set(
            "POGYRB*" if name == "stars" else "1234"
        ):
            yield problem(where, "bonuses_shape")
        else:
            wrong = [(key, points) for key, points in value.items() if not _part(points)]
            yield from (
                problem(where, "bonus_part", name=f"{name} {key}", value=points) for key, points in wrong
            )


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _part(value: Any) -> bool:
    return _whole(value) and -MOST_PART <= value <= MOST_PART


def hints(result: Result) -> list[Problem]:
    """What looks odd about a result that may be saved, and is nobody's business to refuse (R12, R13)."""
    return [
        *(found for seat, score in enumerate(result.scores) for found in _hints_of(result.game, seat, score)),
        *_no_row(result),
        *([problem("played", "early", value=result.played)] if result.played < FIRST_PLAYED else []),
    ]


def _hints_of(game: str, seat: int, score: Score) -> Iterator[Problem]:
    where, total = f"total/{seat}", score.total_points
    computed = computed_total(game, score)
    if computed is not None and computed != total:
        yield problem(where, "differs", computed=computed, value=total)
    if total > UNUSUAL_POINTS[game]:
        yield problem(where, "high", value=total)
    if game == "pavilion" and total == 0:
        yield problem(where, "zero")  # S5


def _no_row(result: Result) -> list[Problem]:
    """R13: a hint only, since games may be stopped (A41, A46, A53), and only if all rows are told."""
    rows = [score.completed_rows for score in result.scores]
    stopped = any(score.out for score in result.scores)
    bare = result.game == "azul" and all(one == 0 for one in rows) and not stopped
    return [problem("rows/0", "no_row")] if bare else []


def computed_total(game: str, score: Score) -> int | None:
    """What rounds and bonuses would make, where they are told; never the result (R4)."""
    reached = score.rounds[-1].get("score") if score.rounds else None
    if reached is None or score.bonuses is None:
        return None
    if game == "azul":
        return reached + sum(score.bonuses.get(name) or 0 for name in BONUS_PARTS["azul"])
    gained = sum(sum(score.bonuses.get(name, {}).values()) for name in ("stars", "numbers"))
    return max(1, reached + gained + (score.bonuses.get("corners") or 0))  # S5, S51, S52
