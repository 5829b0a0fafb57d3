"""The server as a process: its address, its port, its end; and what it never imports."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

from azulejos.web import serve
from azulejos.web.config import Config, ServeTrouble
from azulejos.web.serve import listen, print_addresses

SOURCE = Path(__file__).parents[2] / "src"
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(SOURCE), "AZULEJOS_JIT": "0"}


@contextmanager
def running(folder: Path, *more: str) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """The command in a process of its own, and the address that it prints."""
    command = [sys.executable, "-m", "azulejos", "--no-open", "--port", "0", "--data", str(folder), *more]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, env=ENVIRONMENT, text=True, stdout=pipe, stderr=pipe) as process:
        try:
            yield process, _address(process.stdout)
        finally:
            process.kill()


def _address(output: IO[str] | None) -> str:
    assert output is not None
    line = output.readline()
    found = re.fullmatch(r"Azulejos is ready: (http://127\.0\.0\.1:\d+)/\n", line)
    assert found is not None, line
    assert output.readline() == "Ctrl-C ends it; all games are kept.\n"
    return found[1]


def test_it_answers_as_soon_as_it_prints_its_address_and_ends_at_ctrl_c(tmp_path: Path) -> None:
    with running(tmp_path, "--workers", "1") as (process, address):
        with urllib.request.urlopen(f"{address}/healthz", timeout=10) as answer:
            assert json.load(answer)["status"] == "ok"
        with urllib.request.urlopen(address, timeout=10) as answer:
            assert answer.status == 200
        place = (address.removeprefix("http://").split(":")[0], int(address.rpartition(":")[2]))
        with socket.create_connection(place) as open_socket:  # a page that is still connected
            open_socket.sendall(
                b"GET /ws/nowhere HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
                b"sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
            )
            assert open_socket.recv(12) == b"HTTP/1.1 101"
            before = time.monotonic()
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=20)
            assert time.monotonic() - before < 10
        assert process.returncode == 0
        assert err == ""
        assert out == ""
    assert (tmp_path / "azulejos.db").exists()


def test_the_web_process_imports_no_numba_and_no_numpy(tmp_path: Path) -> None:
    code = """
import asyncio, sys
from pathlib import Path
import httpx
from azulejos.web.app import create_app
from azulejos.web.config import Config

async def main():
    app = create_app(Config(data=Path(sys.argv[1]), workers=1, pace=0))
    async with app.router.lifespan_context(app):
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://x") as visitor:
            for game in ("azul", "pavilion"):
                made = await visitor.post("/play", data={"game": game, "level": "greedy", "starter": "me"})
                page = await visitor.get(made.json()["address"], headers={"accept": "text/html"})
                assert page.status_code == 200
                frames = await visitor.get(f"/api/tables/{made.json()['table']}/frames")
                assert frames.status_code == 200
    print("IMPORTED", *{name.partition(".")[0] for name in sys.modules})

asyncio.run(main())
"""
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        capture_output=True,
        text=True,
        env={**ENVIRONMENT, "AZULEJOS_JIT": ""},
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    packages = set(done.stdout.rpartition("IMPORTED ")[2].split())
    assert "sqlalchemy" in packages
    assert not packages & {"numba", "numpy", "llvmlite", "ray", "torch"}


# --- ports -----------------------------------------------------------------------------------------------


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that another program listens on."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


def test_a_named_port_that_is_taken_is_told_in_a_sentence(taken: int) -> None:
    with pytest.raises(ServeTrouble, match=f"port {taken} is taken by another program; name another"):
        listen("127.0.0.1", taken, named=True)


def test_the_usual_port_gives_way_to_the_next(taken: int) -> None:
    with listen("127.0.0.1", taken, named=False) as found:
        assert found.getsockname()[1] != taken


def test_a_port_that_we_listen_on_is_taken_for_others() -> None:
    with listen("127.0.0.1", 0, named=True) as first, pytest.raises(ServeTrouble, match="is taken"):
        listen("127.0.0.1", first.getsockname()[1], named=True)


@pytest.mark.parametrize(
    ("host", "sentence"),
    [
        ("nowhere.invalid", "cannot listen on nowhere.invalid: this machine has no address of that name"),
        ("192.0.2.1", "cannot listen on 192.0.2.1: this machine has no such address"),
    ],
)
def test_an_address_that_is_not_ours(host: str, sentence: str) -> None:
    for named in (True, False):
        with pytest.raises(ServeTrouble) as trouble:
            listen(host, 0, named)
        assert str(trouble.value) == sentence


# --- words and windows -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "lines"),
    [
        ("127.0.0.1", ["Azulejos is ready: http://127.0.0.1:8000/"]),
        ("::1", ["Azulejos is ready: http://[::1]:8000/"]),
        (
            "0.0.0.0",
            [
                "Azulejos is ready: http://127.0.0.1:8000/",
                "In your network:   http://192.0.2.50:8000/",
            ],
        ),
    ],
)
def test_addresses_are_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], host: str, lines: list[str]
) -> None:
    monkeypatch.setattr(serve, "network_address", lambda: "192.0.2.50")
    print_addresses(Config(Path(), host=host))
    assert capsys.readouterr().out.splitlines()[:-1] == lines


def test_a_page_is_opened_only_where_it_can_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    assert not serve.can_show()
    monkeypatch.setenv("DISPLAY", ":0")
    assert serve.can_show()
    monkeypatch.delenv("DISPLAY")
    monkeypatch.setattr(sys, "platform", "darwin")
    assert serve.can_show()
