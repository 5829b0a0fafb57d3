"""Random actions for environments, as a learner that knows only masks would choose them."""

from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]


def choose(masks: Array, luck: np.random.Generator) -> Array:
    """A random allowed action for every row."""
    chosen: Array = np.argmax(luck.random(masks.shape) * masks, axis=1)
    return chosen
