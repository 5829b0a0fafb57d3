"""Environments for learning. No rules and no bots live here.

`vector` plays many games side by side over stacked arrays, `versus` against opponents, `on_gpu` on a GPU.
`azul_v0` and `pavilion_v0` are PettingZoo's, `single` and `gymvector` Gymnasium's, `openspiel` OpenSpiel's:
those need the extra `rl` and are imported by name. `docs/environments.md` tells all of it.
"""

from typing import TYPE_CHECKING, Any

from azulejos.envs.batched import Batch as Batch
from azulejos.envs.batched import VectorEnv as VectorEnv
from azulejos.envs.batched import vector as vector
from azulejos.envs.spaces import VERSIONS as VERSIONS
from azulejos.envs.spaces import Field as Field
from azulejos.envs.stepping import REWARDS as REWARDS
from azulejos.envs.versus import Answered as Answered
from azulejos.envs.versus import VersusEnv as VersusEnv
from azulejos.envs.versus import versus as versus

if TYPE_CHECKING:
    from azulejos.envs import azul_v0 as azul_v0
    from azulejos.envs import openspiel as openspiel
    from azulejos.envs import pavilion_v0 as pavilion_v0
    from azulejos.envs import single as single
    from azulejos.envs.device import DeviceEnv as DeviceEnv
    from azulejos.envs.device import on_gpu as on_gpu

_PARTS = ("azul_v0", "pavilion_v0", "single", "gymvector", "openspiel")
_ON_GPU = ("on_gpu", "DeviceEnv")


def __getattr__(name: str) -> Any:
    import importlib

    if name in _ON_GPU:
        return getattr(importlib.import_module("azulejos.envs.device"), name)
    if name not in _PARTS:
        raise AttributeError(f"module 'azulejos.envs' has no attribute {name!r}")
    return importlib.import_module(f"azulejos.envs.{name}")
