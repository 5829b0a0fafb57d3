"""Pieces of a position's one-line text that games share. Only letters, digits and `-._~` occur."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from azulejos.core.checks import quoted
from azulejos.core.errors import BadPosition


def course_pattern(phases: Mapping[str, str]) -> str:
    """What `write_course` writes, as a pattern of five groups."""
    return rf"([1-9][0-9]{{0,17}})([{''.join(phases)}])([0-3]?)s([0-3])m([0-3c])"


def write_course(position: Mapping[str, Any], phases: Mapping[str, str]) -> str:
    """Round, phase, turn, starter and marker."""
    phase = next(letter for letter, name in phases.items() if name == position["phase"])
    turn = "" if position["turn"] is None else position["turn"]
    marker = "c" if position["marker"] == "centre" else position["marker"]
    return f"{position['round']}{phase}{turn}s{position['starter']}m{marker}"


def read_course(match: re.Match[str], phases: Mapping[str, str]) -> dict[str, Any]:
    """The inverse, from a match that has `course_pattern` first."""
    return {
        "round": int(match[1]),
        "phase": phases[match[2]],
        "turn": int(match[3]) if match[3] else None,
        "starter": int(match[4]),
        "marker": "centre" if match[5] == "c" else int(match[5]),
    }


def write_counts(counts: Mapping[str, int]) -> str:
    """Counts by letter, in colour order."""
    return ".".join(str(count) for count in counts.values())


def read_counts(part: str, letters: str, where: str) -> dict[str, int]:
    """The inverse."""
    counts = part.split(".")
    if len(counts) != len(letters) or not all(re.fullmatch(r"[0-9]{1,3}", c) for c in counts):
        raise BadPosition(f"{where} is {quoted(part)}, expected {len(letters)} counts joined by '.'")
    return {letter: int(count) for letter, count in zip(letters, counts, strict=True)}


def write_rows(rows: Iterable[str]) -> str:
    """Rows of cells, digits standing for empty ones."""
    return "-".join(re.sub(r"\.+", lambda gap: str(len(gap[0])), row) for row in rows)


def read_rows(part: str, width: int) -> list[str]:
    """The inverse; a row that is too long is cut just beyond the width, so that it is noticed."""
    rows = [re.sub("[1-6]", lambda gap: "." * int(gap[0]), row) for row in part.split("-")]
    return [row[: width + 1] for row in rows]
