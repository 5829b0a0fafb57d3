"""The commands `play` and `replay`, put together from their parts."""

import sys
from pathlib import Path

from azulejos.core.errors import RulesError
from azulejos.core.match import Match
from azulejos.terminal.console import Terminal
from azulejos.terminal.files import FileTrouble, Keeper, check_free, games_folder, unfinished_game
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
        file = file or _unfinished_game()
        game = resumed_game(file, wishes)
    elif position is not None:
        game = game_from_position(position, wishes)
    else:
        game = new_game(wishes)
    return Session(game, Terminal(plain), _keeper(game, file, save), wishes.seed).run()


def _unfinished_game() -> Path:
    path = unfinished_game()
    if path is None:
        raise FileTrouble(f"there is no game to resume: {games_folder()} holds no unfinished one")
    return path


def _keeper(game: Match, file: Path | None, save: Path | None) -> Keeper:
    """Where the game will be kept: as wished, in the file it came from, or in one of its own."""
    if save is not None:
        check_free(save, game)
        return Keeper(save)
    return Keeper(file, game) if file else Keeper()


def start_replay(file: Path, ply: int | None, everything: bool, as_json: bool, plain: bool) -> int:
    """Show a record as it was asked for; the exit status."""
    if everything and ply is not None:
        raise RulesError("--all and --ply cannot be given together: all steps, or one of them")
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
