"""How one server runs, and where its data is kept. Reads no file; how it is set is in settings."""

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

PORT = 8000
LOOPBACK = "127.0.0.1"
EVERYWHERE = ("0.0.0.0", "::")  # what people name to be reached from other machines
_FOLDER = "azulejos"


class ServeTrouble(Exception):
    """The server cannot start; the message is a sentence for the person."""


@dataclass(frozen=True, slots=True)
class Config:
    """How one server runs."""

    data: Path
    host: str = LOOPBACK
    port: int = PORT
    database: str = ""  # empty: a file in the data folder
    workers: int = 2  # processes that think for bots
    secret: bytes = b""  # what cookies are signed with; empty: the key file in the data folder
    hosts: tuple[str, ...] = ()  # names this server answers to; empty: any
    proxies: tuple[str, ...] = ()  # addresses and networks whose word about a visitor's address is believed
    limits: float = 1.0  # times the usual limits of web/limits.py; 0: none
    sockets: int = 20  # open at once for one guest
    metrics: str = ""  # the token for /metrics; empty: only this machine may read it
    log: str = "text"  # or json
    pace: float = 1.0  # least seconds between two moves of bots
    develop: bool = False  # read templates, static files and texts again for every page

    @property
    def url(self) -> str:
        """The database's address."""
        return self.database or f"sqlite+aiosqlite:///{(self.data / 'azulejos.db').as_posix()}"


def usual_workers() -> int:
    """Two, but on a small machine leave a core to the server itself."""
    return max(1, min(2, (os.cpu_count() or 2) - 1))


def data_folder(platform: str = sys.platform, environment: Mapping[str, str] | None = None) -> Path:
    """Where this platform wants a user's data."""
    known = os.environ if environment is None else environment
    home = Path(os.path.expanduser("~"))
    if platform == "win32":
        return Path(known.get("LOCALAPPDATA") or home / "AppData" / "Local") / _FOLDER
    if platform == "darwin":
        return home / "Library" / "Application Support" / _FOLDER
    base = known.get("XDG_DATA_HOME", "")
    if os.path.isabs(base):  # the standard passes over a relative one
        return Path(base) / _FOLDER
    return home / ".local" / "share" / _FOLDER
