"""A bot's name with its budget behind an @: seconds as in master@0.2s, simulations as in strong@5000."""

import re

from azulejos.bots.bot import Budget
from azulejos.core.checks import quoted
from azulejos.core.errors import RulesError

_SECONDS = re.compile(r"(\d+\.?\d*|\.\d+)s", re.ASCII)
_SIMULATIONS = re.compile(r"\d{1,16}", re.ASCII)


def split_budget(text: str, what: str) -> tuple[str, Budget]:
    """The name and the budget behind its @, an empty one where there is none; `what` it names, for errors."""
    name, at, own = text.rpartition("@")
    if not at:
        return text, Budget()
    if found := _SECONDS.fullmatch(own):
        return name, Budget(seconds=float(found[1]))
    if _SIMULATIONS.fullmatch(own):
        return name, Budget(simulations=int(own))
    raise RulesError(
        f"{what} {quoted(text)}: its budget is {quoted(own)},"
        " expected seconds as in @0.2s or simulations as in @5000"
    )
