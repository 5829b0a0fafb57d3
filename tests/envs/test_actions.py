"""Every action has a text, the same in every position; where it is legal, also as a move of that position."""

import numpy as np
import pytest

import azulejos as az
from azulejos.envs import VERSIONS, vector
from tests.envs.playing import choose
from tests.games import CASES, Game, Options, case_name


@pytest.mark.parametrize(
    ("game", "options", "actions"),
    [
        ("azul", {}, 360),
        ("azul", {"wall": "grey"}, 385),
        ("azul", {"jokers": True}, 2185),
        ("pavilion", {}, 1992),
    ],
)
def test_every_action_has_a_text_of_its_own(game: str, options: Options, actions: int) -> None:
    env = vector(game, 1, compiled=False, **options)
    assert env.num_actions == actions
    legal = [text for text in map(env.action_text, range(actions)) if "never" not in text]
    assert len(set(legal)) == len(legal)


@pytest.mark.parametrize(
    ("game", "options", "action", "text"),
    [
        ("azul", {}, 0, "1B>1"),
        ("azul", {}, 17, "1R>f"),
        ("azul", {}, 359, "cJ>f"),
        ("azul", {"wall": "grey"}, 360, "1@1"),
        ("azul", {"wall": "grey"}, 384, "5@5"),
        ("azul", {"jokers": True}, 385, "1B+J>1:0"),
        ("azul", {"jokers": True}, 390, "1B+J>f"),
        ("azul", {"jokers": True}, 685, "1B+J>1:1"),
        ("pavilion", {}, 0, "1P"),
        ("pavilion", {}, 59, "cR"),
        ("pavilion", {}, 60, "P1=P"),
        ("pavilion", {}, 61, "P1 with 1 wild, which is never legal"),
        ("pavilion", {}, 97, "P2=P and 1 wild"),
        ("pavilion", {"side": "grey"}, 60, "P1=PPP"),
        ("pavilion", {}, 1573, "+P"),
        ("pavilion", {}, 1782, "pass"),
        ("pavilion", {}, 1783, "pass=P"),
    ],
)
def test_texts(game: str, options: Options, action: int, text: str) -> None:
    assert vector(game, 1, compiled=False, **options).action_text(action) == text


@pytest.mark.parametrize(("game", "options"), CASES, ids=case_name)
def test_a_legal_action_is_the_move_of_its_text(game: Game, options: Options) -> None:
    env, luck = vector(game.name, 2, seed=2, **options), np.random.default_rng(2)
    told = env.reset()
    for _ in range(40):
        states = env.states()
        match = az.load(env.position(0))
        texts = [env.action_text(int(action), states[0]) for action in np.flatnonzero(told.masks[0])]
        assert sorted(texts) == sorted(match.moves())
        told = env.step(choose(told.masks, luck))


def test_environments_have_a_version() -> None:
    assert VERSIONS == {"azul": "azul_v0", "pavilion": "pavilion_v0"}
    env = vector("pavilion", 2, compiled=False)
    assert env.version == "pavilion_v0"
    assert repr(env) == "<pavilion_v0 players=2 side=coloured, 2 games, reward win>"
