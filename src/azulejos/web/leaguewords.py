"""What pages of leagues say about people, days, games and changes, in the visitor's language."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from azulejos.service.people import heads
from azulejos.store.records import Change, Person
from azulejos.study.checking import parse_day
from azulejos.study.ratings import OVERALL
from azulejos.study.results import GAMES, Problem, variant
from azulejos.web.locale import Catalogue


class Teller:
    """Says things in one language."""

    def __init__(self, texts: Catalogue) -> None:
        self.texts = texts
        self.t = texts.t

    # --- people and days ---------------------------------------------------------------------------------

    def name(self, person: Person | Mapping[str, Any] | None) -> str:
        """What somebody is called: a bot by its level, who has taken their name away as such."""
        if person is None:
            return self.t("league.person.gone")
        told = person if isinstance(person, Mapping) else {"bot": person.bot, "name": person.name}
        if told["bot"]:
            key = "bot." + str(told["bot"])
            return self.t(key) if key in self.texts else str(told["bot"])
        return str(told["name"]) or self.t("league.person.gone")

    def names(self, people: Iterable[Person]) -> dict[str, str]:
        """By id of any entry, merged ones too, what the person is called."""
        return {one: self.name(head) for one, head in heads(people).items()}

    def day(self, played: str) -> str:
        """A day as people write it; what is none stays as it is."""
        return played if parse_day(played) is None else self.texts.day(played)

    def month(self, month: str) -> str:
        """A month: of 2026-11."""
        return f"{self._months()[int(month[5:7]) - 1]} {month[:4]}"

    def short_month(self, month: str) -> str:
        """A month where there is little room; January is a year's beginning."""
        return month[:4] if month[5:7] == "01" else self._months()[int(month[5:7]) - 1]

    def _months(self) -> list[str]:
        return self.t("league.months").split()

    def moment(self, at: datetime) -> str:
        """A day and a time, in UTC as all times here."""
        at = at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
        return f"{self.day(f'{at:%F}')}, {at:%H:%M} UTC"

    # --- games -------------------------------------------------------------------------------------------

    def scope(self, scope: str) -> str:
        """What a ranking is of."""
        if scope == OVERALL:
            return self.t("league.scope.overall")
        return self.t("game." + scope) if scope in GAMES else self.variant(scope)

    def variant(self, name: str) -> str:
        """A game with its options."""
        key = "score.tell." + name
        return self.t(key) if key in self.texts else name

    def signed(self, number: int) -> str:
        """A number with its sign."""
        return f"−{-number}" if number < 0 else f"+{number}" if number else "0"

    def number(self, value: float, digits: int = 1) -> str:
        """A number as people write it, without idle zeros."""
        text = f"{value:.{digits}f}"
        text = text.rstrip("0").rstrip(".") if "." in text else text
        text = text.replace("-", "−")
        return text.replace(".", ",") if self.texts.lang == "fr" else text

    def headline(self, game: Mapping[str, Any]) -> str:
        """Who has won, in a sentence."""
        first = [seat for seat in game["scores"] if seat["place"] == 1]
        names = self.joined([self.name(seat) for seat in first])
        if game["unresolved"] and len(first) > 1:
            return self.t("league.game.open", names=names)
        if len(first) > 1:
            return self.t("league.game.shared", names=names)
        most = first[0]["total_points"]
        others = [seat["total_points"] for seat in game["scores"] if seat["place"] != 1 and not seat["out"]]
        if others and most > max(others):
            return self.t("league.game.won", name=names, n=most - max(others))
        return self.t("league.game.wins", name=names)

    def joined(self, names: list[str]) -> str:
        """Names in a sentence."""
        return self.t("league.and", names=", ".join(names[:-1]), last=names[-1]) if names[1:] else names[0]

    def problem(self, problem: Problem) -> str:
        """What is wrong with a field."""
        return self.wrong(problem.code, problem.values, problem.message)

    def wrong(self, code: str, values: Mapping[str, Any], message: str) -> str:
        """What is wrong, where we have words for it in this language."""
        key = "score.problem." + code
        return self.t(key, **values) if key in self.texts else message

    # --- changes -----------------------------------------------------------------------------------------

    def change(self, change: Change, names: Mapping[str, str]) -> dict[str, Any]:
        """A step in a game's history: who, when, what, and what it was before."""
        who = change.name or self.t("league.trace.nobody")
        said = self.t("league.trace." + change.kind, name=who)
        return {"at": self.moment(change.at), "said": said, "details": self._details(change, names)}

    def _details(self, change: Change, names: Mapping[str, str]) -> list[str]:
        before, after = change.before, change.after
        if before is None or after is None:
            return []
        found = [*self._of_game(before, after), *self._of_seats(before["scores"], after["scores"], names)]
        if before.get("deleted") and not after.get("deleted"):
            found.append(self.t("league.trace.back"))
        return found or [self.t("league.trace.details")]

    def _of_game(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterable[str]:
        kinds = [self.variant(variant(one["game"], one["options"])) for one in (before, after)]
        yield from self._differ("game", *kinds)
        yield from self._differ("day", self.day(before["played"]), self.day(after["played"]))
        yield from self._differ("note", before["note"], after["note"])

    def _of_seats(
        self, before: list[dict[str, Any]], after: list[dict[str, Any]], names: Mapping[str, str]
    ) -> Iterable[str]:
        if len(before) != len(after):
            yield self.t("league.trace.players", before=len(before), after=len(after))
        for seat, (one, other) in enumerate(zip(before, after, strict=False), 1):
            was, now = names.get(one["person"], "?"), names.get(other["person"], "?")
            if was != now:
                yield self.t("league.trace.person", n=seat, before=was, after=now)
            yield from self._differ("total", one["total_points"], other["total_points"], now)
            yield from self._differ("rows", one["completed_rows"], other["completed_rows"], now)
            yield from self._differ("seatnote", one.get("note", ""), other.get("note", ""), now)

    def _differ(self, what: str, before: object, after: object, name: str = "") -> Iterable[str]:
        if before != after:
            shown = [self.t("league.trace.none") if one in (None, "") else one for one in (before, after)]
            yield self.t("league.trace." + what, name=name, before=shown[0], after=shown[1])
