"""`DeviceEnv`: the games of `VectorEnv` in a GPU's memory, played by the same kernels with the same results.

Its arrays never leave the GPU. They have `__cuda_array_interface__`, so PyTorch (`torch.as_tensor(array,
device="cuda")`) and JAX (`jax.numpy.asarray(array)`) take them without a copy, and their arrays of actions
are taken likewise.
"""

import functools
from types import ModuleType
from typing import Any, NamedTuple, Self

import numpy as np

from azulejos import games
from azulejos.core import rng
from azulejos.core.jit import cuda, launchable, why_no_gpu
from azulejos.core.layout import MOST_FACTORIES
from azulejos.core.rules import Rules
from azulejos.envs import checks, launching, stepping
from azulejos.envs.batched import Batch, refusal
from azulejos.envs.checks import Array
from azulejos.envs.described import Described
from azulejos.envs.stepping import BEGIN, LOOK, LUCK, NEVER, PLAY

THREADS = 128  # of a block, each with a row; a multiple of 8, so that a block's masks are whole words
NONE = 1 << 62  # no row, where the first one of a kind is looked for
KINDS = ("i", "u")  # NumPy's letters for whole numbers


def on_gpu(
    game: str = "azul",
    num_envs: int = 4096,
    seed: int = 0,
    reward: str = "win",
    observations: bool = True,
    *,
    illegal: str = "raise",
    **options: Any,
) -> "DeviceEnv":
    """Many games side by side on this machine's NVIDIA GPU; arguments as for `vector`.

    With `illegal="raise"` every step waits for the GPU's word that all actions are allowed; with "lose" it
    need not.
    """
    if reason := why_no_gpu():
        raise RuntimeError(reason)
    return DeviceEnv(
        games.rules(game, compiled=False, **options), num_envs, seed, reward, observations, illegal
    )


class Launches(NamedTuple):
    """What a GPU's threads begin with, compiled for one game."""

    go_on: Any
    sample: Any
    first_illegal: Any
    mark_rows: Any
    first_unmarked: Any
    widen: Any


class DeviceEnv(Described):
    """Many games of one variant on a GPU; made by `on_gpu`."""

    def __init__(
        self, rules: Rules, num_envs: int, seed: int, reward: str, observations: bool, illegal: str
    ) -> None:
        super().__init__(rules, num_envs, seed, reward, observations, illegal)
        self._launch = _launches(self._space.kernels, self._space.room, self._words_each)
        self._blocks = -(-self.num_envs // THREADS)
        self._arrays = self._new_arrays()
        self._like_there = cuda().to_device(np.array(self._like, np.int64))
        self._nothing = cuda().to_device(np.zeros(self.num_envs, np.int64))  # where no actions are played
        self._found = cuda().to_device(np.array([NONE], np.int64))
        self._shown = Batch(*(self._arrays[name] for name in Batch._fields))
        self._begin(self._seed)

    # --- playing --------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None) -> Batch:
        """New games everywhere: from the beginning of that seed, or those that come next."""
        if seed is not None:
            self._begin(checks.seed(seed))
        return self._go_on(BEGIN, self._nothing)

    def step(self, actions: Any) -> Batch:
        """One action in every game, from the GPU's memory or the machine's; the batch stays on the GPU.

        Its arrays are the environment's own and other at the next step.
        """
        self._check_ready("step")
        chosen = self._brought(actions, "actions", (self.num_envs,))
        if self.illegal == "raise":
            row = self._first(self._launch.first_illegal, self._arrays["masks"], chosen)
            if row >= 0:
                raise ValueError(self._refusal(row, int(chosen[row])))
        return self._go_on(PLAY, chosen)

    def sample(self) -> Any:
        """A random legal action for every game, the same that `VectorEnv` draws."""
        self._check_ready("sample")
        actions = cuda().device_array(self.num_envs, np.int64)
        self._start(self._launch.sample, self._arrays["states"], self._seed, self._draws, actions)
        self._draws += 1
        return actions

    def synchronize(self) -> None:
        """Wait until the GPU has done all that it was asked to, as programs on other streams must."""
        cuda().synchronize()

    def _go_on(self, deed: int, actions: Any) -> Batch:
        arrays = [self._arrays[name] for name in launching.ARRAYS]
        self._start(self._launch.go_on, *arrays, self._like_there, deed, actions, self._seed, self._scheme)
        self._ready = True
        return self._shown

    def _start(self, launch: Any, *arguments: Any) -> None:
        launch[self._blocks, THREADS](*arguments)

    def _first(self, launch: Any, *arguments: Any) -> int:
        """The first row that a kernel finds something in, or -1; waits for it."""
        self._found[0] = NONE
        self._start(launch, *arguments, self._found)
        found = int(self._found[0])
        return -1 if found == NONE else found

    def _refusal(self, row: int, action: int) -> str:
        return refusal(f"env {row}: ", action, self._arrays["masks"][row].copy_to_host(), self.action_text)

    # --- states ---------------------------------------------------------------------------------------

    def states(self) -> Any:
        """All games as int64 [num_envs, words] on the GPU, as `VectorEnv.states` has them."""
        self._check_ready("states")
        rows = _twin(self._arrays["states"])
        self._start(self._launch.mark_rows, rows, self._like_there)
        return rows

    def set_states(self, states: Any) -> Batch:
        """Go on from states that `states` gave, here or in another environment with the same options."""
        rows = self._brought(states, "states", (self.num_envs, self._words_each))
        self._check_marks(self._first(self._launch.first_unmarked, rows, self._like_there))
        self._arrays["states"].copy_to_device(rows)
        return self._go_on(LOOK, self._nothing)

    def finals(self) -> Any:
        """How the last game of every row ended, as states on the GPU; zeros where none has ended yet."""
        return _twin(self._arrays["finals"])

    def seeds(self) -> Array:
        """The seed of every game: `azulejos.new` with it has the same starter and the same deals."""
        self._check_ready("seeds")
        seeds: Array = self._arrays["states"].copy_to_host()[:, stepping.SEED]
        return seeds

    def position(self, env: int) -> dict[str, Any]:
        """One game's position as JSON data, which `azulejos.load` reads."""
        self._check_ready("position")
        row = self._arrays["states"][checks.whole(env, "env", 0, self.num_envs - 1)].copy_to_host()
        return self.rules.position(row.tolist()[:-LUCK])

    def clone(self) -> Self:
        """An independent copy that goes on alike, what `sample` draws included."""
        twin = type(self)(self.rules, self.num_envs, self._seed, self.reward, self.observations, self.illegal)
        for name, array in self._arrays.items():
            twin._arrays[name].copy_to_device(array)
        twin._draws, twin._ready = self._draws, self._ready
        return twin

    # --- memory ---------------------------------------------------------------------------------------

    def _begin(self, seed: int) -> None:
        """Rows have seen no game of this seed yet."""
        self._seed, self._draws = seed, 0
        rows = np.zeros((self.num_envs, self._words_each), np.int64)
        rows[:, stepping.GAME] = NEVER
        self._arrays["states"].copy_to_device(rows)
        self._arrays["finals"].copy_to_device(np.zeros_like(rows))

    def _new_arrays(self) -> dict[str, Any]:
        """All that has a part for every row; the masks are cleared by whole words, blocks at a time."""
        n, players = self.num_envs, self.players
        seen = self.observation_size if self.observations else 0
        shapes: dict[str, tuple[tuple[int, ...], Any]] = {
            "states": ((n, self._words_each), np.int64),
            "finals": ((n, self._words_each), np.int64),
            "observations": ((n, seen), np.float32),
            "rewards": ((n, players), np.float32),
            "scores": ((n, players), np.int32),
            "done": ((n,), np.bool_),
            "seats": ((n,), np.int8),
            "moves": ((n,), np.int32),
            "illegal": ((n,), np.bool_),
        }
        arrays = {name: cuda().to_device(np.zeros(*shape)) for name, shape in shapes.items()}
        words = cuda().to_device(np.zeros(self._blocks * THREADS * self.num_actions // 8, np.int64))
        masks = words.view(np.int8)[: n * self.num_actions].reshape(n, self.num_actions)
        return {**arrays, "masks": masks, "words": words}

    def _brought(self, given: Any, what: str, shape: tuple[int, ...]) -> Any:
        """Whole numbers as int64 on the GPU: as they are where they are that already."""
        if not hasattr(given, "__cuda_array_interface__"):
            return cuda().to_device(checks.integers(given, what, shape))
        array = cuda().as_cuda_array(given)
        if tuple(array.shape) != shape:
            raise ValueError(f"{what} have shape {tuple(array.shape)}, expected {shape}")
        if array.dtype.kind not in KINDS:
            raise TypeError(f"{what} are {array.dtype}, expected whole numbers")
        if array.dtype == np.int64 and array.is_c_contiguous():
            return array
        if len(shape) > 1:
            return cuda().to_device(array.copy_to_host().astype(np.int64))
        wide = cuda().device_array(shape, np.int64)
        self._start(self._launch.widen, array, wide)
        return wide


def _twin(array: Any) -> Any:
    """A copy on the GPU."""
    copy = cuda().device_array(array.shape, array.dtype)
    copy.copy_to_device(array)
    return copy


@functools.cache
def _launches(kernels: ModuleType, room: int, words: int) -> Launches:
    """What threads begin with, over a game's kernels and with room of a size that is fixed when compiled."""
    sizes = {"ROOM": room, "WORDS": words, "RNG": rng.WORDS, "DEALT": MOST_FACTORIES + 1}
    return Launches(*(launchable(getattr(launching, name), kernels, **sizes) for name in Launches._fields))
