"""Azul for PettingZoo: `env()` is checked and made for everybody, `raw_env()` is the bare environment."""

from typing import Any

from pettingzoo import AECEnv

from azulejos.envs.aec import TableEnv, guarded, metadata, register

register("azul")


def env(**settings: Any) -> AECEnv:
    """An environment with the settings of `raw_env`."""
    return guarded(raw_env(**settings))


class raw_env(TableEnv):  # noqa: N801  # PettingZoo's name
    """A table of Azul; `docs/environments.md` lists the settings, observations and actions."""

    game = "azul"
    metadata = metadata("azul")

    def __init__(
        self,
        players: int = 2,
        wall: str = "coloured",
        jokers: bool = False,
        max_rounds: int | None = None,
        reward: str = "win",
        illegal: str = "raise",
        layout: str = "flat",
        render_mode: str | None = None,
        compiled: bool | None = None,
        max_cycles: int | None = None,
    ) -> None:
        super().__init__(
            reward,
            illegal,
            layout,
            render_mode,
            compiled,
            max_cycles,
            players=players,
            wall=wall,
            jokers=jokers,
            max_rounds=max_rounds,
        )
