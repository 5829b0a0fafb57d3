"""Why a move is refused, as data: every code in a drawn position, and exactly the illegal moves."""

import json
import random
import re
from typing import Any

import pytest

import azulejos as az
from azulejos.core.reasons import Reason
from azulejos.pavilion.notation import parse_move
from azulejos.pavilion.reasons import TEXTS, sentence
from azulejos.web.locale import FOLDER
from tests.pavilion.clauses import BOOK
from tests.pavilion.positions import LETTERS, STARS, VARIANTS, board, finish, load, variant_name, wander

HELD = {"hand": "PPGGGRRRR"}

# --- every code -------------------------------------------------------------------------------------------


def acquiring() -> az.Match:
    return load(factories=["PPRY", "", "GGGG"], centre="PB")


def bare_centre() -> az.Match:
    return load(factories=["R"])


def placing() -> az.Match:
    return load(board("R:R..... *:R..B..", HELD["hand"]))


def empty_hand() -> az.Match:
    return load(board())


def grey() -> az.Match:
    return load(board("B:GG.... O:GR.... *:YY....", "PPGGGGRRRR"), side="grey")


def bonus() -> az.Match:
    return load(board("R:R..... B:..BB..", "RRRRR")).play("R2=RR")


def over() -> az.Match:
    return finish(board(hand="R"))


CASES = [
    (acquiring, "6R", Reason("no_such_factory", "S2", {"place": "6", "players": 2, "factories": 5})),
    (acquiring, "2R", Reason("factory_empty", "S22", {"place": "2"})),
    (acquiring, "3B", Reason("factory_lacks_colour", "S22", {"place": "3", "colour": "B"})),
    (acquiring, "cR", Reason("centre_lacks_colour", "S24", {"place": "c", "colour": "R"})),
    (acquiring, "1P", Reason("factory_wild", "S25", {"place": "1", "colour": "P"})),
    (acquiring, "cP", Reason("centre_wild", "S25", {"place": "c", "colour": "P"})),
    (acquiring, "pass", Reason("take_due", "", {})),
    (bare_centre, "cR", Reason("centre_empty", "S24", {"place": "c"})),
    (placing, "1R", Reason("placement_due", "", {})),
    (placing, "R1=R", Reason("space_taken", "S31", {"space": "R1"})),
    (placing, "R4=GGGP", Reason("star_other_colour", "S35", {"star": "R", "colour": "G"})),
    (placing, "*3=RRR", Reason("centre_has_colour", "S36", {"colour": "R"})),
    (
        placing,
        "R3=RRG",
        Reason("pay_own_or_wild", "S32", {"paid": "GRR", "space": "R3", "colour": "R", "wild": "P"}),
    ),
    (placing, "P2=PG", Reason("pay_own", "S33", {"paid": "PG", "space": "P2", "colour": "P"})),
    (placing, "R3=RR", Reason("pay_count", "S31", {"count": 2, "space": "R3", "cost": 3})),
    (placing, "R5=RRRRR", Reason("pay_not_held", "S31", HELD)),  # RRRRP would do
    (
        placing,
        "G6=GGGGGG",
        Reason(
            "pay_too_few",
            "S31",
            {"space": "G6", "cost": 6, "colour": "G", "wild": "P", "usable": "GGGPP", **HELD},
        ),
    ),
    (
        placing,
        "P3=PPP",  # nothing stands in for the wild colour
        Reason("pay_too_few_own", "S33", {"space": "P3", "cost": 3, "colour": "P", "usable": "PP", **HELD}),
    ),
    (
        placing,
        "B2=BP",  # two wild tiles, but nothing blue to lay
        Reason("pay_lacks_colour", "S32", {"space": "B2", "colour": "B", **HELD}),
    ),
    (placing, "pass=GGGRR", Reason("keep_too_many", "S44", {"count": 5, "most": 4})),
    (placing, "pass=GGGG", Reason("keep_not_held", "S44", HELD)),
    (empty_hand, "R1=R", Reason("pay_hand_empty", "S31", {})),
    (empty_hand, "pass=R", Reason("keep_hand_empty", "S44", {})),
    (grey, "B4=RRRR", Reason("star_fixed", "S55", {"star": "B", "colour": "R", "allowed": ["G"]})),
    (
        grey,
        "O4=GGGG",
        Reason("star_fixed", "S55", {"star": "O", "colour": "G", "allowed": ["P", "O", "Y", "B"]}),
    ),
    (grey, "*4=GGG", Reason("star_fixed", "S55", {"star": "*", "colour": "G", "allowed": ["Y"]})),
    (grey, "B4=GGG", Reason("pay_count", "S31", {"count": 3, "space": "B4", "cost": 4})),
    (bonus, "pass", Reason("pick_due", "", {"due": 2, "example": "PP"})),
    (bonus, "+PPP", Reason("pick_count", "S38", {"count": 3, "due": 2})),
    (bonus, "+RR", Reason("pick_not_there", "S38", {"supply": "PPGGOOYYBB"})),
    (over, "cR", Reason("game_over", "", {})),
]


@pytest.mark.parametrize(
    ("game", "move", "reason"), CASES, ids=[f"{reason.code}-{move}" for _, move, reason in CASES]
)
def test_a_refused_move_says_why_as_data(game: Any, move: str, reason: Reason) -> None:
    match = game()
    before = match.record()
    assert match.why_not(f" {move} ") == reason
    assert json.loads(json.dumps(reason.values)) == reason.values
    with pytest.raises(az.IllegalMove) as error:
        match.play(move)
    assert error.value.reason == match.why_not(move) == reason
    assert str(error.value) == f"at ply {match.ply}, {move}: {sentence(reason)}"
    assert match.record() == before


def test_every_code_is_met_and_every_clause_is_real() -> None:
    assert {reason.code for _, _, reason in CASES} == set(TEXTS)
    for code, (clause, _) in TEXTS.items():
        assert clause in BOOK.clauses or (clause == "" and code.endswith(("_due", "_over"))), code


@pytest.mark.parametrize(
    ("move", "text"),
    [
        ("B4=RRRR", "star B takes no red tile: after its first two tiles it takes only G (S55)"),
        ("*4=GGG", "the centre star takes no green tile: after its first two tiles it takes only Y (S55)"),
    ],
)
def test_a_grey_star_is_named_by_its_letter_and_the_centre_star_in_words(move: str, text: str) -> None:
    reason = grey().why_not(move)
    assert reason is not None
    assert sentence(reason) == text


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_what_a_page_says_is_filled_from_the_reason(lang: str) -> None:
    texts = json.loads((FOLDER / f"{lang}.json").read_text("utf-8"))
    for _, _, reason in CASES:
        holes = set(re.findall(r"\{(\w+)\}", texts[f"why.{reason.code}"]))
        assert holes <= set(reason.values), reason.code


def test_a_text_that_is_no_move_is_a_notation_error() -> None:
    with pytest.raises(az.NotationError, match=r"^not a move"):
        placing().why_not("R4 with red")


# --- exactly the illegal moves ----------------------------------------------------------------------------


def some(luck: random.Random, least: int, most: int, letters: str = LETTERS) -> str:
    return "".join(luck.choice(letters) for _ in range(luck.randint(least, most)))


def any_move(luck: random.Random) -> str:
    """A text that reads as a move, whether or not it is legal."""
    colour = luck.choice(LETTERS)
    likely = colour * 6 + luck.choice(LETTERS)
    return luck.choice(
        [
            luck.choice("123456789ccc") + colour,
            f"+{some(luck, 1, 3)}",
            f"pass={some(luck, 0, 5, likely)}",
            f"{luck.choice(STARS + colour * 4)}{luck.randint(1, 6)}={colour}{some(luck, 0, 4, likely)}",
        ]
    )


@pytest.mark.parametrize("options", VARIANTS, ids=variant_name)
def test_a_reason_is_given_exactly_for_illegal_moves(options: dict[str, Any]) -> None:
    luck = random.Random(6)
    game = az.new("pavilion", seed=6, **options)
    answers = {True: 0, False: 0}
    while not game.over:
        legal = set(game.moves())
        for move in [*(any_move(luck) for _ in range(20)), luck.choice(sorted(legal))]:
            reason = game.why_not(move)
            assert (reason is None) == (str(parse_move(move)) in legal), f"{move}: {reason}"
            answers[reason is None] += 1
        wander(game, luck, 1)
    assert all(game.why_not(any_move(luck)) == Reason("game_over", "", {}) for _ in range(20))
    assert min(answers.values()) > 20
