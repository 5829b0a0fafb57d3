"""The commands `play` and `replay`, put together from their parts."""

import sys
from pathlib import Path

from azulejos.core.errors import RulesError
from azulejos.core.match import Match
from azulejos.terminal.console import Terminal
from azulejos.terminal.files import FileTrouble, Keeper, check_free, last_game
from azulejos.terminal.opening import Wishes, game_from_position, new_game, read_game, resumed_game
from azulejos.terminal.play import Session
from azulejos.terminal.replay import Replay
from azulejos.terminal.replay import as_json as json_text


def start_game(
    wishes: Wishes, file: Path | None, resume: bool, position: str | None, save: Path | None, plain: bool
) -> int:
    """Open a game as it was asked for and play it; the exit status."""
    resuming = resume or file is not None
    if resuming and position is not None:
        raise RulesError("--resume and --position cannot be given together")
    if resuming:
        game = resumed_game(file or _last_game(), wishes)
    elif position is not None:
        game = game_from_position(position, wishes)
    else:
        game = new_game(wishes)
    return Session(game, Terminal(plain), _keeper(game, file, resuming, save), wishes.seed).run()


def _last_game() -> Path:
    path = last_game()
    if not path.exists():
        raise FileTrouble(f"there is no game to resume: {path} is not there")
    return path


def _keeper(game: Match, file: Path | None, resuming: bool, save: Path | None) -> Keeper:
    keeper = Keeper(save)
    if save is not None:
        check_free(save, game)
    elif not resuming or file is not None:
        keeper.put_aside()
    return keeper


def start_replay(file: Path, ply: int | None, everything: bool, as_json: bool, plain: bool) -> int:
    """Show a record as it was asked for; the exit status."""
    game = read_game(file)
    if as_json:
        sys.stdout.write(json_text(game, ply) + "\n")
        return 0
    replay = Replay(game, Terminal(plain))
    if ply is not None:
        replay.show(ply)
    elif everything or not replay.terminal.interactive:
        replay.show_all()
    else:
        replay.step_through()
    return 0
