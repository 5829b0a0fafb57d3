"""One game at a time is the batch's game, seen from every chair."""

import numpy as np
import pytest

from azulejos.core.match import Match
from azulejos.envs import REWARDS, vector
from azulejos.envs.sitting import Sitting
from tests.games import CASES, Game, Options, case_name


@pytest.mark.parametrize(("game", "options"), CASES, ids=case_name)
def test_it_tells_what_a_batch_of_one_tells(game: Game, options: Options) -> None:
    batch = vector(game.name, 1, seed=11, reward="margin", compiled=False, **options)
    sitting = Sitting(game.name, "margin", compiled=False, **options)
    told = batch.reset()
    sitting.begin(int(batch.seeds()[0]))
    for _ in range(40):
        assert sitting.seat == told.seats[0]
        assert np.array_equal(sitting.mask(), told.masks[0])
        assert np.array_equal(sitting.observation(sitting.seat), told.observations[0])
        action = int(batch.sample()[0])
        told, gained = batch.step(np.array([action])), sitting.play(action)
        assert gained == told.rewards[0].tolist()
        assert sitting.over == told.done[0]
        assert sitting.scores() == told.scores[0].tolist()
        if sitting.over:
            sitting.begin(int(batch.seeds()[0]))


def test_another_chair_sees_the_same_boards_in_another_order() -> None:
    sitting = Sitting("azul", players=3, compiled=False)
    sitting.begin(5)
    for _ in range(20):
        sitting.play(int(sitting.mask().argmax()))
    parts = sitting.space.parts()
    own = [name for name in parts if name.startswith("board0.")]
    for seat in range(3):
        seen, next_seen = sitting.observation(seat), sitting.observation((seat + 1) % 3)
        for name in own:
            second = name.replace("board0", "board1")
            assert np.array_equal(seen[parts[second][0]], next_seen[parts[name][0]])


@pytest.mark.parametrize("reward", REWARDS)
def test_an_illegal_action_loses_where_it_is_let_pass(reward: str) -> None:
    sitting = Sitting("azul", reward, "lose", compiled=False)
    sitting.begin(1)
    seat, other = sitting.seat, 1 - sitting.seat
    gained = sitting.play(10**9)
    assert (sitting.over, sitting.seat, sitting.loser) == (True, -1, seat)
    assert not sitting.mask().any()
    assert sitting.scores() == [0, 0]
    assert gained[other] == {"win": 1.0, "rank": 1.0, "margin": 0.0, "score": 0.0}[reward]
    assert gained[seat] == 0
    with pytest.raises(ValueError, match="the game is over"):
        sitting.play(0)


def test_an_illegal_action_is_refused_with_its_text_and_changes_nothing() -> None:
    sitting = Sitting("azul", compiled=False)
    sitting.begin(1)
    before = sitting.match.record()
    wrong = int(np.flatnonzero(sitting.mask() == 0)[0])
    with pytest.raises(ValueError, match=r"is illegal: its mask is 0 there; \d+ of its 360 actions"):
        sitting.play(wrong)
    with pytest.raises(ValueError, match="there is no action 360"):
        sitting.play(360)
    with pytest.raises(TypeError, match=r"action is 1\.5, expected a whole number"):
        sitting.play(1.5)  # type: ignore[arg-type]
    assert sitting.match.record() == before


def test_before_the_first_game_there_is_nothing_to_see() -> None:
    with pytest.raises(ValueError, match="no game has begun"):
        Sitting("azul", compiled=False).mask()


def test_a_copy_is_independent_and_has_the_same_luck() -> None:
    sitting = Sitting("pavilion", compiled=False)
    sitting.begin(2)
    twin = sitting.copy()
    for _ in range(60):
        action = int(sitting.mask().argmax())
        assert sitting.play(action) == twin.play(action)
        if sitting.over:
            break
    assert isinstance(twin.match, Match)
    assert sitting.match.record() == twin.match.record()
    twin.begin(3)
    assert sitting.match.record() != twin.match.record()
