"""Fitting the judgement: known weights are found again, self-play repeats itself, files keep their word."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import azulejos as az
from azulejos.core.weights import FILE, read_file, tuned
from azulejos.learn.batches import Batch, play_games
from azulejos.learn.fits import fit_prior, fit_value
from azulejos.learn.weights import write_weights

NOTHING = np.zeros(0)


def _shares(logits: Any) -> Any:
    powers = np.exp(logits - logits.max(-1, keepdims=True))
    return powers / powers.sum(-1, keepdims=True)


# --- fits -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 4])
def test_the_value_fit_finds_known_weights_again(players: int) -> None:
    luck = np.random.default_rng(1)
    true = np.array([[0.5, -1.0, 2.0], [1.5, 0.3, -0.7]])
    features, stages = luck.normal(size=(6000, players, 3)), luck.integers(0, 2, 6000)
    results = _shares(np.einsum("nsf,nf->ns", features, true[stages]))
    batch = Batch(features, stages, results, results, NOTHING, NOTHING, NOTHING, NOTHING)
    found, before, after = fit_value(batch, 2, np.zeros((2, 3)), trust=0.0, decay=1e-3)
    assert found == pytest.approx(true, abs=1e-3)
    assert after < before
    assert before == pytest.approx(np.log(players))  # knowing nothing


def test_the_value_fit_finds_weights_from_who_won() -> None:
    luck = np.random.default_rng(2)
    true = np.array([[0.5, -1.0, 2.0]])
    features = luck.normal(size=(20_000, 2, 3))
    won = luck.random(20_000) < _shares(features @ true[0])[:, 0]
    results = np.stack([won, ~won], axis=1).astype(float)
    stages = np.zeros(20_000, int)
    batch = Batch(features, stages, results, results, NOTHING, NOTHING, NOTHING, NOTHING)
    found, _, _ = fit_value(batch, 1, np.zeros((1, 3)), trust=0.0, decay=1.0)
    assert found == pytest.approx(true, abs=0.12)


def test_trust_says_how_much_the_search_is_believed() -> None:
    luck = np.random.default_rng(3)
    features, stages = luck.normal(size=(3000, 2, 1)), np.zeros(3000, int)
    values, results = _shares(features[:, :, 0]), _shares(-features[:, :, 0])
    batch = Batch(features, stages, values, results, NOTHING, NOTHING, NOTHING, NOTHING)
    weights = [fit_value(batch, 1, np.zeros((1, 1)), trust, 1e-3)[0][0, 0] for trust in (0.0, 0.5, 1.0)]
    assert weights == pytest.approx([-1, 0, 1], abs=1e-3)


def test_a_stage_that_was_hardly_seen_keeps_its_weights_and_decay_pulls_towards_them() -> None:
    luck = np.random.default_rng(4)
    features = luck.normal(size=(1000, 2, 2))
    stages = np.zeros(1000, int)
    stages[:40] = 1
    results = _shares(features @ np.array([1.0, 1.0]))
    batch = Batch(features, stages, results, results, NOTHING, NOTHING, NOTHING, NOTHING)
    start = np.array([[0.0, 0.0], [5.0, 6.0]])
    found, _, _ = fit_value(batch, 2, start, 0.0, 1e-3)
    assert found[1].tolist() == [5, 6]
    assert start.tolist() == [[0, 0], [5, 6]]  # not changed
    pulled, _, _ = fit_value(batch, 2, start, 0.0, 1e6)
    assert pulled[0] == pytest.approx([0, 0], abs=1e-2)


def test_the_prior_fit_finds_known_weights_again_per_kind_of_decision() -> None:
    luck = np.random.default_rng(5)
    true = np.array([[1.0, -0.5, 0.25], [-2.0, 0.0, 1.0], [0.0, 0.0, 0.0]])
    counts = luck.integers(2, 9, 3000)
    groups = np.repeat(np.arange(3000), counts)
    kinds = np.repeat(np.arange(3000) % 2, counts)  # the third kind never comes up
    traits = luck.normal(size=(len(groups), 3))
    powers = np.exp((traits * true[kinds]).sum(1))
    visits = 1000 * powers / np.bincount(groups, powers)[groups]
    batch = Batch(NOTHING, NOTHING, NOTHING, NOTHING, traits.astype(np.float32), visits, kinds, groups)
    start = np.zeros((3, 3))
    start[2] = 9
    found, before, after = fit_prior(batch, 3, start, decay=1e-3)
    assert found[:2] == pytest.approx(true[:2], abs=1e-3)
    assert found[2].tolist() == [9, 9, 9]
    assert after < before


# --- self-play --------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_self_play_repeats_itself_and_notes_what_it_should() -> None:
    variant = {"game": "azul", "players": 3}
    kernels: Any = az.rules("azul", players=3).kernels
    batch = play_games(variant, seed=3, first=0, count=3, sims=12, noted=128)
    again = play_games(variant, seed=3, first=0, count=3, sims=12, noted=128)
    for name, one in vars(batch).items():
        assert np.array_equal(one, getattr(again, name)), name
    other = play_games(variant, seed=4, first=0, count=3, sims=12, noted=128)
    assert not np.array_equal(other.results, batch.results)
    alone = play_games(variant, seed=3, first=2, count=1, sims=12, noted=128)  # any game can be played alone
    rounds = len(alone.stages)
    assert np.array_equal(alone.features, batch.features[-rounds:])
    assert np.array_equal(alone.results, batch.results[-rounds:])

    boundaries, moves = len(batch.stages), len(batch.visits)
    assert batch.games == 3
    assert boundaries >= 3 * 5  # no game of Azul is shorter than five rounds
    assert batch.features.shape == (boundaries, 3, kernels.FEATURES)
    assert batch.values.shape == batch.results.shape == (boundaries, 3)
    assert batch.values.sum(1) == pytest.approx(1)
    assert batch.results.sum(1) == pytest.approx(1)
    assert batch.traits.shape == (moves, kernels.TRAITS)
    assert set(batch.kinds) <= set(range(kernels.KINDS))
    assert 0 <= batch.stages.min() <= batch.stages.max() < kernels.STAGES
    assert np.bincount(batch.groups, batch.visits) == pytest.approx(12)  # every simulation went somewhere
    assert np.bincount(batch.groups).min() >= 2
    assert (np.diff(batch.groups) >= 0).all()
    assert 10 < batch.score < 150
    assert not batch.features[0, :, 0].any()  # nobody has points before the first deal
    silent = play_games(variant, seed=3, first=0, count=1, sims=8, noted=0)
    assert len(silent.traits) == len(silent.groups) == 0


# --- the file ---------------------------------------------------------------------------------------------


@pytest.fixture
def family(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SimpleNamespace]:
    """Rules whose family lies in a folder of its own."""
    folder = tmp_path / "tiled"
    (folder / "kernels").mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    kernels = SimpleNamespace(
        __name__="tiled.kernels",
        __file__=str(folder / "kernels" / "__init__.py"),
        FEATURE_NAMES=("points", "rows"),
        TRAIT_NAMES=("fills",),
    )
    monkeypatch.syspath_prepend(tmp_path)
    read_file.cache_clear()
    yield SimpleNamespace(kernels=kernels, variant=lambda: "2 coloured", folder=folder)
    read_file.cache_clear()
    sys.modules.pop("tiled", None)


def test_weights_that_are_written_are_read_again(family: SimpleNamespace) -> None:
    value, prior = np.array([[0.12345678, 2], [3, -4]]), np.array([[0.5]])
    path = write_weights(family, value, prior)
    assert path == family.folder / FILE
    names = family.kernels.FEATURE_NAMES
    assert tuned("tiled", ["2 coloured"], "value", names, (9, 9, 9, 9)) == (0.1235, 2, 3, -4)
    assert tuned("tiled", ["2 coloured"], "prior", ("fills", "new"), (7, 8)) == (0.5, 8)
    assert tuned("tiled", ["3 grey"], "prior", ("fills",), (7,)) == (7,)


def test_the_weights_of_other_variants_stay_and_a_variants_own_are_replaced(family: SimpleNamespace) -> None:
    value, prior = np.array([[1.0, 2], [3, 4]]), np.array([[5.0]])
    write_weights(family, value, prior)
    family.variant = lambda: "3 grey"
    write_weights(family, 2 * value, prior)
    path = write_weights(family, 3 * value, prior)
    text = path.read_text("utf-8")
    table = json.loads(text)
    assert list(table) == ["2 coloured", "3 grey"]
    assert table["2 coloured"]["value"] == {"points": [1, 3], "rows": [2, 4]}
    assert table["3 grey"] == {"value": {"points": [3, 9], "rows": [6, 12]}, "prior": {"fills": [5]}}
    assert '      "points": [3.0, 9.0],\n' in text  # one line per name, so that a change is easy to read
    assert text.endswith("}\n")


# --- the command ------------------------------------------------------------------------------------------


def test_the_command_says_what_it_takes() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "azulejos.learn.tuning", "--help"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    for option in ("--players", "--games", "--simulations", "--what", "--cores", "azul", "pavilion"):
        assert option in done.stdout
