"""Opponents that play inside a batch: they answer as the bots do, and the learner is told what came of it."""

import importlib
import random
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import azulejos as az
from azulejos.bots.bot import Budget
from azulejos.bots.simple import GreedyBot
from azulejos.core.jit import Bound, Compiled
from azulejos.core.layout import ENDED, PHASE, TURN
from azulejos.core.match import Match
from azulejos.envs import answering, vector
from azulejos.envs.spaces import space
from azulejos.envs.stepping import LUCK
from azulejos.envs.versus import VersusEnv, versus
from tests.envs.playing import choose
from tests.games import CASES, Game, Options, case_name

every_variant = pytest.mark.parametrize(("game", "options"), CASES, ids=case_name)
both_games = pytest.mark.parametrize("game", ["azul", "pavilion"])


class Witness(random.Random):
    """Luck that remembers what it was to choose from."""

    seen: Sequence[Any] = ()

    def choice(self, seq: Any) -> Any:
        self.seen = seq
        return super().choice(seq)


def best_moves(match: Match) -> list[int]:
    """The actions among which the roster's greedy bot would draw."""
    bot = az.bot("greedy", seed=0)
    assert isinstance(bot, GreedyBot)
    bot.random = witness = Witness(1)
    bot.think(match, Budget())
    return sorted(witness.seen)


def best_kernel(match: Match) -> list[int]:
    """The actions among which a batch's greedy opponent draws."""
    own: Any = Bound(answering, space(match.game, match.rules.options).kernels, False)
    state = match.rules.plain(match.state)
    room = [0] * 4096
    count = own.list_best(state, room, [0] * len(state))
    return sorted(room[:count])


@every_variant
def test_the_greedy_opponent_draws_among_the_same_moves_as_the_greedy_bot(
    game: Game, options: Options
) -> None:
    luck, match = random.Random(8), az.new(game.name, seed=5, **options)
    checked = 0
    while not match.over:
        if luck.random() < 0.2:
            best, checked = best_moves(match), checked + 1
            assert best_kernel(match) == best
        match.play_action(luck.choice(match.rules.actions(match.state)))
    assert checked > 3


@both_games
def test_a_prospect_is_the_same_to_the_last_bit_once_compiled(game: str) -> None:
    luck, match = random.Random(2), az.new(game, seed=6, players=3)
    plain: Any = importlib.import_module(f"azulejos.{game}.features")
    fast: Any = Compiled(plain)
    seen = set()
    while not match.over:
        state = match.rules.plain(match.state)
        for seat in range(3):
            promise = plain.prospect(state, seat)
            seen.add(promise)
            assert fast.prospect(np.array(state, np.int64), seat) == promise
        match.play_action(luck.choice(best_moves(match)))
    assert len(seen) > 20


def greedy_ends(match: Match, learner: int, most: int = 400) -> list[Match]:
    """All games that greedy answers can lead to, up to the learner's next decision; none where too many."""
    waiting, ends = [match], []
    while waiting:
        game = waiting.pop()
        if game.over or game.turn == learner:
            ends.append(game)
        else:
            waiting += [game.copy().play_action(action) for action in best_moves(game)]
        if len(waiting) + len(ends) > most:
            return []
    return ends


@pytest.mark.parametrize(
    ("game", "seed", "least"), [("azul", 4, 15), ("azul", 5, 15), ("pavilion", 1, 10), ("pavilion", 2, 10)]
)
def test_between_two_decisions_of_the_learner_the_others_play_greedily(
    game: str, seed: int, least: int
) -> None:
    env = versus(game, 1, seed=seed, compiled=False, players=3 if game == "azul" else 2)
    told, checked = env.reset(), 0
    seat, options = int(told.seats[0]), env.rules.options.as_dict()
    ends = greedy_ends(az.new(game, seed=int(env.seeds()[0]), **options), seat)
    while ends and not told.done[0]:  # with too many ways to tie there is nothing more to compare
        [match, *_] = [end for end in ends if end.position() == env.position(0)]
        checked += 1
        action = int(env.sample()[0])
        told, ends = env.step(np.array([action])), greedy_ends(match.play_action(action), seat)
    if told.done[0] and ends:
        points = told.scores[0].tolist()
        assert points[-seat:] + points[:-seat] in [end.scores() for end in ends if end.over]
    assert checked >= least


@every_variant
def test_plain_and_compiled_answer_the_same(game: Game, options: Options) -> None:
    kinds = ["greedy", "random", "greedy"][: options["players"] - 1]
    slow, fast = (
        versus(game.name, 2, seed=9, opponents=kinds, reward="margin", compiled=c, **options)
        for c in (False, True)
    )
    one, other = slow.reset(), fast.reset()
    for _ in range(14):
        for mine, theirs in zip(one, other, strict=True):
            assert mine.dtype == theirs.dtype
            np.testing.assert_array_equal(mine, theirs)
        np.testing.assert_array_equal(slow.states(), fast.states())
        actions = slow.sample()
        one, other = slow.step(actions), fast.step(actions)


def play(env: VersusEnv, games: int) -> dict[str, Any]:
    """Random play until so many games have ended; what the learner was told of each."""
    told, luck = env.reset(), np.random.default_rng(3)
    sums, seats = np.zeros(env.num_envs), told.seats.copy()
    ended: dict[str, list[Any]] = {"sums": [], "wins": [], "scores": [], "seats": [], "states": []}
    while len(ended["sums"]) < games:
        assert (told.masks.sum(axis=1) > 0).all()
        told = env.step(choose(told.masks, luck))
        sums += told.rewards
        assert not told.wins[~told.done].any()
        for row in np.flatnonzero(told.done):
            ended["sums"].append(sums[row])
            ended["wins"].append(told.wins[row])
            ended["scores"].append(told.scores[row].tolist())
            ended["seats"].append(int(seats[row]))
            ended["states"].append(env.finals()[row].tolist()[:-LUCK])
            sums[row] = 0
        seats = told.seats.copy()
    return ended


@pytest.mark.parametrize("scheme", ["win", "rank", "margin", "score"])
@both_games
def test_rewards_of_a_game_add_up(game: str, scheme: str) -> None:
    env = versus(game, 16, seed=2, opponents="random", reward=scheme, players=3)
    ended = play(env, games=40)
    begun = 5 if game == "pavilion" else 0
    for total, win, points, seat, state in zip(*ended.values(), strict=True):
        others = sorted(points[1:], reverse=True)
        rank = 1 - (sum(p > points[0] for p in others) + sum(p == points[0] for p in others) / 2) / 2
        wanted = {"win": win, "rank": rank, "margin": points[0] - others[0], "score": points[0] - begun}
        if scheme != "rank" or len(set(points)) == 3:  # Azul has a tie-break
            assert total == pytest.approx(wanted[scheme], abs=1e-6)
        winners, scores = env.rules.winners(state), env.rules.scores(state)
        assert win == pytest.approx(1 / len(winners) if seat in winners else 0)
        assert points == scores[seat:] + scores[:seat]
    assert {0, 1, 2} == set(ended["seats"])


@both_games
def test_the_learner_sits_where_it_is_put_or_anywhere(game: str) -> None:
    env = versus(game, 8, seat=1, opponents="random", players=2)
    told = env.reset()
    for _ in range(60):
        assert (told.seats == 1).all()
        assert (env.states()[:, TURN] == 1).all()  # and it is to decide
        told = env.step(env.sample())
    drawn = versus(game, 3000, seed=1, players=3, opponents="random").reset().seats
    counts = np.bincount(drawn, minlength=3)
    assert (abs(counts - 1000) < 130).all()  # five standard deviations


def test_a_seat_does_not_hang_on_who_begins() -> None:
    env = versus("azul", 2000, seed=3, players=2, opponents="random")
    told = env.reset()
    first = told.moves == 0
    assert abs(first.mean() - 0.5) < 0.06
    both = np.bincount(2 * told.seats + first, minlength=4)
    assert (abs(both - 500) < 110).all()


@both_games
def test_rows_threads_and_copies_change_nothing(game: str) -> None:
    few = versus(game, 3, seed=7)
    many = versus(game, 11, seed=7, threads=2)
    bare = versus(game, 11, seed=7, copy=False)
    one, two, three = few.reset(), many.reset(), bare.reset()
    for _ in range(30):
        for a, b, c in zip(one, two, three, strict=True):
            np.testing.assert_array_equal(a, b[:3])
            np.testing.assert_array_equal(b, c)
            assert not c.flags.writeable
        actions = many.sample()
        one, two, three = few.step(actions[:3]), many.step(actions), bare.step(actions)


@both_games
def test_a_clone_and_states_go_on_alike(game: str) -> None:
    env = versus(game, 4, seed=7, opponents=["random", "greedy"], players=3, seat=2, reward="score")
    env.reset()
    for _ in range(10):
        told = env.step(env.sample())
    twin, later = (
        env.clone(),
        versus(game, 4, opponents=["random", "greedy"], players=3, seat=2, reward="score"),
    )
    assert (twin.opponents, twin.seat) == (("random", "greedy"), 2)
    brought = later.set_states(env.states())
    np.testing.assert_array_equal(brought.observations, told.observations)
    assert not brought.rewards.any()
    for _ in range(5):
        actions = env.sample()
        np.testing.assert_array_equal(actions, twin.sample())
        mine, theirs, third = env.step(actions), twin.step(actions), later.step(actions)
        for a, b, c in zip(mine, theirs, third, strict=True):
            np.testing.assert_array_equal(a, b)
            np.testing.assert_array_equal(a, c)


def test_where_it_is_not_the_learners_turn_the_others_move_first() -> None:
    bare = vector("azul", 8, seed=3, compiled=False)
    seats = bare.reset().seats
    env = versus("azul", 8, seed=3, seat=0, opponents="random", compiled=False)
    told = env.set_states(bare.states())
    assert told.moves.tolist() == [int(seat == 1) for seat in seats]
    assert set(seats.tolist()) == {0, 1}


@pytest.mark.parametrize("compiled", [False, True])
def test_an_illegal_action_is_refused_or_loses(compiled: bool) -> None:
    env = versus("azul", 2, compiled=compiled)
    env.reset()
    states = env.states()
    with pytest.raises(ValueError, match="env 1: there is no action 999, expected 0 to 359"):
        env.step(np.array([env.sample()[0], 999]))
    np.testing.assert_array_equal(env.states(), states)
    env = versus("azul", 2, seed=5, illegal="lose", reward="rank", compiled=compiled)
    env.reset()
    told = env.step(np.array([env.sample()[0], -3]))
    assert told.illegal.tolist() == told.done.tolist() == [False, True]
    assert (told.rewards[1], told.wins[1], told.scores[1, 0]) == (0, 0, 0)
    assert env.finals()[1, PHASE] == ENDED
    assert told.masks[1].any()


@pytest.mark.parametrize(
    ("wishes", "error", "text"),
    [
        ({"opponents": "strong"}, ValueError, "opponents is 'strong', expected one of random, greedy"),
        ({"opponents": 3}, TypeError, "opponents is 3, expected a name, or a list of 2 for 3 players"),
        (
            {"opponents": ["greedy"]},
            ValueError,
            r"opponents is \['greedy'\], expected a name, or a list of 2",
        ),
        (
            {"opponents": ["greedy", "x"]},
            ValueError,
            r"opponents\[1\] is 'x', expected one of random, greedy",
        ),
        ({"seat": 3}, ValueError, "seat is 3, expected from 0 to 2"),
        ({"seat": "0"}, TypeError, "seat is '0', expected a whole number"),
        ({"threads": 0}, ValueError, "threads is 0"),
        ({"num_envs": 0}, ValueError, "num_envs is 0"),
    ],
)
def test_a_wish_that_cannot_be(wishes: dict[str, Any], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        versus(**{"num_envs": 2, "players": 3, "compiled": False, **wishes})


def test_it_says_what_it_is() -> None:
    text = "<azul_v0 players=3 wall=coloured jokers=false, 2 games, reward win, against greedy and random>"
    assert repr(versus("azul", 2, opponents=["greedy", "random"], players=3, compiled=False)) == text
