"""Summer Pavilion for PettingZoo: `env()` is checked and made for everybody, `raw_env()` is the bare one."""

from typing import Any

from pettingzoo import AECEnv

from azulejos.envs.aec import TableEnv, guarded, metadata, register

register("pavilion")


def env(**settings: Any) -> AECEnv:
    """An environment with the settings of `raw_env`."""
    return guarded(raw_env(**settings))


class raw_env(TableEnv):  # noqa: N801  # PettingZoo's name
    """A table of Summer Pavilion; `docs/environments.md` lists the settings, observations and actions."""

    game = "pavilion"
    metadata = metadata("pavilion")

    def __init__(
        self,
        players: int = 2,
        side: str = "coloured",
        reward: str = "win",
        illegal: str = "raise",
        layout: str = "flat",
        render_mode: str | None = None,
        compiled: bool | None = None,
        max_cycles: int | None = None,
    ) -> None:
        super().__init__(
            reward, illegal, layout, render_mode, compiled, max_cycles, players=players, side=side
        )
