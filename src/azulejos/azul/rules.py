"""Azul with its options fixed, answering the protocol of `core.rules`; nothing is decided here."""

from collections.abc import Hashable, Sequence
from typing import Any

from azulejos.azul import kernels
from azulejos.azul.code import read_code as read_code_data
from azulejos.azul.code import write_code
from azulejos.azul.features import prospect
from azulejos.azul.fields import (
    CHOICES,
    COLOURS,
    DESTINATIONS,
    DRAFTS,
    GAINED,
    JOKER,
    LETTERS,
    LID,
    MIXED,
    MIXED_STEP,
    MOST_MOVES,
    ROWS,
    SCORE,
    SIZE,
    TILING,
    WALL,
)
from azulejos.azul.notation import Choice, Draft, Move, parse_move
from azulejos.azul.options import AzulOptions
from azulejos.azul.positions import PHASES, options_of, write_position
from azulejos.azul.positions import read_position as read_state
from azulejos.azul.preview import near, pending, preview, told, told_deal
from azulejos.azul.reasons import sentence, why_not
from azulejos.azul.show import account, bonuses, ending, ledger, show, why_not_deal
from azulejos.core.flat import FlatFamily, FlatRules, Words
from azulejos.core.lanes import lane
from azulejos.core.layout import BAG, CENTRE, PHASE, TURN
from azulejos.core.rules import Deal, State, Step
from azulejos.core.tiles import factories_text, parse_factories


class AzulRules(FlatRules[AzulOptions]):
    """One variant of Azul."""

    game = "azul"
    most_moves = MOST_MOVES
    score = SCORE
    phases = PHASES

    def __init__(self, options: AzulOptions, compiled: bool = False) -> None:
        words = Words(
            parse_move,
            move_of,
            action_of,
            why_not,
            sentence,
            why_not_deal,
            write_position,
            write_code,
            show,
            preview,
            told,
            told_deal,
            near,
            pending,
        )
        super().__init__(options, kernels, words, compiled)

    def start(self, starter: int) -> State:
        state = self._words(SIZE)
        grey, cap = int(self.options.wall == "grey"), self.options.max_rounds or 0
        self._kernels.set_up(state, self.players, grey, int(self.options.jokers), cap, starter)
        return state

    def settle(self, state: State) -> None:
        if state[PHASE] == TILING:
            self._kernels.tile_from(state, state[TURN])
        for seat in range(self.players):
            state[GAINED + seat] = 0  # what was placed while loading is part of the position

    def _order(self, action: int) -> tuple[int, ...]:
        return _natural_order(action)

    def _groups(self, state: State) -> int:  # noqa: ARG002
        return self.options.factories

    def chances(self, state: State) -> Hashable:
        return int(state[BAG]), int(state[LID])

    # --- results ---

    def winners(self, state: State) -> list[int]:
        """Most points, then most complete rows; those still level share (A45)."""
        if not self._over(state):
            return []
        seats = range(self.players)
        ranks = [(state[SCORE + seat], kernels.full_rows(state[WALL + seat])) for seat in seats]
        return [seat for seat in seats if ranks[seat] == max(ranks)]

    def ending(self, state: State) -> str | None:
        return ending(self.plain(state))

    def ledger(self, before: State, after: State) -> list[dict[str, int]] | None:
        return ledger(self.plain(before), self.plain(after))

    def bonuses(self, state: State, seat: int) -> dict[str, Any]:
        if not self._over(state):
            return {"rows": 0, "columns": 0, "colours": 0}
        return bonuses(self.plain(state), seat)

    def account(self, steps: Sequence[Step], after: State) -> list[dict[str, Any]]:
        plain = [(self.plain(state), action) for state, action in steps]
        return account(plain, self.plain(after))

    def prospect(self, state: State, seat: int) -> float:
        return prospect(self.plain(state), seat)

    # --- text ---

    def deal_text(self, deal: Deal) -> str:
        return factories_text(deal, LETTERS)

    def _parse_deal(self, state: State, text: str) -> Deal:  # noqa: ARG002
        return parse_factories(text, self.options.factories, LETTERS[: COLOURS + self.options.jokers])


# --- actions and moves ----------------------------------------------------------------------------------


def action_of(state: Sequence[int], move: Move) -> int:
    """The number of a legal move."""
    if isinstance(move, Choice):
        return DRAFTS + ROWS * move.row + move.column
    if not move.with_jokers:
        return (move.source * 6 + move.colour) * DESTINATIONS + move.to
    count = move.jokers_in_line
    if count is None:
        count, _ = _joker_range(state, move.source, move.colour, move.to)
    return int(kernels.mixed_action(move.source, move.colour, move.to, count))


def move_of(state: Sequence[int], action: int) -> Move:
    """A legal action as a move, its count of jokers left out where it is the smallest."""
    if action < DRAFTS:
        source, rest = divmod(action, 6 * DESTINATIONS)
        return Draft(source, rest // DESTINATIONS, rest % DESTINATIONS)
    if action < DRAFTS + CHOICES:
        return Choice(*divmod(action - DRAFTS, ROWS))
    count, code = divmod(action - MIXED, MIXED_STEP)
    source, rest = divmod(code, COLOURS * DESTINATIONS)
    colour, to = divmod(rest, DESTINATIONS)
    fewest, _ = _joker_range(state, source, colour, to)
    return Draft(source, colour, to, True, None if count == fewest else count)


def _joker_range(state: Sequence[int], source: int, colour: int, to: int) -> tuple[int, int]:
    tiles = state[source]
    span = kernels.joker_range(state, state[TURN], to, lane(tiles, colour), lane(tiles, JOKER))
    return int(span[0]), int(span[1])


def _natural_order(action: int) -> tuple[int, ...]:
    """Factories before the centre, then by colour, without jokers before with, lines before floor."""
    if action < MIXED:
        pair, to = divmod(action, DESTINATIONS)
        return (pair // 6, pair % 6, 0, to, 0) if action < DRAFTS else (CENTRE + 1, 0, 0, action, 0)
    count, code = divmod(action - MIXED, MIXED_STEP)
    pair, to = divmod(code, DESTINATIONS)
    return pair // COLOURS, pair % COLOURS, 1, to, count


_family = FlatFamily(AzulRules, AzulOptions, read_state, read_code_data, options_of)
make = _family.make
read_options = _family.read_options
read_position = _family.read_position
read_code = _family.read_code
