"""A finished game from options of the command line, or asked for in a terminal."""

import sys
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

import typer

from azulejos.study.checking import MOST_POINTS, MOST_ROWS
from azulejos.study.results import Result, Score, full_options, unresolved, variant

GAMES = ("azul", "pavilion")
SIDES = ("coloured", "grey")
Options = Mapping[str, Any]


def told(
    scores: list[str], rows: list[str], game: str, options: Options, played: str | None, note: str
) -> Result:
    """A game as options tell it. What it may say is judged when it is put on record."""
    points = dict(_pair("--score", text) for text in scores)
    if len(points) < len(scores):
        raise typer.BadParameter("--score names somebody twice: everybody plays once")
    complete = dict(_pair("--rows", text) for text in rows)
    strangers = sorted(set(complete) - set(points))
    if strangers:
        raise typer.BadParameter(f"--rows names {strangers[0]}, who has no --score")
    seats = tuple(Score(name, total, complete.get(name)) for name, total in points.items())
    return Result("", _game(game), _options(game, options), played or _today(), seats, note)


def _pair(option: str, text: str) -> tuple[str, int]:
    name, sign, number = text.rpartition("=")
    try:
        return name.strip(), int(number) if sign else int("")
    except ValueError:
        raise typer.BadParameter(f"{option} is {text[:60]!r}, expected NAME=NUMBER") from None


def _game(game: str) -> str:
    if game not in GAMES:
        raise typer.BadParameter(f"--game is {game[:40]!r}, expected azul or pavilion")
    return game


def _options(game: str, options: Options) -> dict[str, Any]:
    """The options with nothing left out; one of the other game stays, to be refused by name."""
    said = {name: value for name, value in options.items() if value is not None}
    return {**full_options(game, said), **said}


def _today() -> str:
    return date.today().isoformat()


# --- asking ----------------------------------------------------------------------------------------------


def asked(game: str | None, options: Options, played: str | None, note: str) -> Result:
    """A game as somebody answers; what the options have said is not asked again."""
    if sys.stdin is None:
        raise typer.BadParameter("there is nobody to ask: use --score NAME=POINTS for each player")
    game = _game(game) if game else _choice("Game", GAMES)
    options = _options(game, _asked_options(game, options))
    players = _number("Players", 2, 4, 2)
    seats: list[Score] = []
    for seat in range(1, players + 1):
        name = _name(f"Player {seat}", [one.person for one in seats])
        most = MOST_POINTS.get(variant(game, options), MOST_POINTS[game])
        seats.append(Score(name, _number(f"{name}'s total", 0, most)))
    result = Result("", game, options, played or _ask("Day", _day, _today()), tuple(seats), note)
    return _with_rows(result)


def _asked_options(game: str, options: Options) -> dict[str, Any]:
    said = {name: value for name, value in options.items() if value is not None}
    if said:
        return said
    if game == "pavilion":
        return {"side": _choice("Side of the boards", SIDES)}
    wall = _choice("Side of the walls", SIDES)
    return {"wall": wall, "jokers": typer.confirm("With jokers", default=False)}


def _with_rows(result: Result) -> Result:
    """Ask for complete rows where they part somebody."""
    tied = unresolved(result)
    if not tied:
        return result
    typer.echo("There is a tie: whoever has more complete rows is ahead.")
    seats = list(result.scores)
    for seat in tied:
        name, total = seats[seat].person, seats[seat].total_points
        seats[seat] = Score(name, total, _number(f"{name}'s complete rows", 0, MOST_ROWS))
    return Result("", result.game, result.options, result.played, tuple(seats), result.note)


def _ask(question: str, read: Callable[[str], Any], usual: Any = None) -> Any:
    """Ask until the answer can be read."""
    return typer.prompt(question, default=usual, value_proc=read)


def _number(question: str, least: int, most: int, usual: int | None = None) -> int:
    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if not least <= number <= most:
            raise typer.BadParameter(f"expected a whole number from {least} to {most}")
        return number

    found: int = _ask(question, read, usual)
    return found


def _choice(question: str, choices: tuple[str, ...]) -> str:
    """One of some words, or how it begins; the first unless said."""

    def read(text: str) -> str:
        matching = [one for one in choices if text.strip() and one.startswith(text.strip().lower())]
        if len(matching) != 1:
            raise typer.BadParameter(f"expected {' or '.join(choices)}")
        return matching[0]

    found: str = _ask(f"{question} ({', '.join(choices)})", read, choices[0])
    return found


def _name(question: str, taken: list[str]) -> str:
    def read(text: str) -> str:
        name = " ".join(text.split())
        if not name or len(name) > 40 or not name.isprintable():
            raise typer.BadParameter("expected a name of 1 to 40 printable characters")
        if name.casefold() in [one.casefold() for one in taken]:
            raise typer.BadParameter(f"{name} is here already: everybody plays once")
        return name

    found: str = _ask(question, read)
    return found


def _day(text: str) -> str:
    try:
        return date.fromisoformat(text.strip()).isoformat()
    except ValueError:
        raise typer.BadParameter("expected a day like 2026-11-14") from None
