"""The replay store: what self-play left behind, in files that are whole or not there at all.

A shard is one npz file: arrays, and as JSON text in the array `meta` what it holds and how it came about.
It is written under another name and renamed, so that a process can be killed at any moment. A damaged shard
is named and passed over. Samples lie in the order of play, game after game.
"""

import io
import json
import os
import sys
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

VERSION = 1
SUFFIX = ".npz"
SAMPLES = ("states", "values", "kinds", "chosen", "counts", "games")
ROWS = ("actions", "visits")
GAMES = ("results", "finals", "scores", "numbers")
NAMES = (*SAMPLES, *ROWS, *GAMES)


class Damaged(ValueError):
    """A file that is no shard, or not a whole one."""


@dataclass
class Shard:
    """Many games' samples."""

    states: Any  # [sample, field]
    values: Any  # [sample, seat]: what the search expected; negative where nobody thought
    kinds: Any  # [sample]: of `noting`
    chosen: Any  # [sample]: the move that was made, or -1
    counts: Any  # [sample]: how many rows of moves belong to it
    games: Any  # [sample]: which game it is of
    actions: Any  # [row]: a move that was looked into
    visits: Any  # [row]: how often
    results: Any  # [game, seat]: share of the result
    finals: Any  # [game, field]: the last position
    scores: Any  # [game, seat]
    numbers: Any  # [game]: with the seed in `meta`, enough to play it again
    meta: dict[str, Any] = field(default_factory=dict)

    def check(self) -> None:
        """Raise Damaged unless the parts fit together."""
        samples, games = len(self.states), len(self.results)
        if any(len(getattr(self, name)) != samples for name in SAMPLES):
            raise Damaged("samples are of different lengths")
        if any(len(getattr(self, name)) != games for name in GAMES):
            raise Damaged("games are of different lengths")
        if int(self.counts.sum()) != len(self.actions) or len(self.actions) != len(self.visits):
            raise Damaged("moves do not fit the samples")
        if samples and not 0 <= int(self.games.min()) <= int(self.games.max()) < games:
            raise Damaged("samples of games that are not there")


def write(path: Path, shard: Shard) -> None:
    """Put a shard into a file, all of it or nothing."""
    replace_file(path, packed(shard))


def packed(shard: Shard, small: bool = True) -> bytes:
    """A shard as its file holds it: as small as can be, or as quick to write and to read."""
    shard.check()
    meta = {
        **shard.meta,
        "version": VERSION,
        "games": len(shard.results),
        "samples": len(shard.states),
    }
    room = io.BytesIO()
    text = np.frombuffer(json.dumps(meta, sort_keys=True).encode(), np.uint8)
    save = np.savez_compressed if small else np.savez
    save(room, meta=text, **{name: getattr(shard, name) for name in NAMES})
    return room.getvalue()


def replace_file(path: Path, data: bytes) -> None:
    """Write a file in one step: whoever reads it sees the old one or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    other = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    with other.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    other.replace(path)


def read(path: Path) -> Shard:
    """A shard from its file; Damaged says what is wrong with it."""
    try:
        with path.open("rb") as raw, np.load(raw, allow_pickle=False) as file:
            arrays = {name: file[name] for name in NAMES}
            meta = json.loads(bytes(file["meta"]))
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        raise Damaged(f"{path.name}: {type(error).__name__}: {error}") from None
    if not isinstance(meta, dict) or meta.get("version") != VERSION:
        raise Damaged(f"{path.name}: not of version {VERSION}")
    shard = Shard(**arrays, meta=meta)
    try:
        shard.check()
    except Damaged as error:
        raise Damaged(f"{path.name}: {error}") from None
    return shard


def read_meta(path: Path) -> dict[str, Any] | None:
    """What a shard says of itself, or None where it is damaged."""
    try:
        with path.open("rb") as raw, np.load(raw, allow_pickle=False) as file:
            meta = json.loads(bytes(file["meta"]))
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error):
        return None
    return meta if isinstance(meta, dict) and meta.get("version") == VERSION else None


def read_all(paths: Sequence[Path]) -> Iterator[tuple[Path, Shard]]:
    """The shards that are whole, one after the other; the others are named on standard error."""
    for path in paths:
        try:
            yield path, read(path)
        except Damaged as error:
            sys.stderr.write(f"passed over: {error}\n")


def listed(folder: Path) -> list[Path]:
    """The shards in a folder, in order of their names."""
    return sorted(folder.glob(f"*{SUFFIX}"))


def joined(parts: Sequence[Shard], meta: Mapping[str, Any]) -> Shard:
    """Several games' samples as one shard."""
    offset = 0
    games = []
    for part in parts:
        games.append(part.games + offset)
        offset += len(part.results)
    arrays = {
        name: np.concatenate([getattr(part, name) for part in parts]) for name in NAMES if name != "games"
    }
    return Shard(**arrays, games=np.concatenate(games), meta=dict(meta))
