"""Count again with the slow reference and write the files: `python -m tests.perft.write`."""

import copy
import random
from pathlib import Path
from typing import Any

import azulejos as az
from tests import conformance
from tests.games import GAMES, Game, Options, Reference
from tests.reference.azul import Reference as AzulReference
from tests.reference.pavilion import Reference as PavilionReference

HERE = Path(__file__).parent
MOST = 20_000  # leaves: as deep as stays below
REFERENCES: dict[str, Any] = {"azul": AzulReference, "pavilion": PavilionReference}


def count(reference: Reference, depth: int) -> int:
    """Ways to go on for so many decisions."""
    if depth == 0 or reference.over or reference.deal_due:
        return 1
    total = 0
    for move in reference.moves():
        after = copy.deepcopy(reference)
        after.play(move)
        total += count(after, depth - 1)
    return total


def positions(game: Game, options: Options) -> list[str]:
    """An opening, then for every phase a later position with few moves."""
    matches = (az.new(game.name, seed=seed, **options) for seed in range(17, 99))
    match = next(m for m in matches if "J" in m.code() or not options.get("jokers"))
    luck = random.Random(17)
    found = {"opening": match.code()}
    places = game.styles.get("places", conformance.anything)
    for _ in conformance.random_steps(match, luck, places):
        if match.ply > 40 and 4 <= len(match.moves()) <= 24:
            found.setdefault(match.phase, match.code())
    return list(found.values())


def line(game: Game, code: str) -> str:
    """The position and its counts by depth."""
    reference = REFERENCES[game.name].from_position(az.load(code).position())
    counts: list[int] = []
    while not counts or (len(counts) < 5 and counts[-1] * max(4, counts[0]) < MOST):
        counts.append(count(reference, len(counts) + 1))
        if len(counts) > 1 and counts[-1] == counts[-2]:  # every line of play has ended
            break
    return " ".join([code, *(f"{depth + 1}:{n}" for depth, n in enumerate(counts))])


def main() -> None:
    """Write a file per game."""
    for game in GAMES:
        lines = [line(game, code) for options in game.variants for code in positions(game, options)]
        (HERE / f"{game.name}.txt").write_text("\n".join(lines) + "\n", encoding="utf8")


if __name__ == "__main__":
    main()
