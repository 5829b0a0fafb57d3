"""Who takes part: bots by name or outside programs, each with the budget it plays on, read from texts.

strong                    a bot of the roster
master@0.2s               the same with a budget of its own: seconds end in s,
strong@5000               simulations do not
mine=python my_bot.py     an outside program under a label; mine@1s=... with its own budget
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from azulejos.bots.bot import Budget
from azulejos.bots.budgets import split_budget
from azulejos.bots.program import words
from azulejos.bots.roster import bot
from azulejos.core.checks import quoted
from azulejos.core.errors import RulesError
from azulejos.core.record import MOST_NAME

_OUTSIDE = re.compile(
    r"([A-Za-z0-9_.-]+(?:@[^=:\s]*)?)=(.*)", re.DOTALL
)  # a setting has a colon before its =


@dataclass(frozen=True, slots=True)
class Entrant:
    """One side of the arena: a bot's name in the roster, or the command of an outside program."""

    label: str
    bot: str = ""
    command: str = ""
    budget: Budget = field(default_factory=Budget)  # nothing named: the arena's

    @property
    def name(self) -> str:
        """The label as a record can hold it."""
        return self.label[:MOST_NAME].strip()

    def as_dict(self) -> dict[str, Any]:
        """The entrant as plain data."""
        made = {"command": self.command} if self.command else {"bot": self.bot}
        own = {"seconds": self.budget.seconds, "simulations": self.budget.simulations}
        return {
            "label": self.label,
            **made,
            **{name: value for name, value in own.items() if value is not None},
        }


def read_entrants(texts: Sequence[str]) -> tuple[Entrant, ...]:
    """Every entrant, two at least and no two the same."""
    entrants = tuple(map(read_entrant, texts))
    if len(entrants) < 2:
        raise RulesError(f"the arena has {len(entrants)} entrants, expected two or more")
    labels = [entrant.label for entrant in entrants]
    for label in labels:
        if labels.count(label) > 1:
            raise RulesError(
                f"entrant {quoted(label)} is there twice: give one another budget, as in {label}@0.5s"
            )
    return entrants


def read_entrant(text: str) -> Entrant:
    """An entrant from its text; a bot that the roster does not have is refused with those it has."""
    if outside := _OUTSIDE.fullmatch(text):
        label, command = outside[1], outside[2].strip()
        if not command:
            raise RulesError(
                f"entrant {quoted(text)} has no command, expected one as in {label}=python my_bot.py"
            )
        try:
            words(command)
        except ValueError as error:
            raise RulesError(
                f"entrant {quoted(text)}: the command cannot be read, {str(error).lower()}"
            ) from None
        return Entrant(label, command=command, budget=split_budget(label, "entrant")[1])
    name, budget = split_budget(text.strip(), "entrant")
    bot(name)
    return Entrant(text.strip(), bot=name, budget=budget)
