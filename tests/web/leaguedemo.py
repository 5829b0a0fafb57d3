"""A demo league: people of different strength and some hundred games of theirs, for pictures and tests."""

import random
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from azulejos.store.records import Guest, League
from azulejos.study.files import as_json
from azulejos.study.results import Result, Score

PEOPLE = {"Inês": 1.3, "Mireille": 1.1, "Tomás": 1.0, "Beatriz": 0.9, "Grandpère": 0.8, "Zoë <b>": 0.75}
LAST = date(2026, 11, 14)


def azul_score(pick: random.Random, person: str, skill: float) -> Score:
    """A score with every detail, as the engine tells them."""
    rounds: list[dict[str, int | None]] = []
    score = 0
    for number in range(1, 6):
        wall = max(0, round(pick.gauss(2.6 * number * skill, 3)))
        floor = -pick.choice((0, 0, 1, 1, 2, 4, 6))
        score = max(0, score + wall + floor)
        rounds.append({"wall": wall, "floor": floor, "score": score})
    rows = pick.choice((0, 1, 1, 2))
    bonuses = {
        "rows": 2 * rows,
        "columns": 7 * pick.choice((0, 0, 1, 1, 2)),
        "colours": 10 * pick.choice((0, 0, 1)),
    }
    return Score(person, score + sum(bonuses.values()), rows, tuple(rounds), bonuses)


def pavilion_score(pick: random.Random, person: str, skill: float) -> Score:
    """The same for the other game."""
    rounds: list[dict[str, int | None]] = []
    score = 5
    for _ in range(6):
        placed, marker = max(0, round(pick.gauss(11 * skill, 4))), -pick.choice((0, 0, 1, 2, 3))
        discards = -pick.choice((0, 0, 0, 2))
        score = max(1, score + placed + marker + discards)
        rounds.append({"placed": placed, "marker": marker, "discards": discards, "score": score})
    bonuses: dict[str, Any] = {
        "stars": {"P": 20} if pick.random() < 0.4 else {},
        "numbers": {"1": 4},
        "corners": 0,
    }
    total = score + sum(bonuses["stars"].values()) + 4
    return Score(person, total, None, tuple(rounds), bonuses)


def demo_results(games: int = 160, seed: int = 7, details: bool = True) -> list[Result]:
    """Games of these people over two years, oldest first."""
    pick = random.Random(seed)
    found = []
    for number in range(games):
        played = LAST - timedelta(days=round(600 * (1 - number / games)) + pick.randrange(3))
        seats = pick.sample(list(PEOPLE), pick.choice((2, 2, 3, 3, 4)))
        if pick.random() < 0.7:
            scores = [azul_score(pick, name, PEOPLE[name]) for name in seats]
            options: dict[str, Any] = {"wall": pick.choice(("coloured", "coloured", "grey")), "jokers": False}
            game = "azul"
        else:
            scores = [pavilion_score(pick, name, PEOPLE[name]) for name in seats]
            game, options = "pavilion", {"side": "coloured"}
        if not details or pick.random() < 0.3:
            scores = [Score(one.person, one.total_points, one.completed_rows) for one in scores]
        note = pick.choice(("", "", "", "with rain on the roof", "the cat took a tile"))
        found.append(Result(f"demo-{number}", game, options, f"{played:%F}", tuple(scores), note))
    return found


async def fill(house: Any, guest: Guest, league: League, games: int = 160) -> None:
    """Put the demo's games into a league, as an import does."""
    text = as_json(demo_results(games))
    plan = await house.records.dry_run(guest, league.id, text)
    assert not plan.bad, plan.bad[:3]
    await house.records.take_in(guest, league.id, text, plan.digest)


def tie(result_id: str = "tie") -> Result:
    """Two who are level, with nothing to part them."""
    one = demo_results(1)[0]
    scores = (Score("Inês", 50), Score("Tomás", 50))
    return replace(
        one, id=result_id, game="azul", options={"wall": "coloured", "jokers": False}, scores=scores
    )
