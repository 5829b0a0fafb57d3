"""Moves as text (formats, section 2): what is written, what is understood, what is refused and how."""

import random
from itertools import product
from typing import Any

import pytest

import azulejos as az
from azulejos.azul.notation import Choice, Draft, Move, parse_move
from tests.azul.clauses import clause
from tests.azul.positions import (
    VARIANTS,
    board,
    floor_of,
    last_draft,
    lines_of,
    load,
    variant_name,
    wander,
)

SPACES = ["{}", " {}", "{} ", "  {}\t", "\n{}\r\n"]


def _every_draft() -> list[Move]:
    sources, lines = range(10), range(6)  # nine factories and the centre; five lines and the floor
    plain = [Draft(*place) for place in product(sources, range(6), lines)]
    mixed = [Draft(*place, with_jokers=True) for place in product(sources, range(5), lines)]
    counted = [
        Draft(*place, with_jokers=True, jokers_in_line=count)
        for place in product(sources, range(5), range(5))
        for count in range(10)
    ]
    return [*plain, *mixed, *counted]


def test_parsing_is_the_inverse_of_writing_for_every_move_there_is() -> None:
    moves = [*_every_draft(), *(Choice(*cell) for cell in product(range(5), range(5)))]
    texts = [str(move) for move in moves]
    assert len(set(texts)) == len(moves) == 360 + 300 + 2500 + 25
    assert [parse_move(text) for text in texts] == moves


@pytest.mark.parametrize("options", VARIANTS, ids=variant_name)
def test_every_legal_move_is_understood_and_recorded_as_it_is_written(options: dict[str, Any]) -> None:
    luck = random.Random(4)
    game = az.new("azul", seed=4, **options)
    while not game.over:
        moves = game.moves()
        assert len(set(moves)) == len(moves)
        for move in moves if len(moves) < 12 else luck.sample(moves, 12):
            assert game.copy().play(move).entries[game.ply].text == move
        game.play(luck.choice(moves))


@pytest.mark.parametrize(
    ("written", "recorded", "lines", "floor"),
    [
        ("1B>2", "1B>2", ["", "BB", "", "", ""], ""),
        ("1J+B>3", "1B+J>3", ["", "", "BBJ", "", ""], ""),  # any order within a group
        ("1B+J>3:1", "1B+J>3", ["", "", "BBJ", "", ""], ""),  # a count where there is no choice
        ("1J+B>4:1", "1B+J>4", ["", "", "", "BBJ", ""], ""),
        ("1B+J>2:0", "1B+J>2", ["", "BB", "", "", ""], "J"),  # the smallest count
        ("1B+J>2:1", "1B+J>2:1", ["", "BJ", "", "", ""], "B"),
        ("1J+B>1:1", "1B+J>1:1", ["J", "", "", "", ""], "BB"),
        ("1J+B>f", "1B+J>f", ["", "", "", "", ""], "BBJ"),
    ],
)
@pytest.mark.parametrize("spaces", SPACES)
def test_other_ways_to_write_a_draft_are_understood(
    spaces: str, written: str, recorded: str, lines: list[str], floor: str
) -> None:
    game = load(factories=["BBJY", "KKKK"], jokers=True)
    game.play(spaces.format(written))
    assert game.entries[0].text == recorded
    assert lines_of(game) == lines
    assert floor_of(game) == floor


@pytest.mark.parametrize("spaces", SPACES)
def test_spaces_around_a_wall_choice_are_ignored(spaces: str) -> None:
    game = last_draft(board(["", "BB"]), wall="grey")
    game.play(spaces.format("2@4"))
    assert game.entries[1].text == "2@4"


MALFORMED: list[object] = [
    "", " ", "3", "3B", "3B>", "B>2", ">2", "B", "3>2", "@", ">", ":",
    "0B>1", "10B>1", "3b>2", "3G>1", "3.>1", "31>1", "c1>f", "CB>1", "-1B>1",
    "3B>0", "3B>6", "3B>F", "3B>ff", "3B>floor", "3B>>2", "3B-2", "3B=2",
    "3 B>2", "3B> 2", "3B >2", "3B>2 3B>2", "3B>2,3B>2", "3B>2;", "3B>2!",
    "3BB>2", "3BY>2", "3B+Y>2", "3B+>2", "3+J>2", "3B+B>2", "3J+J>2", "3B+J+J>2", "3BJ>2", "3B+j>2",
    "3B+J>2:", "3B+J>2:x", "3B+J>2:-1", "3B+J>2:+1", "3B+J>2:1:1", "3B+J>2:1.0", "3B+J>f:9", ":1",
    "3B>2:1", "3J>2:1", "3B>1,2", "3B>1+2", "3B>12",
    "2@0", "2@6", "0@1", "6@1", "2@", "@4", "2@4@4", "2@f", "2@-1", "2 @4", "22@4", "f@1", "c@1", "2@4:1",
    "\N{FULLWIDTH DIGIT THREE}B>2", "3B>\N{SUPERSCRIPT TWO}", "3\N{CYRILLIC CAPITAL LETTER VE}>2",
    "\N{ARABIC-INDIC DIGIT TWO}@4", "3B>2\x00", "\ufeff3B>2", "3B\n>2",
    "pass", "pass=", "undo", "3B>2" * 10_000,
    None, 3, 3.5, True, b"3B>2", ["3B>2"], {"move": "3B>2"}, ("3B>2",),
]  # fmt: skip


@pytest.mark.parametrize("text", MALFORMED, ids=lambda text: ascii(text)[:30])
def test_what_is_no_move_at_all_is_a_notation_error(text: Any) -> None:
    game = load(factories=["BBYR", "", "BKKJ"], jokers=True)
    with pytest.raises(az.NotationError, match=r"^not a move: ") as error:
        game.play(text)
    assert ascii(text)[:20].strip("'\"") in ascii(str(error.value)).replace("\\\\", "\\")
    assert "expected" in str(error.value)
    assert len(str(error.value)) < 300


OFFER = {
    "factories": ["BBYR", "", "KKKW", "", ""],
    "centre": "YYW",
    "boards": [
        board(["", "RR", "K", "", "YYY"], wall="B.... ..... ..B.. ...B. ....."),
        board(floor="1"),
    ],
}


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("2B>1", "2B>1: factory 2 is empty"),
        ("3B>1", "3B>1: factory 3 holds no blue tile"),
        ("1W>f", "1W>f: factory 1 holds no white tile"),
        ("6B>1", "6B>1: there is no factory 6, 2 players use factories 1 to 5"),
        ("9K>f", "9K>f: there is no factory 9"),
        ("cB>2", "cB>2: the centre holds no blue tile"),
        ("1J>1", "1J>1: this game is played without jokers"),
        ("1B+J>5", "1B\\+J>5: this game is played without jokers"),
        ("1R>2", "1R>2: line 2 is full"),
        ("1Y>2", "1Y>2: line 2 is full"),
        ("1Y>3", "1Y>3: line 3 holds black tiles"),
        ("1B>5", "1B>5: line 5 holds yellow tiles"),
        ("1B>1", "1B>1: row 1 of the wall already holds blue"),
        ("1B>4", "1B>4: row 4 of the wall already holds blue"),
        ("2@4", "2@4: no wall choice is due"),
    ],
)
def test_an_illegal_draft_is_refused_naming_the_place(move: str, reason: str) -> None:
    _check_refused(load(**OFFER), move, f"^at ply 0, {reason}")


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("1B>2", "a wall choice is due for line 3, expected one of 3@1, 3@3, 3@5"),
        ("1@1", "a wall choice is due for line 3"),
        ("4@1", "a wall choice is due for line 3"),
        ("3@2", r"column 2 already holds blue \(A48\), expected one of 3@1, 3@3, 3@5"),
        ("3@4", "column 4 of row 3 already holds a tile, expected one of 3@1, 3@3, 3@5"),
    ],
)
def test_an_illegal_wall_choice_is_refused_naming_the_line(move: str, reason: str) -> None:
    game = last_draft(board(["", "", "BBB", "KKKK"], wall=".B... ..... ...Y. ..... ....."), wall="grey")
    _check_refused(game, move, f"^at ply 1, {move}: {reason}")


@clause("A61")
@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("1Y+J>1", "factory 1 holds no yellow tile"),
        ("2K+J>1", "factory 2 holds no joker"),
        ("2J>1", "factory 2 holds no joker"),
        ("1B+J>3:0", "0 jokers in line 3, expected 1 to 2"),
        ("1B+J>3:3", "3 jokers in line 3, expected 1 to 2"),
        ("1B+J>4:1", "1 jokers in line 4, expected exactly 2"),
        ("1B+J>1:2", "2 jokers in line 1, expected 0 to 1"),
    ],
)
def test_an_illegal_draft_of_jokers_is_refused_naming_the_place(move: str, reason: str) -> None:
    game = load(factories=["BBJJ", "KKKK"], jokers=True)
    _check_refused(game, move, f"{reason}$")


@pytest.mark.parametrize("move", ["1B>1", "cB>f", "1@1"])
def test_no_move_is_legal_when_the_game_is_over(move: str) -> None:
    game = last_draft(board(["W"], wall="BYRK. ..... ..... ..... ....."))
    _check_refused(game, move, "the game is over")


def _check_refused(game: az.Match, move: str, reason: str) -> None:
    def everything() -> tuple[object, ...]:
        return (
            game.position(), game.code(), game.record(), game.moves(), game.scores(), game.breakdown(),
            game.ply, game.turn, game.phase, game.over,
        )  # fmt: skip

    before = everything()
    with pytest.raises(az.IllegalMove, match=reason):
        game.play(move)
    assert everything() == before


def test_a_move_is_legal_exactly_if_it_is_listed() -> None:
    texts = [str(move) for move in _every_draft() if "+" not in str(move)]
    texts += [f"{row}@{column}" for row in range(1, 6) for column in range(1, 6)]
    for wall in ("coloured", "grey"):
        game = wander(az.new("azul", players=2, wall=wall, jokers=True, seed=9), random.Random(9), 40)
        for _ in range(12):
            listed = [move for move in game.moves() if "+" not in move]
            assert [text for text in texts if _is_legal(game, text)] == sorted(listed, key=texts.index)
            wander(game, random.Random(game.ply), 1)


def _is_legal(game: az.Match, text: str) -> bool:
    try:
        game.copy().play(text)
    except az.IllegalMove:
        return False
    return True
