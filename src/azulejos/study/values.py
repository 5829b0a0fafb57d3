"""A finished game on record as plain values: a score per seat, its options, its variant's name."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from dataclasses import field as made
from typing import Any

GAMES = ("azul", "pavilion")
SOURCES = ("typed", "sheet", "online", "import", "arena")
SIDES = ("coloured", "grey")
OUT = ("", "resigned", "time", "away", "left")
ROUND_PARTS = {"azul": ("wall", "floor", "score"), "pavilion": ("placed", "marker", "discards", "score")}
BONUS_PARTS = {"azul": ("rows", "columns", "colours"), "pavilion": ("stars", "numbers", "corners")}
DEFAULTS: dict[str, dict[str, Any]] = {
    "azul": {"wall": "coloured", "jokers": False},
    "pavilion": {"side": "coloured"},
}
MOST_PLAYERS = 4


@dataclass(frozen=True, slots=True)
class Score:
    """What one seat made of a game. `total_points` is the result, whatever the rest says (R2, R4)."""

    person: str  # a person's id inside a league; a name in files
    total_points: int
    completed_rows: int | None = None  # R3: for the tie-break alone; never in Pavilion (R15)
    rounds: tuple[dict[str, int | None], ...] = ()  # as Match.breakdown() has them
    bonuses: dict[str, Any] | None = None  # points, as Match.breakdown() has them
    note: str = ""
    out: str = ""  # why somebody did not play to the end: comes after all who did, whatever the points


@dataclass(frozen=True, slots=True)
class Result:
    """A finished game."""

    id: str
    game: str
    options: dict[str, Any]  # azul wall, jokers; pavilion side; how many play is how many scores there are
    played: str  # YYYY-MM-DD
    scores: tuple[Score, ...]  # in order of the seats
    note: str = ""
    source: str = "typed"
    ref: str | None = None  # the sheet's or the table's id


@dataclass(frozen=True, slots=True)
class Problem:
    """Something about a result: where, what (a text's key is `score.problem.CODE`), and as a sentence."""

    field: str  # game, options, played, players, note, name/S, total/S, rows/S, rounds/S, bonuses/S, note/S
    code: str
    values: dict[str, Any] = made(default_factory=dict)
    message: str = ""


_BOT = re.compile(r"bot-[a-z]{1,20}|[a-z]{1,20} \(bot\)")


def is_bot(person: str) -> bool:
    """Whether a person is a bot, by its id in a league or its name in a file: one may have several seats."""
    return _BOT.fullmatch(person) is not None


def full_options(game: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Options with nothing left out, in their usual order, and nothing besides (a table's has more)."""
    return {name: options.get(name, usual) for name, usual in DEFAULTS[game].items()}


def variant(game: str, options: Mapping[str, Any]) -> str:
    """A short, lasting name of a game with its options: azul, azul-grey-jokers, pavilion-grey."""
    side = options.get("side" if game == "pavilion" else "wall", "coloured")
    parts = [game, "grey" if side == "grey" else "", "jokers" if options.get("jokers") is True else ""]
    return "-".join(part for part in parts if part)


VARIANTS = ("azul", "azul-grey", "azul-jokers", "azul-grey-jokers", "pavilion", "pavilion-grey")


def renamed(result: Result, names: Mapping[str, str]) -> Result:
    """The same result with other persons: names for ids, or ids for names; unknown ones stay."""
    scores = (replace(score, person=names.get(score.person, score.person)) for score in result.scores)
    return replace(result, scores=tuple(scores))
