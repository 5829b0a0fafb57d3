"""The board (S9-S18): tables typed in by hand from the clauses, against the engine's own and its play."""

import math
from collections.abc import Iterable, Iterator

import pytest

import azulejos as az
from azulejos.pavilion import fields
from tests.pavilion.clauses import clause
from tests.pavilion.positions import LETTERS, STARS, board, load, payments, placements

Spaces = frozenset[str]

RING = "PORBYG"  # S9: clockwise from the left

# S12-S14, copied out
PILLARS = ["P2 P3 *5 *6", "O2 O3 *6 *1", "R2 R3 *1 *2", "B2 B3 *2 *3", "Y2 Y3 *3 *4", "G2 G3 *4 *5"]
STATUES = ["P1 P2 O3 O4", "O1 O2 R3 R4", "R1 R2 B3 B4", "B1 B2 Y3 Y4", "Y1 Y2 G3 G4", "G1 G2 P3 P4"]
WINDOWS = ["P5 P6", "O5 O6", "R5 R6", "B5 B6", "Y5 Y6", "G5 G6"]
STRUCTURES = [(words, 1) for words in PILLARS] + [(words, 2) for words in STATUES]
STRUCTURES += [(words, 3) for words in WINDOWS]

# S11: which position's tip points N, NE, SE, S, SW, NW
TIPS = {
    "*": "123456",
    "P": "123456",
    "O": "612345",
    "R": "561234",
    "B": "456123",
    "Y": "345612",
    "G": "234561",
}
ANGLES = [270, 330, 30, 90, 150, 210]  # clockwise from the east, as y grows downwards

EVERY_STRUCTURE = pytest.mark.parametrize(("around", "worth"), STRUCTURES, ids=[one for one, _ in STRUCTURES])
BOTH_SIDES = pytest.mark.parametrize("side", ["coloured", "grey"])


def _mask(words: Iterable[str]) -> int:
    return sum(1 << (6 * STARS.index(word[0]) + int(word[1]) - 1) for word in words)


def _masks(structures: Iterable[str]) -> list[int]:
    return [_mask(words.split()) for words in structures]


def _tile(space: str) -> str:
    """A tile that may lie there on either side: the centre has six different ones."""
    return LETTERS[int(space[1]) - 1] if space[0] == "*" else space[0]


def _with(*spaces: str) -> str:
    """Stars that hold a tile on each of these spaces."""
    stars = {letter: ["."] * 6 for letter in STARS}
    for space in spaces:
        stars[space[0]][int(space[1]) - 1] = _tile(space)
    return " ".join(f"{letter}:{''.join(tiles)}" for letter, tiles in stars.items())


@clause("S9")
def test_the_stars_lie_in_a_ring() -> None:
    assert fields.STAR_LETTERS == "PORBYG*"
    assert [LETTERS[colour] for colour in fields.STAR_COLOUR] == list("PORBYG")
    assert list(az.new("pavilion", seed=1).position()["boards"][0]["stars"]) == list("PORBYG*")


@clause("S9", "S13")
def test_statues_join_neighbours_of_the_ring_and_no_others() -> None:
    pairs = [{word[0] for word in words.split()} for words in STATUES]
    assert pairs == [{one, other} for one, other in zip(RING, RING[1:] + RING[:1], strict=True)]
    assert {"O", "R"} in pairs


@clause("S10")
def test_coloured_spaces_are_numbered_from_1_to_6() -> None:
    numbers = az.new("pavilion", seed=1).show()["numbers"]
    assert numbers == {letter: [1, 2, 3, 4, 5, 6] for letter in STARS}
    assert list(fields.NUMBER[:42]) == [1, 2, 3, 4, 5, 6] * 7


@clause("S10", "S31")
@pytest.mark.parametrize("letter", STARS)
def test_a_coloured_space_costs_its_number(letter: str) -> None:
    colour = letter if letter != "*" else "G"
    game = load(board(hand=colour * 6), round=6 if colour != "R" else 1)
    costs = [[len(paid) for paid in payments(game, f"{letter}{position}")] for position in range(1, 7)]
    assert costs == [[1], [2], [3], [4], [5], [6]]


@clause("S10", "S37")
@pytest.mark.parametrize("letter", STARS)
@pytest.mark.parametrize(("first", "second"), [(a, b) for a in range(1, 7) for b in range(1, 7) if a != b])
def test_a_space_touches_the_one_before_and_the_one_after(letter: str, first: int, second: int) -> None:
    neighbours = {1: (6, 2), 2: (1, 3), 3: (2, 4), 4: (3, 5), 5: (4, 6), 6: (5, 1)}
    colour = letter if letter != "*" else LETTERS[second - 1]
    game = load(board(_with(f"{letter}{first}"), colour * second), round=6 if colour != "R" else 1)
    game.play(f"{letter}{second}={colour * second}")
    assert game.scores()[0] == 5 + (2 if second in neighbours[first] else 1)


@clause("S10")
def test_no_space_touches_a_space_of_another_star() -> None:
    full = {letter: _with(*(f"{letter}{position}" for position in range(1, 7))) for letter in STARS}
    for letter in STARS:
        others = {star: word for star in STARS for word in full[star].split() if word[0] == star != letter}
        for position in range(1, 7):
            colour = letter if letter != "*" else "P"
            mine = board(" ".join(others.values()), colour * position)
            game = load(mine, round=6 if colour != "R" else 1)
            game.play(f"{letter}{position}={colour * position}")
            assert game.scores()[0] == 6, f"{letter}{position} is alone in its star"


@clause("S12", "S13", "S14")
def test_the_tables_of_structures_are_those_of_the_clauses() -> None:
    assert _masks(PILLARS) == fields.PILLARS
    assert _masks(STATUES) == fields.STATUES
    assert _masks(WINDOWS) == fields.WINDOWS
    assert list(fields.STRUCTURE[:18]) == _masks(words for words, _ in STRUCTURES)
    assert list(fields.WORTH[:18]) == [worth for _, worth in STRUCTURES]
    assert fields.STRUCTURE[18] >> 42  # a structure that no board can complete


@clause("S12", "S13", "S14", "S16", "S38")
@BOTH_SIDES
@EVERY_STRUCTURE
def test_every_structure_is_completed_by_any_of_its_spaces(around: str, worth: int, side: str) -> None:
    for last in around.split():
        others = [space for space in around.split() if space != last]
        colour = _tile(last)
        game = load(board(_with(*others), colour * 6), side=side, round=6 if colour != "R" else 1)
        (paid,) = payments(game, last, colour)
        game.play(f"{last}={paid}")
        assert (game.phase, game.position()["due"]) == ("bonus", worth)


@clause("S12", "S13", "S14", "S38")
@BOTH_SIDES
@pytest.mark.parametrize("around", [words for words, _ in STRUCTURES])
def test_no_structure_is_complete_with_a_space_missing(around: str, side: str) -> None:
    for missing in around.split():
        here = [space for space in around.split() if space != missing]
        *others, last = here
        colour = _tile(last)
        game = load(board(_with(*others), colour * 6), side=side, round=6 if colour != "R" else 1)
        game.play(f"{last}={payments(game, last, colour)[0]}")
        assert game.phase == "place"


@clause("S12", "S13", "S14")
def test_what_the_spaces_touch() -> None:
    touched = {
        f"{letter}{position}": sorted(
            (worth, words) for words, worth in STRUCTURES if f"{letter}{position}" in words.split()
        )
        for letter in STARS
        for position in range(1, 7)
    }
    kinds = {1: [2], 2: [1, 2], 3: [1, 2], 4: [2], 5: [3], 6: [3]}  # pillar 1, statue 2, window 3
    for space, found in touched.items():
        expected = [1, 1] if space[0] == "*" else kinds[int(space[1])]
        assert [worth for worth, _ in found] == expected
        numbers = fields.TOUCHES[2 * (6 * STARS.index(space[0]) + int(space[1]) - 1) :][:2]
        masks = {fields.STRUCTURE[n] for n in numbers} - {fields.STRUCTURE[18]}
        assert masks == {_mask(words.split()) for _, words in found}


@clause("S15")
def test_numbers_of_the_grey_side() -> None:
    numbers = az.new("pavilion", side="grey", seed=1).show()["numbers"]
    assert numbers == {**{letter: [3, 2, 1, 4, 5, 6] for letter in RING}, "*": [3, 3, 3, 3, 3, 3]}
    assert list(fields.NUMBER[42:]) == [3, 2, 1, 4, 5, 6] * 6 + [3] * 6
    printed = [number for star in numbers.values() for number in star]
    assert [printed.count(number) for number in range(1, 7)] == [6, 6, 12, 6, 6, 6]


@clause("S15", "S58")
@pytest.mark.parametrize("letter", STARS)
def test_a_grey_space_costs_its_printed_number(letter: str) -> None:
    game = load(board(hand="GGGGGG"), side="grey", round=6)
    costs = [[len(paid) for paid in payments(game, f"{letter}{position}")] for position in range(1, 7)]
    assert costs == ([[3]] * 6 if letter == "*" else [[3], [2], [1], [4], [5], [6]])


# --- the lattice ----------------------------------------------------------------------------------------


Point = tuple[float, float]


def _from(start: Point, length: float, angle: float) -> Point:
    x, y = start
    turn = math.radians(angle)
    return round(x + length * math.cos(turn), 6) + 0.0, round(y + length * math.sin(turn), 6) + 0.0


def _middle(letter: str) -> Point:
    return (0.0, 0.0) if letter == "*" else _from((0.0, 0.0), 3, 180 + 60 * RING.index(letter))


def _notches() -> Iterator[tuple[str, str, Spaces, frozenset[Point], int]]:
    """Star, its two spaces, the tips on both sides and the direction, for every gap between two spaces."""
    for letter, positions in TIPS.items():
        for step in range(6):
            angles = ANGLES[step], ANGLES[(step + 1) % 6]
            pair = positions[step], positions[(step + 1) % 6]
            tips = frozenset(_near(_from(_middle(letter), math.sqrt(3), angle)) for angle in angles)
            spaces = frozenset(f"{letter}{position}" for position in pair)
            yield letter, "|".join(pair), spaces, tips, (ANGLES[step] + 30) % 360


def _near(point: Point) -> Point:
    return round(point[0], 4) + 0.0, round(point[1], 4) + 0.0


@clause("S11", "S17")
def test_the_lattice_has_the_structures_of_the_tables() -> None:
    """Two notches with the same two tips enclose a rhombus; those left over look outwards or sideways."""
    by_tips: dict[frozenset[Point], list[Spaces]] = {}
    for _, _, spaces, tips, _ in _notches():
        by_tips.setdefault(tips, []).append(spaces)
    rhombi = [frozenset.union(*pair) for pair in by_tips.values() if len(pair) == 2]
    assert max(map(len, by_tips.values())) == 2
    assert {_mask(one) for one in rhombi if any(space[0] == "*" for space in one)} == set(fields.PILLARS)
    assert {_mask(one) for one in rhombi if not any(space[0] == "*" for space in one)} == set(fields.STATUES)
    outward = [
        _mask(spaces)
        for letter, _, spaces, _, direction in _notches()
        if letter != "*" and direction == (180 + 60 * RING.index(letter)) % 360
    ]
    assert outward == fields.WINDOWS


@clause("S11")
def test_every_outer_star_is_the_same_star_turned() -> None:
    for step, letter in enumerate(RING):
        assert TIPS[letter] == TIPS["P"][-step or 6 :] + TIPS["P"][: -step or 6]
        around = {(d - 180 - 60 * step) % 360: gap for star, gap, _, _, d in _notches() if star == letter}
        assert around == {0: "5|6", 60: "6|1", 120: "1|2", 180: "2|3", 240: "3|4", 300: "4|5"}


@clause("S17")
def test_stars_lie_three_sides_apart_and_their_tips_meet() -> None:
    middles = [_middle(letter) for letter in RING]
    for one, other in zip(middles, middles[1:] + middles[:1], strict=True):
        assert math.dist(one, other) == pytest.approx(3)
        assert math.dist(one, (0, 0)) == pytest.approx(3)
    tips = [_near(_from(_middle(letter), math.sqrt(3), angle)) for letter in STARS for angle in ANGLES]
    shared = [tips.count(tip) for tip in set(tips)]
    assert sorted(shared) == [1] * 12 + [2] * 6 + [3] * 6  # 42 tips


@clause("S18")
@BOTH_SIDES
def test_tiles_go_on_the_42_spaces_and_nowhere_else(side: str) -> None:
    game = load(board(hand="PPPPPPGGGGGGOOOOOOYYYYYYBBBBBBRRRRRR"), side=side)
    spaces = {move.partition("=")[0] for move in placements(game)}
    assert spaces == {f"{letter}{position}" for letter in STARS for position in range(1, 7)}
    for place in ("P7", "P0", "PO", "P23", "**"):
        with pytest.raises(az.NotationError):
            game.play(f"{place}=P")
