"""The command `azulejos arena`: report, files, picture, one sentence for every mistake, Ctrl-C."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest

from azulejos.cli import main
from tests.bots.programs import GOOD, command

SOURCE = Path(__file__).parents[2] / "src"
SMALL = ["arena", "random", "greedy", "--games", "2", "--seed", "3", "--cores", "1"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "letter").write_text("Dear Ana,\n")
    (tmp_path / "old").write_text('{"azulejos arena": 1, "version": "0.0.1"}\n')
    (tmp_path / "folder").mkdir()
    return tmp_path


def test_the_report_is_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(SMALL) == 0
    out = capsys.readouterr().out
    assert out.startswith("Azul, 2 players, coloured: 2 games, seed 3\n")
    assert "\n1. greedy" in out


def test_json_is_one_line_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SMALL, "--json", "--anchor", "random=1000"]) == 0
    captured = capsys.readouterr()
    told = json.loads(captured.out)
    assert captured.out.count("\n") == 1
    assert [line["label"] for line in told["standings"]] == ["greedy", "random"]
    assert told["standings"][1]["elo"] == 1000
    assert told["played"] == told["planned"] == 2


def test_all_options_reach_the_plan(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = (
        "arena greedy random greedy@3 --game azul --players 3 --wall grey --jokers --games 3 --simulations 9"
        " --seconds 2 --seed 5 --cores 2 --mixed --patience 4 --max-rounds 2 --json"
    )
    assert main(arguments.split()) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["options"] == {"players": 3, "wall": "grey", "jokers": True, "max_rounds": 2}
    assert (told["seconds"], told["simulations"], told["patience"]) == (2.0, 9, 4.0)
    assert (told["seed"], told["pairing"], told["played"]) == (5, "mixed", 3)


def test_files_are_written_and_gone_on_with(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SMALL, "--out", "games", "--plot", "elo.svg", "--records", "records"]) == 0
    first = capsys.readouterr().out
    assert len((folder / "games").read_text().splitlines()) == 3
    assert sorted(path.name for path in (folder / "records").iterdir()) == [
        "game-000000.txt",
        "game-000001.txt",
    ]
    ElementTree.parse(folder / "elo.svg")
    assert main(["arena", "--resume", "games"]) == 0
    assert capsys.readouterr().out == first
    assert main(["arena", "random", "greedy", "--games", "2", "--out", "games"]) == 0  # its seed
    assert capsys.readouterr().out == first


def test_one_game_can_be_asked_for(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SMALL, "--only", "1", "--records", "records"]) == 0
    assert [path.name for path in (folder / "records").iterdir()] == ["game-000001.txt"]
    assert "1 games" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("", "the arena has 0 entrants, expected two or more"),
        ("greedy", "the arena has 1 entrants, expected two or more"),
        ("greedy deep", "there is no bot 'deep', expected"),
        ("greedy greedy", "entrant 'greedy' is there twice"),
        ("greedy random@x", "its budget is 'x', expected seconds"),
        ("greedy random --game chess", "game is 'chess', expected 'azul' or 'pavilion'"),
        ("greedy random --side grey", "azul has no option 'side'"),
        ("greedy random --game pavilion --jokers", "pavilion has no option 'jokers'"),
        ("greedy random --players 1", "option players is 1, expected 2, 3 or 4"),
        ("greedy random --games 0", "games is 0, expected a whole number"),
        ("greedy random --seconds -1", "seconds is -1.0, expected a number"),
        ("greedy random --simulations x", "Invalid value for '--simulations'"),
        ("greedy random --cores 0", "Invalid value for '--cores'"),
        ("greedy random --gauntlet --mixed", "a gauntlet or mixed, not both"),
        ("greedy random --mixed --players 4", "a mixed arena of 4 players has 2 entrants"),
        ("greedy random --anchor deep=5", "anchor 'deep=5': expected NAME=ELO with one of greedy, random"),
        ("greedy random --anchor greedy=high", "Elo is 'high', expected a number"),
        ("greedy random --anchor greedy=nan", "Elo is 'nan', expected a number"),
        ("greedy random --games 2 --only 2", "game number is 2, expected a whole number from 0 to 1"),
        ("greedy random --out letter", "letter is there already and holds no games of an arena"),
        ("greedy random --out folder", "cannot read folder"),
        ("greedy random --out nowhere/games", "cannot write nowhere/games: there is no such folder"),
        ("greedy random --plot nowhere/elo.svg", "cannot write nowhere/elo.svg: there is no such folder"),
        ("--resume nowhere", "cannot read nowhere: there is no such file"),
        ("--resume letter", "letter is there already and holds no games of an arena"),
        ("--resume old", "old was begun with version '0.0.1', not"),
        ("greedy random --resume old", "so bots cannot be given with it"),
        ("--resume old --max-rounds 4", "so --max-rounds cannot be given with it"),
        ("--resume old --out new", "so --out cannot be given with it"),
    ],
)
def test_a_mistake_is_one_sentence_and_status_2(
    capsys: pytest.CaptureFixture[str], arguments: str, sentence: str
) -> None:
    assert main(["arena", *arguments.split()]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("azulejos: ")
    assert captured.err.count("\n") == 1
    assert sentence in captured.err


def test_a_program_that_fails_is_in_the_report(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = f"mine@0.5s={command(folder, 'sys.exit(7)')}"
    assert main(["arena", mine, "random", "--games", "2", "--cores", "1"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "2 crash" in out
    assert "game 0: mine@0.5s, crash: the program ended with status 7 before it answered" in out


@pytest.mark.skipif(os.name == "nt", reason="sends a signal as POSIX does")
def test_an_interruption_tells_what_has_come_out_and_how_to_go_on(folder: Path) -> None:
    slow = command(folder, "time.sleep(0.01)\n" + GOOD, "slow.py")
    words = ["arena", f"slow={slow}", "random", "--max-rounds", "1", "--out", "games", "--cores", "2"]
    with subprocess.Popen(
        [sys.executable, "-m", "azulejos", *words, "--games", "1000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
    ) as process:
        file, end = folder / "games", time.monotonic() + 20
        while time.monotonic() < end and not (file.exists() and file.read_bytes().count(b"\n") > 2):
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "of 1,000, seed" in out
    assert "1. " in out
    assert err.endswith("of 1,000 games; go on with azulejos arena --resume games\n")
    assert "Traceback" not in err
