"""A full disk and a database that another program holds: told in words to whoever moves, and got over."""

import asyncio
import contextlib
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from azulejos.bench.crowd import moves_of
from azulejos.store import engines
from tests.web.site import Site, Socket, with_site


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own, of six megabytes."""
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("only root can mount a small disk")
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=6m", "none", folder], capture_output=True)
    if mounted.returncode != 0:
        pytest.skip("mounting is not allowed here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


def fill(file: Path) -> None:
    """Take all the room there is."""
    handle = os.open(file, os.O_WRONLY | os.O_CREAT)
    with contextlib.suppress(OSError):
        while os.write(handle, b"x" * 4096):
            pass
    os.close(handle)


async def begun(site: Site, visitor: httpx.AsyncClient) -> tuple[str, Socket, dict[str, Any]]:
    """A game on one device, so that every move is ours."""
    name = await site.table(visitor, mode="device", name1="Bea")
    page = await site.enter(name, visitor)
    return name, page, await page.until("view")


async def move(page: Socket, view: dict[str, Any]) -> dict[str, Any]:
    """Make the first move there is; the view that shows it, or the refusal."""
    text = next(iter(moves_of(view["choices"])))
    page.say({"type": "move", "ply": view["ply"], "move": text, "seat": view["acting"]})
    while True:
        message = await page.next()
        if message["type"] == "refused" or message["ply"] > view["ply"]:
            return message


def test_a_full_disk_is_told_and_the_game_goes_on_when_there_is_room(small_disk: Path) -> None:
    async def test(site: Site) -> None:
        ana = site.visitor()
        name, page, view = await begun(site, ana)
        filler = small_disk / "filler"
        fill(filler)
        refused: dict[str, Any] = {}
        for _ in range(100):  # the file has some room of its own
            message = await move(page, view)
            if message["type"] == "refused":
                refused = message
                break
            view = message
            await asyncio.sleep(0.11)
        assert refused["error"]["code"] == "not_saved"
        seen = await page.until("view")
        assert seen["ply"] == view["ply"]
        assert (await ana.get(f"/t/{name}")).status_code == 200  # looking needs no room
        assert (await ana.get("/readyz")).status_code == 503
        answer = await ana.post("/play", data={"level": "greedy"}, headers={"accept": "application/json"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "not_saved")
        filler.unlink()
        after = await move(page, seen)
        assert after["type"] == "view"
        assert after["ply"] > seen["ply"]
        kept = (await site.house.store.load_table(name)).moves
        assert [entry.text for entry in kept][: seen["ply"] + 1][-1] == after["log"][0]["move"]

    with_site(small_disk, test)


def test_a_locked_database_is_told_and_the_game_goes_on_when_it_is_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "PRAGMAS", ("PRAGMA busy_timeout = 50", *engines.PRAGMAS[1:]))

    async def test(site: Site) -> None:
        ana = site.visitor()
        name, page, view = await begun(site, ana)
        other = sqlite3.connect(tmp_path / "azulejos.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        refused = await move(page, view)
        assert refused["error"]["code"] == "not_saved"
        seen = await page.until("view")
        assert seen["ply"] == view["ply"]
        assert (await ana.get(f"/t/{name}")).status_code == 200
        ready = await ana.get("/readyz")
        assert (ready.status_code, ready.json()["ready"]) == (503, False)
        assert (await ana.get("/healthz")).status_code == 200
        other.execute("ROLLBACK")
        other.close()
        assert (await ana.get("/readyz")).json() == {"ready": True, "reasons": []}
        assert (await move(page, seen))["ply"] > view["ply"]

    with_site(tmp_path, test)
