"""Observations and actions as Gymnasium's spaces: flat numbers, or a dictionary of fields."""

from typing import Any

import numpy as np
from gymnasium import spaces

from azulejos.envs.checks import Array
from azulejos.envs.spaces import Field, Space

LAYOUTS = ("flat", "dict")


def observations(space: Space, layout: str = "flat", masked: bool = False) -> spaces.Space[Any]:
    """What a seat sees; `masked` puts the mask beside it, as PettingZoo has it."""
    fields = dict(space.fields())
    seen: spaces.Space[Any]
    if layout == "dict":
        seen = spaces.Dict([(name, _box(field)) for name, field in fields.items()])  # a dict it would sort
    else:
        high = np.concatenate([_high(field).ravel() for field in fields.values()])
        seen = spaces.Box(np.zeros_like(high), high, dtype=np.float32)
    if not masked:
        return seen
    return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (space.actions,), np.int8)})


def actions(space: Space) -> spaces.Discrete:
    """The numbers of all actions."""
    return spaces.Discrete(space.actions)


def arranged(space: Space, flat: Array, layout: str = "flat") -> Any:
    """Observations [..., size] in that layout, without copying."""
    if layout == "flat":
        return flat
    front = flat.shape[:-1]
    return {name: flat[..., part].reshape(*front, *shape) for name, (part, shape) in space.parts().items()}


def _box(field: Field) -> spaces.Box:
    high = _high(field)
    return spaces.Box(np.zeros_like(high), high, dtype=np.float32)


def _high(field: Field) -> Array:
    return np.full(field.shape, np.inf if field.most is None else field.most, np.float32)
