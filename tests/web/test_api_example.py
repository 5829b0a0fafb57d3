"""The example client of the documents: short, nothing of ours, and it plays whole games on a real server."""

import asyncio
import random
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import uvicorn

from azulejos.web.app import create_app
from azulejos.web.config import LOOPBACK, Config
from azulejos.web.serve import listen
from tests.web.site import quick_service
from tests.web.test_api import new_table, say

EXAMPLE = Path(__file__).parents[2] / "docs" / "example_client.py"


@asynccontextmanager
async def running(folder: Path, port: int = 0) -> AsyncIterator[str]:
    """A server on that port, or on one of its own; its address."""
    app = create_app(Config(data=folder, secret=b"k" * 32, pace=0.0, limits=0), quick_service)
    listener = listen(LOOPBACK, port, True)
    server = uvicorn.Server(uvicorn.Config(app, log_config=None, http="h11", timeout_graceful_shutdown=1))
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        yield f"http://{LOOPBACK}:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        await serving
        listener.close()


async def start_client(address: str) -> asyncio.subprocess.Process:
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(
        sys.executable, "-SP", str(EXAMPLE), address, stdout=pipe, stderr=pipe
    )


async def last_line(client: asyncio.subprocess.Process) -> str:
    async with asyncio.timeout(120):
        out, err = await client.communicate()
    assert (client.returncode, err) == (0, b"")
    return out.decode().splitlines()[-1]


def test_the_example_is_short_and_needs_nothing_of_ours() -> None:
    text = EXAMPLE.read_text(encoding="utf8")
    assert len(text.splitlines()) < 70
    assert "azulejos" not in text


def test_the_example_plays_against_a_bot(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as address:
            assert "winners" in await last_line(await start_client(address))
            async with httpx.AsyncClient(base_url=address) as anyone:
                assert (await anyone.get("/readyz")).json()["ready"]

    asyncio.run(test())


def test_the_example_goes_on_when_the_server_is_started_again(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as address, httpx.AsyncClient(base_url=address) as ana:
            made = (await ana.post("/api/guests", json={"name": "Ana"})).json()
            ana.headers["authorization"] = f"Bearer {made['token']}"
            table = await new_table(ana, mode="friends")
            client = await start_client(f"{address}/t/{table}")
            while (await ana.get(f"/api/tables/{table}")).json()["can"]["sit"]:
                await asyncio.sleep(0.05)
            await say(ana, table, "start")
        async with running(tmp_path, int(address.rpartition(":")[2])) as address:
            async with httpx.AsyncClient(base_url=address, headers=ana.headers) as again:
                async with asyncio.timeout(30):
                    while not (await again.get(f"/api/tables/{table}")).json()["seats"][1]["here"]:
                        await asyncio.sleep(0.05)
                await say(again, table, "resign")
            assert "winners 1" in await last_line(client)

    asyncio.run(test())


def test_the_example_says_where_there_is_no_seat(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as address, httpx.AsyncClient(base_url=address) as ana:
            made = (await ana.post("/api/guests", json={"name": "Ana"})).json()
            ana.headers["authorization"] = f"Bearer {made['token']}"
            client = await start_client(f"{address}/t/{await new_table(ana)}")
            async with asyncio.timeout(60):
                assert await client.communicate() == (b"", b"no seat is free there\n")

    asyncio.run(test())


def test_the_example_joins_a_table_by_its_link(tmp_path: Path) -> None:
    async def test() -> None:
        async with running(tmp_path) as address, httpx.AsyncClient(base_url=address) as ana:
            made = (await ana.post("/api/guests", json={"name": "Ana"})).json()
            ana.headers["authorization"] = f"Bearer {made['token']}"
            table = await new_table(ana, mode="friends", game="pavilion")
            client = await start_client(f"{address}/t/{table}")
            while (await ana.get(f"/api/tables/{table}")).json()["can"]["sit"]:
                await asyncio.sleep(0.05)
            view = (await say(ana, table, "start")).json()
            chance = random.Random(7)
            async with asyncio.timeout(120):
                while not view["result"]:
                    may = (await ana.get(f"/api/tables/{table}/moves")).json()
                    if may["moves"]:
                        move = {"ply": may["ply"], "seat": 0, "move": chance.choice(may["moves"])}
                        await ana.post(f"/api/tables/{table}/moves", json=move)
                    else:
                        await asyncio.sleep(0.02)
                    view = (await ana.get(f"/api/tables/{table}?since={may['ply']}")).json()
            scores = " ".join(map(str, view["result"]["scores"]))
            assert (await last_line(client)).startswith(f"scores {scores} winners")

    asyncio.run(test())
