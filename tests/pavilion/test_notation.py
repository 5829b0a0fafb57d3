"""Moves as text (formats, section 2): what is written, what is understood, what is refused and how."""

import random
from itertools import combinations_with_replacement, product
from typing import Any

import pytest

import azulejos as az
from azulejos.pavilion.notation import parse_move
from tests.pavilion.positions import (
    LETTERS,
    STARS,
    VARIANTS,
    board,
    finish,
    hand,
    load,
    shown_board,
    variant_name,
    wander,
)

SPACES = ["{}", " {}", "{} ", "  {}\t", "\n{}\r\n"]
SPACE_NAMES = [f"{star}{position}" for star in STARS for position in range(1, 7)]


def _groups(most: int) -> list[str]:
    """All groups of one to so many tiles, in colour order."""
    return [
        "".join(group)
        for size in range(1, most + 1)
        for group in combinations_with_replacement(LETTERS, size)
    ]


TAKES = [f"{source}{colour}" for source in "123456789c" for colour in LETTERS]
PASSES = ["pass", *(f"pass={group}" for group in _groups(4))]
PICKS = [f"+{group}" for group in _groups(3)]


def _placements(wild: str) -> list[str]:
    """Every colour on every space, paid with one to six tiles, some of them of another colour."""
    return [
        f"{space}={colour * own}{wild * others}"
        for space, colour in product(SPACE_NAMES, LETTERS)
        for own in range(1, 7)
        for others in (range(7 - own) if colour != wild else [0])
    ]


# --- written ----------------------------------------------------------------------------------------------


def test_parsing_is_the_inverse_of_writing_for_every_move_there_is() -> None:
    texts = TAKES + PASSES + PICKS + [text for wild in LETTERS for text in _placements(wild)]
    assert (len(TAKES), len(PASSES), len(PICKS)) == (60, 210, 83)
    assert [str(parse_move(text)) for text in texts] == texts
    assert len({parse_move(text) for text in texts}) == len(set(texts))


@pytest.mark.parametrize("options", VARIANTS, ids=variant_name)
def test_every_legal_move_is_understood_and_recorded_as_it_is_written(options: dict[str, Any]) -> None:
    luck = random.Random(4)
    game = az.new("pavilion", seed=4, **options)
    while not game.over:
        moves = game.moves()
        assert len(set(moves)) == len(moves)
        for move in moves if len(moves) < 8 else luck.sample(moves, 8):
            assert game.copy().play(move).entries[game.ply].text == move
        wander(game, luck, 1)


def test_a_move_is_legal_exactly_if_it_is_listed() -> None:
    for side in ("coloured", "grey"):
        game, luck = az.new("pavilion", side=side, seed=9), random.Random(9)
        phases = set()
        for _ in range(9):
            wander(game, luck, 7)
            phases.add(game.phase)
            wild = LETTERS[game.position()["round"] - 1]
            texts = TAKES + PASSES + PICKS + _placements(wild)
            if game.phase == "place":
                texts += _placements(LETTERS[LETTERS.index(wild) - 1])
            found = {text for text in texts if _is_legal(game, text)}
            assert found == set(game.moves())
        assert phases >= {"acquire", "place"}


def _is_legal(game: az.Match, text: str) -> bool:
    try:
        game.play(text)
    except az.IllegalMove:
        return False
    game.undo()
    return True


# --- understood -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spaces", SPACES)
@pytest.mark.parametrize(
    ("written", "recorded"),
    [
        ("R4=RRRP", "R4=RRRP"),
        ("R4=RPRR", "R4=RRRP"),  # the first letter is laid, the rest in any order
        ("R4=RRPR", "R4=RRRP"),
        ("*3=RPP", "*3=RPP"),
        ("*3=PPP", "*3=PPP"),
        ("*4=GPPG", "*4=GGPP"),
        ("pass=GPRR", "pass=PGRR"),
        ("pass=RRGP", "pass=PGRR"),
        ("pass=", "pass"),
        ("pass", "pass"),
    ],
)
def test_other_ways_to_write_a_move_are_understood(written: str, recorded: str, spaces: str) -> None:
    game = load(board(hand="PPPGGRRR")).play(spaces.format(written))
    assert game.entries[0].text == recorded


@pytest.mark.parametrize("spaces", SPACES)
def test_spaces_and_order_mean_nothing_in_takes_and_bonus_tiles(spaces: str) -> None:
    assert hand(load(factories=["PRRG", "O"]).play(spaces.format("1R"))) == "PRR"
    game = load(board("G:.....G", "GGGGG")).play("G5=GGGGG").play(spaces.format("+YPG"))
    assert game.entries[1].text == "+PGY"


def test_the_first_letter_decides_the_tile_that_is_laid() -> None:
    mine = board(hand="PPPGGG")
    assert shown_board(load(mine, side="grey").play("B1=GPP"))["stars"]["B"] == "G....."
    with pytest.raises(az.IllegalMove, match="PPG cannot pay for B1, expected only purple"):
        load(mine, side="grey").play("B1=PPG")  # purple cannot be paid with green


# --- refused ----------------------------------------------------------------------------------------------

MALFORMED: list[object] = [
    "", " ", "3", "R", "3B>1", "3B>", "0R", "10R", "3r", "3K", "3W", "3*", "CR", "-1R", "3RR", "3R+P", "cc",
    "R4", "R4=", "R0=R", "R7=R", "R4=K", "R4=r", "R4RRRR", "4=RRRR", "K4=RRRR", "R44=RRRR", "R4==RRRR",
    "R 4=RRRR", "R4 =RRRR", "R4= RRRR", "R4=RR RR", "R4=RRRR,R1=R", "centre4=RRRR", "**=R", "*=R", "r4=RRRR",
    "+", "++P", "+K", "+p", "+P P", "+P,G", "P+", "+1",
    "Pass", "PASS", "pas", "pass=K", "pass=g", "pass G", "pass:G", "pass=G=G", "pass==", "passG", "pass=G G",
    "undo", "2@4", "R4=RRRR" * 10_000, "R4=" + "R" * 133, "pass=" + "G" * 133, "+" + "P" * 10_000,
    "\N{FULLWIDTH DIGIT THREE}R", "R\N{SUPERSCRIPT TWO}=RR", "R4=RRRR\x00", "\ufeff3R", "R4\n=RRRR",
    None, 3, 3.5, True, b"3R", ["3R"], {"move": "3R"}, ("pass",), 10**5000,
]  # fmt: skip


@pytest.mark.parametrize("text", MALFORMED, ids=lambda text: ascii(text)[:30] if text != 10**5000 else "long")
def test_what_is_no_move_at_all_is_a_notation_error(text: Any) -> None:
    for game in (load(factories=["RRYP", "", "BBGG"]), load(board(hand="RRRRPGGGG"))):
        before = game.record()
        with pytest.raises(az.NotationError, match=r"^not a move: .*expected") as error:
            game.play(text)
        assert len(str(error.value)) < 400
        assert game.record() == before


def _check_refused(game: az.Match, move: str, reason: str) -> None:
    def everything() -> tuple[object, ...]:
        return (
            game.position(), game.code(), game.record(), game.moves(), game.scores(), game.breakdown(),
            game.ply, game.turn, game.phase, game.over,
        )  # fmt: skip

    before = everything()
    with pytest.raises(az.IllegalMove, match=reason) as error:
        game.play(move)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 200
    assert everything() == before


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("2R", "2R: factory 2 is empty"),
        ("3B", "3B: factory 3 holds no blue tile"),
        ("6R", "6R: there is no factory 6, 2 players use factories 1 to 5"),
        ("9R", "9R: there is no factory 9"),
        ("cR", "cR: the centre holds no red tile"),
        ("1P", "1P: purple is wild and cannot be chosen while another colour lies in factory 1"),
        ("cP", "cP: purple is wild and cannot be chosen while another colour lies in the centre"),
        ("pass", "pass: tiles are being acquired, expected a source and a colour"),
        ("pass=R", "pass=R: tiles are being acquired"),
        ("R1=R", "R1=R: tiles are being acquired"),
        ("+P", r"\+P: tiles are being acquired"),
    ],
)
def test_an_illegal_take_is_refused_naming_the_place(move: str, reason: str) -> None:
    game = load(board(hand="R"), factories=["PPRY", "", "GGGG"], centre="PB")
    _check_refused(game, move, f"^at ply 0, {reason}")


def test_an_empty_centre_is_named() -> None:
    _check_refused(load(factories=["R"]), "cR", "cR: the centre holds no tiles")


PLACING = board("R:R..... *:R..B..", "PPGGGRRRR", score=7)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("R1=R", "space R1 already holds a tile"),
        ("*4=GGGP", r"space \*4 already holds a tile"),
        ("R4=PRRR", "the red star takes no purple tile"),
        ("R4=GGGP", "the red star takes no green tile"),
        ("*3=RRR", "the centre star takes no red tile: it has that colour already"),
        ("*2=BP", "the centre star takes no blue tile: it has that colour already"),
        ("R3=RRG", "GRR cannot pay for R3, expected only red and purple"),
        ("R3=RGP", "PGR cannot pay for R3"),
        ("P2=PG", "PG cannot pay for P2, expected only purple tiles"),
        ("R3=RR", "2 tiles paid for space R3, expected 3"),
        ("R3=RRRR", "4 tiles paid for space R3, expected 3"),
        ("R3=R", "1 tiles paid for space R3, expected 3"),
        ("R5=RRRRR", "the hand holds only PPGGGRRRR"),
        ("R6=RRRPPP", "the hand holds only PPGGGRRRR"),
        ("O1=O", "the hand holds only PPGGGRRRR"),
        ("pass=GGGRR", "5 tiles kept, expected at most 4"),
        ("pass=GGGG", "the hand holds only PPGGGRRRR"),
        ("pass=O", "the hand holds only PPGGGRRRR"),
        ("pass=PPP", "the hand holds only PPGGGRRRR"),
        ("+P", "tiles are being placed, expected a placement such as R4=RRRP, or pass"),
        ("1R", "tiles are being placed"),
        ("cR", "tiles are being placed"),
    ],
)
def test_an_illegal_placement_or_pass_is_refused_saying_why(move: str, reason: str) -> None:
    _check_refused(load(PLACING), move, f"^at ply 0, .*: {reason}")


def test_an_empty_hand_is_named() -> None:
    _check_refused(load(board()), "R1=R", "the hand holds only nothing|the hand is empty")
    _check_refused(load(board()), "pass=R", "the hand holds only nothing|the hand is empty")


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("B4=RRRR", "star B takes no red tile: .* only G"),  # uniform green
        ("O4=GGGG", "star O takes no green tile: .* only P, O, Y, B"),  # green and red
        ("B4=GGG", "3 tiles paid for space B4, expected 4"),
        ("B3=GP", "2 tiles paid for space B3, expected 1"),
    ],
)
def test_a_colour_that_a_grey_star_does_not_take_is_refused(move: str, reason: str) -> None:
    game = load(board("B:GG.... O:GR....", "PPGGGGRRRR"), side="grey")
    _check_refused(game, move, reason)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("+PPP", "3 tiles picked, expected 2"),
        ("+P", "1 tiles picked, expected 2"),
        ("+PPPPPPPPPPPPPPPPPPPPPPPPP", "25 tiles picked, expected 2"),
        ("+RR", "the supply holds only PPGGOOYYBB"),
        ("+PR", "the supply holds only PPGGOOYYBB"),
        ("pass", r"2 bonus tiles are due, expected a group such as \+"),
        ("R3=RRR", "2 bonus tiles are due"),
        ("1R", "2 bonus tiles are due"),
    ],
)
def test_an_illegal_pick_is_refused_saying_why(move: str, reason: str) -> None:
    game = load(board("R:R..... B:..BB..", "RRRRR")).play("R2=RR")
    _check_refused(game, move, f"^at ply 1, .*: {reason}")


@pytest.mark.parametrize("move", ["1R", "cR", "R1=R", "+P", "pass", "pass=R"])
def test_no_move_is_legal_when_the_game_is_over(move: str) -> None:
    _check_refused(finish(board(hand="R")), move, "the game is over")
