"""The commands under `score`: games on record in this machine's own database, no server needed."""

from pathlib import Path
from typing import Annotated

import typer

from azulejos.cli.app import flag

score_app = typer.Typer(
    help="Games on record on this machine: put down, list, rank, as files. No server needs to run.",
    rich_markup_mode=None,
)

Data = Annotated[str | None, flag("data")]
Database = Annotated[str | None, flag("database")]
League = Annotated[
    str,
    typer.Option(
        "--league", metavar="LEAGUE", help="A league by name or id; needed where there are several."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="For programs.")]
Game = Annotated[str, typer.Option("--game", metavar="GAME", help="azul or pavilion.")]
Day = Annotated[str, typer.Option(metavar="DAY", help="A day like 2026-11-14, included.")]


@score_app.command()
def enter(
    scores: Annotated[
        list[str] | None,
        typer.Option("--score", metavar="NAME=POINTS", help="Once for each player, in order of the seats."),
    ] = None,
    rows: Annotated[
        list[str] | None,
        typer.Option("--rows", metavar="NAME=N", help="azul: complete rows, which part those who are level."),
    ] = None,
    game: Annotated[
        str | None, typer.Option(metavar="GAME", help="azul, or pavilion; azul unless said.")
    ] = None,
    wall: Annotated[str | None, typer.Option(metavar="WALL", help="azul: coloured or grey.")] = None,
    jokers: Annotated[bool, typer.Option("--jokers", help="azul: played with joker tiles.")] = False,
    side: Annotated[str | None, typer.Option(metavar="SIDE", help="pavilion: coloured or grey.")] = None,
    played: Annotated[str | None, typer.Option(metavar="DAY", help="The day; today unless said.")] = None,
    note: Annotated[str, typer.Option(metavar="TEXT", help="Anything worth remembering.")] = "",
    league: League = "",
    as_json: Json = False,
    data: Data = None,
    database: Database = None,
) -> int:
    """Put a finished game on record; without --score it asks."""
    from azulejos.cli.scorebook import Book
    from azulejos.cli.scoreentry import asked, told

    options = {"wall": wall, "jokers": jokers or None, "side": side}
    if scores:
        result = told(scores, rows or [], game or "azul", options, played, note)
    else:
        result = asked(game, options, played, note)
    return Book(data, database).enter(league, result, as_json)


@score_app.command("list")
def list_games(
    game: Game = "",
    person: Annotated[str, typer.Option(metavar="NAME", help="Games that they sat in.")] = "",
    players: Annotated[int | None, typer.Option(metavar="N", min=2, max=4, help="How many sat.")] = None,
    since: Day = "",
    until: Day = "",
    text: Annotated[str, typer.Option(metavar="TEXT", help="In a note or a name.")] = "",
    deleted: Annotated[bool, typer.Option("--deleted", help="Only those that were deleted.")] = False,
    limit: Annotated[int, typer.Option(metavar="N", min=1, max=200, help="How many at most.")] = 20,
    page: Annotated[int, typer.Option(metavar="N", min=1, max=200_000, help="The next ones.")] = 1,
    league: League = "",
    as_json: Json = False,
    data: Data = None,
    database: Database = None,
) -> int:
    """Games on record, latest first."""
    from azulejos.cli.scorebook import Book

    asked = {
        "game": game,
        "person": person,
        "players": players,
        "since": since,
        "until": until,
        "text": text,
        "deleted": deleted,
    }
    return Book(data, database).list_games(league, asked, page, limit, as_json)


@score_app.command()
def show(
    result: Annotated[str, typer.Argument(metavar="GAME", help="A game's id, as in the list.")],
    league: League = "",
    as_json: Json = False,
    data: Data = None,
    database: Database = None,
) -> int:
    """One game with every detail and its history."""
    from azulejos.cli.scorebook import Book

    return Book(data, database).show(league, result, as_json)


@score_app.command()
def rank(
    scope: Annotated[
        str,
        typer.Option(metavar="SCOPE", help="overall, azul, azul-grey, pavilion ...; what has been played."),
    ] = "overall",
    league: League = "",
    as_json: Json = False,
    data: Data = None,
    database: Database = None,
) -> int:
    """Who is best: ratings counted from all games. `--league online` has the games played on this server."""
    from azulejos.cli.scorebook import Book

    return Book(data, database).rank(league, scope, as_json)


@score_app.command()
def export(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Ends in .csv or .json; - writes to standard output.")
    ] = Path("-"),
    kind: Annotated[str, typer.Option(metavar="KIND", help="csv or json, where the name does not say.")] = "",
    league: League = "",
    data: Data = None,
    database: Database = None,
) -> int:
    """Write all games of a league into a file, oldest first."""
    from azulejos.cli.scorebook import Book

    return Book(data, database).export(league, file, kind)


@score_app.command("import")
def import_games(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="CSV or JSON, as export writes it.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    differing: Annotated[
        bool, typer.Option("--differing", help="Also correct games that are on record otherwise.")
    ] = False,
    league: League = "",
    data: Data = None,
    database: Database = None,
) -> int:
    """Tell what a file would add, then add it all or nothing; bad lines are named and stay out."""
    from azulejos.cli.scorebook import Book

    return Book(data, database).import_games(league, file, yes, differing)


@score_app.command()
def leagues(
    new: Annotated[str, typer.Option("--new", metavar="NAME", help="Make a league of that name.")] = "",
    as_json: Json = False,
    data: Data = None,
    database: Database = None,
) -> int:
    """The leagues on this machine, with the link by which people join each."""
    from azulejos.cli.scorebook import Book

    return Book(data, database).leagues(new, as_json)


@score_app.callback()
def score() -> None:
    """Games on record on this machine."""
