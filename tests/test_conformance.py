"""Every variant of every game against the contract of `conformance` and against its slow reference."""

import os
import random

import pytest

import azulejos as az
from tests import conformance
from tests.games import CASES, Game, Options, case_name

STUBBORN_GAMES = 4  # a variant and style
MORE = "AZULEJOS_REFERENCE_GAMES"  # `make agree` plays so many of each variant instead
PROPERTY_GAMES = 4

every_variant = pytest.mark.parametrize(("game", "options"), CASES, ids=case_name)


@every_variant
@pytest.mark.parametrize("share", [0, *(pytest.param(share, marks=pytest.mark.slow) for share in (1, 2, 3))])
def test_a_random_game_is_the_same_in_the_slow_reference(game: Game, options: Options, share: int) -> None:
    moves = [
        conformance.check_against_reference(game, options, seed)
        for seed in range(share, int(os.environ.get(MORE, game.reference_games)), 4)
    ]
    assert min(moves) > 20  # they were real games


@every_variant
def test_a_stubborn_game_is_the_same_in_the_slow_reference(game: Game, options: Options) -> None:
    for style in game.styles.values():
        for seed in range(STUBBORN_GAMES):
            conformance.check_against_reference(game, {**options, **game.cap}, seed, style)


@every_variant
def test_texts_survive_being_written_and_read(game: Game, options: Options) -> None:
    for seed in range(PROPERTY_GAMES):
        match = az.new(game.name, seed=seed, **options)
        for _ in conformance.random_steps(match, random.Random(seed)):
            if random.Random(match.ply * 31 + seed).random() < 0.25:
                conformance.check_round_trips(match)
        conformance.check_round_trips(match)


@every_variant
def test_tiles_are_conserved_after_every_step(game: Game, options: Options) -> None:
    for seed in range(PROPERTY_GAMES):
        match = az.new(game.name, seed=seed, **options)
        for _ in conformance.random_steps(match, random.Random(seed)):
            conformance.check_conserved(game, options, match.position())
        conformance.check_conserved(game, options, match.position())


@every_variant
def test_undo_restores_exactly_and_brings_the_same_deal(game: Game, options: Options) -> None:
    for seed in range(2):
        match = az.new(game.name, seed=seed, **options)
        for move in conformance.random_steps(match, random.Random(seed)):
            conformance.check_undo(match, move)


@every_variant
def test_a_loaded_position_plays_like_the_game_it_came_from(game: Game, options: Options) -> None:
    for seed in range(2):
        match = az.new(game.name, seed=seed, **options)
        for _ in conformance.random_steps(match, random.Random(seed)):
            conformance.check_loaded_plays_alike(match, random.Random(match.ply))


@every_variant
def test_nonsense_is_refused_and_changes_nothing(game: Game, options: Options) -> None:
    match = az.new(game.name, seed=5, **options)
    conformance.check_refuses_nonsense(match)
    for _ in conformance.random_steps(match, random.Random(5)):
        pass
    conformance.check_refuses_nonsense(match)


@every_variant
def test_every_ply_can_be_gone_back_to(game: Game, options: Options) -> None:
    match = az.new(game.name, seed=9, **options)
    for _ in conformance.random_steps(match, random.Random(9)):
        pass
    for ply in range(match.ply + 1):
        then = match.at(ply)
        assert then.ply == ply
        assert then.entries == match.entries[:ply]
    again = match.at(0)
    for entry in match.entries:
        if entry.seat >= 0:
            again.play(entry.text)
    assert again.record() == match.record()
