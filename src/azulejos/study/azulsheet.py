"""A sheet of Azul, reckoned with the engine's own kernels: tiles tapped or points typed, floors, bonuses."""

import re
from dataclasses import dataclass
from typing import Any

from azulejos.azul import kernels
from azulejos.azul.fields import (
    CELLS,
    CELLS_BELOW,
    COLOURS,
    FLOOR_COUNT,
    FLOOR_SPACES,
    FULL_ROW,
    GAINED,
    JOKER,
    LETTERS,
    LINE_COLOUR,
    LINE_JOKERS,
    LINES,
    LOST,
    PENALTY,
    ROWS,
    SCORE,
    SIZE,
    TAKEN,
    WALL,
    WALL_JOKERS,
)
from azulejos.azul.show import bonuses as bonuses_of
from azulejos.core.lanes import LANE, WIDTH, lane
from azulejos.core.match import Match
from azulejos.study.sheetfields import Sheet, Told, known

TAP = re.compile(rf"([1-9][0-9]?)([{LETTERS}])")
CELLS_OF_WALL = [(row, column) for row in range(ROWS) for column in range(ROWS)]
MOST_WALL = ROWS * 2 * ROWS  # five tiles a round, none of them brings more than ten (A29, A30)


def _each() -> dict[str, int]:
    """What one complete row, column or colour brings: a fifth of what a full wall does (A44)."""
    s = [0] * SIZE
    s[WALL] = (1 << ROWS * ROWS) - 1
    s[TAKEN] = sum(FULL_ROW << (WIDTH * colour) for colour in range(COLOURS))
    return {name: points // ROWS for name, points in bonuses_of(s, 0).items()}


EACH = _each()


@dataclass(frozen=True, slots=True, order=True)
class Tap:
    """A tile on a wall; they sort as they are laid: by round, then from top to bottom (A29)."""

    round: int
    row: int
    column: int
    colour: int

    @property
    def cell(self) -> str:
        """Row and column as people count them."""
        return f"{self.row + 1}{self.column + 1}"


class AzulSheet:
    """The state of the engine that a sheet is entered into, round by round."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.state = [0] * SIZE
        kernels.set_up(self.state, sheet.players, int(sheet.grey), int(sheet.jokers), 0, 0)
        self.end_round: int | None = None
        self.taps = [_taps(sheet, seat) for seat in range(sheet.players)]
        self.seats: list[Told] = [
            {"rounds": [], "typed": [], "score": 0, "tiles": {}} for _ in range(sheet.players)
        ]
        for number in range(1, sheet.rounds + 1):
            self._round(number)

    def _round(self, number: int) -> None:
        if self.end_round is not None:
            self.sheet.error("after_end", None, number, None, end=self.end_round)
        kernels.begin_tiling(self.state)
        self._count(number)
        for seat in range(self.sheet.players):
            self._round_of(seat, number)
        if self.end_round is None and kernels.row_complete(self.state):  # A43: once everybody is done (R8)
            self.end_round = number

    def _count(self, number: int) -> None:
        """More tiles of a colour than there are: those on walls, and whole lines tiled now (A2, A54)."""
        sheet, bag = self.sheet, kernels.full_bag(self.sheet.players, int(self.sheet.jokers))
        used = [0] * (COLOURS + 1)
        laid: set[int] = set()  # now: what was too many before has been pointed out
        for tap in (tap for taps in self.taps for tap in taps):
            if tap.round == number:
                laid.add(tap.colour)
            if tap.round < number or (tap.round == number and tap.colour == JOKER):
                used[tap.colour] += 1
            elif tap.round == number:
                used[tap.colour] += tap.row + 1  # A62: a line whose tile is no joker held none
        for colour, count in enumerate(used):
            most = lane(bag, colour)
            if count > most and colour in laid and (sheet.jokers or colour != JOKER):
                sheet.error(
                    "too_many_tiles", None, number, None, colour=LETTERS[colour], count=count, most=most
                )

    def _round_of(self, seat: int, number: int) -> None:
        s, sheet, told = self.state, self.sheet, self.seats[seat]
        before = s[SCORE + seat]
        tapped = [tap for tap in self.taps[seat] if tap.round == number]
        for tap in tapped:
            self._lay(seat, tap)
        computed = s[GAINED + seat] if tapped else None
        wall, typed = sheet.gained(seat, number, "wall", MOST_WALL, computed)
        floor = sheet.round_number(seat, number, "floor", FLOOR_SPACES)
        s[SCORE + seat] = before + (wall or 0)
        s[FLOOR_COUNT + seat] = floor or 0
        kernels.pay_floor(s, seat)  # A34, A35
        score = sheet.running(told, seat, number, wall is None and floor is None, s[SCORE + seat])
        lost = None if floor is None and sheet.way != "wall" else -s[LOST + seat]
        told["rounds"].append({"wall": wall, "floor": lost, "score": score})
        told["typed"].append((["wall"] if typed else []) + (["floor"] if floor is not None else []))

    def _lay(self, seat: int, tap: Tap) -> None:
        """Lay a tile from a line that is full of its kind; what the rules have against it is pointed out."""
        s, row = self.state, tap.row
        jokers = row + 1 if tap.colour == JOKER else 0
        line = row + 1 | tap.colour << LINE_COLOUR | jokers << LINE_JOKERS
        s[LINES + seat] = s[LINES + seat] & ~(LANE << (WIDTH * row)) | line << (WIDTH * row)
        self._check(seat, tap)
        before = s[GAINED + seat]
        kernels.place(s, seat, row, tap.column)
        self.seats[seat]["tiles"][tap.cell] = s[GAINED + seat] - before

    def _check(self, seat: int, tap: Tap) -> None:
        s, sheet, letter = self.state, self.sheet, LETTERS[tap.colour]
        if any(
            other.round == tap.round and other.row == tap.row and other.column < tap.column
            for other in self.taps[seat]
        ):
            sheet.error("two_in_row", seat, tap.round, tap.cell, row=tap.row + 1)  # A29
        if tap.colour == JOKER:
            if not sheet.jokers:
                sheet.error("no_jokers", seat, tap.round, tap.cell)
            return
        fits = kernels.legal_cells(s, seat, tap.row) >> tap.column & 1
        if not sheet.grey:
            if not fits:  # A5
                expected = LETTERS[(tap.column - tap.row) % ROWS]
                sheet.error("wrong_colour", seat, tap.round, tap.cell, colour=letter, expected=expected)
            return
        if lane(s[TAKEN + seat], tap.colour) >> tap.row & 1:  # A21, A48
            sheet.error("twice_in_row", seat, tap.round, tap.cell, colour=letter, row=tap.row + 1)
        if not fits:  # A48
            sheet.error("twice_in_column", seat, tap.round, tap.cell, colour=letter, column=tap.column + 1)

    # --- the end ---

    def ends(self) -> list[int]:
        """The seats with a complete row, which ends the game (A43)."""
        return [seat for seat in range(self.sheet.players) if kernels.full_rows(self.state[WALL + seat])]

    def finish(self, seat: int, over: bool) -> Told:
        """All that a sheet says of a seat, the bonuses included (A44, R6)."""
        s, told = self.state, self.seats[seat]
        shown = told["tiles"] or (self.sheet.way == "wall" and any(told["typed"]))  # else nobody looked (R14)
        lying = bonuses_of(s, seat) if shown else None
        counts = {name: self._counted(seat, name, lying) for name in EACH}
        points = {name: None if counts[name] is None else EACH[name] * counts[name] for name in EACH}
        total = None
        if over and known(told):
            total = told["score"] + sum(points[name] or 0 for name in EACH)
        return {**told, "bonuses": {**points, "counts": counts}, "rows": counts["rows"], "total": total}

    def _counted(self, seat: int, name: str, lying: dict[str, int] | None) -> Any:
        """How many rows, columns or colours: as typed or as they lie, by the sheet's way."""
        tapped = None if lying is None else lying[name] // EACH[name]
        if self.sheet.way == "wall" and self.seats[seat]["tiles"]:
            return tapped
        typed = self.sheet.whole(f"b/{seat}/{name}", 0, ROWS, seat, None, name)
        return tapped if typed is None else typed


def _taps(sheet: Sheet, seat: int) -> list[Tap]:
    """The tiles tapped on a wall, in the order in which they were laid."""
    found = []
    for row, column in CELLS_OF_WALL:
        tap = sheet.taps(seat, f"{row + 1}{column + 1}", TAP)
        if tap is not None:
            found.append(Tap(int(tap[1]), row, column, LETTERS.index(tap[2])))
    return sorted(found)


# --- a game of the engine as taps ---------------------------------------------------------------------


def fields_of(match: Match) -> dict[str, Any]:
    """The tiles and floors of every round that was finished."""
    fields: dict[str, Any] = {"wall": match.options["wall"], "jokers": match.options["jokers"]}
    walls = [0] * match.rules.players
    finished = 0
    for before, after in zip(match.states, match.states[1:], strict=False):
        if match.rules.ledger(before, after) is None:
            continue
        finished += 1
        for seat, wall in enumerate(walls):
            fields[f"r{finished}/{seat}/floor"] = PENALTY.index(after[LOST + seat])
            new = after[WALL + seat] & ~wall
            for row, column in CELLS_OF_WALL:
                if new >> (ROWS * row + column) & 1:
                    fields[f"t/{seat}/{row + 1}{column + 1}"] = (
                        f"{finished}{_kind(match, after, seat, row, column)}"
                    )
            walls[seat] = after[WALL + seat]
    if match.over:
        for seat, wall in enumerate(walls):
            fields[f"rows/{seat}"] = int(kernels.full_rows(wall))
    return {**fields, "rounds": max(1, finished)}


def _kind(match: Match, s: Any, seat: int, row: int, column: int) -> str:
    """The letter of the tile that lies there."""
    if s[WALL_JOKERS + seat] >> (ROWS * row + column) & 1:
        return LETTERS[JOKER]
    if match.options["wall"] == "coloured":
        return LETTERS[(column - row) % ROWS]
    word, above = (s[CELLS + seat], 0) if row < 3 else (s[CELLS_BELOW + seat], 3)
    return LETTERS[word >> (3 * (ROWS * (row - above) + column)) & 7]
