"""Games on disk: where they are kept, reading and writing them safely, troubles as single sentences."""

import os
import re
import shlex
import shutil
import sys
from datetime import datetime
from pathlib import Path

from azulejos.core.errors import RulesError
from azulejos.core.match import Match
from azulejos.core.record import DEAL, UNFINISHED, Record, parse_record

MOST_BYTES = 4_000_000  # far more than any game; keeps an endless file from filling the memory
MOST_GAMES = 100  # kept in the data folder; the games changed longest ago make room
PROGRAM = "azulejos"

_OUR_NAME = re.compile(r"\d{4}-\d\d-\d\d-\d{4}-[a-z]+(-\d+)?\.txt")  # what may be removed again


class FileTrouble(Exception):
    """A file that cannot be read or written; the message is a sentence for the person."""


def data_folder() -> Path:
    """Where the user's games are kept."""
    base = os.environ.get("XDG_DATA_HOME", "")
    if os.path.isabs(base):  # the standard passes over a relative one
        return Path(base) / "azulejos"
    return Path(os.path.expanduser("~")) / ".local" / "share" / "azulejos"


def games_folder() -> Path:
    """Where every game is kept in a file of its own."""
    return data_folder() / "games"


def unfinished_game() -> Path | None:
    """The kept game that was changed last and is not over."""
    return next((path for path in reversed(_kept_games()) if _is_unfinished(path)), None)


def _kept_games() -> list[Path]:
    """The games in our folder, the one changed last at the end."""
    found = [path for path in games_folder().glob("*.txt") if _OUR_NAME.fullmatch(path.name)]
    return sorted(found, key=lambda path: (_changed(path), path.name))


def _changed(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:  # removed by another game meanwhile
        return 0


def _is_unfinished(path: Path) -> bool:
    try:
        return read_text(path).rstrip().endswith(UNFINISHED)
    except FileTrouble:
        return False


def command_name() -> str:
    """What to type for this program: its name, or its path where a shell would not find the name."""
    beside = shutil.which(str(Path(sys.executable).with_name(PROGRAM)))
    if shutil.which(PROGRAM) or beside is None:
        return PROGRAM
    path = Path(beside)
    return shlex.quote(str(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path))


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
    _check_writable(path)
    if not path.exists():
        return
    try:
        kept = parse_record(read_text(path))
    except RulesError:
        raise FileTrouble(f"{path} is there already and is no azulejos record: choose another name") from None
    if _identity(kept) != _identity(parse_record(game.record())):
        raise FileTrouble(f"{path} holds another game: choose another name, or delete it first")


def _check_writable(path: Path) -> None:
    if path.is_dir():
        raise FileTrouble(f"cannot write {path}: it is a folder")
    if not path.parent.is_dir():
        raise FileTrouble(f"cannot write {path}: there is no such folder")
    if not os.access(path.parent, os.W_OK):
        raise FileTrouble(f"cannot write {path}: permission denied")


def _identity(record: Record) -> tuple[object, ...]:
    first_deal = next((entry for entry in record.entries if entry.seat == DEAL), None)
    return record.game, record.options, record.start, record.names, first_deal


class Keeper:
    """Keeps one game on disk, move after move. A trouble is told once; the game goes on.

    Without a path the game gets a file of its own in our folder when it is first kept, and so it does
    where somebody else has gone on with its file meanwhile.
    """

    def __init__(self, path: Path | None = None, resumed: Match | None = None) -> None:
        self.path = path
        self.trouble: str | None = None  # why the game as it stands is not on disk
        self._written = resumed.record() if resumed else ""  # what lies there already
        self._stamp = _changed(path) if path and resumed else 0  # when it was put there

    @property
    def begun(self) -> bool:
        """Whether the game has been on disk before."""
        return bool(self._written)

    def keep(self, game: Match) -> bool:
        """Save the game as it stands; True where this fails for the first time."""
        before, text = self.trouble, game.record()
        if text == self._written:
            self.trouble = None
            return False
        try:
            if self.path is None or self._changed_by_others():
                self.path = _own_file(game.game)
            write_text(self.path, text)
        except FileTrouble as trouble:
            self.trouble = f"The game is not saved: {trouble}."
            return before is None
        self.trouble, self._written, self._stamp = None, text, _changed(self.path)
        return False

    def _changed_by_others(self) -> bool:
        return self.path is not None and self._stamp != 0 and _changed(self.path) not in (0, self._stamp)

    @property
    def resume_command(self) -> str:
        """What to type to go on with the game."""
        assert self.path is not None
        is_next = self.path == unfinished_game()
        return f"{command_name()} play --resume" + ("" if is_next else f" {shlex.quote(str(self.path))}")

    @property
    def replay_command(self) -> str:
        """What to type to see the game again."""
        return f"{command_name()} replay {shlex.quote(str(self.path))}"


def _own_file(game: str) -> Path:
    """A new file in our folder, named by the time; two games at once never get the same."""
    folder, stem = games_folder(), f"{datetime.now():%Y-%m-%d-%H%M}-{game}"
    names = [f"{stem}.txt", *(f"{stem}-{number}.txt" for number in range(2, 10_000))]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path = next(path for name in names if _create(path := folder / name))
    except OSError as error:
        raise FileTrouble(f"cannot write {folder / names[0]}: {_reason(error)}") from None
    _make_room(path)
    return path


def _create(path: Path) -> bool:
    try:
        path.touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


def _make_room(new: Path) -> None:
    """Remove the games changed longest ago, once there are too many."""
    for path in [path for path in _kept_games() if path != new][: -(MOST_GAMES - 1)]:
        try:
            path.unlink()
        except OSError:  # gone already, or not ours to remove: the new game matters more
            continue
