"""The proxies of docs/self-hosting.md as they stand there, before the real app, with a certificate."""

import asyncio
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "self-hosting.md").read_text(encoding="utf8")
NAME = "play.example"
BROWSER = {"accept": "text/html"}


def block(kind: str) -> str:
    """The guide's example of a kind of file."""
    found: list[str] = re.findall(rf"```{kind}\n(.*?)```", GUIDE, re.DOTALL)
    assert len(found) == 1
    return found[0]


def changed(text: str, *pairs: tuple[str, str]) -> str:
    """The text with what differs here; each part must be there."""
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new)
    return text


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    if shutil.which("openssl") is None:
        pytest.skip("no openssl here")
    folder = tmp_path_factory.mktemp("certificate")
    certificate, key = folder / "cert.pem", folder / "key.pem"
    words = f"req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN={NAME} -addext subjectAltName=DNS:{NAME}"
    subprocess.run(
        ["openssl", *words.split(), "-out", certificate, "-keyout", key], check=True, capture_output=True
    )
    return certificate, key


@contextmanager
def app(folder: Path) -> Iterator[int]:
    """The app as the guide's service starts it, with meaner limits; its port."""
    settings = dict(re.findall(r"^Environment=(\w+)=(.*)$", block("ini"), re.MULTILINE))
    settings |= {"AZULEJOS_DATA": str(folder), "AZULEJOS_PORT": "0", "AZULEJOS_WORKERS": "1"}
    settings |= {"AZULEJOS_JIT": "0", "AZULEJOS_LIMITS": "0.1", "PYTHONPATH": str(ROOT / "src")}
    settings.pop("AZULEJOS_CACHE")
    start = re.findall(r"^ExecStart=\S+/azulejos (.*)$", block("ini"), re.MULTILINE)[0].split()
    command = [sys.executable, "-m", "azulejos", *start]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, env={**os.environ, **settings}, text=True, stdout=pipe, stderr=pipe
    ) as process:
        try:
            assert process.stdout is not None
            yield int(process.stdout.readline().rstrip("/\n").rpartition(":")[2])
        finally:
            process.terminate()
            _, complaints = process.communicate(timeout=20)
    assert "Traceback" not in complaints
    assert "not believed" not in complaints


@contextmanager
def proxy(kind: str, folder: Path, certificate: tuple[Path, Path], port: int) -> Iterator[tuple[int, int]]:
    """The guide's proxy before that port; its own ports for http and https."""
    if shutil.which(kind) is None:
        pytest.skip(f"no {kind} here")
    plain, secure = free_port(), free_port()
    make = {"nginx": nginx, "caddy": caddy}[kind]
    command = make(folder, certificate, port, plain, secure)
    environment = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    with (folder / "proxy.log").open("w") as log:
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
    try:
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", secure)) == 0:
                    break
            time.sleep(0.05)
        else:
            raise AssertionError((folder / "proxy.log").read_text())
        yield plain, secure
    finally:
        process.terminate()
        process.wait(20)


def nginx(folder: Path, certificate: tuple[Path, Path], port: int, plain: int, secure: int) -> list[str]:
    site = changed(
        block("nginx"),
        ("listen 80;", f"listen 127.0.0.1:{plain};"),
        ("listen 443 ssl", f"listen 127.0.0.1:{secure} ssl"),
        ("/etc/letsencrypt/live/play.example/fullchain.pem", str(certificate[0])),
        ("/etc/letsencrypt/live/play.example/privkey.pem", str(certificate[1])),
        ("127.0.0.1:8000", f"127.0.0.1:{port}"),
    )
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    user = "user root;" if os.getuid() == 0 else ""
    (folder / "nginx.conf").write_text(
        f"daemon off; {user} pid {folder}/pid; error_log stderr; events {{}}\n"
        f"http {{ access_log off; {places}\n{site}\n}}\n"
    )
    return ["nginx", "-p", str(folder), "-e", "stderr", "-c", str(folder / "nginx.conf")]


def caddy(folder: Path, certificate: tuple[Path, Path], port: int, plain: int, secure: int) -> list[str]:
    site = changed(
        block("caddy"),
        ("play.example {\n", f"play.example {{\n\tbind 127.0.0.1\n\ttls {certificate[0]} {certificate[1]}\n"),
        ("127.0.0.1:8000", f"127.0.0.1:{port}"),
    )
    (folder / "Caddyfile").write_text(
        f"{{\n\tadmin off\n\thttp_port {plain}\n\thttps_port {secure}\n}}\n{site}"
    )
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


def line(secure: int, table: str, cookie: str, origin: str) -> connect:
    """A page's line through the proxy.

    Without threads: a TLS connection that one thread reads while another writes can lose its first message.
    """
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return connect(
        f"wss://{NAME}:{secure}/ws/{table}",
        host="127.0.0.1",
        port=secure,
        ssl=context,
        origin=Origin(origin),
        additional_headers={"cookie": cookie},
        proxy=None,
    )


async def talk(secure: int, table: str, cookie: str) -> None:
    """Have a line to one's own table, and none where another site's page asks for it."""
    async with asyncio.timeout(30), line(secure, table, cookie, f"https://{NAME}:{secure}") as ours:
        view = json.loads(await ours.recv())
        assert (view["type"], view["you"]) == ("view", [0])
        await ours.send(json.dumps({"type": "ping"}))
        while json.loads(await ours.recv())["type"] != "pong":
            pass
    with pytest.raises(InvalidStatus):
        async with line(secure, table, cookie, "https://evil.example"):
            pass


@pytest.mark.parametrize("kind", ["nginx", "caddy"])
def test_the_guide_s_proxy_passes_pages_forms_and_lines(
    tmp_path: Path, certificate: tuple[Path, Path], kind: str
) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "proxy").mkdir()
    with (
        app(tmp_path / "data") as port,
        proxy(kind, tmp_path / "proxy", certificate, port) as (plain, secure),
        httpx.Client(
            base_url=f"https://127.0.0.1:{secure}",
            headers={"host": f"{NAME}:{secure}", **BROWSER},
            verify=False,
        ) as ana,
    ):
        sni = {"sni_hostname": NAME}
        home = ana.get("/", extensions=sni)
        assert home.status_code == 200
        assert home.headers["strict-transport-security"] == "max-age=31536000"
        assert "default-src 'none'" in home.headers["content-security-policy"]
        assert "; secure" in home.headers["set-cookie"].lower()
        moved = httpx.get(f"http://127.0.0.1:{plain}/rules", headers={"host": NAME})
        assert moved.status_code in (301, 308)
        assert moved.headers["location"].startswith(f"https://{NAME}")

        cookie = home.headers["set-cookie"].partition(";")[0]
        mine = {"cookie": cookie, "origin": f"https://{NAME}:{secure}"}
        wish = {"name": "Ana", "level": "greedy", "starter": "me"}
        made = ana.post("/play", data=wish, headers=mine, extensions=sni)
        assert made.status_code == 303
        table = made.headers["location"].removeprefix("/t/")
        foreign = ana.post(
            "/play", data=wish, headers={**mine, "origin": "https://evil.example"}, extensions=sni
        )
        assert foreign.status_code == 403
        asyncio.run(talk(secure, table, cookie))

        assert ana.get("/readyz", extensions=sni).status_code == 200
        assert ana.get("/metrics", extensions=sni).status_code == 404
        made_up = [{"x-forwarded-for": f"192.0.2.{number}"} for number in range(60)]
        answers = [ana.get("/nowhere", headers=each, extensions=sni).status_code for each in made_up]
        assert set(answers) == {404, 429}  # nobody gets another address by making one up
