"""The grey side (S54-S58, with S15 and S16): which colours a star takes, and what it is worth."""

import pytest

import azulejos as az
from tests.pavilion.clauses import clause
from tests.pavilion.positions import STARS, board, finish, hand, load, payments, star, stock

EACH_STAR = pytest.mark.parametrize("letter", STARS)
MANY = "GGGGGGOOOOOOYYYYYYBBBBBBRRRRRR"


def _takes(game: az.Match, letter: str) -> str:
    """The colours that some space of a star takes."""
    found = {paid[0] for position in range(1, 7) for paid in payments(game, f"{letter}{position}")}
    return "".join(sorted(found, key="PGOYBR".index))


def _grey(stars: str, tiles: str = "P" * 6 + MANY, **picture: int) -> az.Match:
    return load(board(stars, tiles), side="grey", supply="", **picture)


@clause("S54", "S55")
@EACH_STAR
@pytest.mark.parametrize(
    ("tiles", "colours"),
    [
        ("......", "PGOYBR"),
        ("G.....", "PGOYBR"),  # one tile: any colour, the same one included
        (".....R", "PGOYBR"),
        ("GG....", "G"),  # two alike: that colour only
        ("G..G..", "G"),
        ("GGGGG.", "G"),
        ("G..R..", "POYB"),  # two different: only colours not yet there
        ("GR.O..", "PYB"),
        ("GROYB.", "P"),
    ],
)
def test_which_colours_a_star_takes(letter: str, tiles: str, colours: str) -> None:
    assert _takes(_grey(f"{letter}:{tiles}"), letter) == colours


@clause("S54")
@EACH_STAR
def test_every_star_may_be_built_in_one_colour_or_in_six(letter: str) -> None:
    for tiles in ("BBBBB.", "RGOYB.", "BBBBBB", "RGOYBP"):
        game = _grey(f"{letter}:{tiles}", "BBBBBBPPPPPP", round=6)
        assert star(game, letter) == tiles
    for tiles in ("BBR...", "RGG...", "PGOYBB", "B.B..R"):
        with pytest.raises(az.BadPosition, match="expected one colour, or all different"):
            _grey(f"{letter}:{tiles}")


@clause("S55")
def test_a_star_goes_on_as_its_first_two_tiles_say() -> None:
    uniform = load(board("B:G.....", "GGGRRR"), board(passed=True), side="grey", round=5).play("B2=GG")
    assert payments(uniform, "B3") == ["G"]
    with pytest.raises(az.IllegalMove, match="star B takes no red tile: after its first two tiles"):
        uniform.play("B3=R")
    mixed = load(board("B:G.....", "GGGRRR"), board(passed=True), side="grey", round=5).play("B2=RR")
    assert payments(mixed, "B3") == []
    for move in ("B3=R", "B3=G"):
        with pytest.raises(
            az.IllegalMove, match=r"takes no .* tile: after its first two tiles it takes only"
        ):
            mixed.play(move)


@clause("S55")
def test_stars_decide_each_for_itself_and_each_board_too() -> None:
    game = load(board("B:GG.... R:GR....", MANY), board("B:GR....", "G"), side="grey", supply="")
    assert (_takes(game, "B"), _takes(game, "R")) == ("G", "OYB")
    assert _takes(game, "P") == "GOYBR"
    game.play("P3=G")
    assert _takes(game, "B") == ""
    assert payments(game, "P3") == ["G"]


@clause("S56")
@EACH_STAR
@pytest.mark.parametrize(
    ("tiles", "points"),
    [
        ("RRRRRR", 14),
        ("BBBBBB", 15),
        ("YYYYYY", 16),
        ("OOOOOO", 17),
        ("GGGGGG", 18),
        ("PPPPPP", 20),
        ("ROYGBP", 12),
        ("RRRRR.", 0),
        ("ROYGB.", 0),
    ],
)
def test_a_complete_star_scores_by_what_it_is(letter: str, tiles: str, points: int) -> None:
    game = finish(board(f"{letter}:{tiles}", score=30), side="grey")
    assert game.scores()[0] == 30 + points
    assert game.breakdown()[0]["bonuses"]["stars"] == ({letter: points} if points else {})


@clause("S56")
def test_any_number_of_stars_may_be_alike() -> None:
    two_purple = finish(board("P:PPPPPP B:PPPPPP", score=30), side="grey", supply="")
    assert two_purple.scores()[0] == 70
    mixed = finish(board("P:PGOYBR B:RBYOGP *:GOYBRP", score=30), side="grey", supply="")
    assert mixed.scores()[0] == 30 + 3 * 12
    assert mixed.breakdown()[0]["bonuses"]["stars"] == {"P": 12, "B": 12, "*": 12}


@clause("S57")
@pytest.mark.parametrize(
    ("tiles", "centre", "numbers"),
    [
        ("..B...", "......", {"1": 4}),
        (".B....", "......", {"2": 8}),
        ("...B..", "......", {"4": 16}),
        ("B.....", "PGOYBR", {"3": 12}),
        ("B.....", "PGOYB.", {}),
        ("B.....", "......", {}),
        ("......", "PGOYBR", {}),
        ("....B.", "......", {}),
        (".....B", "......", {}),
        ("BBB...", "......", {"1": 4, "2": 8}),
    ],
)
def test_the_sets_of_numbers(tiles: str, centre: str, numbers: dict[str, int]) -> None:
    stars = " ".join(f"{letter}:{tiles}" for letter in "PORBYG") + f" *:{centre}"
    told = finish(board(stars, score=30), side="grey", supply="").breakdown()[0]
    assert told["bonuses"]["numbers"] == numbers
    stars_worth = 12 if centre == "PGOYBR" else 0
    assert told["total"] == 30 + sum(numbers.values()) + stars_worth


@clause("S57")
@pytest.mark.parametrize("without", "PORBYG")
def test_a_set_needs_all_six_outer_stars(without: str) -> None:
    for tiles in ("..B...", ".B....", "...B..", "B....."):
        stars = " ".join(f"{letter}:{tiles}" for letter in "PORBYG" if letter != without) + " *:BBBBBB"
        told = finish(board(stars, score=30), side="grey", supply="").breakdown()[0]
        assert told["bonuses"] == {"stars": {"*": 15}, "numbers": {}, "corners": 0}


@clause("S57")
def test_the_whole_of_a_grey_board() -> None:
    stars = "P:RRRRRR O:OOOOOO R:PPPPPP B:PGOYBR Y:YYYYYY G:GGGGGG *:BBBBBB"
    told = finish(board(stars, score=10), side="grey", supply="").breakdown()[0]
    assert told["bonuses"]["stars"] == {"P": 14, "O": 17, "R": 20, "B": 12, "Y": 16, "G": 18, "*": 15}
    assert told["bonuses"]["numbers"] == {"1": 4, "2": 8, "3": 12, "4": 16}
    assert told["total"] == 10 + 112 + 40


@clause("S58", "S31", "S32")
def test_costs_follow_the_printed_number_and_wilds_pay_as_ever() -> None:
    game = _grey("", "PPPGG")
    assert payments(game, "R1", "G") == ["GGP", "GPP"]  # position 1 carries a 3
    assert payments(game, "R3", "G") == ["G"]
    assert payments(game, "*1", "G") == ["GGP", "GPP"]
    assert payments(game, "*6", "P") == ["PPP"]
    game.play("*6=GPP")
    assert (star(game, "*"), hand(game)) == (".....G", "PG")
    assert stock(game, "tower") == "PP"


@clause("S58", "S37")
def test_groups_go_round_by_position_not_by_number() -> None:
    """Position 1 (a 3) touches 6 and 2; position 3 (a 1) touches 2 and 4."""
    for tiles, move, points in (("....BB", "R1=BBB", 3), (".B.B..", "R3=B", 3), ("B.....", "R3=B", 1)):
        game = load(board(f"R:{tiles}", "BBB"), side="grey").play(move)
        assert game.scores()[0] == 5 + points


@clause("S16", "S58")
@pytest.mark.parametrize(
    ("stars", "move", "due"),
    [
        ("P:.B.... *:....RG", "P3=O", 1),  # pillar: outer numbers 2 and 1
        ("P:O..... O:..OO..", "P2=OO", 2),  # statue: 3, 2 of a star and 1, 4 of the next
        ("P:OO.... O:...O..", "O3=O", 2),
        ("G:.....B", "G5=OOOOO", 3),  # window: 5 and 6
    ],
)
def test_structures_lie_where_they_lie_on_the_coloured_side(stars: str, move: str, due: int) -> None:
    game = load(board(stars, "OOOOO"), side="grey").play(move)
    assert (game.phase, game.position()["due"]) == ("bonus", due)
