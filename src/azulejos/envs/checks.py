"""What callers hand to an environment, checked: a wrong type is a TypeError, a wrong value a ValueError."""

import operator
from typing import Any

import numpy as np

from azulejos.core.checks import quoted
from azulejos.core.match import MOST_SEED

Array = np.ndarray[Any, np.dtype[Any]]
MOST_ENVS = 1 << 20


def whole(value: object, what: str, least: int, most: int) -> int:
    """A whole number in a range."""
    try:
        if isinstance(value, bool | np.bool_):
            raise TypeError
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{what} is {quoted(value)}, expected a whole number") from None
    if not least <= number <= most:
        raise ValueError(f"{what} is {quoted(number)}, expected from {least} to {most}")
    return number


def seed(value: object) -> int:
    """A seed as games take it."""
    return whole(value, "seed", 0, MOST_SEED)


def truth(value: object, what: str) -> bool:
    """True or False, nothing that only behaves so."""
    if not isinstance(value, bool):
        raise TypeError(f"{what} is {quoted(value)}, expected True or False")
    return value


def choice(value: object, what: str, names: tuple[str, ...]) -> str:
    """One of some names."""
    if not isinstance(value, str):
        raise TypeError(f"{what} is {quoted(value)}, expected one of {', '.join(names)}")
    if value not in names:
        raise ValueError(f"{what} is {quoted(value)}, expected one of {', '.join(names)}")
    return value


def integers(value: object, what: str, shape: tuple[int, ...]) -> Array:
    """An array of whole numbers of that shape, as int64, always contiguous."""
    try:
        array = np.asarray(value)
    except ValueError:  # lists of different lengths
        raise ValueError(f"{what}: {quoted(value)} has no shape, expected {shape}") from None
    if array.dtype.kind not in "iu":
        raise TypeError(f"{what} are of type {array.dtype}, expected whole numbers")
    if array.shape != shape:
        raise ValueError(f"{what} have shape {array.shape}, expected {shape}")
    return np.ascontiguousarray(array, dtype=np.int64)
