"""Section 4 of the rules: preparing the next round (A37-A42)."""

import pytest

import azulejos as az
from tests.azul.clauses import clause
from tests.azul.positions import board, last_draft, load, position, stock, wall_of

# four columns full, so that the rows lack W, K, R, Y and B: four tiles of every colour lie here
FOUR_COLUMNS = "BYRK. WBYR. KWBY. RKWB. YRKW."


@clause("A37")
def test_after_a_complete_row_nothing_is_refilled() -> None:
    game = last_draft(board(["W"], wall="BYRK. ..... ..... ..... ....."))
    assert game.over
    assert game.position()["factories"] == [""] * 5
    assert game.position()["round"] == 1
    assert len(stock(game, "bag")) == 100 - 5 - 1  # the row, and the tile in line 5


@clause("A38")
def test_every_factory_gets_four_new_tiles_from_the_bag() -> None:
    game = last_draft(board(["", "BB"]))
    assert [len(factory) for factory in game.position()["factories"]] == [4] * 5
    assert len(stock(game, "bag")) == 100 - 3 - 20
    assert stock(game, "lid") == "B"


@clause("A38")
def test_the_bag_is_emptied_first_and_the_lid_comes_in_the_middle_of_a_factory() -> None:
    # six blue tiles are left in the bag, the other blue ones lie on boards, the lid has all the rest
    game = load(
        boards=[
            board(["", "", "", "", "BBBB"], wall=FOUR_COLUMNS),
            board(["", "", "", "", "BB"], wall=FOUR_COLUMNS),
        ],
        bag="B" * 6,
        lid="Y" * 12 + "R" * 12 + "K" * 12 + "W" * 12,
    )
    factories = game.position()["factories"]
    assert factories[0] == "BBBB"
    assert factories[1][:2] == "BB"
    assert "B" not in factories[1][2:] + "".join(factories[2:])
    assert [len(factory) for factory in factories] == [4] * 5
    assert len(stock(game, "bag")) == 48 - 14
    assert stock(game, "lid") == ""


@clause("A38")
def test_with_an_empty_bag_all_of_the_lid_comes_first() -> None:
    walls = [board(wall=FOUR_COLUMNS), board(wall=FOUR_COLUMNS), board(wall="BYRK. WBYR. KW... ..... .....")]
    rest = "B" * 10 + "Y" * 10 + "R" * 10 + "K" * 10 + "W" * 10
    game = load(boards=walls, bag="", lid=rest, turn=2)
    assert [len(factory) for factory in game.position()["factories"]] == [4] * 7
    assert len(stock(game, "bag")) == 22
    assert stock(game, "lid") == ""


@clause("A38")
def test_tiles_are_drawn_from_the_bag_at_random() -> None:
    bag = "B" * 16 + "Y" * 12 + "R" * 8 + "K" * 4
    lid = "B" * 4 + "Y" * 8 + "R" * 12 + "K" * 16 + "W" * 20
    start = position(bag=bag, lid=lid)
    deals = [az.load(start, seed=seed).position()["factories"] for seed in range(500)]
    for colour, mean in (("B", 8), ("Y", 6), ("R", 4), ("K", 2), ("W", 0)):  # half the bag is drawn
        drawn = [sum(factory.count(colour) for factory in deal) for deal in deals]
        assert mean - 0.35 <= sum(drawn) / 500 <= mean + 0.35
        for factory in range(5):
            part = sum(deal[factory].count(colour) for deal in deals) / 500
            assert mean / 5 - 0.25 <= part <= mean / 5 + 0.25


@clause("A38")
def test_tiles_of_the_lid_are_mixed_before_they_are_drawn() -> None:
    lid = "B" * 20 + "Y" * 20 + "R" * 20 + "K" * 20
    start = position(bag="W" * 20, lid=lid)
    lone = position(bag="", lid=lid + "W" * 20)
    assert "".join(az.load(start, seed=1).position()["factories"]) == "W" * 20
    deals = ["".join(az.load(lone, seed=seed).position()["factories"]) for seed in range(300)]
    for colour in "BYRKW":
        assert 3.5 < sum(deal.count(colour) for deal in deals) / 300 < 4.5


@clause("A39")
def test_the_lid_stays_while_the_bag_has_exactly_enough() -> None:
    bag, lid = "B" * 5 + "Y" * 15, "B" * 15 + "Y" * 5 + "R" * 20 + "K" * 20 + "W" * 20
    game = load(bag=bag, lid=lid)
    assert sorted("".join(game.position()["factories"])) == sorted(bag)
    assert stock(game, "bag") == ""
    assert stock(game, "lid") == lid
    while game.position()["round"] == 2:
        game.play(next(move for move in game.moves() if move.endswith(">f")))
    assert len(stock(game, "bag")) == 80  # the next draw needs it: all tiles come back
    assert stock(game, "lid") == ""


@clause("A38", "A39")
def test_one_tile_short_brings_the_lid() -> None:
    lid = "B" * 16 + "Y" * 5 + "R" * 20 + "K" * 20 + "W" * 20
    game = load(bag="B" * 4 + "Y" * 15, lid=lid)
    assert "".join(game.position()["factories"]).count("Y") >= 15
    assert len(stock(game, "bag")) == 80
    assert stock(game, "lid") == ""


@clause("A40")
def test_with_too_few_tiles_the_round_starts_with_what_there_is() -> None:
    # 94 tiles lie on the boards; two whites in the bag, two whites and two blues in the lid
    game = load(
        boards=[
            board(["", "K", "RR", "YYY", "BB"], wall=FOUR_COLUMNS),
            board(["", "K", "RR", "Y"], wall=FOUR_COLUMNS),
            board(["", "K"], wall=FOUR_COLUMNS),
            board(["", "K"], wall=FOUR_COLUMNS),
        ],
        bag="WW",
        lid="WWBB",
    )
    assert not game.over
    first, second, *others = game.position()["factories"]
    assert (len(first), len(second), others) == (4, 2, [""] * 7)
    assert first.count("W") >= 2  # the bag's two, then two of the lid's four
    assert sorted(first + second) == sorted("WWWWBB")
    assert stock(game, "bag") == stock(game, "lid") == ""
    assert {move[0] for move in game.moves()} == {"1", "2"}
    game.play(next(move for move in game.moves() if move[1] == "W" and move.endswith(">1")))
    assert game.phase == "offer"


@clause("A41", "A46")
def test_with_no_tile_at_all_the_game_ends_with_the_normal_final_scoring() -> None:
    # rows lack W, B, W, Y and K; the 20 tiles not on walls wait in lines: bag and lid are empty
    # columns 1 and 4 are full (14 points), red is complete (10 points)
    wall = "BYRK. W.YRK K.BYR RKWB. YR.WB"
    lines = ["", "B", "WW", "Y", "K"]
    boards = [board(lines, wall=wall, score=score) for score in (10, 20, 30)]
    boards.append(board(lines[:4], wall=wall, score=5))
    game = load(factories=["K"], boards=boards, turn=3)
    assert stock(game, "bag") == stock(game, "lid") == ""
    game.play("1K>5")
    assert game.over
    assert game.ending == "stalemate"
    assert game.scores() == [34, 44, 54, 29]
    assert game.winners() == [2]
    assert game.breakdown()[0]["bonuses"] == {"rows": 0, "columns": 14, "colours": 10}
    assert game.position()["round"] == 1
    assert wall_of(game) == wall


@clause("A42")
@pytest.mark.parametrize("owner", [0, 1, 2])
def test_the_owner_of_the_marker_starts_the_next_round(owner: int) -> None:
    boards = [board(floor="1" if seat == owner else "") for seat in range(3)]
    game = load(factories=["W"], boards=boards, turn=1, starter=2).play("1W>5")
    assert game.turn == owner
    assert game.position()["starter"] == owner
    assert game.position()["marker"] == "centre"


@clause("A42")
@pytest.mark.parametrize("starter", [0, 1, 2])
def test_if_nobody_took_the_marker_the_same_seat_starts_again(starter: int) -> None:
    game = load(factories=["WWWW"], players=3, turn=1, starter=starter).play("1W>4")
    assert game.turn == starter
    assert game.position()["starter"] == starter
