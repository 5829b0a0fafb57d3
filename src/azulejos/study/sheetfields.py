"""The fields of a sheet: which there are, and reading them; whatever is wrong with one is pointed out."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from azulejos.study.checking import MOST_NAME, MOST_NOTE

Fields = Mapping[str, Any]
Told = dict[str, Any]

WAYS = ("quick", "round", "wall")
MOST_ROUNDS = {"azul": 50, "pavilion": 6}  # A46b: nobody plays longer; S19
MOST_NUMBER = 999_999  # anything longer is no number that somebody counted

_SEAT = r"[0-3]"
_ROUND = r"r[1-9][0-9]?"
_NUMBERS = (
    r"players|rounds",
    rf"(?:total|rows)/{_SEAT}",
    rf"{_ROUND}/{_SEAT}/(?:wall|floor|placed|marker|discards)",
    rf"b/{_SEAT}/(?:rows|columns|colours|corners)",
)
_FLAGS = (r"jokers|over", rf"b/{_SEAT}/numbers/[1-4]")
_WORDS = (
    r"game|wall|side|played|way|keep",
    rf"person/{_SEAT}",
    rf"t/{_SEAT}/(?:[1-5][1-5]|[PORBYGC][1-6])",
    rf"b/{_SEAT}/stars/[PORBYGC]",
)


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns))


def _number(value: Any) -> str | None:
    return None if (n := as_whole(value)) is not None and abs(n) <= MOST_NUMBER else "bad_value"


def _flag(value: Any) -> str | None:
    return None if isinstance(value, bool) else "bad_value"


def _text(most: int) -> Callable[[Any], str | None]:
    def refused(value: Any) -> str | None:
        if not isinstance(value, str):
            return "bad_value"
        return "too_long" if len(value) > most else None

    return refused


_KINDS: tuple[tuple[re.Pattern[str], Callable[[Any], str | None]], ...] = (
    (_any(*_NUMBERS), _number),
    (_any(*_FLAGS), _flag),
    (_any(*_WORDS), _text(40)),
    (_any(rf"name/{_SEAT}"), _text(MOST_NAME)),
    (_any(r"note", rf"note/{_SEAT}"), _text(MOST_NOTE)),
)


def refusal(key: str, value: Any) -> str | None:
    """Why a field cannot be part of a sheet: `unknown_field`, `bad_value`, `too_long`; None where it can.

    A number that the rules do not allow is no reason: it stays as it was typed and is pointed out.
    """
    for pattern, refused in _KINDS:
        if pattern.fullmatch(key):
            return None if value is None else refused(value)
    return "unknown_field"


def as_whole(value: Any) -> int | None:
    """A whole number, also where JSON came with a point and a zero; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value // 1:
        return None
    return int(value)


class Sheet:
    """A sheet being read: what it is about, and what has been pointed out so far."""

    def __init__(self, fields: Fields) -> None:
        self.fields = fields
        self.errors: list[Told] = []
        self.hints: list[Told] = []
        self.game = "pavilion" if fields.get("game") == "pavilion" else "azul"
        self.grey = fields.get("wall" if self.game == "azul" else "side") == "grey"
        self.jokers = self.game == "azul" and fields.get("jokers") is True
        self.way = fields["way"] if fields.get("way") in WAYS else "round"
        self.over = fields.get("over") is True
        self.players = self._setting("players", 2, 4)
        self.rounds = self._setting("rounds", 1, MOST_ROUNDS[self.game])

    def _setting(self, key: str, low: int, high: int) -> int:
        """A number that there must be: the nearest allowed one where it is none."""
        self.whole(key, low, high, cell=key)
        given = as_whole(self.fields.get(key))
        return low if given is None else max(low, min(high, given))

    # --- pointing out ---

    def error(
        self,
        code: str,
        seat: int | None = None,
        round: int | None = None,
        cell: str | None = None,
        **values: Any,
    ) -> None:
        """Something cannot be; the sheet goes on all the same."""
        self.errors.append({"code": code, "seat": seat, "round": round, "cell": cell, "values": values})

    def hint(
        self,
        code: str,
        seat: int | None = None,
        round: int | None = None,
        cell: str | None = None,
        **values: Any,
    ) -> None:
        """Something looks odd (R12, R13)."""
        self.hints.append({"code": code, "seat": seat, "round": round, "cell": cell, "values": values})

    # --- reading ---

    def whole(
        self, key: str, low: int, high: int, seat: int | None = None, round: int | None = None, cell: str = ""
    ) -> int | None:
        """A number as typed; None where none was, and where it cannot be, which is pointed out."""
        value = self.fields.get(key)
        if value is None or value == "":
            return None
        number = as_whole(value)
        if number is None or not low <= number <= high:
            self.error("number", seat, round, cell, low=low, high=high)
            return None
        return number

    def round_number(self, seat: int, round: int, name: str, high: int) -> int | None:
        """One number of one round."""
        return self.whole(f"r{round}/{seat}/{name}", 0, high, seat, round, name)

    def gained(
        self, seat: int, round: int, name: str, high: int, tapped: int | None
    ) -> tuple[int | None, bool]:
        """The points of a round, and whether they were typed: the sheet's way says which of both wins."""
        if self.way == "wall" and tapped is not None:
            return tapped, False
        typed = self.round_number(seat, round, name, high)
        if self.way == "wall" and typed:
            self.hint("round_not_tapped", seat, round)
        if typed is not None:
            return typed, True
        return (0 if self.way == "wall" and tapped is None else tapped), False

    def taps(self, seat: int, cell: str, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """What was tapped on a cell, if it was in a round that has begun; the first group is the round."""
        value = self.fields.get(f"t/{seat}/{cell}")
        if value is None or value == "":
            return None
        found = pattern.fullmatch(value) if isinstance(value, str) else None
        if found is None:
            self.error("bad_tap", seat, None, cell)
        elif int(found[1]) > self.rounds:
            self.error("round_not_begun", seat, int(found[1]), cell, rounds=self.rounds)
            found = None
        return found

    def running(self, told: Told, seat: int, round: int, nothing: bool, score: int) -> int | None:
        """The score after a round, which the seat has now; None from the first round with nothing entered."""
        if nothing and (round < self.rounds or self.over):  # nobody is reminded of the round being played
            self.hint("round_missing", seat, round)
        if nothing or not known(told):
            return None
        told["score"] = score
        return score


def known(told: Told) -> bool:
    """Whether every round of a seat so far has a score."""
    return all(one["score"] is not None for one in told["rounds"])
