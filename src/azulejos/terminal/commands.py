"""What can be typed besides moves: help, undo, save and the like."""

from collections.abc import Callable, Collection
from pathlib import Path
from typing import TYPE_CHECKING

from azulejos.bots.roster import bot
from azulejos.core.errors import RulesError
from azulejos.core.match import Match
from azulejos.core.record import DEAL
from azulejos.terminal.english import bare, did, does
from azulejos.terminal.files import FileTrouble, check_free, write_text
from azulejos.terminal.seats import unseen

if TYPE_CHECKING:
    from azulejos.terminal.play import Session

ADVISER = "strong"
ADVICE = 1.0  # seconds it thinks
BETWEEN_ROUNDS = ("undo", "save", "quit")  # what makes sense while the scores of a round are shown


def run_command(session: "Session", line: str, allowed: Collection[str] | None = None) -> bool:
    """Carry out a command; False where the line is none, or none of those allowed now."""
    word, _, rest = line.partition(" ")
    name = _SHORT.get(word.lower(), word.lower())
    if name not in _COMMANDS or (allowed is not None and name not in allowed):
        return False
    _COMMANDS[name](session, rest.strip())
    return True


def _help(session: "Session", _rest: str) -> None:
    for line in session.face.notation(session.game):
        session.terminal.say(line)
    session.terminal.say("Commands:")
    for name, told in _HELP.items():
        session.terminal.say(f"  {name:<12} {told}")


def _board(session: "Session", _rest: str) -> None:
    session.look()


def _undo(session: "Session", _rest: str) -> None:
    """Back to before the last move of a person, so the bots' replies go with it."""
    game = session.game
    if not any(entry.seat in session.people for entry in game.entries):
        raise RulesError("nothing to undo: no person has moved yet")
    told: list[str] = []
    seat = DEAL
    while seat not in session.people:
        ply = _last_move(game)
        seat = game.entries[ply].seat
        told.append(did(game.names[seat], session.face.story(game.at(ply), game.entries[ply].text)))
        game.undo()
    session.changed(f"Taken back: {'; '.join(reversed(told))}.")


def _last_move(game: Match) -> int:
    """The ply of the last entry that is no deal."""
    return max(ply for ply, entry in enumerate(game.entries) if entry.seat != DEAL)


def _save(session: "Session", rest: str) -> None:
    if rest:
        path = Path(rest).expanduser()
        check_free(path, session.game)
        write_text(path, session.game.record())
        session.terminal.say(f"Saved in {path}.")
        return
    session.keeper.keep(session.game)
    if session.keeper.trouble:
        raise FileTrouble(session.keeper.trouble)
    session.terminal.say(f"Saved in {session.keeper.path}.")


def _moves(session: "Session", _rest: str) -> None:
    session.terminal.say("   ".join(session.face.compact(session.game.moves())))


def _score(session: "Session", _rest: str) -> None:
    session.terminal.say(session.face.so_far(session.game))


def _hint(session: "Session", _rest: str) -> None:
    move = bot(ADVISER, seed=session.game.ply).choose(unseen(session.game), seconds=ADVICE).move
    told = bare(session.face.story(session.game, move))
    session.terminal.say(f"The {ADVISER} bot would play {move}: {told}.")


def _log(session: "Session", _rest: str) -> None:
    """This round's moves."""
    game = session.game
    number = game.show()["round"]
    plies = [ply for ply, entry in enumerate(game.entries) if entry.seat != DEAL]
    plies = [ply for ply in plies if game.at(ply).show()["round"] == number]
    if not plies:
        session.terminal.say("Nobody has moved in this round yet.")
    width = max([8, *(len(game.entries[ply].text) for ply in plies)])
    for ply in plies:
        entry = game.entries[ply]
        told = does(game.names[entry.seat], session.face.story(game.at(ply), entry.text))
        session.terminal.say(f"  {entry.text:<{width}} {told}")


def _quit(session: "Session", _rest: str) -> None:
    session.leaving = True


_COMMANDS: dict[str, Callable[["Session", str], None]] = {
    "help": _help,
    "board": _board,
    "moves": _moves,
    "hint": _hint,
    "log": _log,
    "score": _score,
    "undo": _undo,
    "save": _save,
    "quit": _quit,
}
_SHORT = {"h": "help", "q": "quit", "exit": "quit", "u": "undo"}
_HELP = {
    "Enter or ?": "pick a move from a list",
    "board": "draw the board again",
    "moves": "all legal moves in short",
    "hint": f"what the {ADVISER} bot would do",
    "log": "the moves of this round",
    "score": "the points so far, round by round",
    "undo": "take back your last move and the bots' replies",
    "save [FILE]": "save now, or a copy in FILE",
    "quit": "leave; the game is saved after every move",
}
