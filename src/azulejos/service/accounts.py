"""Accounts: a guest with a name and a password, who can come back from anywhere. Knows no cookies.

Secrets of sessions arrive here hashed. Whatever could open a guest's door before somebody signs up, signs in
or changes the password opens nothing afterwards: the caller gives the browser a new secret each time.
"""

import hashlib
import hmac
import secrets
import unicodedata
from collections.abc import Callable, Coroutine
from dataclasses import replace
from datetime import timedelta
from typing import Any

from azulejos.service import tries
from azulejos.service.errors import (
    NameTaken,
    NotSaved,
    NotSignedIn,
    Refused,
    WrongCode,
    WrongLogin,
)
from azulejos.service.lobby import LETTERS, Service, told_card
from azulejos.service.passwords import Hasher, check_password
from azulejos.service.seating import clean_name
from azulejos.service.tables import LiveTable
from azulejos.service.tries import Tries
from azulejos.store.db import Conflict
from azulejos.store.records import Account, Guest, now

CODES = 8
MOST_SESSIONS = 30  # browsers signed in at once; the one unused for longest is signed out
MOST_GAMES = 10_000  # in a download
MOMENT = timedelta(seconds=10)
_Change = Callable[[str | None], Coroutine[Any, Any, None]]  # of the store: at one table, or everywhere


def login_of(name: str) -> str:
    """A name as it is compared: without case, width, doubled spaces, or anything that is not seen."""
    folded = unicodedata.normalize("NFKC", " ".join(name.split())).casefold()
    return "".join(sign for sign in unicodedata.normalize("NFKC", folded) if sign.isprintable()).strip()


def new_code() -> str:
    """A recovery code: 79 bits that nobody misreads."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(4))


def code_hash(code: str) -> str:
    """What is kept of a recovery code; it is too long to be guessed, so a quick hash is enough."""
    plain = "".join(sign for sign in code.casefold() if sign.isalnum())
    return hashlib.sha256(f"azulejos recovery {plain}".encode()).hexdigest()


class Accounts:
    """What can be done with accounts."""

    def __init__(self, service: Service, hasher: Hasher | None = None, limits: Tries | None = None) -> None:
        self._service, self._store = service, service.store
        self._hasher = hasher or Hasher()
        self._tries = limits or Tries()

    # --- in and out --------------------------------------------------------------------------------------

    async def sign_up(
        self, guest: Guest, name: str, password: str, address: str
    ) -> tuple[Account, list[str]]:
        """Make a guest an account, with all their games, and recovery codes. Ends the guest's sessions."""
        if guest.account is not None:
            raise Refused("you have an account already")
        name = clean_name(name)
        login = login_of(name)
        good = check_password(password, login)
        self._tries.take((tries.SIGN_UPS, address))
        codes = [new_code() for _ in range(CODES)]
        account = Account(guest.id, login, name, await self._hasher.hash(good), now())
        try:
            await self._store.add_account(account, [code_hash(code) for code in codes])
        except Conflict:
            account = await self._just_made(login, good)
            await self._store.set_codes(account.guest, [code_hash(code) for code in codes])
        self.hang_up(guest.id)
        return account, codes

    async def _just_made(self, login: str, password: str) -> Account:
        """The account that the first click of a double one has made a moment ago; else NameTaken.

        Whoever clicked twice sees the answer to the second alone, and would never see a recovery code.
        """
        made = await self._store.find_account(login)
        if made is None or now() - made.created > MOMENT:
            raise NameTaken("somebody else has that name")
        if not await self._hasher.check(made.password_hash, password):
            raise NameTaken("somebody else has that name")
        return made

    async def sign_in(self, before: Guest | None, name: str, password: str, address: str) -> Account:
        """The account; games of who was in this browser before move there. WrongLogin, SlowDown."""
        login = login_of(name)
        account = await self._check(login, await self._store.find_account(login), password, address)
        await self._bring(before, account.guest)
        return account

    async def _check(self, login: str, account: Account | None, password: str, address: str) -> Account:
        """The account, if this is its password. An unknown name takes as long and gets the same answer."""
        keys = self._keys(login, address)
        self._tries.take(*keys)
        right = await self._hasher.check(account.password_hash if account else None, password)
        if account is None or not right:
            raise WrongLogin("the name or the password is wrong")
        self._tries.give_back(*keys)
        return account

    @staticmethod
    def _keys(login: str, address: str) -> list[tuple[tries.Rate, str]]:
        name = hashlib.sha256(login.encode()).hexdigest()[:32]  # so that long names cost no memory
        return [(tries.ADDRESS, address), (tries.PAIR, f"{name} {address}"), (tries.NAME, name)]

    async def enter(self, account: Account, secret_hash: str, label: str) -> None:
        """A browser of an account's; where there are too many, the one unused for longest is signed out.

        WrongLogin where the password that let it in was changed, or the account deleted, meanwhile.
        """
        if not await self._store.enter_account(account, secret_hash, label):
            raise WrongLogin("the name or the password is wrong")
        for old in (await self._store.sessions(account.guest, "browser"))[MOST_SESSIONS:]:
            await self._store.drop_session(account.guest, old.secret_hash)

    async def sign_out(self, guest: Guest, secret_hash: str) -> None:
        """One browser is nobody's again, or one token."""
        await self._store.drop_session(guest.id, secret_hash)
        self.hang_up(guest.id)

    async def sign_out_device(self, guest: Guest, name: str) -> None:
        """The same by the name that the list of devices has for it; nothing where it is gone already."""
        for one in await self._store.sessions(guest.id):
            if one.short == name:
                await self.sign_out(guest, one.secret_hash)

    async def sign_out_everywhere(self, guest: Guest) -> None:
        """All browsers, and the tokens of programs."""
        await self._store.drop_sessions(guest.id)
        self.hang_up(guest.id)

    def hang_up(self, guest: str) -> None:
        """Close a guest's open pages' lines: they come back at once, as whoever their browser is now."""
        for live in self._service.live():
            for viewer in [one for one in live.viewers if one.guest == guest]:
                viewer.close()

    # --- changes -----------------------------------------------------------------------------------------

    async def rename(self, guest: Guest, name: str, address: str) -> None:
        """Another name; seats keep the one they were taken with."""
        account = await self._account(guest)
        name = clean_name(name)
        login = login_of(name)
        if login != account.login:  # tells whether a name is taken, as signing up does
            self._tries.take((tries.SIGN_UPS, address))
        try:
            await self._store.rename_account(account.guest, login, name)
        except Conflict:
            raise NameTaken("somebody else has that name") from None

    async def change_password(self, guest: Guest, old: str, new: str, address: str) -> Account:
        """Another password; every session ends."""
        account = await self._account(guest)
        good = check_password(new, account.login)
        await self._check(account.login, account, old, address)
        changed = replace(account, password_hash=await self._hasher.hash(good))
        await self._store.set_password(guest.id, changed.password_hash)
        self.hang_up(guest.id)
        return changed

    async def new_codes(self, guest: Guest, password: str, address: str) -> list[str]:
        """Other recovery codes; those before are worth nothing any more."""
        account = await self._account(guest)
        await self._check(account.login, account, password, address)
        codes = [new_code() for _ in range(CODES)]
        await self._store.set_codes(guest.id, [code_hash(code) for code in codes])
        return codes

    async def recover(self, before: Guest | None, name: str, code: str, new: str, address: str) -> Account:
        """A new password for a recovery code, which is spent; the account. Every session ends."""
        login = login_of(name)
        good = check_password(new, login)
        keys = self._keys(login, address)
        self._tries.take(*keys)
        account = await self._store.find_account(login)
        known = await self._store.codes(account.guest if account else "")
        hashed = await self._hasher.hash(good)  # also for nothing: all take as long
        given = code_hash(code)
        right = [one for one in known if hmac.compare_digest(one, given)]
        if account is None or not right or not await self._store.use_code(account.guest, given, hashed):
            raise WrongCode("the name or the recovery code is wrong")
        self._tries.give_back(*keys)
        self.hang_up(account.guest)
        await self._bring(before, account.guest)
        return replace(account, password_hash=hashed)

    async def _account(self, guest: Guest) -> Account:
        account = await self._store.account_of(guest.id)
        if account is None:
            raise NotSignedIn("only who has an account can do that")
        return account

    # --- games that move, and games that stay --------------------------------------------------------------

    async def _bring(self, before: Guest | None, to: str) -> None:
        """Games played in this browser without an account go to the account that signs in there."""
        if before is None or before.account is not None or before.id == to:
            return

        async def pass_on(table: str | None) -> None:
            await self._store.pass_on(before.id, to, table)

        await self._everywhere(before.id, pass_on)
        await self._store.drop_sessions(before.id)
        self.hang_up(before.id)
        await self._everywhere(before.id, pass_on)  # what another tab has begun meanwhile
        await self._store.pass_on_leagues(before.id, to)
        await self._leave_all(before.id)  # games of both against each other: nobody could come back to them
        await self._everywhere(before.id, pass_on)  # the names on the seats left there
        await self._store.forget(before.id)  # nobody can be that guest again

    async def _everywhere(self, guest: str, change: _Change) -> None:
        """Change what the store has of a guest's seats, and let tables in memory read it again."""
        await change(None)
        for live in await self._service.settled():
            if guest == live.table.host or _named(live, guest):
                await live.rewritten(lambda live=live: change(live.table.id))  # type: ignore[misc]

    async def _leave_all(self, guest: str) -> None:
        """Get up everywhere: bots play on for the others, and a game of nobody else is over."""
        for name in await self._store.unfinished(guest):
            live = await self._service.table(name)
            try:
                await self._leave(live, guest)
            except Refused:  # over meanwhile, or the store was busy: look again below
                continue
        if await self._store.unfinished(guest):
            raise NotSaved("some games could not be left; try again")

    async def _leave(self, live: LiveTable, guest: str) -> None:
        """Get up at one table; a waiting room goes to another who sits there, or is no more."""
        if live.table.status != "open":
            await live.leave(guest, None)
            return
        kept = True

        async def leave_room() -> None:
            nonlocal kept
            kept = await self._store.leave_room(guest, live.table.id)

        await live.rewritten(leave_room)
        if not kept:
            await self._service.let_go(live.table.id)

    async def delete(self, guest: Guest, password: str, address: str, nameless: bool = False) -> None:
        """Remove the account and every name: running games are left to bots, moves of old ones stay.

        A private league keeps the name it knows its person by, unless `nameless`.
        """
        account = await self._account(guest)
        await self._check(account.login, account, password, address)
        await self._everywhere(guest.id, lambda table: self._store.unname(guest.id, table))
        await self._leave_all(guest.id)  # nameless by now; if it fails here, the account is still there
        if not await self._store.forget(guest.id, nameless):
            raise NotSaved("a game was begun meanwhile; try again")
        for live in await self._service.settled():
            if _named(live, guest.id):
                await live.rewritten(_nothing)
        self.hang_up(guest.id)

    # --- looking -----------------------------------------------------------------------------------------

    async def about(self, guest: Guest) -> dict[str, Any]:
        """What the account's page shows."""
        account = await self._account(guest)
        return {
            "name": account.name,
            "created": account.created,
            "codes": len(await self._store.codes(guest.id)),
            "sessions": await self._store.sessions(guest.id),
        }

    async def data(self, guest: Guest, address: str) -> dict[str, Any]:
        """Everything that is kept of a guest, but no secret."""
        self._tries.take((tries.DOWNLOADS, guest.id), (tries.DOWNLOADS, address))
        account = await self._store.account_of(guest.id)
        cards = await self._store.tables_of(guest.id, MOST_GAMES)
        return {
            "guest": {"name": guest.name, "language": guest.language, "created": guest.created.isoformat()},
            "account": account and {"name": account.name, "created": account.created.isoformat()},
            "recovery_codes_left": len(await self._store.codes(guest.id)),
            "sessions": [
                {
                    "kind": one.kind,
                    "label": one.label,
                    "created": one.created.isoformat(),
                    "seen": one.seen.isoformat(),
                }
                for one in await self._store.sessions(guest.id)
            ],
            "games": [{**told_card(card, guest.id), "moves": await self._moves(card.id)} for card in cards],
            "leagues": [
                {"id": one.id, "name": one.name, "owner": one.owner == guest.id, "games": one.games}
                for one in await self._store.leagues_of(guest.id)
            ],
            "sheets": [
                {"id": one.id, "fields": {key: entry[0] for key, entry in one.fields.items()}}
                for one in await self._store.sheets_of(guest.id, MOST_GAMES)
            ],
        }

    async def _moves(self, table: str) -> list[list[Any]]:
        kept = await self._store.load_table(table)
        return [[move.seat, move.text] for move in kept.moves] if kept else []


def _named(live: LiveTable, guest: str) -> bool:
    """Whether a seat is this guest's or was, a bot playing there or not."""
    return any(seat.guest == guest for seat in live.table.seats)


async def _nothing() -> None:
    pass
