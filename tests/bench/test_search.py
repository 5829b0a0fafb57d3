"""`azulejos bench search` measures the positions it names and tells every figure it promises."""

import json
from typing import Any

import pytest

from azulejos.bench import loops, search
from azulejos.bench.positions import first_round, landmarks
from azulejos.bench.variants import Variant
from azulejos.bots.desk import Settings, new_desk
from azulejos.core.jit import Bound

AZUL, PAVILION = Variant("azul", 2, 0, 0), Variant("pavilion", 2, 0, 0)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """One variant and short slices: the figures mean nothing, their places do."""
    monkeypatch.setattr(search, "VARIANTS", [AZUL])
    few = {"SIMULATIONS": 200, "EVALUATIONS": 9, "PLAYOUTS": 50, "POSITIONS": 500, "ENDS": 2}
    for name, number in few.items():
        monkeypatch.setattr(search, name, number)
    monkeypatch.setattr(search, "SOLVING", 0.001)


@pytest.mark.usefixtures("quick")
@pytest.mark.slow
def test_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert search.run(as_json=True, slices=2) == 0
    printed = capsys.readouterr()
    told: dict[str, Any] = json.loads(printed.out)
    searching = told["simulations_per_second"][AZUL.name]
    assert list(searching) == ["first position", "halfway"]
    for rate in searching.values():
        one, two = rate["one_core"], rate["two_cores_wall"]
        assert all(0 < figures["median"] <= figures["best"] for figures in (one, two))
        assert rate["two_over_one"] == round(two["median"] / one["median"], 2)
    judging = told["evaluations_per_cpu_second"][AZUL.name]
    assert 0 < judging["median"] <= judging["best"]
    playing = told["playouts_per_cpu_second"][AZUL.name]
    assert all(rate["best"] > 0 and 7 < rate["decisions"] < 14 for rate in playing.values())
    assert set(playing) == {"random", "likely"}
    solving = told["solver"][AZUL.name]
    assert solving["positions_per_cpu_second"]["best"] > 0
    solved = solving["decisions_solved"]
    assert 1 <= solved["least"] <= solved["median"] <= solved["most"] <= 16
    assert {"processor", "python", "numba"} <= set(told["machine"])
    assert "slice 2 of 2" in printed.err


@pytest.mark.usefixtures("quick")
@pytest.mark.slow
def test_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert search.run(slices=1) == 0
    text = capsys.readouterr().out
    for words in (
        "coloured, halfway ",
        "two cores (wall)",
        "the net judges",
        "random moves",
        "decisions in 0.001 s",
        "Numba",
    ):
        assert words in text


@pytest.mark.parametrize(
    ("variant", "names"),
    [
        (AZUL, ["first position", "halfway"]),
        (PAVILION, ["first position", "halfway through taking", "halfway through placing"]),
    ],
    ids=["azul", "pavilion"],
)
def test_positions_are_the_first_and_half_of_every_phase(variant: Variant, names: list[str]) -> None:
    played = first_round(variant, search.SEED)
    found = landmarks(played)
    assert list(found) == names
    places = [played.states.index(state) for state in found.values()]
    assert places[:2] == [0, played.phases.count(played.phases[0]) // 2]
    assert [played.phases[place] for place in places[1:]] == list(dict.fromkeys(played.phases))
    assert first_round(variant, search.SEED).states == played.states


@pytest.mark.parametrize("variant", [AZUL, PAVILION], ids=["azul", "pavilion"])
@pytest.mark.parametrize("sensible", [False, True])
def test_a_playout_ends_with_the_round_and_is_judged(variant: Variant, sensible: bool) -> None:
    played = first_round(variant, search.SEED)
    kernels = played.rules.kernels
    desk = new_desk(played.rules, played.states[0], 1, Settings(), False)
    decisions = Bound(loops, kernels, False).play_out(desk, 3, sensible)
    assert 3 * 7 < decisions < 3 * 60
    assert kernels.between_rounds(desk.s)
    assert desk.root == played.states[0]
    assert sum(desk.value[:2]) == pytest.approx(1)
