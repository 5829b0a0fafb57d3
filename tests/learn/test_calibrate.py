"""Fitting how values are told: a known slope is found again, intervals count games, files keep their word."""

import json
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from azulejos.bots import calibration, nets
from azulejos.bots.calibration import FLATTEST, NET, PLAYOUTS, Slopes, chances
from azulejos.bots.desk import Settings
from azulejos.learn import calibrate
from azulejos.learn.calibrate import ALL, Work, gather, joined, play_game
from azulejos.learn.reliability import (
    Told,
    brier,
    errors_of,
    fit,
    held_out,
    lines,
    log_loss,
    mapped,
    svg,
    table,
)
from azulejos.learn.variants import rules_of
from tests.learn.conftest import AZUL, random_net

SLOPES, EVEN = Slopes(1.9, 1.4), Slopes(1, 1)


def _made(slopes: Slopes, players: int, margin: float = 0.2, decisions: int = 6_000, a_game: int = 1) -> Told:
    """Shares of the mix, and winners drawn with the chances that such slopes make of them."""
    luck = np.random.default_rng(7)
    values = np.repeat(luck.dirichlet([3.0] * players, decisions // a_game), a_game, axis=0)
    marks = np.repeat(luck.random(decisions // a_game), a_game)
    winners = (mapped(values, slopes, margin).cumsum(1) < marks[:, None]).sum(1)
    return Told(values, np.eye(players)[winners], np.repeat(np.arange(decisions // a_game), a_game))


def _work(variant: dict[str, Any] = AZUL, net: bool | str = False, **other: int) -> Work:
    asked = {"games": 4, "simulations": 2, "seed": 1, "cores": 0, **other}
    return Work(variant=variant, settings=Settings(net=net), deadline=time.time() + 600, **asked)


# --- fitting ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("slopes", [(0.7, 0.7), (1.0, 2.0), (1.9, 1.2)])
def test_known_slopes_are_found_again(players: int, slopes: tuple[float, float]) -> None:
    told = _made(Slopes(*slopes), players)
    found = fit(told, 0.2)
    for one, error, true in zip(found, errors_of(told, 0.2, found), slopes, strict=True):
        assert error < 0.3
        assert one == pytest.approx(true, abs=4 * error)


def test_no_other_slopes_fit_better() -> None:
    told = _made(Slopes(0.8, 1.7), 3, decisions=2000)
    found = fit(told, 0.2)
    best = log_loss(mapped(told.values, found, 0.2), told.won)
    for off in ((0.05, 0), (-0.05, 0), (0, 0.05), (0, -0.05), (0.05, -0.05)):
        near = Slopes(found.level + off[0], found.sure + off[1])
        assert log_loss(mapped(told.values, near, 0.2), told.won) > best


@pytest.mark.parametrize(
    ("winner", "bound"),
    [(0, 5), (1, 0.2)],  # whoever was a little ahead always won, or never
)
def test_slopes_stay_within_reason_whatever_was_played(winner: int, bound: float) -> None:
    values = np.array([[0.55, 0.45]] * 4000)
    found = fit(Told(values, np.eye(2)[[winner] * 4000], np.arange(4000)), 0.2)
    assert found.level == bound
    assert 0.2 <= found.sure <= 5


def test_a_sure_seat_is_never_told_less_than_one_that_is_less_sure() -> None:
    """Sure games were lost as often as won, level ones never: what fits best would turn the order around."""
    values = np.array([[0.6, 0.4], [0.95, 0.05]] * 2000)
    winners = [0, 0, 0, 1] * 1000  # the first always; the second every other time
    found = fit(Told(values, np.eye(2)[winners], np.arange(4000)), 0.2)
    assert found.level > 1
    assert found.sure == pytest.approx(FLATTEST * found.level)


def test_games_that_seemed_lost_and_were_won_are_learned_from() -> None:
    values = np.array([[1.0, 0.0]] * 1000)
    found = [
        fit(Told(values, np.eye(2)[[1] * upsets + [0] * (1000 - upsets)], np.arange(1000)), 0.2)
        for upsets in (1, 50)
    ]
    told = [mapped(values[:1], one, 0.2)[0, 1] for one in found]
    assert told == pytest.approx([0.001, 0.05], rel=0.1)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_many_positions_at_once_are_mapped_as_one_is(players: int) -> None:
    values = np.random.default_rng(1).dirichlet([0.5] * players, 50)
    for row, told in zip(values, mapped(values, SLOPES, 0.2), strict=True):
        assert told == pytest.approx(chances(row, SLOPES, 0.2))


def test_chances_of_a_game_are_told_with_the_slopes_of_the_others() -> None:
    told = _made(SLOPES, 2, decisions=2000)
    found = held_out(told, 0.2)
    mine = told.games % 5 == 3
    assert found[mine] == pytest.approx(mapped(told.values[mine], fit(told.only(~mine), 0.2), 0.2))
    assert log_loss(found, told.won) < log_loss(told.values, told.won)
    assert brier(found, told.won) < brier(told.values, told.won)


def test_games_of_one_part_cannot_be_held_out() -> None:
    told = _made(SLOPES, 2, decisions=20)
    with pytest.raises(ValueError, match="one part of games only"):
        held_out(told.only(told.games % 5 == 0), 0.2)


def test_losses_counted_by_hand() -> None:
    told, won = np.array([[0.5, 0.5], [0.0, 1.0]]), np.array([[1.0, 0.0], [0.5, 0.5]])
    assert log_loss(told, won) == pytest.approx((np.log(2) - 0.5 * np.log(0.001)) / 2)  # never quite nought
    assert brier(told, won) == pytest.approx(0.25)


# --- tables -----------------------------------------------------------------------------------------------


def test_a_table_by_tenths_counted_by_hand() -> None:
    told = Told(np.zeros((3, 2)), np.array([[1.0, 0.0], [1.0, 0.0], [0.5, 0.5]]), np.array([0, 0, 1]))
    rows = table(np.array([[0.72, 0.28], [0.78, 0.22], [1.0, 0.0]]), told)
    assert [(row.positions, row.games) for row in rows] == [(1, 1), (2, 1), (2, 1), (1, 1)]
    assert [row.promised for row in rows] == pytest.approx([0.0, 0.25, 0.75, 1.0])
    assert [row.won for row in rows] == pytest.approx([0.5, 0.0, 1.0, 0.5])


def test_positions_of_one_game_are_no_surer_than_one() -> None:
    single, tenfold = _made(EVEN, 2, decisions=200), _made(EVEN, 2, decisions=2000, a_game=10)
    for one, ten in zip(table(single.values, single), table(tenfold.values, tenfold), strict=True):
        assert ten.positions == 10 * one.positions
        assert ten.games == one.games
        assert ten.won == pytest.approx(one.won)
        assert (ten.low, ten.high) == pytest.approx((one.low, one.high))


def test_what_was_always_won_is_not_sure_beyond_its_games() -> None:
    told = Told(np.zeros((40, 2)), np.tile([1.0, 0.0], (40, 1)), np.repeat(np.arange(10), 4))
    last = table(np.tile([0.95, 0.05], (40, 1)), told)[-1]
    assert (last.won, round(last.high, 9)) == (1.0, 1.0)
    assert last.low == pytest.approx(0.722, abs=0.001)  # Wilson's of ten games, not of forty positions
    assert lines([last])[1].split() == ["95.0%", "100.0%", "72.2", "to", "100.0", "40", "10"]


def test_the_picture_is_whole() -> None:
    told = _made(SLOPES, 2, decisions=500)
    drawn = svg(table(told.values, told), table(held_out(told, 0.2), told), "azul 2 coloured")
    root = ElementTree.fromstring(drawn)
    assert root.attrib["aria-label"] == "azul 2 coloured"
    assert "prefers-color-scheme: dark" in drawn
    assert len(root.findall("{*}polyline")) == 2


# --- games ------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("plain")
def test_a_game_is_the_same_again(tmp_path: Path) -> None:
    net = str(random_net(tmp_path / "x.net"))
    one, two = (play_game(_work(net=net), 3) for _ in range(2))
    number, values, won = one
    assert one == two
    assert number == 3
    assert sum(won) == 1
    assert all(sum(value) == pytest.approx(1) for value in values)
    assert len(values) > 20


@pytest.mark.usefixtures("plain")
def test_games_come_in_order_and_ties_are_shared() -> None:
    told = gather(_work(games=2, simulations=1))
    assert sorted(set(told.games)) == [0, 1]
    assert len(told.values) == len(told.won) == len(told.games)
    tied = joined([(0, [(0.6, 0.4)], [0.5, 0.5]), (1, [(0.3, 0.7), (0.2, 0.8)], [0.0, 1.0])])
    assert tied.won.tolist() == [[0.5, 0.5], [0.0, 1.0], [0.0, 1.0]]
    assert tied.games.tolist() == [0, 1, 1]


@pytest.mark.usefixtures("plain")
def test_who_judges_is_known(tmp_path: Path) -> None:
    assert _work(net=True).judge == NET  # the packaged one
    assert _work(net=False).judge == PLAYOUTS
    assert _work(net=str(random_net(tmp_path / "x.net"))).judge == NET


def test_all_variants_are_eighteen() -> None:
    assert len({nets.name_of(rules_of(variant)) for variant in ALL}) == 18


# --- the file ---------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("plain")
def test_writing_keeps_every_other_entry(tmp_path: Path) -> None:
    path = tmp_path / "calibration.json"
    calibrate.write(path, _work(), Slopes(1.23456, 2), 300)
    calibrate.write(path, _work(net=True), Slopes(1.5, 1.6), 400)
    calibrate.write(path, _work({"game": "pavilion", "players": 3}), Slopes(0.9, 1), 20)
    calibrate.write(path, _work(), Slopes(1.3, 1.4), 500)
    assert json.loads(path.read_text()) == {
        "azul 2 coloured": {
            "net": {"level": 1.5, "sure": 1.6, "games": 400, "simulations": 2},
            "playouts": {"level": 1.3, "sure": 1.4, "games": 500, "simulations": 2},
        },
        "pavilion 3 coloured": {"playouts": {"level": 0.9, "sure": 1, "games": 20, "simulations": 2}},
    }
    assert list(tmp_path.iterdir()) == [path]


def test_the_packaged_file_is_as_the_command_writes_it() -> None:
    assert calibration.path().read_text("utf-8") == calibrate._text(
        json.loads(calibration.path().read_text())
    )


# --- the command ------------------------------------------------------------------------------------------


def _command(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "azulejos.learn.calibrate", *words],
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.usefixtures("plain")
def test_the_command_plays_fits_tells_and_draws(tmp_path: Path) -> None:
    drawn = tmp_path / "curve.svg"
    words = ("azul", "--net", "0", "--games", "3", "--simulations", "1", "--cores", "0", "--svg", str(drawn))
    done = _command(*words)
    assert done.returncode == 0, done.stderr
    first, second, third = done.stdout.splitlines()[:3]
    assert first.startswith("azul 2 coloured, playouts: 3 games, ")
    assert second.startswith("slopes ")
    assert third.startswith("log loss ")
    assert "1 of 1: azul 2 coloured, playouts" in done.stderr
    ElementTree.fromstring(drawn.read_text())


@pytest.mark.usefixtures("plain")
def test_the_command_writes_what_it_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "calibration.json"
    monkeypatch.setattr(calibration, "path", lambda: path)
    path.write_text('{"azul 4 grey": {"net": {"level": 1.1, "sure": 1.2, "games": 9, "simulations": 9}}}')
    words = ["calibrate", "azul", "--players", "2", "--net", "0", "--games", "2", "--simulations", "1"]
    monkeypatch.setattr(sys, "argv", [*words, "--cores", "0", "--write"])
    calibrate.main()
    found = json.loads(path.read_text())
    assert list(found) == ["azul 2 coloured", "azul 4 grey"]
    assert found["azul 2 coloured"]["playouts"]["games"] == 2
    assert "slopes " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ([], "no game was named, expected one of azul, pavilion, or --all"),
        (["azul", "--side", "grey"], "side"),
        (["azul", "--players", "7"], "players"),
        (["--all", "--wall", "grey"], "--all plays every variant"),
        (["azul", "--net", "nowhere.net"], "nowhere.net: cannot be read"),
        (["azul", "--net", "some.net", "--write"], "it cannot keep that of some.net"),
        (["azul", "--svg", "nowhere/a.svg"], "nowhere/a.svg cannot be written (No such file or directory)"),
        (["azul", "--svg", "."], ". is a folder, expected a file"),
    ],
)
@pytest.mark.usefixtures("plain")
def test_what_cannot_be_done_is_said(words: list[str], reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["calibrate", *words])
    with pytest.raises(SystemExit) as caught:
        calibrate.main()
    assert reason in str(caught.value)


@pytest.fixture
def idle(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody plays: whatever ends the command has to do so before."""
    monkeypatch.setattr(calibrate, "gather", lambda asked: pytest.fail(f"{asked.variant} was played"))


@pytest.mark.usefixtures("plain", "idle")
def test_a_net_has_to_fit_all_variants_before_the_first_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    net = random_net(tmp_path / "x.net")
    monkeypatch.setattr(sys, "argv", ["calibrate", "azul", "--all", "--net", str(net)])
    with pytest.raises(SystemExit) as caught:
        calibrate.main()
    shapes = "b3 is (2,), expected (3,)"
    assert caught.value.code == (
        f"azulejos: {net}: has other shapes than a net for azul 3 coloured: {shapes}"
    )


@pytest.mark.usefixtures("plain", "idle")
def test_where_nothing_can_be_kept_nothing_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "nowhere" / "calibration.json"
    monkeypatch.setattr(calibration, "path", lambda: path)
    monkeypatch.setattr(sys, "argv", ["calibrate", "azul", "--net", "0", "--write"])
    with pytest.raises(SystemExit, match=r"calibration.json cannot be written \(No such file"):
        calibrate.main()
    path.parent.mkdir()
    path.write_text("{")
    with pytest.raises(SystemExit, match=r"calibration.json: is damaged: it is no JSON"):
        calibrate.main()
    assert path.read_text() == "{"


@pytest.mark.parametrize("numbers", [[], [3], [0, 5, 10]])
@pytest.mark.usefixtures("plain")
def test_too_few_games_are_told(
    numbers: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found: list[calibrate.Game] = [(number, [(0.6, 0.4)], [1.0, 0.0]) for number in numbers]
    monkeypatch.setattr(calibrate, "gather", lambda _: joined(found))
    drawn = tmp_path / "a.svg"
    monkeypatch.setattr(sys, "argv", ["calibrate", "azul", "--net", "0", "--svg", str(drawn)])
    calibrate.main()
    told = capsys.readouterr()
    assert f"{len(numbers)} games were played in time, too few to hold some out" in told.err
    assert not told.out
    assert not drawn.exists()
