"""Plain Python, compiled kernels and every process give the same game, and a draw peeks at nothing."""

import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import azulejos as az
from azulejos.core.rules import NOBODY, OVER
from tests.games import CASES, Game, Options, case_name

GAMES_EACH = 40

every_variant = pytest.mark.parametrize(("game", "options"), CASES, ids=case_name)


@every_variant
def test_compiled_kernels_agree_with_plain_ones_move_by_move(game: Game, options: Options) -> None:
    plain = az.rules(game.name, compiled=False, **options)
    fast = az.rules(game.name, compiled=True, **options)
    for seed in range(GAMES_EACH):
        luck = random.Random(seed)
        one, other = plain.start(0), fast.start(0)
        number = 0
        while plain.decider(one) != OVER:
            assert one == other.tolist()
            if plain.decider(one) == NOBODY:
                number += 1
                deal = plain.draw(one, seed, number)
                assert fast.draw(other, seed, number) == deal
                plain.deal(one, deal)
                fast.deal(other, deal)
            else:
                actions = plain.actions(one)
                assert fast.actions(other) == actions
                action = luck.choice(actions)
                plain.play(one, action)
                fast.play(other, action)
        assert one == other.tolist()
        assert plain.winners(one) == fast.winners(other)
        assert plain.show(one) == fast.show(other)


SCRIPT = """
import random, sys
import azulejos as az
game = az.new("{game}", seed=42, **{options})
luck = random.Random(7)
while not game.over:
    game.play(luck.choice(game.moves()))
sys.stdout.write(game.record())
"""


@pytest.mark.parametrize("jit", ["0", "1"])
def test_the_same_seed_gives_the_same_game_in_another_process(jit: str, tmp_path: Path) -> None:
    for game, options in CASES[-1:]:
        match = az.new(game.name, seed=42, **options)
        luck = random.Random(7)
        while not match.over:
            match.play(luck.choice(match.moves()))
        environment = {**os.environ, "AZULEJOS_JIT": jit, "PYTHONHASHSEED": "123"}
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT.format(game=game.name, options=options)],
            env={**environment, "PYTHONPATH": os.pathsep.join(sys.path)},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout == match.record()


# --- no peeking -----------------------------------------------------------------------------------------


def _before_a_deal(game: Game, options: Options, seed: int) -> az.Match:
    """A game whose last entry ended a round, so that a deal is due."""
    match = az.new(game.name, seed=seed, **options)
    luck = random.Random(seed)
    while match.entries[-1].seat >= 0 or match.ply < 10:
        match.play(luck.choice(match.moves()))
    return match.at(match.ply - 1)


@every_variant
def test_a_draw_changes_nothing_and_repeats_itself(game: Game, options: Options) -> None:
    rules = az.rules(game.name, **options)
    state = _before_a_deal(game, options, 3)._states[-1]
    before = rules.copy(state)
    first = rules.draw(state, 11, 4)
    assert state == before
    assert rules.draw(state, 11, 4) == first
    assert rules.draw(state, 11, 5) != first
    assert rules.draw(state, 12, 4) != first


@every_variant
def test_a_draw_depends_on_counts_alone_so_nobody_can_peek(game: Game, options: Options) -> None:
    """Two games that come to the same bag on different ways draw the same from the same stream."""
    rules = az.rules(game.name, **options)
    draws: dict[Any, set[tuple[int, ...]]] = {}
    for seed in range(6):
        match = az.new(game.name, seed=8, **options)
        luck = random.Random(seed)
        while match.entries[-1].seat >= 0 or match.ply < 10:
            match.play(luck.choice(match.moves()))
        before = match.at(match.ply - 1)._states[-1]
        draws.setdefault(rules.chances(before), set()).add(rules.draw(before, 99, 2))
    assert all(len(different) == 1 for different in draws.values())


@every_variant
def test_a_copy_with_another_seed_knows_nothing_of_the_deals_to_come(game: Game, options: Options) -> None:
    match = _before_a_deal(game, options, 4)
    own = match.copy().position()
    others = [match.copy(seed=seed).position() for seed in range(100, 105)]
    assert match.copy().position() == own
    assert all(other["factories"] != own["factories"] for other in others)
    assert len({str(other["factories"]) for other in others}) == 5


def test_a_deal_takes_every_tile_equally_often() -> None:
    rules = az.rules("azul", players=2)
    state = rules.start(0)
    seen: Counter[str] = Counter()
    for number in range(3000):
        seen.update(rules.deal_text(rules.draw(state, 5, number)).replace(" ", ""))
    # 60,000 tiles, 12,000 of each colour expected; five standard deviations are about 460
    assert set(seen) == set("BYRKW")
    assert all(abs(count - 12_000) < 460 for count in seen.values())
