"""Moves sampled from bit sets are the listed ones, equally often; random games have the known length."""

import random
from collections import Counter

import numpy as np
import pytest

import azulejos as az
from azulejos.azul.fields import SIZE
from azulejos.azul.kernels import random_games, sample_move
from azulejos.core.jit import compiled
from azulejos.core.layout import MOST_FACTORIES
from azulejos.core.rng import WORDS, start_stream
from tests.games import AZUL, Options, case_name


@pytest.mark.parametrize("options", AZUL.variants, ids=case_name)
def test_sampled_moves_are_the_listed_ones_equally_often(options: Options) -> None:
    sample, rng = compiled(sample_move), np.zeros(WORDS, np.int64)
    compiled(start_stream)(rng, 1, 1)
    match, luck, each = az.new("azul", seed=6, **options), random.Random(6), 400
    while not match.over:
        state = np.array(match.state, np.int64)
        actions = match.rules.actions(match.state)
        counts = Counter(sample(state, rng) for _ in range(each * len(actions)))
        assert sorted(counts) == sorted(actions)
        assert all(abs(count - each) < 6 * each**0.5 for count in counts.values())
        for _ in range(5):
            if not match.over:
                match.play(luck.choice(match.moves()))


@pytest.mark.parametrize(("players", "average"), [(2, 70.3), (3, 89.9), (4, 108.3)])
def test_a_random_game_is_as_long_as_others_measured(players: int, average: float) -> None:
    state, rng, dealt = (np.zeros(n, np.int64) for n in (SIZE, WORDS, MOST_FACTORIES))
    games = 20_000
    moves = compiled(random_games)(state, rng, dealt, 7, 0, games, players, 0, 0, 50)
    assert abs(moves / games - average) < 0.5
