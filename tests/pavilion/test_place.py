"""Phase 2, placing (S30-S37): whose turn it is, what a space costs, what it takes, what it scores."""

from itertools import product

import pytest

import azulejos as az
from tests.pavilion.clauses import clause
from tests.pavilion.positions import (
    LETTERS,
    board,
    hand,
    load,
    payments,
    placements,
    shown_board,
    star,
    stock,
)


def _refused(game: az.Match, move: str, reason: str) -> None:
    before = game.record()
    with pytest.raises(az.IllegalMove, match=reason):
        game.play(move)
    assert game.record() == before


# --- turns ------------------------------------------------------------------------------------------------


@clause("S30")
def test_each_turn_places_one_tile_and_goes_clockwise() -> None:
    boards = [board(hand="RR"), board(hand="RR"), board(hand="RR")]
    game = load(*boards, marker=2, turn=2)
    turns = []
    for move in ("R1=R", "R1=R", "R1=R", "*1=R", "*1=R", "*1=R"):
        turns.append(game.turn)
        game.play(move)
    assert turns == [2, 0, 1, 2, 0, 1]
    assert [hand(game, seat) for seat in range(3)] == ["", "", ""]
    assert game.phase == "place"  # all must still pass


@clause("S30")
@pytest.mark.parametrize(
    ("passed", "after"),
    [("....", 1), (".x..", 2), (".xx.", 3), ("..x.", 1), ("...x", 1), (".xxx", 0), (".x.x", 2)],
)
def test_who_has_passed_is_skipped(passed: str, after: int) -> None:
    boards = [board(hand="R", passed=mark == "x") for mark in passed]
    assert load(*boards).play("R1=R").turn == after


@clause("S30")
def test_the_last_player_left_takes_consecutive_turns() -> None:
    game = load(board(hand="RRRG"), board(hand="B", passed=True), board(passed=True))
    for move in ("R1=R", "*1=R", "G1=G"):
        assert game.turn == 0
        game.play(move)
    assert game.turn == 0
    assert hand(game) == "R"
    game.play("pass=R")
    assert game.position()["round"] == 2


@clause("S30")
def test_the_phase_ends_when_all_have_passed() -> None:
    game = load(board(), board(), board(), marker=1, turn=1)
    turns = []
    for _ in range(3):
        turns.append((game.turn, game.position()["round"]))
        game.play("pass")
    assert turns == [(1, 1), (2, 1), (0, 1)]
    assert (game.phase, game.position()["round"]) == ("acquire", 2)


# --- paying -----------------------------------------------------------------------------------------------


@clause("S31")
@pytest.mark.parametrize(
    ("space", "paid", "left", "tower"),
    [
        ("B1", "B", "BBBBBBR", ""),
        ("B2", "BB", "BBBBBR", "B"),
        ("B3", "BBB", "BBBBR", "BB"),
        ("B4", "BBBB", "BBBR", "BBB"),
        ("B5", "BBBBB", "BBR", "BBBB"),
        ("B6", "BBBBBB", "BR", "BBBBB"),
        ("*6", "BBBBBB", "BR", "BBBBB"),
    ],
)
def test_a_space_costs_its_number_one_tile_is_laid_the_others_go_to_the_tower(
    space: str, paid: str, left: str, tower: str
) -> None:
    game = load(board(hand="BBBBBBBR")).play(f"{space}={paid}")
    assert hand(game) == left
    assert stock(game, "tower") == tower
    at = int(space[1]) - 1
    assert star(game, space[0]) == "." * at + "B" + "." * (5 - at)
    assert game.scores() == [6, 5]


@clause("S31")
def test_a_space_takes_one_tile_only() -> None:
    game = load(board("R:R.....", "RRR"))
    assert payments(game, "R1") == []
    _refused(game, "R1=R", "space R1 already holds a tile")


@clause("S31", "S32")
def test_a_mixed_payment_lays_the_colour_and_spends_the_rest() -> None:
    game = load(board(hand="PPPPRRG")).play("R4=RPPP")
    assert star(game, "R") == "...R.."
    assert hand(game) == "PGR"
    assert stock(game, "tower") == "PPP"


@clause("S32")
@pytest.mark.parametrize(("own", "wilds"), list(product(range(7), range(7))))
def test_every_number_of_wilds_that_the_clause_allows(own: int, wilds: int) -> None:
    """With x of the colour and y wilds: max(0, N - x) to min(N - 1, y) wilds, if x is not 0."""
    game = load(board(hand="B" * own + "P" * wilds))
    for cost in range(1, 7):
        expected = [n for n in range(7) if own >= 1 and max(0, cost - own) <= n <= min(cost - 1, wilds)]
        for space in (f"B{cost}", f"*{cost}"):
            assert payments(game, space, "B") == ["B" * (cost - n) + "P" * n for n in expected]


@clause("S32")
def test_payments_counted_by_hand() -> None:
    game = load(board(hand="BBPP"))
    assert payments(game, "B1") == ["B"]
    assert payments(game, "B2") == ["BB", "BP"]
    assert payments(game, "B3") == ["BBP", "BPP"]
    assert payments(game, "B4") == ["BBPP"]
    assert payments(game, "B5") == []
    _refused(game, "B3=BBB", "the hand holds only PPBB")
    _refused(game, "B3=BB", "2 tiles paid for space B3, expected 3")
    _refused(game, "B3=BBPP", "4 tiles paid for space B3, expected 3")


@clause("S32")
def test_more_than_six_of_a_colour_give_no_more_choice() -> None:
    game = load(board(hand="B" * 12 + "P" * 9))
    assert payments(game, "B6") == ["B" * (6 - n) + "P" * n for n in range(6)]


@clause("S32")
def test_the_player_chooses_wilds_even_with_enough_of_the_colour() -> None:
    game = load(board(hand="BBBPP")).play("B3=BPP")
    assert hand(game) == "BB"
    assert stock(game, "tower") == "PP"


@clause("S32")
def test_other_colours_do_not_pay() -> None:
    game = load(board(hand="BBGPP"))
    for paid in ("BBG", "BGP", "BGG"):
        _refused(game, f"B3={paid}", "cannot pay for B3, expected only blue and purple")


@clause("S33")
@pytest.mark.parametrize("round", range(1, 7))
def test_the_wild_colour_itself_is_paid_with_its_own(round: int) -> None:
    wild, other = LETTERS[round - 1], LETTERS[round % 6]
    game = load(board(hand=wild * 3 + other * 6), round=round)
    for cost in range(1, 7):
        expected = [wild * cost] if cost <= 3 else []
        assert payments(game, f"{wild}{cost}") == expected
        assert payments(game, f"*{cost}", wild) == expected
    game.play(f"{wild}3={wild * 3}")
    assert star(game, wild) == f"..{wild}..."
    assert stock(game, "tower") == wild * 2
    assert hand(game) == other * 6


@clause("S33")
def test_nothing_stands_in_for_the_wild_colour() -> None:
    game = load(board(hand="PPGGG"))
    _refused(game, "P3=PPG", "PPG cannot pay for P3, expected only purple tiles")
    _refused(game, "P3=PPP", "the hand holds only PPGGG")


@clause("S34")
@pytest.mark.parametrize("space", ["G1", "B1", "*1"])
def test_a_one_needs_a_tile_of_its_colour(space: str) -> None:
    game = load(board(hand="PPPR"))
    assert payments(game, space, "G") == []
    assert payments(game, space, "B") == []


@clause("S34")
def test_a_wild_is_never_laid_for_another_colour() -> None:
    game = load(board(hand="PPPG"))
    assert payments(game, "G4") == ["GPPP"]
    _refused(game, "G4=PPPG", "the green star takes no purple tile")
    _refused(game, "G3=PPP", "the green star takes no purple tile")
    assert star(game.play("G4=GPPP"), "G") == "...G.."


@clause("S34")
def test_a_wild_may_lie_as_its_own_colour() -> None:
    game = load(board(hand="PPP"))
    assert placements(game) == ["P1=P", "P2=PP", "P3=PPP", "*1=P", "*2=PP", "*3=PPP"]


@clause("S20", "S32")
def test_a_colour_is_wild_in_its_own_round_only() -> None:
    mine = board(hand="RPPGG")
    for round, wilds in ((1, "P"), (2, "G"), (3, ""), (4, ""), (5, ""), (6, "")):
        paid = payments(load(mine, round=round), "R3")
        assert paid == ([f"R{wilds * 2}"] if wilds else [])


# --- stars ------------------------------------------------------------------------------------------------


@clause("S35")
@pytest.mark.parametrize("letter", "PORBYG")
def test_an_outer_star_takes_its_own_colour_only(letter: str) -> None:
    game = load(board(hand="PPGGOOYYBBRR"), round=6 if letter != "R" else 1)
    found = {paid[0] for position in range(1, 7) for paid in payments(game, f"{letter}{position}")}
    assert found == {letter}
    for other in LETTERS.replace(letter, ""):
        _refused(game, f"{letter}1={other}", "takes only its own colour")


@clause("S36")
def test_the_centre_star_takes_any_colour_on_any_space() -> None:
    game = load(board(hand="G" * 6 + "O" * 6 + "Y" * 6 + "B" * 6 + "R" * 6))
    for cost in range(1, 7):
        assert sorted(payments(game, f"*{cost}")) == sorted(colour * cost for colour in "GOYBR")


@clause("S36")
def test_each_colour_lies_in_the_centre_star_at_most_once() -> None:
    game = load(board("*:R.G...", "RRRRRRGGPPOY", score=7))
    for position in (2, 4, 5, 6):
        assert {paid[0] for paid in payments(game, f"*{position}")} <= set("POYB")
    assert payments(game, "*2") == ["PP", "OP", "YP"]
    _refused(game, "*2=RR", "the centre star takes no red tile: it has that colour already")
    _refused(game, "*4=GGPP", "the centre star takes no green tile: it has that colour already")
    assert star(game.play("*2=OP"), "*") == "ROG..."


@clause("S36")
def test_the_last_space_of_the_centre_takes_the_last_colour() -> None:
    game = load(board("*:PGOYB.", "PPPPPPRRRRRR"))
    assert payments(game, "*6") == [f"{'R' * (6 - n)}{'P' * n}" for n in range(6)]
    assert game.play("*6=RPPPPP").scores()[0] == 11


@clause("S36")
def test_a_colour_in_the_centre_does_not_close_its_own_star() -> None:
    game = load(board("*:R.....", "R"))
    assert placements(game) == ["R1=R"]


# --- points -----------------------------------------------------------------------------------------------


@clause("S37")
@pytest.mark.parametrize(
    ("before", "position", "points"),
    [
        ("......", 3, 1),
        ("R...R.", 3, 1),
        (".R....", 3, 2),
        ("...R..", 3, 2),
        (".R.R..", 3, 3),
        ("RR.R..", 3, 4),
        ("RR.RR.", 3, 5),
        ("RR.RRR", 3, 6),
        ("RR....", 3, 3),
        ("RR...R", 3, 4),  # round the ring: 6, 1, 2, 3
        ("....RR", 1, 3),
        (".R...R", 1, 3),
        (".RR.RR", 1, 5),
        (".RRR.R", 1, 5),
        (".R.R.R", 1, 3),
        ("R...R.", 6, 3),
        ("RRRRR.", 6, 6),
        ("R.R.R.", 6, 3),
        ("R.R.R.", 4, 3),
        ("R.R.R.", 2, 3),
    ],
)
def test_a_placement_scores_its_group_round_the_star(before: str, position: int, points: int) -> None:
    game = load(board(f"R:{before}", "RRRRRR")).play(f"R{position}={'R' * position}")
    assert game.scores()[0] == 5 + points


@clause("S37")
@pytest.mark.parametrize("letter", "PORBYG")
def test_a_complete_star_built_in_order_scores_1_to_6(letter: str) -> None:
    alone = board(hand=letter * 21), board(passed=True)
    game = load(*alone, supply="", round=6 if letter != "R" else 1)
    scores = []
    for position in range(1, 7):
        game.play(f"{letter}{position}={letter * position}")
        scores.append(game.scores()[0])
    assert scores == [6, 8, 11, 15, 20, 26]
    assert star(game, letter) == letter * 6


@clause("S37")
def test_the_centre_star_scores_whatever_its_colours() -> None:
    game = load(board("*:PG.YB.", "OOO")).play("*3=OOO")
    assert game.scores()[0] == 10


@clause("S37")
def test_other_stars_never_count() -> None:
    game = load(board("P:P..... O:..OO.. *:....GR", "PP")).play("P2=PP")
    assert game.scores()[0] == 7
    assert shown_board(game)["score"] == 7
