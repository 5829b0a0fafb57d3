"""What features and traits weigh: tuned by self-play where that was done, else set by hand."""

from azulejos.core.weights import tuned
from azulejos.pavilion.kernels.judging import FEATURE_NAMES, STAGES
from azulejos.pavilion.kernels.traits import PICK_NAMES, PLACE_NAMES, TAKE_NAMES, TRAIT_NAMES, TRAITS
from azulejos.pavilion.options import PavilionOptions

# what a point is worth in log odds, by round: the less is to come, the more it decides
POINT = (0.08, 0.085, 0.09, 0.10, 0.12, 0.16)

# Points that a feature's unit is worth: after round 1, after round 5, within round 6. Chosen by hand with an
# eye to fits on self-play, so they hold together: fullness below zero corrects the squares above it.
FEATURE_POINTS = {
    "score": (10, 10, 10),
    "complete stars and numbers": (9, 10, 10),
    "stars with one tile": (0.8, 0.4, 0),
    "stars with two tiles": (0.8, 0, 0),
    "stars with three tiles": (0.2, -1, 0),
    "stars with four tiles": (-0.5, -2.5, 0),
    "stars with five tiles": (-1, -3.5, 0),
    "stars by square of what is paid": (10, 7, 0),
    "stars by fourth power of what is paid": (2, 6, 0.5),
    "nearest star": (2, 8, 0),
    "second nearest star": (0, 0, 0),
    "stars one or two tiles short": (0, 0, 0),
    "stars three or four tiles short": (0, 0, 0),
    "stars five or six tiles short": (0, 0, 0),
    "stars seven to nine tiles short": (0, 0, 0),
    "stars ten to thirteen tiles short": (0, 0, 0),
    "next wild's star": (0, 0, 0),
    "ones": (4, 3, 1),
    "twos": (5, 3, 1),
    "threes": (5, 4, 0),
    "fours": (3, 3, 0),
    "numbers with one space open": (0.5, 2.5, 0.5),
    "numbers with two spaces open": (0, 0, 0),
    "numbers with three spaces open": (0, 0, 0),
    "pillars with one space open": (2.5, 0.5, 0.2),
    "statues with one space open": (3.5, 3, 0.4),
    "windows with one space open": (2, 1, 0.4),
    "pillars with two spaces open": (0.5, 0, 0),
    "statues with two spaces open": (1.2, 0, 0),
    "best next points by star": (5, 0, 1),
    "what eight tiles would bring by star": (0, 0, 0),
    "cheap spaces open": (7, 3, 0),
    "spaces covered": (8, 5, 0),
    "tiles held": (8, 11, 2),
    "wild tiles": (1, 1.5, 1),
    "tiles wild next round": (1.6, 1.6, 0),
    "what the tiles promise": (4, 4, 5),
    "what wilds add": (3, 3, 5),
    "stars in reach": (1, 3, 6),
    "tiles without a use": (-1, -2, -2),
    "tiles for growing stars": (1, 0, -0.5),
    "tiles beyond four": (0, 0, 1),
    "starts the next round": (2.7, 2.9, 0),
    "corners in the last round": (-4, -4, -4),
}

# What speaks for a move. Sharper, the prior trusts itself more: at 2, its favourite gets about a half.
SHARPNESS = 2.0
TAKE = {
    "tiles": 2.4,
    "a wild with them": 1.0,
    "a wild alone": 1.0,
    "points for the marker": -0.8,
    "the marker": 0.6,
    "what the colour promises me": 0.5,
    "what it promises with my wilds": 0.1,
    "fullness of its star": 0.5,
    "star comes within reach": 1.0,
    "a first space comes within reach": 0.1,
    "more than the star needs": -1.0,
    "adds to my tiles": 0.2,
    "wild next round": 0.5,
    "what it promises the next seat": 0.2,
    "left for the centre": -0.4,
    "wilds left for the centre": -0.7,
    "useless in the last round": -1.0,
    "worth of its star": 0.0,
    "last of its colour": -0.3,
    "what it leaves the next seat": 0.0,
    "fullness of its star in the last two rounds": 0.3,
}
PLACE = {
    "points": 1.2,
    "bonus tiles": 1.8,
    "star completed": 1.5,
    "number completed": 1.5,
    "tiles spent": -0.8,
    "wilds spent": -0.8,
    "wilds spent needlessly": -2.5,
    "star's progress": 1.5,
    "number's progress": 1.0,
    "structure left with one space": 0.5,
    "structure left with two spaces": 0.2,
    "on the centre star": -0.3,
    "true to the plan": 0.8,
    "own tiles stranded": -0.6,
    "wild colour at home": -0.5,
    "next round's wild spent": -0.6,
    "points a tile": 0.5,
    "last round: points": 0.5,
    "star left with one space": 0.3,
    "true to the plan with wilds": 0.0,
    "last round: star's progress": 0.0,
    "pass": -0.5,
    "tiles discarded": -1.2,
    "kept wild next round": 0.8,
    "what the kept promise": 0.5,
    "kept tiles": 0.3,
    "could still place": -2.0,
    "kept fewer than possible": -2.0,
    "kept in the last round": -1.0,
    "could still place, but holds few": 0.0,
}
PICK = {
    "wilds": 2.2,
    "wild next round": 0.5,
    "what they promise": 0.5,
    "what they promise with my wilds": 0.8,
    "stars come within reach": 1.0,
    "without a use": -1.5,
    "different colours": -0.1,
    "worth of their stars": 0.0,
    "add to my tiles": 0.4,
}


def value_weights(options: PavilionOptions) -> tuple[float, ...]:
    """One row of weights per stage of the game, in log odds of winning."""
    by_hand = [_worth(name, stage) * POINT[stage] for stage in range(STAGES) for name in FEATURE_NAMES]
    return tuned(__package__, _variants(options), "value", FEATURE_NAMES, by_hand)


def _worth(name: str, stage: int) -> float:
    """Points that a feature's unit is worth at a stage."""
    early, late, last = FEATURE_POINTS[name]
    if stage == STAGES - 1:
        return last
    return early + (late - early) * stage / (STAGES - 2)


def prior_weights(options: PavilionOptions) -> tuple[float, ...]:
    """One row of weights per kind of decision, in log odds of being the move to make."""
    by_hand: list[float] = []
    for row, names in ((TAKE, TAKE_NAMES), (PLACE, PLACE_NAMES), (PICK, PICK_NAMES)):
        by_hand += [SHARPNESS * row[name] for name in names] + [0.0] * (TRAITS - len(names))
    return tuned(__package__, _variants(options), "prior", TRAIT_NAMES, by_hand)


def variant(options: PavilionOptions) -> str:
    """The name under which this variant's weights are kept."""
    return f"{options.players} {options.side}"


def _variants(options: PavilionOptions) -> list[str]:
    """This variant, then those whose weights serve as well as any."""
    return [variant(options), f"2 {options.side}", "2 coloured"]
