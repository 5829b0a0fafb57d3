"""The games that were saved in a test's own data folder."""

from pathlib import Path

import azulejos as az


def kept(home: Path) -> list[Path]:
    """The saved games, the one changed last at the end."""
    folder = home / "data" / "azulejos" / "games"
    return sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime_ns) if folder.exists() else []


def saved(home: Path) -> az.Match:
    """The game that was saved last."""
    return az.read(kept(home)[-1].read_text(encoding="utf-8"))


def moves(game: az.Match) -> list[str]:
    """The moves of a game without its deals."""
    return [entry.text for entry in game.entries if entry.seat >= 0]
