"""Summer Pavilion with its options fixed, answering the protocol of `core.rules`; nothing is decided here."""

from collections.abc import Hashable, Sequence
from typing import Any

from azulejos.core.flat import FlatFamily, FlatRules, Words
from azulejos.core.lanes import WIDTH, lane
from azulejos.core.layout import BAG, GREY, ROUND
from azulejos.core.rules import Deal, State, Step
from azulejos.pavilion import kernels
from azulejos.pavilion.code import read_code as read_code_data
from azulejos.pavilion.code import write_code
from azulejos.pavilion.features import prospect
from azulejos.pavilion.fields import (
    BONUS_FROM,
    FILL_FACTORIES,
    GROUP,
    MOST_MOVES,
    NUMBER,
    PASS_FROM,
    POINTS,
    SCORE,
    SIZE,
    SPACES,
    SUPPLY,
    TAKES,
    TOWER,
)
from azulejos.pavilion.notation import Move, Pass, Pick, Placement, Take, deal_text, parse_deal, parse_move
from azulejos.pavilion.options import PavilionOptions
from azulejos.pavilion.positions import PHASES, options_of, write_position
from azulejos.pavilion.positions import read_position as read_state
from azulejos.pavilion.preview import near, pending, preview, told, told_deal
from azulejos.pavilion.reasons import sentence, why_not
from azulejos.pavilion.show import account, bonuses, ledger, show, why_not_deal


class PavilionRules(FlatRules[PavilionOptions]):
    """One variant of Summer Pavilion."""

    game = "pavilion"
    most_moves = MOST_MOVES
    score = SCORE
    phases = PHASES

    def __init__(self, options: PavilionOptions, compiled: bool = False) -> None:
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
        self._kernels.set_up(state, self.players, int(self.options.side == "grey"), starter)
        return state

    def settle(self, state: State) -> None:
        """Nothing is forced: every decision is asked."""

    def _groups(self, state: State) -> int:
        return 1 + self.options.factories * int(state[FILL_FACTORIES])

    def chances(self, state: State) -> Hashable:
        return int(state[BAG]), int(state[TOWER]), int(state[SUPPLY]), int(state[FILL_FACTORIES])

    # --- results ---

    def winners(self, state: State) -> list[int]:
        """Most points; those level share, there is no tie-break (S53)."""
        if not self._over(state):
            return []
        scores = self.scores(state)
        return [seat for seat, points in enumerate(scores) if points == max(scores)]

    def ending(self, state: State) -> str | None:
        return "rounds" if self._over(state) else None

    def ledger(self, before: State, after: State) -> list[dict[str, int]] | None:
        return ledger(self.plain(before), self.plain(after))

    def bonuses(self, state: State, seat: int) -> dict[str, Any]:
        if not self._over(state):
            return {"stars": {}, "numbers": {}, "corners": 0}
        return bonuses(self.plain(state), seat)

    def account(self, steps: Sequence[Step], after: State) -> list[dict[str, Any]]:
        plain = [(self.plain(state), action) for state, action in steps]
        return account(plain, self.plain(after))

    def prospect(self, state: State, seat: int) -> float:
        return prospect(self.plain(state), seat)

    # --- text ---

    def deal_text(self, deal: Deal) -> str:
        return deal_text(deal)

    def _parse_deal(self, state: State, text: str) -> Deal:
        return parse_deal(text, self._groups(state) - 1)


# --- actions and moves ----------------------------------------------------------------------------------


def action_of(state: Sequence[int], move: Move) -> int:
    """The number of a legal move."""
    if isinstance(move, Take):
        return move.source * 6 + move.colour
    if isinstance(move, Placement):
        wilds = 0 if move.colour == state[ROUND] - 1 else lane(move.paid, state[ROUND] - 1)
        return int(kernels.placement(POINTS * move.star + move.position, move.colour, wilds))
    if isinstance(move, Pick):
        return BONUS_FROM + GROUP.index(move.tiles)
    return PASS_FROM + GROUP.index(move.kept)


def move_of(state: Sequence[int], action: int) -> Move:
    """A legal action as a move."""
    if action < TAKES:
        return Take(*divmod(action, 6))
    if action < BONUS_FROM:
        return _placement_of(state, action - TAKES)
    if action < PASS_FROM:
        return Pick(GROUP[action - BONUS_FROM])
    return Pass(GROUP[action - PASS_FROM])


def _placement_of(state: Sequence[int], code: int) -> Placement:
    space, colour, wilds = code // 36, code // 6 % 6, code % 6
    own = NUMBER[SPACES * state[GREY] + space] - wilds
    paid = (own << (WIDTH * colour)) + (wilds << (WIDTH * (state[ROUND] - 1)))
    return Placement(*divmod(space, POINTS), colour, paid)


_family = FlatFamily(PavilionRules, PavilionOptions, read_state, read_code_data, options_of)
make = _family.make
read_options = _family.read_options
read_position = _family.read_position
read_code = _family.read_code
