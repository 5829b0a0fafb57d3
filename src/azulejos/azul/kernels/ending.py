"""The end of a round and of the game: rows, bonuses, stalemate, cap (A37, A41-A46b)."""

from azulejos.azul.fields import (
    COLOURS,
    COLUMN,
    DIAGONAL,
    FULL_ROW,
    JOKER,
    LID,
    LINE_COLOUR,
    LINE_JOKERS,
    LINES,
    MAX_ROUNDS,
    OPEN,
    ROWS,
    SCORE,
    TAKEN,
    WALL,
    WALL_JOKERS,
)
from azulejos.core.jit import kernel
from azulejos.core.lanes import WIDTH, filled, lane
from azulejos.core.layout import BAG, DEAL, ENDED, GREY, NOBODY, OVER, PHASE, PLAYERS, ROUND, TURN


@kernel
def end_round(s):
    """All walls are tiled: the game ends, or the next deal is due (A37, A43, A46, A46b)."""
    if row_complete(s) or stalemate(s) or capped(s):
        for seat in range(s[PLAYERS]):
            s[SCORE + seat] += bonus(s, seat)
        s[PHASE] = ENDED
        s[TURN] = OVER
    else:
        s[PHASE] = DEAL
        s[TURN] = NOBODY


@kernel
def capped(s):
    """Whether automated play stops here (A46b)."""
    return s[MAX_ROUNDS] > 0 and s[ROUND] >= s[MAX_ROUNDS]


@kernel
def row_complete(s):
    """Whether some wall has a complete row (A43)."""
    for seat in range(s[PLAYERS]):
        if full_rows(s[WALL + seat]) > 0:
            return True
    return False


@kernel
def full_rows(wall):
    """How many rows of a wall are complete."""
    n = 0
    for row in range(ROWS):
        if (wall >> (ROWS * row)) & FULL_ROW == FULL_ROW:
            n += 1
    return n


@kernel
def full_columns(wall):
    """How many columns of a wall are complete."""
    n = 0
    for column in range(ROWS):
        if (wall >> column) & COLUMN == COLUMN:
            n += 1
    return n


@kernel
def full_colours(s, seat):
    """How many colours have five tiles on the wall, jokers not counted (A44, A52, A68)."""
    n = 0
    for colour in range(COLOURS):
        if lane(s[TAKEN + seat], colour) & FULL_ROW == FULL_ROW and (
            s[GREY] == 1 or s[WALL_JOKERS + seat] & DIAGONAL[colour] == 0
        ):
            n += 1
    return n


@kernel
def bonus(s, seat):
    """The final bonuses (A44)."""
    wall = s[WALL + seat]
    return 2 * full_rows(wall) + 7 * full_columns(wall) + 10 * full_colours(s, seat)


@kernel
def stalemate(s):
    """Whether no player can ever place another tile (A46); asked when the offer and floors are empty."""
    free = s[BAG] + s[LID]
    if free == 0:  # A41
        return True
    if s[GREY] == 0 and s[OPEN] & filled(free) != 0:  # seat 0 can fill its first line: the usual case
        return False
    return not alive(s, free)


@kernel
def alive(s, free):
    """The exact test of A46: let dead lines fall until one can be completed and placed, or none falls."""
    fallen = 0  # bit 5 * seat + row: lines whose tiles have come free
    while True:
        before = fallen
        for seat in range(s[PLAYERS]):
            for row in range(ROWS):
                line = lane(s[LINES + seat], row)
                if (fallen >> (ROWS * seat + row)) & 1:
                    line = 0
                if can_place(s, seat, row, line, free):
                    return True
                if line != 0 and can_complete(line, row, free):
                    free += (line & 7) << (WIDTH * ((line >> LINE_COLOUR) & 7))
                    fallen |= 1 << (ROWS * seat + row)
        if fallen == before:
            return False


@kernel
def can_complete(line, row, free):
    """Whether free tiles of the line's colour and free jokers could complete it."""
    colour = (line >> LINE_COLOUR) & 7
    helpers = 0 if colour == JOKER else lane(free, JOKER)
    return lane(free, colour) + helpers >= row + 1 - (line & 7)


@kernel
def can_place(s, seat, row, line, free):
    """Whether free tiles could complete this line so that its tile has a cell (A46 a and b)."""
    empty = FULL_ROW & ~(s[WALL + seat] >> (ROWS * row))
    if empty == 0:
        return False
    need = row + 1 - (line & 7)
    colour = (line >> LINE_COLOUR) & 7
    jokers = lane(free, JOKER)
    joker_there = line >> LINE_JOKERS > 0 or jokers > 0
    if (line == 0 or colour == JOKER) and jokers >= need:
        return True
    for other in range(COLOURS):
        if line == 0 or colour in (JOKER, other):
            fits = lane(free, other) + jokers >= need
            if fits and (s[TAKEN + seat] >> (WIDTH * other + row)) & 1 == 0:
                columns = lane(s[TAKEN + seat], other) >> ROWS
                if s[GREY] == 0 or joker_there or empty & ~columns != 0:
                    return True
    return False
