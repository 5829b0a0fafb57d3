"""Marks: numbers by which positions are known, and where things told of them are kept."""

from random import Random

from azulejos.core.jit import Table, kernel

MOST_FIELDS = 128  # of a position
LOW = 24  # the place of a mark is taken from this bit up, where sums of products are mixed better
MASK, HALF = (1 << 62) - 1, (1 << 31) - 1
_luck = Random(64)
ODD = Table(_luck.getrandbits(62) | 1 for _ in range(MOST_FIELDS))


@kernel
def mark_of(s):
    """A number by which a position is known; the high half of each field counts in the low one too."""
    mark = 1
    for field in range(len(s)):
        word = s[field]
        mark += (word ^ ((word >> 31) & HALF)) * ODD[field]
    return mark & MASK | 1  # never nought, which stands for none


@kernel
def place_of(marks, mark):
    """Where this mark would be among those, a power of two of them."""
    return (mark >> LOW) & (len(marks) - 1)
