"""Rude programs at a real server's sockets: no fault of ours, and people at another table notice nothing.

AZULEJOS_FUZZ_SECONDS makes it longer, AZULEJOS_FUZZ_SEED another one.
"""

import asyncio
import contextlib
import gc
import json
import os
import random
import tempfile
import warnings
from collections.abc import Awaitable, Callable
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

from azulejos.bench.crowd import Pair, Tally, Visitor, hang_up, home_address
from azulejos.bench.serving import Server

SECONDS = float(os.environ.get("AZULEJOS_FUZZ_SECONDS", "6"))
SEED = int(os.environ.get("AZULEJOS_FUZZ_SEED", "6"))
RUDE = 12  # programs at the same time
LATE = 5.0  # seconds until a move must have arrived, on a machine that tests other things meanwhile

TYPES = ["move", "why", "snapshot", "ping", "takeback", "rematch", "resign", "stand", "start", "answer"]
TYPES += ["leave", "sit", "bot", "view", "refused", "claim", "vote", "nonsense", ""]
FIELDS = ("ply", "move", "seat", "to", "yes", "level", "name", "type", "extra", "__proto__")


def value(chance: random.Random, depth: int = 0) -> Any:
    """Any JSON, preferably some that a careless program would stumble over."""
    simple = [
        None,
        True,
        False,
        0,
        -1,
        1e308,
        2**63,
        10**400,
        "",
        "3B>2",
        "master",
        "\ud800",
        "\u202e",
        "é" * 50,
    ]
    if depth < 3 and chance.random() < 0.2:
        inner = [value(chance, depth + 1) for _ in range(chance.randrange(4))]
        return inner if chance.random() < 0.5 else {str(n): one for n, one in enumerate(inner)}
    return chance.choice([*simple, chance.randrange(400), "x" * chance.randrange(300)])


def almost(chance: random.Random) -> str:
    """A message that is nearly right."""
    message = {"type": chance.choice(TYPES)}
    for field in chance.sample(FIELDS, chance.randrange(5)):
        message[field] = value(chance)
    return json.dumps(message, ensure_ascii=chance.random() < 0.8).encode(errors="replace").decode()


def broken(chance: random.Random) -> str:
    """A message cut, doubled or with a letter changed."""
    text = almost(chance)
    at = chance.randrange(len(text) + 1)
    return chance.choice(
        [text[:at], text + text, text[:at] + chr(chance.randrange(1, 0x2FF)) + text[at:], ""]
    )


async def malformed(line: ClientConnection, chance: random.Random) -> None:
    for _ in range(12):
        await line.send(chance.choice([almost, broken])(chance))
        await asyncio.sleep(0.12)


async def bytes_and_bad_letters(line: ClientConnection, chance: random.Random) -> None:
    await line.send(chance.randbytes(40), text=chance.random() < 0.5)


async def oversized(line: ClientConnection, chance: random.Random) -> None:
    await line.send("x" * chance.choice([2047, 2048, 2049, 8191, 8192, 8193, 300_000]))
    await line.send("[" * 2000)


async def flood(line: ClientConnection, chance: random.Random) -> None:
    for _ in range(300):
        await line.send(chance.choice(['{"type":"ping"}', '{"type":"snapshot"}', '{"type":"start"}']))


async def pings(line: ClientConnection, chance: random.Random) -> None:
    for _ in range(chance.choice([20, 200])):
        await line.ping()


async def pieces(line: ClientConnection, chance: random.Random) -> None:
    """One message in very many frames."""
    await line.send("x" for _ in range(chance.choice([3, 500])))


async def out_of_order(line: ClientConnection, chance: random.Random) -> None:
    view = json.loads(await line.recv())
    ply = view.get("ply", 0)
    wrong = ply + chance.choice([-1, 0, 1, 999])
    for message in (
        {"type": "answer", "to": "takeback", "yes": True},
        {"type": "move", "ply": wrong, "move": "1B>1", "seat": chance.randrange(4)},
        {"type": "start"},
        {"type": "rematch"},
        {"type": "stand"},
        {"type": "move", "ply": ply, "move": chance.choice(["pass", "+P", "0@0", "9Z>9", "c"]), "seat": 0},
    ):
        await line.send(json.dumps(message))
        await asyncio.sleep(0.11)


async def gone_at_once(line: ClientConnection, _: random.Random) -> None:
    line.transport.abort()


async def deaf(line: ClientConnection, chance: random.Random) -> None:
    """Asks and never reads."""
    line.transport.pause_reading()
    for _ in range(15):
        await line.send('{"type":"snapshot"}')
        await asyncio.sleep(0.11)
    await asyncio.sleep(chance.random())
    line.transport.abort()


Attack = Callable[[ClientConnection, random.Random], Awaitable[None]]
ATTACKS: list[Attack] = [
    malformed,
    bytes_and_bad_letters,
    oversized,
    flood,
    pings,
    pieces,
    out_of_order,
    gone_at_once,
    deaf,
]


async def raw(port: int, chance: random.Random) -> None:
    """Not even a handshake."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    upgrade = b"GET /ws/x HTTP/1.1\r\nhost: a\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
    writer.write(chance.choice([chance.randbytes(300), upgrade + b"\r\n", upgrade, b"GET " + b"/" * 70_000]))
    with contextlib.suppress(TimeoutError, OSError):
        async with asyncio.timeout(0.3):
            await writer.drain()
            await reader.read(100)
    writer.close()


async def be_rude(visitor: Visitor, tables: list[str], chance: random.Random) -> None:
    """One attack after the other, at tables of one's own, of others, and where there are none."""
    while True:
        try:
            if chance.random() < 0.1:
                await raw(visitor.port, chance)
                continue
            async with visitor.enter(chance.choice([*tables, "nowhere"])) as line:
                async with asyncio.timeout(10):
                    await chance.choice(ATTACKS)(line, chance)
        except (OSError, WebSocketException, TimeoutError, EOFError):
            await asyncio.sleep(0.02)


async def fuzz(server: Server, seconds: float) -> Tally:
    """Two people play while others are rude; how soon their moves arrived."""
    tally = Tally()
    pair = Pair(server.port, 0, tally, 0.25)
    name = await asyncio.to_thread(pair.sit_down)
    playing = asyncio.create_task(pair.play(name))
    async with asyncio.timeout(30):
        await pair.playing.wait()
    guests = [Visitor(server.port, home_address(100 + number), "Eve") for number in range(RUDE)]
    tables = [name]
    for guest in guests[: RUDE // 2]:  # the others are nobody
        await asyncio.to_thread(guest.come_in)
        tables.append(await asyncio.to_thread(guest.open_table))
        tables.append(await asyncio.to_thread(guest.open_table, mode="bots", game="pavilion", level="greedy"))
    tally.counting = True
    rude = [
        asyncio.create_task(be_rude(guest, tables, random.Random(SEED * 1000 + number)))
        for number, guest in enumerate(guests)
    ]
    done, _ = await asyncio.wait([playing, *rude], timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    tally.counting = False
    for task in (playing, *rude):
        task.cancel()
    await asyncio.gather(playing, *rude, return_exceptions=True)
    await hang_up()
    for task in done:
        task.result()
    return tally


def run_fuzz(server: Server) -> Tally:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)  # the rude ones do not tidy up
        tally = asyncio.run(fuzz(server, SECONDS))
        gc.collect()
    return tally


def test_rude_programs_hold_nobody_up() -> None:
    with tempfile.TemporaryFile("w+", encoding="utf8") as errors:
        with Server(errors=errors) as server:
            before = server.megabytes()
            tally = run_fuzz(server)
            grown = server.megabytes() - before
            still = Visitor(server.port, home_address(900), "Ida")
            still.come_in()  # the server goes on
        errors.seek(0)
        said = errors.read()
    assert "Traceback" not in said, said[-3000:]
    assert " ERROR " not in said, said[-3000:]
    assert not tally.refused
    assert tally.moves >= SECONDS  # of four a second
    assert max(tally.sender + tally.other) < LATE
    assert grown < 60, f"{grown:.0f} MB more"
    times = sorted(tally.sender + tally.other)
    print(  # noqa: T201
        f"{tally.moves} moves meanwhile: median {times[len(times) // 2] * 1e3:.0f} ms,"
        f" most {times[-1] * 1e3:.0f} ms; the server grew by {grown:.0f} MB"
    )
