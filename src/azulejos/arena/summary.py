"""What came out of an arena, added up as plain data: a line for every entrant, one for every pair."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from azulejos import __version__
from azulejos.arena.pairing import pairs
from azulejos.arena.plans import MIXED
from azulejos.arena.rating import Rating, rate, wilson
from azulejos.arena.results import KINDS, Game, Results

Seat = tuple[Game, int]  # a game and a seat of it
Summary = dict[str, Any]


def summary(results: Results, anchor: tuple[int, float] | None = None) -> Summary:
    """The standings, the pairs and the failures; entrants best first."""
    plan, games = results.plan, results.games
    ratings = rate(games, len(plan.entrants), anchor, plan.seed)
    lines = [_line(results, number, rating) for number, rating in enumerate(ratings)]
    lines.sort(key=lambda line: -line["elo"])
    return {
        "version": __version__,
        **plan.as_dict(),
        "planned": results.planned,
        "played": len(games),
        "interrupted": results.interrupted,
        "standings": [{"rank": rank, **line} for rank, line in enumerate(lines, 1)],
        "pairs": _pairs(results),
        "order": _order(results),
        "failures": [_failure(results, game) for game in games if game.failure],
    }


def _line(results: Results, number: int, rating: Rating) -> Summary:
    entrant, games = results.plan.entrants[number], results.games
    seats = [(game, seat) for game in games for seat, other in enumerate(game.seats) if other == number]
    budget = results.plan.budget_of(entrant)
    moves = sum(game.moves[seat] for game, seat in seats)
    return {
        "label": entrant.label,
        "budget": str(budget),
        "elo": round(rating.elo, 1),
        "elo_low": None if rating.low is None else round(rating.low, 1),
        "elo_high": None if rating.high is None else round(rating.high, 1),
        "elo_bound": rating.bound or None,
        "games": len({game.number for game, _ in seats}),
        **_shares(seats),
        **_points(seats),
        "moves_per_game": _mean(game.moves[seat] for game, seat in seats),
        "seconds_per_move": round(sum(game.seconds[seat] for game, seat in seats) / moves, 6)
        if moves
        else None,
        "longest_move": max((game.longest[seat] for game, seat in seats), default=0.0),
        "failures": _failures(seats),
        "overruns": sum(game.overruns[seat] for game, seat in seats),
    }


def _shares(seats: Sequence[Seat]) -> Summary:
    """What was won, counted by seats: an entrant on three seats of a table has three tries."""
    alone = sum(seat in game.winners and len(game.winners) == 1 for game, seat in seats)
    shared = sum(seat in game.winners and len(game.winners) > 1 for game, seat in seats)
    share = sum(game.shares()[seat] for game, seat in seats) / len(seats) if seats else 0.0
    low, high = wilson(share, len(seats))
    return {
        "seats": len(seats),
        "wins": alone,
        "ties": shared,
        "losses": len(seats) - alone - shared,
        "share": round(share, 4),
        "share_low": round(low, 4),
        "share_high": round(high, 4),
    }


def _points(seats: Sequence[Seat]) -> Summary:
    """Mean score and lead over the best of the others, of games that were played to their end."""
    whole = [(game.scores, seat) for game, seat in seats if game.failure is None]
    leads = [scores[seat] - max(scores[:seat] + scores[seat + 1 :]) for scores, seat in whole]
    return {"score": _mean(scores[seat] for scores, seat in whole), "margin": _mean(leads)}


def _mean(numbers: Iterable[float]) -> float | None:
    listed = list(numbers)
    return round(sum(listed) / len(listed), 2) if listed else None


def _failures(seats: Sequence[Seat]) -> dict[str, int]:
    kinds = Counter(game.failure.kind for game, seat in seats if game.failure and game.failure.seat == seat)
    return {kind: kinds[kind] for kind in KINDS}


def _pairs(results: Results) -> list[Summary]:
    """Every pair that met; at tables of more than two, what the one won against the rest."""
    if results.plan.pairing == MIXED:
        return []
    told, entrants = [], results.plan.entrants
    for lone, rest in pairs(results.plan):
        table = sorted([lone] + [rest] * (results.plan.players - 1))
        games = [game for game in results.games if sorted(game.seats) == table]
        seats = [(game, game.seats.index(lone)) for game in games]
        told.append(
            {"one": entrants[lone].label, "rest": entrants[rest].label, **_shares(seats), **_points(seats)}
        )
    return told


def _order(results: Results) -> list[Summary]:
    """What whoever began won, and those after them, clockwise.

    Intervals are counted by deals: between bots that are alike, the games on one are nearly the same.
    """
    players = results.plan.players
    deals = len({game.deal for game in results.games})
    told = []
    for turn in range(players):
        seats = [(game, (game.starter + turn) % players) for game in results.games]
        line = {"turn": turn + 1, **_shares(seats), **_points(seats)}
        low, high = wilson(line["share"], deals)
        told.append({**line, "share_low": round(low, 4), "share_high": round(high, 4)})
    return told


def _failure(results: Results, game: Game) -> Summary:
    assert game.failure is not None
    label = results.plan.entrants[game.seats[game.failure.seat]].label
    return {
        "game": game.number,
        "label": label,
        "seat": game.failure.seat,
        "kind": game.failure.kind,
        "reason": game.failure.reason,
    }


# --- words for both the tables and the picture --------------------------------------------------------------


def title(told: Summary) -> str:
    """What was played, in a line."""
    variant = {
        name: value for name, value in told["options"].items() if name not in ("players", "max_rounds")
    }
    said = [value if isinstance(value, str) else name for name, value in variant.items() if value]
    played = f"{told['played']:,} games"
    if told["played"] < told["planned"]:
        played += f" of {told['planned']:,}"
    players = f"{told['options']['players']} players"
    return f"{', '.join([told['game'].capitalize(), players, *said])}: {played}, seed {told['seed']}"


def elo_text(line: Summary) -> str:
    """An Elo figure; a bound where that is all that is known."""
    if line["elo_bound"] == "above":
        return f">{line['elo_low']:+.0f}"
    if line["elo_bound"] == "below":
        return f"<{line['elo_high']:+.0f}"
    return f"{round(line['elo']):+}" if round(line["elo"]) else "0"
