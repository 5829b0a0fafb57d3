"""The settings of a server: one table, from which flags, environment and docs/self-hosting.md all follow."""

import ipaddress
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from azulejos.web.config import LOOPBACK, PORT, Config, ServeTrouble, data_folder, usual_workers

_HOST = re.compile(r"[a-z0-9_.-]+|[0-9a-f:]+", re.IGNORECASE)  # a name or an address, without a port
LONGEST = 200  # of a token: web/tokens.py reads no more of it
_YES, _NO = ("1", "on", "yes", "true"), ("0", "off", "no", "false")


@dataclass(frozen=True, slots=True)
class Setting:
    """One thing that can be set: a field of Config, read from a text."""

    name: str
    metavar: str
    read: Callable[[str], Any]  # ValueError for a text that is none
    expected: str
    help: str
    usual: str = ""  # what it is unless said, in words
    flag: bool = True  # others are for the environment alone
    private: bool = False  # never repeated in a message

    @property
    def option(self) -> str:
        """Its name on the command line."""
        return f"--{self.name}"

    @property
    def variable(self) -> str:
        """Its name in the environment."""
        return f"AZULEJOS_{self.name.upper()}"

    def value(self, text: str, source: str) -> Any:
        """The value of a text; ServeTrouble says where it came from and what was expected."""
        try:
            return self.read(text)
        except (ValueError, OverflowError):
            came = "cannot be used" if self.private else f"is {text[:100]!r}"
            raise ServeTrouble(f"{source} {came}, expected {self.expected}") from None


def configure(
    flags: Mapping[str, str | None], environment: Mapping[str, str] = os.environ
) -> tuple[Config, set[str]]:
    """The settings as flags say, else the environment, else as usual; and the names of those said."""
    said: dict[str, Any] = {}
    for setting in SETTINGS:
        text, source = flags.get(setting.name), setting.option
        if text is None:  # an empty variable says nothing, an empty flag is a mistake
            text, source = environment.get(setting.variable) or None, setting.variable
        if text is not None:
            said[setting.name] = setting.value(text, source)
    usual = {"data": data_folder().absolute, "workers": usual_workers}
    rest = {name: make() for name, make in usual.items() if name not in said}
    return Config(**{**rest, **said}), set(said)


# --- reading ---------------------------------------------------------------------------------------------


def _whole(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not (text.isascii() and text.strip().isdigit()) or not least <= int(text) <= most:
            raise ValueError(text)
        return int(text)

    return read


def _number(most: float) -> Callable[[str], float]:
    def read(text: str) -> float:
        value = float(text)
        if not 0 <= value <= most:  # neither is a NaN
            raise ValueError(text)
        return value

    return read


def _word(text: str) -> str:
    if not text.strip():
        raise ValueError(text)
    return text.strip()


def _host(text: str) -> str:
    name = _word(text)
    if "\0" in name or not name.encode("idna"):  # no machine has a name that cannot be asked for
        raise ValueError(text)
    return name


def _folder(text: str) -> Path:
    try:
        return Path(_word(text)).expanduser().absolute()
    except RuntimeError:  # the home of somebody whom this machine does not know
        raise ValueError(text) from None


def _names(text: str) -> tuple[str, ...]:
    found = tuple(text.replace(",", " ").lower().split())
    if not found or not all(_HOST.fullmatch(name) for name in found):
        raise ValueError(text)
    return found


def _networks(text: str) -> tuple[str, ...]:
    found = tuple(text.replace(",", " ").split())
    if not found:
        raise ValueError(text)
    for each in found:
        ipaddress.ip_network(each)
    return found


def _long(least: int, make: Callable[[str], Any]) -> Callable[[str], Any]:
    def read(text: str) -> Any:
        if len(text) < least:
            raise ValueError(text)
        return make(text)

    return read


def _token(least: int, most: int) -> Callable[[str], str]:
    """What can be sent after "Bearer" as it is."""

    def read(text: str) -> str:
        if not least <= len(text) <= most or not re.fullmatch(r"[!-~]+", text):
            raise ValueError(text)
        return text

    return read


def _one_of(*words: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in words:
            raise ValueError(text)
        return text

    return read


def _yes_or_no(text: str) -> bool:
    if text.lower() not in _YES + _NO:
        raise ValueError(text)
    return text.lower() in _YES


# --- the table -------------------------------------------------------------------------------------------

SETTINGS = (
    Setting(
        "host",
        "HOST",
        _host,
        "a name or an address of this machine",
        "Where to listen: 0.0.0.0 lets other machines in.",
        LOOPBACK,
    ),
    Setting(
        "port",
        "N",
        _whole(0, 65535),
        "a whole number from 0 to 65535",
        f"{PORT} unless said, or the next that is free.",
        f"{PORT}, or the next that is free",
    ),
    Setting(
        "data",
        "DIR",
        _folder,
        "a folder",
        "Keep games and the server's key there.",
        "`azulejos` in the user's data folder",
    ),
    Setting(
        "database",
        "URL",
        _word,
        "an address as in postgresql+asyncpg://HOST/NAME",
        "Keep games there, as in postgresql+asyncpg://HOST/NAME.",
        "`azulejos.db`, a SQLite file in the data folder",
        private=True,
    ),
    Setting(
        "workers",
        "N",
        _whole(1, 64),
        "a whole number from 1 to 64",
        "Processes that think for bots.",
        "2, on two cores 1",
    ),
    Setting(
        "hosts",
        "NAMES",
        _names,
        "names without scheme and port, as in play.example",
        "Names this server answers to, with commas between.",
        "any",
    ),
    Setting(
        "proxies",
        "NETS",
        _networks,
        "addresses or networks, as in 127.0.0.1 or 10.0.0.0/8",
        "Proxies in front, with commas between: their word about visitors' addresses is believed.",
        "none",
    ),
    Setting(
        "limits",
        "X",
        _number(1e6),
        "a number from 0 on",
        "So many times the usual limits on requests; 0: none.",
        "1",
    ),
    Setting(
        "sockets",
        "N",
        _whole(1, 100_000),
        "a whole number from 1 to 100000",
        "Pages with a table that one guest may have open at once.",
        "20",
    ),
    Setting(
        "log",
        "KIND",
        _one_of("text", "json"),
        "text or json",
        "How lines of the log are written: text or json.",
        "text",
    ),
    Setting(
        "metrics",
        "TOKEN",
        _token(16, LONGEST),
        f"16 to {LONGEST} letters, digits and signs without a space",
        "The token for `/metrics`.",
        "none: only this machine may read them",
        flag=False,
        private=True,
    ),
    Setting(
        "secret",
        "KEY",
        _long(32, str.encode),
        "at least 32 characters",
        "What cookies are signed with.",
        "the file `secret.key` in the data folder, made at the first start",
        flag=False,  # others on the machine can read a command line
        private=True,
    ),
    Setting(
        "pace",
        "X",
        _number(60),
        "a number of seconds from 0 to 60",
        "Least seconds between two moves of bots.",
        "1",
        flag=False,
    ),
    Setting(
        "develop",
        "1",
        _yes_or_no,
        "1 or 0",
        "Read templates, static files and texts again for every page.",
        "0",
        flag=False,
    ),
)
BY_NAME = {setting.name: setting for setting in SETTINGS}
