"""Positions as a net sees them, many at a time: kernels over each family's own `encode` and `move_keys`."""

from azulejos.bots.slots import encode, list_moves, move_keys, viewer
from azulejos.core.jit import kernel


@kernel
def encode_all(states, s, active, actives, viewers):
    """Write every position's active features and whose view it is; tells the most features of any.

    What is beyond a position's own features in `actives` stays as it was.
    """
    most = 0
    for n in range(len(states)):
        fetch(states, n, s)
        count = encode(s, active)
        for k in range(count):
            actives[n, k] = active[k]
        viewers[n] = viewer(s)
        most = max(most, count)
    return most


@kernel
def fetch(states, n, s):
    """Copy a position out of many."""
    position = states[n]
    for field in range(len(s)):
        s[field] = position[field]


@kernel
def count_all(states, s, moves, counts):
    """How many legal moves each position has; tells how many all have together."""
    whole = 0
    for n in range(len(states)):
        fetch(states, n, s)
        counts[n] = list_moves(s, moves)
        whole += counts[n]
    return whole


@kernel
def key_all(states, s, moves, keys, rows, actions):
    """Write the keys of every legal move of every position, and the moves."""
    row = 0
    for n in range(len(states)):
        fetch(states, n, s)
        count = list_moves(s, moves)
        for i in range(count):
            move_keys(s, moves[i], keys)
            for k in range(len(keys)):
                rows[row, k] = keys[k]
            actions[row] = moves[i]
            row += 1
    return row
