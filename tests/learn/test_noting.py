"""Self-play: games repeat themselves, and what is noted of them is what was there."""

from pathlib import Path

import numpy as np
import pytest

from azulejos.core.layout import DEAL, PHASE, ROUND, TURN
from azulejos.learn.noting import BOUNDARY, GLANCE, THOUGHT
from azulejos.learn.player import Plan, Player
from azulejos.learn.replay import NAMES, Shard
from azulejos.learn.variants import rules_of
from tests.learn.conftest import AZUL, QUICK, played, random_net


def _same(one: Shard, two: Shard) -> bool:
    return all(np.array_equal(getattr(one, name), getattr(two, name)) for name in NAMES)


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize("learned", [False, True])
def test_a_game_can_be_played_again_alone(tmp_path: Path, learned: bool) -> None:
    net = random_net(tmp_path / "x.net") if learned else None
    quick = Plan(full=6, brief=3, opening=2)
    player = Player(AZUL, quick, net)
    player.game(5, 0)
    second = player.game(5, 1)
    assert _same(second, Player(AZUL, quick, net).game(5, 1))
    assert not _same(second, Player(AZUL, quick, net).game(6, 1))


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize(
    "variant", [AZUL, {"game": "azul", "players": 3, "wall": "grey", "jokers": True}], ids=["two", "three"]
)
def test_what_is_noted_is_what_was_there(variant: dict[str, object]) -> None:
    shard = played(variant, games=1)
    rules = rules_of(variant)
    shard.check()
    assert set(shard.kinds) == {BOUNDARY, GLANCE, THOUGHT}
    assert shard.results.sum(1) == pytest.approx(1)
    assert shard.scores.tolist() == [rules.scores(shard.finals[0].tolist())]
    phases, turns = shard.states[:, PHASE], shard.states[:, TURN]
    between = shard.kinds == BOUNDARY
    assert (phases[between] == DEAL).all()
    assert (turns[~between] >= 0).all()
    assert shard.states[between][:, ROUND].tolist() == list(range(between.sum()))  # every round once
    thought = shard.values[:, 0] >= 0
    assert thought[~between].all()
    assert shard.values[thought].sum(1) == pytest.approx(1, abs=1e-5)
    row = 0
    for n in np.flatnonzero(shard.kinds == THOUGHT):
        visits = shard.visits[row : row + shard.counts[n]]
        moves = set(shard.actions[row : row + shard.counts[n]].tolist())
        assert visits.sum() == QUICK.full
        assert moves <= set(rules.actions(shard.states[n].tolist()))
        assert shard.chosen[n] in moves
        row += shard.counts[n]
    assert row == len(shard.visits)
    assert not shard.counts[shard.kinds != THOUGHT].any()


@pytest.mark.usefixtures("plain")
def test_every_move_noted_leads_on_to_the_next_position() -> None:
    shard = played(games=1, plan=Plan(full=6, brief=4, opening=0, stray=0))
    rules = rules_of(AZUL)
    for n in range(len(shard.states) - 1):
        if shard.kinds[n] != BOUNDARY:
            state = shard.states[n].tolist()
            rules.play(state, int(shard.chosen[n]))
            while rules.decider(state) >= 0 and len(rules.actions(state)) == 1:  # forced moves are not noted
                rules.play(state, rules.actions(state)[0])
            assert state == shard.states[n + 1].tolist()


@pytest.mark.usefixtures("plain")
def test_openings_are_not_thought_over() -> None:
    plan = Plan(full=4, brief=4, fully=256, opening=10, stray=0)
    counts = [
        int((Player(AZUL, plan, None).game(1, number).states[:, ROUND] == 1).sum()) for number in range(6)
    ]
    assert min(counts) < max(counts)  # every other game begins with moves of which nothing is noted


@pytest.mark.slow  # nearly all of it is compiling
def test_compiled_games_are_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    net = random_net(tmp_path / "x.net")
    for file in (net, None):
        fast = Player(AZUL, QUICK, file).game(7, 2)
        monkeypatch.setenv("AZULEJOS_JIT", "0")
        assert _same(fast, Player(AZUL, QUICK, file).game(7, 2))
        monkeypatch.delenv("AZULEJOS_JIT")
