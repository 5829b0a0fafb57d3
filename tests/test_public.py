"""The public names of formats.md, section 5: each works, and works again; games copy and pickle."""

import copy
import importlib
import pickle
import random
import subprocess
import sys

import pytest

import azulejos as az


def test_every_public_name_is_there_twice_over() -> None:
    for _ in range(2):
        for name in az.__all__:
            assert callable(getattr(az, name)), name
    assert set(az.__all__) <= set(dir(az))


def test_every_name_of_the_study_is_there() -> None:
    study = importlib.import_module("azulejos.study")
    assert {"Result", "Ratings", "read", "reckon"} <= set(study.__all__) <= set(dir(study))
    for name in study.__all__:
        assert callable(getattr(study, name)), name
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        study.nothing  # noqa: B018


def test_the_environments_are_there_without_what_they_do_not_need() -> None:
    script = "import azulejos as az, sys; az.envs.vector; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert {"gymnasium", "pettingzoo", "pygame", "pyspiel", "torch", "numba"}.isdisjoint(loaded.split())
    for name in ("vector", "versus", "on_gpu", "azul_v0", "pavilion_v0", "single", "gymvector", "openspiel"):
        assert getattr(az.envs, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        az.envs.nothing  # noqa: B018


NAMES = ["random", "greedy", "apprentice", "journeyman", "artisan", "master", "strong"]


def test_the_bots_are_listed_as_often_as_asked_and_weakest_first() -> None:
    roster = importlib.import_module("azulejos.bots.roster")  # binds the package over the function's name
    for _ in range(3):
        assert az.bots("azul") == NAMES
        assert az.bot("greedy", seed=1).choose(az.new("azul", seed=1), seconds=1.0).move
    assert roster.bots("azul") == az.bots("azul")


@pytest.mark.parametrize("name", ["strong?", "", None, 5, [], 10**5000], ids=lambda name: type(name).__name__)
def test_an_unknown_bot_is_named(name: object) -> None:
    with pytest.raises(
        az.RulesError, match=r"there is no bot .*, expected one of random, greedy, apprentice"
    ):
        az.bot(name)  # type: ignore[arg-type]


def test_a_bot_refuses_a_seed_that_is_none() -> None:
    with pytest.raises(az.RulesError, match="seed is"):
        az.bot("greedy", seed=[1])  # type: ignore[arg-type]


def test_a_bot_has_nothing_to_choose_when_the_game_is_over() -> None:
    game, bot = az.new("azul", seed=1, max_rounds=1), az.bot("greedy", seed=1)
    while not game.over:
        game.play(bot.choose(game).move)
    with pytest.raises(az.RulesError, match="the game is over"):
        bot.choose(game)


def test_a_greedy_bot_beats_a_random_one() -> None:
    wins = 0
    for seed in range(10):
        game = az.new("azul", seed=seed)
        bots = [az.bot("greedy", seed), az.bot("random", seed)]
        while not game.over:
            game.play(bots[game.turn or 0].choose(game).move)
        wins += game.winners() == [0]
    assert wins == 10


def test_a_greedy_bot_keeps_nothing_when_there_is_no_round_to_come() -> None:
    game, bot = az.new("pavilion", seed=3), az.bot("greedy", seed=3)
    while not game.over:
        game.play(bot.choose(game).move)
    assert [told["bonuses"]["corners"] for told in game.breakdown()] == [0, 0]
    assert min(game.scores()) > 30


@pytest.mark.parametrize("compiled", [False, True])
def test_rules_survive_being_pickled(compiled: bool) -> None:
    rules = az.rules("azul", compiled=compiled, players=3)
    assert pickle.loads(pickle.dumps(rules)) is rules


def test_copies_of_every_kind_are_independent() -> None:
    game, luck = az.new("azul", seed=4), random.Random(4)
    for _ in range(9):
        game.play(luck.choice(game.moves()))
    before = game.record()
    for twin in (game.copy(), copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert twin.record() == before
        twin.play(twin.moves()[0])
        assert game.record() == before


def test_a_copy_with_another_seed_remembers_the_deals_that_were_made() -> None:
    game, luck = az.new("azul", seed=4), random.Random(4)
    while sum(entry.seat < 0 for entry in game.entries) < 3:
        game.play(luck.choice(game.moves()))
    move = [entry for entry in game.entries if entry.seat >= 0][-1].text
    twin = game.copy(seed=99)
    assert twin.undo().play(move).record() == game.record()


def test_looking_at_a_game_as_text_changes_nothing() -> None:
    start = az.new("azul", seed=4).at(0)
    assert repr(start) == "<azul players=2 wall=coloured jokers=false, ply 0, a deal is due>"
    assert start.ply == 0
    assert "seat" in repr(az.new("azul", seed=4))


def test_names_cannot_be_changed_behind_the_records_back() -> None:
    game = az.new("azul", seed=4, names=["Ana", "Bo"])
    assert game.names == ("Ana", "Bo")
    with pytest.raises(TypeError):
        game.names[0] = "x"  # type: ignore[index]
