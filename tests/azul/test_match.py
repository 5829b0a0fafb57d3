"""The Python surface (formats, section 5): new games, undo, copies, scores and their breakdown, errors."""

import random
import re
from typing import Any

import pytest

import azulejos as az
from tests.azul.clauses import clause
from tests.azul.positions import (
    VARIANTS,
    board,
    gains,
    last_draft,
    load,
    position,
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


# --- undo -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", VARIANTS, ids=variant_name)
def test_undo_restores_everything_move_by_move_to_the_start(options: dict[str, Any]) -> None:
    luck = random.Random(5)
    game = az.new("azul", seed=5, **options)
    before, moves = [_all_of(game)], []
    while not game.over:
        moves.append(luck.choice(game.moves()))
        game.play(moves[-1])
        before.append(_all_of(game))
    assert len(_deals(game)) > 2
    for remembered in before[-2::-1]:
        assert game.undo() is game
        assert _all_of(game) == remembered
    for move, remembered in zip(moves, before[1:], strict=True):
        assert _all_of(game.play(move)) == remembered  # the same moves bring the same deals


def test_undo_at_the_start_is_refused_and_changes_nothing() -> None:
    for game in (az.new("azul", seed=1), load(factories=["BBYR"]), load(boards=[board(["B"])])):
        before = _all_of(game)
        with pytest.raises(az.RulesError, match="nothing to undo"):
            game.undo()
        assert _all_of(game) == before


def test_undo_takes_the_deal_back_with_the_move_that_brought_it() -> None:
    game = last_draft(board(["B"]))
    assert [entry.seat for entry in game.entries] == [1, -1]
    game.undo()
    assert game.ply == 0
    assert (game.turn, game.position()["round"]) == (1, 1)


def test_undo_at_the_end_of_the_game_opens_it_again() -> None:
    game = last_draft(board(["W"], wall="BYRK. ..... ..... ..... ....."))
    assert game.winners() == [0]
    game.undo()
    assert (game.over, game.winners(), game.scores()) == (False, [], [0, 0])


@pytest.mark.parametrize("options", VARIANTS, ids=variant_name)
def test_a_game_that_was_read_brings_its_own_deals_again_after_undo(options: dict[str, Any]) -> None:
    game = random_game(6, **options)
    again = az.read(game.record(), seed=999)  # of another seed than the deals
    whole = _all_of(again)
    moves = [entry.text for entry in again.entries if entry.seat >= 0]
    for _ in moves:
        again.undo()
    for move in moves:
        again.play(move)
    assert _all_of(again) == whole


def test_another_move_after_undo_brings_another_game_with_deals_of_the_same_streams() -> None:
    game = az.new("azul", seed=12)
    first = wander(game.copy(), random.Random(1))
    second = wander(game.copy(), random.Random(2))
    assert first.record() != second.record()
    assert _deals(first)[:4] == _deals(second)[:4]  # the bag holds the same tiles in the first five rounds


# --- copies -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", VARIANTS, ids=variant_name)
def test_at_gives_the_game_as_it_stood(options: dict[str, Any]) -> None:
    luck = random.Random(8)
    game = az.new("azul", seed=8, **options)
    seen = {game.ply: _all_of(game)}
    while not game.over:
        game.play(luck.choice(game.moves()))
        seen[game.ply] = _all_of(game)
    final = _all_of(game)
    for ply, remembered in seen.items():
        assert _all_of(game.at(ply)) == remembered
    assert _all_of(game) == final


def test_a_game_taken_at_a_ply_goes_on_as_the_whole_one_did() -> None:
    game = random_game(9, players=3)
    for ply in range(0, game.ply, 7):
        part = game.at(ply)
        for entry in game.entries[ply:]:
            if entry.seat >= 0:
                part.play(entry.text)
        assert part.record() == game.record()


@pytest.mark.parametrize(
    "ply", [-1, 9999, 1.0, "1", None, True, 10**5000], ids=lambda ply: type(ply).__name__
)
def test_a_ply_that_is_not_there_is_refused(ply: Any) -> None:
    game = wander(az.new("azul", seed=1), random.Random(1), 5)
    with pytest.raises(az.RulesError, match=r"ply .*0 to 6"):
        game.at(ply)


def test_a_copy_and_its_original_do_not_touch_each_other() -> None:
    game = wander(az.new("azul", seed=1, wall="grey", jokers=True), random.Random(1), 30)
    twin = game.copy()
    before = _all_of(game)
    assert _all_of(twin) == before
    wander(twin, random.Random(2))
    assert _all_of(game) == before
    after = _all_of(twin)
    game.undo().undo()
    assert _all_of(twin) == after


def test_a_copy_plays_on_as_its_original_would() -> None:
    game = wander(az.new("azul", seed=1), random.Random(1), 10)
    assert wander(game.copy(), random.Random(3)).record() == wander(game, random.Random(3)).record()


def test_a_copy_with_a_seed_has_a_future_of_its_own() -> None:
    game = wander(az.new("azul", seed=1), random.Random(1), 3)
    twin = game.copy(seed=77)
    assert _all_of(twin) == _all_of(game)
    wander(game, random.Random(2))
    wander(twin, random.Random(2))
    assert _deals(game)[0] == _deals(twin)[0]
    assert _deals(game)[1] != _deals(twin)[1]


def test_a_copy_with_a_seed_does_not_know_a_deal_that_was_undone() -> None:
    game = last_draft(board(["B"]))
    deal = _deals(game)
    game.undo()
    assert _deals(game.copy(seed=77).play("1W>5")) != deal
    assert _deals(game.copy().play("1W>5")) == deal


def test_what_a_game_hands_out_is_not_its_own() -> None:
    game = last_draft(board(["B"]))
    before = _all_of(game)
    game.position()["boards"][0]["wall"][0] = "YYYYY"
    game.position()["bag"]["B"] = 0
    game.moves().clear()
    game.scores()[0] = 99
    game.breakdown()[0]["rounds"].clear()
    game.options["players"] = 4
    assert _all_of(game) == before


# --- seeds ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", VARIANTS, ids=variant_name)
def test_the_same_seed_and_moves_give_the_same_game(options: dict[str, Any]) -> None:
    assert random_game(21, **options).record() == random_game(21, **options).record()
    assert az.new("azul", seed=21, **options).record() != az.new("azul", seed=22, **options).record()


def test_without_a_seed_games_differ() -> None:
    assert len({az.new("azul").record() for _ in range(10)}) == 10


@clause("A38")
def test_each_deal_has_a_stream_of_its_own() -> None:
    # whatever happened in round 1, round 2 is dealt alike: the bag is the same
    rounds: list[set[str]] = [set() for _ in range(4)]
    for luck in range(12):
        game = wander(az.new("azul", players=2, seed=30, starter=0), random.Random(luck))
        for number, deal in enumerate(_deals(game)[:4]):
            rounds[number].add(deal)
    assert [len(deals) for deals in rounds] == [1, 1, 1, 1]
    assert len(set.union(*rounds)) == 4


@clause("A38")
def test_the_number_of_a_deal_is_part_of_its_stream() -> None:
    # the second deal of one game and the first of another, out of the same bag with the same seed
    game = az.new("azul", seed=31)
    while game.position()["round"] == 1:
        before = game.position()
        game.play(next(move for move in game.moves() if move.endswith(">f")))
    loaded = az.load(before, seed=31).play(game.entries[-2].text)
    assert loaded.position()["boards"] == game.position()["boards"]
    assert _deals(loaded) != _deals(game)[1:]


def test_the_starter_does_not_change_the_deals() -> None:
    one, other = (az.new("azul", players=3, seed=5, starter=seat) for seat in (0, 2))
    assert _deals(one) == _deals(other)


def test_games_with_one_seed_share_deals_over_variants_that_have_the_same_bag() -> None:
    coloured, grey = (az.new("azul", seed=5, wall=wall) for wall in ("coloured", "grey"))
    assert _deals(coloured) == _deals(grey)


def test_a_loaded_game_draws_from_its_seed() -> None:
    start = position(factories=["W"], turn=1)
    games = [az.load(start, seed=seed).play("1W>5") for seed in (1, 1, 2)]
    assert _deals(games[0]) == _deals(games[1])
    assert _deals(games[0]) != _deals(games[2])


def test_the_largest_seed_is_a_seed() -> None:
    assert az.new("azul", seed=2**63 - 1).record() == az.new("azul", seed=2**63 - 1).record()
    assert az.new("azul", seed=0).record() != az.new("azul", seed=2**32).record()


# --- scores -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", VARIANTS, ids=variant_name)
def test_the_breakdown_adds_up(options: dict[str, Any]) -> None:
    for seed in range(12):
        game = random_game(seed, **options)
        for seat, told in enumerate(game.breakdown()):
            assert set(told) == {"rounds", "bonuses", "total"}
            assert len(told["rounds"]) == game.position()["round"]
            track = 0
            for one in told["rounds"]:
                assert set(one) == {"wall", "floor", "score"}
                assert one["wall"] >= 0
                assert one["floor"] in (0, -1, -2, -4, -6, -8, -11, -14)
                track = max(0, track + one["wall"] + one["floor"])
                assert one["score"] == track
            assert told["total"] == track + sum(told["bonuses"].values()) == game.scores()[seat]
            wall = game.position()["boards"][seat]["wall"]
            assert told["bonuses"] == _bonuses_by_eye(wall)


def _bonuses_by_eye(wall: list[str]) -> dict[str, int]:
    columns = ["".join(row[column] for row in wall) for column in range(5)]
    return {
        "rows": 2 * sum("." not in row for row in wall),
        "columns": 7 * sum("." not in column for column in columns),
        "colours": 10 * sum("".join(wall).count(colour) == 5 for colour in "BYRKW"),
    }


@pytest.mark.parametrize("options", VARIANTS, ids=variant_name)
def test_the_account_of_every_round_sums_to_the_ledger(options: dict[str, Any]) -> None:
    luck = random.Random(17)
    game = az.new("azul", seed=17, **options)
    rounds = 0
    while not game.over:
        game.play(luck.choice(game.moves()))
        account, ledgers = game.account(), [seat["rounds"] for seat in game.breakdown()]
        if len(ledgers[0]) == rounds:
            assert account is None
            continue
        rounds += 1
        assert account is not None
        assert [one["seat"] for one in account] == list(range(options["players"]))
        for one, ledger in zip(account, ledgers, strict=True):
            _check_account(one, ledger)
    assert rounds > 1


def _check_account(told: dict[str, Any], ledger: list[dict[str, int]]) -> None:
    lines = [tile["line"] for tile in told["tiles"]]
    assert lines == sorted(set(lines))
    for tile in told["tiles"]:
        runs = [run for run in (tile["across"], tile["down"]) if run > 1]
        laid = tile["column"] is not None
        assert tile["points"] == ((sum(runs) or 1) if laid else 0)
    assert told["wall"] == sum(tile["points"] for tile in told["tiles"]) == ledger[-1]["wall"]
    assert told["penalty"] == -ledger[-1]["floor"]
    assert told["before"] == (ledger[-2]["score"] if len(ledger) > 1 else 0)
    assert told["score"] == ledger[-1]["score"] == max(0, told["before"] + told["wall"] - told["penalty"])


def test_an_account_names_every_tile_and_what_it_joined() -> None:
    wall = "..... ...R. .WB.R ...B. ....."
    game = last_draft(board(["W", "", "YYY"], wall=wall, floor="1RK", score=5))
    account = game.account()
    assert account is not None
    assert account[0] == {
        "seat": 0,
        "before": 5,
        "tiles": [
            {"line": 1, "tile": "W", "forced": False, "column": 5, "across": 1, "down": 1, "points": 1},
            {"line": 3, "tile": "Y", "forced": False, "column": 4, "across": 4, "down": 3, "points": 7},
        ],
        "wall": 8,
        "floor": "1RK",
        "penalty": 4,
        "score": 9,
    }


def test_the_account_of_a_game_loaded_in_the_middle_of_tiling_sums_to_its_ledger() -> None:
    # line 1 is forced when the game is loaded, line 2 asks
    mine = board(["B", "RR"], wall="YRKW. ..... ..... ..... .....")
    game = load(boards=[mine], wall="grey").play("2@3")
    account = game.account()
    assert account is not None
    for told in account:
        ledger = game.breakdown()[told["seat"]]["rounds"][-1]
        assert (told["wall"], -told["penalty"]) == (ledger["wall"], ledger["floor"])
    assert gains(game)[-1] == (2, 3, 2)


def test_there_is_no_account_while_a_round_goes_on() -> None:
    game = az.new("azul", seed=1)
    assert game.account() is None
    assert wander(game, random.Random(1), 3).account() is None


def test_winners_and_bonuses_wait_for_the_end() -> None:
    game, luck = az.new("azul", seed=3, players=3), random.Random(3)
    while not game.over:
        assert game.winners() == []
        assert game.ending is None
        assert all(not any(seat["bonuses"].values()) for seat in game.breakdown())
        game.play(luck.choice(game.moves()))
    assert game.winners() != []
    assert max(game.scores()) == game.scores()[game.winners()[0]]


# --- what new() takes -------------------------------------------------------------------------------------


def test_a_new_game_has_defaults() -> None:
    game = az.new()
    assert game.game == "azul"
    assert game.options == {"players": 2, "wall": "coloured", "jokers": False}
    assert (game.phase, game.over, game.ply) == ("offer", False, 1)
    assert game.names == ("Seat 0", "Seat 1")


def test_play_returns_the_game() -> None:
    game = az.new("azul", seed=1)
    assert game.play(game.moves()[0]) is game


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 5}, "players is 5, expected 2, 3 or 4"),
        ({"players": 1}, "players is 1, expected 2, 3 or 4"),
        ({"players": 2.0}, "players is 2.0, expected 2, 3 or 4"),
        ({"players": "2"}, "players is '2', expected 2, 3 or 4"),
        ({"players": True}, "players is True, expected 2, 3 or 4"),
        ({"players": None}, "players is None, expected 2, 3 or 4"),
        ({"players": [2]}, "players is [2], expected 2, 3 or 4"),
        ({"wall": "blue"}, "wall is 'blue', expected 'coloured' or 'grey'"),
        ({"wall": None}, "wall is None, expected 'coloured' or 'grey'"),
        ({"wall": ["grey"]}, "wall is ['grey'], expected 'coloured' or 'grey'"),
        ({"wall": {}}, "wall is {}, expected 'coloured' or 'grey'"),
        ({"jokers": 1}, "jokers is 1, expected true or false"),
        ({"jokers": "yes"}, "jokers is 'yes', expected true or false"),
        ({"jokers": None}, "jokers is None, expected true or false"),
        ({"max_rounds": 0}, "max_rounds is 0, expected"),
        ({"max_rounds": -3}, "max_rounds is -3, expected"),
        ({"max_rounds": 2.5}, "max_rounds is 2.5, expected"),
        ({"max_rounds": True}, "max_rounds is True, expected"),
        ({"max_rounds": "9"}, "max_rounds is '9', expected"),
        ({"side": "grey"}, "no option 'side', expected one of players, wall, jokers, max_rounds"),
        ({"Players": 2}, "no option 'Players', expected one of players"),
        ({"seed": -1}, "seed is -1, expected a whole number from 0 to 9223372036854775807"),
        ({"seed": 2**63}, "seed is 9223372036854775808, expected a whole number from 0"),
        ({"seed": 1.0}, "seed is 1.0, expected a whole number"),
        ({"seed": "7"}, "seed is '7', expected a whole number"),
        ({"seed": True}, "seed is True, expected a whole number"),
        ({"starter": 2}, "starter is 2, expected a seat from 0 to 1"),
        ({"starter": -1}, "starter is -1, expected a seat from 0 to 1"),
        ({"starter": 1.0}, "starter is 1.0, expected a seat from 0 to 1"),
        ({"starter": "0"}, "starter is '0', expected a seat from 0 to 1"),
        ({"starter": True}, "starter is True, expected a seat from 0 to 1"),
        ({"players": 4, "starter": 4}, "starter is 4, expected a seat from 0 to 3"),
        ({"names": ["Ana"]}, "names is ['Ana'], expected 2 names"),
        ({"names": ["A", "B", "C"]}, "names is ['A', 'B', 'C'], expected 2 names"),
        ({"names": "AB"}, "names is 'AB', expected 2 names"),
        ({"names": 5}, "names is 5, expected 2 names"),
        ({"names": ["Ana", 5]}, "name 5: expected"),
        ({"names": ["Ana", ""]}, "name '': expected"),
    ],
)
def test_a_new_game_says_what_is_wrong_with_its_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises(az.RulesError, match=re.escape(message)):
        az.new("azul", **options)


@pytest.mark.parametrize("option", ["players", "max_rounds", "seed", "starter"])
def test_numbers_of_thousands_of_digits_are_refused(option: str) -> None:
    options: dict[str, Any] = {option: 10**5000}
    with pytest.raises(az.RulesError, match=option):
        az.new("azul", **options)


@pytest.mark.parametrize("game", ["chess", "Azul", "", None, 3, ["azul"], {}])
def test_a_game_that_does_not_exist_is_refused(game: Any) -> None:
    with pytest.raises(az.RulesError, match=re.escape(f"game is {game!r}, expected 'azul'")):
        az.new(game)


@pytest.mark.parametrize("seed", [-1, 2**63, 1.5, "1", True])
def test_loading_and_reading_refuse_bad_seeds_too(seed: Any) -> None:
    with pytest.raises(az.RulesError, match="seed is"):
        az.load(position(factories=["B"]), seed=seed)
    with pytest.raises(az.RulesError, match="seed is"):
        az.read(az.new("azul").record(), seed=seed)
    with pytest.raises(az.RulesError, match="seed is"):
        az.new("azul").copy(seed=seed)


def test_errors_have_one_family() -> None:
    for error in (az.NotationError, az.IllegalMove, az.BadPosition):
        assert issubclass(error, az.RulesError)
    assert issubclass(az.RulesError, ValueError)


def test_a_game_prints_what_it_is() -> None:
    assert (
        repr(load(factories=["B"])) == "<azul players=2 wall=coloured jokers=false, ply 0, seat 0 to decide>"
    )
    over = last_draft(board(["W"], wall="BYRK. ..... ..... ..... ....."))
    assert repr(over) == "<azul players=2 wall=coloured jokers=false, ply 1, over>"
