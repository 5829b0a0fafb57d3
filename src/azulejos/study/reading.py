"""What reading a file of results brings, or why not."""

import json
from dataclasses import dataclass
from dataclasses import field as made
from typing import Any, NoReturn

from azulejos.study.checking import SAID, problem, sayable
from azulejos.study.values import Problem, Result

OF_SEAT = ("player", "total_points", "completed_rows", "note", "rounds", "bonuses", "out")
MOST_LINES = 100_000  # seats
MOST_BYTES = 32_000_000  # 20,000 games with every detail are 20 MB

# Beside those of `checking`: the English of score.problem.CODE.
FILE_SAID = {
    **SAID,
    "file_big": "The file has {n} MB, at most {most} MB are read: split it.",
    "file_lines": "The file has more than {most} lines: split it.",
    "file_text": "The file is no text in UTF-8.",
    "file_empty": "The file is empty: expected a line of column names, or JSON.",
    "file_json": "Line {line}: this is no JSON: {reason}.",
    "file_kind": "This JSON holds no results: expected azulejos: results, version: 1, results: a list.",
    "file_version": "This file is of version {value}, known is {expected}: update this program.",
    "file_line": "Line {line}: this cannot be read: {reason}.",
    "column_unknown": "There is no column {name}: expected {expected}.",
    "column_twice": "The column {name} is there twice.",
    "column_missing": "The column {name} is missing. The first line must name the columns: {expected}.",
    "row_cells": "This line has {n} cells, the first line names {most} columns.",
    "row_number": "{value} is no whole number.",
    "row_bool": "{value} is neither true nor false.",
    "row_json": "{value} is no JSON.",
    "row_differs": "{name} is {value} here and {other} in line {line}, of the same game.",
    "row_needed": "The {name} is missing.",
    "row_shape": "This is no result: expected an object with id, game, played and scores.",
    "key_unknown": "There is no field {name}: expected {expected}.",
    "id_twice": "The id {value} is there already: every game has its own.",
}


@dataclass(frozen=True, slots=True)
class BadRow:
    """A line that cannot be taken in: which, where in it, and why."""

    line: int  # of the file, from 1; in JSON, which of the results
    field: str  # a column's name
    code: str  # the text is score.problem.CODE
    message: str
    values: dict[str, Any] = made(default_factory=dict)
    id: str = ""  # of the result, where it has one


@dataclass(frozen=True, slots=True)
class Reading:
    """What a file holds: results with names for persons, and what is wrong with the others."""

    results: list[Result] = made(default_factory=list)
    bad: list[BadRow] = made(default_factory=list)


class BadFile(ValueError):
    """A file that is refused as a whole; the text is score.problem.CODE."""

    def __init__(self, code: str, **values: Any) -> None:
        found = problem("file", code, FILE_SAID, **values)
        super().__init__(found.message)
        self.code, self.values, self.message = code, found.values, found.message


class Wrong(Exception):
    """One cell that cannot be read."""

    def __init__(self, field: str, code: str, **values: Any) -> None:
        super().__init__(code)
        self.problem = problem(field, code, FILE_SAID, **values)


_COLUMN_OF = {"name": "player", "total": "total_points", "rows": "completed_rows"}


def bad_row(line: int, found: Problem, result: str, of_game: bool = False) -> BadRow:
    """A problem with a result as one with a line of a file."""
    name = found.field.partition("/")[0]
    column = "game_note" if of_game and name == "note" else _COLUMN_OF.get(name, name)
    return BadRow(line, column, found.code, found.message, found.values, sayable(result))


def loads(text: str) -> Any:
    """JSON as it should be; Python's reads NaN as well."""
    return json.loads(text, parse_constant=_no_constant)


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")
