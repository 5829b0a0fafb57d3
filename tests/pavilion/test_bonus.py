"""Bonus tiles (S38-S42): who surrounds a structure takes from the supply, which is then refilled."""

import pytest

import azulejos as az
from tests.pavilion.clauses import clause
from tests.pavilion.positions import board, hand, load, position, stock

PILLAR = "P:.P.... *:....RG"  # lacks P3
STATUE = "R:R..... B:..BB.."  # lacks R2
WINDOW = "G:.....G"  # lacks G5


def _refused(game: az.Match, move: str, reason: str) -> None:
    before = game.record()
    with pytest.raises(az.IllegalMove, match=reason):
        game.play(move)
    assert game.record() == before


def _supply(game: az.Match) -> str:
    return str(game.position()["supply"])


@clause("S38")
@pytest.mark.parametrize(
    ("stars", "tiles", "move", "due"),
    [(PILLAR, "PPP", "P3=PPP", 1), (STATUE, "RR", "R2=RR", 2), (WINDOW, "GGGGG", "G5=GGGGG", 3)],
)
def test_a_structure_pays_at_once_and_must_be_taken(stars: str, tiles: str, move: str, due: int) -> None:
    game = load(board(stars, tiles + "B")).play(move)
    assert (game.phase, game.turn, game.position()["due"]) == ("bonus", 0, due)
    assert all(move.startswith("+") and len(move) == 1 + due for move in game.moves())
    for refused in ("pass", "B1=B", "1R"):
        _refused(game, refused, f"{due} bonus tiles are due")
    game.play(game.moves()[0])
    assert (game.phase, game.turn, game.position()["due"]) == ("place", 1, 0)


@clause("S38")
def test_every_group_of_the_supply_may_be_chosen_the_wilds_too() -> None:
    game = load(board(STATUE, "RR"), supply="PPGOOOOOOO").play("R2=RR")
    assert sorted(game.moves()) == sorted(["+PP", "+PG", "+PO", "+GO", "+OO"])  # one green only
    _refused(game, "+GG", "the supply holds only PPGOOOOOOO")
    _refused(game, "+PPG", "3 tiles picked, expected 2")
    _refused(game, "+P", "1 tiles picked, expected 2")
    _refused(game, "+RP", "the supply holds only")
    game.play("+PP")
    assert hand(game) == "PP"


@clause("S38")
def test_groups_of_three_are_counted_by_hand() -> None:
    game = load(board(WINDOW, "GGGGG"), supply="PPPGYYYYYY").play("G5=GGGGG")
    assert sorted(game.moves()) == sorted(["+PPP", "+PPG", "+PPY", "+PGY", "+PYY", "+GYY", "+YYY"])
    full = load(board(WINDOW, "GGGGG"), supply="PGOYBRPGOY").play("G5=GGGGG")
    # three different of six: 20; two alike (of four colours) and one of five others: 20
    assert len(full.moves()) == 40


@clause("S38")
def test_the_colours_around_do_not_matter() -> None:
    game = load(board("P:.P.... *:....YB", "PPP")).play("P3=PPP")
    assert game.position()["due"] == 1


@clause("S38")
def test_a_structure_pays_once() -> None:
    game = load(board("R:RR.... B:..BB..", "RRR")).play("R3=RRR")
    assert (game.phase, game.turn) == ("place", 1)


@clause("S38")
def test_the_structures_of_others_do_not_count() -> None:
    game = load(board("R:R.....", "RR"), board("B:..BB..")).play("R2=RR")
    assert game.phase == "place"


@clause("S39")
@pytest.mark.parametrize(
    ("stars", "tiles", "move", "due"),
    [
        ("R:R.R... B:..BB.. *:PG....", "RR", "R2=RR", 3),  # statue red-blue and the red pillar
        ("Y:.Y.Y.. B:BB.... *:..RG..", "YYY", "Y3=YYY", 3),  # the yellow pillar and statue blue-yellow
        ("P:.PP... G:.GG... *:...R.O", "PPPPP", "*5=PPPPP", 2),  # two pillars through the centre
        ("O:.OO... R:.RR... *:.G...Y", "P", "*1=P", 2),
    ],
)
def test_two_structures_at_once_are_paid_in_one_go(stars: str, tiles: str, move: str, due: int) -> None:
    game = load(board(stars, tiles), round=1).play(move)
    assert (game.phase, game.position()["due"]) == ("bonus", due)
    assert len(_supply(game)) == 10
    game.play(game.moves()[0])
    assert (game.phase, game.turn) == ("place", 1)
    assert len(hand(game)) == due


@clause("S39", "S42")
def test_both_structures_are_paid_from_the_supply_as_it_stands() -> None:
    game = load(board("R:R.R... B:..BB.. *:PG....", "RR"), supply="PG").play("R2=RR")
    assert game.moves() == ["+PG"]  # two of three: nothing is refilled in between


@clause("S40")
def test_bonus_tiles_join_the_hand_and_serve_from_the_next_turn() -> None:
    game = load(board(STATUE, "RRB"), board(hand="G"), supply="PPBBOOOOOO")
    game.play("R2=RR").play("+BB")
    assert hand(game) == "BBB"
    assert game.turn == 1
    game.play("G1=G")
    assert game.turn == 0
    assert "*3=BBB" in game.moves()


@clause("S40")
def test_bonus_tiles_come_after_the_payment() -> None:
    game = load(board(WINDOW, "GGGG"), supply="GGGGGGGGGG")
    assert "G5=GGGGG" not in game.moves()


@clause("S41")
def test_the_supply_is_refilled_from_the_bag_when_the_turn_ends() -> None:
    game = load(board(STATUE, "RR"), supply="PPGGOOYYBB")
    before = game.position()
    game.play("R2=RR")
    assert len(_supply(game)) == 10
    game.play("+PP")
    assert len(_supply(game)) == 10
    after = game.position()
    assert sum(after["bag"].values()) == sum(before["bag"].values()) - 2
    assert stock(game, "tower") == "R"
    assert [entry.seat for entry in game.entries] == [0, 0, -1]


@clause("S41")
def test_a_refill_takes_the_tower_when_the_bag_runs_out_in_the_middle() -> None:
    """Of three empty spaces the bag's last two tiles fill two, the tower the third."""
    mine, other = board("G:.....G", "GGGGG"), board()
    game = az.load(position(boards=[mine, other], supply="PPPOOOOOOO", bag="YB", tower="RRRR"), seed=1)
    game.play("G5=GGGGG").play("+PPP")  # four greens are in the tower now
    assert len(_supply(game)) == 10
    assert _supply(game).replace("O", "").strip("GR") == "YB"
    assert stock(game, "tower") == ""
    assert len(stock(game, "bag")) == 7  # 4 red and 4 green, less one
    assert stock(game, "bag").count("R") + stock(game, "bag").count("G") == 7


@clause("S41")
def test_the_tower_stays_while_the_bag_is_just_enough() -> None:
    game = az.load(position(boards=[board(hand="O")], supply="PPPPPPPP", bag="YB", tower="RRRR"), seed=1)
    game.play("O1=O")
    assert _supply(game) == "PPPPPPPPYB"
    assert (stock(game, "bag"), stock(game, "tower")) == ("", "RRRR")


@clause("S41")
def test_what_was_paid_in_this_turn_is_in_the_tower_in_time() -> None:
    game = az.load(position(boards=[board(hand="OOO")], supply="PPPPPPPPP", bag="", tower=""), seed=1)
    game.play("O3=OOO")
    assert _supply(game) == "PPPPPPPPPO"
    assert stock(game, "bag") == "O"


@clause("S41")
def test_with_bag_and_tower_empty_spaces_stay_empty_and_every_turn_tries_again() -> None:
    boards = [board(hand="RG"), board(hand="YY"), board(passed=True)]
    game = az.load(position(boards=boards, supply="PPP", bag="", tower=""), seed=1)
    game.play("R1=R")
    assert _supply(game) == "PPP"  # a 1 sends nothing to the tower
    game.play("Y2=YY")
    assert _supply(game) == "PPPY"
    game.play("pass")  # a passing turn refills as well
    assert sorted(_supply(game)) == sorted("PPPYG")
    assert (stock(game, "bag"), stock(game, "tower")) == ("", "")


@clause("S41")
def test_a_supply_that_was_short_is_filled_after_any_turn() -> None:
    game = load(board(hand="R"), supply="PP").play("R1=R")
    assert len(_supply(game)) == 10
    game = load(board(hand="R"), supply="PP").play("pass=R")
    assert len(_supply(game)) == 10


@clause("S42")
@pytest.mark.parametrize(("supply", "due"), [("P", 1), ("PG", 2), ("PGG", 3), ("PGGO", 3)])
def test_a_supply_smaller_than_due_is_taken_whole(supply: str, due: int) -> None:
    game = load(board(WINDOW, "GGGGG"), supply=supply).play("G5=GGGGG")
    assert game.position()["due"] == due
    if due == len(supply):
        assert game.moves() == [f"+{supply}"]
    game.play(game.moves()[0])
    assert len(hand(game)) == due
    assert (game.phase, game.turn) == ("place", 1)


@clause("S42")
def test_with_an_empty_supply_there_is_no_bonus_at_all() -> None:
    game = load(board(WINDOW, "GGGGG"), supply="").play("G5=GGGGG")
    assert (game.phase, game.turn, game.position()["due"]) == ("place", 1, 0)
    assert hand(game) == ""
    assert len(_supply(game)) == 10  # and then it is refilled
