"""Why a move is refused, as data: every code in a drawn position, and exactly the illegal moves."""

import json
import random
import re
from typing import Any

import pytest

import azulejos as az
from azulejos.azul.reasons import TEXTS, sentence
from azulejos.core.reasons import Reason
from azulejos.web.locale import FOLDER
from tests.azul.clauses import BOOK
from tests.azul.positions import VARIANTS, board, last_draft, load, variant_name, wander

DUE = {"line": 3, "columns": [1, 3, 5]}

# --- every code -------------------------------------------------------------------------------------------


def offer() -> az.Match:
    mine = board(["", "RR", "Y"], wall="..... ..... ..... ...B. .....")
    return load(factories=["BBYR", "", "KKKK"], centre="YY", boards=[mine])


def marker_alone() -> az.Match:
    return load(factories=["BBYR"])


def bare_centre() -> az.Match:
    return load(factories=["BBYR"], boards=[board(floor="1")])


def with_jokers() -> az.Match:
    mine = board(wall="..... ..... ..... ..... ....J")  # on the blue cell of row 5
    return load(factories=["BBJJ", "KKKK"], centre="Y", boards=[mine], jokers=True)


def grey() -> az.Match:
    return last_draft(board(["", "", "BBB", "KKKK"], wall=".B... ..... ...Y. ..... ....."), wall="grey")


def line_of_jokers() -> az.Match:
    return last_draft(board(["", "JJ"], wall="..... .B... ..... ..... ....."), jokers=True)


def over() -> az.Match:
    return last_draft(board(["W"], wall="BYRK. ..... ..... ..... ....."))


CASES = [
    (offer, "6B>1", Reason("no_such_factory", "A3", {"place": "6", "players": 2, "factories": 5})),
    (offer, "2B>1", Reason("factory_empty", "A13", {"place": "2"})),
    (offer, "3B>1", Reason("factory_lacks_colour", "A13", {"place": "3", "colour": "B"})),
    (offer, "cB>1", Reason("centre_lacks_colour", "A14", {"place": "c", "colour": "B"})),
    (offer, "1J>1", Reason("without_jokers", "A54", {})),
    (offer, "1B+J>1", Reason("without_jokers", "A54", {})),
    (offer, "1B>2", Reason("line_full", "A22", {"line": 2})),
    (offer, "1B>3", Reason("line_other_colour", "A19", {"line": 3, "colour": "Y"})),
    (offer, "1B>4", Reason("row_has_colour", "A21", {"line": 4, "colour": "B"})),
    (offer, "1@1", Reason("draft_due", "", {})),
    (marker_alone, "cB>1", Reason("centre_marker_only", "A16", {"place": "c"})),
    (bare_centre, "cB>1", Reason("centre_empty", "A14", {"place": "c"})),
    (with_jokers, "1B>5", Reason("row_has_joker", "A66", {"line": 5, "colour": "B"})),
    (with_jokers, "2J>1", Reason("factory_lacks_joker", "A55", {"place": "2"})),
    (with_jokers, "2K+J>1", Reason("factory_lacks_joker", "A55", {"place": "2"})),
    (with_jokers, "cY+J>1", Reason("centre_lacks_joker", "A55", {"place": "c"})),
    (
        with_jokers,
        "1B+J>3:0",
        Reason("jokers_between", "A61", {"line": 3, "jokers": 0, "least": 1, "most": 2}),
    ),
    (with_jokers, "1B+J>4:1", Reason("jokers_exact", "A61", {"line": 4, "jokers": 1, "expected": 2})),
    (grey, "1B>2", Reason("choice_due", "", DUE)),
    (grey, "4@1", Reason("other_line_due", "A29", DUE)),
    (grey, "3@4", Reason("cell_taken", "A47", {"column": 4, **DUE})),
    (grey, "3@2", Reason("column_has_colour", "A48", {"column": 2, "colour": "B", **DUE})),
    (
        line_of_jokers,
        "2@2",
        Reason("joker_cell_taken", "A64", {"line": 2, "column": 2, "columns": [1, 3, 4, 5]}),
    ),
    (over, "1B>1", Reason("game_over", "", {})),
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


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_what_a_page_says_is_filled_from_the_reason(lang: str) -> None:
    texts = json.loads((FOLDER / f"{lang}.json").read_text("utf-8"))
    for _, _, reason in CASES:
        holes = set(re.findall(r"\{(\w+)\}", texts[f"why.{reason.code}"]))
        assert holes <= set(reason.values), reason.code


def test_a_text_that_is_no_move_is_a_notation_error() -> None:
    with pytest.raises(az.NotationError, match=r"^not a move"):
        offer().why_not("B to 2")


# --- exactly the illegal moves ----------------------------------------------------------------------------


def any_move(luck: random.Random) -> str:
    """A text that reads as a move, whether or not it is legal."""
    if luck.random() < 0.2:
        return f"{luck.randint(1, 5)}@{luck.randint(1, 5)}"
    source, to = luck.choice("123456789ccc"), luck.choice("12345f")
    if luck.random() < 0.5:
        return f"{source}{luck.choice('BYRKWJ')}>{to}"
    count = f":{luck.randint(0, 4)}" if to != "f" and luck.random() < 0.6 else ""
    return f"{source}{luck.choice('BYRKW')}+J>{to}{count}"


def legal_texts(game: az.Match) -> set[str]:
    """The legal moves, also with a count of jokers that could be left out (A61)."""
    texts, choices = set(game.moves()), game.preview()
    for group in choices["groups"] if choices and choices["kind"] == "offer" else []:
        if group["jokers"]:
            lines = [way for way in group["to"] if way["to"] != "f"]
            texts |= {f"{way['move'].partition(':')[0]}:{way['jokers']}" for way in lines}
    return texts


@pytest.mark.parametrize("options", VARIANTS, ids=variant_name)
def test_a_reason_is_given_exactly_for_illegal_moves(options: dict[str, Any]) -> None:
    luck = random.Random(6)
    game = az.new("azul", seed=6, **options)
    answers = {True: 0, False: 0}
    while not game.over:
        legal = legal_texts(game)
        for move in [*(any_move(luck) for _ in range(20)), luck.choice(sorted(legal))]:
            reason = game.why_not(move)
            assert (reason is None) == (move in legal), f"{move}: {reason}"
            answers[reason is None] += 1
        wander(game, luck, 1)
    assert all(game.why_not(any_move(luck)) == Reason("game_over", "", {}) for _ in range(20))
    assert min(answers.values()) > 20
