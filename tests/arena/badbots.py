"""Bots that misbehave inside the process that plays. Importing this makes their names known to the arena.

Workers import it too, because the entrants they are handed are of a class that lives here.
"""

import os
import time
from dataclasses import dataclass
from typing import Any

from azulejos.arena import entrants, table
from azulejos.arena.entrants import Entrant
from azulejos.arena.plans import Plan, plan
from azulejos.bots import roster
from azulejos.bots.bot import Bot, Budget, Choice, Thinker
from azulejos.core.match import Match


class Bad(Thinker):
    """Does what its name says, at its third move."""

    turn = 0

    def think(self, game: Match, budget: Budget) -> Choice:  # noqa: ARG002
        self.turn += 1
        if self.turn < 3:
            return Choice(game.moves()[0])
        return getattr(self, self.name.removeprefix("bad-"))(game)  # type: ignore[no-any-return]

    def raises(self, game: Match) -> Choice:
        return Choice(game.moves()[10**6])

    def exits(self, game: Match) -> Choice:  # noqa: ARG002
        raise SystemExit(4)

    def dies(self, game: Match) -> Choice:  # noqa: ARG002
        os._exit(5)

    def cheats(self, game: Match) -> Choice:  # noqa: ARG002
        return Choice("9B>1")

    def babbles(self, game: Match) -> Choice:  # noqa: ARG002
        return Choice(None)  # type: ignore[arg-type]

    def dawdles(self, game: Match) -> Choice:
        time.sleep(0.2)
        return Choice(game.moves()[0])

    def hangs(self, game: Match) -> Choice:
        time.sleep(60)
        return Choice(game.moves()[0])


@dataclass(frozen=True, slots=True)
class KnownEntrant(Entrant):
    """An entrant that brings this module along."""


def bad_plan(texts: list[str], **wishes: Any) -> Plan:
    """A plan in which bad bots may take part, in any process."""
    made = plan(texts, **wishes)
    known = tuple(KnownEntrant(one.label, one.bot, one.command, one.budget) for one in made.entrants)
    return Plan(
        known, made.game, made.options, made.games, made.seed, made.budget, made.pairing, made.patience
    )


def _bot(name: str, seed: int | None = None) -> Bot:
    return Bad(name, seed) if name.startswith("bad-") else roster.bot(name, seed)


for module in (entrants, table):
    module.__dict__["bot"] = _bot
