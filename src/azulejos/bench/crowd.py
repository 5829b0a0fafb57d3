"""People at tables for `azulejos bench server`: sockets that play random moves of those they are shown."""

import asyncio
import contextlib
import http.client
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar
from urllib.parse import urlencode
from weakref import WeakSet

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

GAP = 0.11  # seconds between two messages of a page: the server takes no more than 20 in 2 seconds
COLOURS = "PGOYBR"  # the order in which Pavilion's moves name tiles

View = dict[str, Any]


def home_address(number: int) -> str | None:
    """An address of this machine for somebody's packets: limits are per address, and Linux has millions."""
    if sys.platform != "linux":
        return None
    return f"127.0.{1 + number // 250}.{1 + number % 250}"


@dataclass
class Tally:
    """What a run counts."""

    moves: int = 0
    sender: list[float] = field(default_factory=list)  # seconds until the mover's own page had the move
    other: list[float] = field(default_factory=list)  # and until the other player's had it
    refused: Counter[str] = field(default_factory=Counter)
    counting: bool = False


class Line(ClientConnection):
    """A line that is remembered while it is open."""

    open_lines: ClassVar[WeakSet["Line"]] = WeakSet()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """It is open."""
        super().connection_made(transport)
        self.open_lines.add(self)


async def hang_up() -> None:
    """Drop the lines that are left: whoever is stopped while a line is being closed leaves it half open."""
    here = asyncio.get_running_loop()
    for line in [line for line in Line.open_lines if line.loop is here]:
        line.transport.abort()
    await asyncio.sleep(0)


class Visitor:
    """A guest of the server: a cookie and an address."""

    def __init__(self, port: int, address: str | None, name: str) -> None:
        self.port, self.address, self.name = port, address, name
        self._cookie = ""

    def post(self, path: str, form: dict[str, str]) -> dict[str, Any]:
        """Send a form as a program does; what comes back. Waits: call it before the crowd is there."""
        source = None if self.address is None else (self.address, 0)
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60, source_address=source)
        headers = {"accept": "application/json", "content-type": "application/x-www-form-urlencoded"}
        line.request("POST", path, urlencode(form), headers)
        answer = line.getresponse()
        read = json.loads(answer.read())
        if answer.status >= 300:
            raise RuntimeError(f"POST {path} was answered {answer.status}: {read}")
        self._cookie = (answer.getheader("set-cookie") or "").partition(";")[0]
        line.close()
        return dict(read)

    def come_in(self) -> None:
        """Get a cookie."""
        self.post("/name", {"name": self.name})

    def open_table(self, **form: str) -> str:
        """A table for friends; its name."""
        made = self.post("/play", {"mode": "friends", "name": self.name, **form})
        return str(made["table"])

    def enter(self, table: str) -> connect:
        """The line of a page that shows a table."""
        headers = {"cookie": self._cookie} if self._cookie else {}
        more: dict[str, Any] = {} if self.address is None else {"local_addr": (self.address, 0)}
        address = f"ws://127.0.0.1:{self.port}/ws/{table}"
        return connect(
            address,
            additional_headers=headers,
            open_timeout=60,
            ping_interval=None,
            create_connection=Line,
            **more,
        )


class Pair:
    """Two people at a table, who play one game after the other until they are stopped."""

    def __init__(self, port: int, number: int, tally: Tally, gap: float) -> None:
        home = home_address(number)
        self.people = [Visitor(port, home, name) for name in ("Ana", "Bea")]
        self.tally, self._gap = tally, gap
        self._random = random.Random(number)
        self._game = "pavilion" if number % 2 else "azul"
        self._sent: tuple[int, float, int] | None = None  # the last move: its ply, when, by whom
        self._due = 0.0
        self.playing = asyncio.Event()

    def sit_down(self) -> str:
        """Come in and open a table; its name."""
        for person in self.people:
            person.come_in()
        return self.people[0].open_table(game=self._game)

    def begin_at(self, when: float) -> None:
        """When the first move is to be made."""
        self._due = when

    async def play(self, table: str) -> None:
        """Play until cancelled."""
        await asyncio.gather(*(self._sit(seat, table) for seat in (0, 1)))

    async def _sit(self, who: int, table: str) -> None:
        while True:
            async with self.people[who].enter(table) as line:
                table = await Player(self, who, line).play()

    # --- what players tell ---

    def made(self, who: int, ply: int) -> None:
        """A move is being sent."""
        now = time.perf_counter()
        self._sent = (ply, now, who)
        if self.tally.counting:
            self.tally.moves += 1

    def seen(self, who: int, ply: int, known: int) -> None:
        """A page has a view of that ply; it knew an older one."""
        if self._sent is None or not known <= self._sent[0] < ply or not self.tally.counting:
            return
        kept = self.tally.sender if who == self._sent[2] else self.tally.other
        kept.append(time.perf_counter() - self._sent[1])

    def wait(self) -> float:
        """How long to wait before the next move, at the pace that was asked for."""
        now = time.perf_counter()
        wait = max(0.0, self._due - now)
        self._due = max(self._due + self._gap, now - self._gap)  # who is late does not hurry for ever
        return wait

    def choose(self, choices: View) -> str:
        """Any of the moves that the page shows."""
        return self._random.choice(list(moves_of(choices)))


class Player:
    """One page: reads views, answers with moves."""

    def __init__(self, pair: Pair, who: int, line: ClientConnection) -> None:
        self._pair, self._who, self._line = pair, who, line
        self._known = -1
        self._asked = ""  # what was asked for last, so that nothing is asked twice
        self._last = 0.0

    async def play(self) -> str:
        """Play one game; the table of the next."""
        async for text in self._line:
            message = json.loads(text)
            if message["type"] == "refused":
                self._pair.tally.refused[message["error"]["code"]] += 1
            elif message["type"] == "view" and (after := await self._look(message)):
                return after
        raise RuntimeError(f"the server hung up: {self._line.close_code} {self._line.close_reason}")

    async def _look(self, view: View) -> str | None:
        self._pair.seen(self._who, view["ply"], self._known)
        known, self._known = self._known, view["ply"]
        if view["status"] == "open":
            await self._room(view)
        elif view["status"] == "over":
            table: str | None = view["offers"]["rematch"]["table"]
            if table is None:
                await self._ask({"type": "rematch"}, "rematch")
            return table
        else:
            self._pair.playing.set()
            if view["choices"] is not None and view["ply"] != known:
                await self._move(view)
        return None

    async def _room(self, view: View) -> None:
        if not view["you"]:
            await self._ask({"type": "sit", "seat": 1, "name": "Bea"}, "sit")
        elif view["can"]["start"]:
            await self._ask({"type": "start"}, "start")

    async def _move(self, view: View) -> None:
        await self._breathe(self._pair.wait())
        move, ply = self._pair.choose(view["choices"]), view["ply"]
        self._pair.made(self._who, ply)
        await self._say({"type": "move", "ply": ply, "move": move, "seat": view["acting"]})

    async def _ask(self, message: dict[str, Any], what: str) -> None:
        if self._asked != what:
            self._asked = what
            await self._breathe(0.0)
            await self._say(message)

    async def _breathe(self, wait: float) -> None:
        """Wait, and never less than a page must between two messages."""
        await asyncio.sleep(max(wait, self._last + GAP - time.perf_counter()))

    async def _say(self, message: dict[str, Any]) -> None:
        self._last = time.perf_counter()
        with contextlib.suppress(ConnectionClosed):  # reading tells why
            await self._line.send(json.dumps(message))


def moves_of(choices: View) -> Iterator[str]:
    """The moves that a page can make of what it is shown, of a pass the one that is suggested."""
    match choices["kind"]:
        case "offer":
            for group in choices["groups"]:
                yield from (to["move"] for to in group["to"])
        case "tiling":
            yield from (cell["move"] for cell in choices["cells"])
        case "acquire":
            yield from (group["move"] for group in choices["groups"])
        case "place":
            for space in choices["spaces"]:
                yield from (pay["move"] for pay in space["pays"])
            keep = choices["pass"]["keep"]
            yield f"pass={keep}" if keep else "pass"
        case "bonus":
            tiles = choices["supply"][: choices["due"]]
            yield "+" + "".join(sorted(tiles, key=COLOURS.index))
