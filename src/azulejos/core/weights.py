"""Tuned weights as a file beside a family: by variant, by name, one number per stage or kind of decision.

Names in the file that the family no longer has are ignored, and new ones keep their hand-set weight, so
that an older file still works after a feature is added.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from azulejos.core.jit import source_hash

FILE = "weights.json"
NETS = "*.net"


def fingerprint() -> str:
    """A name for this version of sources, tuned weights and nets: bots of another may play otherwise."""
    package = Path(__file__).parent.parent
    digest = hashlib.sha256(source_hash().encode())
    for path in sorted([*package.rglob(FILE), *package.rglob(NETS)]):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def read_file(package: str) -> dict[str, Any]:
    """All tuned weights of a family; empty where there is no file."""
    path = files(package) / FILE
    return json.loads(path.read_text("utf-8")) if path.is_file() else {}


def tuned(
    package: str, variants: Iterable[str], part: str, names: Sequence[str], by_hand: Sequence[float]
) -> tuple[float, ...]:
    """Rows of weights, one per stage or kind: those of the first variant that has been tuned."""
    entries = (read_file(package).get(variant) for variant in variants)
    table: dict[str, list[float]] = next((entry[part] for entry in entries if entry), {})
    rows = len(by_hand) // len(names)
    return tuple(
        float(table[name][row]) if name in table else by_hand[row * len(names) + n]
        for row in range(rows)
        for n, name in enumerate(names)
    )
