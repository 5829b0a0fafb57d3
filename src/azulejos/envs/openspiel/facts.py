"""What OpenSpiel wants to know about a game: its parameters, its kind, what it can bring, how long it is."""

from typing import Any, NamedTuple

import pyspiel

from azulejos.core.rules import Rules
from azulejos.envs import stepping
from azulejos.envs.openspiel import bounds
from azulejos.envs.openspiel.dealing import kinds
from azulejos.envs.openspiel.moments import Moment, Variant

NAMES = {"azul": "python_azulejos_azul", "pavilion": "python_azulejos_pavilion"}
TITLES = {"azul": "Azul", "pavilion": "Azul: Summer Pavilion"}
OPTIONS: dict[str, dict[str, Any]] = {
    "azul": {"players": 2, "wall": "coloured", "jokers": False, "max_rounds": 50},  # A46b
    "pavilion": {"players": 2, "side": "coloured"},
}
EXPLICIT, SAMPLED = CHANCES = ("explicit", "sampled")
ZERO_SUM = "zero_sum"  # OpenSpiel's AlphaZero and others take what one wins for what the other loses
REWARDS = (ZERO_SUM, *stepping.REWARDS)
UNSEEDED = -1  # OpenSpiel's own word for a seed that nobody chose
MOST_PARAMETER = 2**31 - 1  # whole numbers beyond this OpenSpiel cannot pass on
WISHES = {"reward": ZERO_SUM, "chance": EXPLICIT, "rng_seed": UNSEEDED}


class Utility(NamedTuple):
    """What a game can bring one seat, and all together where that never changes."""

    kind: Any
    least: float
    most: float
    sum: float | None


def kind_of(players: int, reward: str) -> Any:
    """Whether seats play for a sum that never changes, and for one of nothing."""
    sums = pyspiel.GameType.Utility
    if reward == ZERO_SUM or (reward == "margin" and players == 2):
        return sums.ZERO_SUM
    return sums.CONSTANT_SUM if reward in ("win", "rank") else sums.GENERAL_SUM


def utility_of(rules: Rules, reward: str) -> Utility:
    """What a scheme of rewards can bring."""
    players, kind = rules.players, kind_of(rules.players, reward)
    first, least, most = (f(rules) for f in (bounds.first_points, bounds.least_points, bounds.most_points))
    if reward == ZERO_SUM:
        return Utility(kind, -1 / (players - 1), 1.0, 0.0)
    if reward == "margin":
        return Utility(kind, float(least - most), float(most - least), 0.0 if players == 2 else None)
    if reward == "score":
        return Utility(kind, float(least - first), float(most - first), None)
    return Utility(kind, 0.0, 1.0, 1.0 if reward == "win" else players / 2)


def paid(of: Variant, moment: Moment, reward: str) -> list[float]:
    """What a finished game adds up to, as the other environments count it step by step."""
    players = of.rules.players
    if reward == ZERO_SUM:  # 1 for the winner; what that is above an even share, the others lose together
        return [(players * share - 1) / (players - 1) for share in of.worth(moment.state, "win")]
    before = of.worth(of.rules.start(0), reward)
    return [worth - begun for worth, begun in zip(of.worth(moment.state, reward), before, strict=True)]


def type_of(game: str, players: int, reward: str, chance: str) -> Any:
    """A game as OpenSpiel sorts them; some of it depends on the parameters."""
    types, modes = pyspiel.GameType, pyspiel.GameType.ChanceMode
    return types(
        short_name=NAMES[game],
        long_name=TITLES[game],
        dynamics=types.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if chance == EXPLICIT else modes.SAMPLED_STOCHASTIC,
        information=types.Information.PERFECT_INFORMATION,
        utility=kind_of(players, reward),
        reward_model=types.RewardModel.TERMINAL,
        max_num_players=4,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={**OPTIONS[game], **WISHES},
    )


def info_of(of: Variant, reward: str, chance: str) -> Any:
    """How large a game is."""
    rules, utility = of.rules, utility_of(of.rules, reward)
    return pyspiel.GameInfo(
        num_distinct_actions=of.space.actions,
        max_chance_outcomes=max(kinds(rules), rules.players) if chance == EXPLICIT else 1,
        num_players=rules.players,
        min_utility=utility.least,
        max_utility=utility.most,
        utility_sum=utility.sum,
        max_game_length=bounds.most_decisions(rules),
    )


def chance_nodes_of(rules: Rules, chance: str) -> int:
    """How often chance has a say at most: who begins, and then every tile that is drawn, or every deal."""
    return 1 + (bounds.most_tiles(rules) if chance == EXPLICIT else bounds.most_deals(rules))
