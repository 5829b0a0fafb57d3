"""`VectorEnv`: many games side by side, over stacked arrays, one compiled call a step.

It decides nothing: the rules are kernels, `stepping` plays them, `spaces` says what the numbers mean.
"""

import functools
import itertools
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType
from typing import Any, NamedTuple, Self

import numpy as np

from azulejos import games
from azulejos.core import rng
from azulejos.core.jit import Bound, never_compiled
from azulejos.core.layout import MOST_FACTORIES
from azulejos.core.rules import Rules
from azulejos.envs import checks, stepping
from azulejos.envs.checks import Array
from azulejos.envs.described import Described
from azulejos.envs.spaces import space
from azulejos.envs.stepping import BEGIN, LOOK, LUCK, NEVER, PLAY, Desk

MOST_THREADS = 256
FEWEST = 512  # games of a thread: with fewer, waking it takes longer than playing them
ROWS = ("states", "finals", *Desk._fields[2:10])  # what of a desk has a part for every row

# what a copy makes anew
DERIVED = {"_space", "_kernels", "_shown", "_pool", "_parts", "_answering", "_told", "_guests_of"}


class Batch(NamedTuple):
    """What `reset` and `step` tell; the leading length of every array is `num_envs`.

    Where `done` is true, `rewards`, `scores`, `moves` and `illegal` speak of the game that has just ended;
    `observations`, `masks` and `seats` are always those of the decision to come, then in the next game.
    """

    observations: Array  # float32 [num_envs, observation_size]: what the seat to decide sees
    masks: Array  # int8 [num_envs, num_actions]: 1 where an action is allowed
    seats: Array  # int8 [num_envs]: the seat to decide
    rewards: Array  # float32 [num_envs, players]: of every seat, for this step
    done: Array  # bool [num_envs]: whether the game ended
    scores: Array  # int32 [num_envs, players]: points of every seat
    moves: Array  # int32 [num_envs]: moves made in that game
    illegal: Array  # bool [num_envs]: whether the game ended by an illegal action


def vector(
    game: str = "azul",
    num_envs: int = 64,
    seed: int = 0,
    reward: str = "win",
    observations: bool = True,
    *,
    illegal: str = "raise",
    copy: bool = True,
    compiled: bool | None = None,
    threads: int = 1,
    **options: Any,
) -> "VectorEnv":
    """Many games side by side. Options are those of the game, as in `azulejos.new`.

    `illegal` says whether a forbidden action is refused ("raise") or loses the game ("lose"). Without
    `copy` the arrays of a batch are the environment's own: read-only, and other at the next step.
    """
    rules = games.rules(game, compiled=False, **options)
    env = VectorEnv(rules, num_envs, seed, reward, observations, illegal, copy, compiled)
    env.work_in(threads)
    return env


class VectorEnv(Described):
    """Many games of one variant, each with its own deals; made by `vector`."""

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
    ) -> None:
        super().__init__(rules, num_envs, seed, reward, observations, illegal)
        self.copy = checks.truth(copy, "copy")
        self.compiled = not never_compiled() if compiled is None else checks.truth(compiled, "compiled")
        self.threads = 1
        self._kernels: Any = stepping_over(self._space.kernels, self.compiled)
        self._desk = self._new_desk()
        self._parts: list[tuple[Desk, slice]] = []  # what each of several threads works on
        self._pool: ThreadPoolExecutor | None = None
        self._owner = os.getpid()
        self._shown = self._read_only()
        self._none = self._rows([0] * self.num_envs)  # where no actions are played
        self._begin(self._seed)

    def work_in(self, threads: int) -> None:
        """Share the games among so many threads, which changes no result; plain kernels use only one."""
        self.threads = checks.whole(threads, "threads", 1, MOST_THREADS)
        several = max(1, min(self.threads, self.num_envs // FEWEST)) if self.compiled else 1
        self._pool = ThreadPoolExecutor(several, "azulejos-envs") if several > 1 else None
        self._owner = os.getpid()
        bounds = [self.num_envs * k // several for k in range(several + 1)]
        self._parts = [self._part(*bound) for bound in itertools.pairwise(bounds)] if self._pool else []

    # --- playing --------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None) -> Batch:
        """New games everywhere: from the beginning of that seed, or those that come next."""
        if seed is not None:
            self._begin(checks.seed(seed))
        return self._go_on(BEGIN)

    def step(self, actions: Array) -> Batch:
        """One action in every game; the deals that fall due are made, games that end are begun anew."""
        self._check_ready("step")
        chosen: Any = checks.integers(actions, "actions", (self.num_envs,))
        if not self.compiled:
            chosen = chosen.tolist()  # plain kernels count with Python's integers, which do not overflow
        if self.illegal == "raise":
            row = int(self._kernels.first_illegal(self._desk, chosen))
            if row >= 0:
                raise ValueError(self._refusal(row, int(chosen[row])))
        return self._go_on(PLAY, chosen)

    def sample(self) -> Array:
        """A random legal action for every game, drawn from streams of the seed."""
        self._check_ready("sample")
        actions = np.zeros(self.num_envs, np.int64)
        if self._pool is None:
            self._kernels.sample(self._desk, self._seed, self._draws, actions)
        else:
            self._share(lambda desk, own: self._kernels.sample(desk, self._seed, self._draws, actions[own]))
        self._draws += 1
        return actions

    def _refusal(self, row: int, action: int) -> str:
        return refusal(f"env {row}: ", action, self._desk.masks[row], self.action_text)

    def _go_on(self, deed: int, actions: Any = None) -> Batch:
        chosen = self._none if actions is None else actions
        go_on, seed, scheme = self._kernels.go_on, self._seed, self._scheme
        if self._pool is None:
            go_on(self._desk, deed, chosen, seed, scheme)
        else:
            self._share(lambda desk, own: go_on(desk, deed, chosen[own], seed, scheme))
        self._ready = True
        return Batch(*(array.copy() for array in self._shown)) if self.copy else self._shown

    def _share(self, work: Callable[[Desk, slice], None]) -> None:
        """Have the threads do it, each with its own part of the games."""
        if self._owner != os.getpid():  # a fork has no threads but the one that called it
            self.work_in(self.threads)
        assert self._pool is not None
        for _ in self._pool.map(work, *zip(*self._parts, strict=True)):
            pass  # an exception of a thread comes out here

    # --- states ---------------------------------------------------------------------------------------

    def states(self) -> Array:
        """All games as int64 [num_envs, words], their luck included: `set_states` brings them back."""
        self._check_ready("states")
        rows = self._rows(self._desk.states)
        self._kernels.mark_rows(rows, self._desk.like)
        return np.array(rows, np.int64)

    def set_states(self, states: Array) -> Batch:
        """Go on from states that `states` gave, here or in another environment with the same options."""
        rows = self._rows(checks.integers(states, "states", (self.num_envs, self._words_each)))
        self._check_marks(int(self._kernels.first_unmarked(rows, self._desk.like)))
        self._desk.states[:] = rows
        return self._go_on(LOOK)

    def finals(self) -> Array:
        """How the last game of every row ended, as states; zeros where none has ended yet."""
        return np.array(self._desk.finals, np.int64)

    def seeds(self) -> Array:
        """The seed of every game: `azulejos.new` with it has the same starter and the same deals."""
        self._check_ready("seeds")
        return np.array(self._desk.states, np.int64)[:, stepping.SEED]

    def position(self, env: int) -> dict[str, Any]:
        """One game's position as JSON data, which `azulejos.load` reads."""
        self._check_ready("position")
        env = checks.whole(env, "env", 0, self.num_envs - 1)
        return self.rules.position(np.array(self._desk.states[env], np.int64).tolist()[:-LUCK])

    def clone(self) -> Self:
        """An independent copy that goes on alike, what `sample` draws included."""
        twin = type(self)(
            self.rules,
            self.num_envs,
            self._seed,
            self.reward,
            self.observations,
            self.illegal,
            self.copy,
            self.compiled,
        )
        twin._desk.states[:] = self._rows(self._desk.states)
        twin._desk.finals[:] = self._rows(self._desk.finals)
        for name in Batch._fields:
            getattr(twin._desk, name)[:] = getattr(self._desk, name)
        twin._draws, twin._ready = self._draws, self._ready
        twin.work_in(self.threads)
        return twin

    def __getstate__(self) -> dict[str, Any]:
        """All but what follows from it: functions, threads and views cannot be written down."""
        return {name: value for name, value in self.__dict__.items() if name not in DERIVED}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._space = space(self.rules.game, self.rules.options)
        self._kernels = stepping_over(self._space.kernels, self.compiled)
        self._shown = self._read_only()
        self.work_in(self.threads)

    # --- room to work in ------------------------------------------------------------------------------

    def _begin(self, seed: int) -> None:
        """Rows have seen no game of this seed yet."""
        self._seed = seed
        for row in self._desk.states:
            row[stepping.GAME] = NEVER
        self._desk.finals[:] = self._rows(np.zeros((self.num_envs, self._words_each)))
        self._draws = 0

    def _rows(self, states: Any) -> Any:
        """A copy of states as kernels take them: an array for compiled ones, lists for plain ones."""
        rows = np.array(states, np.int64)
        return rows if self.compiled else rows.tolist()

    def _new_desk(self) -> Desk:
        n, players = self.num_envs, self.players
        none = np.zeros((n, self._words_each), np.int64)
        return Desk(
            states=self._rows(none),
            finals=self._rows(none),
            masks=np.zeros((n, self.num_actions), np.int8),
            observations=np.zeros((n, self.observation_size if self.observations else 0), np.float32),
            rewards=np.zeros((n, players), np.float32),
            scores=np.zeros((n, players), np.int32),
            done=np.zeros(n, np.bool_),
            seats=np.zeros(n, np.int8),
            moves=np.zeros(n, np.int32),
            illegal=np.zeros(n, np.bool_),
            first=0,
            like=self._rows(self._like),
            **self._scratch(),
        )

    def _scratch(self) -> dict[str, Any]:
        """Room to work in, which no two threads share."""
        return {
            "room": self._rows([0] * self._space.room),
            "rng": self._rows([0] * rng.WORDS),
            "dealt": self._rows([0] * (MOST_FACTORIES + 1)),
        }

    def _part(self, first: int, last: int) -> tuple[Desk, slice]:
        """A desk for some of the rows, with room of its own, and which rows they are."""
        own = slice(first, last)
        rows = {name: getattr(self._desk, name)[own] for name in ROWS}
        return self._desk._replace(**rows, first=first, **self._scratch()), own

    def _read_only(self) -> Batch:
        """What the desk has to tell, as arrays that nobody else can write to."""
        shown = [getattr(self._desk, name).view() for name in Batch._fields]
        for array in shown:
            array.flags.writeable = False
        return Batch(*shown)


def refusal(where: str, action: int, mask: Array, text: Callable[[int], str]) -> str:
    """Why an action is refused: what it would have been, and how many the mask allows."""
    allowed = f"{int(mask.sum())} of its {len(mask)} actions are allowed"
    if not 0 <= action < len(mask):
        return f"{where}there is no action {action}, expected 0 to {len(mask) - 1}; {allowed}"
    return f"{where}action {action} ({text(action)}) is illegal: its mask is 0 there; {allowed}"


@functools.cache
def stepping_over(kernels: ModuleType, compiled: bool) -> Any:
    """The kernels of `stepping` over a game's, compiled when first asked for."""
    return Bound(stepping, kernels, compiled)
