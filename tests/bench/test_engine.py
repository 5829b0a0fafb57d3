"""`azulejos bench engine` tells every figure it promises, as a table and as JSON."""

import json
from typing import Any

import pytest

from azulejos.bench import engine, startup, yardstick


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short slices, a made-up yardstick and start-up: the figures mean nothing, their places do."""
    monkeypatch.setattr(engine, "SLICE", 50)
    monkeypatch.setattr(yardstick, "measure", lambda _players, _slices: {"best": 200_000.0, "median": 1e5})
    start = {"seconds": 0.5, "megabytes": 40.0}
    names = ("help", "first_move_uncompiled", "first_move_cold", "first_move_cached")
    monkeypatch.setattr(engine, "measure_startup", lambda: dict.fromkeys(names, start))


@pytest.mark.usefixtures("quick")
def test_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert engine.run(as_json=True, slices=2) == 0
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    games = told["games_per_cpu_second"]
    assert len(games) == 18
    assert all(0 < rate["median"] <= rate["best"] for rate in games.values())
    assert set(told["yardstick_ratio"]) == {"2", "3", "4"}
    assert told["yardstick_ratio"]["2"] == round(games["azul, 2 players, coloured"]["best"] / 200_000, 3)
    assert told["yardstick_ratio_of_medians"]["4"] == round(
        games["azul, 4 players, coloured"]["median"] / 1e5, 3
    )
    assert 0 < told["nanoseconds"]["list_moves"] < told["nanoseconds"]["list_moves_uncompiled"]
    assert told["decision_ratio"]["azul, 3 players, coloured"] == 1
    assert len(told["decision_ratio"]) == 18
    assert told["memory_megabytes"] > 10
    assert {"processor", "python", "numba"} <= set(told["machine"])


@pytest.mark.usefixtures("quick")
def test_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert engine.run(slices=2) == 0
    text = capsys.readouterr().out
    for words in ("azul, 3 players, grey, jokers", "pavilion, 4 players, grey", "ours over it", "Match.play"):
        assert words in text
    table = [line for line in text.splitlines() if line.startswith("| azul, 2 players, coloured ")]
    assert [row.count("|") for row in table] == [6, 4]  # its own figures, then beside the yardstick


@pytest.mark.usefixtures("quick")
def test_without_the_yardstick_it_says_why(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(yardstick, "measure", lambda _players, _slices: None)
    monkeypatch.setattr(yardstick, "_script", lambda: None)
    engine.run(slices=2)
    assert "no ratio to the yardstick: the yardstick is not there" in capsys.readouterr().out


def test_without_a_gpu_it_says_so_and_fails(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "why_no_gpu", lambda: "there is no NVIDIA GPU on this machine")
    assert engine.run(gpu=True) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", "azulejos: there is no NVIDIA GPU on this machine\n")


def test_a_gpus_figures_are_shown_with_their_verdict() -> None:
    from azulejos.bench import table

    rate = {"best": 7.0e7, "median": 6.9e7, "games": 1000, "equal_to_cpu": True}
    told = {"device": "A GPU", "variants": {"one": rate, "other": {**rate, "equal_to_cpu": False}}}
    machine = {"processor": "p", "system": "s", "python": "3", "numba": "0"}
    text = table.text({"machine": machine, "gpu": told})
    assert "all 1,000 equal the CPU's" in text
    assert "all 1,000 DIFFER from the CPU's" in text
    assert "70.0" in text


def test_a_first_move_is_timed_in_a_process_of_its_own() -> None:
    told = startup._time(startup.FIRST_MOVE, tries=1, AZULEJOS_JIT="0")
    assert 0 < told["seconds"] < 60
    assert 5 < told["megabytes"] < 500
