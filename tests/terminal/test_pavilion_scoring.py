"""How a round and a game of Summer Pavilion are explained, against sums counted by hand."""

import azulejos as az
from azulejos.terminal.pavilion.final import result, so_far
from azulejos.terminal.pavilion.scoring import explain
from tests.terminal.pavilions import board, placing, position

FULL = "PGOYBR"


def explained(game: az.Match, width: int = 80) -> list[str]:
    account = game.account()
    assert account is not None
    return explain(account, game.names, width).plain.splitlines()


def test_every_tile_is_told_with_its_group_and_what_it_completed() -> None:
    game = placing()
    for move in ("R3=RRR", "+B", "pass=B", "G1=G", "pass=P"):
        game.play(move)
    assert explained(game) == [
        "Ana",
        "  R3: 2 in a group = 2; red pillar: took 1 blue",
        "  G1: a lone tile = 1",
        "  kept 1 purple",
        "  discarded 1 blue: -1",
        "  score: 5 + 3 - 1 = 7",
        "Bruno",
        "  no tile was placed",
        "  kept 1 blue",
        "  score: 5 + 0 = 5",
    ]


def test_the_minimum_of_one_is_told_where_it_bites() -> None:
    """S5: Ana takes the marker with three tiles at 2 points, then throws four away at 1."""
    ana, bruno = board(score=2, hand="BB"), board(passed=False)
    start = position(ana, bruno, phase="acquire", centre="RRP", marker="centre")
    game = az.load(start, names=["Ana", "Bruno"])
    for move in ("cR", "pass=B", "pass"):
        game.play(move)
    assert explained(game) == [
        "Ana",
        "  marker: -3",
        "  no tile was placed",
        "  kept 1 blue",
        "  discarded 1 purple, 1 blue and 2 red: -4",
        "  score: 2 - 3 = -1, never below 1: 1 + 0 - 4 = -3,",
        "    never below 1: 1",
        "Bruno",
        "  no tile was placed",
        "  no tiles were left",
        "  score: 5 + 0 = 5",
    ]


def test_a_tile_of_another_colour_is_named() -> None:
    game = az.load(position(board(hand="R"), board(passed=True)), names=["Ana", "Bruno"])
    game.play("*1=R").play("pass")
    assert explained(game)[1] == "  *1: red, a lone tile = 1"


def ended(side: str = "coloured", **bruno: int) -> az.Match:
    """Round 6, both about to be done: Ana has a whole red and a whole centre star and keeps two tiles."""
    ana = board({"R": "RRRRRR", "*": FULL}, score=40, hand="PP")
    boards = (ana, board(score=bruno.get("score", 10), passed=True))
    game = az.load(position(*boards, round=6, side=side), names=["Ana", "Bruno"])
    return game.play("pass=PP")


def test_the_end_is_told_by_reason() -> None:
    told = result(ended()).plain.splitlines()
    assert told == [
        "The game is over: 6 rounds have been played.",
        "                       score  stars  numbers  corners  total",
        "Ana                       40    +26        0       -2     64",
        "Bruno                     10      0        0        0     10",
        "  Ana: 14 for the red star, 12 for the centre star and -2 for 2 tiles in the corners",
        "  Bruno: no bonus",
        "Ana wins with 64 points.",
    ]


def test_numbers_bring_their_bonus() -> None:
    """S49: all seven 1s."""
    ana = board({**{c: c + "....." for c in "PORBYG"}, "*": "R....."}, score=9)
    game = az.load(position(ana, board(passed=True), round=6), names=["You", "Bruno"]).play("pass")
    told = result(game).plain.splitlines()
    assert told[4] == "  You: 4 for all the 1s"
    assert told[-1] == "You win with 13 points."


def test_on_the_grey_side_a_star_is_told_with_what_lies_in_it() -> None:
    told = result(ended("grey")).plain
    assert "14 for the star R in red, 12 for the centre star in all colours" in told


def test_level_scores_share_the_victory() -> None:
    assert result(ended(score=64)).plain.endswith("Ana and Bruno share the victory with 64 points each.")


def test_the_points_so_far() -> None:
    game = placing().play("pass=RRR").play("pass=B")
    assert so_far(game).plain.splitlines() == [
        "Ana: 3",
        "  round 1: placed +0, marker -0, discards -2, score 3",
        "  no final bonus yet",
        "Bruno: 5",
        "  round 1: placed +0, marker -0, discards -0, score 5",
        "  no final bonus yet",
    ]
    told = so_far(ended()).plain
    assert "round 6: placed +0, marker -0, discards -0, score 40" in told
    assert "the board brings 14 for the red star and 12 for the centre star at the end" in told
