"""What `azulejos score` does: the services on this machine's own database, as the owner of each league."""

import asyncio
import getpass
import hashlib
import json
import secrets
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, TypeVar

import typer

from azulejos.cli import scoreshow
from azulejos.cli.scorebar import Bar
from azulejos.service.botdesk import BotDesk
from azulejos.service.errors import BadImport, BadResult, Refused
from azulejos.service.leagues import ONLINE, Leagues
from azulejos.service.lobby import Service
from azulejos.service.people import heads
from azulejos.service.records import Filters, Records
from azulejos.service.standings import Standing, Standings
from azulejos.store.db import Store, StoreError, open_store
from azulejos.store.records import Guest, League, now
from azulejos.study.reading import MOST_BYTES
from azulejos.study.results import Result, hints
from azulejos.terminal.files import FileTrouble, write_text
from azulejos.web.config import ServeTrouble
from azulejos.web.settings import configure
from azulejos.web.standing import told_game, told_league, told_result, told_standing

BY = "azulejos score"  # who did it, in the history of a game
OWN = "My games"
NOT_DONE = 1  # somebody said no
KINDS = ("csv", "json")
Answer = TypeVar("Answer")


class ScoreTrouble(ServeTrouble):
    """Something about games on record that cannot be done; the message is a sentence."""


@dataclass(slots=True)
class Desk:
    """The services, open."""

    store: Store
    leagues: Leagues
    records: Records
    standings: Standings

    async def league(self, said: str, make: bool = False) -> League:
        """The league that is meant: by id or name, or the only one there is."""
        if said == ONLINE:
            return await self.leagues.open(None, ONLINE)
        known = await self.store.every_league()
        found = [one for one in known if not said or said == one.id] or [
            one for one in known if said.casefold() == one.name.casefold()
        ]
        if len(found) == 1:
            return found[0]
        if not known and not said and make:
            return await self.new_league(OWN, "own")
        raise ScoreTrouble(_which(said, known, found))

    async def new_league(self, name: str, kind: str = "private") -> League:
        """A league whose owner is nobody with a browser: people come in by its link."""
        secret = hashlib.sha256(secrets.token_bytes()).hexdigest()
        guest = await self.store.add_guest(
            secrets.token_hex(8), secret, _user(), None, kind="token", label=BY
        )
        league = await self.leagues.create(guest, name, kind)
        return await self.leagues.open(guest, league.id)


def owner(league: League) -> Guest:
    """The command acts as a league's owner, under its own name."""
    return Guest(league.owner or "", BY, None, now())


def _user() -> str:
    """What the person at this machine is called."""
    try:
        name = "".join(sign for sign in getpass.getuser() if sign.isprintable())
    except (OSError, KeyError, ImportError):
        name = ""
    return name.strip()[:24] or "azulejos"


def _which(said: str, known: list[League], found: list[League]) -> str:
    if not known:
        return "there is no league on this machine yet: azulejos score leagues --new NAME makes one"
    names = ", ".join(f"{one.name} ({one.id})" for one in (found or known)[:20])
    if found:
        return f"several leagues are meant, name one with --league: {names}"
    return f"there is no league {said[:60]!r}, expected one of {names}"


@asynccontextmanager
async def opened(data: str | None, database: str | None) -> AsyncIterator[Desk]:
    """The services on the database that the web app would use."""
    config, _ = configure({"data": data, "database": database})
    config.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    async with AsyncExitStack() as stack:
        store = await open_store(config.url)
        stack.push_async_callback(store.close)
        service = Service(store, BotDesk(0))  # never opened: nobody plays here
        leagues, standings = Leagues(service), Standings(service)
        stack.push_async_callback(standings.close)
        yield Desk(store, leagues, Records(service, leagues), standings)


class Book:
    """The commands; each opens the database and closes it, and is a number for the exit."""

    def __init__(self, data: str | None, database: str | None) -> None:
        self._where = data, database

    def _do(self, work: Callable[[Desk], Coroutine[Any, Any, Answer]]) -> Answer:
        """Run something; whatever is refused is one sentence."""

        async def run() -> Answer:
            async with opened(*self._where) as desk:
                return await work(desk)

        try:
            return asyncio.run(run())
        except (BadResult, BadImport, Refused) as error:
            raise ScoreTrouble(error.message) from None
        except StoreError as error:
            raise ScoreTrouble(str(error)) from None

    # --- games -------------------------------------------------------------------------------------------

    def enter(self, said: str, result: Result, as_json: bool) -> int:
        """Put a game on record."""

        async def work(desk: Desk) -> None:
            league = await desk.league(said, make=True)
            name = await desk.records.add(owner(league), league.id, result)
            kept = await desk.records.get(owner(league), league.id, name)
            if as_json:
                _print_json(told_result(kept))
                return
            typer.echo(scoreshow.game(kept, short=True), nl=False)
            for hint in hints(kept.result):
                typer.echo(f"Note: {hint.message}")
            typer.echo(f"On record in {scoreshow.league_name(league)} as {name}.")

        self._do(work)
        return 0

    def list_games(self, said: str, asked: dict[str, Any], page: int, limit: int, as_json: bool) -> int:
        """Games on record, latest first."""

        async def work(desk: Desk) -> None:
            league = await desk.league(said)
            if asked["person"]:
                asked["person"] = await _person(desk, league, asked["person"])
            filters = Filters(**asked)
            found, total = await desk.records.find(owner(league), league.id, filters, page, limit)
            if as_json:
                games = [told_game(one.result, one.people) for one in found]
                _print_json({"results": games, "total": total, "page": page, "size": limit})
            else:
                typer.echo(scoreshow.games(found, total, (page - 1) * limit), nl=False)

        _check_days(asked)
        self._do(work)
        return 0

    def show(self, said: str, result: str, as_json: bool) -> int:
        """One game."""

        async def work(desk: Desk) -> None:
            league = await desk.league(said)
            kept = await desk.records.get(owner(league), league.id, result)
            if as_json:
                _print_json(told_result(kept))
            else:
                typer.echo(scoreshow.game(kept), nl=False)

        self._do(work)
        return 0

    def rank(self, said: str, scope: str, as_json: bool) -> int:
        """The leaderboard, with a bar while ratings are counted."""

        async def work(desk: Desk) -> Standing:
            league = await desk.league(said)
            with Bar("ratings") as bar:
                standing = await desk.standings.of(league, 0.1)
                while not standing.current:
                    bar.at(round(standing.progress * len(standing.results)), len(standing.results))
                    standing = await desk.standings.of(league, 0.1)
            return standing

        standing = self._do(work)
        scopes = standing.ratings.scopes() if standing.ratings else [scope]
        if scope not in scopes:
            raise ScoreTrouble(f"--scope is {scope[:40]!r}, expected one of {', '.join(scopes)}")
        told = told_standing(standing, scope)
        if as_json:
            _print_json(told)
        else:
            typer.echo(scoreshow.ranking(told), nl=False)
        return 0

    # --- files -------------------------------------------------------------------------------------------

    def export(self, said: str, file: Path, kind: str) -> int:
        """All games into a file."""
        kind = kind or file.suffix.removeprefix(".").lower() or "csv"
        if kind not in KINDS:
            raise ScoreTrouble(f"the kind is {kind[:20]!r}, expected csv or json: name it with --kind")

        async def work(desk: Desk) -> tuple[str, int]:
            league = await desk.league(said)
            with Bar("reading"):
                return await desk.records.export(owner(league), league.id, kind), league.games

        text, games = self._do(work)
        if str(file) == "-":
            sys.stdout.write(text)
        else:
            write_text(file, text)
            typer.echo(f"{file}: {scoreshow.counted(games, 'game')}")
        return 0

    def import_games(self, said: str, file: Path, yes: bool, differing: bool) -> int:
        """Look, tell, ask, do."""
        content = _content(file)

        async def work(desk: Desk) -> int:
            league = await desk.league(said, make=True)
            who = owner(league)
            with Bar(f"reading {file.name}"):
                plan = await desk.records.dry_run(who, league.id, content)
            typer.echo(scoreshow.plan(plan, league, differing), nl=False)
            if not plan.new and not (differing and plan.differing):
                typer.echo("There is nothing to add.")
                return 0
            if not yes and not typer.confirm("Do that?", default=False):
                typer.echo("Nothing was changed.")
                return NOT_DONE
            with Bar("writing"):
                done = await desk.records.take_in(who, league.id, content, plan.digest, differing)
            games, people = scoreshow.counted(done.added, "game"), scoreshow.counted(done.people, "new name")
            typer.echo(f"{games} added, {done.corrected:,} corrected, {people}.")
            return 0

        return self._do(work)

    def leagues(self, new: str, as_json: bool) -> int:
        """All leagues, perhaps with a new one."""

        async def work(desk: Desk) -> None:
            if new:
                await desk.new_league(new)
            known = [*await desk.store.every_league(), await desk.leagues.open(None, ONLINE)]
            if as_json:
                _print_json([{**told_league(one, owner(one)), "invite": one.invite} for one in known])
            else:
                typer.echo(scoreshow.leagues(known), nl=False)

        self._do(work)
        return 0


async def _person(desk: Desk, league: League, said: str) -> str:
    """Somebody's id, by name or id."""
    people = await desk.leagues.people(owner(league), league.id)
    stand_for = heads(people)
    for one in people:
        if said == one.id or said.casefold() == one.name.casefold():
            return stand_for[one.id].id
    raise ScoreTrouble(f"nobody in {scoreshow.league_name(league)} is called {said[:40]!r}")


def _check_days(asked: dict[str, Any]) -> None:
    for name in ("since", "until"):
        try:
            asked[name] = asked[name] and date.fromisoformat(asked[name]).isoformat()
        except ValueError:
            raise ScoreTrouble(f"--{name} is {asked[name][:40]!r}, expected a day like 2026-11-14") from None
    if asked["game"] not in ("", "azul", "pavilion"):
        raise ScoreTrouble(f"--game is {asked['game'][:40]!r}, expected azul or pavilion")


def _content(file: Path) -> bytes:
    """A file's bytes; no more of them than an import takes."""
    try:
        if str(file) == "-":
            content = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with file.open("rb") as stream:
                content = stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise FileTrouble(f"cannot read {file}: {(error.strerror or str(error)).lower()}") from None
    if len(content) > MOST_BYTES:
        raise FileTrouble(f"cannot read {file}: it has more than {MOST_BYTES // 1_000_000} MB, split it")
    return content


def _print_json(data: Any) -> None:
    typer.echo(json.dumps(data, ensure_ascii=False))
