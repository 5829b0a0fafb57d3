"""Section 1 of the rules: components, set-up, and what is public (A1-A12)."""

import random
from collections import Counter
from typing import Any

import pytest

import azulejos as az
from tests.azul.clauses import clause
from tests.azul.positions import (
    PATTERN,
    VARIANTS,
    board,
    census,
    floor_of,
    last_draft,
    lines_of,
    load,
    position,
    tiles_of_game,
    variant_name,
    wall_of,
)


@clause("A1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_to_four_people_play(players: int) -> None:
    assert len(az.new("azul", players=players, seed=1).scores()) == players


@clause("A1")
@pytest.mark.parametrize("players", [0, 1, 5, -2])
def test_nobody_else_can_play(players: int) -> None:
    with pytest.raises(az.RulesError, match=f"players is {players}, expected 2, 3 or 4"):
        az.new("azul", players=players)


@clause("A2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_there_are_twenty_tiles_of_each_of_five_colours_and_the_marker_is_none(players: int) -> None:
    game = az.new("azul", players=players, seed=3)
    assert census(game.position()) == {"B": 20, "Y": 20, "R": 20, "K": 20, "W": 20}
    assert game.position()["marker"] == "centre"


@clause("A3")
@pytest.mark.parametrize(("players", "factories"), [(2, 5), (3, 7), (4, 9)])
def test_two_factories_a_player_and_one_more(players: int, factories: int) -> None:
    assert len(az.new("azul", players=players, seed=1).position()["factories"]) == factories


@clause("A4")
def test_a_new_board_is_empty() -> None:
    for one in az.new("azul", players=4, seed=1).position()["boards"]:
        assert one == {"score": 0, "lines": [""] * 5, "wall": ["....."] * 5, "floor": ""}


@clause("A4")
@pytest.mark.parametrize("line", [1, 2, 3, 4, 5])
def test_line_r_holds_exactly_r_tiles(line: int) -> None:
    game = load(factories=["YYYY"], centre="BBBBBBB", marker=1, boards=[board(), board(floor="1")])
    game.play(f"cB>{line}")
    assert lines_of(game)[line - 1] == "B" * line
    assert floor_of(game) == "B" * (7 - line)


@clause("A4")
def test_the_floor_has_seven_spaces() -> None:
    game = load(factories=["YYYY"], centre="B" * 9, boards=[board(), board(floor="1")])
    game.play("cB>f")
    assert floor_of(game) == "BBBBBBB"


@clause("A4")
def test_the_score_track_has_no_end() -> None:
    game = last_draft(board(["B"], score=240))
    assert game.scores()[0] == 241


@clause("A5")
@pytest.mark.parametrize("row", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("colour", "BYRKW")
def test_every_cell_of_the_coloured_wall_has_its_colour(colour: str, row: int) -> None:
    # B Y R K W
    # W B Y R K
    # K W B Y R
    # R K W B Y
    # Y R K W B
    columns = {"B": "12345", "Y": "23451", "R": "34512", "K": "45123", "W": "51234"}
    game = last_draft(board([""] * (row - 1) + [colour * row]))
    cells = list("." * 5)
    cells[int(columns[colour][row - 1]) - 1] = colour
    expected = ["....."] * 5
    expected[row - 1] = "".join(cells)
    assert wall_of(game).split() == expected


@clause("A5")
def test_no_other_colour_lies_on_a_cell_of_the_coloured_wall() -> None:
    full = az.load(position(boards=[board(wall=PATTERN)], phase="over", turn=None))
    assert wall_of(full) == "BYRKW WBYRK KWBYR RKWBY YRKWB"
    for cell, right in enumerate(PATTERN):
        for wrong in "BYRKW".replace(right, "") if right != " " else "":
            wall = PATTERN[:cell] + wrong + PATTERN[cell + 1 :]
            with pytest.raises(az.BadPosition, match=f"row {cell // 6 + 1}, column {cell % 6 + 1}"):
                az.load(position(boards=[board(wall=wall)], phase="over", turn=None))


@clause("A6")
@pytest.mark.parametrize(
    ("floor", "penalty"),
    [
        ("", 0),
        ("R", 1),
        ("RR", 2),
        ("RRR", 4),
        ("RRRK", 6),
        ("RRRKK", 8),
        ("RRRKKK", 11),
        ("RRRKKKW", 14),
        ("1", 1),
        ("1RRRKKK", 14),
    ],
)
def test_floor_spaces_cost_1_1_2_2_2_3_3(floor: str, penalty: int) -> None:
    game = last_draft(board(floor=floor, score=50))
    assert game.scores()[0] == 50 - penalty
    assert game.breakdown()[0]["rounds"] == [{"wall": 0, "floor": -penalty, "score": 50 - penalty}]


@clause("A7")
@pytest.mark.parametrize("options", VARIANTS, ids=variant_name)
def test_all_scores_start_at_zero(options: dict[str, Any]) -> None:
    assert az.new("azul", seed=1, **options).scores() == [0] * options["players"]


@clause("A7")
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_everyone_uses_the_same_side_of_the_wall(seat: int) -> None:
    yellow_first = board(wall="Y.... ..... ..... ..... .....")
    boards = [yellow_first if other == seat else board() for other in range(4)]
    assert wall_of(load(factories=["B"], boards=boards, wall="grey"), seat).startswith("Y....")
    with pytest.raises(az.BadPosition, match=f"board {seat}: wall row 1, column 1: yellow on the blue cell"):
        load(factories=["B"], boards=boards)


@clause("A8")
@pytest.mark.parametrize(("players", "left"), [(2, 80), (3, 72), (4, 64)])
def test_every_factory_gets_four_tiles_out_of_the_bag(players: int, left: int) -> None:
    shown = az.new("azul", players=players, seed=5).position()
    assert [len(factory) for factory in shown["factories"]] == [4] * (2 * players + 1)
    assert sum(shown["bag"].values()) == left
    assert sum(shown["lid"].values()) == 0
    assert shown["centre"] == ""


@clause("A8")
def test_the_first_tiles_are_drawn_at_random_and_not_put_back() -> None:
    deals = [az.new("azul", players=2, seed=seed).position()["factories"] for seed in range(1000)]
    for colour in "BYRKW":  # 20 of 100 tiles lie on the table: 4 of each colour on average
        drawn = [sum(factory.count(colour) for factory in deal) for deal in deals]
        mean = sum(drawn) / 1000
        spread = sum((count - mean) ** 2 for count in drawn) / 1000
        assert 3.75 < mean < 4.25
        assert 2.1 < spread < 3.1  # 20 * 0.2 * 0.8 * 80 / 99 = 2.59; with putting back it is 3.2
    for factory in range(5):  # and 0.8 of each in every factory
        for colour in "BYRKW":
            assert 700 < sum(deal[factory].count(colour) for deal in deals) < 900
    alike = sum(len(set(factory)) == 1 for deal in deals for factory in deal)
    assert 10 <= alike <= 55  # 5,000 * 5 * (20 * 19 * 18 * 17) / (100 * 99 * 98 * 97) = 31


@clause("A9")
def test_the_seed_draws_the_starter_among_all_seats() -> None:
    for players in (2, 3, 4):
        starters = Counter(
            az.new("azul", players=players, seed=seed).position()["starter"] for seed in range(600)
        )
        assert sorted(starters) == list(range(players))
        assert min(starters.values()) > 0.8 * 600 / players


@clause("A9")
def test_the_same_seed_draws_the_same_starter() -> None:
    for seed in range(20):
        assert az.new("azul", players=4, seed=seed).turn == az.new("azul", players=4, seed=seed).turn


@clause("A9")
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_the_host_may_name_the_starter(seat: int) -> None:
    game = az.new("azul", players=4, seed=8, starter=seat)
    assert game.turn == seat
    assert game.position()["starter"] == seat


@clause("A10")
@pytest.mark.parametrize("options", VARIANTS, ids=variant_name)
def test_no_tile_is_ever_lost_or_made(options: dict[str, Any]) -> None:
    tiles = tiles_of_game(options["players"], options["jokers"])
    assert sum(tiles.values()) == 100
    for seed in range(3):
        game, luck = az.new("azul", seed=seed, **options), random.Random(seed)
        while not game.over:
            game.play(luck.choice(game.moves()))
            assert census(game.position()) == tiles


@clause("A10")
def test_the_lid_is_public_and_the_order_in_the_bag_is_not() -> None:
    game = last_draft(board(["", "BB"], floor="RK"))
    assert game.position()["lid"] == {"B": 1, "Y": 0, "R": 1, "K": 1, "W": 0}
    offer = position(factories=["BBYR", "KKKW"], boards=[board(["", "R"])])
    one, other = az.load(offer, seed=1), az.load(offer, seed=2)
    assert one.position() == other.position()
    assert one.position()["bag"] == {"B": 18, "Y": 19, "R": 18, "K": 17, "W": 19}


@clause("A11")
def test_a_round_is_an_offer_then_tiling_then_a_refill() -> None:
    game = load(factories=["W"], boards=[board(["B"]), board()], turn=1, wall="grey")
    assert (game.phase, game.turn, game.position()["round"]) == ("offer", 1, 1)
    game.play("1W>5")
    assert (game.phase, game.turn, game.position()["round"]) == ("tiling", 0, 1)
    assert game.position()["factories"] == [""] * 5
    game.play("1@3")
    assert (game.phase, game.position()["round"]) == ("offer", 2)
    assert [len(factory) for factory in game.position()["factories"]] == [4] * 5


@clause("A12")
def test_the_starter_begins_with_the_marker_in_the_centre_and_turns_go_clockwise() -> None:
    game = az.new("azul", players=4, seed=4, starter=2)
    assert game.position()["marker"] == "centre"
    turns = []
    for _ in range(6):
        turns.append(game.turn)
        factory = next(move for move in game.moves() if move.endswith(">f"))
        game.play(factory)
    assert turns == [2, 3, 0, 1, 2, 3]


@clause("A12", "A42")
def test_the_marker_is_back_in_the_centre_when_the_next_round_begins() -> None:
    game = load(centre="W", boards=[board(), board()], turn=1)
    game.play("cW>5")
    assert game.position()["marker"] == "centre"
    assert game.turn == 1
