"""The points of a whole game: by round so far, and at the end the bonuses by reason and the winner."""

from typing import Any

from rich.text import Text

from azulejos.core.match import Match
from azulejos.pavilion.fields import ROUNDS
from azulejos.terminal.accounts import final_table
from azulejos.terminal.blocks import GOLD, joined
from azulejos.terminal.english import counted, does, listed
from azulejos.terminal.pavilion.words import COLOUR, star_words

Bonuses = dict[str, Any]  # stars, numbers and corners, as game.breakdown() has them


def so_far(game: Match) -> Text:
    """A line per round for every seat, and what the boards as they lie would bring at the end."""
    shown, told = game.show(), game.breakdown()
    ended = game.over or all(own["passed"] for own in shown["boards"])
    finished = shown["round"] - (0 if ended else 1)
    lines = []
    for seat, name in enumerate(game.names):
        own, rounds = shown["boards"][seat], told[seat]["rounds"]
        lines.append(Text(f"{name}: {own['score']}", "bold"))
        lines += [_round(finished - len(rounds) + n, one) for n, one in enumerate(rounds, 1)]
        reasons = _reasons(game, own)
        board = f"the board brings {listed(reasons)} at the end" if reasons else "no final bonus yet"
        lines.append(Text(f"  {board}"))
    return joined(lines)


def _round(number: int, told: dict[str, int]) -> Text:
    placed, marker, discards = told["placed"], -told["marker"], -told["discards"]
    changes = f"placed +{placed}, marker -{marker}, discards -{discards}"
    return Text(f"  round {number}: {changes}, score {told['score']}")


def _reasons(game: Match, own: dict[str, Any]) -> list[str]:
    """A board's stars and numbers, each with its points."""
    stars, side = own["bonuses"]["stars"], game.options["side"]
    told = [f"{points} for the {_star(star, own['stars'][star], side)}" for star, points in stars.items()]
    numbers = own["bonuses"]["numbers"].items()
    return told + [f"{points} for all the {number}s" for number, points in numbers]


def _star(star: str, tiles: str, side: str) -> str:
    name = star_words(star, side)
    if side == "coloured":
        return name
    return f"{name} in {COLOUR[tiles[0]]}" if len(set(tiles)) == 1 else f"{name} in all colours"


# --- the end ------------------------------------------------------------------------------------------------


def result(game: Match) -> Text:
    """Why the game ended, the final bonuses in a table and by reason, and who won."""
    lines = [Text(f"The game is over: {ROUNDS} rounds have been played."), *_table(game)]
    for seat, name in enumerate(game.names):
        own = game.show()["boards"][seat]
        corners = -own["bonuses"]["corners"]
        lost = [f"-{corners} for {counted(corners, 'tile')} in the corners"] if corners else []
        reasons = [*_reasons(game, own), *lost]
        lines.append(Text(f"  {name}: {listed(reasons) if reasons else 'no bonus'}"))
    return joined([*lines, Text(_victory(game), GOLD)])


def _table(game: Match) -> list[Text]:
    told = game.breakdown()
    bonuses = [_sums(seat["bonuses"]) for seat in told]
    scores = [seat["rounds"][-1]["score"] for seat in told if seat["rounds"]]
    if not scores:  # a position that was over from the start
        scores = [seat["total"] - sum(own.values()) for seat, own in zip(told, bonuses, strict=True)]
    return final_table(game, bonuses, scores)


def _sums(bonuses: Bonuses) -> dict[str, int]:
    stars, numbers = sum(bonuses["stars"].values()), sum(bonuses["numbers"].values())
    return {"stars": stars, "numbers": numbers, "corners": bonuses["corners"]}


def _victory(game: Match) -> str:
    """Who won; those level share the victory (S53)."""
    names = listed([game.names[seat] for seat in game.winners()])
    points = counted(max(game.scores()), "point")
    if len(game.winners()) > 1:
        return f"{names} share the victory with {points} each."
    return f"{does(names, 'wins')} with {points}."
