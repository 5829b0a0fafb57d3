"""How a large league feels on this machine: `azulejos bench league`, as a table or as JSON.

The real server runs as a process of its own with a SQLite file. A file of games with every detail goes in
through the API; then each page is asked for again and again over one line, by a member, as a browser does. A
page's time is from asking until its last byte was read; beside it stands the processor time that the server
used for one, which other work on the machine does not change much.
"""

import csv
import http.client
import io
import json
import random
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from typing import Any

from azulejos.bench import table
from azulejos.bench.engine import machine, say
from azulejos.bench.server import load
from azulejos.bench.serving import Server, ServerTrouble

GAMES, PEOPLE, TIMES = 20_000, 50, 20
SEED = 7
FIRST = date(2020, 1, 1)
PER_DAY = 10  # games of a day, so that 20,000 are five and a half years
COLUMNS = (
    *("id", "played", "game", "wall", "jokers", "side", "player", "total_points", "completed_rows"),
    *("note", "rounds", "bonuses"),
)
PATIENCE = 300.0  # seconds for any one answer

Report = dict[str, Any]


def run(as_json: bool = False, games: int = GAMES, people: int = PEOPLE, times: int = TIMES) -> int:
    """Measure and print; the exit status."""
    told: Report = {"machine": machine(), "load": load(), "games": games, "people": people, "times": times}
    try:
        with tempfile.TemporaryDirectory(prefix="azulejos-bench-", ignore_cleanup_errors=True) as folder:
            _measure(told, folder)
    except ServerTrouble as trouble:
        print(f"azulejos: {trouble}", file=sys.stderr)
        return 2
    print(json.dumps(told, indent=1) if as_json else table.league_text(told))
    return 0


def _measure(told: Report, folder: str) -> None:
    say("games are made up")
    file = games_file(told["games"], told["people"])
    lines = file.count(b"\n") - 1
    told["file"] = {"games": told["games"], "lines": lines, "megabytes": len(file) / 1e6}
    with Server(folder, limits="0") as server:
        member = Member(server.port, server.seconds)
        member.come_in()
        league = member.take_in(file, told)
        say("ratings are counted anew")
        member.wait_for_ratings(league)
        told["pages_while_counting"] = member.count_again(league, told)
        told["pages"] = member.look_at_pages(league, told["times"])
        told["pages"]["games, while ratings are counted"] = told.pop("pages_while_counting")
        told["export_seconds"] = timed(lambda: member.get(f"/api/leagues/{league}/export?kind=csv"))
        told["megabytes"] = server.megabytes()
    with Server(folder, limits="0") as server:
        say("the server starts again")
        member.port = server.port
        told["first_seconds"] = timed(lambda: member.get(f"/l/{league}"))
        told["start_seconds"] = told["first_seconds"] + timed(lambda: member.wait_for_ratings(league))


def timed(work: Callable[[], object]) -> float:
    """The seconds that something takes."""
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


# --- a member of the league ------------------------------------------------------------------------------


class Member:
    """A guest with a token; it speaks over one line that stays open."""

    def __init__(self, port: int, used: Callable[[], float]) -> None:
        self.port, self._used = port, used  # the processor time of the server so far
        self._token = ""

    def come_in(self) -> None:
        """Become a guest."""
        self._token = self.ask("POST", "/api/guests", {"name": "Ana"})["token"]

    @contextmanager
    def line(self) -> Iterator[http.client.HTTPConnection]:
        """A line to the server."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            yield line
        finally:
            line.close()

    def read(
        self,
        line: http.client.HTTPConnection,
        method: str,
        path: str,
        body: bytes | None = None,
        **headers: str,
    ) -> bytes:
        """An answer's content; one that is an error ends the measurement."""
        badge = {"authorization": f"Bearer {self._token}"} if self._token else {}
        line.request(method, path, body, {**badge, **headers})
        answer = line.getresponse()
        content = answer.read()
        if answer.status >= 300:
            raise ServerTrouble(f"{method} {path} was answered {answer.status}: {content[:300]!r}")
        return content

    def ask(self, method: str, path: str, body: Any = None) -> dict[str, Any]:
        """Plain data sent and got."""
        sent = body if isinstance(body, bytes | None) else json.dumps(body).encode()
        with self.line() as line:
            kind = {"content-type": "text/csv" if isinstance(body, bytes) else "application/json"}
            found: dict[str, Any] = json.loads(self.read(line, method, path, sent, **kind) or b"{}")
            return found

    def get(self, path: str) -> bytes:
        """A page or a file."""
        with self.line() as line:
            return self.read(line, "GET", path, accept="text/html")

    # --- what is measured ----------------------------------------------------------------------------

    def take_in(self, file: bytes, told: Report) -> str:
        """A league with all games of a file; its id."""
        league: str = self.ask("POST", "/api/leagues", {"name": "The large league"})["id"]
        address = f"/api/leagues/{league}/import"
        say("a look at the file")
        begin = time.perf_counter()
        plan = self.ask("POST", address, file)
        told["look_seconds"] = time.perf_counter() - begin
        if plan["counts"]["new"] != told["games"]:
            raise ServerTrouble(f"the file was not taken as it is: {plan['counts']}, {plan['bad'][:3]}")
        say("the file goes in")
        begin = time.perf_counter()
        self.ask("POST", f"{address}?digest={plan['digest']}", file)
        told["import_seconds"] = time.perf_counter() - begin
        return league

    def wait_for_ratings(self, league: str) -> dict[str, Any]:
        """The leaderboard, once it is that of these games."""
        while not (found := self.ask("GET", f"/api/leagues/{league}/standings"))["current"]:
            time.sleep(0.02)
        return found

    def count_again(self, league: str, told: Report) -> dict[str, float]:
        """Correct the oldest game: every rating follows. A page is asked for again and again meanwhile."""
        path = f"/api/leagues/{league}/results/g-0"
        kept = self.ask("GET", path)
        names = ("person", "total_points", "completed_rows", "rounds", "bonuses")
        scores = [{name: seat[name] for name in names} for seat in kept["scores"]]
        scores[0]["total_points"] += 1
        again = {name: kept[name] for name in ("game", "options", "played", "version")}
        begin = time.perf_counter()
        self.ask("PUT", path, {**again, "scores": scores})
        counted = threading.Event()
        found: dict[str, float] = {}
        other = threading.Thread(target=self._until, args=(f"/l/{league}/games", counted, found))
        other.start()
        try:
            self.wait_for_ratings(league)
            told["count_seconds"] = time.perf_counter() - begin
        finally:
            counted.set()
            other.join()
        if not found:
            raise ServerTrouble("no page came while ratings were counted")
        return found

    def _until(self, page: str, counted: threading.Event, found: dict[str, float]) -> None:
        """Ask for a page until ratings are counted."""
        times: list[float] = []
        size = 0
        with self.line() as line:
            while not (times and counted.is_set()):
                begin = time.perf_counter()
                size = len(self.read(line, "GET", page, accept="text/html"))
                times.append(time.perf_counter() - begin)
        found.update(quantiles(times, size))

    def look_at_pages(self, league: str, times: int) -> dict[str, dict[str, float]]:
        """Every page of the league, some of them with what makes them slow."""
        told = {}
        with self.line() as line:
            for name, paths in self._pages(league).items():
                say(name)
                taken, size, used = [], 0, self._used()
                for number in range(times):
                    begin = time.perf_counter()
                    size = len(self.read(line, "GET", paths[number % len(paths)], accept="text/html"))
                    taken.append(time.perf_counter() - begin)
                cpu = (self._used() - used) / times * 1e3
                told[name] = {**quantiles(taken, size), "cpu": cpu}
        return told

    def _pages(self, league: str) -> dict[str, list[str]]:
        board = self.wait_for_ratings(league)
        people = [row["person"] for row in board["rows"]]
        here, api = f"/l/{league}", f"/api/leagues/{league}"
        return {
            "my leagues": ["/leagues"],
            "leaderboard": [here],
            "leaderboard of one variant": [f"{here}?scope={scope}" for scope in board["scopes"]],
            "games": [f"{here}/games"],
            "games, the last page": [f"{here}/games?page={max(1, board['results'] // 50)}"],
            "games of one person": [f"{here}/games?person={person}" for person in people],
            "games found by a word": [f"{here}/games?text=evening", f"{here}/games?text=Person+7"],
            "one game": [f"{here}/games/g-{number}" for number in range(0, board["results"], 97)],
            "a person (another one each time)": [f"{here}/people/{person}" for person in people],
            "people": [f"{here}/people"],
            "settings": [f"{here}/settings"],
            "enter a game": [f"{here}/enter"],
            "the ranking of online games": ["/ranking"],
            "the scorecard": ["/score"],
            "API: standings": [f"{api}/standings"],
            "API: summary": [f"{api}/summary"],
            "API: results": [f"{api}/results"],
            "API: a person": [f"{api}/people/{person}" for person in people],
        }


def quantiles(seconds: list[float], size: int) -> dict[str, float]:
    """In milliseconds, beside what was read."""
    return {
        "median": statistics.median(seconds) * 1e3,
        "most": max(seconds) * 1e3,
        "kilobytes": size / 1e3,
    }


# --- games -----------------------------------------------------------------------------------------------


def games_file(games: int, people: int, seed: int = SEED) -> bytes:
    """A CSV file of made-up games with every detail, always the same."""
    luck = random.Random(seed)
    skill = [luck.gauss(0, 8) for _ in range(people)]
    text = io.StringIO()
    rows = csv.writer(text)
    rows.writerow(COLUMNS)
    for number in range(games):
        rows.writerows(_game(number, luck, skill))
    return text.getvalue().encode()


def _game(number: int, luck: random.Random, skill: list[float]) -> Iterator[tuple[Any, ...]]:
    game = luck.choices(("azul", "pavilion"), (3, 1))[0]
    side = luck.choices(("coloured", "grey"), (4, 1))[0]
    played = FIRST + timedelta(days=number // PER_DAY)
    azul = game == "azul"
    jokers = str(luck.random() < 0.1).lower() if azul else ""
    options = (side if azul else "", jokers, "" if azul else side)
    seats = luck.sample(range(len(skill)), luck.choices((2, 3, 4), (5, 3, 2))[0])
    for person in seats:
        rounds, bonuses, rows = (_azul if azul else _pavilion)(luck, skill[person])
        total = rounds[-1]["score"] + _points(bonuses)
        note = "a long evening" if luck.random() < 0.01 else ""
        yield (
            *(
                f"g-{number}",
                played.isoformat(),
                game,
                *options,
                f"Person {person}",
                max(1, total),
                rows,
                note,
            ),
            *(json.dumps(part, separators=(",", ":")) for part in (rounds, bonuses)),
        )


def _azul(luck: random.Random, skill: float) -> tuple[list[dict[str, int]], dict[str, Any], int]:
    score, rounds = 0, []
    for number in range(luck.choice((5, 5, 5, 6))):
        wall = max(0, round(luck.gauss(3 + 2.5 * number + skill / 8, 3)))
        floor = -luck.choice((0, 0, 1, 2, 4, 6))
        score = max(0, score + wall + floor)
        rounds.append({"wall": wall, "floor": floor, "score": score})
    rows = luck.choice((1, 1, 1, 2, 2, 3))
    return rounds, {"rows": 2 * rows, "columns": 7 * luck.choice((0, 1, 2)), "colours": 0}, rows


def _pavilion(luck: random.Random, skill: float) -> tuple[list[dict[str, int]], dict[str, Any], str]:
    score, rounds = 5, []
    for _ in range(6):
        placed = max(0, round(luck.gauss(9 + skill / 6, 4)))
        marker, discards = -luck.choice((0, 0, 0, 2, 3)), -luck.choice((0, 0, 0, 1))
        score = max(1, max(1, score + marker) + placed + discards)
        parts = {"placed": placed, "marker": marker, "discards": discards, "score": score}
        rounds.append(parts)
    stars = {"P": 20} if luck.random() < 0.3 else {}
    return rounds, {"stars": stars, "numbers": {"1": 4, "2": 8}, "corners": 0}, ""


def _points(bonuses: dict[str, Any]) -> int:
    return sum(sum(one.values()) if isinstance(one, dict) else one for one in bonuses.values())
