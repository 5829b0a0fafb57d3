"""Azul's legal moves as lists to pick from: first what to take, then where it goes; or a wall cell."""

from collections.abc import Sequence

from rich.text import Text

from azulejos.azul.fields import COLOURS, LETTERS
from azulejos.core.match import Match
from azulejos.terminal.azul.effect import Drafted, Tiled, effect
from azulejos.terminal.azul.story import consequence, story
from azulejos.terminal.azul.words import COLOUR, tiles_words
from azulejos.terminal.blocks import flowed
from azulejos.terminal.english import listed
from azulejos.terminal.listing import Listing, entry, numbered


def listing(game: Match, moves: Sequence[str], width: int) -> Listing:
    """The next thing to pick among these legal moves."""
    if "@" in moves[0]:
        return _cells(game, moves)
    heads = dict.fromkeys(_head(move) for move in moves)
    return _places(game, moves) if len(heads) == 1 else _drafts(game, moves, list(heads), width)


def _head(move: str) -> str:
    return move.partition(">")[0]


def _cells(game: Match, moves: Sequence[str]) -> Listing:
    first = effect(game, moves[0])
    assert isinstance(first, Tiled)
    picks = {move.partition("@")[2]: [move] for move in moves}
    lines = [entry(key, f"column {key}: {consequence(effect(game, move))}") for key, [move] in picks.items()]
    return Listing(
        f"Column for the {COLOUR[first.tile]} tile of line {first.line}", lines, picks, f"{first.line}@"
    )


def _places(game: Match, moves: Sequence[str]) -> Listing:
    done = _drafted(game, moves[0])
    picks = {move.partition(">")[2]: [move] for move in moves}
    lines = [entry(key, f"{_place(key)}: {consequence(effect(game, move))}") for key, [move] in picks.items()]
    question = f"Where to with {tiles_words(done.tiles)} from {done.place}"
    return Listing(question, lines, picks, f"{_head(moves[0])}>")


def _place(key: str) -> str:
    line, colon, jokers = key.partition(":")
    if colon:
        return f"line {line} with {jokers} of the jokers"
    return "floor" if key == "f" else f"line {line}"


def _drafted(game: Match, move: str) -> Drafted:
    done = effect(game, move)
    assert isinstance(done, Drafted)
    return done


def _drafts(game: Match, moves: Sequence[str], heads: list[str], width: int) -> Listing:
    """Numbers for what can be taken, a line for each place."""
    picks = {str(n): [move for move in moves if _head(move) == head] for n, head in enumerate(heads, 1)}
    places: dict[str, list[Text]] = {}
    for key, [first, *_] in picks.items():
        done = _drafted(game, first)
        name = f"{done.place.removeprefix('the ')}{', with the marker' if done.marker else ''}"
        places.setdefault(name, []).append(numbered(key, tiles_words(done.tiles)))
    lines = [
        line for name, parts in places.items() for line in flowed(Text(f"  {name}:"), parts, width, indent=4)
    ]
    return Listing("Which tiles", lines, picks, final=False)


# --- all moves in few lines, and how to write them --------------------------------------------------------


def compact(moves: Sequence[str]) -> list[str]:
    """Legal moves, those that take the same tiles together: `3B>1,2,5,f`."""
    if moves and "@" in moves[0]:
        return [" ".join(moves)]
    heads: dict[str, list[str]] = {}
    for move in moves:
        heads.setdefault(_head(move), []).append(move.partition(">")[2])
    return [f"{head}>{','.join(places)}" for head, places in heads.items()]


def notation(game: Match) -> list[str]:
    """How to write moves here, with an example from this very position."""
    move = example(game)
    done = effect(game, move)
    if isinstance(done, Tiled):
        return [f"A wall choice is a line, @ and a column: {move} puts its tile there. The column is enough."]
    easy = move.lower().replace(">", "").replace("+", "")
    colours = listed([f"{letter} {COLOUR[letter]}" for letter in LETTERS[:COLOURS]])
    told = f"Here {move} {story(game, move)}; {easy} will do as well."
    lines = [
        f"A move is a place, a colour, > and a line. {told}",
        "Places are the factories by number and c for the centre; f is the floor.",
        f"Colours are {colours}.",
        f"Part of a move, such as {easy[0]} or {easy[:2]}, lists the rest to pick from.",
    ]
    jokers = (
        "Jokers are J: 3J>2 takes them alone, 3B+J>2 with blue, 3B+J>2:1 puts just 1 of them in the line."
    )
    return [*lines, jokers] if game.options["jokers"] else lines


def example(game: Match) -> str:
    """A move that shows the notation well: to a line and all of it, from a factory where there is one."""
    moves = game.moves()
    to_lines = [move for move in moves if not move.endswith(">f")] or moves
    return next((move for move in to_lines if not _spills(game, move)), to_lines[0])


def _spills(game: Match, move: str) -> bool:
    done = effect(game, move)
    return isinstance(done, Drafted) and (done.fallen > 0 or done.marker)
