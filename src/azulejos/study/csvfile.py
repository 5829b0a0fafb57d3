"""Results as CSV, a line for every seat: columns in any order, commas, semicolons or tabs."""

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any

from azulejos.study.checking import problem, problems
from azulejos.study.reading import (
    FILE_SAID,
    MOST_LINES,
    OF_SEAT,
    BadFile,
    BadRow,
    Reading,
    Wrong,
    bad_row,
    loads,
)
from azulejos.study.values import DEFAULTS, Problem, Result, Score, full_options

OF_GAME = ("played", "game", "wall", "jokers", "side", "game_note", "source", "ref")
COLUMNS = ("id", *OF_GAME, *OF_SEAT)
NEEDED = ("id", "played", "game", "player", "total_points")

# Spreadsheets run cells that begin so; an apostrophe before it shows the text and nothing more.
_FORMULA = re.compile(r"'*[=+\-@\t\r\n＝＋－＠]")


def as_csv(results: Iterable[Result]) -> str:
    """A line for every seat under a line of column names; persons should be names by now."""
    file = io.StringIO(newline="")
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for result in results:
        for score in result.scores:
            writer.writerow(_cells(result, score))
    return file.getvalue()


def _cells(result: Result, score: Score) -> list[str | int]:
    options = result.options
    return [
        _text(result.id),
        result.played,
        result.game,
        options.get("wall", ""),
        "" if "jokers" not in options else "true" if options["jokers"] else "false",
        options.get("side", ""),
        _text(result.note),
        result.source,
        _text(result.ref or ""),
        _text(score.person),
        score.total_points,
        "" if score.completed_rows is None else score.completed_rows,
        _text(score.note),
        _compact(score.rounds) if score.rounds else "",
        "" if score.bonuses is None else _compact(score.bonuses),
        score.out,
    ]


def _text(text: str) -> str:
    return f"'{text}" if _FORMULA.match(text) else text


def _plain(cell: str) -> str:
    """The inverse of `_text`: O'Brien and 's-Hertogenbosch lose nothing."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def _compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


Row = dict[str, str]


class CsvReader:
    """Lines into games: those with one id belong together, in any order."""

    def __init__(self, text: str, today: date) -> None:
        self.text, self.today = text, today
        self.bad: list[BadRow] = []
        self.games: dict[str, list[tuple[int, Row]]] = {}
        self.spoilt: set[str] = set()

    def reading(self) -> Reading:
        lines = self._lines()
        columns = _columns(next(lines, (1, []))[1])
        for line, cells in lines:
            self._sort_in(line, cells, columns)
        results = [found for name in self.games if (found := self._game(name)) is not None]
        return Reading(results, sorted(self.bad, key=lambda row: row.line))

    def _lines(self) -> Iterator[tuple[int, list[str]]]:
        """Rows that are not blank, each with the line it starts in."""
        first = self.text.lstrip("\r\n").partition("\n")[0]
        delimiter = max(",;\t", key=first.count)  # spreadsheets write what their country is used to
        rows = csv.reader(io.StringIO(self.text, newline=""), delimiter=delimiter, strict=True)
        line, many = 1, 0
        try:
            for cells in rows:
                if any(cells):
                    many += 1
                    if many > MOST_LINES + 1:
                        raise BadFile("file_lines", most=MOST_LINES)
                    yield line, cells
                line = rows.line_num + 1
        except csv.Error as error:
            raise BadFile("file_line", line=line, reason=str(error)) from None

    def _sort_in(self, line: int, cells: list[str], columns: list[str]) -> None:
        row = dict(zip(columns, (_plain(cell) for cell in cells), strict=False))
        name = row.get("id", "").strip()
        if len(cells) > len(columns) and any(cells[len(columns) :]):
            wrong = problem("id", "row_cells", FILE_SAID, n=len(cells), most=len(columns))
            self._spoil(line, wrong, name)
        elif not name:
            self._spoil(line, problem("id", "row_needed", FILE_SAID, name="id"), name)
        else:
            self.games.setdefault(name, []).append((line, row))

    def _spoil(self, line: int, found: Problem, name: str, of_game: bool = False) -> None:
        self.spoilt.add(name)
        self.bad.append(bad_row(line, found, name, of_game))

    def _game(self, name: str) -> Result | None:
        rows = self.games[name]
        first_line, first = rows[0]
        for line, row in rows[1:]:
            self._agree(name, line, row, first_line, first)
        scores = [self._score(name, line, row) for line, row in rows]
        try:
            result = _game_of(name, first, tuple(score for score in scores if score is not None))
        except Wrong as wrong:
            self._spoil(first_line, wrong.problem, name)
            return None
        if name in self.spoilt:
            return None
        for found in problems(result, self.today):
            _, _, seat = found.field.partition("/")
            line = rows[int(seat)][0] if seat else first_line
            self._spoil(line, found, name, of_game=not seat)
        return None if name in self.spoilt else result

    def _agree(self, name: str, line: int, row: Row, first_line: int, first: Row) -> None:
        """What belongs to the game is the same in all its lines, or left empty."""
        for column in OF_GAME:
            here, there = row.get(column, ""), first.get(column, "")
            if here and here != there:
                values = {"name": column, "value": here, "other": there, "line": first_line}
                self._spoil(line, problem(column, "row_differs", FILE_SAID, **values), name)

    def _score(self, name: str, line: int, row: Row) -> Score | None:
        try:
            return Score(
                row.get("player", "").strip(),
                _number(row, "total_points", needed=True),
                _number(row, "completed_rows"),
                tuple(_json(row, "rounds", list) or ()),
                _json(row, "bonuses", dict),
                row.get("note", ""),
                row.get("out", "").strip(),
            )
        except Wrong as wrong:
            self._spoil(line, wrong.problem, name)
            return None


def _columns(header: list[str]) -> list[str]:
    found = [cell.strip().lower() for cell in header]
    while found and not found[-1]:  # spreadsheets leave empty ones at the end
        found.pop()
    expected = ", ".join(COLUMNS)
    if not found:
        raise BadFile("file_empty")
    for name in found:
        if name not in COLUMNS:
            raise BadFile("column_unknown", name=name or "''", expected=expected)
        if found.count(name) > 1:
            raise BadFile("column_twice", name=name)
    for name in NEEDED:
        if name not in found:
            raise BadFile("column_missing", name=name, expected=expected)
    return found


def _game_of(name: str, row: Row, scores: tuple[Score, ...]) -> Result:
    game = row.get("game", "").strip().lower()
    options: dict[str, Any] = {}
    for option in ("wall", "jokers", "side"):
        cell = row.get(option, "").strip()
        if cell:
            options[option] = _truth(option, cell) if option == "jokers" else cell.lower()
    if game in DEFAULTS:
        extra = {key: value for key, value in options.items() if key not in DEFAULTS[game]}
        options = {**full_options(game, options), **extra}
    return Result(
        name,
        game,
        options,
        row.get("played", "").strip(),
        scores,
        row.get("game_note", ""),
        row.get("source", "").strip() or "import",
        row.get("ref", "") or None,
    )


_TRUTHS = {
    "true": True, "yes": True, "1": True, "vrai": True, "oui": True,
    "false": False, "no": False, "0": False, "faux": False, "non": False,
}  # fmt: skip


def _truth(column: str, cell: str) -> bool:
    found = _TRUTHS.get(cell.lower())
    if found is None:
        raise Wrong(column, "row_bool", value=cell)
    return found


def _number(row: Row, column: str, needed: bool = False) -> Any:
    cell = row.get(column, "").strip()
    if not cell:
        if needed:
            raise Wrong(column, "row_needed", name=column)
        return None
    if not re.fullmatch(r"[+-]?[0-9]{1,9}", cell):
        raise Wrong(column, "row_number", value=cell)
    return int(cell)


def _json(row: Row, column: str, kind: type) -> Any:
    cell = row.get(column, "").strip()
    if not cell:
        return None
    try:
        found = loads(cell)
    except (ValueError, RecursionError):
        raise Wrong(column, "row_json", value=cell) from None
    if not isinstance(found, kind):
        raise Wrong(column, "rounds_shape" if column == "rounds" else "bonuses_shape")
    return found
