"""Moves sorted by what speaks for them, as kernels: a new node may have hundreds."""

from azulejos.core.jit import kernel

RUN = 16  # up to so many, inserting one by one is quickest


@kernel
def order(worth, which, n, spare_worth, spare_which):
    """Sort the first n of both by the worth, the highest first, equals as they were."""
    for start in range(0, n, RUN):
        insert_all(worth, which, start, min(start + RUN, n))
    width = RUN
    while width < n:
        for start in range(0, n - width, 2 * width):
            merge(worth, which, start, start + width, min(start + 2 * width, n), spare_worth, spare_which)
        width *= 2


@kernel
def lead(worth, which, n, few):
    """Move the highest few of the first n of both to the front, as `order` would; the others get lost."""
    found = 0
    for i in range(n):
        high = worth[i]
        what = which[i]
        if found == few and worth[few - 1] >= high:
            continue
        place = min(found, few - 1)
        found = place + 1
        while place > 0 and worth[place - 1] < high:
            worth[place] = worth[place - 1]
            which[place] = which[place - 1]
            place -= 1
        worth[place] = high
        which[place] = what


@kernel
def insert_all(worth, which, start, end):
    """Sort a run."""
    for i in range(start + 1, end):
        high = worth[i]
        what = which[i]
        place = i
        while place > start and worth[place - 1] < high:
            worth[place] = worth[place - 1]
            which[place] = which[place - 1]
            place -= 1
        worth[place] = high
        which[place] = what


@kernel
def merge(worth, which, start, middle, end, spare_worth, spare_which):
    """Make one of two sorted runs that lie side by side."""
    if worth[middle - 1] >= worth[middle]:
        return
    for i in range(start, middle):
        spare_worth[i] = worth[i]
        spare_which[i] = which[i]
    left = start
    right = middle
    place = start
    while left < middle:
        if right < end and spare_worth[left] < worth[right]:
            worth[place] = worth[right]
            which[place] = which[right]
            right += 1
        else:
            worth[place] = spare_worth[left]
            which[place] = spare_which[left]
            left += 1
        place += 1
