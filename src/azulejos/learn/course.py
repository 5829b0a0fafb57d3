"""How a net is trained, as numbers; the training itself is in `training`, which needs torch."""

from dataclasses import dataclass

UNFINISHED = 75  # how the command ends that has to be given again


@dataclass(frozen=True)
class Course:
    """How a net is trained."""

    epochs: float = 4.0  # it is done when it saw so many samples for each that is new ...
    limit: float = 5.0  # ... or after so many minutes, if that is sooner
    batch: int = 4096
    rate: float = 2e-3
    trust: float = 0.75  # share of what the search thought in the target of the value, the rest the result
    moves: float = 0.5  # weight of the prior's loss
    boundary: float = 1.0  # weight of a position between rounds in the value's loss
    points: float = 0.1  # weight of the heads that only training has
    decay: float = 1e-6
    window: int = 6_000_000  # samples, the newest
