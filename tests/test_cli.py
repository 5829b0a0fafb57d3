"""The command line: help, exit statuses, and one clear sentence for whatever a user can do wrong."""

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import azulejos as az
from azulejos.cli import main

SOURCE = Path(__file__).parents[1] / "src"
RECORD = az.new("azul", seed=7, starter=0).play("1R>2").record()


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of the test's own, with one file of each kind that is no record."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.txt").write_text(RECORD)
    (tmp_path / "folder").mkdir()
    (tmp_path / "bytes").write_bytes(b"azulejos record 1\n\xff\xfe")
    (tmp_path / "empty").write_text("")
    (tmp_path / "letter").write_text("Dear Ana,\nhow are you?\n")
    (tmp_path / "illegal").write_text(RECORD.replace("0 1R>2", "0 1K>2"))
    (tmp_path / "wrong-turn").write_text(RECORD.replace("0 1R>2", "1 1R>2"))
    (tmp_path / "cut").write_text("\n".join(RECORD.splitlines()[:-1]))
    over = az.new("azul", seed=7, max_rounds=1)
    while not over.over:
        over.play(over.moves()[0])
    (tmp_path / "over.txt").write_text(over.record())
    (tmp_path / "five").write_text(RECORD.replace("players=2", "players=5"))
    return tmp_path


def azulejos(*arguments: str, **extra: str) -> "subprocess.CompletedProcess[str]":
    """The command in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(SOURCE), **extra}
    return subprocess.run(
        [sys.executable, "-m", "azulejos", *arguments],
        capture_output=True,
        text=True,
        env=environment,
        stdin=subprocess.DEVNULL,
        timeout=30,
    )


def test_help_lists_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    out = capsys.readouterr().out
    for command in ("play", "replay", "best", "bot", "arena", "backup", "restore", "score", "bench"):
        assert f"\n  {command} " in out
    for option in ("--host", "--port", "--no-open", "--data", "--database", "--workers"):
        assert f"\n  {option} " in out


@pytest.mark.parametrize(
    ("command", "option"),
    [
        (["play"], "--seat"),
        (["replay"], "--json"),
        (["best"], "--simulations"),
        (["bot"], "--seed"),
        (["arena"], "--gauntlet"),
        (["backup"], "--database"),
        (["restore"], "--data"),
        (["score"], "import"),
        (["score", "enter"], "--rows"),
        (["score", "import"], "--yes"),
        (["bench"], "engine"),
        (["bench", "league"], "--people"),
        (["bench", "engine"], "--slices"),
    ],
)
def test_every_command_has_help(capsys: pytest.CaptureFixture[str], command: list[str], option: str) -> None:
    assert main([*command, "--help"]) == 0
    assert option in capsys.readouterr().out


def test_the_help_of_play_names_both_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--help"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "azul, or pavilion for Azul: Summer Pavilion." in out
    assert "--side SIDE pavilion: coloured or grey." in out


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"azulejos {az.__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("play --players 5", "option players is 5, expected 2, 3 or 4"),
        ("play --players two", "Invalid value for '--players'"),
        ("play --wall blue", "option wall is 'blue', expected 'coloured' or 'grey'"),
        ("play --game chess", "game is 'chess', expected 'azul' or 'pavilion'"),
        ("play --game pavilion --side blue", "option side is 'blue', expected 'coloured' or 'grey'"),
        ("play --game pavilion --players 5", "option players is 5, expected 2, 3 or 4"),
        ("play --game pavilion --wall grey", "--wall is an option of azul, but the game is pavilion"),
        ("play --game pavilion --jokers", "--jokers is an option of azul, but the game is pavilion"),
        ("play --side grey", "--side is an option of pavilion, but the game is azul"),
        ("play --game azul --side grey", "--side is an option of pavilion, but the game is azul"),
        ("play --resume game.txt --game pavilion", "--game cannot be given with --resume"),
        ("play --resume game.txt --side grey", "--side cannot be given with --resume"),
        ("play --position pavilion_2c_x", "not a position: 'pavilion_2c_x'"),
        ("play --seed -3", "seed is -3, expected a whole number"),
        ("play --starter 2", "starter is 2, expected a seat from 0 to 1"),
        ("play --frobnicate", "No such option: --frobnicate"),
        ("--port 9000 play", "--port is for the web app alone, not for play"),
        ("--port 65536", "--port is '65536', expected a whole number from 0 to 65535"),
        ("--workers 0", "--workers is '0', expected a whole number from 1 to 64"),
        ("--proxies *", "--proxies is '*', expected addresses or networks"),
        ("backup", "Missing argument 'FILE'"),
        ("backup copy.db --data nowhere", "there is no database "),
        ("backup copy.db --database postgresql://host/name", "only a SQLite file can be copied so"),
        ("restore nowhere.db", "there is no file nowhere.db"),
        ("restore letter", "letter is no database"),
        ("--no-open --host nowhere.invalid", "cannot listen on nowhere.invalid: this machine has no address"),
        ("--no-open --port 0 --database cheese", "not a database address: 'cheese'"),
        ("--no-open --port 0 --data game.txt", "cannot use the data folder: "),
        ("frobnicate", "No such command 'frobnicate'. Expected play, replay, best, bot, arena, backup,"),
        ("bench", "Missing command. Expected engine, search, server, league or envs."),
        ("bench engine --slices 0", "Invalid value for '--slices'"),
        ("bench engine --slices -1", "Invalid value for '--slices'"),
        ("play --save nowhere/x", "cannot write nowhere/x: there is no such folder"),
        ("play --save folder", "cannot write folder: it is a folder"),
        ("best", "Missing argument 'POSITION'"),
        ("best nowhere.txt", "cannot read nowhere.txt: there is no such file"),
        ("best letter", "letter: not a position: 'Dear Ana"),
        ("best illegal", "illegal: at ply 1, 1K>2: factory 1 holds no black tile"),
        ("best azul_2c_x", "not a position: 'azul_2c_x'"),
        ("best game.txt --bot deep", "there is no bot 'deep', expected"),
        ("best game.txt --seconds -1", "seconds is -1.0, expected a number"),
        ("best game.txt --simulations -1", "simulations is -1, expected a whole number"),
        ("best over.txt", "the game is over (stopped): there is no move to choose"),
        ("bot", "Missing argument 'NAME'"),
        ("bot deep", "there is no bot 'deep', expected"),
        ("bot greedy --seed -3", "seed is -3, expected a whole number"),
        ("replay game.txt --all --ply 2", "--all and --ply cannot be given together"),
        ("replay game.txt --json --all --ply 2", "--all and --ply cannot be given together"),
        ("replay", "Missing argument 'FILE'"),
        ("play --seat Ana --seat Ana", "two seats are named 'Ana'"),
        ("play --seat bot:deep", "there is no bot 'deep'"),
        ("play --position nowhere.json", "cannot read nowhere.json: there is no such file"),
        ("play --position letter", "not a position"),
        ("play --position azul_2c_x", "not a position: 'azul_2c_x'"),
        ("play --position empty", "not a position"),
        ("play --resume", "there is no game to resume"),
        ("play --resume nowhere.txt", "cannot read nowhere.txt: there is no such file"),
        ("play --resume letter", "letter: not a record: starts with 'Dear Ana,'"),
        ("play --resume game.txt --players 3", "--players cannot be given with --resume"),
        ("play --resume game.txt --seat Ana", "--seat cannot be given"),
        ("play --resume game.txt --position azul_", "cannot be given together"),
        ("play --save letter", "letter is there already and is no azulejos record"),
        ("play --save game.txt", "game.txt holds another game"),
        ("replay nowhere.txt", "cannot read nowhere.txt: there is no such file"),
        ("replay folder", "cannot read folder: it is a folder"),
        ("replay game.txt/inside", "cannot read game.txt/inside: part of its path is no folder"),
        ("replay bytes", "cannot read bytes: it is not UTF-8 text"),
        ("replay /dev/zero", "cannot read /dev/zero: it is too large to be a game"),
        ("replay empty", "empty: not a record: starts with nothing"),
        ("replay letter", "letter: not a record"),
        ("replay illegal", "illegal: at ply 1, 1K>2: factory 1 holds no black tile"),
        ("replay wrong-turn", "wrong-turn: at ply 1, 1 1R>2: it is the turn of seat 0"),
        ("replay cut", "cut: the record is cut off"),
        ("replay five", "five: option players is 5"),
        ("replay game.txt --ply 99", "ply is 99, expected"),
        ("replay game.txt --ply 99 --json", "ply is 99, expected"),
    ],
)
def test_a_user_error_is_one_sentence_and_status_2(
    capsys: pytest.CaptureFixture[str], arguments: str, sentence: str
) -> None:
    assert main(arguments.split()) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("azulejos: ")
    assert captured.err.count("\n") == 1
    assert sentence in captured.err


def test_an_error_of_ours_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_arguments: object) -> int:
        raise ZeroDivisionError

    monkeypatch.setattr("azulejos.terminal.start.start_game", broken)
    with pytest.raises(ZeroDivisionError):
        main(["play"])


def test_play_starts_the_game_in_the_terminal(folder: Path) -> None:
    done = azulejos("play")
    assert done.returncode == 0
    assert "Your move: " in done.stdout
    assert not (folder / "data").exists()  # nobody has moved


def test_the_command_alone_starts_the_web_app(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    asked: list[tuple[Any, dict[str, Any]]] = []

    def serve(config: object, **how: object) -> int:
        asked.append((config, how))
        return 3

    monkeypatch.setattr("azulejos.web.logs.start_log", lambda _: None)
    stand_in = ModuleType("azulejos.web.serve")
    stand_in.__dict__["serve"] = serve
    monkeypatch.setitem(sys.modules, "azulejos.web.serve", stand_in)
    assert main([]) == 3
    config, how = asked.pop()
    assert (config.host, config.port, config.data) == ("127.0.0.1", 8000, folder / "data" / "azulejos")
    assert how == {"named_port": False, "open_browser": True}
    options = "--host 0.0.0.0 --port 9000 --no-open --data games --database URL --workers 3"
    assert main(options.split()) == 3
    config, how = asked.pop()
    assert (config.host, config.port, config.data) == ("0.0.0.0", 9000, folder / "games")
    assert (config.url, config.workers) == ("URL", 3)
    assert how == {"named_port": True, "open_browser": False}


def test_bench_hands_its_options_on(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, object]] = []

    def measure(**options: object) -> int:
        asked.append(options)
        return 3

    stand_in = ModuleType("azulejos.bench.engine")
    stand_in.__dict__["run"] = measure
    monkeypatch.setitem(sys.modules, "azulejos.bench.engine", stand_in)
    assert main(["bench", "engine", "--json", "--slices", "2"]) == 3
    assert asked == [{"as_json": True, "gpu": False, "slices": 2}]


# --- in a process of its own --------------------------------------------------------------------------------


def imported(*arguments: str) -> set[str]:
    """The packages that a command imports."""
    code = (
        "import sys; from azulejos.cli import main; main(sys.argv[1:]); "
        "print('IMPORTED', *{name.partition('.')[0] for name in sys.modules})"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(SOURCE), "AZULEJOS_JIT": ""},
        stdin=subprocess.DEVNULL,
        timeout=30,
    )
    assert done.stderr == ""
    return set(done.stdout.rpartition("IMPORTED ")[2].split())


def test_help_imports_nothing_heavy() -> None:
    packages = imported("--help")
    assert "typer" in packages
    assert not packages & {"numba", "numpy", "rich", "llvmlite", "fastapi", "sqlalchemy", "uvicorn"}


def test_playing_and_replaying_compile_nothing() -> None:
    for command in (["play", "--seed", "7"], ["replay", "game.txt"]):
        packages = imported(*command)
        assert "rich" in packages
        assert not packages & {"numba", "numpy", "llvmlite"}


def test_help_and_the_first_board_come_fast() -> None:
    """Processor time, not the clock: other tests run beside this one."""

    def seconds(*arguments: str) -> float:
        before = os.times()
        assert azulejos(*arguments).returncode == 0
        after = os.times()
        return after.children_user + after.children_system - before.children_user - before.children_system

    seconds("--help")  # the first run may have to write bytecode
    assert seconds("--help") < 0.3
    assert seconds("play", "--players", "4", "--jokers") < 1.0


@pytest.mark.parametrize("option", ["--all", "--json"])
def test_a_closed_pipe_ends_quietly(folder: Path, option: str) -> None:
    whole = az.new("azul", seed=7)
    player = az.bot("greedy", seed=1)
    while not whole.over:
        whole.play(player.choose(whole).move)
    (folder / "whole.txt").write_text(whole.record())
    command = f"{sys.executable} -m azulejos replay whole.txt {option} | head -c 100; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-c", command],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        timeout=30,
    )
    assert done.stderr == ""
    assert done.stdout.endswith("0\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("play <&-", "nothing can be typed, standard input is closed"),
        ("play >&-", "there is nowhere to write, standard output is closed"),
        ("play >&- 2>&-", ""),
        ("play >/dev/full", "cannot go on: no space left on device"),
        ("replay game.txt --json >/dev/full", "cannot go on: no space left on device"),
    ],
)
def test_missing_and_full_streams_are_told_in_a_sentence(command: str, sentence: str) -> None:
    done = subprocess.run(
        ["bash", "-c", f"{sys.executable} -m azulejos {command}"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        stdin=subprocess.DEVNULL,
        timeout=30,
    )
    assert done.returncode == 2
    assert done.stderr == (f"azulejos: {sentence}\n" if sentence else "")


def test_a_bench_that_may_not_compile_says_so() -> None:
    done = azulejos("bench", "engine", AZULEJOS_JIT="0")
    assert done.returncode == 2
    assert "azulejos: AZULEJOS_JIT=0 forbids compiling" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_folder_that_may_not_be_written_is_told_before_the_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("os.access", lambda path, _mode: Path(path).name != "folder")
    assert main(["play", "--save", "folder/game.txt"]) == 2
    assert capsys.readouterr().err == "azulejos: cannot write folder/game.txt: permission denied\n"


def test_the_help_of_replay_says_what_json_holds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "--help"]) == 0
    assert "every step with its entry, scores and position" in " ".join(capsys.readouterr().out.split())
