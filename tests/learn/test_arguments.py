"""The command lines of learning: what is nonsense is refused at once, in a sentence, and nothing is begun."""

import argparse
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from azulejos.arena import joining
from azulejos.arena.errors import ArenaTrouble
from azulejos.learn import calibrate, gate, loop, play, train, transfer
from azulejos.learn.arguments import NAMES, in_a_sentence, on_cluster
from azulejos.learn.crew import CrewFailed, work
from azulejos.learn.folder import open_folder
from tests.learn.conftest import AZUL, random_net

pytestmark = pytest.mark.usefixtures("plain")

Give = Callable[..., str]


@pytest.fixture
def give(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Give]:
    """Give a command in this process that has to end before its work; tells what it said."""
    before = signal.getsignal(signal.SIGTERM)

    def given(step: Any, *words: str) -> str:
        monkeypatch.setattr(sys, "argv", ["", "azul", *words])
        with pytest.raises(SystemExit) as caught:
            step.main()
        assert caught.value.code not in (0, None)
        return f"{caught.value.code}\n{capsys.readouterr().err}"

    yield given
    signal.signal(signal.SIGTERM, before)


# --- numbers and names ------------------------------------------------------------------------------------

WHOLE = "expected a whole number, "


@pytest.mark.parametrize(
    ("step", "option", "value", "expected"),
    [
        (play, "cores", "-1", WHOLE + "0 or more"),
        (train, "cores", "-1", WHOLE + "0 or more"),
        (gate, "cores", "-1", WHOLE + "0 or more"),
        (loop, "cores", "-1", WHOLE + "0 or more"),
        (transfer, "cores", "-1", WHOLE + "0 or more"),
        (calibrate, "cores", "-1", WHOLE + "0 or more"),
        (play, "cores", "two", WHOLE + "0 or more"),
        (play, "hidden", "0,-4", "expected two sizes from 1 to 512, such as 128,32"),
        (play, "hidden", "5", "expected two sizes from 1 to 512, such as 128,32"),
        (play, "hidden", "8,513", "expected two sizes from 1 to 512, such as 128,32"),
        (play, "hidden", "8,x", "expected two sizes from 1 to 512, such as 128,32"),
        (play, "minutes", "nan", "expected a number, 0 or more"),
        (loop, "minutes", "inf", "expected a number, 0 or more"),
        (train, "minutes", "-1", "expected a number, 0 or more"),
        (gate, "minutes", "soon", "expected a number, 0 or more"),
        (play, "generation", "-1", WHOLE + "1 or more"),
        (train, "generation", "0", WHOLE + "1 or more"),
        (play, "games", "0", WHOLE + "1 or more"),
        (loop, "games", "-5", WHOLE + "1 or more"),
        (play, "full", "-2", WHOLE + "1 or more"),
        (loop, "brief", "0", WHOLE + "1 or more"),
        (play, "opening", "-1", WHOLE + "0 or more"),
        (play, "fully", "257", "expected a whole number from 0 to 256"),
        (gate, "duel", "0", WHOLE + "1 or more"),
        (gate, "contest", "-1", WHOLE + "1 or more"),
        (train, "device", "nonsense", "expected cpu, cuda, or cuda:1 for the second GPU"),
        (loop, "device", "cuda:x", "expected cpu, cuda, or cuda:1 for the second GPU"),
        (train, "batch", "0", WHOLE + "1 or more"),
        (train, "limit", "0", "expected a number above 0"),
        (train, "rate", "nan", "expected a number above 0"),
        (train, "decay", "-1", "expected a number, 0 or more"),
        (calibrate, "simulations", "-5", WHOLE + "1 or more"),
        (calibrate, "games", "1", WHOLE + "2 or more"),
        (calibrate, "minutes", "0", "expected a number above 0"),
        (calibrate, "minutes", "nan", "expected a number above 0"),
    ],
)
def test_nonsense_is_named_with_what_was_expected(
    step: Any, option: str, value: str, expected: str, give: Give, tmp_path: Path
) -> None:
    where = [] if step is calibrate else [f"--dir={tmp_path / 'run'}"]
    told = give(step, *where, f"--{option}", value)
    assert f"argument --{option}: {value!r} was given, {expected}" in told
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("device", ["cuda", "cuda:3"])
def test_a_gpu_that_is_not_there_is_told(
    device: str, give: Give, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    torch = SimpleNamespace(cuda=SimpleNamespace(device_count=lambda: 0 if device == "cuda" else 3))
    monkeypatch.setitem(sys.modules, "torch", torch)
    told = give(train, f"--dir={tmp_path / 'run'}", f"--device={device}")
    assert f"azulejos: --device is {device}, but of such GPUs torch finds" in told
    assert not list(tmp_path.iterdir())


def test_the_options_of_a_variant_are_the_same_everywhere() -> None:
    found = {action.dest for action in calibrate._parser()._actions}
    assert set(NAMES) - found == {"mixed"}


# --- folders ----------------------------------------------------------------------------------------------


def test_a_folder_that_cannot_be_is_told(give: Give, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    for path in (file, file / "below"):
        told = give(play, f"--dir={path}")
        assert f"azulejos: --dir is {path}, which cannot be a run's folder (" in told


def test_a_gate_needs_a_net(give: Give, tmp_path: Path) -> None:
    told = give(gate, f"--dir={tmp_path}")
    assert f"azulejos: there is no net of generation 1 yet in {tmp_path}: train first" in told
    assert "no net of generation 7 yet" in give(gate, f"--dir={tmp_path}", "--generation=7")
    assert "no net of generation -1 yet" in give(gate, f"--dir={tmp_path}", "--generation=-1")


def test_a_gate_with_a_net_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = open_folder(tmp_path, AZUL)
    random_net(folder.net(1))
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    words = [f"--dir={tmp_path}", "--cores=0", "--duel=1", "--contest=2", "--minutes=5"]
    monkeypatch.setattr(sys, "argv", ["", "azul", *words])
    gate.main()
    assert folder.due == 2
    assert "generation 1 against 0" in capsys.readouterr().err


# --- crews and clusters -----------------------------------------------------------------------------------


@pytest.mark.parametrize("error", [CrewFailed("every worker failed"), ArenaTrouble("no node is there")])
def test_a_crew_that_failed_is_told_in_a_sentence(error: Exception) -> None:
    with pytest.raises(SystemExit, match=f"^azulejos: {error}$"), in_a_sentence():
        raise error
    with pytest.raises(SystemExit, match=f"^azulejos: {error}$"), on_cluster(argparse.Namespace(cluster="")):
        raise error


def test_our_own_mistakes_are_shown_whole() -> None:
    with pytest.raises(RuntimeError, match="a mistake"), in_a_sentence():
        raise RuntimeError("a mistake")


def test_fewer_cores_than_none_are_the_caller_s_fault() -> None:
    with pytest.raises(ValueError, match="cores is -1, expected 0 or more"):
        list(work(print, (), -1, 1, time.time() + 60))


@pytest.mark.parametrize("address", ["a..b:6379", "host:²", "127.0.0.1:99999999", "x" * 70 + ":1"])
def test_an_address_that_is_none_is_told(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joining, "_ray", SimpleNamespace)
    with (
        pytest.raises(ArenaTrouble, match=r"^the Ray cluster .* cannot be used: "),
        joining.connected(address),
    ):
        pass
