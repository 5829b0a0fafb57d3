"""A sheet: a game scored at a real table, as a flat map of fields; `reckon` says what follows from them.

`web/static/js/score/reckon.js` is its twin for tables without a network; a test keeps both alike.
"""

from dataclasses import dataclass
from typing import Any

from azulejos.core.match import Match
from azulejos.study import azulsheet, pavsheet
from azulejos.study.azulsheet import AzulSheet
from azulejos.study.checking import MOST_POINTS, MOST_ROWS
from azulejos.study.pavsheet import PavilionSheet
from azulejos.study.results import Result, Score, unresolved, variant, winners
from azulejos.study.sheetfields import MOST_ROUNDS, Fields, Sheet, Told, as_whole, refusal

__all__ = ["Reckoning", "Unconfirmed", "fields_of", "reckon", "refusal", "result_of"]


class Unconfirmed(ValueError):
    """A result was asked for, but nobody has confirmed these seats' totals."""

    def __init__(self, seats: list[int]) -> None:
        self.seats = seats
        super().__init__(f"no total for seats {seats}, expected total/S to be a whole number for every seat")


@dataclass(frozen=True, slots=True)
class Reckoning:
    """What follows from a sheet."""

    told: Told

    def data(self) -> Told:
        """The whole of it as plain JSON data; docs/scorecard.md has its fields."""
        return self.told


def reckon(fields: Fields) -> Reckoning:
    """Everything that follows from a sheet's fields; junk in them is pointed out, never raised."""
    sheet = Sheet(fields)
    board = None if sheet.way == "quick" else (AzulSheet if sheet.game == "azul" else PavilionSheet)(sheet)
    ends = board.ends() if board else []
    over = sheet.over or bool(ends)
    seats = [board.finish(seat, over) if board else _quick() for seat in range(sheet.players)]
    confirmed = [_confirmed(sheet, seat, seats[seat]) for seat in range(sheet.players)]
    _hint_about_the_end(sheet, over, [rows for _, rows in confirmed])
    _check_names(sheet)
    return Reckoning(
        {
            "way": sheet.way,
            "game": sheet.game,
            "players": sheet.players,
            "rounds": sheet.rounds,
            "over": over,
            "ends": ends,
            "end_round": board.end_round if board else None,
            "seats": seats,
            "errors": sheet.errors,
            "hints": sheet.hints,
            **_outcome(sheet, confirmed),
        }
    )


def _quick() -> Told:
    """A seat of which only the end is asked."""
    return {
        "rounds": [],
        "typed": [],
        "score": None,
        "tiles": {},
        "bonuses": None,
        "rows": None,
        "total": None,
    }


def _confirmed(sheet: Sheet, seat: int, told: Told) -> tuple[int | None, int | None]:
    """Points and rows that count for a seat: as confirmed, or else as computed (R2, R11).

    A difference is worth a hint, no more (R12).
    """
    total = sheet.whole(f"total/{seat}", 0, most_points(sheet), seat, None, "total")
    rows = None
    if sheet.game == "azul":  # R15: Pavilion has no tie-break
        rows = sheet.whole(f"rows/{seat}", 0, MOST_ROWS, seat, None, "rows")
    told["confirmed"] = total
    told["differs"] = None not in (total, told["total"]) and total != told["total"]
    if told["differs"]:
        sheet.hint("total_differs", seat, None, "total", confirmed=total, computed=told["total"])
    if None not in (rows, told["rows"]) and rows != told["rows"]:
        sheet.hint("rows_differ", seat, None, "rows", confirmed=rows, computed=told["rows"])
    return (told["total"] if total is None else total), (told["rows"] if rows is None else rows)


def most_points(sheet: Sheet) -> int:
    """More than this no board can bring."""
    return MOST_POINTS.get(variant(sheet.game, options_of(sheet)), MOST_POINTS[sheet.game])


def _hint_about_the_end(sheet: Sheet, over: bool, rows: list[int | None]) -> None:
    """A game may be stopped, but it does not end like that (R13; S19)."""
    if sheet.game == "azul" and all(row == 0 for row in rows) and (over or sheet.way == "quick"):
        sheet.hint("no_row")
    if sheet.game == "pavilion" and over and sheet.way != "quick" and sheet.rounds < MOST_ROUNDS["pavilion"]:
        sheet.hint("rounds_left", rounds=sheet.rounds)


def _check_names(sheet: Sheet) -> None:
    """Nobody sits on two chairs."""
    for kind, code in (("person", "same_person"), ("name", "same_name")):
        seen: set[str] = set()
        for seat in range(sheet.players):
            name = sheet.fields.get(f"{kind}/{seat}")
            word = name.strip(" ").lower() if isinstance(name, str) else ""
            if word in seen:
                sheet.error(code, seat, None, "name")
            if word:
                seen.add(word)


def _outcome(sheet: Sheet, confirmed: list[tuple[int | None, int | None]]) -> Told:
    """Who has won, and who must still tell their rows (R5, R14); nothing while a total is missing."""
    scores = [
        Score(str(seat), total, rows) for seat, (total, rows) in enumerate(confirmed) if total is not None
    ]
    if len(scores) < sheet.players:
        return {"winners": None, "unresolved": []}
    result = Result("sheet", sheet.game, options_of(sheet), "", tuple(scores))
    return {"winners": winners(result), "unresolved": unresolved(result)}


def options_of(sheet: Sheet) -> dict[str, Any]:
    """The game's options as results have them."""
    side = "grey" if sheet.grey else "coloured"
    return {"wall": side, "jokers": sheet.jokers} if sheet.game == "azul" else {"side": side}


# --- results and games ----------------------------------------------------------------------------------


def result_of(fields: Fields, id: str) -> Result:
    """A sheet as a result; Unconfirmed where a total is missing. What people confirmed is what counts (R2).

    Whether it may be saved is for `results.problems` to say: numbers are as they were typed.
    """
    sheet, told = Sheet(fields), reckon(fields).data()
    totals = [as_whole(fields.get(f"total/{seat}")) for seat in range(sheet.players)]
    if None in totals:
        raise Unconfirmed([seat for seat, total in enumerate(totals) if total is None])
    scores = tuple(_score(sheet, seat, total or 0, told["seats"][seat]) for seat, total in enumerate(totals))
    return Result(
        id, sheet.game, options_of(sheet), _text(fields, "played"), scores, _text(fields, "note"), "sheet"
    )


def _score(sheet: Sheet, seat: int, total: int, told: Told) -> Score:
    rows = None
    if sheet.game == "azul":
        typed = as_whole(sheet.fields.get(f"rows/{seat}"))
        rows = told["rows"] if typed is None else typed
    person = _text(sheet.fields, f"person/{seat}") or _text(sheet.fields, f"name/{seat}").strip()
    return Score(person, total, rows, _rounds(told), _bonuses(told), _text(sheet.fields, f"note/{seat}"))


def _rounds(told: Told) -> tuple[dict[str, int | None], ...]:
    """The rounds, up to the last in which something was entered."""
    if _untouched(told):
        return ()
    entered = [
        n for n, one in enumerate(told["rounds"], 1) if any(value is not None for value in one.values())
    ]
    return tuple(told["rounds"][: max(entered, default=0)])


def _bonuses(told: Told) -> dict[str, Any] | None:
    """The bonuses in points, once the game is over; a blank among others is nothing."""
    if told["total"] is None or _untouched(told):
        return None
    return {
        name: points or 0 if not isinstance(points, dict) else points
        for name, points in told["bonuses"].items()
        if name != "counts"
    }


def _untouched(told: Told) -> bool:
    """Whether only the end was typed for a seat: its rounds are no zeros then, but unknown."""
    counts = (told["bonuses"] or {}).get("counts", {})
    flat = [x for one in counts.values() for x in (one.values() if isinstance(one, dict) else [one])]
    return not told["tiles"] and not any(told["typed"]) and not any(flat)


def _text(fields: Fields, key: str) -> str:
    value = fields.get(key)
    return value if isinstance(value, str) else ""


def fields_of(match: Match) -> dict[str, Any]:
    """A game of the engine as the sheet that somebody at its table would have tapped."""
    family = azulsheet if match.game == "azul" else pavsheet
    fields = {"game": match.game, "way": "wall", "players": match.rules.players, **family.fields_of(match)}
    fields |= {f"name/{seat}": name for seat, name in enumerate(match.names)}
    fields["over"] = match.over
    if match.over:
        fields |= {f"total/{seat}": int(total) for seat, total in enumerate(match.scores())}
    return fields
