"""Records (formats, section 4): written and read again, cut and played on, and what is refused where."""

import random
from typing import Any

import pytest

import azulejos as az
from tests.pavilion.clauses import clause
from tests.pavilion.positions import (
    VARIANTS,
    board,
    finish,
    load,
    position,
    random_game,
    shown_board,
    variant_name,
    wander,
)

GOOD = """\
azulejos record 1
pavilion players=2 side=coloured
starter 1
seat 0: Ana
seat 1: Bruno Ávila
deal +PPGGOOYYBR PGGR OOYY RRRR PBBB GOYB
1 1G
0 cR
1 3R
0 2O
1 4B
0 cY
1 5O
0 cB
1 cG
0 cY
0 pass=OOYB
1 R4=RRRR
1 *1=O
1 pass=PPGG
deal + GGGG PPOR PYBR OOYB GOYR
0 1G
unfinished
"""


def _refuse(text: object, error: type[az.RulesError], message: str) -> None:
    with pytest.raises(error, match=message) as caught:
        az.read(text)  # type: ignore[arg-type]
    assert len(str(caught.value)) < 400


# --- written and read -------------------------------------------------------------------------------------


def test_a_record_is_a_text_that_people_can_read() -> None:
    """Counted by hand: the marker cost Ana 1 point and three discards 3 more; Bruno won 2 and lost 4."""
    game = az.read(GOOD)
    assert game.record() == GOOD
    assert game.turn == 1
    shown = game.position()
    assert shown["factories"][:2] == ["", "PPOR"]
    assert shown["centre"] == "GGG"  # green is wild now: one of four was taken
    assert shown_board(game, 0) == board(hand="GOOYB", score=1)
    assert shown_board(game, 1) == board("R:...R.. *:O.....", "PPGG", score=3)
    rounds = [seat["rounds"] for seat in game.breakdown()]
    assert rounds[0] == [{"placed": 0, "marker": -1, "discards": -3, "score": 1}]
    assert rounds[1] == [{"placed": 2, "marker": 0, "discards": -4, "score": 3}]


@pytest.mark.parametrize("options", VARIANTS, ids=variant_name)
def test_a_finished_game_is_read_and_written_as_the_same_text(options: dict[str, Any]) -> None:
    for seed in range(3):
        game = random_game(seed, **options)
        again = az.read(game.record())
        assert again.record() == game.record()
        assert again.position() == game.position()
        assert again.breakdown() == game.breakdown()
        assert again.account() == game.account()
        assert (again.over, again.winners(), again.ending) == (True, game.winners(), "rounds")


@pytest.mark.parametrize("options", VARIANTS, ids=variant_name)
def test_a_game_cut_at_any_ply_is_the_same_text_and_can_be_played_on(options: dict[str, Any]) -> None:
    game = random_game(7, **options)
    whole, luck = game.record().splitlines(), random.Random(7)
    head = 3 + options["players"]
    for ply in range(0, game.ply + 1, 3):
        text = game.at(ply).record()
        end = whole[-1] if ply == game.ply else "unfinished"
        assert text.splitlines() == [*whole[: head + ply], end]
        again = az.read(text, seed=ply)
        assert again.ply == ply
        assert again.record() == text
        if ply % 24 == 0:
            assert wander(again, luck).over
            assert again.record().splitlines()[: head + ply] == whole[: head + ply]


def test_a_game_just_before_a_refill_waits_for_it() -> None:
    game = load(board(hand="R"), supply="PP").play("R1=R")
    assert [entry.seat for entry in game.entries] == [0, -1]
    waiting = az.read(game.at(1).record(), seed=3)
    assert waiting.ply == 1
    assert waiting.record() == game.at(1).record()
    assert len(waiting.position()["supply"]) == 10  # whoever looks sees the deal
    assert waiting.ply == 2


@pytest.mark.parametrize("options", VARIANTS, ids=variant_name)
def test_a_game_from_a_position_is_recorded_with_it(options: dict[str, Any]) -> None:
    luck = random.Random(3)
    for plies in (0, 9, 31, 80):
        start = wander(az.new("pavilion", seed=3, **options), luck, plies)
        game = az.load(start.position(), seed=5)
        assert game.record().splitlines()[2] == f"position {start.code()}"
        assert az.read(game.record()).record() == game.record()
        wander(game, luck)
        again = az.read(game.record())
        assert again.record() == game.record()
        assert again.position() == game.position()


def test_a_finished_game_has_its_result() -> None:
    text = finish(board("R:RRRRRR"), board(score=19)).record()
    assert text.splitlines()[-1] == "result 19 19, won by 0 and 1 (rounds)"
    assert az.read(text).record() == text
    over = az.load(position(phase="over", turn=None, boards=[board(score=12)])).record()
    assert over.splitlines()[-1] == "result 12 5, won by 0 (rounds)"
    assert az.read(over).record() == over


def test_moves_and_deals_are_understood_as_loosely_as_typed_ones_and_written_in_order() -> None:
    loose = GOOD.replace("+PPGGOOYYBR PGGR", "+RBYYOOGGPP RGGP").replace("pass=OOYB", "pass=BOYO")
    assert az.read("\n" + loose.replace("\n", "  \r\n\r\n")).record() == GOOD


# --- refused ----------------------------------------------------------------------------------------------


def test_a_record_cut_off_anywhere_is_noticed() -> None:
    for length in range(len(GOOD) - 1):
        with pytest.raises(az.NotationError):
            az.read(GOOD[:length])


@pytest.mark.parametrize(
    ("old", "new", "error", "message"),
    [
        # the head
        ("pavilion players", "chess players", az.NotationError, "game 'chess', expected 'azul'"),
        ("pavilion players=2 side=coloured", "azul players=2", az.RulesError, "at ply 0"),
        ("players=2", "players=5", az.RulesError, "players is 5, expected 2, 3 or 4"),
        ("players=2", "players=3", az.RulesError, "expected 3 names"),
        ("side=coloured", "side=blue", az.RulesError, "side is 'blue', expected 'coloured' or 'grey'"),
        ("side=coloured", "wall=grey", az.RulesError, "no option 'wall'"),
        ("starter 1", "starter 2", az.RulesError, "starter is 2, expected a seat from 0 to 1"),
        ("starter 1", "position pavilion_2c", az.BadPosition, "not a position"),
        # deals
        ("+PPGGOOYYBR", "+PPGGOOYYB", az.IllegalMove, "at ply 0, .*the supply gets 9 tiles, expected 10"),
        ("+PPGGOOYYBR", "+PPGGOOYYBRR", az.NotationError, "at ply 0, not a deal"),
        ("+PPGGOOYYBR", "+PPGGOOYYBK", az.NotationError, "at ply 0, not a deal"),
        ("+PPGGOOYYBR", "PPGGOOYYBR", az.NotationError, "at ply 0, not a deal: .*expected '\\+'"),
        ("+PPGGOOYYBR ", "", az.NotationError, "at ply 0, not a deal: .*expected '\\+'"),
        ("PGGR", "PGGX", az.NotationError, "at ply 0, not a factory: 'PGGX'"),
        ("PGGR", "PGG", az.IllegalMove, "at ply 0, .*factory 1 gets 3 tiles, expected 4"),
        ("PGGR ", "", az.NotationError, "at ply 0, .* has 4 factories, expected 5"),
        ("deal + GGGG", "deal +P GGGG", az.IllegalMove, "at ply 15, .*the supply gets 1 tiles, expected 0"),
        ("deal + GGGG", "deal +", az.NotationError, "at ply 15, .* has 4 factories, expected 5"),
        ("1 *1=O", "deal +P", az.IllegalMove, "at ply 13, .*no deal is due"),
        ("deal + GGGG PPOR PYBR OOYB GOYR\n", "", az.IllegalMove, "at ply 15, 0 1G: a deal is due"),
        # moves
        ("1 1G", "1 1O", az.IllegalMove, "at ply 1, 1O: factory 1 holds no orange tile"),
        ("1 1G", "1 1P", az.IllegalMove, "at ply 1, 1P: purple is wild"),
        ("1 1G", "0 1G", az.IllegalMove, "at ply 1, 0 1G: it is the turn of seat 1"),
        ("0 pass=OOYB", "0 pass=OOYYB", az.IllegalMove, "at ply 11, .*: 5 tiles kept, expected at most 4"),
        ("1 R4=RRRR", "1 R4=RRRRR", az.IllegalMove, "at ply 12, .*: 5 tiles paid for space R4, expected 4"),
        ("1 R4=RRRR", "1 R4=RRR", az.IllegalMove, "at ply 12, .*: 3 tiles paid for space R4, expected 4"),
        ("1 R4=RRRR", "1 R9=RRRR", az.NotationError, "at ply 12, not a move: 'R9=RRRR'"),
        ("1 *1=O", "1 +P", az.IllegalMove, "at ply 13, .*: tiles are being placed"),
        ("1 *1=O", "1 *1 = O", az.NotationError, "entry 13 is"),
        # the end
        ("unfinished", "result 1 3, won by 1 (rounds)", az.NotationError, "the record ends"),
        ("unfinished", "done", az.NotationError, "cut off"),
    ],
)  # fmt: skip
def test_a_spoilt_record_is_refused_saying_where(
    old: str, new: str, error: type[az.RulesError], message: str
) -> None:
    assert old in GOOD
    _refuse(GOOD.replace(old, new, 1), error, message)


def test_a_wrong_result_is_refused() -> None:
    text = random_game(11, players=2).record()
    result = text.splitlines()[-1]
    points, _, rest = result.partition(",")
    for wrong in (f"{points}0,{rest}", result.replace("rounds", "row"), "unfinished", "result"):
        _refuse(text.replace(result, wrong), az.NotationError, "ends|cut off")


@pytest.mark.parametrize("extra", ["0 pass", "0 1R", "deal +P"])
def test_an_entry_after_the_end_is_refused(extra: str) -> None:
    *lines, result = random_game(11, players=2).record().splitlines()
    _refuse("\n".join([*lines, extra, result]), az.IllegalMove, "the game is over|no deal is due")


@clause("S41", "S46")
@pytest.mark.parametrize(
    ("deal", "message"),
    [
        # the supply needs three, the bag has five purples, then the tower: 9 of every other colour
        ("+PPP PPGG GOOO YYYY BBBB RRRR", ""),
        ("+PPP PPGG GGGG GGGO OOOO RRRR", ""),
        ("+PPG PPPG GOOO YYYY BBBB RRRR", "the supply gets tiles that the bag does not hold"),
        ("+PPP PGGG GOOO YYYY BBBB RRRR", "factory 1 must get PP, the last of the bag"),
        ("+PPP PPPG GOOO YYYY BBBB RRRR", "factory 1 gets tiles that the bag does not hold"),
        ("+PPP PPGG GGGG GGGG OOOO RRRR", "factory 3 gets tiles that the bag does not hold"),
        ("+PP PPGG GOOO YYYY BBBB RRRR", "the supply gets 2 tiles, expected 3"),
        ("+PPP PP GOOO YYYY BBBB RRRR", "factory 1 gets 2 tiles, expected 4"),
    ],
)
def test_a_deal_that_cannot_be_drawn_is_refused(deal: str, message: str) -> None:
    boards = [board(), board(passed=True)]
    tower = "".join(colour * 9 for colour in "GOYBR")
    shown = position(boards=boards, supply="PPPPPPP", bag="PPPPP", tower=tower)
    text = az.load(shown, seed=1).play("pass").at(1).record()
    spoilt = text.replace("unfinished", f"deal {deal}\nunfinished")
    if message:
        _refuse(spoilt, az.IllegalMove, f"at ply 1, .*{message}")
    else:
        assert az.read(spoilt).position()["factories"] == deal.split(" ")[1:]


@clause("S41")
def test_a_refill_brings_the_supply_only() -> None:
    text = load(board(hand="R"), supply="PPPPPPP").play("R1=R").at(1).record()
    good = text.replace("unfinished", "deal +GOY\nunfinished")
    assert az.read(good).position()["supply"] == "PPPPPPPGOY"
    for deal, message in (
        ("+GO", "the supply gets 2 tiles, expected 3"),
        ("+GOYB", "the supply gets 4 tiles, expected 3"),
        ("+GOY PGOY PGOY PGOY PGOY PGOY", "has 5 factories, expected 0"),
    ):
        _refuse(text.replace("unfinished", f"deal {deal}\nunfinished"), az.RulesError, message)
