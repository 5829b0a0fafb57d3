"""Results as JSON: one object with a list of them."""

import json
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from azulejos.study.checking import MOST_NAME, problems
from azulejos.study.reading import MOST_LINES, OF_SEAT, BadFile, Reading, Wrong, bad_row, loads
from azulejos.study.values import DEFAULTS, Result, Score, full_options

KIND, VERSION = "results", 1
_KEYS = ("id", "game", "options", "played", "scores", "note", "source", "ref")
_SCORE_KEYS = OF_SEAT


def as_json(results: Iterable[Result]) -> str:
    """Results as one JSON object, a result a line; persons should be names by now."""
    lines = ",\n".join(
        json.dumps(as_dict(result), separators=(",", ":"), ensure_ascii=False) for result in results
    )
    return f'{{"azulejos": "{KIND}", "version": {VERSION}, "results": [\n{lines}\n]}}\n'


def as_dict(result: Result) -> dict[str, Any]:
    """A result as plain data; what is empty is left out (R9)."""
    told = {"id": result.id, "game": result.game, "options": result.options, "played": result.played}
    more = {"note": result.note, "source": result.source, "ref": result.ref}
    seats = [_seat_dict(score) for score in result.scores]
    return {**told, **{name: value for name, value in more.items() if value}, "scores": seats}


def _seat_dict(score: Score) -> dict[str, Any]:
    told: dict[str, Any] = {"player": score.person, "total_points": score.total_points}
    if score.completed_rows is not None:
        told["completed_rows"] = score.completed_rows
    if score.rounds:
        told["rounds"] = list(score.rounds)
    if score.bonuses is not None:
        told["bonuses"] = score.bonuses
    more = {"note": score.note, "out": score.out}
    return {**told, **{name: value for name, value in more.items() if value}}


class JsonReader:
    """A list of results as `as_json` writes it."""

    def __init__(self, text: str, today: date) -> None:
        self.text, self.today = text, today

    def reading(self) -> Reading:
        reading, seen = Reading(), set[str]()
        for number, told in enumerate(self._list(), 1):
            name = told.get("id", "") if isinstance(told, Mapping) else ""
            name = name[:MOST_NAME] if isinstance(name, str) else ""
            try:
                result = from_dict(told)
                if result.id in seen:
                    raise Wrong("id", "id_twice", value=result.id)
            except Wrong as wrong:
                reading.bad.append(bad_row(number, wrong.problem, name))
                continue
            seen.add(result.id)
            found = problems(result, self.today)
            reading.bad.extend(bad_row(number, one, name, "/" not in one.field) for one in found)
            if not found:
                reading.results.append(result)
        return reading

    def _list(self) -> list[Any]:
        try:
            told = loads(self.text)
        except json.JSONDecodeError as error:
            raise BadFile("file_json", line=error.lineno, reason=error.msg) from None
        except (ValueError, RecursionError) as error:
            raise BadFile("file_json", line=1, reason=str(error)) from None
        if not isinstance(told, dict) or told.get("azulejos") != KIND:
            raise BadFile("file_kind")
        if told.get("version") != VERSION:
            raise BadFile("file_version", value=told.get("version"), expected=VERSION)
        found = told.get("results")
        if not isinstance(found, list):
            raise BadFile("file_kind")
        if sum(map(_seats, found)) > MOST_LINES:
            raise BadFile("file_lines", most=MOST_LINES)
        return found


def _seats(told: object) -> int:
    scores = told.get("scores") if isinstance(told, dict) else None
    return len(scores) if isinstance(scores, list) else 1


def from_dict(told: object) -> Result:
    """The inverse of `as_dict`; what it holds is for `problems` to judge, but for its shape."""
    if not isinstance(told, Mapping) or not isinstance(told.get("scores"), list):
        raise Wrong("id", "row_shape")
    _known(told, _KEYS)
    options = told.get("options", {})
    if not isinstance(options, Mapping) or not all(
        isinstance(one, str) for one in (told.get("id"), told.get("game"))
    ):
        raise Wrong("options" if not isinstance(options, Mapping) else "id", "row_shape")
    game = told["game"]
    if game in DEFAULTS:
        options = {**full_options(game, options), **options}
    return Result(
        told["id"],
        game,
        dict(options),
        told.get("played", ""),
        tuple(_score_of(one) for one in told["scores"]),
        told.get("note", ""),
        told.get("source", "import"),
        told.get("ref"),
    )


def _score_of(told: object) -> Score:
    if not isinstance(told, Mapping):
        raise Wrong("scores", "row_shape")
    _known(told, OF_SEAT)
    rounds, bonuses = told.get("rounds", []), told.get("bonuses")
    if not isinstance(rounds, list):
        raise Wrong("rounds", "rounds_shape")
    return Score(
        told.get("player", ""),
        told.get("total_points"),  # type: ignore[arg-type]  # what is missing is named by `problems`
        told.get("completed_rows"),
        tuple(rounds),
        bonuses,
        told.get("note", ""),
        told.get("out", ""),
    )


def _known(told: Mapping[str, Any], keys: tuple[str, ...]) -> None:
    for name in told:
        if name not in keys:
            raise Wrong(name[:MOST_NAME], "key_unknown", name=name, expected=", ".join(keys))
