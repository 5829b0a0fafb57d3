"""Azul's colours exchanged: on the grey wall none differs from another, so every position is 120 at once.

On the coloured wall colours have places, and nothing of this holds. Jokers are no colour and stay as they
are.
"""

from azulejos.azul.fields import (
    CELLS,
    CELLS_BELOW,
    COLOURS,
    DRAFTS,
    FLOOR,
    LID,
    LINE_COLOUR,
    LINES,
    MIXED,
    MIXED_STEP,
    OPEN,
    ROWS,
    TAKEN,
    WALL,
)
from azulejos.core.jit import kernel
from azulejos.core.lanes import COLOURS as KINDS
from azulejos.core.lanes import WIDTH, lane
from azulejos.core.layout import AVAIL, GREY, PLAYERS
from azulejos.core.rng import below, start_stream

DESTINATIONS = 6


@kernel
def recolour_all(states, counts, actions, rng, order, seed):
    """Exchange the colours of every position on the grey wall, each in a way of its own, and of its moves."""
    row = 0
    for n in range(len(states)):
        if states[n][GREY] == 0:
            row += counts[n]
            continue
        start_stream(rng, seed, n)
        shuffle(rng, order)
        recolour(states[n], order)
        for _ in range(counts[n]):
            actions[row] = recoloured(actions[row], order)
            row += 1


@kernel
def shuffle(rng, order):
    """A random order of the five colours, the joker last."""
    for colour in range(KINDS):
        order[colour] = colour
    for last in range(COLOURS - 1, 0, -1):
        other = below(rng, last + 1)
        kept = order[last]
        order[last] = order[other]
        order[other] = kept


@kernel
def recolour(s, order):
    """Exchange the colours of a position: colour c becomes order[c]."""
    for field in range(LID + 1):  # factories, centre, bag, lid
        s[field] = moved(s[field], order)
    s[AVAIL] = moved(s[AVAIL], order)
    for seat in range(s[PLAYERS]):
        for field in (OPEN, TAKEN, FLOOR):
            s[field + seat] = moved(s[field + seat], order)
        s[LINES + seat] = recoloured_lines(s[LINES + seat], order)
        wall = s[WALL + seat]
        s[CELLS + seat] = recoloured_cells(s[CELLS + seat], wall, order)
        s[CELLS_BELOW + seat] = recoloured_cells(s[CELLS_BELOW + seat], wall >> (3 * ROWS), order)


@kernel
def moved(word, order):
    """A lane word with every lane where its colour is now."""
    found = 0
    for colour in range(KINDS):
        found |= lane(word, colour) << (WIDTH * order[colour])
    return found


@kernel
def recoloured_lines(lines, order):
    """Pattern lines with the colours of their tiles exchanged."""
    for row in range(ROWS):
        line = lane(lines, row)
        if line != 0:
            colour = (line >> LINE_COLOUR) & 7
            lines += (order[colour] - colour) << (WIDTH * row + LINE_COLOUR)
    return lines


@kernel
def recoloured_cells(cells, wall, order):
    """Cells of three rows, three bits each, with their colours exchanged where a tile lies."""
    found = 0
    for cell in range(3 * ROWS):
        if (wall >> cell) & 1:
            found |= order[(cells >> (3 * cell)) & 7] << (3 * cell)
    return found


@kernel
def recoloured(action, order):
    """The move that an action is once colours are exchanged."""
    if action < DRAFTS:
        source = action // (KINDS * DESTINATIONS)
        colour = action // DESTINATIONS % KINDS
        return (source * KINDS + order[colour]) * DESTINATIONS + action % DESTINATIONS
    if action < MIXED:
        return action
    rest = (action - MIXED) % MIXED_STEP
    colour = rest // DESTINATIONS % COLOURS
    return action + (order[colour] - colour) * DESTINATIONS
