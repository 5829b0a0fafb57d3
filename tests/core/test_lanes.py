"""Lane words against plain lists of six numbers."""

import random

from azulejos.core import lanes


def word(counts: list[int]) -> int:
    return sum(count << (lanes.WIDTH * colour) for colour, count in enumerate(counts))


def numbers(lane_word: int) -> list[int]:
    return [lanes.lane(lane_word, colour) for colour in range(lanes.COLOURS)]


def some_counts(luck: random.Random, most: int) -> list[int]:
    return [luck.choice([0, 0, luck.randint(0, most)]) for _ in range(lanes.COLOURS)]


def test_a_lane_is_one_colours_number() -> None:
    assert numbers(word([1, 2, 3, 4, 5, 1023])) == [1, 2, 3, 4, 5, 1023]


def test_filled_and_total_count_every_lane() -> None:
    luck = random.Random(1)
    for _ in range(300):
        counts = some_counts(luck, 20)
        assert numbers(lanes.filled(word(counts))) == [int(count > 0) for count in counts]
        assert lanes.total(word(counts)) == sum(counts)


def test_the_tile_at_a_place_is_of_the_colour_lying_there() -> None:
    luck = random.Random(2)
    for _ in range(100):
        counts = some_counts(luck, 16)
        row = [colour for colour, count in enumerate(counts) for _ in range(count)]
        found = [lanes.colour_of(lanes.tile_at(word(counts), index)) for index in range(len(row))]
        assert found == row


def test_sizes_and_members_of_sets() -> None:
    luck = random.Random(3)
    for _ in range(300):
        sets = [luck.getrandbits(10) for _ in range(lanes.COLOURS)]
        assert numbers(lanes.sizes(word(sets))) == [members.bit_count() for members in sets]
        members = [bit for bit in range(10) if sets[0] >> bit & 1]
        assert lanes.size(sets[0]) == len(members)
        assert [lanes.member(sets[0], k) for k in range(len(members))] == members


def test_products_lane_by_lane() -> None:
    luck = random.Random(4)
    for _ in range(300):
        a, b = ([luck.randint(0, most) for _ in range(lanes.COLOURS)] for most in (10, 6))
        assert numbers(lanes.products(word(a), word(b))) == [x * y for x, y in zip(a, b, strict=True)]
