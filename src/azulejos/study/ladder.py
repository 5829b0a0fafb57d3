"""Bots against bots, as results for the list of online games: `ladder.json`, in the format of `files`.

`azulejos arena ... --records FOLDER` plays them, `python -m azulejos.study.ladder --played DAY FOLDER ...`
writes the file; docs/bots.md has the commands that were used.
"""

import argparse
import random
import sys
from collections.abc import Iterable
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from azulejos.core.checks import quoted
from azulejos.core.errors import RulesError
from azulejos.core.match import Match
from azulejos.games import read as read_record
from azulejos.study.checking import parse_day, problems
from azulejos.study.files import as_json, read
from azulejos.study.results import Result, Score, full_options

FILE = Path(__file__).with_name("ladder.json")
SEED = 7  # of the order, see `mixed`


@cache
def ladder() -> tuple[Result, ...]:
    """The games that come with the package, in order; persons are names of bots, the source is `arena`."""
    reading = read(FILE.read_bytes(), today=date(9999, 1, 1))  # whatever the clock says
    assert not reading.bad, reading.bad[0]
    return tuple(reading.results)


def mixed(results: Iterable[Result]) -> list[Result]:
    """A fixed order in which everybody meets everybody early and late, where an arena goes by pairs."""
    order = sorted(results, key=lambda result: result.id)
    random.Random(SEED).shuffle(order)
    return order


def result_of(match: Match, name: str, played: str) -> Result:
    """A finished game of bots; details are left out, since only places are asked for."""
    game = match.game
    told = zip(match.names, match.breakdown(), strict=True)
    scores = tuple(Score(_bot(label), seat["total"], _rows(game, seat["bonuses"])) for label, seat in told)
    return Result(name, game, full_options(game, match.options), played, scores, source="arena")


def _bot(label: str) -> str:
    """The bot without its budget."""
    return label.partition("@")[0]


def _rows(game: str, bonuses: dict[str, Any]) -> int | None:
    return bonuses["rows"] // 2 if game == "azul" else None  # A44


def main(arguments: list[str] | None = None) -> int:
    """Write the file from folders of records; what is wrong with them is told in a sentence."""
    parser = argparse.ArgumentParser(prog="azulejos.study.ladder", description=__doc__.partition("\n")[0])
    parser.add_argument("folders", nargs="+", type=Path, help="with records of games (arena --records)")
    parser.add_argument("--played", required=True, help="the day, like 2026-11-15")
    parser.add_argument("--out", type=Path, default=FILE, help="the file to write (that of the package)")
    wishes = parser.parse_args(arguments)
    try:
        if parse_day(wishes.played) is None:
            raise RulesError(f"--played is {quoted(wishes.played)}, expected a day like 2026-11-15")
        results = [one for folder in wishes.folders for one in _games(folder, wishes.played)]
        wishes.out.write_text(as_json(mixed(results)), "utf-8", newline="\n")
    except (RulesError, OSError, UnicodeDecodeError) as error:
        sys.stderr.write(f"ladder: {error}\n")
        return 2
    sys.stdout.write(f"{wishes.out}: {len(results)} games\n")
    return 0


def _games(folder: Path, played: str) -> list[Result]:
    files = sorted(folder.glob("*.txt"))
    if not files:
        raise RulesError(f"{folder} has no records in it, expected files like game-000000.txt")
    return [_game(file, f"arena-{folder.name}-{number}", played) for number, file in enumerate(files)]


def _game(file: Path, name: str, played: str) -> Result:
    try:
        match = read_record(file.read_text("utf-8"))
    except RulesError as error:
        raise RulesError(f"{file}: {error}") from None
    if not match.over:
        raise RulesError(f"{file}: this game is not over, expected one that was played to its end")
    result = result_of(match, name, played)
    for found in problems(result, date.fromisoformat(played)):
        raise RulesError(f"{file}: {found.message}")
    return result


if __name__ == "__main__":
    sys.exit(main())
