"""Every test of the terminal keeps its files under its own folder and sees an ordinary environment."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

import pytest

from azulejos.cli import main
from azulejos.terminal.console import Terminal


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder, a working folder and a width that are the test's own."""
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AZULEJOS_JIT", "0")  # a hint is not worth compiling the search for
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("PATH", f"{_program(tmp_path / 'bin')}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _program(folder: Path) -> Path:
    """A folder with something called azulejos, as where it is installed."""
    folder.mkdir()
    (folder / "azulejos").touch(mode=0o755)
    return folder


@dataclass(frozen=True)
class Ran:
    """What a command did."""

    status: int
    out: str
    err: str

    def words(self) -> str:
        """The output with its line breaks and gaps closed, for sentences that were wrapped."""
        return " ".join(self.out.split())


Run = Callable[..., Ran]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command line in this process, with lines on its input."""

    def run_command(*arguments: str, lines: str = "") -> Ran:
        monkeypatch.setattr("sys.stdin", StringIO(lines))
        status = main(list(arguments))
        captured = capsys.readouterr()
        return Ran(status, captured.out, captured.err)

    return run_command


class Attended(Terminal):
    """A terminal at which somebody sits, as far as the game can tell."""

    def __init__(self, plain: bool = False) -> None:
        super().__init__(plain)
        self.interactive = True


@pytest.fixture
def attended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are played with somebody at the keyboard."""
    monkeypatch.setattr("azulejos.terminal.start.Terminal", Attended)
