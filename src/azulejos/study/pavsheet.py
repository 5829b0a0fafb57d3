"""A sheet of Summer Pavilion, reckoned with the engine's own kernels and tables."""

import re
from dataclasses import dataclass
from typing import Any

from azulejos.core.lanes import lane
from azulejos.core.layout import ROUND, TURN
from azulejos.core.match import Match
from azulejos.pavilion import kernels
from azulejos.pavilion.fields import (
    ALL_TILES,
    BONUS_FROM,
    CENTRE_STAR,
    CORNERS_LEFT,
    CORNERS_MOST,
    DISCARDED,
    LETTERS,
    MARKER_COST,
    MIXED_STAR,
    POINTS,
    RING,
    SCORE,
    SIZE,
    SPACES,
    STAR_COLOUR,
    STAR_LETTERS,
    STAR_WORTH,
    TAKES,
    USED,
)
from azulejos.study.sheetfields import Sheet, Told, known

PLACES = STAR_LETTERS[:CENTRE_STAR] + "C"  # the centre star and a star of many colours, as fields have them
MANY = "C"
TAP = re.compile(rf"([1-6])([{LETTERS}])\.([1-9][0-9]?)")
NUMBERS = (1, 2, 3, 4)
MOST_PLACED = SPACES * POINTS  # no tile brings more than six (S37)
MOST_MARKER = lane(ALL_TILES, 0) + 1  # all tiles of a colour and a wild one (S24, S26)
MOST_DISCARDS = 99


def cell_of(space: int) -> str:
    """A space as fields have it: its star and its position from 1."""
    return f"{PLACES[space // POINTS]}{space % POINTS + 1}"


@dataclass(frozen=True, slots=True, order=True)
class Tap:
    """A tile on a board; they sort as they were placed."""

    round: int
    order: int
    space: int
    colour: int


class PavilionSheet:
    """The state of the engine that a sheet is entered into, round by round."""

    end_round: int | None = None  # nothing but the sixth round ends this game (S19)

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.state = [0] * SIZE
        kernels.set_up(self.state, sheet.players, int(sheet.grey), 0)
        self.sound = list(self.state)  # with those tiles alone that nothing is against
        self.taps = [_taps(sheet, seat) for seat in range(sheet.players)]
        self.seats: list[Told] = [
            {"rounds": [], "typed": [], "score": self.state[SCORE + seat], "tiles": {}}
            for seat in range(sheet.players)
        ]
        self._count()
        for number in range(1, sheet.rounds + 1):
            self._round(number)

    def _count(self) -> None:
        """More tiles of a colour on all boards than there are (S1)."""
        for colour, letter in enumerate(LETTERS):
            count = sum(tap.colour == colour for taps in self.taps for tap in taps)
            most = lane(ALL_TILES, colour)
            if count > most:
                self.sheet.error("too_many_tiles", None, None, None, colour=letter, count=count, most=most)

    def _round(self, number: int) -> None:
        owner = None
        for seat in range(self.sheet.players):
            if self._round_of(seat, number):
                if owner is not None:  # S26: there is one marker
                    self.sheet.error("two_markers", seat, number, "marker")
                owner = seat

    def _round_of(self, seat: int, number: int) -> bool:
        """A seat's round: marker, tiles, discards, in this order (S26, S37, S44); did it take the marker?"""
        s, sheet, told = self.state, self.sheet, self.seats[seat]
        marker = sheet.round_number(seat, number, "marker", MOST_MARKER)
        discards = sheet.round_number(seat, number, "discards", MOST_DISCARDS)
        kernels.lose(s, seat, marker or 0)
        tapped = [self._lay(seat, tap) for tap in self.taps[seat] if tap.round == number]
        placed, typed = sheet.gained(seat, number, "placed", MOST_PLACED, sum(tapped) if tapped else None)
        s[SCORE + seat] += placed or 0
        kernels.lose(s, seat, discards or 0)
        nothing = placed is None and marker is None and discards is None
        score = sheet.running(told, seat, number, nothing, s[SCORE + seat])
        blank = 0 if sheet.way == "wall" else None
        losses = {
            name: blank if n is None else -n for name, n in (("marker", marker), ("discards", discards))
        }
        told["rounds"].append({"placed": placed, **losses, "score": score})
        entered = {"placed": typed, "marker": marker is not None, "discards": discards is not None}
        told["typed"].append([name for name, there in entered.items() if there])
        return bool(marker)

    def _lay(self, seat: int, tap: Tap) -> int:
        """Lay a tile and count its group (S37); what its star has against it is pointed out."""
        s, star = self.state, tap.space // POINTS
        self._check(seat, tap, star)
        kernels.lay(s, seat, tap.space, tap.colour)
        points = int(RING[POINTS * kernels.in_star(s, seat, star) + tap.space % POINTS])
        self.seats[seat]["tiles"][cell_of(tap.space)] = points
        return points

    def _check(self, seat: int, tap: Tap, star: int) -> None:
        takes = kernels.accepts(self.sound, seat, star)  # a wrong tile makes no wrong ones of those after it
        if takes >> tap.colour & 1:
            kernels.lay(self.sound, seat, tap.space, tap.colour)
            return
        where, colour = (seat, tap.round, cell_of(tap.space)), LETTERS[tap.colour]
        if self.sheet.grey:  # S55
            allowed = "".join(letter for n, letter in enumerate(LETTERS) if takes >> n & 1)
            self.sheet.error("star_fixed", *where, star=PLACES[star], colour=colour, allowed=allowed)
        elif star == CENTRE_STAR:  # S36
            self.sheet.error("centre_has_colour", *where, colour=colour)
        else:  # S35
            self.sheet.error("star_other_colour", *where, star=PLACES[star], colour=colour)

    # --- the end ---

    def ends(self) -> list[int]:
        """Nobody's board ends the game (S19)."""
        return []

    def finish(self, seat: int, over: bool) -> Told:
        """All that a sheet says of a seat, the bonuses included (S49-S52)."""
        s, told = self.state, self.seats[seat]
        stars = {place: self._star(seat, star) for star, place in enumerate(PLACES)}
        numbers = {str(number): self._number(seat, number) for number in NUMBERS}
        corners = self.sheet.whole(f"b/{seat}/corners", 0, CORNERS_MOST, seat, None, "corners")
        worth = {"stars": _star_points(stars), "numbers": _number_points(numbers)}
        total = None
        if over and known(told):
            s[SCORE + seat] += sum(worth["stars"].values()) + sum(worth["numbers"].values())
            kernels.lose(s, seat, corners or 0)  # S51, S52
            total = s[SCORE + seat]
        counts = {"stars": stars, "numbers": numbers, "corners": corners}
        lost = -(corners or 0)
        return {**told, "bonuses": {**worth, "corners": lost, "counts": counts}, "rows": None, "total": total}

    def _by_taps(self, seat: int) -> bool:
        return self.sheet.way == "wall" and bool(self.seats[seat]["tiles"])

    def _star(self, seat: int, star: int) -> str | None:
        """What a complete star counts as: a colour, or many; empty if it is not complete, None if unknown."""
        place = PLACES[star]
        typed = self.sheet.fields.get(f"b/{seat}/stars/{place}")
        if typed is not None and not self._by_taps(seat):
            if typed == "" or typed in _kinds(star, self.sheet.grey):
                return str(typed)
            self.sheet.error("star_kind", seat, None, f"stars/{place}", star=place)
        if not self.seats[seat]["tiles"]:
            return "" if self.sheet.way == "wall" else None
        if not kernels.star_worth(self.state, seat, star):
            return ""
        used = self.state[USED + seat] >> (POINTS * star) & ((1 << POINTS) - 1)
        return MANY if used & (used - 1) else LETTERS[used.bit_length() - 1]

    def _number(self, seat: int, number: int) -> bool | None:
        """Whether all spaces of a number are covered; None if unknown."""
        typed = self.sheet.fields.get(f"b/{seat}/numbers/{number}")
        if typed is not None and not self._by_taps(seat):
            if isinstance(typed, bool):
                return typed
            self.sheet.error("bad_value", seat, None, f"numbers/{number}")
        if not self.seats[seat]["tiles"]:
            return False if self.sheet.way == "wall" else None
        return bool(kernels.number_worth(self.state, seat, number))


def _kinds(star: int, grey: bool) -> list[str]:
    """What a complete star can be: on the coloured side only what its colours allow (S35, S36, S54)."""
    if grey:
        return [*LETTERS, MANY]
    return [MANY] if star == CENTRE_STAR else [LETTERS[STAR_COLOUR[star]]]


def _star_points(stars: dict[str, str | None]) -> dict[str, int]:
    """As `Match.breakdown` has them: only what brings points (S50, S56)."""
    return {
        letter: MIXED_STAR if kind == MANY else STAR_WORTH[LETTERS.index(kind)]
        for letter, kind in zip(STAR_LETTERS, stars.values(), strict=True)
        if kind
    }


def _number_points(numbers: dict[str, bool | None]) -> dict[str, int]:
    return {number: NUMBER_WORTH[number] for number, covered in numbers.items() if covered}


def _number_worth() -> dict[str, int]:
    """What a covered number brings, asked of a full board (S49)."""
    s = [0] * SIZE
    kernels.set_up(s, 2, 0, 0)
    for space in range(SPACES):
        kernels.lay(s, 0, space, 0)
    return {str(number): int(kernels.number_worth(s, 0, number)) for number in NUMBERS}


NUMBER_WORTH = _number_worth()


def _taps(sheet: Sheet, seat: int) -> list[Tap]:
    """The tiles tapped on a board, in the order in which they were placed."""
    found = []
    for space in range(SPACES):
        tap = sheet.taps(seat, cell_of(space), TAP)
        if tap is not None:
            found.append(Tap(int(tap[1]), int(tap[3]), space, LETTERS.index(tap[2])))
    return sorted(found)


# --- a game of the engine as taps ---------------------------------------------------------------------


def fields_of(match: Match) -> dict[str, Any]:
    """The tiles of every round in their order, and what was lost in those that were finished."""
    fields: dict[str, Any] = {"side": match.options["side"]}
    seats = range(match.rules.players)
    orders: dict[tuple[int, int], int] = {}
    finished = 0
    for before, action, after in zip(match.states, match.actions, match.states[1:], strict=False):
        if action is not None and TAKES <= action < BONUS_FROM:
            space, colour, _ = kernels.placement_parts(action)
            turn = int(before[TURN]), int(before[ROUND])
            orders[turn] = orders.get(turn, 0) + 1
            fields[f"t/{turn[0]}/{cell_of(space)}"] = f"{turn[1]}{LETTERS[colour]}.{orders[turn]}"
        if match.rules.ledger(before, after) is not None:
            finished += 1
            for seat in seats:
                fields[f"r{finished}/{seat}/marker"] = int(after[MARKER_COST + seat])
                fields[f"r{finished}/{seat}/discards"] = int(after[DISCARDED + seat])
    if match.over:
        for seat in seats:
            fields[f"b/{seat}/corners"] = int(match.states[-1][CORNERS_LEFT + seat])
    begun = max((round for _, round in orders), default=1)
    return {**fields, "rounds": max(begun, finished)}
