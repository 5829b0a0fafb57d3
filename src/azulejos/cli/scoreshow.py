"""Games on record and rankings as plain text for a terminal."""

from collections.abc import Sequence
from typing import Any

from azulejos.service.imports import ImportPlan
from azulejos.service.records import Recorded
from azulejos.store.records import League
from azulejos.study.results import places
from azulejos.study.telling import tell
from azulejos.study.values import BONUS_PARTS, ROUND_PARTS
from azulejos.web.locale import DEFAULT, Catalogues

SHOWN = 20  # bad lines or names that are listed; the numbers count all
ONLINE_NAME = "online"


def columns(head: Sequence[str], rows: Sequence[Sequence[str]], right: str = "") -> str:
    """Rows under a head, aligned; `right` has an r for each column of numbers."""
    lines = [head, *rows]
    widths = [max(len(line[n]) for line in lines) for n in range(len(head))]
    shown = []
    for line in lines:
        cells = (
            cell.rjust(width) if side == "r" else cell.ljust(width)
            for cell, width, side in zip(line, widths, right.ljust(len(head)), strict=True)
        )
        shown.append("  ".join(cells).rstrip())
    return "\n".join(shown) + "\n"


def counted(number: int, what: str) -> str:
    """1 game, 2,000 games."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def league_name(league: League) -> str:
    """What a league is called; the list of online games has no name of its own."""
    return league.name or ONLINE_NAME


def leagues(known: Sequence[League]) -> str:
    """Leagues, and how people join them."""
    rows = [
        (
            one.id,
            league_name(one),
            str(one.games),
            str(one.members),
            f"/join/{one.invite}" if one.invite else "",
        )
        for one in known
    ]
    return columns(("id", "name", "games", "members", "to join"), rows, "  rr")


def games(found: Sequence[Recorded], total: int, before: int) -> str:
    """A page of games: who came where with how many points."""
    rows = []
    for one in found:
        ranked = sorted(zip(places(one.result), one.result.scores, strict=True), key=lambda seat: seat[0])
        seats = ", ".join(f"{one.people[score.person].name} {score.total_points}" for _, score in ranked)
        rows.append((one.result.played, one.result.id, told_variant(one), seats))
    if not rows:
        return "No games.\n" if not total else f"No games there: {total:,} in all.\n"
    told = f"{before + 1:,} to {before + len(rows):,} of {total:,}\n" if len(rows) < total else ""
    return columns(("day", "id", "game", "players"), rows) + told


def told_variant(one: Recorded) -> str:
    """The game with its options, in words."""
    game, options = one.result.game, one.result.options
    grey = "grey" in (options.get("wall"), options.get("side"))
    return ", ".join([game, *["grey"] * grey, *["jokers"] * bool(options.get("jokers"))])


def game(kept: Recorded, short: bool = False) -> str:
    """A game as it is shared; with every round, bonus and change unless it is to be short."""
    names = {one.id: one.name for one in kept.people.values()}
    texts = Catalogues()[DEFAULT]
    text = tell(kept.result, names, texts.t, texts.day(kept.result.played), medals=False)
    if short:
        return harmless(text)
    parts = [text, *(_details(kept, seat) for seat in range(len(kept.result.scores))), _history(kept)]
    return harmless("\n".join(part for part in parts if part))


def harmless(text: str) -> str:
    """A text without what a terminal would obey: notes are written by others."""
    return "".join(sign if sign.isprintable() or sign in "\n\t" else "\ufffd" for sign in text)


def _details(kept: Recorded, seat: int) -> str:
    """A seat's rounds and bonuses, where they were told."""
    score, game_ = kept.result.scores[seat], kept.result.game
    told = []
    if score.rounds:
        parts = ROUND_PARTS[game_]
        rows = [
            (str(number), *("" if (value := one.get(part)) is None else str(value) for part in parts))
            for number, one in enumerate(score.rounds, 1)
        ]
        told.append(columns(("round", *parts), rows, "r" * (len(parts) + 1)))
    if score.bonuses is not None:
        shown = [f"{part} {_points(score.bonuses.get(part))}" for part in BONUS_PARTS[game_]]
        told.append(f"bonuses: {', '.join(shown)}\n")
    if score.note:
        told.append(f"note: {score.note}\n")
    if score.out:
        told.append(f"out: {score.out}\n")
    return f"{kept.people[score.person].name}\n{''.join(told)}" if told else ""


def _points(bonus: Any) -> int:
    return sum(value or 0 for value in bonus.values()) if isinstance(bonus, dict) else bonus or 0


def _history(kept: Recorded) -> str:
    rows = [(f"{change.at:%F %R}", change.kind, change.name) for change in kept.trace]
    return columns(("when", "what", "who"), rows) + ("deleted\n" if kept.deleted else "")


def ranking(told: dict[str, Any]) -> str:
    """A leaderboard, as web/standing.py tells it."""
    if not told["rows"]:
        return "No games.\n"
    rows = [
        (
            "" if row["place"] is None else str(row["place"]),
            row["name"],
            f"{row['rating']} ±{row['spread']}",
            str(row["games"]),
            f"{row['wins']:g}",
            "" if row["trend"] is None else f"{row['trend']:+}",
            "provisional" if row["provisional"] else "",
        )
        for row in told["rows"]
    ]
    head = ("", "name", "rating", "games", "wins", "trend", "")
    return columns(head, rows, "r rrrr") + f"{told['scope']}; {counted(told['results'], 'game')} on record\n"


def plan(plan: ImportPlan, league: League, differing: bool) -> str:
    """What an import would do."""
    new = counted(len(plan.new), "new game")
    lines = [f"Into {league_name(league)}: {new}, {len(plan.same):,} on record already."]
    if plan.differing:
        does = "would be corrected" if differing else "stay as they are (--differing corrects them)"
        lines.append(f"On record otherwise: {counted(len(plan.differing), 'game')}, which {does}.")
    if plan.people:
        lines.append(f"New people, {len(plan.people):,}: {_some(plan.people)}.")
    if plan.bad:
        lines.append(f"{counted(len(plan.bad), 'mistake')}; these games stay out:")
        lines += [
            f"  {f'line {one.line}' if one.line else one.id}, {one.field}: {one.message}"
            for one in plan.bad[:SHOWN]
        ]
        lines += [f"  and {len(plan.bad) - SHOWN:,} more"] * (len(plan.bad) > SHOWN)
    return "\n".join(lines) + "\n"


def _some(names: Sequence[str]) -> str:
    more = f" and {len(names) - SHOWN:,} more" if len(names) > SHOWN else ""
    return ", ".join(names[:SHOWN]) + more
