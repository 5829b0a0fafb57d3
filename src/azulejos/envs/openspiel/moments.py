"""A game at one moment, as a value that never changes: what seats decide and chance brings makes the next.

Here chance is a step like any other: who begins, then every deal, tile by tile or in one go. A match makes
its deals by itself; searches that weigh chances want them in the open.
"""

import functools
from typing import Any, NoReturn, Self

import numpy as np

from azulejos import games
from azulejos.core import rng
from azulejos.core.checks import quoted
from azulejos.core.jit import always_compiled
from azulejos.core.layout import MARKER, STARTER
from azulejos.core.rules import NOBODY, OVER, Deal, State
from azulejos.envs.batched import refusal, stepping_over
from azulejos.envs.checks import Array
from azulejos.envs.openspiel.dealing import Dealing, due_in, so_far, tile_text
from azulejos.envs.spaces import space
from azulejos.envs.stepping import NO_ONE, REWARDS


class Variant:
    """A game with its options: all that its moments share. Made by `variant`, once for each."""

    def __init__(self, game: str, compiled: bool, options: tuple[tuple[str, Any], ...]) -> None:
        self.key = game, options
        self.rules = games.rules(game, compiled=compiled, **dict(options))
        self.space = space(game, self.rules.options)
        self.kernels: Any = stepping_over(self.space.kernels, compiled)

    def worth(self, state: State, reward: str) -> list[float]:
        """What a state is worth to every seat, by a scheme of rewards."""
        scheme = REWARDS.index(reward)
        seats = range(self.rules.players)
        return [float(self.kernels.worth(state, seat, scheme, NO_ONE)) for seat in seats]


@functools.cache
def _variant(game: str, compiled: bool, options: tuple[tuple[str, Any], ...]) -> Variant:
    return Variant(game, compiled, options)


def variant(game: str, **options: Any) -> Variant:
    """The variant of a game with these options.

    Kernels are compiled only where the process wants them all so: most of the time goes into Python's and
    OpenSpiel's own steps, and a first game would have to wait.
    """
    return _variant(game, always_compiled(), tuple(sorted(options.items())))


class Moment:
    """A game at one moment: a seat decides, chance has a say, or it is over."""

    __slots__ = ("_actions", "_chances", "dealing", "deals", "seat", "starter_due", "state", "variant")

    def __init__(
        self,
        variant: Variant,
        state: State,
        starter_due: bool = False,
        dealing: Dealing | None = None,
        deals: tuple[Deal, ...] = (),
    ) -> None:
        self.variant = variant
        self.state = state  # never changed
        self.seat = variant.rules.decider(state)  # who decides, NOBODY where chance has a say, or OVER
        self.starter_due = starter_due
        self.deals = deals  # those that are complete
        self.dealing = dealing  # the deal that is being made
        self._actions: list[int] | None = None
        self._chances: list[tuple[int, float]] | None = None

    @classmethod
    def first(cls, variant: Variant) -> Self:
        """The very beginning: nobody knows yet who starts (A9)."""
        return cls(variant, variant.rules.start(0), starter_due=True)

    @classmethod
    def at(cls, variant: Variant, position: str) -> Self:
        """A position in one line, as `str` writes it and `azulejos.load` reads it; ValueError."""
        if not isinstance(position, str):
            raise TypeError(f"position is {quoted(position)}, expected a text as `str` writes it")
        rules, state = games.family(variant.rules.game).read_code(position)
        if rules.options != variant.rules.options:
            wanted = variant.rules.options_text()
            raise ValueError(f"the position is of {rules.options_text()}, expected {wanted}")
        rules.settle(state)
        return cls.first(variant)._go_on(variant.rules.fast(rules.plain(state)), ())

    # --- looking --------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.seat == OVER

    @property
    def actions(self) -> list[int]:
        """The legal actions, the lowest first; none where no seat decides."""
        if self._actions is None:
            self._actions = sorted(self.variant.rules.actions(self.state))
        return self._actions

    @property
    def chances(self) -> list[tuple[int, float]]:
        """What chance can bring next: a seat that begins or the kind of a tile, each with its probability."""
        if self._chances is None:
            players = self.variant.rules.players
            starters = [(seat, 1 / players) for seat in range(players)]
            self._chances = starters if self.starter_due else self._drawing().chances()
        return self._chances

    def observe(self, seat: int, out: Array) -> None:
        """Write what a seat sees from its chair; of a deal, the tiles that lie there so far."""
        self.variant.kernels.observe(self._table(), seat, out)

    def _table(self) -> State:
        if self.starter_due:
            table = self.variant.rules.copy(self.state)
            table[STARTER] = table[MARKER] = NOBODY
            return table
        if self.dealing is None:
            return self.state
        return so_far(self.variant.rules, self.state, self.dealing)

    def _drawing(self) -> Dealing:
        if self.dealing is None:
            raise ValueError("chance has no say here: a seat decides, or the game is over")
        return self.dealing

    # --- words ----------------------------------------------------------------------------------------

    def __str__(self) -> str:
        """The position in one line, as `azulejos.load` reads it; before that what chance is asked for."""
        if self.starter_due:
            return f"who begins? {self.variant.rules.game} {self.variant.rules.options_text()}"
        code = self.variant.rules.code(self._table())
        if self.dealing is None:
            return code
        return f"tile {self.dealing.drawn + 1} of {self.dealing.size}? {code}"

    def chance_text(self, outcome: int) -> str:
        """What chance may bring, in words."""
        if self.starter_due:
            return f"seat {outcome} begins"
        return tile_text(self.variant.rules, self._drawing(), outcome)

    def action_text(self, action: int) -> str:
        """An action in words: as a move here where it is legal, else as in any position."""
        if action in self.actions:
            return self.variant.rules.move_text(self.state, action)
        return self.variant.space.action_text(action)

    # --- the next moment ------------------------------------------------------------------------------

    def played(self, action: int) -> Self:
        """After an action of the seat that decides; ValueError where it is illegal."""
        if action not in self.actions:
            self._refuse(action)
        state = self.variant.rules.copy(self.state)
        self.variant.rules.play(state, action)
        return self._go_on(state, self.deals)

    def _refuse(self, action: int) -> NoReturn:
        if self.over:
            raise ValueError("the game is over: no action can be taken")
        mask = np.zeros(self.variant.space.actions, np.int8)
        mask[self.actions] = 1
        raise ValueError(refusal("", action, mask, self.action_text))

    def happened(self, outcome: int) -> Self:
        """After chance brought that; ValueError where it cannot."""
        possible = [each for each, _ in self.chances]
        if outcome not in possible:
            raise ValueError(f"chance cannot bring {outcome} here, expected one of {possible}")
        if self.starter_due:
            return self._go_on(self.variant.rules.start(outcome), ())
        drawn = self._drawing().draw(outcome)
        if not drawn.complete:
            return type(self)(self.variant, self.state, dealing=drawn, deals=self.deals)
        return self.dealt(drawn.dealt)

    def dealt(self, deal: Deal) -> Self:
        """After the whole deal that is due."""
        state = self.variant.rules.copy(self.state)
        self.variant.rules.deal(state, deal)
        return self._go_on(state, (*self.deals, deal))

    def _go_on(self, state: State, deals: tuple[Deal, ...]) -> Self:
        """What a state comes to: a deal that brings nothing is no chance, and made at once (S47)."""
        rules, due = self.variant.rules, None
        while due is None and rules.decider(state) == NOBODY:
            due = due_in(rules, state)
            if due.complete:
                rules.deal(state, due.dealt)
                deals, due = (*deals, due.dealt), None
        return type(self)(self.variant, state, dealing=due, deals=deals)

    def sampled(self, seed: int, number: int) -> Self:
        """After what chance brings in one go, from that stream of a seed: who begins, or a deal."""
        if not self.starter_due:
            return self.dealt(self.variant.rules.draw(self.state, seed, number))
        stream = [0] * rng.WORDS
        rng.start_stream(stream, seed, number)
        return self.happened(int(rng.below(stream, self.variant.rules.players)))

    # --- copies ---------------------------------------------------------------------------------------

    def __deepcopy__(self, memo: object) -> Self:
        """Itself: a moment never changes."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        plain = list(self.variant.rules.plain(self.state))
        return _again, (*self.variant.key, plain, self.starter_due, self.dealing, self.deals)


def _again(
    game: str,
    options: tuple[tuple[str, Any], ...],
    plain: list[int],
    starter_due: bool,
    dealing: Dealing | None,
    deals: tuple[Deal, ...],
) -> Moment:
    """A moment that was put in writing."""
    of = variant(game, **dict(options))
    return Moment(of, of.rules.fast(plain), starter_due, dealing, deals)
