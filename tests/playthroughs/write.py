"""Write the golden playthroughs: `python -m tests.playthroughs.write`, after a change that is meant."""

import json
import random
from pathlib import Path

import azulejos as az
from tests import conformance
from tests.games import CASES, Game, Options

HERE = Path(__file__).parent
SEED = 2026


def path(game: Game, options: Options) -> Path:
    """Where the playthrough of a variant is kept."""
    words = [f"{value}" if key != "jokers" else "jokers" * value for key, value in options.items()]
    return HERE / ("-".join([game.name, *filter(None, words)]) + ".txt")


def playthrough(game: Game, options: Options) -> str:
    """A game move by move: what is legal, what is played, what lies where, then why who has how much."""
    match, luck = az.new(game.name, seed=SEED, **options), random.Random(SEED)
    prefers = game.styles.get("places", conformance.anything)
    lines = [f"# {game.name} {match.rules.options_text()} seed={SEED}", str(match.entries[0])]
    told = match.ply
    for _ in conformance.random_steps(match, luck, prefers):
        lines += [str(entry) for entry in match.entries[told:]]
        told = match.ply
        lines += ["", f"position {match.code()}", _legal(match.moves())]
    lines += [str(entry) for entry in match.entries[told:]]
    lines += ["", f"position {match.code()}", match.record().splitlines()[-1]]
    lines += [json.dumps(told) for told in match.breakdown()]
    return "\n".join(lines) + "\n"


def _legal(moves: list[str]) -> str:
    """The legal moves; of long lists the first forty."""
    more = " ..." if len(moves) > 40 else ""
    return f"{len(moves)} moves {' '.join(moves[:40])}{more}"


def main() -> None:
    """Write all of them."""
    for game, options in CASES:
        path(game, options).write_text(playthrough(game, options), encoding="utf8")


if __name__ == "__main__":
    main()
