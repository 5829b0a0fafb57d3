"""Moves as people type them, pick them and read them."""

import pytest

import azulejos as az
from azulejos.terminal.azul.menu import compact, listing, notation
from azulejos.terminal.azul.story import forced, story
from azulejos.terminal.azul.typed import narrow
from tests.terminal.tables import board, grey_tiling, last_draft, position


def start() -> az.Match:
    """Factories BYRR BYKW YRKK RRRK YRKW."""
    return az.new("azul", seed=7, starter=0)


def jokers(**changes: str) -> az.Match:
    """Two blue tiles and two jokers in the centre."""
    return az.load(position(board(), board(), jokers=True, centre=changes.get("centre", "BBJJ")))


@pytest.mark.parametrize(
    "typed", ["1R>2", "1r>2", "1r2", " 1 r 2 ", "1 R > 2", "1r->2", "1red2", "factory 1 red to line 2"]
)
def test_a_move_is_understood_however_it_is_typed(typed: str) -> None:
    assert narrow(start(), typed) == "1R>2"


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("cb f", "cB>f"),
        ("centre blue floor", "cB>f"),
        ("cbj2", "cB+J>2"),
        ("c j+b 2", "cB+J>2"),
        ("cb+j2:1", "cB+J>2:1"),
        ("cj2", "cJ>2"),
    ],
)
def test_jokers_and_the_centre_are_understood_too(typed: str, move: str) -> None:
    assert narrow(jokers(), typed) == move


@pytest.mark.parametrize("typed", ["hello", "", "1bb2", "1", "0b2", "1b7", "bb"])
def test_what_is_no_move_is_left_to_the_engine(typed: str) -> None:
    meant = narrow(start(), typed)
    assert isinstance(meant, list) if typed == "1" else meant == typed


def test_a_place_alone_means_all_its_moves_and_with_a_colour_some() -> None:
    assert {move[:2] for move in narrow(start(), "1")} == {"1B", "1Y", "1R"}
    assert narrow(start(), "1r") == ["1R>1", "1R>2", "1R>3", "1R>4", "1R>5", "1R>f"]


@pytest.mark.parametrize(
    ("typed", "reason"), [("1k", "factory 1 holds no black tile"), ("7", "there is no factory 7")]
)
def test_the_engine_says_what_is_wrong_with_a_beginning(typed: str, reason: str) -> None:
    with pytest.raises(az.IllegalMove, match=reason):
        narrow(start(), typed)


def test_a_place_alone_is_refused_without_an_invented_move() -> None:
    with pytest.raises(az.IllegalMove, match=r"^factory 1 is empty$"):
        narrow(start().play("1R>2"), "1")


def test_a_draft_typed_while_a_column_is_due_is_understood_and_refused_as_such() -> None:
    game = grey_tiling().play("cK>f")
    assert narrow(game, "1b>2") == "1B>2"
    assert narrow(game, "1b") == "1b"


@pytest.mark.parametrize("typed", ["2@4", "4", "@4", "24", "line 2 column 4"])
def test_a_wall_choice_needs_only_its_column(typed: str) -> None:
    assert narrow(grey_tiling().play("cK>f"), typed) == "2@4"


# --- lists ------------------------------------------------------------------------------------------------


def lines(game: az.Match, moves: list[str], width: int = 80) -> list[str]:
    return [line.plain for line in listing(game, moves, width).lines]


def test_the_first_list_has_a_number_for_each_colour_at_each_place() -> None:
    game = start().play("3Y>1")
    first = listing(game, game.moves(), 80)
    assert [line.plain for line in first.lines] == [
        "  factory 1:   1) 1 blue   2) 1 yellow   3) 2 red",
        "  factory 2:   4) 1 blue   5) 1 yellow   6) 1 black   7) 1 white",
        "  factory 4:   8) 3 red   9) 1 black",
        "  factory 5:  10) 1 yellow  11) 1 red  12) 1 black  13) 1 white",
        "  centre, with the marker:  14) 1 red  15) 2 black",
    ]
    assert list(first.picks["8"]) == [f"4R>{to}" for to in "12345f"]
    assert first.stem == ""


def test_a_long_list_goes_on_in_a_new_line() -> None:
    game = az.new("azul", players=4, jokers=True, seed=7)
    assert all(len(line) <= 60 for line in lines(game, game.moves(), 60))


def test_the_second_list_says_what_each_place_brings() -> None:
    game = start()
    second = listing(game, [move for move in game.moves() if move.startswith("4R")], 80)
    assert second.question == "Where to with 3 red from factory 4"
    assert [line.plain.strip() for line in second.lines] == [
        "1  line 1: fills it (+1), 2 to the floor (-2)",
        "2  line 2: fills it (+1), 1 to the floor (-1)",
        "3  line 3: fills it (+1), 0 to the floor",
        "4  line 4: 3 of 4, 0 to the floor",
        "5  line 5: 3 of 5, 0 to the floor",
        "f  floor: -4",
    ]
    assert second.stem == "4R>"
    assert list(second.picks) == ["1", "2", "3", "4", "5", "f"]


def test_the_marker_and_a_completed_row_are_told() -> None:
    ana = board(wall=["BYRK.", *["....."] * 4])
    game = az.load(position(ana, board(), centre="WW"))
    told = lines(game, game.moves())
    assert told[0].strip() == (
        "1  line 1: fills it (+5, completes the row), the marker and 1 to the floor (-2)"
    )
    assert told[-1].strip() == "f  floor: -4, with the marker"


def test_a_full_floor_costs_nothing_more() -> None:
    game = az.load(position(board(floor="RRRRRRR"), board(floor="1"), marker=1, centre="KK"))
    assert (
        lines(game, game.moves())[0].strip()
        == "1  line 1: fills it (+1), 1 to the floor (free, the floor is full)"
    )


def test_a_line_whose_tile_will_find_no_cell_is_a_warning() -> None:
    ana = board(lines=["", "", "KK", "", ""], wall=["....K", ".....", "BYRW.", ".....", "....."])
    game = az.load(position(ana, board(), wall="grey", marker=1, boards=[ana, board(floor="1")]))
    told = [line.strip() for line in lines(game, game.moves())]
    assert "3  line 3: fills it but no cell takes its tile, 0 to the floor" in told


def test_jokers_that_leave_a_choice_have_an_entry_each() -> None:
    game = jokers(centre="BBJJ")
    keys = list(listing(game, [move for move in game.moves() if move.startswith("cB+J>3")], 80).picks)
    assert keys == ["3", "3:2"]


def test_wall_choices_are_listed_by_column_with_their_points() -> None:
    game = grey_tiling().play("cK>f")
    choice = listing(game, game.moves(), 80)
    assert choice.question == "Column for the red tile of line 2"
    assert [line.plain.strip() for line in choice.lines] == [
        "2  column 2: 2 across = 2",
        "3  column 3: a lone tile = 1",
        "4  column 4: a lone tile = 1",
        "5  column 5: a lone tile = 1",
    ]


def test_all_moves_in_short() -> None:
    assert compact(last_draft().moves()) == ["cK>3,4,5,f"]
    assert compact(grey_tiling().play("cK>f").moves()) == ["2@2 2@3 2@4 2@5"]


def test_help_has_an_example_from_the_position() -> None:
    assert notation(start())[0] == (
        "A move is a place, a colour, > and a line. Here 1B>1 takes 1 blue from factory 1 to line 1; "
        "1b1 will do as well."
    )
    assert "2@2" in notation(grey_tiling().play("cK>f"))[0]
    assert any("3B+J>2:1" in line for line in notation(jokers()))


# --- stories ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "told"),
    [
        ("4R>2", "takes 3 red from factory 4 to line 2, 1 to the floor"),
        ("4R>f", "takes 3 red from factory 4 to the floor"),
        ("1B>5", "takes 1 blue from factory 1 to line 5"),
    ],
)
def test_a_draft_is_told_in_words(move: str, told: str) -> None:
    assert story(start(), move) == told


def test_jokers_and_the_marker_are_told_in_words() -> None:
    assert story(jokers(), "cB+J>5") == "takes the marker and 2 blue and 2 jokers from the centre to line 5"


def test_a_wall_choice_is_told_with_its_points() -> None:
    told = story(grey_tiling().play("cK>f"), "2@2")
    assert told == "puts the red tile of line 2 in column 2: 2 across = 2"


def test_a_tile_that_goes_to_the_wall_by_itself_is_told_while_others_choose() -> None:
    """Grey wall: line 1 has one cell left for black, line 2 a choice."""
    ana = board(lines=["K", "RR", "", "", ""], wall=["BYRW.", *["....."] * 4])
    data = position(ana, board(floor="1"), wall="grey", marker=1)
    before = az.load(data, names=["You", "Bruno"])
    after = before.copy().play("cK>f")
    assert after.phase == "tiling"
    assert forced(before, after, "cK>f") == ["Your line 1 needs no choice: black goes to column 5."]


def test_the_example_in_the_help_fits_its_line_where_one_does() -> None:
    game = az.load(position(board(), board(floor="1"), centre="YYYK", marker=1))
    assert notation(game)[0].endswith(
        " Here cY>3 takes 3 yellow from the centre to line 3; cy3 will do as well."
    )
    spilling = az.load(position(board(), board(floor="1"), centre="YYYYYY", marker=1))
    assert "takes 6 yellow from the centre to line 1, 5 to the floor; " in notation(spilling)[0]


def test_the_help_names_parts_of_moves_that_can_be_typed() -> None:
    game = az.load(position(board(), board(), centre="YYYK"))
    assert any("such as c or cy, lists" in line for line in notation(game))
    assert not any("lists" in line for line in notation(grey_tiling().play("cK>f")))
