"""Section 2 of the rules: the factory offer (A13-A27)."""

import random

import pytest

import azulejos as az
from tests.azul.clauses import clause
from tests.azul.positions import (
    board,
    destinations,
    floor_of,
    last_draft,
    lines_of,
    load,
    stock,
    wall_of,
)


@clause("A13")
def test_a_draft_takes_all_of_a_colour_and_pushes_the_rest_to_the_centre() -> None:
    game = load(factories=["KKBW", "YRRR"], centre="B", marker=1, boards=[board(), board(floor="1")])
    game.play("1K>2")
    assert game.position()["factories"] == ["", "YRRR", "", "", ""]
    assert game.position()["centre"] == "BBW"
    assert lines_of(game) == ["", "KK", "", "", ""]
    game.play("2Y>1")
    assert game.position()["centre"] == "BBRRRW"


@clause("A13")
def test_a_factory_of_one_colour_leaves_nothing_in_the_centre() -> None:
    game = load(factories=["BBBB", "RRKW"])
    game.play("1B>4")
    assert game.position()["centre"] == ""
    assert lines_of(game) == ["", "", "", "BBBB", ""]


@clause("A13", "A14")
def test_every_colour_of_every_place_may_be_taken_and_nothing_else() -> None:
    game = load(factories=["KKBW", "", "YRRR"], centre="BK")
    taken = {move.partition(">")[0] for move in game.moves()}
    assert taken == {"1B", "1K", "1W", "3Y", "3R", "cB", "cK"}


@clause("A13", "A27")
def test_a_turn_is_compulsory() -> None:
    game = load(factories=["KKBW"])
    for pass_word in ("", "pass", "-", "0"):
        with pytest.raises(az.NotationError):
            game.play(pass_word)
    assert game.turn == 0


@clause("A14")
def test_a_draft_from_the_centre_leaves_the_other_colours_there() -> None:
    game = load(factories=["YYYY"], centre="BBKRRRW", turn=1)
    game.play("cR>3")
    assert game.position()["centre"] == "BBKW"
    assert lines_of(game, 1) == ["", "", "RRR", "", ""]


@clause("A15")
def test_the_first_to_take_from_the_centre_takes_the_marker_the_second_does_not() -> None:
    game = load(centre="BBKW", players=3)
    game.play("cB>2")
    assert game.position()["marker"] == 0
    assert floor_of(game, 0) == "1"
    game.play("cK>1")
    assert game.position()["marker"] == 0
    assert floor_of(game, 1) == ""


@clause("A15")
def test_taking_from_a_factory_leaves_the_marker_in_the_centre() -> None:
    game = load(factories=["BBKW", "YYYY"])
    game.play("1B>2")
    assert game.position()["marker"] == "centre"
    assert floor_of(game) == ""


@clause("A15")
def test_the_marker_goes_on_the_leftmost_free_space() -> None:
    game = load(factories=["YYYY"], centre="B", boards=[board(floor="RR", score=20)])
    game.play("cB>1").play("1Y>4")
    assert game.breakdown()[0]["rounds"][0]["floor"] == -4  # the third space: 1 + 1 + 2


@clause("A15", "A25")
def test_the_marker_comes_before_the_tiles_that_fall_in_the_same_turn() -> None:
    # one space is left: the marker gets it, and both tiles too many go to the lid
    game = load(factories=["YYYY"], centre="BBB", boards=[board(floor="RRKKWW")])
    game.play("cB>1")
    assert floor_of(game) == "1RRKKWW"
    assert stock(game, "lid") == "BB"


@clause("A16")
def test_the_marker_is_no_colour_and_no_source() -> None:
    game = load(factories=["BBBB"], centre="")
    assert game.position()["marker"] == "centre"
    assert game.moves() == ["1B>1", "1B>2", "1B>3", "1B>4", "1B>5", "1B>f"]
    with pytest.raises(az.NotationError):
        game.play("c1>f")
    with pytest.raises(az.IllegalMove, match="the centre holds no tiles"):
        game.play("cB>f")


@clause("A17")
def test_on_a_full_floor_the_marker_is_taken_displaces_nothing_and_costs_nothing() -> None:
    full = board(floor="YRRKKWW", score=30)
    game = load(factories=["BBBB"], centre="YY", boards=[full], starter=1)
    game.play("cY>2")
    assert game.position()["marker"] == 0
    assert floor_of(game) == "YRRKKWW"
    assert lines_of(game) == ["", "YY", "", "", ""]
    assert stock(game, "lid") == ""
    game.play("1B>4")
    assert game.breakdown()[0]["rounds"] == [{"wall": 1, "floor": -14, "score": 17}]
    assert game.turn == 0  # and it starts the next round


@clause("A18")
def test_a_draft_goes_to_one_place_and_is_never_spread_over_two_lines() -> None:
    game = load(factories=["RRRR", "YYYY"])
    assert destinations(game, "1R") == ["1", "2", "3", "4", "5", "f"]
    game.play("1R>3")
    assert lines_of(game) == ["", "", "RRR", "", ""]
    assert floor_of(game) == "R"


@clause("A19")
def test_a_line_that_holds_tiles_takes_only_their_colour() -> None:
    game = load(factories=["BBYR"], boards=[board(["", "Y", "BB", "R", ""])])
    assert destinations(game, "1B") == ["1", "3", "5", "f"]
    assert destinations(game, "1Y") == ["1", "2", "5", "f"]
    assert destinations(game, "1R") == ["1", "4", "5", "f"]
    with pytest.raises(az.IllegalMove, match="line 2 holds yellow tiles"):
        game.play("1B>2")


@clause("A19", "A22")
def test_a_line_takes_its_colour_with_the_first_tiles_and_closes_with_the_last() -> None:
    game = load(factories=["YYYY"], centre="BRRRK", marker=1, boards=[board(), board(floor="1")])
    game.play("cB>2").play("1Y>4")
    assert destinations(game, "cR") == ["1", "3", "4", "5", "f"]  # line 2 is blue now
    again = load(factories=["BBYY"], centre="R", marker=1, boards=[board(["", "B"]), board(floor="1")])
    again.play("1B>2").play("cR>1")
    assert lines_of(again) == ["", "BB", "", "", ""]
    assert floor_of(again) == "B"
    assert destinations(again, "cY") == ["1", "3", "4", "5", "f"]  # and full here


@clause("A19", "A33")
def test_an_unfinished_line_keeps_its_colour_in_the_next_round() -> None:
    game = last_draft(board(["", "", "RR"]))
    assert game.position()["round"] == 2
    assert lines_of(game)[2] == "RR"
    while game.turn != 0:
        game.play(next(move for move in game.moves() if move.endswith(">f")))
    line_three = {move[1] for move in game.moves() if move.endswith(">3")}
    assert line_three <= {"R"}
    assert any(move[1] != "R" for move in game.moves())


@clause("A20")
@pytest.mark.parametrize("row", [1, 2, 3, 4, 5])
def test_line_r_is_complete_with_r_tiles_and_not_before(row: int) -> None:
    short = last_draft(board([""] * (row - 1) + ["B" * (row - 1)]))
    assert wall_of(short) == "..... ..... ..... ..... ....."
    assert lines_of(short)[row - 1] == "B" * (row - 1)
    full = last_draft(board([""] * (row - 1) + ["B" * row]))
    assert wall_of(full).count("B") == 1
    assert lines_of(full)[row - 1] == ""


@clause("A20")
def test_the_order_of_tiles_in_a_line_means_nothing() -> None:
    one = load(factories=["B"], boards=[board(["", "", "BJB"])], jokers=True)
    other = load(factories=["B"], boards=[board(["", "", "JBB"])], jokers=True)
    assert one.position() == other.position()
    assert lines_of(one)[2] == "BBJ"


@clause("A21")
def test_a_colour_on_the_wall_row_closes_the_line_for_it() -> None:
    # yellow lies in rows 2 and 3, line 4 holds blue: two yellows go to line 1, line 5 or the floor
    andrea = board(["", "", "", "B"], wall="..... ..Y.. ...Y. ..... .....")
    game = load(factories=["YYKW"], boards=[andrea])
    assert destinations(game, "1Y") == ["1", "5", "f"]
    assert destinations(game, "1K") == ["1", "2", "3", "5", "f"]
    with pytest.raises(az.IllegalMove, match="row 3 of the wall already holds yellow"):
        game.play("1Y>3")


@clause("A21")
def test_the_line_is_closed_for_a_colour_as_soon_as_the_wall_row_has_it() -> None:
    game = last_draft(board(["", "BB"]))
    luck = random.Random(0)
    while game.turn != 0 or not any(move[1] == "B" for move in game.moves()):
        game.play(luck.choice(game.moves()))
    blue = {move[-1] for move in game.moves() if move[1] == "B"}
    assert "2" not in blue
    assert blue == {"1", "3", "4", "5", "f"}


@clause("A22")
def test_a_complete_line_takes_nothing_not_even_its_own_colour() -> None:
    game = load(factories=["RRKW"], boards=[board(["", "RR", "", "RR"])])
    assert destinations(game, "1R") == ["1", "3", "4", "5", "f"]
    with pytest.raises(az.IllegalMove, match="line 2 is full"):
        game.play("1R>2")


@clause("A22")
def test_a_line_completed_in_this_round_takes_no_more_of_its_colour() -> None:
    game = load(factories=["RRKW", "YYYY", "RRBB"])
    game.play("1R>2").play("2Y>4")
    assert destinations(game, "3R") == ["1", "3", "4", "5", "f"]
    assert destinations(game, "3B") == ["1", "3", "4", "5", "f"]


@clause("A23")
def test_tiles_that_do_not_fit_fall_to_the_floor() -> None:
    game = load(factories=["RRRK", "YYYY"], boards=[board(["", "R"])])
    game.play("1R>2")
    assert lines_of(game)[1] == "RR"
    assert floor_of(game) == "RR"


@clause("A24")
def test_a_whole_draft_may_be_dropped_by_choice() -> None:
    game = load(factories=["RRRK", "YYYY"])
    game.play("1R>f")
    assert lines_of(game) == ["", "", "", "", ""]
    assert floor_of(game) == "RRR"


@clause("A24")
def test_a_chosen_line_is_filled_as_far_as_it_goes_nothing_is_held_back() -> None:
    game = load(factories=["RRRK", "YYYY"])
    to_five = [move for move in game.moves() if move.startswith("1R>5")]
    assert to_five == ["1R>5"]
    game.play("1R>5")
    assert lines_of(game)[4] == "RRR"
    assert floor_of(game) == ""
    for held_back in ("1Y>5:1", "2Y>4:2", "2Y>4:0"):
        with pytest.raises(az.NotationError):
            game.play(held_back)


@clause("A25")
def test_beyond_seven_spaces_tiles_go_to_the_lid_and_cost_nothing() -> None:
    game = load(factories=["RRRR", "WWWW"], boards=[board(floor="1KKKKK", score=40), board()])
    game.play("1R>f")
    assert floor_of(game) == "1RKKKKK"
    assert stock(game, "lid") == "RRR"
    game.play("2W>4")
    assert game.breakdown()[0]["rounds"][0] == {"wall": 0, "floor": -14, "score": 26}


@clause("A25")
def test_a_draft_that_fits_exactly_fills_the_last_space() -> None:
    game = load(factories=["RRKW", "YYYY"], boards=[board(floor="1KKKK")])
    game.play("1R>f")
    assert floor_of(game) == "1RRKKKK"
    assert stock(game, "lid") == ""


@clause("A26")
def test_the_offer_goes_on_while_one_tile_is_left() -> None:
    game = load(factories=["", "", "", "BBBW"], boards=[board(["B"])])
    game.play("4B>3")
    assert (game.phase, game.turn, game.position()["round"]) == ("offer", 1, 1)
    assert game.position()["centre"] == "W"
    game.play("cW>1")
    assert game.position()["round"] == 2


@clause("A26", "A42")
def test_the_offer_ends_with_the_last_tile_even_if_nobody_took_the_marker() -> None:
    game = load(factories=["", "", "", "", "WWWW"], starter=1)
    game.play("5W>4")
    assert game.position()["round"] == 2
    assert wall_of(game) == "..... ..... ..... ..W.. ....."
    assert game.turn == 1


@clause("A27")
def test_the_floor_is_always_open() -> None:
    # blue lies in rows 1, 3 and 5; line 2 is full; line 4 is red
    stuck = board(["", "KK", "", "R", ""], wall="B.... ..... ..B.. ..... ....B", floor="1YYYYYY")
    game = load(factories=["BBBB"], boards=[stuck])
    assert game.moves() == ["1B>f"]
    game.play("1B>f")
    assert stock(game, "lid") == "BBBBYYYYYYK"  # four blue overflow, six fallen, one left of line 2


@clause("A27")
@pytest.mark.parametrize("wall", ["coloured", "grey"])
@pytest.mark.parametrize("jokers", [False, True])
def test_there_is_a_move_as_long_as_the_game_lasts(wall: str, jokers: bool) -> None:
    for seed in range(5):
        game, luck = az.new("azul", players=3, wall=wall, jokers=jokers, seed=seed), random.Random(seed)
        while not game.over:
            moves = game.moves()
            assert moves
            sources = {move[:-2] for move in moves if ">" in move and ":" not in move}
            assert sources == {move[:-2] for move in moves if move.endswith(">f")}
            game.play(luck.choice(moves))
        assert game.moves() == []
