"""Summer Pavilion's legal moves as lists to pick from: tiles to take, spaces and payments, what to keep."""

from collections import Counter
from collections.abc import Sequence

from rich.text import Text

from azulejos.core.match import Match
from azulejos.pavilion.fields import LETTERS, ROUNDS, STAR_LETTERS
from azulejos.terminal.blocks import flowed
from azulejos.terminal.english import counted, listed
from azulejos.terminal.listing import Listing, entry, entry_lines, numbered
from azulejos.terminal.pavilion.effect import Passed, Placed, Taken, effect
from azulejos.terminal.pavilion.keeping import by_worth
from azulejos.terminal.pavilion.story import kept_words, placed_words, price_words, story, taken_words
from azulejos.terminal.pavilion.words import (
    COLOUR,
    star_words,
    takes_any_colour,
    tiles_words,
    with_wilds,
)

MOST_KEEPS = 8


def listing(game: Match, moves: Sequence[str], width: int) -> Listing:
    """The next thing to pick among these legal moves."""
    if moves[0].startswith("+"):
        return _bonus(game, moves)
    if "=" not in moves[-1] and not moves[-1].startswith("pass"):
        return _takes(game, moves, width)
    if all(move.startswith("pass") for move in moves):
        return _passes(game, moves, width)
    spaces = {_space(move) for move in moves}
    return _payments(game, moves) if len(spaces) == 1 else _spaces(game, moves, width)


def _space(move: str) -> str:
    return "pass" if move.startswith("pass") else move.partition("=")[0]


# --- acquiring --------------------------------------------------------------------------------------------


def _takes(game: Match, moves: Sequence[str], width: int) -> Listing:
    """Numbers for what can be taken, a line for each place."""
    picks = {str(n): [move] for n, move in enumerate(moves, 1)}
    places: dict[str, list[Text]] = {}
    for key, [move] in picks.items():
        done = _taken(game, move)
        name = f"{done.place.removeprefix('the ')}{', with the marker' if done.marker else ''}"
        part = numbered(key, f"{taken_words(done)}{price_words(done.price)}")
        places.setdefault(name, []).append(part)
    lines = [
        line for name, parts in places.items() for line in flowed(Text(f"  {name}:"), parts, width, indent=4)
    ]
    return Listing("Which tiles", lines, picks)


def _taken(game: Match, move: str) -> Taken:
    done = effect(game, move)
    assert isinstance(done, Taken)
    return done


# --- placing ----------------------------------------------------------------------------------------------


def _spaces(game: Match, moves: Sequence[str], width: int) -> Listing:
    """The spaces that can be paid, star by star, each by its name; and passing."""
    side, star, picks = game.options["side"], "", {}
    for space in sorted({_space(move) for move in moves}, key=_order):
        picks[space.lower()] = sorted((move for move in moves if _space(move) == space), key=_wilds)
    lines: list[Text] = []
    for key, payments in picks.items():
        if key == "pass":
            lines += [Text("  or pass"), entry("pass", "be out for this round, and choose what to keep")]
            continue
        if key[0].upper() != star:
            star = key[0].upper()
            lines.append(Text(f"  {star_words(star, side)}"))
        lines += entry_lines(key.upper(), _offer(game, payments), width)
    return Listing("Which space", lines, picks)


def _order(space: str) -> tuple[int, str]:
    return (len(STAR_LETTERS), "") if space == "pass" else (STAR_LETTERS.index(space[0]), space)


def _wilds(move: str) -> tuple[int, int]:
    """Orders payments for one space: those with the fewest wilds first."""
    paid = move.partition("=")[2]
    return (len(paid) - paid.count(paid[0]), LETTERS.index(paid[0])) if paid else (0, 0)


def _placed(game: Match, move: str) -> Placed:
    done = effect(game, move)
    assert isinstance(done, Placed)
    return done


def _offer(game: Match, payments: list[str]) -> str:
    """What a space brings and what it costs."""
    done = _placed(game, payments[0])
    if len(payments) == 1:
        return f"{with_wilds(done.paid, done.tile, done.wild)}: {placed_words(done)}"
    return f"{counted(len(done.paid), 'tile')}, {len(payments)} ways to pay: {placed_words(done)}"


def _payments(game: Match, moves: Sequence[str]) -> Listing:
    """How to pay for one space."""
    picks = {str(n): [move] for n, move in enumerate(sorted(moves, key=_wilds), 1)}
    done = _placed(game, moves[0])
    free = takes_any_colour(done.space[0], game.options["side"])
    lines = [entry(key, _payment(_placed(game, move), free)) for key, [move] in picks.items()]
    return Listing(f"How to pay for {done.space} ({placed_words(done)})", lines, picks)


def _payment(done: Placed, free: bool) -> str:
    paid = with_wilds(done.paid, done.tile, done.wild)
    return f"{paid}, so {COLOUR[done.tile]} lies there" if free else paid


# --- passing ----------------------------------------------------------------------------------------------


def _passes(game: Match, moves: Sequence[str], width: int) -> Listing:
    """The best keeps and keeping nothing; others can be typed."""
    ordered = by_worth(game.show(), moves)
    best = [move for move in ordered if move != "pass"][:MOST_KEEPS]
    if game.show()["round"] == ROUNDS:
        best = best[:1]
    picks = {"0": ["pass"]} if "pass" in moves else {}
    picks |= {str(n): [move] for n, move in enumerate(best, 1)}
    lines = [
        line
        for key, [move] in picks.items()
        for line in entry_lines(key, _keep(game, move, move == ordered[0]), width)
    ]
    if len(picks) < len(moves):
        lines.append(Text(f"        or type another, as in {moves[-1]}"))
    return Listing("Which tiles to keep", lines, picks)


def _keep(game: Match, move: str, best: bool) -> str:
    done = effect(game, move)
    assert isinstance(done, Passed)
    if not done.kept and not done.discards:
        return "pass: no tiles are left to keep"
    told = kept_words(done).replace("keeping", "keep").replace("discarding", "discard")
    told = told.replace("losing", "lose")
    return f"{told}, suggested" if best else told


# --- bonus tiles ------------------------------------------------------------------------------------------


def _bonus(game: Match, moves: Sequence[str]) -> Listing:
    """One colour after the other, by their letters."""
    supply, wild = game.show()["supply"], game.show()["wild"]
    groups = [Counter(move[1:]) for move in moves]
    sure = Counter(moves[0][1:])
    for group in groups:
        sure &= group
    picks = {
        letter.lower(): those
        for letter in LETTERS
        if (those := [m for m, group in zip(moves, groups, strict=True) if group >= sure + Counter(letter)])
    }
    if len(moves) == 1:
        picks = {"1": list(moves)}
        return Listing("Bonus tiles", [entry("1", tiles_words(moves[0][1:]))], picks)
    lines = [entry(key, _colour(key.upper(), supply, wild)) for key in picks]
    due, chosen = len(moves[0]) - 1, "".join(sure.elements())
    which = f", number {len(chosen) + 1} of {due}" if due > 1 else ""
    after = f", besides {tiles_words(chosen)}" if chosen else ""
    return Listing(f"Which bonus tile from the supply{which}{after}", lines, picks)


def _colour(letter: str, supply: str, wild: str) -> str:
    mark = " (wild)" if letter == wild else ""
    return f"{COLOUR[letter]}{mark}, {supply.count(letter)} in the supply"


# --- all moves in few lines, and how to write them --------------------------------------------------------


def compact(moves: Sequence[str]) -> list[str]:
    """Legal moves, those on one space together: `R4=RRRR,RRRP`; of many passes only how many."""
    spaces: dict[str, list[str]] = {}
    for move in moves:
        if move.startswith("pass"):
            spaces.setdefault("pass", []).append(move)
        else:
            head, equals, paid = move.partition("=")
            spaces.setdefault(head + equals, []).append(paid)
    passes = spaces.pop("pass", [])
    short = [head + ",".join(payments) for head, payments in spaces.items()]
    if len(passes) <= MOST_KEEPS:
        return [*short, *passes]
    return [*short, f"pass and {passes[1]} to {passes[-1]}, {len(passes)} ways"]


def example(game: Match) -> str:
    """A move that shows the notation well: one that costs more than one tile, where there is one."""
    moves = game.moves()
    return next((move for move in moves if move[0] in STAR_LETTERS and len(move) > len("R1=R")), moves[0])


def notation(game: Match) -> list[str]:
    """How to write moves here, with an example from this very position."""
    move = example(game)
    told = f"Here {move} {story(game, move)}"
    colours = f"Colours are {listed([f'{letter} {COLOUR[letter]}' for letter in LETTERS])}."
    if game.phase == "acquire":
        return [
            f"A move is a place and a colour, and a wild comes with it. {told}; {move.lower()} will do.",
            "Places are the factories by number and c for the centre; 3 alone lists what lies there.",
            colours,
        ]
    if game.phase == "bonus":
        return [f"Bonus tiles are + and their letters. {told}; {move[1:].lower()} will do.", colours]
    easy = move.lower().replace("=", " ")
    lines = [
        f"A move is a space, = and the tiles paid, first the one that stays. {told}; {easy} will do.",
        "A space is its star's letter, * for the centre star, and its number; r4 alone lists payments.",
        "pass=GG passes and keeps two green tiles, up to four; pass alone keeps none.",
        colours,
    ]
    grey = "On the grey side 1:3 is space 1, which costs 3 tiles."
    return [*lines, grey] if game.options["side"] == "grey" else lines
