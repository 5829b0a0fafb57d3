"""What of a table's record somebody who comes back still has: a ply, and a mark of the entries before it.

A ply alone is not enough: after a take-back other entries may stand there. Pages make the same mark
(resume.js).
"""

import zlib

from azulejos.service.tables import LiveTable
from azulejos.web.messages import MOST_PLY


def known_ply(text: str) -> int:
    """How much of the record somebody says that they have already."""
    return min(int(text), MOST_PLY) if text.isascii() and text.isdigit() and len(text) < 8 else 0


def marked(live: LiveTable, ply: int) -> str:
    """A ply with a mark of the entries before it."""
    entries = live.match.entries[:ply] if live.match is not None else ()
    text = "\n".join(f"{entry.seat} {entry.text}" for entry in entries)
    return f"{ply}-{zlib.crc32(text.encode()):08x}"


def known_from(live: LiveTable, last: str) -> int:
    """How many entries whoever comes back still has right; where they give no mark, their word counts."""
    ply = known_ply(last.partition("-")[0])
    return ply if "-" not in last or last == marked(live, ply) else 0
