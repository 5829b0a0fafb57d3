"""Real terminals: colours where they are seen, none where they are unwanted, old encodings, interrupts."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pty = pytest.importorskip("pty")

COMMAND = [sys.executable, "-m", "azulejos", "play", "--seed", "7", "--starter", "0"]


def environment(**extra: str) -> dict[str, str]:
    source = Path(__file__).parents[2] / "src"
    return {**os.environ, "PYTHONPATH": str(source), "TERM": "xterm-256color", **extra}


def in_terminal(typed: str, **extra: str) -> tuple[int, str]:
    """Run the game in a terminal, type, and read the screen."""
    parent, child = pty.openpty()
    with subprocess.Popen(
        COMMAND, stdin=child, stdout=child, stderr=child, env=environment(**extra), start_new_session=True
    ) as process:
        os.close(child)
        screen = read_until(parent, "Your move: ")
        os.write(parent, typed.encode())
        screen += read_until(parent, None)
        status = process.wait(timeout=20)
    os.close(parent)
    return status, screen


def read_until(terminal: int, sign: str | None) -> str:
    """What is written up to a sign, or to the end."""
    read = b""
    while sign is None or sign.encode() not in read:
        try:
            part = os.read(terminal, 65536)
        except OSError:  # the other side has closed
            break
        if not part:
            break
        read += part
    return read.decode()


def test_a_terminal_gets_colours_and_edges() -> None:
    status, screen = in_terminal("1r2\nquit\n")
    assert status == 0
    assert "\x1b[" in screen
    assert "▐" in screen
    assert "You take 2 red from factory 1 to line 2." in screen


def test_no_color_is_respected() -> None:
    _, screen = in_terminal("quit\n", NO_COLOR="1")
    assert "\x1b[38" not in screen
    assert "\x1b[1m" not in screen
    assert "▐" not in screen


def test_the_end_of_input_in_a_terminal_leaves_quietly() -> None:
    status, screen = in_terminal("1r2\n\x04")
    assert status == 0
    assert "Go on with: azulejos play --resume" in screen


def test_an_interrupt_says_where_the_game_is_saved() -> None:
    with subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    ) as process:
        assert process.stdout
        while b"Type a move" not in process.stdout.readline():
            pass
        assert process.stdin
        process.stdin.write(b"1R>2\n")
        process.stdin.flush()
        time.sleep(0.5)  # until it waits for the next line
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert process.returncode == 0  # a usual way to leave: make would call anything else an error
    assert b"Go on with: azulejos play --resume" in out
    assert err == b""


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_terminal_without_our_characters_gets_simpler_ones(encoding: str) -> None:
    done = subprocess.run(
        [*COMMAND, "--seat", "Zoë"],
        input=b"\xff\xfe\nquit\n",
        capture_output=True,
        env=environment(PYTHONIOENCODING=encoding),
        timeout=20,
    )
    assert done.returncode == 0
    assert done.stderr == b""
    assert b"= 5  .  .  .  .  .     y  r  k  w  b  =" in done.stdout.replace(b"|", b"=")
    assert b"+= > Zo" in done.stdout
