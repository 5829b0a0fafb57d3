"""Section 7 of the rules: joker tiles (A54-A70), on both walls."""

import random
from typing import Any

import pytest

import azulejos as az
from tests.azul.clauses import clause
from tests.azul.positions import (
    Position,
    board,
    census,
    destinations,
    floor_of,
    gains,
    last_draft,
    lines_of,
    load,
    stock,
    wall_of,
)


def _offer(mine: Position | None = None, **picture: Any) -> az.Match:
    """An offer of the joker game; factory 2 keeps it open."""
    picture = {"factories": [picture.pop("factory", ""), "KKKK"], **picture}
    return load(boards=[mine or board(), board()], jokers=True, **picture)


def _tiled(mine: Position, **picture: Any) -> az.Match:
    return last_draft(mine, jokers=True, **picture)


@clause("A54")
@pytest.mark.parametrize(("players", "coloured", "jokers"), [(2, 19, 5), (3, 18, 10), (4, 18, 10)])
@pytest.mark.parametrize("wall", ["coloured", "grey"])
def test_jokers_replace_tiles_of_every_colour(players: int, coloured: int, jokers: int, wall: str) -> None:
    game = az.new("azul", players=players, wall=wall, jokers=True, seed=1)
    assert census(game.position()) == {**dict.fromkeys("BYRKW", coloured), "J": jokers}
    assert 5 * coloured + jokers == 100


@clause("A54")
def test_without_the_promo_there_are_no_jokers() -> None:
    game = az.new("azul", players=2, seed=1)
    assert "J" not in game.position()["bag"]
    with pytest.raises(az.IllegalMove, match="without jokers"):
        game.play("1J>1")


@clause("A55", "A56")
def test_jokers_alone_or_with_one_colour_or_the_colour_alone() -> None:
    game = _offer(factory="JRRB")
    taken = {move.partition(">")[0] for move in game.moves() if move[0] == "1"}
    assert taken == {"1B", "1R", "1J", "1B+J", "1R+J"}
    centre = _offer(centre="JJYW")
    taken = {move.partition(">")[0] for move in centre.moves() if move[0] == "c"}
    assert taken == {"cY", "cW", "cJ", "cY+J", "cW+J"}


@clause("A55")
def test_all_jokers_of_the_place_are_taken_alone() -> None:
    game = _offer(factory="JJRB")
    game.play("1J>3")
    assert lines_of(game) == ["", "", "JJ", "", ""]
    assert game.position()["centre"] == "BR"


@clause("A55")
def test_all_jokers_of_the_place_are_taken_with_all_of_a_colour() -> None:
    game = _offer(factory="JRRB")
    game.play("1R+J>4")
    assert lines_of(game) == ["", "", "", "RRJ", ""]
    assert game.position()["centre"] == "B"


@clause("A56")
def test_a_colour_may_be_taken_without_the_jokers_which_move_to_the_centre() -> None:
    game = _offer(factory="JRRB")
    game.play("1R>2")
    assert lines_of(game) == ["", "RR", "", "", ""]
    assert game.position()["centre"] == "BJ"


@clause("A56")
def test_jokers_in_the_centre_stay_there_when_a_colour_is_taken() -> None:
    game = _offer(centre="JJYW")
    game.play("cY>1")
    assert game.position()["centre"] == "WJJ"


@clause("A55", "A56")
def test_there_is_no_draft_of_jokers_where_there_are_none() -> None:
    game = _offer(factory="YRRB", centre="J")
    for absent in ("1J>1", "1R+J>3", "2K+J>4"):
        with pytest.raises(az.IllegalMove, match=r"factory [12] holds no joker"):
            game.play(absent)
    with pytest.raises(az.IllegalMove, match="the centre holds no red tile"):
        game.play("cR+J>3")


@clause("A57", "A15")
@pytest.mark.parametrize("move", ["cJ>2", "cY+J>5", "cJ>f"])
def test_taking_jokers_from_the_centre_brings_the_marker(move: str) -> None:
    game = _offer(centre="JJYW")
    game.play(move)
    assert game.position()["marker"] == 0
    assert floor_of(game)[0] == "1"


@clause("A57", "A26")
def test_the_offer_stays_open_while_a_joker_lies_there() -> None:
    game = load(factories=["BBBJ"], boards=[board(), board()], jokers=True)
    game.play("1B>3")
    assert (game.phase, game.turn) == ("offer", 1)
    assert game.moves() == ["cJ>1", "cJ>2", "cJ>3", "cJ>4", "cJ>5", "cJ>f"]
    game.play("cJ>5")
    assert game.position()["round"] == 2


@clause("A58")
@pytest.mark.parametrize(
    ("move", "lines", "floor"),
    [
        ("1B+J>3", ["", "", "BBJ", "", ""], ""),
        ("1B+J>5", ["", "", "", "", "BBJ"], ""),
        ("1B+J>1", ["B", "", "", "", ""], "BJ"),
        ("1B+J>f", ["", "", "", "", ""], "BBJ"),
        ("1J>f", ["", "", "", "", ""], "J"),
        ("1J>1", ["J", "", "", "", ""], ""),
    ],
)
def test_jokers_go_where_the_draft_goes(move: str, lines: list[str], floor: str) -> None:
    game = _offer(factory="BBJY").play(move)
    assert lines_of(game) == lines
    assert floor_of(game) == floor


@clause("A58", "A23")
def test_jokers_beyond_the_line_fall_to_the_floor() -> None:
    game = _offer(factory="JJJY").play("1J>2")
    assert lines_of(game)[1] == "JJ"
    assert floor_of(game) == "J"


@clause("A59")
def test_a_line_of_jokers_takes_any_one_colour_later() -> None:
    game = _offer(board(["", "", "JJ"]), factory="YRRW")
    for colour in "YRW":
        assert "3" in destinations(game, f"1{colour}")
    game.play("1Y>3")
    assert lines_of(game)[2] == "YJJ"


@clause("A59")
def test_a_line_of_jokers_that_got_a_colour_takes_no_second_one() -> None:
    game = _offer(board(["", "", "", "", "J"]), factory="YRRW")
    game.play("1Y>5").play("2K>4")
    assert destinations(game, "cR") == ["1", "2", "3", "4", "f"]
    with pytest.raises(az.IllegalMove, match="line 5 holds yellow tiles"):
        game.play("cW>5")


@clause("A59")
def test_a_coloured_line_takes_jokers_later() -> None:
    game = _offer(board(["", "", "", "R"]), factory="JJBB")
    game.play("1J>4")
    assert lines_of(game)[3] == "RJJ"


@clause("A59")
def test_a_line_with_a_colour_and_a_joker_refuses_a_second_colour() -> None:
    game = _offer(board(["", "", "", "JR"]), factory="BBKW")
    assert destinations(game, "1B") == ["1", "2", "3", "5", "f"]


@clause("A59", "A21", "A66")
def test_a_line_of_jokers_takes_no_colour_that_its_wall_row_has() -> None:
    game = _offer(board(["", "", "J"], wall="..... ..... ..B.. ..... ....."), factory="BBYW")
    assert destinations(game, "1B") == ["1", "2", "4", "5", "f"]
    assert destinations(game, "1Y") == ["1", "2", "3", "4", "5", "f"]


@clause("A60")
def test_jokers_alone_go_to_any_unfinished_line_and_mixed_drafts_where_the_colour_may_go() -> None:
    # line 2 is red, row 3 has blue, line 4 is blue, line 5 has a joker
    mine = board(["", "R", "", "BB", "J"], wall="..... ..... ..B.. ..... .....")
    game = _offer(mine, factory="BJYY")
    assert destinations(game, "1J") == ["1", "2", "3", "4", "5", "f"]
    assert destinations(game, "1B+J") == ["1", "1:1", "4", "5", "f"]
    assert destinations(game, "1Y+J") == ["1", "1:1", "3", "5", "f"]
    with pytest.raises(az.IllegalMove, match="line 2 holds red tiles"):
        game.play("1Y+J>2")
    with pytest.raises(az.IllegalMove, match="row 3 of the wall already holds blue"):
        game.play("1B+J>3")


@clause("A60", "A22")
def test_no_joker_goes_into_a_complete_line() -> None:
    game = _offer(board(["J", "RR", "BBJ"]), factory="JYYY")
    assert destinations(game, "1J") == ["4", "5", "f"]


# line, what it holds, blue tiles and jokers of the draft, how many jokers may go into the line
SPLITS = [
    (1, "", 1, 1, [0, 1]),
    (1, "", 2, 2, [0, 1]),
    (2, "", 1, 1, [1]),  # all fit: all jokers go in
    (2, "", 1, 2, [1, 2]),
    (2, "", 2, 2, [0, 1, 2]),
    (2, "B", 1, 1, [0, 1]),
    (2, "J", 1, 1, [0, 1]),
    (3, "", 1, 1, [1]),
    (3, "", 2, 2, [1, 2]),
    (3, "", 1, 3, [2, 3]),
    (3, "B", 2, 1, [0, 1]),
    (3, "J", 1, 2, [1, 2]),
    (4, "", 2, 2, [2]),
    (4, "", 4, 1, [0, 1]),
    (4, "BBJ", 1, 1, [0, 1]),
    (4, "BBJ", 3, 2, [0, 1]),
    (5, "", 3, 5, [2, 3, 4, 5]),
    (5, "", 5, 5, [0, 1, 2, 3, 4, 5]),
    (5, "", 6, 5, [0, 1, 2, 3, 4, 5]),
    (5, "BB", 1, 1, [1]),
    (5, "BB", 1, 4, [2, 3]),
]


def _split(line: int, held: str, coloured: int, jokers: int) -> az.Match:
    mine = board([""] * (line - 1) + [held])
    centre = "B" * coloured + "J" * jokers
    return load(factories=["KKKK"], centre=centre, boards=[mine, board(floor="1")], jokers=True)


@clause("A61")
@pytest.mark.parametrize(("line", "held", "coloured", "jokers", "counts"), SPLITS)
def test_the_player_says_how_many_jokers_go_in(
    line: int, held: str, coloured: int, jokers: int, counts: list[int]
) -> None:
    moves = [move for move in _split(line, held, coloured, jokers).moves() if f"B+J>{line}" in move]
    assert moves == [f"cB+J>{line}", *(f"cB+J>{line}:{count}" for count in counts[1:])]
    for count in counts:
        game = _split(line, held, coloured, jokers).play(f"cB+J>{line}:{count}")
        blue = min(coloured, line - len(held) - count)
        assert sorted(lines_of(game)[line - 1]) == sorted(held + "B" * blue + "J" * count)
        assert floor_of(game) == "B" * (coloured - blue) + "J" * (jokers - count)
    for count in set(range(10)) - set(counts):
        game = _split(line, held, coloured, jokers)
        with pytest.raises(az.IllegalMove, match=f"{count} jokers in line {line}, expected"):
            game.play(f"cB+J>{line}:{count}")


@clause("A61")
@pytest.mark.parametrize(("line", "held", "coloured", "jokers", "counts"), SPLITS)
def test_unsaid_the_fewest_jokers_go_in(
    line: int, held: str, coloured: int, jokers: int, counts: list[int]
) -> None:
    silent = _split(line, held, coloured, jokers).play(f"cB+J>{line}")
    spoken = _split(line, held, coloured, jokers).play(f"cB+J>{line}:{counts[0]}")
    assert silent.record() == spoken.record()  # and the smallest count is written without the number
    assert silent.position() == spoken.position()
    assert lines_of(silent)[line - 1].count("J") == held.count("J") + counts[0]


@clause("A61", "A64")
def test_a_mixed_draft_may_fill_a_line_with_jokers_only() -> None:
    game = _offer(factory="BBJJ").play("1B+J>2:2")
    assert lines_of(game)[1] == "JJ"
    assert floor_of(game) == "BB"
    game.play("2K>4")
    assert game.moves() == ["2@1", "2@2", "2@3", "2@4", "2@5"]  # so it goes on any cell (A64)


@clause("A61", "A25")
def test_on_a_nearly_full_floor_the_colour_falls_before_the_jokers() -> None:
    game = _offer(board(floor="RRRRR"), factory="BBJJ").play("1B+J>1:1")
    assert lines_of(game)[0] == "J"
    assert floor_of(game) == "BBRRRRR"
    assert stock(game, "lid") == "J"


@clause("A62", "A63")
@pytest.mark.parametrize(
    ("lines", "wall"),
    [
        (["", "BJ"], "..... .J... ..... ..... ....."),
        (["", "", "RRJ"], "..... ..... ....J ..... ....."),
        (["", "", "", "YJJJ"], "..... ..... ..... ....J ....."),
        (["", "", "", "", "WWWWJ"], "..... ..... ..... ..... ...J."),
    ],
)
def test_from_a_line_with_a_colour_and_a_joker_the_joker_goes_to_the_colours_cell(
    lines: list[str], wall: str
) -> None:
    game = _tiled(board(lines))
    assert game.position()["round"] == 2  # nothing was asked
    assert wall_of(game) == wall


@clause("A62")
def test_an_unfinished_line_keeps_its_jokers() -> None:
    game = _tiled(board(["", "J", "BJ"]))
    assert lines_of(game)[1:3] == ["J", "BJ"]
    assert wall_of(game) == "..... ..... ..... ..... ....."


@clause("A64")
def test_a_line_of_jokers_asks_for_any_empty_cell_of_its_row() -> None:
    game = _tiled(board(["", "JJ"], wall="..... W..R. ..... ..... ....."))
    assert game.phase == "tiling"
    assert game.moves() == ["2@2", "2@3", "2@5"]
    game.play("2@5")
    assert wall_of(game) == "..... W..RJ ..... ..... ....."
    assert gains(game) == [(2, 5, 2)]


@clause("A64", "A67")
def test_a_line_of_jokers_with_one_empty_cell_goes_there() -> None:
    game = _tiled(board(["J"], wall="BY.KW ..... ..... ..... ....."))
    assert wall_of(game) == "BYJKW ..... ..... ..... ....."
    assert game.ending == "row"
    assert game.scores()[0] == 5 + 2


@clause("A64", "A31")
def test_jokers_are_chosen_for_in_the_order_of_the_lines() -> None:
    game = _tiled(board(["J", "BB", "", "JJJJ"]))
    assert game.moves() == ["1@1", "1@2", "1@3", "1@4", "1@5"]
    game.play("1@2")  # blue then lands below it, in column 2 of row 2
    assert game.moves() == ["4@1", "4@2", "4@3", "4@4", "4@5"]
    game.play("4@1")
    assert gains(game) == [(1, 2, 1), (2, 2, 2), (4, 1, 1)]


@clause("A65")
@pytest.mark.parametrize(
    ("lines", "lid"),
    [
        (["", "", "", "BBJJ"], "BBJ"),
        (["", "", "", "BJJJ"], "BJJ"),
        (["", "", "", "", "RRRRJ"], "RRRR"),
    ],
)
def test_the_other_tiles_of_the_line_go_to_the_lid_spare_jokers_too(lines: list[str], lid: str) -> None:
    assert stock(_tiled(board(lines)), "lid") == lid


@clause("A65")
def test_spare_jokers_of_a_joker_line_go_to_the_lid_and_return() -> None:
    game = _tiled(board(["", "", "JJJ"])).play("3@3")
    assert stock(game, "lid") == "JJ"
    lid = "B" * 19 + "Y" * 19 + "R" * 19 + "K" * 19 + "W" * 19
    back = load(bag="", lid=lid + "JJJJJ", jokers=True)
    assert census(back.position())["J"] == 5
    assert stock(back, "lid") == ""


@clause("A66")
def test_a_joker_uses_up_the_colour_of_its_cell() -> None:
    game = _offer(board(wall="..... .J... ..... J.... ....."), factory="BRYW")  # blue, and red in row 4
    assert destinations(game, "1B") == ["1", "3", "4", "5", "f"]
    assert destinations(game, "1R") == ["1", "2", "3", "5", "f"]
    assert destinations(game, "1Y") == ["1", "2", "3", "4", "5", "f"]
    with pytest.raises(az.IllegalMove, match="row 2 of the wall already holds blue"):
        game.play("1B>2")
    with pytest.raises(az.BadPosition, match="board 0: line 2 holds blue, which wall row 2 has already"):
        _offer(board(["", "B"], wall="..... .J... ..... ..... ....."))


@clause("A66", "A64")
def test_a_chosen_cell_closes_its_colour_from_then_on() -> None:
    game = _tiled(board(["", "JJ"])).play("2@3")  # the yellow cell
    luck = random.Random(5)
    while game.turn != 0 or not any(move[1:].startswith("Y>") for move in game.moves()):
        game.play(luck.choice(game.moves()))
    assert not any(move[1] == "Y" and move.split(">")[1].startswith("2") for move in game.moves())


@clause("A67", "A30")
def test_a_joker_scores_and_is_a_neighbour_like_any_tile() -> None:
    game = _tiled(board(["", "", "BBJ"], wall="..... ..Y.. .W.Y. ..... ....."))
    assert gains(game) == [(3, 3, 3 + 2)]
    beside = _tiled(board(["", "", "BBB"], wall="..... ..J.. .J.J. ..... ....."))
    assert gains(beside) == [(3, 3, 3 + 2)]


@clause("A67", "A43", "A44")
@pytest.mark.parametrize("wall", ["coloured", "grey"])
def test_jokers_count_for_rows_and_columns(wall: str) -> None:
    picture = "JYJKW W.... J.... J.... Y...."
    game = load(boards=[board(wall=picture)], wall=wall, jokers=True)
    assert game.ending == "row"
    assert game.breakdown()[0]["bonuses"] == {"rows": 2, "columns": 7, "colours": 0}


@clause("A67", "A45")
def test_a_row_with_jokers_breaks_a_tie() -> None:
    row = board(wall="JJJKW ..... ..... ..... .....", score=10)
    game = load(boards=[board(score=12), row], jokers=True)
    assert game.scores() == [12, 12]
    assert game.winners() == [1]


@clause("A68")
@pytest.mark.parametrize(
    ("wall", "picture", "colours"),
    [
        ("coloured", "B.... .B... ..B.. ...B. ....J", 0),
        ("coloured", "J.... .B... ..B.. ...B. ....B", 0),
        ("coloured", "B.... .B... ..B.. ...B. ....B", 10),
        ("coloured", "B...J .B... ..B.. J..B. ....B", 10),
        ("coloured", ".J... ..J.. ...J. ....J J....", 0),
        ("grey", "B.... .B... ..B.. ...B. ....J", 0),
        ("grey", "B.... ..B.. .B... ....B J..B.", 10),
        ("grey", "J.... .J... ..J.. ...J. ....J", 0),
    ],
)
def test_jokers_never_count_for_a_colour(wall: str, picture: str, colours: int) -> None:
    game = load(boards=[board(wall=picture, score=20)], wall=wall, jokers=True, max_rounds=1)
    assert game.breakdown()[0]["bonuses"]["colours"] == colours
    assert game.scores()[0] == 20 + colours


@clause("A68")
def test_the_joker_that_fills_the_fifth_blue_cell_brings_no_bonus() -> None:
    wall = ".YRKW .B... ..B.. ...B. ....B"
    alone = last_draft(board(["B"], wall=wall), jokers=True)
    assert alone.breakdown()[0]["bonuses"] == {"rows": 2, "columns": 0, "colours": 10}
    joker = last_draft(board(["J"], wall=wall), jokers=True)
    assert joker.breakdown()[0]["bonuses"] == {"rows": 2, "columns": 0, "colours": 0}


@clause("A69")
def test_a_joker_on_the_floor_is_a_fallen_tile_like_any_other() -> None:
    game = _tiled(board(floor="JR", score=5))
    assert game.scores()[0] == 3
    assert stock(game, "lid") == "RJ"


# --- jokers on the grey wall ------------------------------------------------------------------------------


@clause("A70")
@pytest.mark.parametrize("line", ["BBJ", "BJJ", "JJJ"])
def test_on_the_grey_wall_a_joker_goes_on_any_empty_cell_of_its_row(line: str) -> None:
    # blue lies in columns 1 and 2: that stops a blue tile, not a joker
    wall = "B.... .B... ...Y. ..... ....."
    game = _tiled(board(["", "", line], wall=wall), wall="grey")
    assert game.moves() == ["3@1", "3@2", "3@3", "3@5"]
    blue = _tiled(board(["", "", "BBB"], wall=wall), wall="grey")
    assert blue.moves() == ["3@3", "3@5"]


@clause("A70", "A50")
def test_a_line_with_a_joker_never_falls() -> None:
    wall = "B.... .B... ..YRK ..... ....."  # no cell of row 3 takes blue
    game = _tiled(board(["", "", "BBJ"], wall=wall), wall="grey")
    assert game.moves() == ["3@1", "3@2"]
    game.play("3@2")
    assert wall_of(game) == "B.... .B... .JYRK ..... ....."
    assert stock(game, "lid") == "BB"


@clause("A70", "A48")
def test_a_joker_blocks_no_colour_in_its_row_or_column() -> None:
    wall = "..... ..... JJ... ..... J...."
    game = _offer(board(wall=wall), factory="BYRW", wall="grey")
    assert destinations(game, "1B") == ["1", "2", "3", "4", "5", "f"]
    tiled = _tiled(board(["", "", "", "BBBB"], wall=wall), wall="grey")
    assert tiled.moves() == ["4@1", "4@2", "4@3", "4@4", "4@5"]


@clause("A70", "A48", "A51")
def test_a_joker_laid_from_a_blue_line_does_not_block_blue_either() -> None:
    game = _tiled(board(["", "BJ", "", "BBBB"]), wall="grey").play("2@3")
    assert game.moves() == ["4@1", "4@2", "4@3", "4@4", "4@5"]
    game.play("4@3")
    assert wall_of(game) == "..... ..J.. ..... ..B.. ....."
    luck = random.Random(2)
    while game.turn != 0 or not any(move[1:].startswith("B>") for move in game.moves()):
        game.play(luck.choice(game.moves()))
    blue = {move[-1] for move in game.moves() if move[1:].startswith("B>")}
    assert "2" in blue  # row 2 has a joker, no blue tile
    assert "4" not in blue


@clause("A70")
def test_two_jokers_may_share_a_row_and_a_column_of_the_grey_wall() -> None:
    game = _tiled(board(["J", "JJ"], wall="J.... ..... ..... ..... ....."), wall="grey")
    game.play("1@2")
    assert game.moves() == ["2@1", "2@2", "2@3", "2@4", "2@5"]
    game.play("2@1")
    assert wall_of(game) == "JJ... J.... ..... ..... ....."


# --- stalemates with jokers -----------------------------------------------------------------------------

# as in test_grey: no colour fits anywhere; row 5 has room for jokers
DEAD = "BYRK. YRKB. RKBY. KBYR. ....W"


@clause("A53", "A70")
def test_dead_grey_walls_live_while_a_joker_can_come() -> None:
    assert not load(boards=[board(wall=DEAD), board(wall=DEAD)], wall="grey", jokers=True).over


@clause("A53")
@pytest.mark.parametrize(
    ("last", "over"),
    [
        ("JJ..W", True),  # all five jokers lie on walls
        ("J...W", False),  # one is free
    ],
)
def test_dead_grey_walls_end_the_game_when_no_joker_is_left(last: str, over: bool) -> None:
    walls = [DEAD.replace("....W", "JJJ.W"), DEAD.replace("....W", last)]
    game = load(boards=[board(wall=wall) for wall in walls], wall="grey", jokers=True)
    assert game.over == over


@clause("A53", "A46")
@pytest.mark.parametrize("seat", [0, 1])
def test_a_joker_waiting_in_a_line_that_can_be_finished_keeps_dead_walls_alive(seat: int) -> None:
    # white is missing in row 2 and has no cell, but the joker of the line has
    walls = [DEAD.replace("....W", "JJ..W"), DEAD.replace("....W", "JJ..W")]
    boards = [board(["", "J"] if other == seat else [], wall=wall) for other, wall in enumerate(walls)]
    game = load(boards=boards, wall="grey", jokers=True)
    assert not game.over


# On the coloured wall: red is used up everywhere, by jokers at two seats. Rows lack W, B, W, Y and K.
RED = "BYRK. W.YRK K.BYR RKWB. YR.WB"
RED_JOKERS = "BYJK. W.YJK K.BYJ JKWB. YJ.WB"


def _locked(extra: list[str], first: str = RED_JOKERS) -> az.Match:
    """Four seats; free are 2 yellow, 2 black and red tiles that no row takes any more."""
    return load(
        boards=[
            board(["", "B", "WW", "", extra[0]], wall=first),
            board(["", "B", "WW", "", extra[1]], wall=RED_JOKERS),
            board(["", "", "WW"], wall=RED),
            board(["", "", ""], wall=RED),
        ],
        jokers=True,
    )


@clause("A46", "A66", "A68")
def test_a_coloured_game_with_all_jokers_on_walls_can_be_stuck() -> None:
    game = _locked(["", ""])
    assert game.ending == "stalemate"
    assert [seat["bonuses"]["colours"] for seat in game.breakdown()] == [0, 0, 10, 10]
    assert game.scores() == [14, 14, 24, 24]


@clause("A46")
def test_one_free_joker_rescues_a_stuck_game() -> None:
    # the joker in row 1 of seat 0 is a red tile now, the joker is in the bag: it can go on line 1
    assert not _locked(["", ""], first="BYRK. W.YJK K.BYJ JKWB. YJ.WB").over


@clause("A46")
@pytest.mark.parametrize("fifth", ["J", "KJ", "KKJ"])  # 4, 3 or 2 black are needed, 2, 1 or 0 are free
def test_a_joker_locked_up_in_a_line_rescues_nothing(fifth: str) -> None:
    game = _locked([fifth, ""], first="BYRK. W.YJK K.BYJ JKWB. YJ.WB")
    assert game.ending == "stalemate"
