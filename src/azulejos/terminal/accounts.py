"""How rounds and games are summed up in both games: a block of sentences per seat, a table of points."""

from collections.abc import Mapping, Sequence
from textwrap import wrap

from rich.text import Text

from azulejos.core.match import Match
from azulejos.terminal.blocks import Block, fit, in_rows, joined

WIDTH = 54  # the longest usual line; two columns of it stand side by side on a wide screen
NAME = 20


def side_by_side(blocks: Sequence[Block], width: int) -> Text:
    """Every seat's block, next to each other where they fit."""
    return joined(in_rows(blocks, width, 2))


def seat_account(name: str, sentences: Sequence[str], score: str, width: int) -> Block:
    """What a round brought one seat, and its score."""
    width = min(width, WIDTH)
    lines = [Text(line) for sentence in sentences for line in _wrapped(sentence, width)]
    first, *more = _wrapped(f"score: {score}", width)
    scores = [Text.assemble("  score:", (first.removeprefix("  score:"), "bold"))]
    scores += [Text(line, "bold") for line in more]
    return [fit(line, width) for line in (Text(name, "bold"), *lines, *scores)]


def _wrapped(sentence: str, width: int) -> list[str]:
    return wrap(sentence, width, initial_indent="  ", subsequent_indent="    ")


def final_table(game: Match, bonuses: Sequence[Mapping[str, int]], scores: Sequence[int]) -> Block:
    """Per seat the score before the end, each bonus under its name, and the total."""
    widths = {reason: max(6, len(reason) + 2) for reason in bonuses[0]}
    titles = "".join(f"{reason:>{width}}" for reason, width in widths.items())
    lines = [Text(f"{'':{NAME}}{'score':>8}{titles}{'total':>7}", "dim")]
    for seat, name in enumerate(game.names):
        numbers = "".join(f"{signed(bonuses[seat][reason]):>{width}}" for reason, width in widths.items())
        lines.append(
            Text.assemble(
                fit(Text(name, "bold" if seat in game.winners() else ""), NAME),
                f"{scores[seat]:>8}{numbers}",
                (f"{game.scores()[seat]:>7}", "bold"),
            )
        )
    return lines


def signed(points: int) -> str:
    """Points with their sign; 0 has none."""
    return f"{points:+}" if points else "0"
