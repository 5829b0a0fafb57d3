"""Moves sampled without listing are the listed ones, equally often; random games have the known length."""

import random
from collections import Counter

import numpy as np
import pytest

import azulejos as az
from azulejos.bench.loops import GROUPS
from azulejos.core.jit import compiled
from azulejos.core.rng import WORDS, start_stream
from azulejos.pavilion.fields import SIZE
from azulejos.pavilion.kernels import random_games, sample_move
from tests.conformance import random_steps
from tests.games import PAVILION, Options, case_name


@pytest.mark.parametrize("options", PAVILION.variants, ids=case_name)
def test_sampled_moves_are_the_listed_ones_equally_often(options: Options) -> None:
    sample, rng, each = compiled(sample_move), np.zeros(WORDS, np.int64), 300
    compiled(start_stream)(rng, 1, 1)
    match, seen = az.new("pavilion", seed=6, **options), Counter[str]()
    for n, _ in enumerate(random_steps(match, random.Random(6), PAVILION.styles["places"])):
        if n % 7 and match.phase != "bonus":
            continue
        seen[match.phase] += 1
        state = np.array(match.state, np.int64)
        actions = match.rules.actions(match.state)
        counts = Counter(sample(state, rng) for _ in range(each * len(actions)))
        assert sorted(counts) == sorted(actions)
        assert all(abs(count - each) < 6 * each**0.5 for count in counts.values())
    assert set(seen) == {"acquire", "place", "bonus"}


# averages of some hundred games each played by tests/reference, uniformly over all moves
@pytest.mark.parametrize(
    ("players", "grey", "average"),
    [(2, 0, 80.5), (2, 1, 94.3), (3, 0, 108.4), (3, 1, 129.1), (4, 0, 135.8), (4, 1, 161.1)],
)
def test_a_random_game_is_as_long_as_in_the_slow_reference(players: int, grey: int, average: float) -> None:
    state, rng, dealt = (np.zeros(n, np.int64) for n in (SIZE, WORDS, GROUPS))
    games = 5_000
    moves = compiled(random_games)(state, rng, dealt, 7, 0, games, players, grey)
    assert abs(moves / games - average) < 2.5
