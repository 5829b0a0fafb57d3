"""`azulejos bench envs` tells every figure it promises, as a table and as JSON."""

import json

import pytest

from azulejos.bench import envs, onegame
from azulejos.core.jit import why_no_gpu


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small batches and short slices: the figures mean nothing, their places do."""
    monkeypatch.setattr(envs, "BATCHES", (1, 8))
    monkeypatch.setattr(envs, "STEPS", 16)
    monkeypatch.setattr(onegame, "STEPS", 4)


@pytest.mark.usefixtures("quick")
def test_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert envs.run(as_json=True, slices=2) == 0
    told = json.loads(capsys.readouterr().out)
    for figures, names in (("steps_per_cpu_second", set(envs.KINDS)), ("steps_per_second", {"1", "2"})):
        assert set(told[figures]) == {"azul", "pavilion"}
        for kinds in told[figures].values():
            assert set(kinds) == names
            assert all(0 < one["median"] <= one["best"] for rates in kinds.values() for one in rates.values())
    assert set(told["one_game"]) == set(onegame.TABLES)
    assert all(0 < one["median"] <= one["best"] for one in told["one_game"].values())


@pytest.mark.usefixtures("quick")
def test_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert envs.run(slices=1) == 0
    text = capsys.readouterr().out
    assert "| azul, 2 players, with, copied " in text
    assert "| pavilion, 2 players, 2 threads " in text
    assert "| PettingZoo's connect_four_v3 " in text
    assert "batch of 8" in text


def test_where_pettingzoo_is_missing_the_table_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(onegame, "TABLES", {"nothing": "azulejos.nothing"})
    assert "pip install" in onegame.text(onegame.measure(1, lambda _: None))


def test_a_machine_without_a_gpu_is_told_so(capsys: pytest.CaptureFixture[str]) -> None:
    if (reason := why_no_gpu()) is not None:  # on a machine with one there is nothing to say
        assert envs.run(gpu=True) == 2
        assert capsys.readouterr().err == f"azulejos: {reason}\n"
