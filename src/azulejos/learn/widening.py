"""A wider net that says the same as a narrower one, so that more units go on from what fewer have learned.

New units of the first layer see nothing yet and are a quarter on; what they add to the second layer is taken
off there again. New units of the second layer see the first, and nothing is read off them yet. Training
changes both.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from azulejos.bots.net import ONE, SHIFT1, SHIFT2

QUARTER = ONE // 4 + 1  # how far on a new unit is, as an integer
SPREAD = 0.08  # of new weights between the layers


def can_widen(old: tuple[int, ...], sizes: tuple[int, int]) -> bool:
    """Whether a net of these widths has room for one of those."""
    return all(have <= want for have, want in zip(old, sizes, strict=True))


def widened(old: Mapping[str, Any], sizes: tuple[int, int], seed: int = 1) -> dict[str, Any]:
    """The integers of a net with layers of these sizes, none narrower than they were."""
    luck = np.random.default_rng(seed)
    (first, second), (wide, deep) = old["w2"].shape, sizes
    between = np.rint(luck.normal(0, SPREAD, (wide, deep)) * (1 << SHIFT2)).astype(np.int16)
    between[:first, :second] = old["w2"]
    seen = QUARTER * between[first:, :second].astype(np.int32).sum(0)
    return {
        "w1": np.pad(old["w1"], ((0, 0), (0, wide - first))),
        "b1": np.pad(old["b1"], (0, wide - first), constant_values=QUARTER << SHIFT1),
        "w2": between,
        "b2": np.pad(old["b2"] - seen, (0, deep - second), constant_values=QUARTER << SHIFT2),
        "w3": np.pad(old["w3"], ((0, deep - second), (0, 0))),
        "b3": old["b3"],
        "w4": np.pad(old["w4"], ((0, 0), (0, deep - second))),
        "b4": old["b4"],
    }
