"""The part of Rules that is the same for every game over a flat state: words, kernels, streams.

A family adds what its board looks like to people: text, positions, results.
"""

import functools
import importlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Generic, TypeVar

from azulejos.core import rng
from azulejos.core.errors import IllegalMove
from azulejos.core.jit import Compiled, always_compiled
from azulejos.core.layout import DEAL, ENDED, PHASE, ROUND, TURN
from azulejos.core.options import Kind, Options, make_options, parse_options, write_options
from azulejos.core.reasons import Reason
from azulejos.core.rules import Deal, State


@dataclass(frozen=True)
class Words:
    """How a family reads and writes, over states in plain Python."""

    parse_move: Callable[[object], Any]  # the move that a text means
    move_of: Callable[[list[int], int], Any]  # a legal action as a move, whose `str` is its text
    action_of: Callable[[list[int], Any], int]  # the number of a legal move
    why_not: Callable[[list[int], Any], Reason | None]  # what the rules have against a move
    sentence: Callable[[Reason], str]  # the same in English
    why_not_deal: Callable[[list[int], Deal], str | None]  # what is wrong with a deal
    write_position: Callable[[list[int]], dict[str, Any]]
    write_code: Callable[[dict[str, Any]], str]
    show: Callable[[list[int]], dict[str, Any]]
    preview: Callable[[list[int]], dict[str, Any]]  # the legal moves and what they would do
    told: Callable[[list[int], Any], dict[str, Any]]  # what a legal move does
    told_deal: Callable[[list[int], list[int]], dict[str, Any]]  # what a deal brought
    near: Callable[[list[int]], list[dict[str, int]]]  # what may end the game soon
    pending: Callable[[list[int]], list[int]]  # points that wait for the end of the round


class FlatRules(ABC, Generic[Kind]):
    """States are lists, or int64 arrays where kernels are compiled."""

    game = ""
    most_moves = 1024  # more than any position has
    score = 0  # where the scores begin
    phases: Mapping[int, str] = {}

    def __init__(self, options: Kind, kernels: ModuleType, words: Words, compiled: bool = False) -> None:
        self.options = options
        self.compiled = compiled
        self._text = words
        self.kernels = kernels
        self._kernels: Any = Compiled(kernels) if compiled else kernels
        self._rng: Any = Compiled(rng) if compiled else rng

    def __reduce__(self) -> tuple[Any, ...]:
        """Rules are copied and pickled by name: their family makes them again."""
        return _made_again, (type(self).__module__, self.options.as_dict(), self.compiled)

    @property
    def players(self) -> int:
        return self.options.players

    def options_text(self) -> str:
        return write_options(self.options)

    def weights(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        own = self._weights()
        return own.value_weights(self.options), own.prior_weights(self.options)

    def variant(self) -> str:
        return str(self._weights().variant(self.options))

    def _weights(self) -> Any:
        """The family's weights; only searches pay for them."""
        return importlib.import_module(f"{self.kernels.__name__.rpartition('.')[0]}.weights")

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

    def plain(self, state: State) -> list[int]:
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

    @abstractmethod
    def _groups(self, state: State) -> int:
        """How many groups of tiles the deal that is due has."""

    def deal(self, state: State, deal: Deal) -> None:
        self._kernels.deal(state, self.fast(deal))

    # --- results ---

    def scores(self, state: State) -> list[int]:
        return [int(state[self.score + seat]) for seat in range(self.players)]

    def round(self, state: State) -> int:
        return int(state[ROUND])

    def phase(self, state: State) -> str:
        return self.phases.get(int(state[PHASE]), "deal")

    def _over(self, state: State) -> bool:
        return bool(state[PHASE] == ENDED)

    # --- text ---

    def move_text(self, state: State, action: int) -> str:
        return str(self._text.move_of(self.plain(state), action))

    def read_move(self, state: State, text: str) -> int:
        move, plain = self._text.parse_move(text), self.plain(state)
        if reason := self._text.why_not(plain, move):
            raise IllegalMove(f"{move}: {self._text.sentence(reason)}", reason)
        return self._text.action_of(plain, move)

    def why_not(self, state: State, text: str) -> Reason | None:
        return self._text.why_not(self.plain(state), self._text.parse_move(text))

    def read_deal(self, state: State, text: str) -> Deal:
        if state[PHASE] != DEAL:
            raise IllegalMove(f"deal {text}: no deal is due")
        deal = self._parse_deal(state, text)
        if reason := self._text.why_not_deal(self.plain(state), deal):
            raise IllegalMove(f"deal {text}: {reason}")
        return deal

    @abstractmethod
    def _parse_deal(self, state: State, text: str) -> Deal:
        """The deal that a text means, whether or not it can happen."""

    def position(self, state: State) -> dict[str, Any]:
        return self._text.write_position(self.plain(state))

    def code(self, state: State) -> str:
        return self._text.write_code(self.position(state))

    def show(self, state: State) -> dict[str, Any]:
        return self._text.show(self.plain(state))

    # --- moves told ---

    def preview(self, state: State) -> dict[str, Any]:
        return self._text.preview(self.plain(state))

    def told(self, state: State, action: int) -> dict[str, Any]:
        plain = self.plain(state)
        return self._text.told(plain, self._text.move_of(plain, action))

    def told_deal(self, before: State, after: State) -> dict[str, Any]:
        return self._text.told_deal(self.plain(before), self.plain(after))

    def near(self, state: State) -> list[dict[str, int]]:
        return self._text.near(self.plain(state))

    def pending(self, state: State) -> list[int]:
        return self._text.pending(self.plain(state))


def _made_again(module: str, options: dict[str, Any], compiled: bool) -> Any:
    return importlib.import_module(module).make(options, compiled)


Made = TypeVar("Made", bound=FlatRules[Any])


class FlatFamily(Generic[Made]):
    """What `games` asks of a family: its rules from options, from positions, from records."""

    def __init__(
        self,
        kind: Callable[[Any, bool], Made],
        options: type[Options],
        read_state: Callable[[object], list[int]],
        read_code_data: Callable[[str], dict[str, Any]],
        options_of: Callable[[list[int]], Options],
    ) -> None:
        self._made: Callable[[Any, bool], Made] = functools.cache(kind)
        self._options = options
        self._read_state = read_state
        self._read_code_data = read_code_data
        self._options_of = options_of
        self._game: str = kind.game  # type: ignore[attr-defined]

    def make(self, options: Mapping[str, Any], compiled: bool | None = None) -> Made:
        """The rules for these options, with compiled kernels or not; by default as this process has it."""
        made = make_options(self._options, self._game, options)
        return self._made(made, always_compiled() if compiled is None else compiled)

    def read_options(self, text: str) -> Made:
        """The rules for options as a record writes them."""
        return self._made(parse_options(self._options, self._game, text), always_compiled())

    def read_position(self, data: object) -> tuple[Made, State]:
        """The rules and the state of a position's JSON data."""
        plain = self._read_state(data)
        rules = self._made(self._options_of(plain), always_compiled())
        return rules, rules.fast(plain)

    def read_code(self, text: str) -> tuple[Made, State]:
        """The rules and the state of a position's one-line text."""
        return self.read_position(self._read_code_data(text))
