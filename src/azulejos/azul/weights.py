"""What features and traits weigh: tuned by self-play where that was done, else set by hand.

`python -m azulejos.learn.tuning` writes the tuned ones, into `weights.json` beside this file.
"""

from azulejos.azul.kernels.judging import FEATURE_NAMES, STAGES
from azulejos.azul.kernels.traits import TRAIT_NAMES
from azulejos.azul.options import AzulOptions
from azulejos.core.weights import tuned

# In log odds of winning, at the first stage of the game and at the last.
FEATURES_BY_HAND = {
    "points": (0.6, 1.2),
    "starts the next round": (0.25, 0.1),
    "rows with 2": (0.05, 0),
    "rows with 3": (0.1, 0),
    "rows with 4": (0.1, 0.1),
    "columns with 1": (0.1, 0.05),
    "columns with 2": (0.25, 0.15),
    "columns with 3": (0.5, 0.3),
    "columns with 4": (0.8, 0.8),
    "columns with 5": (1.2, 1.4),
    "colours with 1": (0.1, 0.05),
    "colours with 2": (0.3, 0.1),
    "colours with 3": (0.6, 0.3),
    "colours with 4": (1.0, 0.8),
    "colours with 5": (1.6, 2.0),
    "line 1 begun": (0.1, 0.05),
    "line 2 begun": (0.1, 0.05),
    "line 3 begun": (0.15, 0.1),
    "line 4 begun": (0.2, 0.1),
    "line 5 begun": (0.25, 0.1),
    "points begun": (0.5, 0.6),
    "points open": (0.3, 0.2),
    "columns near": (0.5, 0.8),
    "colours near": (0.5, 0.8),
    "row to end": (0, 0.1),
    "scarce": (-0.1, -0.1),
}

# In log odds of being played: for drafts, for wall choices.
TRAITS_BY_HAND = {
    "completes the line": (1.2, 0),
    "points": (0.25, 0.8),
    "points begun": (0.2, 0),
    "column": (0.1, 0.3),
    "column done": (0.8, 2.0),
    "colour": (0.1, 0),
    "colour done": (1.0, 1.0),
    "left open": (-0.35, 0),
    "cannot be filled": (-0.4, 0),
    "can be filled exactly": (0.3, 0),
    "spilled": (-0.35, 0),
    "to the floor": (-1.0, 0),
    "takes the marker": (0.3, 0),
    "tiles": (0.05, 0),
    "denied": (0.1, 0),
}


def value_weights(options: AzulOptions) -> tuple[float, ...]:
    """One row of weights per stage of the game."""
    by_hand = [_between(name, stage / (STAGES - 1)) for stage in range(STAGES) for name in FEATURE_NAMES]
    return tuned(__package__, _variants(options), "value", FEATURE_NAMES, by_hand)


def prior_weights(options: AzulOptions) -> tuple[float, ...]:
    """One row of weights per kind of decision."""
    by_hand = [TRAITS_BY_HAND.get(name, (0, 0))[kind] for kind in (0, 1) for name in TRAIT_NAMES]
    return tuned(__package__, _variants(options), "prior", TRAIT_NAMES, by_hand)


def variant(options: AzulOptions) -> str:
    """The name under which this variant's weights are kept."""
    return f"{options.players} {options.wall}" + (" jokers" if options.jokers else "")


def _variants(options: AzulOptions) -> list[str]:
    """This variant, then those whose weights serve as well as any."""
    return [variant(options), f"{options.players} {options.wall}", f"2 {options.wall}", "2 coloured"]


def _between(name: str, far: float) -> float:
    first, last = FEATURES_BY_HAND.get(name, (0.0, 0.0))
    return first + (last - first) * far
