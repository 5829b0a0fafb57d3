"""Bots by name, and with settings of one's own as text."""

from pathlib import Path

import pytest

import azulejos as az
from azulejos.bots import nets
from azulejos.bots.bot import Budget
from azulejos.bots.desk import Settings
from azulejos.bots.levels import LEVELS, Level
from azulejos.bots.roster import bot, bots
from azulejos.bots.searcher import SearchBot, Style
from azulejos.bots.simple import GreedyBot, RandomBot
from azulejos.core.errors import RulesError
from tests.bots.nets import random_arrays


@pytest.mark.parametrize("game", ["azul", "pavilion"])
def test_every_game_has_all_levels_and_the_strongest_comes_last(game: str) -> None:
    names = bots(game)
    assert names == az.bots(game)
    assert len(set(names)) == len(names)
    assert {"random", "greedy", "apprentice", "journeyman", "artisan", "master", "strong"} <= set(names)
    assert [name for name in names if name in LEVELS] == list(LEVELS)
    assert names[-1] == "strong"
    assert all(set(LEVELS[name]) >= {game} for name in LEVELS)


@pytest.mark.parametrize("name", bots())
def test_every_listed_bot_can_be_had_and_knows_its_name(name: str) -> None:
    assert bot(name, seed=1).name == name


def test_names_give_the_bots_they_say() -> None:
    assert isinstance(bot("random"), RandomBot)
    assert isinstance(bot("greedy"), GreedyBot)
    assert isinstance(bot("strong"), Level)
    assert isinstance(bot("search:most=10"), SearchBot)


@pytest.mark.parametrize("name", ["stockfish", "", "Strong", "random:seed=1", "search", 7, None])
def test_an_unknown_name_lists_the_known_ones(name: str) -> None:
    with pytest.raises(RulesError, match="there is no bot") as caught:
        bot(name)
    assert str(caught.value).endswith(", ".join(bots()))


def test_an_unknown_game_has_no_bots() -> None:
    with pytest.raises(RulesError, match="chess"):
        bots("chess")


# --- settings -----------------------------------------------------------------------------------------------


def test_a_search_with_settings() -> None:
    name = "search:most=500,blur=0.05,cores=2,remember=0,solve=0.1,clinch=0,explore=2,patience=1"
    made = bot(name, seed=3)
    assert isinstance(made, SearchBot)
    assert made.name == name
    assert made.style == Style(
        most=500,
        blur=0.05,
        cores=2,
        remember=False,
        solve=0.1,
        clinch=False,
        settings=Settings(explore=2, patience=1),
    )


def test_settings_left_out_are_those_of_the_strongest() -> None:
    made = bot("search:margin=0.5")
    assert isinstance(made, SearchBot)
    assert made.style == Style(settings=Settings(margin=0.5))
    assert made.style.habit == Budget(seconds=1)


def test_spaces_between_settings_do_not_matter() -> None:
    made = bot("search: most=20, blur=0.5")
    assert isinstance(made, SearchBot)
    assert (made.style.most, made.style.blur) == (20, 0.5)


def test_a_net_of_ones_own_is_named_by_its_file(tmp_path: Path) -> None:
    file, rules = tmp_path / "mine.net", az.rules("azul")
    nets.save(file, rules, random_arrays(rules), {})
    made = bot(f"search:most=20, net={file},blur=0.5")
    assert isinstance(made, SearchBot)
    assert made.style == Style(most=20, blur=0.5, settings=Settings(net=str(file)))
    alone = bot(f"search:net={file}")
    assert isinstance(alone, SearchBot)
    assert alone.style == Style(settings=Settings(net=str(file)))


def test_greedy_with_noise_is_greedy_but_unsure() -> None:
    game = az.new("azul", seed=1)
    sure = {bot("greedy:noise=0", seed=seed).choose(game).move for seed in range(20)}
    unsure = {bot("greedy:noise=3", seed=seed).choose(game).move for seed in range(20)}
    assert sure == {bot("greedy", seed=seed).choose(game).move for seed in range(20)}
    assert len(unsure) > len(sure)
    assert all(move in game.moves() for move in unsure)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("search:", "there is no setting ''"),
        ("search:depth=3", "there is no setting 'depth', expected one of most, blur, cores"),
        ("search:weights=3", "there is no setting 'weights'"),
        ("search:most=10,", "there is no setting ''"),
        ("search:most", "most is '', expected"),
        ("search:most=many", "most is 'many', expected"),
        ("search:blur=x", "blur is 'x', expected a number"),
        ("search:net=no.net", "net is 'no.net', expected the file of a net, or 0 for none: cannot be read"),
        ("search:net=pyproject.toml", "net is 'pyproject.toml', expected the file of a net"),
        ("search:net=", "net is '', expected the file of a net"),
        ("search:most=mine.net", "most is 'mine.net', expected a whole number"),
        ("search:cores=2.5", "cores is '2.5', expected a whole number"),
        ("strong:cores=0", "cores is '0', expected 1 to 256"),
        ("strong:most=5", "there is no setting 'most', expected one of cores"),
        ("search:blur=-1", "blur is '-1', expected 0 to 1,000,000,000"),
        ("search:blur=nan", "blur is 'nan', expected"),
        ("search:explore=inf", "explore is 'inf', expected"),
        ("greedy:noise=-2", "noise is '-2', expected 0 to 1,000,000,000"),
        ("greedy:most=3", "there is no setting 'most', expected one of noise"),
    ],
)
def test_bad_settings_are_named(name: str, reason: str) -> None:
    with pytest.raises(RulesError) as caught:
        bot(name)
    assert reason in str(caught.value)
    assert repr(name) in str(caught.value)


def test_a_net_whose_name_no_file_can_have_is_refused() -> None:
    with pytest.raises(RulesError, match="cannot be read"):
        bot("search:net=" + "x" * 300)
