"""From what the search thinks in to chances of winning: only what is told is mapped, never what is played.

The search thinks in a mix, mostly who wins and a little by how much, so that a sure win is less than one.
Half of that is undone first; then chances are moved apart or together by a slope, which changes from where
all seats are level to where one is sure to win. Both ends of it are fitted to games by
`python -m azulejos.learn.calibrate`, and lie in `calibration.json`, by variant and who judges.
"""

import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from azulejos.bots.nets import common_name, name_of
from azulejos.core.rules import Rules

FILE = "calibration.json"
NET, PLAYOUTS = "net", "playouts"  # who judges
STEEPEST = 100.0  # what is more is no slope, but damage
FLATTEST = 0.2  # of the level slope, what the sure one is at least: else more of two is told as less
HOPE = 0.001  # of what the seat ahead has, what no seat has less of: some games that seemed lost were won
# Of what points bring in a level game, how much is taken off. All of it would be right for a sure win by
# nothing; but sure wins are mostly won by something, and 0.9 of the mix is not always sure.
UNDONE = 0.5

log = logging.getLogger("azulejos.bots")


class Slopes(NamedTuple):
    """How far chances are moved apart, as powers."""

    level: float  # where all seats expect the same
    sure: float  # where one seat expects everything


UNKNOWN = Slopes(1.0, 1.0)  # where nothing was fitted

Table = Mapping[str, Mapping[str, Mapping[str, Any]]]  # variant, judge, what was found


class BadTable(ValueError):
    """A file that holds no slopes."""


@dataclass(frozen=True, slots=True)
class Scale:
    """How shares of the mix are told as chances."""

    slopes: Slopes
    margin: float  # share of the mix that is points

    def chances(self, shares: Sequence[float]) -> tuple[float, ...]:
        """What each seat's chance of winning is."""
        return chances(shares, self.slopes, self.margin)


def chances(shares: Sequence[float], slopes: Slopes, margin: float = 0.0) -> tuple[float, ...]:
    """Chances in proportion to the shares, less what points alone bring, to the power of the slope.

    Shares sum to one, and so do chances. Seats that are equal stay equal; more is never told as less.
    """
    points = UNDONE * margin / len(shares)
    wins = [max(0.0, share - points) for share in shares]
    hopes = [max(win / max(wins), HOPE) for win in wins]
    even = 1 / len(hopes)
    sureness = (1 / sum(hopes) - even) / (1 - even)
    slope = slopes.level + (slopes.sure - slopes.level) * sureness
    powers = [hope**slope for hope in hopes]
    return tuple(power / sum(powers) for power in powers)


def scale_of(rules: Rules, learned: bool, margin: float) -> Scale:
    """How a variant's values are told when a net judges, or playouts do."""
    return Scale(slopes_of(known(), rules, NET if learned else PLAYOUTS), margin)


def slopes_of(table: Table, rules: Rules, judge: str) -> Slopes:
    """A variant's slopes; where it has none, the mean of the same game's for as many, else of both games'."""
    slopes = {name: _slopes(entry[judge]) for name, entry in table.items() if judge in entry}
    if (own := name_of(rules)) in slopes:
        return slopes[own]
    for like in (common_name(rules) + " ", f" {rules.players} "):
        if near := [found for name, found in slopes.items() if like in name + " "]:
            return Slopes(*(sum(ends) / len(near) for ends in zip(*near, strict=True)))
    return UNKNOWN


def _slopes(found: Mapping[str, Any]) -> Slopes:
    return Slopes(*(float(found[name]) for name in Slopes._fields))


def path() -> Path:
    """Where the slopes are kept."""
    return Path(str(files("azulejos.bots") / FILE))


@cache
def known() -> Table:
    """All slopes of the package; none where there is no file, or, with a line in the log, a damaged one."""
    try:
        return read(path())
    except BadTable as error:
        log.warning("%s: %s. Chances are told without what was fitted.", path(), error)
        return {}


def read(file: Path) -> dict[str, dict[str, dict[str, Any]]]:
    """The slopes in a file, none where there is no such file; BadTable says what is wrong."""
    if not file.exists():
        return {}
    try:
        table = json.loads(file.read_text("utf-8"))
    except OSError as error:
        raise BadTable(f"cannot be read ({error.strerror})") from None
    except (ValueError, RecursionError):
        raise BadTable("is damaged: it is no JSON") from None
    if not isinstance(table, dict):
        raise BadTable(f"is damaged: it holds a {type(table).__name__}, expected variants")
    for name, entry in table.items():
        if not _is_entry(entry):
            raise BadTable(f"is damaged: {name!r} has no slopes from 0 to {STEEPEST:.0f} by who judges")
    return table


def _is_entry(entry: Any) -> bool:
    return isinstance(entry, dict) and all(
        isinstance(found, dict) and all(_is_slope(found.get(name)) for name in Slopes._fields)
        for found in entry.values()
    )


def _is_slope(slope: Any) -> bool:
    return isinstance(slope, int | float) and 0 < slope <= STEEPEST
