"""The part of Rules that is the same for every game over a flat state: words, kernels, streams.

A family adds what its board looks like to people: text, positions, results.
"""

import importlib
from collections.abc import Sequence
from types import ModuleType
from typing import Any, Generic

from azulejos.core import rng
from azulejos.core.jit import Compiled
from azulejos.core.layout import ENDED, PHASE, TURN
from azulejos.core.options import Kind, write_options
from azulejos.core.rules import Deal, State


class FlatRules(Generic[Kind]):
    """States are lists, or int64 arrays where kernels are compiled."""

    most_moves = 1024  # more than any position has
    score = 0  # where the scores begin

    def __init__(self, options: Kind, kernels: ModuleType, compiled: bool = False) -> None:
        self.options = options
        self.compiled = compiled
        self._kernels: Any = Compiled(kernels) if compiled else kernels
        self._rng: Any = Compiled(rng) if compiled else rng

    def __reduce__(self) -> tuple[Any, ...]:
        """Rules are copied and pickled by name: their family makes them again."""
        make = importlib.import_module(type(self).__module__).make
        return make, (self.options.as_dict(), self.compiled)

    @property
    def players(self) -> int:
        return self.options.players

    def options_text(self) -> str:
        return write_options(self.options)

    # --- states ---

    def _words(self, count: int) -> State:
        if not self.compiled:
            return [0] * count
        import numpy

        return numpy.zeros(count, dtype=numpy.int64)

    def fast(self, state: Sequence[int]) -> State:
        own = self._words(len(state))
        own[:] = state
        return own

    def _plain(self, state: State) -> list[int]:
        return state.tolist() if self.compiled else state  # type: ignore[no-any-return]

    def copy(self, state: State) -> State:
        return state.copy()

    # --- play ---

    def decider(self, state: State) -> int:
        return int(state[TURN])

    def actions(self, state: State) -> list[int]:
        if state[TURN] < 0:
            return []
        moves = self._words(self.most_moves)
        count = self._kernels.list_moves(state, moves)
        return sorted((int(action) for action in moves[:count]), key=self._order)

    def _order(self, action: int) -> Any:
        """What moves are listed by."""
        return action

    def play(self, state: State, action: int) -> None:
        self._kernels.play(state, action)

    def draw(self, state: State, seed: int, number: int) -> Deal:
        stream, dealt = self._words(rng.WORDS), self._words(self._groups(state))
        self._rng.start_stream(stream, seed, number)
        self._kernels.draw(state, stream, dealt)
        return tuple(int(tiles) for tiles in dealt)

    def _groups(self, state: State) -> int:
        """How many groups of tiles the deal that is due has."""
        raise NotImplementedError

    def deal(self, state: State, deal: Deal) -> None:
        self._kernels.deal(state, self.fast(deal))

    # --- results ---

    def scores(self, state: State) -> list[int]:
        return [int(state[self.score + seat]) for seat in range(self.players)]

    def _over(self, state: State) -> bool:
        return bool(state[PHASE] == ENDED)
