"""Azul's moves told in words: what was done, what a choice would do, what happened by itself."""

from typing import Any

from azulejos.azul.fields import ROWS
from azulejos.azul.notation import Choice, parse_move
from azulejos.core.match import Match
from azulejos.terminal.azul.effect import NO_CELL, Drafted, Tiled, after_draft, effect
from azulejos.terminal.azul.words import COLOUR, sum_words, tiles_words
from azulejos.terminal.english import counted, whose

Shown = dict[str, Any]  # what game.show() returns


def story(game: Match, move: str) -> str:
    """What a legal move does, without who does it."""
    done = effect(game, move)
    if isinstance(done, Tiled):
        place = f"the {COLOUR[done.tile]} tile of line {done.line} in column {done.points.column}"
        return f"puts {place}: {_sum(done)}"
    marker = "the marker and " if done.marker else ""
    to = "the floor" if done.line is None else f"line {done.line}"
    fallen = f", {done.fallen} to the floor" if done.line and done.fallen else ""
    return f"takes {marker}{tiles_words(done.tiles)} from {done.place} to {to}{fallen}"


def _sum(done: Tiled) -> str:
    return sum_words(done.points.across, done.points.down, done.points.points)


def consequence(done: Drafted | Tiled) -> str:
    """What a choice would bring, for a list to pick from."""
    if isinstance(done, Tiled):
        return _sum(done)
    if done.line is None:
        marker = ", with the marker" if done.marker else ""
        return f"-{done.cost}{marker}"
    line = f"fills it{_worth(done)}" if done.filled == done.line else f"{done.filled} of {done.line}"
    return f"{line}, {_falls(done)}{_cost(done)}"


def _worth(done: Drafted) -> str:
    """What the wall will pay for a complete line, where that is certain."""
    if done.points is None:
        return ""
    if done.points == NO_CELL:
        return " but no cell takes its tile"
    row = ", completes the row" if done.points.across == ROWS else ""
    return f" (+{done.points.points}{row})"


def _falls(done: Drafted) -> str:
    if done.marker:
        return f"the marker{f' and {done.fallen}' if done.fallen else ''} to the floor"
    return f"{done.fallen} to the floor"


def _cost(done: Drafted) -> str:
    if not done.fallen and not done.marker:
        return ""
    return f" (-{done.cost})" if done.cost else " (free, the floor is full)"


def forced(before: Match, after: Match, move: str) -> list[str]:
    """Tiles that went to the wall, or fell, without a choice while others still have to choose."""
    if after.phase != "tiling":  # the account of the whole round tells them
        return []
    made, old, new = parse_move(move), after_draft(before, move), after.show()
    chosen = (before.turn, made.row) if isinstance(made, Choice) else None
    return [
        f"{whose(after.names[seat])} line {row + 1} needs no choice: {_by_itself(old, new, seat, row)}."
        for seat in range(len(after.names))
        for row in range(ROWS)
        if _complete(old, seat, row) and not _complete(new, seat, row) and (seat, row) != chosen
    ]


def _complete(shown: Shown, seat: int, row: int) -> bool:
    return len(shown["boards"][seat]["lines"][row]) == row + 1


def _by_itself(before: Shown, after: Shown, seat: int, row: int) -> str:
    old, new = (shown["boards"][seat]["wall"][row] for shown in (before, after))
    if old == new:  # A50
        return f"no cell takes its tile, so its {counted(row + 1, 'tile')} fall to the floor"
    column = next(column for column in range(ROWS) if old[column] != new[column])
    return f"{COLOUR[new[column]]} goes to column {column + 1}"


def dealt(_text: str) -> str:
    """A deal in a sentence."""
    return "The factories are filled."


def doubt(_game: Match, _move: str) -> list[str]:
    """None: Azul's moves say all that they do."""
    return []
