"""What Azul's moves would do, and what one did, as plain data: for a screen that knows no rules."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from azulejos.azul import kernels
from azulejos.azul.fields import (
    FLOOR_COUNT,
    FLOOR_LINE,
    FLOOR_SPACES,
    FULL_ROW,
    JOKER,
    LETTERS,
    LID,
    LINE_COLOUR,
    LINE_JOKERS,
    LINES,
    OFFER,
    OPEN,
    PENALTY,
    ROWS,
    TILING,
    WALL,
)
from azulejos.azul.notation import Choice, Draft, Move
from azulejos.azul.positions import State
from azulejos.core.lanes import lane, member, size, total
from azulejos.core.layout import BAG, CENTRE, IN_CENTRE, MARKER, PHASE, PLAYERS, ROUND, TURN

Facts = dict[str, Any]
INCOMPLETE: Facts = {"wall": 0, "cell": None, "best": None, "bonus": 0}


def preview(s: State) -> Facts:
    """Every legal move of the seat that decides, with what it would bring."""
    return _choices(s) if s[PHASE] == TILING else {"kind": "offer", "groups": list(_groups(s))}


def near(s: State) -> list[dict[str, int]]:
    """Complete lines whose tile will complete a row of the wall, so that the game ends (A43)."""
    if s[PHASE] not in (OFFER, TILING):
        return []
    return [
        {"seat": seat, "row": row + 1}
        for seat in range(s[PLAYERS])
        for row in _complete(s, seat)
        if size(s[WALL + seat] >> (ROWS * row) & FULL_ROW) == ROWS - 1 and kernels.legal_cells(s, seat, row)
    ]


def pending(s: State) -> list[int]:
    """By seat, the points that its complete lines would bring if the round ended now."""
    return [_if_tiled(s, seat).points if s[PHASE] == OFFER else 0 for seat in range(s[PLAYERS])]


def _complete(s: State, seat: int) -> Iterator[int]:
    """The rows of a board's complete lines, from the top."""
    lines = kernels.complete_lines(s[LINES + seat])
    while lines:
        yield kernels.first_row(lines)
        lines &= lines - 1


# --- drafts ---------------------------------------------------------------------------------------------


def _groups(s: State) -> Iterator[Facts]:
    """What can be lifted from where, each with the places that take it."""
    board = _Board(s, s[TURN])
    for source in range(CENTRE + 1):
        jokers = lane(s[source], JOKER)
        for colour, letter in enumerate(LETTERS):
            if not (count := lane(s[source], colour)):
                continue
            for along in (0, jokers) if jokers and colour != JOKER else (0,):
                group = {
                    "key": f"{_place(source)}{letter}{'+J' if along else ''}",
                    "from": _place(source),
                    "colour": letter,
                    "count": count,
                    "jokers": along,
                    "marker": _takes_marker(s, source),
                }
                ways = board.drafts(colour, count, along, group["marker"])
                yield {**group, "to": [{"move": group["key"] + end, **facts} for end, facts in ways]}


def _place(source: int) -> str:
    return "c" if source == CENTRE else str(source + 1)


def _takes_marker(s: State, source: int) -> bool:
    return source == CENTRE and s[MARKER] == IN_CENTRE


class _Board:
    """What drafts would do to one board; equal drafts and equal lines are worked out once."""

    def __init__(self, s: State, seat: int) -> None:
        self.s, self.seat = s, seat
        self._now = _if_tiled(s, seat)
        self._drafts: dict[tuple[int, int, int, bool], list[tuple[str, Facts]]] = {}
        self._walls: dict[tuple[int, int], Facts] = {}

    def drafts(self, colour: int, count: int, jokers: int, marker: bool) -> list[tuple[str, Facts]]:
        """Where such tiles may go: how the move's text ends, and what it would do."""
        key = colour, count, jokers, marker
        if key not in self._drafts:
            self._drafts[key] = list(self._ways(*key))
        return self._drafts[key]

    def _ways(self, colour: int, count: int, jokers: int, marker: bool) -> Iterator[tuple[str, Facts]]:
        takers = lane(self.s[OPEN + self.seat], colour)
        for to in (member(takers, n) for n in range(size(takers))):
            name = "f" if to == FLOOR_LINE else to + 1
            first, last = kernels.joker_range(self.s, self.seat, to, count, jokers) if jokers else (0, 0)
            for used in range(first, last + 1):
                end = f">{name}" if used == first else f">{name}:{used}"
                facts = self._put(to, colour, count, jokers, used)
                floor = self._floor(facts["fell"] + marker)
                yield end, {"to": name, "jokers": used, **facts, "floor": floor}

    def _put(self, to: int, colour: int, count: int, jokers: int, used: int) -> Facts:
        """What a draft does to a line and, through it, to the wall."""
        if to == FLOOR_LINE:
            return {"placed": 0, "fell": count + jokers, "filled": 0, "full": False, **INCOMPLETE}
        lines = self.s[LINES + self.seat]
        placed = _placed(lines, to, count, used)
        filled = (lane(lines, to) & 7) + placed
        full = filled == to + 1
        wall = self._wall(to, colour, placed, used) if full else INCOMPLETE
        return {"placed": placed, "fell": count + jokers - placed, "filled": filled, "full": full, **wall}

    def _wall(self, row: int, colour: int, placed: int, used: int) -> Facts:
        """What the wall would bring more with this line complete."""
        trial = list(self.s)
        kind = colour if placed > used else JOKER  # A61 can leave a line with jokers only
        kernels.fill(trial, self.seat, row, kind, placed, placed if colour == JOKER else used)
        key = row, lane(trial[LINES + self.seat], row)
        if key not in self._walls:
            then = _if_tiled(trial, self.seat)
            # on the grey wall an upper tile can keep a lower one from its cell, which undoes no bonus
            bonus = max(0, then.bonus - self._now.bonus)
            wall = then.points - self._now.points
            self._walls[key] = {"wall": wall, **then.spots[row], "bonus": bonus}
        return self._walls[key]

    def _floor(self, more: int) -> int:
        """What so many more on the floor change, at most the seven spaces of A6."""
        spaces = self.s[FLOOR_COUNT + self.seat]
        return PENALTY[spaces] - PENALTY[min(FLOOR_SPACES, spaces + more)]


def _placed(lines: int, to: int, count: int, used: int) -> int:
    """How many tiles go into the line, when so many of them are jokers that came with a colour (A61)."""
    return int(min(count, kernels.room(lines, to) - used) + used)


# --- if the round ended now -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Tiled:
    """A board's complete lines tiled from top to bottom (A31)."""

    points: int
    bonus: int  # the final bonuses of the wall then (A44)
    spots: dict[int, Facts]  # by row: the cell of its tile, or the best among several


def _if_tiled(s: State, seat: int) -> _Tiled:
    trial, points, spots = list(s), 0, {}
    for row in _complete(s, seat):
        spots[row] = _spot(trial, seat, row)
        points += spots[row]["cell"]["points"] if spots[row]["cell"] else spots[row]["best"]
    return _Tiled(points, kernels.bonus(trial, seat), spots)


def _spot(trial: State, seat: int, row: int) -> Facts:
    """Where the tile of a line will go, laid on the trial; where its owner will choose, nothing is laid.

    The best of no cell at all is 0 (A50).
    """
    cells = kernels.legal_cells(trial, seat, row)
    columns = [member(cells, n) for n in range(size(cells))]
    if len(columns) == 1:
        kernels.place(trial, seat, row, columns[0])
        return {"cell": _cell(trial[WALL + seat], row, columns[0]), "best": None}
    walls = [(trial[WALL + seat] | 1 << (ROWS * row + column), column) for column in columns]
    return {"cell": None, "best": max((kernels.cell_points(wall, row, c) for wall, c in walls), default=0)}


def _cell(wall: int, row: int, column: int) -> dict[str, int]:
    """A tile that lies on the wall: its two runs and what they bring (A30)."""
    return {
        "row": row + 1,
        "column": column + 1,
        "across": kernels.run_across(wall, row, column),
        "down": kernels.run_down(wall, row, column),
        "points": kernels.cell_points(wall, row, column),
    }


# --- wall choices -----------------------------------------------------------------------------------------


def _choices(s: State) -> Facts:
    """The cells that the tile of the line in question may go to."""
    seat = s[TURN]
    row = next(_complete(s, seat))
    cells = kernels.legal_cells(s, seat, row)
    columns = [member(cells, n) for n in range(size(cells))]
    return {
        "kind": "tiling",
        "line": row + 1,
        "tile": _tile(s, seat, row),
        "cells": [{"move": str(Choice(row, column)), **_laid(s, seat, row, column)} for column in columns],
    }


def _tile(s: State, seat: int, row: int) -> str:
    """The tile that a complete line sends to the wall (A62)."""
    line = lane(s[LINES + seat], row)
    return LETTERS[JOKER if line >> LINE_JOKERS else line >> LINE_COLOUR & 7]


def _laid(s: State, seat: int, row: int, column: int) -> dict[str, int]:
    after = list(s)
    kernels.place(after, seat, row, column)
    bonus = kernels.bonus(after, seat) - kernels.bonus(s, seat)
    return {**_cell(after[WALL + seat], row, column), "bonus": bonus}


# --- what happened ----------------------------------------------------------------------------------------


def told(s: State, move: Move) -> Facts:
    """What a legal move does, for a line of the log."""
    seat = s[TURN]
    if isinstance(move, Draft):
        return _told_draft(s, move)
    laid = _laid(s, seat, move.row, move.column)
    facts = {key: laid[key] for key in ("column", "across", "down", "points")}
    return {"kind": "choice", "line": move.row + 1, "tile": _tile(s, seat, move.row), **facts}


def _told_draft(s: State, move: Draft) -> Facts:
    count, jokers = lane(s[move.source], move.colour), lane(s[move.source], JOKER) * move.with_jokers
    placed = 0
    if move.to != FLOOR_LINE:
        used = move.jokers_in_line
        if used is None:
            used = kernels.joker_range(s, s[TURN], move.to, count, jokers)[0] if jokers else 0
        placed = _placed(s[LINES + s[TURN]], move.to, count, used)
    return {
        "kind": "draft",
        "from": _place(move.source),
        "colour": LETTERS[move.colour],
        "count": count,
        "jokers": jokers,
        "to": "f" if move.to == FLOOR_LINE else move.to + 1,
        "placed": placed,
        "fell": count + jokers - placed,
        "marker": _takes_marker(s, move.source),
    }


def told_deal(before: State, after: State) -> Facts:
    """What a deal brought; only a refill of the bag takes tiles out of the lid (A38)."""
    return {
        "kind": "deal",
        "round": after[ROUND],
        "bag": total(after[BAG]),
        "lid": total(after[LID]),
        "refilled": after[LID] != before[LID],
    }
