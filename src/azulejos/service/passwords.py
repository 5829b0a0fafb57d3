"""Passwords: which are good enough, and their slow hashes, made beside the loop and few at a time."""

import asyncio
import os
import unicodedata
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from azulejos.service.errors import BadPassword, SlowDown

if TYPE_CHECKING:
    from argon2 import PasswordHasher

LEAST, MOST = 8, 256  # characters
MEMORY_KIB, PASSES = 46 * 1024, 2  # about 80 ms on one core of a small server; OWASP asks for one pass of it
AT_ONCE = max(1, min(4, (os.cpu_count() or 2) - 1))  # a core is left to the games, and memory is bounded
WAITING = 30  # beyond that nobody would wait for an answer

# Of the passwords that people choose most, those long enough for us; a list of thousands would annoy more.
_WORST = (
    "password password1 password12 password123 passw0rd p@ssw0rd 12345678 123456789 1234567890 11111111"
    " 00000000 87654321 qwertyui qwertyuiop qwerty123 1q2w3e4r 1qaz2wsx iloveyou sunshine princess football"
    " baseball superman trustno1 letmein1 welcome1 admin123 abcd1234 asdfghjkl azertyui azertyuiop"
    " motdepasse motdepasse1 jetaime1 doudou123 loulou123 chouchou marseille azulejos"
)
WORST = frozenset(_WORST.split())
# What an unknown name's password is checked against, so that it takes as long: nothing hashes to zeros.
_NOBODY = "$argon2id$v=19$m={memory},t={passes},p=1$YXp1bGVqb3MgYXp1bGVqbw$" + "A" * 43

_Answer = TypeVar("_Answer")


def normal(password: str) -> str:
    """The same password from every keyboard: composed or not, wide or narrow."""
    return unicodedata.normalize("NFKC", password)


def check_password(password: str, login: str) -> str:
    """The password to hash; BadPassword. Length is what counts, so nothing is asked of its characters."""
    password = normal(password)
    small = password.casefold()
    if len(password) < LEAST:
        raise BadPassword("password_short", f"a password has at least {LEAST} characters")
    if len(password) > MOST:
        raise BadPassword("password_long", f"a password has at most {MOST} characters")
    if small == login:
        raise BadPassword("password_name", "a password is not the name")
    if small in WORST or len(set(small)) == 1:
        raise BadPassword("password_common", "that password is among the first that anybody would try")
    return password


class Hasher:
    """Hashes passwords with argon2id, in threads; SlowDown where too many wait already."""

    def __init__(self, memory: int = MEMORY_KIB, passes: int = PASSES, at_once: int = AT_ONCE) -> None:
        self._memory, self._passes = memory, passes
        self._nobody = _NOBODY.format(memory=memory, passes=passes)
        self._turn = asyncio.Semaphore(at_once)
        self._waiting = 0

    async def hash(self, password: str) -> str:
        """What is kept of a password."""
        return await self._run(self._hash, password)

    async def check(self, kept: str | None, password: str) -> bool:
        """Whether this is the password; None, for an account that is not there, takes as long."""
        right = await self._run(self._check, kept or self._nobody, normal(password)[: MOST + 1])
        return right and kept is not None

    async def _run(self, work: Callable[..., _Answer], *given: str) -> _Answer:
        if self._waiting >= WAITING:
            raise SlowDown(3)
        self._waiting += 1
        try:
            async with self._turn:
                return await asyncio.to_thread(work, *given)
        finally:
            self._waiting -= 1

    def _hash(self, password: str) -> str:
        return str(self._argon2().hash(password))

    def _check(self, kept: str, password: str) -> bool:
        from argon2.exceptions import VerifyMismatchError

        try:
            return bool(self._argon2().verify(kept, password))
        except VerifyMismatchError:
            return False

    def _argon2(self) -> "PasswordHasher":
        from argon2 import PasswordHasher  # here: most visitors never need it

        return PasswordHasher(time_cost=self._passes, memory_cost=self._memory, parallelism=1)
