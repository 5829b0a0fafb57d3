"""The protocol that every game answers with its options fixed: the unchecked, fast side of a family.

A state is opaque here: a flat list of integers, or an int64 array where kernels are compiled. One
decision is one action, an integer. What chance brings is a deal, and a deal is an entry of the
record like a move, so a replay needs no generator and a search can redraw the future.
"""

from collections.abc import Hashable, Mapping, Sequence
from types import ModuleType
from typing import Any, Protocol

from azulejos.core.layout import NOBODY as NOBODY
from azulejos.core.layout import OVER as OVER
from azulejos.core.options import Options
from azulejos.core.reasons import Reason

State = Any
Deal = tuple[int, ...]
Step = tuple[State, int]  # a state and the action that was taken in it


class Rules(Protocol):
    """A family with its options fixed."""

    @property
    def game(self) -> str:
        """The game's name, as in `az.new`."""

    @property
    def options(self) -> Options:
        """The options that are fixed here."""

    @property
    def players(self) -> int:
        """How many seats there are."""

    def options_text(self) -> str:
        """The options as a record writes them."""

    # --- play, unchecked ---

    def start(self, starter: int) -> State:
        """A new game whose first deal is due."""

    def copy(self, state: State) -> State:
        """An independent copy."""

    def fast(self, state: Sequence[int]) -> State:
        """The state, whatever it came from, as the kernels of these rules take it."""

    def plain(self, state: State) -> list[int]:
        """The state as a list of plain integers."""

    def decider(self, state: State) -> int:
        """The seat to decide, NOBODY when a deal is due, or OVER."""

    def actions(self, state: State) -> list[int]:
        """All legal actions, in an order that people find natural."""

    def play(self, state: State, action: int) -> None:
        """Carry out a legal action, in place, with all that follows by itself."""

    def settle(self, state: State) -> None:
        """Make the forced choices that a loaded position begins with, in place."""

    def draw(self, state: State, seed: int, number: int) -> Deal:
        """What chance brings from that stream of the seed; changes nothing."""

    def deal(self, state: State, deal: Deal) -> None:
        """Lay out a deal, in place."""

    def chances(self, state: State) -> Hashable:
        """All that a deal in this state depends on, apart from luck."""

    # --- results ---

    def round(self, state: State) -> int:
        """The number of the round, 0 before the first deal."""

    def phase(self, state: State) -> str:
        """The phase as a position names it."""

    def scores(self, state: State) -> list[int]:
        """Points per seat, final bonuses included once the game is over."""

    def winners(self, state: State) -> list[int]:
        """The seats that won, several when shared, none before the end."""

    def ending(self, state: State) -> str | None:
        """Why the game ended, in a word, or None."""

    def ledger(self, before: State, after: State) -> list[dict[str, int]] | None:
        """Per seat what a round brought, if the step from `before` to `after` finished one."""

    def bonuses(self, state: State, seat: int) -> dict[str, Any]:
        """The final bonuses by reason; zero or empty before the end."""

    def account(self, steps: Sequence[Step], after: State) -> list[dict[str, Any]]:
        """Per seat how the scoring of a round went, tile by tile, given the moves of that round."""

    # --- text ---

    def move_text(self, state: State, action: int) -> str:
        """A legal action as text."""

    def read_move(self, state: State, text: str) -> int:
        """The legal action that a text means; NotationError or IllegalMove."""

    def why_not(self, state: State, text: str) -> Reason | None:
        """What the rules have against the move that a text means, None where it is legal; NotationError."""

    def deal_text(self, deal: Deal) -> str:
        """A deal as text."""

    def read_deal(self, state: State, text: str) -> Deal:
        """The deal that a text means, if it can happen here; NotationError or IllegalMove."""

    def position(self, state: State) -> dict[str, Any]:
        """The position as JSON data; not for a state whose deal is due."""

    def code(self, state: State) -> str:
        """The position in one line."""

    def show(self, state: State) -> dict[str, Any]:
        """All that a screen needs, as plain data, also while a deal is due."""

    # --- moves told, as plain data ---

    def preview(self, state: State) -> dict[str, Any]:
        """All that the seat to decide may do, and what each move would bring; only where a seat decides."""

    def told(self, state: State, action: int) -> dict[str, Any]:
        """What a legal action does, as a line of the log tells it."""

    def told_deal(self, before: State, after: State) -> dict[str, Any]:
        """What a deal brought, from the states around it."""

    def pending(self, state: State) -> list[int]:
        """By seat, points that are sure to come at the end of the round as things lie."""

    def near(self, state: State) -> list[dict[str, int]]:
        """What will end the game when the round does, unless it is kept from it: seats and rows."""

    # --- judgement ---

    def prospect(self, state: State, seat: int) -> float:
        """Points the seat can count on if the round ended as things lie: a quick judgement."""

    @property
    def kernels(self) -> ModuleType:
        """The family's kernels, for programs that search: those that `bots.slots` names."""

    def weights(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """What features and traits weigh in this variant: of the value, of the prior."""

    def variant(self) -> str:
        """The name under which this variant's weights are kept."""


class Family(Protocol):
    """What `games` needs from a family's `rules` module."""

    def make(self, options: Mapping[str, Any], compiled: bool | None = None) -> Rules:
        """The rules for these options; RulesError names what is wrong with them."""

    def read_position(self, data: object) -> tuple[Rules, State]:
        """The rules and state of a position's JSON data; BadPosition."""

    def read_code(self, text: str) -> tuple[Rules, State]:
        """The same from its one-line text."""

    def read_options(self, text: str) -> Rules:
        """The rules from the options as a record writes them."""
