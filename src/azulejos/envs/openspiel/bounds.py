"""How long a game can be and what it can bring: bounds that no game passes, each with the reason why."""

from azulejos.core.rules import Rules
from azulejos.envs.openspiel.dealing import A_FACTORY
from azulejos.pavilion.fields import ROUNDS, SPACES, STRUCTURE, SUPPLY_SPACES, WORTH
from azulejos.pavilion.kernels.setup import START_SCORE
from azulejos.pavilion.kernels.turns import LEAST_SCORE

LINES = 5
BONUSES = len(STRUCTURE) - 1  # of a board; the last one is never complete
BONUS_TILES = sum(WORTH)  # that a board can bring, each structure paying once (S38)
MOST_POINTS = {"azul": 240, "pavilion": 304, "pavilion-grey": 323}  # as `study.checking` counts them


def most_points(rules: Rules) -> int:
    """More points than this nobody can have."""
    side = rules.options.as_dict().get("side")
    return MOST_POINTS[f"{rules.game}-{side}" if side == "grey" else rules.game]


def least_points(rules: Rules) -> int:
    """Nobody can have fewer (A35, S5)."""
    return LEAST_SCORE if rules.game == "pavilion" else 0


def first_points(rules: Rules) -> int:
    """What everybody begins with (S4)."""
    return START_SCORE if rules.game == "pavilion" else 0


def most_decisions(rules: Rules) -> int:
    """How many decisions a game has at most: whoever drafts takes a tile or more away from the offer."""
    players, drafts, rounds = rules.players, _offered(rules), _rounds(rules)
    if rules.game == "pavilion":  # a space is covered once, a structure pays once, a seat passes once a round
        return rounds * drafts + players * (SPACES + BONUSES + rounds)
    return rounds * (drafts + players * LINES)  # a cell is chosen at most for every line


def most_tiles(rules: Rules) -> int:
    """How many tiles a game draws at most: for factories in every round, and for the supply (S41)."""
    tiles = _rounds(rules) * _offered(rules)
    return tiles + (SUPPLY_SPACES + rules.players * BONUS_TILES if rules.game == "pavilion" else 0)


def most_deals(rules: Rules) -> int:
    """How many deals bring a tile: one a round, and at most one for every tile that leaves the supply."""
    return _rounds(rules) + (rules.players * BONUS_TILES if rules.game == "pavilion" else 0)


def _offered(rules: Rules) -> int:
    factories = 2 * rules.players + 1  # A3, S2
    return A_FACTORY * factories


def _rounds(rules: Rules) -> int:
    if rules.game == "pavilion":
        return ROUNDS
    cap = rules.options.as_dict().get("max_rounds")
    if cap is None:
        raise ValueError("max_rounds is not set: without it a game of Azul need not end (A46b)")
    return int(cap)
