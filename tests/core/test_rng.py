"""The generator: known numbers, streams of their own, fair to within chance, the same when compiled."""

from collections import Counter

import numpy as np

from azulejos.core import rng
from azulejos.core.jit import compiled, kernel


def stream(seed: int, number: int) -> list[int]:
    words = [0] * rng.WORDS
    rng.start_stream(words, seed, number)
    return words


def test_the_published_steps_of_xoroshiro64_star_star() -> None:
    """By hand: rotl(1 * 0x9E3779BB, 5) * 5, then the state is stepped by rotations of 26, 9 and 13."""
    words = [1, 0]
    assert rng.next32(words) == (((0x9E3779BB << 5 | 0x9E3779BB >> 27) & 0xFFFFFFFF) * 5) & 0xFFFFFFFF
    # s1 becomes 0 ^ 1 = 1; s0 = rotl(1, 26) ^ 1 ^ (1 << 9), s1 = rotl(1, 13)
    assert words == [(1 << 26) ^ 1 ^ (1 << 9), 1 << 13]


def test_numbers_stay_what_they_were() -> None:
    """Records of old games rely on it only through seeds, but people share seeds."""
    words = stream(7, 1)
    assert [rng.next32(words) for _ in range(3)] == PINNED


PINNED = [1455474550, 1919823039, 2294083890]


def test_streams_differ_in_seed_and_number() -> None:
    starts = {tuple(stream(seed, number)) for seed in range(60) for number in range(60)}
    assert len(starts) == 3600
    large = {tuple(stream(seed << 32, number << 32)) for seed in range(30) for number in range(30)}
    assert len(large) == 900


def test_below_is_fair_and_never_reaches_its_bound() -> None:
    words = stream(3, 3)
    counts = Counter(rng.below(words, 7) for _ in range(14_000))
    assert sorted(counts) == list(range(7))
    assert all(abs(count - 2000) < 6 * 2000**0.5 for count in counts.values())


def test_first_numbers_of_neighbouring_streams_are_fair() -> None:
    counts = Counter(rng.below(stream(1, number), 5) for number in range(10_000))
    assert all(abs(count - 2000) < 6 * 2000**0.5 for count in counts.values())


@kernel
def hundredth(words):  # type: ignore[no-untyped-def]
    word = 0
    for _ in range(100):
        word = rng_next(words)
    return word


rng_next = rng.next32


def test_compiled_numbers_are_the_same() -> None:
    for seed, number in ((0, 0), (1, 2), (2**63 - 1, 2**63 - 1), (2**40 + 5, 3)):
        words = np.zeros(rng.WORDS, np.int64)
        compiled(rng.start_stream)(words, seed, number)
        assert words.tolist() == stream(seed, number)
        assert compiled(hundredth)(words) == hundredth(stream(seed, number))
