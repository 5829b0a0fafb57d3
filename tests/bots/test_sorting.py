"""Moves sorted by what speaks for them."""

import random

import pytest

from azulejos.bots.sorting import lead, order


@pytest.mark.parametrize("count", [0, 1, 2, 15, 16, 17, 31, 33, 64, 100, 257])
def test_the_highest_come_first_and_equals_stay_as_they_were(count: int) -> None:
    chance = random.Random(count)
    for values in (5, 1000):  # with many equals, and with hardly any
        worth = [float(chance.randrange(values)) for _ in range(count)]
        which = list(range(count))
        expected = sorted(which, key=lambda n: -worth[n])
        before = list(worth)
        order(worth, which, count, [0.0] * count, [0] * count)
        assert which == expected
        assert worth == [before[n] for n in expected]


def test_what_is_beyond_is_left_alone() -> None:
    worth, which = [1.0, 2.0, 9.0], [10, 11, 12]
    order(worth, which, 2, [0.0] * 3, [0] * 3)
    assert (worth, which) == ([2.0, 1.0, 9.0], [11, 10, 12])


@pytest.mark.parametrize("count", [1, 2, 7, 8, 9, 40, 100])
def test_the_leading_few_are_those_that_sorting_puts_first(count: int) -> None:
    chance = random.Random(count)
    for values in (3, 1000):
        for few in {1, min(2, count), min(8, count), count}:
            worth = [float(chance.randrange(values)) for _ in range(count)]
            which = list(range(count))
            expected = sorted(which, key=lambda n: -worth[n])[:few]
            before = list(worth)
            lead(worth, which, count, few)
            assert which[:few] == expected
            assert worth[:few] == [before[n] for n in expected]
