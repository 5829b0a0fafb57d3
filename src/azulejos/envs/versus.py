"""`VersusEnv`: many games side by side in which one seat learns and the others are played for it.

All that the others do between two decisions of the learner happens in the step's one compiled call.
"""

import functools
from collections.abc import Sequence
from types import ModuleType
from typing import Any, NamedTuple, Self

import numpy as np

from azulejos import games
from azulejos.core.checks import quoted
from azulejos.core.jit import Bound
from azulejos.core.rules import Rules
from azulejos.envs import answering, checks
from azulejos.envs.answering import ANY_SEAT, OPPONENTS, Guests
from azulejos.envs.batched import VectorEnv
from azulejos.envs.checks import Array
from azulejos.envs.stepping import LUCK, Desk


class Answered(NamedTuple):
    """What `reset` and `step` tell the learner; the leading length of every array is `num_envs`.

    Where `done` is true, `rewards`, `wins`, `scores`, `moves` and `illegal` speak of the game that has
    just ended; `observations`, `masks` and `seats` are always those of the decision to come, then in the
    next game.
    """

    observations: Array  # float32 [num_envs, observation_size]: what the learner sees
    masks: Array  # int8 [num_envs, num_actions]: 1 where an action is allowed
    seats: Array  # int8 [num_envs]: the learner's seat
    rewards: Array  # float32 [num_envs]: the learner's, from its last decision up to this one
    done: Array  # bool [num_envs]: whether the game ended
    wins: Array  # float32 [num_envs]: the learner's share of the win where a game ended, else 0
    scores: Array  # int32 [num_envs, players]: points, the learner's first, then clockwise from it
    moves: Array  # int32 [num_envs]: moves made in that game, by all seats
    illegal: Array  # bool [num_envs]: whether the game ended by the learner's illegal action


def versus(
    game: str = "azul",
    num_envs: int = 64,
    seed: int = 0,
    opponents: str | Sequence[str] = "greedy",
    seat: int | None = None,
    reward: str = "win",
    observations: bool = True,
    *,
    illegal: str = "raise",
    copy: bool = True,
    compiled: bool | None = None,
    threads: int = 1,
    **options: Any,
) -> "VersusEnv":
    """Many games side by side against "random" or "greedy", or a list of them clockwise from the learner.

    The learner sits on `seat`, without one on a seat drawn anew for every game. All else is as in `vector`.
    """
    rules = games.rules(game, compiled=False, **options)
    env = VersusEnv(rules, num_envs, seed, reward, observations, illegal, copy, compiled, opponents, seat)
    env.work_in(threads)
    return env


class VersusEnv(VectorEnv):
    """Many games of one variant, each with a learner and its opponents; made by `versus`."""

    def __init__(
        self,
        rules: Rules,
        num_envs: int,
        seed: int,
        reward: str,
        observations: bool,
        illegal: str,
        copy: bool,
        compiled: bool | None,
        opponents: str | Sequence[str] = "greedy",
        seat: int | None = None,
    ) -> None:
        super().__init__(rules, num_envs, seed, reward, observations, illegal, copy, compiled)
        self._answering: Any = _answering_over(self._space.kernels, self.compiled)
        self._seat_guests(opponents, seat)

    def _seat_guests(self, opponents: str | Sequence[str], seat: int | None) -> None:
        self.opponents = _names(opponents, self.players)
        self.seat = seat if seat is None else checks.whole(seat, "seat", 0, self.players - 1)
        self._guests = Guests(
            seat=ANY_SEAT if self.seat is None else self.seat,
            kinds=self._rows([0, *(OPPONENTS.index(name) for name in self.opponents)]),
            rewards=np.zeros(self.num_envs, np.float32),
            wins=np.zeros(self.num_envs, np.float32),
            spare=self._spare(),
        )
        self._told = self._answered()
        self.work_in(self.threads)

    def _spare(self) -> Any:
        return self._rows([0] * (self._words_each - LUCK))

    def work_in(self, threads: int) -> None:
        """Share the games among so many threads, which changes no result; plain kernels use only one."""
        super().work_in(threads)
        self._guests_of = {own.start: self._some_guests(own) for _, own in self._parts}

    def _some_guests(self, own: slice) -> Guests:
        """The guests of some rows, with room of their own."""
        rewards, wins = self._guests.rewards[own], self._guests.wins[own]
        return self._guests._replace(rewards=rewards, wins=wins, spare=self._spare())

    def _answered(self) -> Answered:
        """What the desk and the guests have to tell, as arrays that nobody else can write to."""
        own = {**self._desk._asdict(), "rewards": self._guests.rewards, "wins": self._guests.wins}
        shown = [own[name].view() for name in Answered._fields]
        for array in shown:
            array.flags.writeable = False
        return Answered(*shown)

    def reset(self, seed: int | None = None) -> Answered:  # type: ignore[override]
        """New games everywhere, up to the learner's first decision."""
        return super().reset(seed)  # type: ignore[return-value]

    def step(self, actions: Array) -> Answered:  # type: ignore[override]
        """The learner's action in every game, and what the others answer until it decides again."""
        return super().step(actions)  # type: ignore[return-value]

    def set_states(self, states: Array) -> Answered:  # type: ignore[override]
        """Go on from states of this or of any other environment with the same options.

        Where it is not the learner's turn, the others move first.
        """
        return super().set_states(states)  # type: ignore[return-value]

    def _go_on(self, deed: int, actions: Any = None) -> Answered:  # type: ignore[override]
        chosen = self._none if actions is None else actions
        if self._pool is None:
            self._take_turns(self._desk, self._guests, deed, chosen)
        else:
            guests = self._guests_of
            self._share(lambda desk, own: self._take_turns(desk, guests[own.start], deed, chosen[own]))
        self._ready = True
        return Answered(*(array.copy() for array in self._told)) if self.copy else self._told

    def _take_turns(self, desk: Desk, guests: Guests, deed: int, actions: Any) -> None:
        self._answering.take_turns(desk, guests, deed, actions, self._seed, self._scheme)

    def clone(self) -> Self:
        """An independent copy that goes on alike, what `sample` draws and others answer included."""
        twin = super().clone()
        twin._seat_guests(self.opponents, self.seat)
        twin._guests.rewards[:] = self._guests.rewards
        twin._guests.wins[:] = self._guests.wins
        return twin

    def __setstate__(self, kept: dict[str, Any]) -> None:
        super().__setstate__(kept)
        self._answering = _answering_over(self._space.kernels, self.compiled)
        self._told = self._answered()

    def __repr__(self) -> str:
        return f"{super().__repr__()[:-1]}, against {' and '.join(self.opponents)}>"


def _names(opponents: object, players: int) -> tuple[str, ...]:
    """The opponents clockwise from the learner."""
    if isinstance(opponents, str):
        return (checks.choice(opponents, "opponents", OPPONENTS),) * (players - 1)
    names = f"a name, or a list of {players - 1} for {players} players"
    if not isinstance(opponents, Sequence):
        raise TypeError(f"opponents is {quoted(opponents)}, expected {names}")
    if len(opponents) != players - 1:
        raise ValueError(f"opponents is {quoted(opponents)}, expected {names}")
    return tuple(checks.choice(name, f"opponents[{k}]", OPPONENTS) for k, name in enumerate(opponents))


@functools.cache
def _answering_over(kernels: ModuleType, compiled: bool) -> Any:
    """The kernels of `answering` over a game's, compiled when first asked for."""
    return Bound(answering, kernels, compiled)
