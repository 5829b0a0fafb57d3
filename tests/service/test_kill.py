"""A server killed at random moments loses no move that any page has seen, and plays none twice.

The real server, real sockets, a real file. AZULEJOS_KILL_GAMES and AZULEJOS_KILLS make it longer.
"""

import asyncio
import json
import os
import random
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

from azulejos.bench.crowd import Visitor, hang_up, home_address, moves_of
from azulejos.bench.serving import Server

GAMES = int(os.environ.get("AZULEJOS_KILL_GAMES", "6"))
KILLS = int(os.environ.get("AZULEJOS_KILLS", "3"))
EXPECTED = ("stale", "not_your_turn", "not_possible", "seat_taken")  # what came before is answered twice
LEAST = 0.8 + 0.03 * GAMES  # seconds between two kills, for all to come back and play
GAP = 0.12  # between two messages of a page; more often would be a flood


class Game:
    """Two people at a table who remember what they sent and what they were shown."""

    def __init__(self, number: int) -> None:
        self.people = [Visitor(0, home_address(number), name) for name in ("Ana", "Bea")]
        self.kind = "pavilion" if number % 2 else "azul"
        self.random = random.Random(number)
        self.table = ""
        self.shown: list[dict[str, Any]] = []  # the record as any page has seen it
        self.sent: dict[int, dict[str, Any]] = {}  # moves by their ply
        self.over = False

    def open(self, port: int) -> None:
        self.move_to(port)
        for person in self.people:
            person.come_in()
        self.table = self.people[0].open_table(game=self.kind)

    def move_to(self, port: int) -> None:
        for person in self.people:
            person.port = port

    def look(self, view: dict[str, Any]) -> None:
        """What was shown once is there for good."""
        start, log = view["from"], view["log"]
        known = self.shown[start : start + len(log)]
        assert log[: len(known)] == known, "another move stands where one was shown"
        self.shown[start + len(known) :] = [*self.shown[start + len(known) :], *log[len(known) :]]

    def check(self, view: dict[str, Any]) -> None:
        """After a restart: nothing shown is lost, and every move is one that was sent for that very ply."""
        log = view["log"]
        assert view["from"] == 0
        assert log[: len(self.shown)] == self.shown, "a move that was shown is lost"
        for entry in log:
            if entry["seat"] >= 0 and not entry["auto"]:
                assert self.sent[entry["ply"]]["move"] == entry["move"], "a move was played twice"

    async def play(self, who: int, stop: asyncio.Event) -> None:
        """Play, come back after every kill, and send again what was not answered."""
        while not stop.is_set() and not self.over:
            try:
                async with self.people[who].enter(self.table) as line:
                    await self._talk(who, line, stop)
            except (OSError, WebSocketException, TimeoutError):
                await asyncio.sleep(0.05)

    async def _talk(self, who: int, line: ClientConnection, stop: asyncio.Event) -> None:
        last = self.sent.get(max(self.sent, default=-1))
        if last is not None and last["seat"] == who:
            await line.send(json.dumps(last))  # a page that does not know whether it arrived
        first = True
        async for text in line:
            view = json.loads(text)
            if view["type"] != "view":
                assert view["error"]["code"] in EXPECTED, view
                continue
            if first:
                self.check(view)
            first = False
            self.look(view)
            if stop.is_set():
                return
            await asyncio.sleep(GAP)
            if message := self._answer(view):
                await line.send(json.dumps(message))

    def _answer(self, view: dict[str, Any]) -> dict[str, Any] | None:
        if view["status"] == "over":
            self.over = True
        elif view["status"] == "open":
            if not view["you"]:
                return {"type": "sit", "seat": 1, "name": "Bea"}
            return {"type": "start"} if view["can"]["start"] else None
        elif view["choices"] is not None:
            return self._move(view)
        return None

    def _move(self, view: dict[str, Any]) -> dict[str, Any]:
        """A move, for one ply always the same one: whoever asks again is not of two minds."""
        ply = view["ply"]
        if ply not in self.sent:
            move = self.random.choice(list(moves_of(view["choices"])))
            self.sent[ply] = {"type": "move", "ply": ply, "move": move, "seat": view["acting"]}
        return self.sent[ply]


async def last_look(game: Game) -> None:
    async with game.people[0].enter(game.table) as line:
        view = json.loads(await line.recv())
        game.check(view)


async def play_and_kill(folder: Path) -> list[Game]:
    games = [Game(number) for number in range(GAMES)]
    stop, chance = asyncio.Event(), random.Random(6)
    tasks: list[asyncio.Task[None]] = []
    for kill in range(KILLS + 1):
        with Server(str(folder)) as server:
            for game in games:
                await asyncio.to_thread(game.move_to if kill else game.open, server.port)
            if not tasks:
                tasks = [asyncio.create_task(game.play(who, stop)) for game in games for who in (0, 1)]
            await asyncio.wait(tasks, timeout=LEAST + chance.random(), return_when=asyncio.FIRST_EXCEPTION)
            if kill < KILLS:
                server.kill()
                continue
            stop.set()
            async with asyncio.timeout(60):
                await asyncio.gather(*(last_look(game) for game in games))
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await hang_up()
    wrong = [task.exception() for task in tasks if task.done() and not task.cancelled() and task.exception()]
    assert wrong == []
    return games


def test_a_server_killed_at_random_moments_loses_nothing_and_plays_nothing_twice(tmp_path: Path) -> None:
    games = asyncio.run(play_and_kill(tmp_path))
    played = sum(len(game.shown) for game in games)
    assert sum(bool(game.shown) for game in games) > len(games) * 0.9
    assert played > len(games) * 3, "hardly anything was played"
    print(f"{len(games)} games, {KILLS} kills, {played} entries shown, none lost, none twice")  # noqa: T201
