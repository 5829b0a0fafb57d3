"""What an arena is asked to play: the game, the entrants, the pairing, the seed. Says nothing of how."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from azulejos import games as known
from azulejos.arena.entrants import Entrant, read_entrant, read_entrants
from azulejos.bots.bot import Budget
from azulejos.core.checks import quoted, whole
from azulejos.core.errors import RulesError
from azulejos.core.match import check_seed

ROUND_ROBIN, GAUNTLET, MIXED = "round robin", "gauntlet", "mixed"
MOST_GAMES = 1_000_000
EASY_SEEDS = 1_000_000  # where none is named, one that is easily typed again
MAX_ROUNDS = 30  # of Azul, so that no game is endless (A46b); people's games take five or six


@dataclass(frozen=True, slots=True)
class Plan:
    """An arena before it is played. The same plan gives the same games anywhere."""

    entrants: tuple[Entrant, ...]
    game: str = "azul"
    options: Mapping[str, Any] = field(default_factory=dict)
    games: int = 100  # of every pair
    seed: int = 0
    budget: Budget = field(default_factory=Budget)  # of those entrants that have none of their own
    pairing: str = ROUND_ROBIN
    patience: float = 10.0  # seconds beyond the budget after which a bot has hung

    @property
    def players(self) -> int:
        """How many sit at a table."""
        return int(self.options["players"])

    def budget_of(self, entrant: Entrant) -> Budget:
        """What this entrant may spend on a move."""
        return entrant.budget or self.budget

    def as_dict(self) -> dict[str, Any]:
        """The plan as plain data: what the head of a file of results says."""
        return {
            "game": self.game,
            "options": dict(self.options),
            "entrants": [entrant.as_dict() for entrant in self.entrants],
            "games": self.games,
            "seed": self.seed,
            "seconds": self.budget.seconds,
            "simulations": self.budget.simulations,
            "pairing": self.pairing,
            "patience": self.patience,
        }


def plan(
    entrants: Sequence[str],
    game: str = "azul",
    *,
    games: int = 100,
    seed: int | None = None,
    seconds: float | None = None,
    simulations: int | None = None,
    gauntlet: bool = False,
    mixed: bool = False,
    patience: float = 10.0,
    **options: Any,
) -> Plan:
    """A plan from what a person would say; every mistake is a RulesError."""
    made = Plan(
        read_entrants(entrants),
        game,
        _options(game, options),
        whole(games, "games", 1, MOST_GAMES),
        secrets.randbelow(EASY_SEEDS) if seed is None else check_seed(seed),
        Budget(seconds, simulations),
        _pairing(gauntlet, mixed),
        _patience(patience),
    )
    if mixed and len(made.entrants) != made.players:
        raise RulesError(
            f"a mixed arena of {made.players} players has {len(made.entrants)} entrants,"
            " expected one for each seat"
        )
    return made


def _options(game: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """All options of the game, with a cap on Azul's rounds."""
    family = known.family(game)
    capped = {"max_rounds": MAX_ROUNDS, **given} if game == "azul" else dict(given)
    return family.make(capped).options.as_dict()


def _pairing(gauntlet: bool, mixed: bool) -> str:
    if gauntlet and mixed:
        raise RulesError("an arena is a gauntlet or mixed, not both")
    return GAUNTLET if gauntlet else MIXED if mixed else ROUND_ROBIN


def _patience(patience: float) -> float:
    fits = isinstance(patience, int | float) and not isinstance(patience, bool) and 0 <= patience <= 1e6
    if not fits:
        raise RulesError(f"patience is {quoted(patience)}, expected seconds from 0 to 1,000,000")
    return float(patience)


def plan_from_dict(told: Mapping[str, Any]) -> Plan:
    """The inverse of `as_dict`; RulesError, KeyError, TypeError or ValueError where it is something else."""
    entrants = tuple(_entrant(one) for one in told["entrants"])
    if told["pairing"] not in (ROUND_ROBIN, GAUNTLET, MIXED):
        raise RulesError(
            f"pairing is {quoted(told['pairing'])}, expected {ROUND_ROBIN}, {GAUNTLET} or {MIXED}"
        )
    return Plan(
        entrants,
        told["game"],
        _options(told["game"], told["options"]),
        whole(told["games"], "games", 1, MOST_GAMES),
        check_seed(told["seed"]),
        Budget(told["seconds"], told["simulations"]),
        told["pairing"],
        _patience(told["patience"]),
    )


def _entrant(told: Mapping[str, Any]) -> Entrant:
    """An entrant from its plain data, checked as a person's text is: its label has all but a command."""
    command = told.get("command")
    return read_entrant(told["label"] if command is None else f"{told['label']}={command}")
