"""Learning on a cluster, a stand-in for Ray and Ray itself: the games of one machine, whoever fails."""

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from azulejos.arena import ArenaTrouble
from azulejos.learn import cluster, play
from azulejos.learn.cluster import work_on_cluster
from azulejos.learn.crew import Shift
from azulejos.learn.folder import Folder, open_folder, read_json
from azulejos.learn.gate import gate
from azulejos.learn.replay import listed, read
from tests.fakeray import FakeRay, RayError, RayTaskError
from tests.learn.conftest import AZUL, QUICK, random_net


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch) -> FakeRay:
    fake = FakeRay()
    monkeypatch.setitem(sys.modules, "ray", fake)
    return fake


def _square(shift: Shift, offset: int) -> None:
    while (number := shift.claim()) is not None:
        shift.tell(offset + number * number)


def _three(shift: Shift) -> None:
    for _ in range(3):
        if (number := shift.claim()) is not None:
            shift.tell(number)


def _told(task: Any, arguments: tuple[Any, ...], most: int, seconds: float = 60) -> list[Any]:
    found = work_on_cluster(task, arguments, "auto", most, time.time() + seconds)
    return sorted(one for one in found if one is not None)


def _games(folder: Folder, generation: int = 1) -> dict[int, dict[str, Any]]:
    """What was noted of every game, by its number; no number is there twice."""
    found: dict[int, dict[str, Any]] = {}
    for path in listed(folder.shards(generation)):
        shard = read(path)
        assert shard.meta["last"] == max(shard.numbers)
        ends = np.concatenate([[0], np.cumsum(shard.counts)])
        for n, number in enumerate(shard.numbers):
            assert int(number) not in found
            samples = np.flatnonzero(shard.games == n)
            rows = slice(ends[samples[0]], ends[samples[-1] + 1])
            found[int(number)] = {
                "states": shard.states[samples],
                "values": shard.values[samples],
                "chosen": shard.chosen[samples],
                "actions": shard.actions[rows],
                "visits": shard.visits[rows],
                "results": shard.results[n],
                "finals": shard.finals[n],
            }
    return found


def _same(one: Folder, other: Folder) -> None:
    ours, theirs = _games(one), _games(other)
    assert ours.keys() == theirs.keys()
    for number, game in ours.items():
        for name, values in game.items():
            assert np.array_equal(values, theirs[number][name]), (number, name)


# --- numbers ----------------------------------------------------------------------------------------------


def test_every_number_is_worked_on_once(ray: FakeRay) -> None:
    assert _told(_square, (1,), 40) == [1 + n * n for n in range(40)]
    assert ray.puts == 1
    first = [turn[3:5] for _, turn in ray.tasks[:2]]
    assert first == [(0, 10), (10, 17)]  # of 40 a quarter for each of two cores twice, then of 30
    assert not ray.running


def test_what_a_node_did_not_get_to_is_given_again(ray: FakeRay) -> None:
    assert _told(_three, (), 40) == list(range(40))
    assert len(ray.tasks) > 13


def test_nothing_begins_after_the_deadline_or_once_it_is_stopped(ray: FakeRay) -> None:
    assert _told(_square, (0,), 9, seconds=-1) == []
    assert list(work_on_cluster(_square, (0,), "auto", 9, time.time() + 60, stop=lambda: True)) == []
    assert ray.tasks == []
    stops = iter([False, True])
    found = list(
        work_on_cluster(_square, (0,), "auto", 400, time.time() + 60, stop=lambda: next(stops, True))
    )
    assert len(found) == 100 + 75  # what both cores had got


def test_who_is_not_back_in_time_is_cancelled(
    ray: FakeRay, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ray.stuck = True
    monkeypatch.setattr(cluster, "GRACE", 0.1)
    found = list(work_on_cluster(_square, (0,), "auto", 9, time.time() + 0.1))
    assert set(found) == {None}
    assert len(ray.cancelled) == 2
    assert "stopped whoever was not back in time" in capsys.readouterr().err


def test_whoever_listens_no_more_cancels_the_rest(ray: FakeRay) -> None:
    found = work_on_cluster(_square, (0,), "auto", 400, time.time() + 60)
    next(found)
    found.close()
    assert len(ray.cancelled) == 2
    assert not ray.running


# --- failures ---------------------------------------------------------------------------------------------


def test_a_failure_is_told_and_its_numbers_are_given_again(
    ray: FakeRay, capsys: pytest.CaptureFixture[str]
) -> None:
    ray.failing = {"here": [RayError("The node died.\nMore.")]}
    assert _told(_square, (0,), 20) == [n * n for n in range(20)]
    assert capsys.readouterr().err == (
        "node here (10.0.0.1) failed: RayError: The node died.; another one gets its numbers\n"
    )


def test_a_node_that_always_fails_is_left_out(ray: FakeRay, capsys: pytest.CaptureFixture[str]) -> None:
    ray.cores = {"good": 1, "bad": 4, "empty": 0}
    ray.failing = {"bad": RayTaskError(ModuleNotFoundError("No module named 'azulejos'"))}
    assert _told(_square, (0,), 50) == [n * n for n in range(50)]
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 3
    assert told[2] == (
        "node bad (10.0.0.1) failed: ModuleNotFoundError: No module named 'azulejos'; it gets no more"
    )


def test_where_all_nodes_fail_it_ends(ray: FakeRay) -> None:
    ray.cores = {"one": 1, "two": 2}
    ray.failing = {"take_turn": RayError("gone")}
    with pytest.raises(RuntimeError, match="every node of the cluster failed; what they said stands above"):
        _told(_square, (0,), 50)
    assert not ray.running


def test_other_sources_on_a_node_are_refused() -> None:
    with pytest.raises(ArenaTrouble, match="other sources, each node needs azulejos"):
        cluster.take_turn("0" * 16, _square, (0,), 0, 4, 10.0)


def test_a_cluster_without_a_core_and_one_that_is_lost_are_told(ray: FakeRay) -> None:
    ray.cores = {"head": 0}
    with pytest.raises(ArenaTrouble, match="no node of the Ray cluster offers a core"):
        _told(_square, (0,), 5)
    ray.cores, ray.failing = {"here": 1}, {"take_turn": ConnectionError("lost")}
    with pytest.raises(ArenaTrouble, match="the Ray cluster 'auto' cannot be used: lost"):
        _told(_square, (0,), 5)


# --- games ------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("plain")
def test_self_play_is_that_of_one_machine_whoever_fails(ray: FakeRay, tmp_path: Path) -> None:
    here, there = open_folder(tmp_path / "here", AZUL), open_folder(tmp_path / "there", AZUL)
    for folder in (here, there):
        random_net(folder.net(1))
        folder.promote(1)
    ray.cores, ray.failing = {"one": 1, "two": 1}, {"two": [RayError("died")] * 2}
    deadline = time.time() + 600
    assert play.play(here, QUICK, 1, 9, deadline, 0) == 9
    assert play.play(there, QUICK, 1, 6, deadline, 0, cluster="auto") == 6
    assert play.play(there, QUICK, 1, 9, deadline, 0, cluster="auto") == 9  # it goes on
    _same(here, there)
    assert [line.get("cluster") for line in there.journal()] == ["auto", "auto"]
    assert all(len(path.name) == len("000000000-00.npz") for path in listed(there.shards(1)))


@pytest.mark.usefixtures("plain")
def test_a_gate_is_that_of_one_machine(ray: FakeRay, tmp_path: Path) -> None:
    found = []
    for where in (None, "auto"):
        folder = open_folder(tmp_path / str(where), AZUL)
        random_net(folder.net(1))
        assert gate(folder, 1, 2, 12, time.time() + 600, 0, where)
        found.append(read_json(folder.gate(1))["deals"])
    assert len(found[0]) == 6
    assert found[0] == found[1]
    assert len(ray.tasks) == 2


def test_without_a_cluster_a_sentence_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.setattr("signal.signal", lambda *_: None)
    monkeypatch.setattr(sys, "argv", ["", "azul", f"--dir={tmp_path}", "--cluster=auto"])
    with pytest.raises(SystemExit, match=r'azulejos: .* pip install "azulejos\[cluster\]"'):
        play.main()
    assert not capsys.readouterr().out


def test_the_same_over_ray_itself(tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="Ray is not installed (extra `cluster`)")
    command = [sys.executable, "-m", "azulejos.learn.play", "azul", "--games=12", "--full=4", "--brief=2"]
    env = {**os.environ, "AZULEJOS_JIT": "0", "PYTHONPATH": os.pathsep.join(sys.path)}
    for where in ("--cores=0", "--cluster=local"):
        done = subprocess.run(
            [*command, where, f"--dir={tmp_path / where}"],
            env=env,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
        assert done.returncode == 0, done.stderr
    folders = [open_folder(tmp_path / where, None) for where in ("--cores=0", "--cluster=local")]
    assert [folder.played(1)[0] for folder in folders] == [12, 12]
    _same(*folders)
