"""The Python surface (formats, section 5): undo, copies, seeds, scores, their breakdown and account."""

import random
import re
from typing import Any

import pytest

import azulejos as az
from tests.pavilion.clauses import clause
from tests.pavilion.positions import (
    VARIANTS,
    board,
    finish,
    load,
    random_game,
    variant_name,
    wander,
)


def _all_of(game: az.Match) -> dict[str, Any]:
    """Everything that can be seen of a game."""
    return {
        "position": game.position(),
        "code": game.code(),
        "record": game.record(),
        "moves": game.moves(),
        "scores": game.scores(),
        "winners": game.winners(),
        "breakdown": game.breakdown(),
        "account": game.account(),
        "course": (game.turn, game.phase, game.over, game.ending, game.ply, game.names),
    }


def _deals(game: az.Match) -> list[str]:
    return [line for line in game.record().splitlines() if line.startswith("deal ")]


# --- undo and copies --------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", VARIANTS, ids=variant_name)
def test_undo_restores_everything_move_by_move_to_the_start(options: dict[str, Any]) -> None:
    luck = random.Random(5)
    game = az.new("pavilion", seed=5, **options)
    before, moves = [_all_of(game)], []
    while not game.over:
        wander(game, luck, 1)
        moves.append([entry.text for entry in game.entries if entry.seat >= 0][-1])
        before.append(_all_of(game))
    assert len(_deals(game)) > 6
    for remembered in before[-2::-1]:
        assert game.undo() is game
        assert _all_of(game) == remembered
    for move, remembered in zip(moves, before[1:], strict=True):
        assert _all_of(game.play(move)) == remembered  # the same moves bring the same deals
    seen = {one["course"][4]: one for one in before}
    for ply in list(seen)[:: max(1, len(seen) // 12)]:
        assert _all_of(game.at(ply)) == seen[ply]


def test_undo_at_the_start_is_refused_and_changes_nothing() -> None:
    for game in (az.new("pavilion", seed=1), load(board(hand="R"), supply="")):
        before = _all_of(game)
        with pytest.raises(az.RulesError, match="nothing to undo"):
            game.undo()
        assert _all_of(game) == before


def test_undo_takes_the_refill_back_with_the_move_that_brought_it() -> None:
    game = load(board(hand="R"), supply="PP").play("R1=R")
    assert [entry.seat for entry in game.entries] == [0, -1]
    deal = _deals(game)
    game.undo()
    assert (game.ply, game.position()["supply"]) == (0, "PP")
    assert _deals(game.copy().play("R1=R")) == deal
    assert _deals(game.copy(seed=77).play("R1=R")) != deal


def test_undo_at_the_end_of_the_game_opens_it_again() -> None:
    game = finish(board("R:RRRRRR", "G"), move="pass=G")
    assert (game.winners(), game.scores()) == ([0], [18, 5])
    game.undo()
    assert (game.over, game.winners(), game.scores()) == (False, [], [5, 5])
    assert game.breakdown()[0] == {
        "rounds": [],
        "bonuses": {"stars": {}, "numbers": {}, "corners": 0},
        "total": 5,
    }


def test_a_copy_and_its_original_do_not_touch_each_other() -> None:
    game = wander(az.new("pavilion", seed=1, side="grey"), random.Random(1), 30)
    twin = game.copy()
    before = _all_of(game)
    assert _all_of(twin) == before
    wander(twin, random.Random(2))
    assert _all_of(game) == before
    after = _all_of(twin)
    game.undo().undo()
    assert _all_of(twin) == after


def test_a_copy_with_a_seed_has_a_future_of_its_own() -> None:
    game = wander(az.new("pavilion", seed=1), random.Random(1), 3)
    twin = game.copy(seed=77)
    assert _all_of(twin) == _all_of(game)
    wander(game, random.Random(2))
    wander(twin, random.Random(2))
    assert _deals(game)[0] == _deals(twin)[0]
    assert _deals(game)[1] != _deals(twin)[1]


def test_what_a_game_hands_out_is_not_its_own() -> None:
    game = finish(board(hand="RG"), round=1)
    before = _all_of(game)
    game.position()["boards"][0]["stars"]["R"] = "RRRRRR"
    game.position()["bag"]["B"] = 0
    game.show()["numbers"]["R"].clear()
    game.moves().clear()
    game.scores()[0] = 99
    game.breakdown()[0]["rounds"].clear()
    game.breakdown()[0]["bonuses"]["stars"]["R"] = 14
    game.options["players"] = 4
    assert _all_of(game) == before


@pytest.mark.parametrize("options", VARIANTS, ids=variant_name)
def test_the_same_seed_and_moves_give_the_same_game(options: dict[str, Any]) -> None:
    assert random_game(21, **options).record() == random_game(21, **options).record()
    assert az.new("pavilion", seed=21, **options).record() != az.new("pavilion", seed=22, **options).record()


@clause("S3", "S41")
def test_each_deal_has_a_stream_of_its_own() -> None:
    """The same bag and the same number of the deal bring the same tiles, whatever happened before."""
    start = load(board(hand="RG"), supply="PPGG")
    refills = {_deals(start.copy().play(move))[0] for move in ("R1=R", "*1=R", "G1=G", "pass=GR")}
    assert len(refills) == 1
    second = [_deals(start.copy().play(move).play("pass"))[1:] for move in ("R1=R", "*1=R")]
    assert second[0] == second[1] == []  # the supply is full again


def test_the_starter_and_the_side_do_not_change_the_first_deal() -> None:
    games = [az.new("pavilion", seed=5, starter=starter) for starter in (0, 1)]
    games.append(az.new("pavilion", seed=5, side="grey"))
    assert len({_deals(game)[0] for game in games}) == 1


# --- scores -----------------------------------------------------------------------------------------------


def _check_total(told: dict[str, Any]) -> None:
    """The last round's score and the bonuses, down to 1 for corners (S51, S52)."""
    bonuses = told["bonuses"]
    assert -4 <= bonuses["corners"] <= 0
    before = told["rounds"][-1]["score"] + sum(bonuses["stars"].values()) + sum(bonuses["numbers"].values())
    assert told["total"] == max(1, before + bonuses["corners"])


@pytest.mark.parametrize("options", VARIANTS, ids=variant_name)
def test_the_breakdown_adds_up(options: dict[str, Any]) -> None:
    clamped = exact = 0
    for seed in range(8):
        game = random_game(seed, **options)
        for seat, told in enumerate(game.breakdown()):
            assert set(told) == {"rounds", "bonuses", "total"}
            assert len(told["rounds"]) == 6
            track = 5
            for one in told["rounds"]:
                assert set(one) == {"placed", "marker", "discards", "score"}
                assert one["placed"] >= 0 >= max(one["marker"], one["discards"])
                # the marker is paid for first, down to 1; then come the points, then the discards
                before, after_marker = track, max(1, track + one["marker"])
                track = max(1, after_marker + one["placed"] + one["discards"])
                assert one["score"] == track
                exact += one["score"] == before + one["placed"] + one["marker"] + one["discards"]
                clamped += one["score"] > before + one["placed"] + one["marker"] + one["discards"]
            _check_total(told)
            assert told["total"] == game.scores()[seat]
    assert clamped > 0
    assert exact > 0


@pytest.mark.parametrize("options", VARIANTS, ids=variant_name)
def test_the_account_of_every_round_agrees_with_the_ledger(options: dict[str, Any]) -> None:
    luck = random.Random(17)
    game = az.new("pavilion", seed=17, **options)
    rounds = 0
    while not game.over:
        wander(game, luck, 1)
        account, ledgers = game.account(), [seat["rounds"] for seat in game.breakdown()]
        if len(ledgers[0]) == rounds:
            assert account is None
            continue
        rounds += 1
        assert account is not None
        assert [one["seat"] for one in account] == list(range(options["players"]))
        for one, ledger in zip(account, ledgers, strict=True):
            _check_account(one, ledger)
    assert rounds == 6


def _check_account(told: dict[str, Any], ledger: list[dict[str, int]]) -> None:
    assert told["placed"] == sum(tile["points"] for tile in told["tiles"]) == ledger[-1]["placed"]
    assert told["marker"] == -ledger[-1]["marker"]
    assert len(told["discards"]) == -ledger[-1]["discards"]
    assert len(told["kept"]) <= 4
    assert told["before"] == (ledger[-2]["score"] if len(ledger) > 1 else 5)
    assert told["score"] == ledger[-1]["score"]
    for tile in told["tiles"]:
        assert 1 <= tile["points"] <= 6
        worth = {"pillar": 1, "statue": 2, "window": 3}
        due = sum(worth[name.split(" ")[1]] for name in tile["structures"])
        assert len(tile["took"]) <= due <= 3


def test_an_account_names_every_tile_and_what_it_brought() -> None:
    mine = board("R:R..... B:..BB..", "RRGG", score=9)
    game = load(mine, board(passed=True), centre="GO", marker="centre").play("cO")
    # two seats take in turn, then the marker's holder places
    game.play("cG")
    game.play("R2=RR").play("+PP").play("*1=O").play("pass=PPG")
    account = game.account()
    assert account is not None
    assert account[0] == {
        "seat": 0,
        "before": 9,
        "marker": 1,
        "tiles": [
            {"space": "R2", "tile": "R", "points": 2, "structures": ["red-blue statue"], "took": "PP"},
            {"space": "*1", "tile": "O", "points": 1, "structures": [], "took": ""},
        ],
        "kept": "PPG",
        "discards": "G",
        "placed": 3,
        "score": 10,
    }
    assert account[1]["placed"] == account[1]["marker"] == 0


@clause("S5")
def test_a_clamp_is_visible_in_the_breakdown() -> None:
    """Charged are 3 for the marker and 4 discards; the track showed 1, then 2, then 1 again."""
    game = load(board(hand="R", score=2), board(passed=True), centre="OOO").play("cO")
    assert game.scores()[0] == 1
    game.play("R1=R").play("pass")
    assert game.breakdown()[0]["rounds"] == [{"placed": 1, "marker": -3, "discards": -3, "score": 1}]
    assert game.scores()[0] == 1


@clause("S45", "S52")
def test_the_last_round_shows_the_track_before_bonuses_and_corners() -> None:
    game = finish(board("R:RRRRRR", score=7, corners="GG"), board(hand="BBB", score=3), move="pass=B")
    first, second = game.breakdown()
    assert first["rounds"][-1] == {"placed": 0, "marker": 0, "discards": 0, "score": 7}
    assert first["bonuses"] == {"stars": {"R": 14}, "numbers": {}, "corners": -2}
    assert first["total"] == 19
    assert second["rounds"][-1] == {"placed": 0, "marker": 0, "discards": -2, "score": 1}
    assert second["bonuses"]["corners"] == -1
    assert second["total"] == 1  # not below
    for told in (first, second):
        _check_total(told)


def test_points_placed_before_a_pass_are_told_whoever_ends_the_round() -> None:
    game = load(board(hand="RG"), board(hand="B")).play("R1=R").play("B1=B").play("pass=G").play("pass")
    rounds = [seat["rounds"] for seat in game.breakdown()]
    assert rounds[0] == [{"placed": 1, "marker": 0, "discards": 0, "score": 6}]
    assert rounds[1] == [{"placed": 1, "marker": 0, "discards": 0, "score": 6}]


def test_there_is_no_account_while_a_round_goes_on() -> None:
    game = az.new("pavilion", seed=1)
    assert game.account() is None
    assert wander(game, random.Random(1), 3).account() is None


def test_winners_and_bonuses_wait_for_the_end() -> None:
    game, luck = az.new("pavilion", seed=3, players=3), random.Random(3)
    while not game.over:
        assert game.winners() == []
        assert game.ending is None
        waiting = {"stars": {}, "numbers": {}, "corners": 0}
        assert all(seat["bonuses"] == waiting for seat in game.breakdown())
        wander(game, luck, 1)
    assert game.ending == "rounds"
    assert [game.scores()[seat] for seat in game.winners()] == [max(game.scores())] * len(game.winners())


# --- what new() takes -------------------------------------------------------------------------------------


def test_a_new_game_has_defaults() -> None:
    game = az.new("pavilion")
    assert game.game == "pavilion"
    assert game.options == {"players": 2, "side": "coloured"}
    assert (game.phase, game.over, game.ply) == ("acquire", False, 1)
    assert len({az.new("pavilion").record() for _ in range(10)}) == 10  # without a seed games differ


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 5}, "players is 5, expected 2, 3 or 4"),
        ({"players": "2"}, "players is '2', expected 2, 3 or 4"),
        ({"players": True}, "players is True, expected 2, 3 or 4"),
        ({"side": "blue"}, "side is 'blue', expected 'coloured' or 'grey'"),
        ({"side": None}, "side is None, expected 'coloured' or 'grey'"),
        ({"side": ["grey"]}, "side is ['grey'], expected 'coloured' or 'grey'"),
        ({"wall": "grey"}, "no option 'wall', expected one of players, side"),
        ({"jokers": True}, "no option 'jokers', expected one of players, side"),
        ({"seed": -1}, "seed is -1, expected a whole number from 0"),
        ({"starter": 2}, "starter is 2, expected a seat from 0 to 1"),
        ({"names": ["Ana"]}, "names is ['Ana'], expected 2 names"),
    ],
)
def test_a_new_game_says_what_is_wrong_with_its_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises(az.RulesError, match=re.escape(message)):
        az.new("pavilion", **options)


def test_a_game_prints_what_it_is() -> None:
    assert repr(load(board(hand="R"))) == "<pavilion players=2 side=coloured, ply 0, seat 0 to decide>"
    assert repr(finish(board(), side="grey")) == "<pavilion players=2 side=grey, ply 1, over>"
