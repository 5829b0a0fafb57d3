"""How much play one server carries on this machine: `azulejos bench server`, as a table or as JSON.

The real server runs as a process of its own with a SQLite file; the people at its tables are sockets of this
process, so both share the machine. A move's time is from sending it until the push that shows it has been
read, by the mover's page and by the other player's.
"""

import asyncio
import json
import os
import statistics
import sys
import time
from collections.abc import Sequence
from typing import Any

from azulejos.bench import table
from azulejos.bench.crowd import Pair, Tally, Visitor, hang_up, home_address
from azulejos.bench.engine import machine, say
from azulejos.bench.serving import Server, ServerTrouble, allow_lines

TABLES = (10, 100, 500)
RATE = 200.0  # moves a second that are asked of the server
WARM = 3.0  # seconds of play before anything is counted
IDLE = 5.0  # seconds for which all sockets are open
AT_ONCE = 40  # lines that are being opened at the same time
PER_HOME = 10  # idle lines from one address

Report = dict[str, Any]


def run(
    as_json: bool = False,
    tables: Sequence[int] = TABLES,
    rate: float = RATE,
    seconds: float = 20.0,
    sockets: int = 1000,
) -> int:
    """Measure and print; the exit status."""
    told: Report = {"machine": machine(), "load": load(), "seconds": seconds, "runs": []}
    try:
        _measure_all(told, tables, rate, seconds, sockets)
    except ServerTrouble as trouble:
        print(f"azulejos: {trouble}", file=sys.stderr)
        return 2
    print(json.dumps(told, indent=1) if as_json else table.server_text(told))
    return 0


def _measure_all(told: Report, tables: Sequence[int], rate: float, seconds: float, sockets: int) -> None:
    for number in tables:
        for asked in (rate, 0.0) if rate else (0.0,):
            pace = f"{asked:g} moves a second" if asked else "as fast as it goes"
            say(f"{number} tables, {pace}")
            told["runs"].append(measure_play(number, asked, seconds))
    if sockets:
        say(f"{sockets} sockets that only watch")
        told["sockets"] = measure_sockets(sockets)


def load() -> float | None:
    """How many processes wanted to run during the last minute; None where the system does not tell."""
    return round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None


# --- tables that are played at ---------------------------------------------------------------------------


def measure_play(tables: int, rate: float, seconds: float) -> Report:
    """So many tables, together so many moves a second (0: each page as often as it may)."""
    with Server() as server:
        empty = server.megabytes()
        tally = Tally()
        allow_lines(2 * tables + 200)
        pairs = [Pair(server.port, number, tally, tables / rate if rate else 0.0) for number in range(tables)]
        return asyncio.run(_play(server, pairs, tally, rate, seconds, empty))


async def _play(
    server: Server, pairs: list[Pair], tally: Tally, rate: float, seconds: float, empty: float
) -> Report:
    names = await asyncio.to_thread(lambda: [pair.sit_down() for pair in pairs])
    gap = 1 / rate if rate else 0.0
    tasks = []
    for number, (pair, name) in enumerate(zip(pairs, names, strict=True)):
        pair.begin_at(time.perf_counter() + number * gap)
        tasks.append(asyncio.create_task(pair.play(name)))
        if number % AT_ONCE == AT_ONCE - 1:
            await _all_play(pairs[: number + 1], tasks)
    await _all_play(pairs, tasks)
    now = time.perf_counter()
    for number, pair in enumerate(pairs):  # evenly spread from now on
        pair.begin_at(now + number * gap)
    await _while(tasks, WARM)
    begin, used, own = time.perf_counter(), server.seconds(), time.process_time()
    tally.counting = True
    await _while(tasks, seconds)
    tally.counting = False
    took = time.perf_counter() - begin
    found = {
        "tables": len(pairs),
        "asked_per_second": rate or None,
        "moves_per_second": tally.moves / took,
        "sender_ms": _quantiles(tally.sender),
        "other_ms": _quantiles(tally.other),
        "server_cpu": (server.seconds() - used) / took,
        "clients_cpu": (time.process_time() - own) / took,
        "server_cpu_ms_per_move": (server.seconds() - used) / max(tally.moves, 1) * 1e3,
        "megabytes_per_table": (server.megabytes() - empty) / len(pairs),
        "megabytes_empty": empty,
        "refused": dict(tally.refused),
    }
    await _stop(tasks)
    return found


async def _all_play(pairs: Sequence[Pair], tasks: list[asyncio.Task[None]]) -> None:
    async with asyncio.timeout(120):
        for pair in pairs:
            waiting = asyncio.create_task(pair.playing.wait())
            await asyncio.wait([waiting, *tasks], return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
            _raise_first(tasks)


async def _while(tasks: list[asyncio.Task[None]], seconds: float) -> None:
    """Let them play; whatever goes wrong ends the measurement."""
    await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    _raise_first(tasks)


def _raise_first(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        if task.done():
            task.result()


async def _stop(tasks: Sequence[asyncio.Task[Any]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await hang_up()


def _quantiles(seconds: list[float]) -> dict[str, float]:
    """In milliseconds."""
    if len(seconds) < 2:
        return {"median": 0.0, "p99": 0.0, "most": 0.0}
    ordered = sorted(seconds)
    p99 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
    return {"median": statistics.median(ordered) * 1e3, "p99": p99 * 1e3, "most": ordered[-1] * 1e3}


# --- lines that only watch -------------------------------------------------------------------------------


def measure_sockets(count: int) -> Report:
    """Open so many lines to games in progress, keep them open, and ask each for a sign of life."""
    with Server() as server:
        allow_lines(count + 200)
        return asyncio.run(_watch(server, count))


async def _watch(server: Server, count: int) -> Report:
    pairs = [Pair(server.port, number, Tally(), 3600.0) for number in range(max(1, count // 100))]
    names = await asyncio.to_thread(lambda: [pair.sit_down() for pair in pairs])
    players = [asyncio.create_task(pair.play(name)) for pair, name in zip(pairs, names, strict=True)]
    await _all_play(pairs, players)
    empty, begin = server.megabytes(), time.perf_counter()
    door, all_open = asyncio.Semaphore(AT_ONCE), asyncio.Event()
    idle = [Idle(server.port, len(pairs) + n // PER_HOME, names[n % len(names)]) for n in range(count)]
    watching = [asyncio.create_task(one.watch(door, all_open)) for one in idle]
    await asyncio.gather(*(one.opened.wait() for one in idle))
    took = time.perf_counter() - begin
    grown = server.megabytes() - empty
    await asyncio.sleep(IDLE)
    all_open.set()
    answers = await asyncio.gather(*watching, return_exceptions=True)
    await _stop(players)
    times = [answer for answer in answers if isinstance(answer, float)]
    wrong = [repr(answer) for answer in answers if not isinstance(answer, float)]
    return {
        "asked": count,
        "answered": len(times),
        "errors": wrong[:5],
        "seconds_to_open": took,
        "ping_ms": _quantiles(times),
        "kilobytes_each": grown * 1e3 / count,
    }


class Idle:
    """Somebody who watches a table and says nothing."""

    def __init__(self, port: int, number: int, table: str) -> None:
        self._visitor, self._table = Visitor(port, home_address(number), "Eva"), table
        self.opened = asyncio.Event()

    async def watch(self, door: asyncio.Semaphore, all_open: asyncio.Event) -> float:
        """Open the line, stay, and at the end ask once: the seconds until the answer."""
        try:
            async with door:
                line = await self._visitor.enter(self._table)
                json.loads(await line.recv())  # the first view
        finally:
            self.opened.set()
        async with line, asyncio.timeout(60):
            await all_open.wait()
            begin = time.perf_counter()
            await line.send('{"type":"ping"}')
            async for text in line:
                if json.loads(text)["type"] == "pong":
                    return time.perf_counter() - begin
        raise RuntimeError("the server hung up")
