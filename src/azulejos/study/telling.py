"""A result as plain text to share: the game and the day, then everybody in order of their places."""

from collections.abc import Callable, Mapping

from azulejos.study.results import Result, places, unresolved, variant
from azulejos.study.values import OUT

MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
TEXTS = (
    "score.tell.title",  # {game}, {date}
    "score.tell.line",  # {place}, {name}, {n}
    "score.tell.rows",  # {n}: what parted two who were level
    "score.tell.shared",
    "score.tell.unresolved",
    *(
        f"score.tell.{name}"
        for name in ("azul", "azul-grey", "azul-jokers", "azul-grey-jokers", "pavilion", "pavilion-grey")
    ),
    *(f"league.out.{name}" for name in OUT if name),
)

Say = Callable[..., str]  # a key and its values -> the text, as web.locale's Catalogue.t does it


def tell(
    result: Result, people: Mapping[str, str], say: Say, date: str | None = None, medals: bool = True
) -> str:
    """The result in lines. `people` has names by id; `date` is the day as people write it."""
    ranks = places(result)
    order = sorted(range(len(ranks)), key=ranks.__getitem__)
    lines = [_title(result, say, date)]
    lines += [_line(result, seat, ranks, people, say, medals) for seat in order]
    lines += [say("score.tell.shared")] if ranks.count(1) > 1 else []
    lines += [say("score.tell.unresolved")] if unresolved(result) else []
    lines += [result.note] if result.note else []
    return "\n".join(lines) + "\n"


def _title(result: Result, say: Say, date: str | None) -> str:
    game = say(f"score.tell.{variant(result.game, result.options)}")
    return say("score.tell.title", game=game, date=date or result.played)


def _line(
    result: Result, seat: int, ranks: list[int], people: Mapping[str, str], say: Say, medals: bool
) -> str:
    score, rank = result.scores[seat], ranks[seat]
    place = MEDALS.get(rank, f"{rank}.") if medals else f"{rank}."
    name = people.get(score.person, score.person)
    told = say("score.tell.line", place=place, name=name, n=score.total_points)
    if score.out:  # comes after all who were not, also after fewer points
        return f"{told} ({say(f'league.out.{score.out}')})"
    if not _parted(result, seat, ranks):
        return told
    return f"{told} {say('score.tell.rows', n=score.completed_rows)}"


def _parted(result: Result, seat: int, ranks: list[int]) -> bool:
    """Whether rows parted them from somebody with the same points."""
    own = result.scores[seat].total_points
    return any(
        score.total_points == own and not score.out and ranks[other] != ranks[seat]
        for other, score in enumerate(result.scores)
    )
