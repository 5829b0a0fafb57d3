"""The static files, kept in memory and packed once, under an address that names their contents."""

import functools
import gzip
import hashlib
import posixpath
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

FOLDER = Path(__file__).with_name("static")
_IMPORT = re.compile(r"""^\s*(?:import|export|\}) *[^'"();]*?(?:from\s*)?['"](\.[^'"]+)['"]""", re.MULTILINE)
FOREVER = "public, max-age=31536000, immutable"
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain; charset=utf-8",
}


@dataclass(frozen=True, slots=True)
class Asset:
    """One file as it is sent."""

    kind: str
    plain: bytes
    packed: bytes | None  # None where packing gains nothing


class Assets:
    """All static files of one folder."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder
        self._stamp: object = None
        self.files: dict[str, Asset] = {}
        self._modules: dict[str, list[str]] = {}
        self.hash = ""
        self.read()

    def read(self) -> None:
        """Read the files, if one of them has changed since."""
        found = sorted(path for path in self._folder.rglob("*") if path.is_file() and path.suffix in TYPES)
        stamp = [(path, path.stat().st_mtime_ns) for path in found]
        if stamp != self._stamp:
            named = [(path.relative_to(self._folder).as_posix(), path.read_bytes()) for path in found]
            self._stamp, self.hash = stamp, _hash(named)
            self.files = {name: _asset(name, content) for name, content in named}
            self._modules = {}

    def address(self, name: str) -> str:
        """Where a page finds a file."""
        if name not in self.files:
            raise LookupError(f"there is no static file {name!r}")
        return f"/static/{self.hash}/{name}"

    def modules(self, name: str) -> list[str]:
        """Where a script and all that it imports are found, so that a page can ask for them at once."""
        if name not in self._modules:
            self._modules[name] = [self.address(each) for each in self._imported(name)]
        return self._modules[name]

    def _imported(self, name: str) -> list[str]:
        found, queue = {name: None}, [name]
        while queue:
            own = queue.pop()
            folder = own.rpartition("/")[0]
            for relative in _IMPORT.findall(self.files[own].plain.decode()):
                other = posixpath.normpath(posixpath.join(folder, relative))
                if other in self.files and other not in found:
                    found[other] = None
                    queue.append(other)
        return list(found)

    def has(self, name: str) -> bool:
        """Whether there is such a file."""
        return name in self.files

    def drawing(self, name: str) -> Markup:
        """A drawing of ours, to stand inside a page."""
        return Markup(self.files[name].plain.decode())  # ours, so it needs no escaping

    def answer(self, request: Request, version: str, name: str) -> Response | None:
        """A file, if it is there; one that is asked for under an old address may not be kept."""
        asset = self.files.get(name)
        if asset is None:
            return None
        keep = FOREVER if version == self.hash else "no-cache"
        headers = {"cache-control": keep, "vary": "accept-encoding"}
        if asset.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(
                asset.packed, media_type=asset.kind, headers={**headers, "content-encoding": "gzip"}
            )
        return Response(asset.plain, media_type=asset.kind, headers=headers)


def _hash(named: Iterable[tuple[str, bytes]]) -> str:
    whole = hashlib.sha256()
    for name, content in named:
        whole.update(f"{name}\0{len(content)}\0".encode())
        whole.update(content)
    return whole.hexdigest()[:16]


@functools.lru_cache(512)  # while files are worked on, only those that changed are packed again
def _asset(name: str, content: bytes) -> Asset:
    packed = gzip.compress(content, 9, mtime=0)
    kind = TYPES[Path(name).suffix]
    return Asset(kind, content, packed if len(packed) < 0.9 * len(content) else None)
