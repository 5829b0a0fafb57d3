"""Samples: positions and moves as a net sees them, and its targets; colours that can be exchanged."""

import itertools
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from azulejos.bots.net import MOST_ACTIVE
from azulejos.learn.noting import BOUNDARY, THOUGHT
from azulejos.learn.recolouring import recolour, recoloured
from azulejos.learn.replay import write
from azulejos.learn.samples import SCORE_SCALE, encoded, load, newest
from azulejos.learn.variants import rules_of
from tests.learn.conftest import AZUL, played

pytestmark = pytest.mark.usefixtures("plain")


@pytest.fixture(scope="module")
def _module_plain() -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AZULEJOS_JIT", "0")
        yield


@pytest.fixture(scope="module")
def shard(_module_plain: None) -> Any:
    return played(games=2)


def test_positions_are_seen_as_the_search_sees_them(shard: Any) -> None:
    samples = encoded(AZUL, shard)
    kernels: Any = rules_of(AZUL).kernels
    active = [0] * MOST_ACTIVE
    for n in range(0, len(samples), 7):
        count = kernels.encode(shard.states[n].tolist(), active)
        assert samples.actives[n, :count].tolist() == active[:count]
        assert (samples.actives[n, count:] == kernels.ENCODED).all()


def test_targets_are_turned_to_the_viewer(shard: Any) -> None:
    samples = encoded(AZUL, shard)
    kernels: Any = rules_of(AZUL).kernels
    for n in range(len(samples)):
        seat = kernels.viewer(shard.states[n].tolist())
        game = shard.games[n]
        assert samples.values[n].tolist() == [shard.values[n, seat], shard.values[n, 1 - seat]]
        assert samples.results[n, 0] == shard.results[game, seat]
        last = SCORE_SCALE * samples.scores[n, 1]
        assert last.tolist() == pytest.approx([shard.scores[game, seat], shard.scores[game, 1 - seat]])


def test_points_are_those_at_the_end_of_the_round(shard: Any) -> None:
    samples = encoded(AZUL, shard)
    rules = rules_of(AZUL)
    kernels: Any = rules.kernels
    for n in range(len(samples) - 1):
        rest = range(n + 1, len(samples))
        end = next((m for m in rest if shard.kinds[m] == BOUNDARY or shard.games[m] != shard.games[n]), None)
        if end is None or shard.games[end] != shard.games[n]:
            scores = shard.scores[shard.games[n]].tolist()
        else:
            scores = rules.scores(shard.states[end].tolist())
        seat = kernels.viewer(shard.states[n].tolist())
        told = SCORE_SCALE * samples.scores[n, 0]
        assert told.tolist() == pytest.approx([scores[seat], scores[1 - seat]])


def test_every_legal_move_has_its_keys_and_its_share(shard: Any) -> None:
    samples = encoded(AZUL, shard)
    kernels: Any = rules_of(AZUL).kernels
    row, visited, moves, keys = 0, 0, [0] * 1024, [0] * kernels.KEYS
    for n in np.flatnonzero(shard.kinds == THOUGHT):
        state = shard.states[n].tolist()
        count = kernels.list_moves(state, moves)
        assert samples.counts[n] == count
        seen = dict(
            zip(
                shard.actions[visited : visited + shard.counts[n]].tolist(),
                shard.visits[visited : visited + shard.counts[n]].tolist(),
                strict=True,
            )
        )
        kept = {action: times for action, times in seen.items() if times > 1} or seen
        for i in range(count):
            kernels.move_keys(state, moves[i], keys)
            assert samples.keys[row + i].tolist() == keys
            assert samples.shares[row + i] == pytest.approx(kept.get(moves[i], 0) / sum(kept.values()))
        row, visited = row + count, visited + shard.counts[n]
    assert row == len(samples.keys) == len(samples.shares) == samples.counts.sum()


def test_games_are_held_out_whole(shard: Any) -> None:
    samples = encoded(AZUL, shard)
    assert samples.held.tolist() == (shard.games == 0).tolist()  # number 0 of every twenty


def test_the_newest_shards_are_loaded_and_damaged_ones_are_not(tmp_path: Path, shard: Any) -> None:
    for name in ("g001/a", "g001/b", "g002/a"):
        write(tmp_path / f"{name}.npz", shard)
    (tmp_path / "g001" / "c.npz").write_bytes(b"rubbish")
    folders = [tmp_path / "g001", tmp_path / "g002"]
    names = [f"{path.parent.name}/{path.stem}" for path in newest(folders, 10**9)]
    assert names == ["g001/a", "g001/b", "g002/a"]
    assert [path.parent.name for path in newest(folders, 1)] == ["g002"]
    assert len(load(AZUL, newest(folders, 10**9), 0)) == 3 * len(shard.states)
    with pytest.raises(ValueError, match="nothing to train on"):
        load(AZUL, [tmp_path / "g001" / "c.npz"], 0)


@pytest.mark.parametrize("jokers", [False, True])
def test_on_the_grey_wall_colours_are_all_alike(jokers: bool) -> None:
    """Whatever is played, it comes to the same with colours exchanged before or after it."""
    rules = rules_of({"game": "azul", "players": 2, "wall": "grey", "jokers": jokers})
    luck = random.Random(4)
    orders = [(*order, 5) for order in itertools.permutations(range(5))]
    state, steps = rules.start(0), 0
    while rules.decider(state) != -2:
        if rules.decider(state) == -1:
            rules.deal(state, rules.draw(state, 3, steps))
        else:
            order = luck.choice(orders)
            other = list(state)
            recolour(other, order)
            actions = rules.actions(state)
            assert {recoloured(action, order) for action in actions} == set(rules.actions(other))
            action = luck.choice(actions)
            rules.play(other, recoloured(action, order))
            rules.play(state, action)
            recolour(state, order)
            assert state == other
        steps += 1
    assert steps > 40
