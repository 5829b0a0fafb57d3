"""The duel: net against net on paired deals, without a run."""

import sys
import time
from collections.abc import Generator
from pathlib import Path

import pytest

from azulejos.learn import duel as module
from azulejos.learn.duel import NO_NET, Side, duel, main, report
from tests.learn.conftest import AZUL, random_net

pytestmark = pytest.mark.usefixtures("plain")
MIXED = {"game": "azul", "players": 2, "mixed": True, "wall": "coloured"}


def test_a_net_gets_a_fair_share_against_itself(tmp_path: Path) -> None:
    net = random_net(tmp_path / "x.net", AZUL).read_bytes()
    found = duel(AZUL, [Side(net, 3), Side(net, 3)], 2, 1, time.time() + 600, 0)
    assert {number: share for number, (share, _) in found.items()} == {0: 0.5, 1: 0.5}


def test_each_side_thinks_for_as_long_as_it_may() -> None:
    """Without a net, one simulation makes the move that seems likeliest; forty see what it leads to."""
    found = duel(AZUL, [Side(None, 40), Side(None, 1)], 1, 1, time.time() + 600, 0)
    other = duel(AZUL, [Side(None, 1), Side(None, 40)], 1, 1, time.time() + 600, 0)
    assert found[0][1] > 0 > other[0][1]


def test_the_report_tells_of_each_variant() -> None:
    deals = {0: [1.0, 8.0], 1: [0.0, -4.0], 2: [1.0, 6.0]}
    whole, coloured, jokers = report(deals, MIXED)
    assert whole.startswith("66.7% ")
    assert whole.endswith("on 3 deals, +3.3 points (fair: 50.0%)")
    assert coloured.startswith("  2 coloured: 100.0% ")
    assert jokers.startswith("  2 coloured jokers: 0.0% ")
    assert len(report(deals, AZUL)) == 1
    assert report({}, AZUL) == ["no deal was played to its end"]


def _give(monkeypatch: pytest.MonkeyPatch, *more: str) -> None:
    monkeypatch.setattr(sys, "argv", ["", "azul", "--cores=0", "--simulations=2", "--deals=2", *more])
    main()


def test_minutes_are_a_number(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        _give(monkeypatch, "--net=0", "--against=0", "--minutes=nan")
    assert "expected a number, 0 or more" in capsys.readouterr().err


def test_a_net_for_another_table_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    net = random_net(tmp_path / "x.net", {"game": "azul", "players": 3})
    with pytest.raises(SystemExit, match="other shapes"):
        _give(monkeypatch, f"--net={net}", "--against=0")


def test_the_command_plays_and_tells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    net = random_net(tmp_path / "x.net", AZUL)
    _give(monkeypatch, f"--net={net}", f"--against={NO_NET}", "--theirs=1")
    assert "on 2 deals" in capsys.readouterr().out
    _give(monkeypatch, f"--net={net}", f"--against={NO_NET}", "--minutes=0")
    told = capsys.readouterr()
    assert told.out == "no deal was played to its end\n"
    assert "0 of 2 deals were played" in told.err


def test_each_net_sits_where_it_was_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    net = random_net(tmp_path / "x.net", AZUL)
    asked = []

    def noted(variant: object, sides: list[Side], *_: object) -> dict[int, list[float]]:
        asked.append((variant, sides))
        return {}

    monkeypatch.setattr(module, "duel", noted)
    _give(monkeypatch, f"--net={net}", f"--against={NO_NET}", "--theirs=1", "--mixed")
    _give(monkeypatch, f"--net={NO_NET}", f"--against={net}")
    mixed = {"game": "azul", "players": 2, "mixed": True}
    own = net.read_bytes()
    assert asked == [(mixed, [Side(own, 2), Side(None, 1)]), (AZUL, [Side(None, 2), Side(own, 2)])]


def test_what_was_played_is_told_after_ctrl_c(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(*_: object) -> Generator[dict[int, list[float]]]:
        yield {0: [1.0, 3.0]}
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "work", stopped)
    monkeypatch.setattr(module, "warm", lambda *_: None)
    _give(monkeypatch, "--net=0", "--against=0")
    told = capsys.readouterr()
    assert told.out.endswith("on 1 deals, +3.0 points (fair: 50.0%)\n")
    assert told.err == "stopped\n1 of 2 deals were played\n"


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--net=.", "--against=0"], "cannot be read"),
        (["--net=nowhere.net", "--against=0"], "nowhere.net: cannot be read"),
        (["--net=0", "--against=0", "--players=5"], "players"),
        (["--net=0", "--against=0", "--side=grey"], "side"),
    ],
)
def test_what_cannot_be_played_is_said(monkeypatch: pytest.MonkeyPatch, more: list[str], said: str) -> None:
    with pytest.raises(SystemExit, match=said):
        _give(monkeypatch, *more)
