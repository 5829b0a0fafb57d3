"""Games on disk: where they are kept, reading and writing them safely, troubles as single sentences."""

import os
import shlex
from pathlib import Path

from azulejos.core.errors import RulesError
from azulejos.core.match import Match
from azulejos.core.record import DEAL, UNFINISHED, Record, parse_record

MOST_BYTES = 4_000_000  # far more than any game; keeps an endless file from filling the memory
LAST_GAME = "last-game.txt"
PREVIOUS_GAME = "previous-game.txt"


class FileTrouble(Exception):
    """A file that cannot be read or written; the message is a sentence for the person."""


def data_folder() -> Path:
    """Where the user's games are kept."""
    base = os.environ.get("XDG_DATA_HOME", "")
    if os.path.isabs(base):  # the standard passes over a relative one
        return Path(base) / "azulejos"
    return Path(os.path.expanduser("~")) / ".local" / "share" / "azulejos"


def last_game() -> Path:
    """The game that is saved after every move."""
    return data_folder() / LAST_GAME


def read_text(path: Path) -> str:
    """A text file's contents."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise FileTrouble(f"cannot read {path}: {_reason(error)}") from None
    if len(content) > MOST_BYTES:
        raise FileTrouble(f"cannot read {path}: it is too large to be a game")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FileTrouble(f"cannot read {path}: it is not UTF-8 text") from None


def write_text(path: Path, text: str) -> None:
    """Put a text in a file's place in one step, so that no half-written game is ever found there."""
    try:
        target = path.resolve()
        draft = target.with_name(f".{target.name}.{os.getpid()}")
        try:
            draft.write_text(text, encoding="utf-8", newline="\n")
            os.replace(draft, target)
        finally:
            draft.unlink(missing_ok=True)
    except FileNotFoundError:
        raise FileTrouble(f"cannot write {path}: there is no such folder") from None
    except (OSError, RuntimeError) as error:  # RuntimeError: links that run in a circle
        raise FileTrouble(f"cannot write {path}: {_reason(error)}") from None


def _reason(error: Exception) -> str:
    known: dict[type[Exception], str] = {
        FileNotFoundError: "there is no such file",
        IsADirectoryError: "it is a folder",
        NotADirectoryError: "part of its path is no folder",
        PermissionError: "permission denied",
    }
    strerror = error.strerror if isinstance(error, OSError) else None
    return known.get(type(error)) or (strerror or str(error)).lower()


def check_free(path: Path, game: Match) -> None:
    """Refuse to write over anything but an earlier state of the same game."""
    if not path.exists():
        return
    try:
        kept = parse_record(read_text(path))
    except RulesError:
        raise FileTrouble(f"{path} is there already and is no azulejos record: choose another name") from None
    if _identity(kept) != _identity(parse_record(game.record())):
        raise FileTrouble(f"{path} holds another game: choose another name, or delete it first")


def _identity(record: Record) -> tuple[object, ...]:
    first_deal = next((entry for entry in record.entries if entry.seat == DEAL), None)
    return record.game, record.options, record.start, record.names, first_deal


class Keeper:
    """Keeps one game on disk, move after move. A trouble is told once; the game goes on."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or last_game()
        self.trouble: str | None = None  # why the game as it stands is not on disk
        self._mine = path is None

    def keep(self, game: Match) -> bool:
        """Save the game as it stands; True where this fails for the first time."""
        before = self.trouble
        try:
            self._make_folder()
            write_text(self.path, game.record())
        except FileTrouble as trouble:
            self.trouble = f"The game is not saved: {trouble}."
            return before is None
        self.trouble = None
        return False

    @property
    def resume_command(self) -> str:
        """What to type to go on with the game."""
        return "azulejos play --resume" + ("" if self._mine else f" {shlex.quote(str(self.path))}")

    def _make_folder(self) -> None:
        try:
            if self._mine:
                self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise FileTrouble(f"cannot write {self.path}: {_reason(error)}") from None

    def put_aside(self) -> None:
        """Keep an unfinished game of before under another name, since a new one takes its place."""
        try:
            if self._mine and read_text(self.path).rstrip().endswith(UNFINISHED):
                os.replace(self.path, self.path.with_name(PREVIOUS_GAME))
        except (FileTrouble, OSError):
            return  # nothing to lose, or nothing to be done; saving will tell
