"""The loop: from nothing to a generation that was judged, one command; given again it goes on."""

import json
import os
import signal
import subprocess
import sys
import tarfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from azulejos.learn import gate, play, train
from azulejos.learn.curves import rows, svg, table
from azulejos.learn.folder import FolderError, open_folder, write_json
from azulejos.learn.replay import listed

TINY = [
    "--games=6",
    "--full=4",
    "--brief=2",
    "--contest=4",
    "--duel=2",
    "--batch=32",
    "--epochs=1",
    "--hidden=8,4",
]


def _learn(step: str, folder: Path, *more: str) -> "subprocess.CompletedProcess[str]":
    command = [
        sys.executable,
        "-W",
        "error",
        "-m",
        f"azulejos.learn.{step}",
        "azul",
        "--players=2",
        "--cores=0",
    ]
    return subprocess.run(
        [*command, f"--dir={folder}", *more],
        env={**os.environ, "AZULEJOS_JIT": "0", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def test_a_whole_generation_in_plain_python(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    done = _learn("loop", tmp_path, "--minutes=5", "--generations=1", *TINY)
    assert done.returncode == 0, done.stderr
    folder = open_folder(tmp_path, None)
    steps = [(line["step"], line["generation"]) for line in folder.journal()]
    assert steps == [("play", 1), ("train", 1), ("gate", 1)]
    assert folder.played(1)[0] == 6
    assert folder.net(1).exists()
    assert folder.due == 2
    assert (tmp_path / "curves.svg").read_text("utf-8").startswith("<svg")
    assert "gen" in done.stderr


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Callable[..., int]]:
    """Give a command in this process; tells how it ended."""
    before = signal.getsignal(signal.SIGTERM)
    monkeypatch.setenv("AZULEJOS_JIT", "0")

    def give(main: Callable[[], None], *more: str) -> int:
        monkeypatch.setattr(sys, "argv", ["", "azul", "--players=2", "--cores=0", f"--dir={tmp_path}", *more])
        try:
            main()
        except SystemExit as end:
            return end.code if isinstance(end.code, int) else 1
        return 0

    yield give
    signal.signal(signal.SIGTERM, before)


def test_each_step_alone_and_again(here: Callable[..., int], tmp_path: Path) -> None:
    pytest.importorskip("torch")
    quick = ["--full=4", "--brief=2"]
    assert here(play.main, "--minutes=0", "--games=4", *quick) == 0  # no time: nothing, but no harm
    folder = open_folder(tmp_path, None)
    assert folder.played(1) == (0, 0)
    assert here(play.main, "--games=4", *quick) == 0
    assert folder.played(1)[0] == 4
    assert here(play.main, "--games=6", *quick) == 0
    assert folder.played(1)[0] == 6
    assert len(listed(folder.shards(1))) == 2
    assert here(train.main, "--minutes=0", "--batch=32", "--epochs=1") == 75  # to be given again
    assert here(train.main, "--batch=32", "--epochs=1") == 0
    assert here(gate.main, "--duel=2", "--contest=4") == 0
    assert folder.due == 2


def test_an_archive_is_enough_to_go_on_elsewhere(tmp_path: Path) -> None:
    folder = open_folder(tmp_path / "run", {"game": "azul", "players": 2})
    for generation in range(1, 9):
        for file in (folder.net(generation), folder.checkpoint(generation), folder.gate(generation)):
            write_json(file, generation)
        folder.note("gate", generation, passed=False)
    folder.promote(2)
    write_json(folder.shards(1) / "a.npz", 0)
    folder.pack(tmp_path / "x.tgz")
    with tarfile.open(tmp_path / "x.tgz") as archive:
        names = archive.getnames()
        archive.extractall(tmp_path / "there", filter="data")
    assert [name for name in names if "nets" in name] == [f"run/nets/g00{n}.net" for n in (2, 5, 6, 7, 8)]
    assert [name for name in names if "checkpoints" in name] == ["run/checkpoints/g008.pt"]
    assert not [name for name in names if "shards" in name]
    there = open_folder(tmp_path / "there" / "run", None)
    assert (there.best, there.due) == (2, 9)


def test_untried_generations_play_on(tmp_path: Path) -> None:
    folder = open_folder(tmp_path, {"game": "azul", "players": 2})
    assert folder.player == 0
    folder.promote(1)
    folder.note("trusted", 1)
    assert (folder.player, folder.due) == (1, 2)
    folder.note("untried", 2)
    assert (folder.player, folder.best, folder.due) == (2, 1, 3)
    folder.note("gate", 3, untried=True)  # left open by a gate
    assert (folder.player, folder.best) == (3, 1)
    folder.note("gate", 4, untried=False)  # worse beyond doubt, or of a run that judges every generation
    assert (folder.player, folder.due) == (1, 5)
    folder.note("untried", 5)
    assert folder.player == 5


def test_who_is_worse_beyond_doubt_does_not_play_on(tmp_path: Path) -> None:
    folder = open_folder(tmp_path, {"game": "azul", "players": 2})
    for generation, share, plays in ((1, 0.0, 0), (2, 0.5, 2)):
        write_json(folder.net(generation), {})
        deals = {number: [share, 0.0] for number in range(60)}
        write_json(folder.gate(generation), {"best": 0, "simulations": 2, "deals": deals})
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(gate, "warm", lambda *_: None)
            assert gate.decide(folder, generation, 2, 120, 0.0, 0, untried=True)
        assert (folder.player, folder.best) == (plays, 0)


def test_a_loop_judges_only_some_generations_if_told_so(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    done = _learn("loop", tmp_path, "--minutes=5", "--generations=2", "--gates=2", *TINY)
    assert done.returncode == 0, done.stderr
    lines = open_folder(tmp_path, None).journal()
    steps = [(line["step"], line["generation"]) for line in lines]
    first = [("play", 1), ("train", 1), ("untried", 1)]
    assert steps == [*first, ("play", 2), ("train", 2), ("gate", 2)]
    assert [line["by"] for line in lines if line["step"] == "play"] == [0, 1]
    assert lines[-1]["against"] == 0


def test_another_game_is_refused_in_a_folder(
    here: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    open_folder(tmp_path, {"game": "azul", "players": 4})
    assert here(play.main) == 1
    with pytest.raises(FolderError, match="no run is there"):
        open_folder(tmp_path / "nothing", None)
    assert not capsys.readouterr().out


def test_a_journal_that_breaks_off_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    folder = open_folder(tmp_path, {"game": "azul", "players": 2})
    folder.note("gate", 1, share=0.6)
    with (tmp_path / "journal.ndjson").open("a") as file:
        file.write('{"step": "gate", "gen')
    assert [line["share"] for line in folder.journal()] == [0.6]
    assert folder.due == 2


def test_curves_add_up_what_the_gates_say() -> None:
    gate = {"step": "gate", "generation": 1, "against": 0, "fair": 0.5, "error": 0.02, "lead": 4}
    journal = [
        {"step": "play", "generation": 1, "games": 100},
        {"step": "play", "generation": 1, "games": 50},
        {"step": "train", "generation": 1, "samples": 7000, "held_out": {"value": 0.6, "prior": 1.9}},
        {
            "step": "train",
            "generation": 2,
            "samples": 7100,
            "held_out": {"value": 0.59},
            "learned": {"value": 0.57},
        },
        {**gate, "share": 0.75, "passed": True},
        {**gate, "generation": 2, "against": 1, "share": 0.5, "passed": False},
    ]
    found = rows(journal)
    assert [(row.generation, row.games, row.samples) for row in found] == [(1, 150, 7000), (2, 0, 7100)]
    assert [row.elo for row in found] == pytest.approx([190.85, 190.85], abs=0.01)  # 400 log10(3)
    assert [row.known for row in found] == [None, 0.57]  # older journals do not tell
    assert "0.5900  0.5700" in table(found)
    assert "promoted" in table(found)
    assert "not better" in table(found)
    assert svg(found, "x").count("<circle") == 5
    assert json.dumps(table([]))
