"""Summer Pavilion's moves as people type them, pick them and read them."""

import pytest

import azulejos as az
from azulejos.terminal.pavilion.menu import compact, example, listing, notation
from azulejos.terminal.pavilion.story import dealt, doubt, forced, story
from azulejos.terminal.pavilion.typed import narrow
from tests.terminal.pavilions import board, placing, position


def start() -> az.Match:
    """Factories OYYB OYYB PPGR PPGY GGYB, purple wild."""
    return az.new("pavilion", seed=7, starter=0)


def bonus() -> az.Match:
    """A statue is complete, so two bonus tiles are due from a supply of many colours."""
    statue = board({"P": "PP....", "O": "..OO.."})
    return az.load(position(statue, board(), phase="bonus", due=2))


# --- typing -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["3R", "3r", " 3 r ", "3red", "factory 3 red"])
def test_taking_is_understood_however_it_is_typed(typed: str) -> None:
    assert narrow(start(), typed) == "3R"


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("R3=RRP", "R3=RRP"),
        ("r3 rrp", "R3=RRP"),
        ("r3=2r+1p", "R3=RRP"),
        ("red 3 2 red and 1 purple", "R3=RRP"),
        ("red star 3 rr wild", "R3=RRP"),
        ("*3 ggg", "*3=GGG"),
        ("centre 3 ggg", "*3=GGG"),
        ("pass=gg", "pass=GG"),
        ("pass gg", "pass=GG"),
        ("pass keep 2 green", "pass=GG"),
        ("pass", "pass"),
        ("PASS =", "pass="),
        ("pass keep none", "pass="),
    ],
)
def test_placing_and_passing_are_understood_however_they_are_typed(typed: str, move: str) -> None:
    assert narrow(placing(), typed) == move


def test_part_of_a_move_means_all_that_begin_so() -> None:
    assert narrow(placing(), "r3") == ["R3=RRR", "R3=RRP"]
    assert {move[0] for move in narrow(placing(), "r")} == {"R"}
    assert narrow(start(), "3") == ["3G", "3R"]
    assert narrow(placing(), "p") == ["P1=P"]
    assert narrow(bonus(), "r") == ["+PR", "+GR", "+OR", "+YR", "+BR", "+RR"]


@pytest.mark.parametrize("typed", ["+RG", "rg", "r g", "red green", "1r1g"])
def test_bonus_tiles_need_only_their_letters(typed: str) -> None:
    assert narrow(bonus(), typed) == "+RG"


@pytest.mark.parametrize("typed", ["hello", "", "7x", "r9 x", "=="])
def test_what_is_no_move_is_left_to_the_engine(typed: str) -> None:
    for game in (start(), placing(), bonus()):
        assert narrow(game, typed) == typed


@pytest.mark.parametrize(
    ("game", "typed", "reason"),
    [
        (start(), "c", "the centre holds no tiles"),
        (start(), "7", "there is no factory 7"),
        (placing(), "r2", "space R2 already holds a tile"),
        (placing(), "r6", "the hand holds only PGRRR"),
        (placing(), "*6", "takes no red tile: it has that colour already"),
        (placing(), "b", "no space of the blue star can be paid now"),
    ],
)
def test_a_beginning_that_leads_nowhere_is_explained(game: az.Match, typed: str, reason: str) -> None:
    with pytest.raises(az.IllegalMove, match=reason):
        narrow(game, typed)


def test_passing_without_a_word_about_tiles_is_doubted_while_some_could_be_kept() -> None:
    assert doubt(placing(), "pass")[:2] == ["pass", "pass=P"]
    assert doubt(placing(), "pass=") == []
    assert doubt(placing(), "R1=R") == []
    assert doubt(placing(round=6), "pass") == []  # S45
    assert doubt(az.load(position(board(), board())), "pass") == []


# --- lists ------------------------------------------------------------------------------------------------


def lines(game: az.Match, moves: list[str] | None = None, width: int = 80) -> list[str]:
    return [line.plain.rstrip() for line in listing(game, moves or game.moves(), width).lines]


def test_taking_lists_what_comes_with_each_colour() -> None:
    assert lines(start())[2:4] == [
        "  factory 3:   7) 1 green + 1 purple (wild)   8) 1 red + 1 purple (wild)",
        "  factory 4:   9) 1 green + 1 purple (wild)  10) 1 yellow + 1 purple (wild)",
    ]
    after = start().play("3R")
    assert lines(after)[-1] == "  centre, with the marker:  12) 1 green + 1 purple (wild) (-2)"


def test_spaces_are_listed_star_by_star_with_points_and_structures() -> None:
    told = listing(placing(), placing().moves(), 80)
    assert told.question == "Which space"
    assert [line.plain.rstrip() for line in told.lines] == [
        "  purple star",
        "    P1  1 purple: a lone tile = 1",
        "  red star",
        "    R1  1 red: 2 in a group = 2",
        "    R3  3 tiles, 2 ways to pay: 2 in a group = 2, completing the red pillar (1",
        "        bonus tile)",
        "    R4  3 red + 1 purple (wild): a lone tile = 1",
        "  green star",
        "    G1  1 green: a lone tile = 1",
        "    G2  1 green + 1 purple (wild): a lone tile = 1",
        "  or pass",
        "  pass  be out for this round, and choose what to keep",
    ]
    assert list(told.picks) == ["p1", "r1", "r3", "r4", "g1", "g2", "pass"]


def test_payments_with_the_fewest_wilds_come_first() -> None:
    told = listing(placing(), ["R3=RRP", "R3=RRR"], 80)
    assert told.question == "How to pay for R3 (2 in a group = 2, completing the red pillar (1 bonus tile))"
    assert [line.plain.strip() for line in told.lines] == ["1  3 red", "2  2 red + 1 purple (wild)"]


def test_in_the_centre_star_a_payment_says_what_will_lie_there() -> None:
    game = az.load(position(board(hand="GGRRP"), board()))
    moves = [move for move in game.moves() if move.startswith("*2")]
    assert [line.strip() for line in lines(game, moves)] == [
        "1  2 green, so green lies there",
        "2  2 red, so red lies there",
        "3  1 green + 1 purple (wild), so green lies there",
        "4  1 red + 1 purple (wild), so red lies there",
    ]


def test_passing_says_what_is_kept_and_lost_and_suggests_the_next_wild() -> None:
    game = placing()
    passes = [move for move in game.moves() if move.startswith("pass")]
    told = listing(game, passes, 80)
    assert told.question == "Which tiles to keep"
    assert [line.plain.strip() for line in told.lines][:2] == [
        "0  keep nothing, discard 1 purple, 1 green and 3 red (-4)",  # a score of 5 can lose only 4 (S5)
        "1  keep 1 green and 3 red, discard 1 purple (-1), suggested",
    ]
    assert (
        told.lines[-1].plain.strip() == "or type another, as in pass=RRR" or "pass=" in told.lines[-1].plain
    )
    last = listing(placing(round=6), passes, 80)
    assert last.lines[0].plain.strip().endswith("(-4), suggested")


def test_passing_with_an_empty_hand_is_a_list_of_one() -> None:
    assert lines(az.load(position(board(), board()))) == ["     0  pass: no tiles are left to keep"]


def test_bonus_tiles_are_picked_one_after_the_other() -> None:
    game = bonus()
    first = listing(game, game.moves(), 80)
    assert first.question == "Which bonus tile from the supply, number 1 of 2"
    assert first.lines[0].plain.strip() == "p  purple (wild), 2 in the supply"
    second = listing(game, first.picks["g"], 80)
    assert second.question == "Which bonus tile from the supply, number 2 of 2, besides 1 green"
    assert second.picks["r"] == ["+GR"]
    assert "g" not in second.picks  # there is only one


def test_all_bonus_tiles_that_are_left_are_a_list_of_one() -> None:
    game = az.load(position(board(), board(), phase="bonus", due=2, supply="GR"))
    assert lines(game) == ["     1  1 green and 1 red"]


def test_all_moves_in_short() -> None:
    short = compact(placing().moves())
    assert short[:3] == ["P1=P", "R1=R", "R3=RRR,RRP"]
    assert short[-1].startswith("pass and pass=P to ")
    assert compact(az.load(position(board(), board())).moves()) == ["pass"]


def test_help_has_an_example_from_the_position() -> None:
    assert "Here 1O takes 1 orange from factory 1; 1o will do." in notation(start())[0]
    assert example(placing()) == "R3=RRR"
    assert "Here R3=RRR puts red on R3" in notation(placing())[0]
    assert "+PP" in notation(bonus())[0]
    grey = az.load(position(board(hand="RR"), board(), side="grey"))
    assert notation(grey)[-1] == "On the grey side 1:3 is space 1, which costs 3 tiles."


# --- stories ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "move", "told"),
    [
        (start(), "1Y", "takes 2 yellow from factory 1"),
        (start(), "3R", "takes 1 red + 1 purple (wild) from factory 3"),
        (
            start().play("3R"),
            "cG",
            "takes the marker and 1 green + 1 purple (wild) from the centre (-2)",
        ),
        (
            placing(),
            "R3=RRP",
            "puts red on R3 for 2 red + 1 purple (wild): 2 in a group = 2, completing the red pillar "
            "(1 bonus tile)",
        ),
        (placing(supply=""), "R4=RRRP", "puts red on R4 for 3 red + 1 purple (wild): a lone tile = 1"),
        (
            placing(supply=""),
            "R3=RRR",
            "puts red on R3 for 3 red: 2 in a group = 2, completing the red pillar "
            "(no bonus tile left in the supply)",
        ),
        (bonus(), "+PG", "takes 1 purple and 1 green from the supply"),
        (placing(), "pass=RRR", "passes keeping 3 red, discarding 1 purple and 1 green (-2)"),
        (placing(), "pass", "passes keeping nothing, discarding 1 purple, 1 green and 3 red (-4)"),
        (az.load(position(board(), board())), "pass", "passes with no tiles left"),
    ],
)
def test_every_move_is_told_in_words(game: az.Match, move: str, told: str) -> None:
    assert story(game, move) == told


def test_the_end_of_acquiring_says_who_places_first() -> None:
    before = az.load(
        position(board(), board(), phase="acquire", centre="R", marker="centre"), names=["You", "Bruno"]
    )
    after = before.copy().play("cR")
    assert forced(before, after, "cR") == ["All tiles are taken; You begin to place."]
    assert forced(after, after.copy().play("pass"), "pass") == []


def test_deals_are_told() -> None:
    assert dealt("+PG") == "The supply gets 1 purple and 1 green."
    assert dealt("+ PPPP -") == "The factories are filled."
    assert dealt("+R PPPP -") == "The factories are filled and the supply gets 1 red."
