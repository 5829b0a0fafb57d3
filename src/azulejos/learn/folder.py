"""The folder of a run: what lies where, what has happened. All that a run knows is in its files:

`run.json` the variant, the seed and the sizes of the net; `shards/g001/*.npz` self-play that generation 1
is the first to learn from; `nets/g001.net` what it learned, and `checkpoints/g001.pt` the same to go on
from; `gates/g001.json` the games that decide on it; `best.json` the generation that is best; `journal.ndjson`
a line for every step taken, for tables and curves.
"""

import io
import json
import os
import tarfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from azulejos.arena.pairing import derived
from azulejos.bots import nets
from azulejos.learn.replay import listed, read_meta, replace_file
from azulejos.learn.variants import rules_of, variants_of

SIZES = (128, 32)
UNTRIED = "untried"  # a step: a generation plays that no gate has judged
DECIDED = ("gate", "trusted", UNTRIED)  # steps after which the next generation is due
KEPT_NETS = 4  # in an archive: the newest, and the best


class FolderError(ValueError):
    """A folder that is not what was expected."""


@dataclass(frozen=True)
class Folder:
    """A run's folder."""

    path: Path
    variant: Mapping[str, Any]
    seed: int
    sizes: tuple[int, int]

    def shards(self, generation: int) -> Path:
        """The self-play that a generation is the first to learn from."""
        return self.path / "shards" / f"g{generation:03}"

    def net(self, generation: int) -> Path:
        """A generation's net, as the search reads it."""
        return self.path / "nets" / f"g{generation:03}.net"

    def checkpoint(self, generation: int) -> Path:
        """The same as training left it."""
        return self.path / "checkpoints" / f"g{generation:03}.pt"

    def gate(self, generation: int) -> Path:
        """The games that decide on a generation."""
        return self.path / "gates" / f"g{generation:03}.json"

    def derived(self, *path: object) -> int:
        """A seed for something that is done here."""
        return derived(self.seed, *path)

    @property
    def due(self) -> int:
        """The generation that is being made."""
        decided = [int(line["generation"]) for line in self.journal() if line["step"] in DECIDED]
        return 1 + max(decided, default=0)

    @property
    def best(self) -> int:
        """The generation that was promoted last; 0 is the search without a net."""
        told = read_json(self.path / "best.json")
        return int(told["generation"]) if told else 0

    @property
    def player(self) -> int:
        """The generation whose games are learned from: the best, or the newest where that plays untried."""
        lines = [line for line in self.journal() if line["step"] in DECIDED]
        newest = max(lines, key=lambda line: int(line["generation"]), default=None)
        if newest is not None and (newest["step"] == UNTRIED or newest.get("untried")):
            return int(newest["generation"])
        return self.best

    @property
    def net_name(self) -> str:
        """What the nets made here are called."""
        rules, variants = rules_of(self.variant), variants_of(self.variant)
        if len(variants) == 1:
            return nets.name_of(rules)
        played = [set(rules_of(one).variant().split()[1:]) for one in variants]
        shared = set.intersection(*played)
        return nets.partial_name(rules, shared.pop()) if shared else nets.common_name(rules)

    def net_of(self, generation: int) -> bytes | None:
        """The net that plays for a generation, as its file holds it; None for generation 0."""
        return self.net(generation).read_bytes() if generation else None

    def promote(self, generation: int) -> None:
        """Call a generation the best from now on."""
        write_json(self.path / "best.json", {"generation": generation})

    def played(self, generation: int) -> tuple[int, int]:
        """Games and samples that there are for a generation."""
        metas = [meta for path in listed(self.shards(generation)) if (meta := read_meta(path))]
        return sum(meta["games"] for meta in metas), sum(meta["samples"] for meta in metas)

    def pack(self, path: Path) -> None:
        """Put what matters but the shards into one archive: enough to go on elsewhere, and small."""
        kept = [self.path / name for name in ("run.json", "best.json", "journal.ndjson", "curves.svg")]
        nets = sorted(self.path.glob("nets/*.net"))
        kept += sorted({*nets[-KEPT_NETS:], self.net(self.best)}) + sorted(self.path.glob("gates/*.json"))
        kept += sorted(self.path.glob("checkpoints/*.pt"))[-1:]
        room = io.BytesIO()
        with tarfile.open(fileobj=room, mode="w:gz") as archive:
            for file in kept:
                if file.exists():
                    archive.add(file, f"{self.path.name}/{file.relative_to(self.path)}")
        replace_file(path, room.getvalue())

    def note(self, step: str, generation: int, **facts: Any) -> None:
        """Add a line to the journal."""
        line = json.dumps({"step": step, "generation": generation, "at": round(time.time()), **facts})
        self.path.mkdir(parents=True, exist_ok=True)
        with (self.path / "journal.ndjson").open("ab") as file:
            file.write(line.encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())

    def journal(self) -> list[dict[str, Any]]:
        """All lines of the journal that are whole."""
        path = self.path / "journal.ndjson"
        lines = path.read_text("utf-8").splitlines() if path.exists() else []
        return [told for line in lines if (told := _parsed(line)) is not None]


def open_folder(
    path: Path, variant: Mapping[str, Any] | None, seed: int = 1, sizes: tuple[int, int] = SIZES
) -> Folder:
    """The run in a folder, begun now if there is none; FolderError where it is another one."""
    told = read_json(path / "run.json")
    if told is None:
        if variant is None:
            raise FolderError(f"{path}: no run is there, and no game was named to begin one")
        told = {"version": 1, "variant": dict(variant), "seed": seed, "sizes": list(sizes)}
        write_json(path / "run.json", told)
    if variant is not None and told["variant"] != dict(variant):
        raise FolderError(f"{path} holds a run of {told['variant']}, not of {dict(variant)}")
    return Folder(path, told["variant"], told["seed"], tuple(told["sizes"]))


def read_json(path: Path) -> Any:
    """What a file holds, or None where it is missing or damaged."""
    try:
        return _parsed(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError):
        return None


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


def write_json(path: Path, data: Any) -> None:
    """Write a file in one step."""
    replace_file(path, (json.dumps(data, indent=1) + "\n").encode())
