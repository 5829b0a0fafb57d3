"""Leagues, games on record and rankings as plain data: what pages are made of and what programs get."""

from collections.abc import Iterable, Mapping
from typing import Any

from azulejos.service.imports import Imported, ImportPlan
from azulejos.service.leagues import Invitation
from azulejos.service.records import Recorded
from azulejos.service.standings import Standing
from azulejos.store.records import Change, Guest, League, Member, Person
from azulejos.study import statistics
from azulejos.study.files import as_dict
from azulejos.study.ratings import OVERALL, Row
from azulejos.study.results import Problem, Result, hints, places, unresolved, variant

SHOWN = 200  # games or bad rows of an import that are listed; the numbers count all


def told_league(league: League, guest: Guest | None) -> dict[str, Any]:
    """A league as lists show it; its invitation is for members, so it is not in here."""
    return {
        "id": league.id,
        "name": league.name,
        "kind": league.kind,
        "owner": guest is not None and league.owner == guest.id,
        "feeds": league.feeds,
        "games": league.games,
        "members": league.members,
        "last": league.last,
        "created": f"{league.created:%F}",
    }


def told_member(member: Member, league: League, guest: Guest | None) -> dict[str, Any]:
    """A member; the id is for who may remove them."""
    return {
        "id": member.guest,
        "name": member.name,
        "person": member.person,
        "joined": f"{member.joined:%F}",
        "owner": member.guest == league.owner,
        "you": guest is not None and member.guest == guest.id,
    }


def told_person(person: Person, guest: Guest | None = None) -> dict[str, Any]:
    """Somebody in a league; who is behind an entry is nobody's business but their own."""
    return {
        "id": person.id,
        "name": person.name,
        "bot": person.bot,
        "linked": person.guest is not None,
        "you": guest is not None and person.guest == guest.id,
        "merged_into": person.merged_into,
        "games": person.games,
    }


def told_invitation(invitation: Invitation) -> dict[str, Any]:
    """What an invitation leads to; the league's id only for who is in already."""
    return {
        "name": invitation.name,
        "owner": invitation.owner,
        "member": invitation.member,
        "league": invitation.league if invitation.member else None,
        "people": [{"id": one.id, "name": one.name, "games": one.games} for one in invitation.people],
    }


# --- games -----------------------------------------------------------------------------------------------


def told_game(result: Result, people: Mapping[str, Person]) -> dict[str, Any]:
    """A game as lists show it: who came where with how many points."""
    open_ties = unresolved(result)
    return {
        "id": result.id,
        "game": result.game,
        "variant": variant(result.game, result.options),
        "options": result.options,
        "played": result.played,
        "note": result.note,
        "source": result.source,
        "ref": result.ref,
        "unresolved": open_ties,
        "scores": [
            {
                "person": score.person,
                "name": people[score.person].name if score.person in people else "",
                "bot": people[score.person].bot if score.person in people else None,
                "total_points": score.total_points,
                "completed_rows": score.completed_rows,
                "place": place,
                "out": score.out,
            }
            for score, place in zip(result.scores, places(result), strict=True)
        ],
    }


def told_result(recorded: Recorded) -> dict[str, Any]:
    """A game on record with every detail and its history."""
    told = told_game(recorded.result, recorded.people)
    full = as_dict(recorded.result)["scores"]
    for seat, details in zip(told["scores"], full, strict=True):
        seat["rounds"] = details.get("rounds", [])
        seat["bonuses"] = details.get("bonuses")
        seat["note"] = details.get("note", "")
    return {
        **told,
        "version": recorded.version,
        "by": recorded.by,
        "created": recorded.created.isoformat(timespec="seconds"),
        "updated": recorded.updated.isoformat(timespec="seconds"),
        "deleted": recorded.deleted.isoformat(timespec="seconds") if recorded.deleted else None,
        "hints": told_problems(hints(recorded.result)),
        "trace": [told_change(change) for change in recorded.trace],
    }


def told_change(change: Change) -> dict[str, Any]:
    """A step in the history of a game."""
    return {
        "at": change.at.isoformat(timespec="seconds"),
        "name": change.name,
        "kind": change.kind,
        "before": change.before,
        "after": change.after,
    }


def told_problems(problems: Iterable[Problem]) -> list[dict[str, Any]]:
    """What is wrong or odd with a game: field, code, values, and a sentence in English."""
    return [
        {"field": one.field, "code": one.code, "values": one.values, "message": one.message}
        for one in problems
    ]


# --- rankings --------------------------------------------------------------------------------------------


def told_standing(standing: Standing, scope: str = OVERALL) -> dict[str, Any]:
    """A leaderboard; `current` is False while ratings are still counted, `progress` says how far."""
    ratings = standing.ratings
    rows = [] if ratings is None else ratings.table(scope)
    return {
        "scope": scope,
        "scopes": [OVERALL] if ratings is None else ratings.scopes(),
        "current": standing.current,
        "progress": round(standing.progress, 3),
        "results": len(standing.results),
        "rows": [told_row(row, place, standing.people) for place, row in _placed(rows)],
    }


def _placed(rows: list[Row]) -> list[tuple[int | None, Row]]:
    """Places for those whose rating is not provisional."""
    return [(None if row.provisional else place, row) for place, row in enumerate(rows, 1)]


def told_row(row: Row, place: int | None, people: Mapping[str, Person]) -> dict[str, Any]:
    """A line of a leaderboard."""
    person = people.get(row.person)
    return {
        "place": place,
        "person": row.person,
        "name": person.name if person else "",
        "bot": person.bot if person else None,
        "rating": row.rating,
        "spread": row.spread,
        "games": row.games,
        "wins": round(row.wins, 2),
        "provisional": row.provisional,
        "trend": row.trend,
    }


def told_summary(summary: statistics.League) -> dict[str, Any]:
    """What a league's games say together."""
    return {
        "games": summary.games,
        "people": summary.people,
        "by_game": summary.by_game,
        "by_players": {str(n): games for n, games in summary.by_players.items()},
        "months": summary.months,
        "averages": {game: round(value, 1) for game, value in summary.averages.items()},
        "winning": {game: round(value, 1) for game, value in summary.winning.items()},
        "records": {game: [best._asdict() for best in bests] for game, bests in summary.records.items()},
    }


def told_about(about: statistics.Person, standing: Standing) -> dict[str, Any]:
    """All about a person: ratings by scope with their history, and what their games say."""
    ratings = standing.ratings
    return {
        "person": about.person,
        "name": standing.names.get(about.person, ""),
        "games": about.games,
        "wins": round(about.wins, 2),
        "ratings": {} if ratings is None else _ratings(about.person, standing),
        "by_game": {game: tally._asdict() for game, tally in about.by_game.items()},
        "by_players": {str(n): tally._asdict() for n, tally in about.by_players.items()},
        "by_seat": {str(n): tally._asdict() for n, tally in about.by_seat.items()},
        "by_place": {str(n): times for n, times in about.by_place.items()},
        "averages": {game: round(value, 1) for game, value in about.averages.items()},
        "bests": {game: best._asdict() for game, best in about.bests.items()},
        "sources": {
            game: {"games": one.games, "means": {part: round(mean, 2) for part, mean in one.means.items()}}
            for game, one in about.sources.items()
        },
        "versus": [{**one._asdict(), "name": standing.names.get(one.person, "")} for one in about.versus],
        "favourites": about.favourites,
        "streak": about.streak,
        "longest": about.longest,
        "scores": [shot._asdict() for shot in about.scores],
    }


def _ratings(person: str, standing: Standing) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for scope in standing.ratings.scopes() if standing.ratings else ():
        row = standing.ratings.row(person, scope) if standing.ratings else None
        if row is not None:
            told = told_row(row, None, standing.people)
            del told["place"], told["person"], told["name"], told["bot"]
            found[scope] = {**told, "history": [point._asdict() for point in row.history]}
    return found


# --- files -----------------------------------------------------------------------------------------------


def told_plan(plan: ImportPlan) -> dict[str, Any]:
    """What an import would do: numbers of all, the first of each."""
    return {
        "digest": plan.digest,
        "counts": {
            "new": len(plan.new),
            "same": len(plan.same),
            "differing": len(plan.differing),
            "bad": len(plan.bad),
            "people": len(plan.people),
        },
        "new": [as_dict(result) for result in plan.new[:SHOWN]],
        "differing": [
            {"there": as_dict(there), "here": as_dict(here)} for there, here in plan.differing[:SHOWN]
        ],
        "bad": [
            {
                "line": one.line,
                "field": one.field,
                "code": one.code,
                "values": one.values,
                "message": one.message,
                "id": one.id,
            }
            for one in plan.bad[:SHOWN]
        ],
        "people": plan.people[:SHOWN],
    }


def told_imported(done: Imported) -> dict[str, int]:
    """What an import has done."""
    return {
        "added": done.added,
        "corrected": done.corrected,
        "same": done.same,
        "people": done.people,
    }
