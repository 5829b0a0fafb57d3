"""Which tiles are best kept when passing: a rule of thumb that orders a list, no more."""

from collections.abc import Sequence
from typing import Any

from azulejos.pavilion.fields import LETTERS, ROUNDS
from azulejos.terminal.pavilion.words import takes_any_colour

Shown = dict[str, Any]  # what game.show() returns

WILD = 2.5


def by_worth(shown: Shown, passes: Sequence[str]) -> list[str]:
    """Passes with the best keep first; in the last round keeping brings nothing (S45)."""
    if shown["round"] == ROUNDS:
        return sorted(passes, key=len)
    own = shown["boards"][shown["turn"]]["stars"]
    useful = {letter for letter in LETTERS if _has_room(own, letter, shown["options"]["side"])}
    coming = LETTERS[shown["round"]]
    return sorted(passes, key=lambda move: -_worth(move.partition("=")[2], coming, useful))


def _has_room(stars: dict[str, str], letter: str, side: str) -> bool:
    """Whether a colour can still be placed, as far as a glance tells."""
    if side == "grey":
        return any("." in star for star in stars.values())
    return any(
        "." in stars[star] and not (takes_any_colour(star, side) and letter in stars[star])
        for star in (letter, "*")
    )


def _worth(kept: str, coming: str, useful: set[str]) -> float:
    """A point for each tile saved, more for the next wild and for tiles that go together."""
    points = float(len(kept))
    for letter in set(kept):
        count = kept.count(letter)
        if letter == coming:
            points += WILD * count
        elif letter in useful:
            points += 0.3 * count * count
    return points
