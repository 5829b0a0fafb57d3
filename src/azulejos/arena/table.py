"""One game of an arena: seat the bots, ask them in turn, check what they play, count what they took.

A bot is shown a copy of the game whose future deals come from a seed of the bot's own, so that none can
see what the real game will bring. Whatever a bot does wrong costs it this game and nothing else.
"""

import time
from collections.abc import Callable
from typing import Any

from azulejos import games
from azulejos.arena.entrants import Entrant
from azulejos.arena.pairing import Fixture, derived
from azulejos.arena.plans import Plan
from azulejos.arena.results import Failure, Game
from azulejos.bots.bot import Bot, Budget, Choice
from azulejos.bots.outside import BotFailure, OutsideBot
from azulejos.bots.roster import bot
from azulejos.core.checks import quoted
from azulejos.core.errors import RulesError
from azulejos.core.match import Match
from azulejos.core.rules import NOBODY

FAILED = "failure"  # the ending of a game that somebody lost by failing
SLACK = 0.05  # seconds that any bot may take beyond its budget,
SLACK_SHARE = 1.1  # and what share of it
SLOW_START = (
    6  # how many times the patience a program has for its first answer, or without a limit in seconds
)

Asking = Callable[[int, float | None], None]


class Programs:
    """The outside programs of one worker: started once, used again, started anew after a failure."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._running: dict[str, OutsideBot] = {}

    def of(self, entrant: Entrant) -> OutsideBot:
        """The program of an entrant, running."""
        if entrant.label not in self._running:
            patience = self._plan.patience
            self._running[entrant.label] = OutsideBot(
                entrant.command, entrant.label, patience=patience, first_patience=SLOW_START * patience
            )
        return self._running[entrant.label]

    def close(self) -> None:
        """End them all."""
        for program in self._running.values():
            program.close()
        self._running.clear()


def play(
    plan: Plan, fixture: Fixture, programs: Programs, asking: Asking = lambda _seat, _seconds: None
) -> Game:
    """Play one game to its end; `asking` is told who is to think, and how long before it has hung."""
    names = [plan.entrants[entrant].name for entrant in fixture.seats]
    deals = derived(plan.seed, "deals", fixture.deal)
    game = games.new(plan.game, seed=deals, starter=fixture.starter, names=names, **plan.options)
    table = _Table(plan, fixture, game, asking)
    try:
        table.seat_all(programs)
        while not game.over:
            table.one_move()
    except BotFailure as failure:
        return table.result(Failure(table.asked, failure.kind, failure.reason))
    finally:
        asking(NOBODY, None)
    return table.result(None)


class _Table:
    """A game in progress, with what every seat has taken so far."""

    def __init__(self, plan: Plan, fixture: Fixture, game: Match, asking: Asking) -> None:
        self.plan, self.fixture, self.game, self._asking = plan, fixture, game, asking
        self.entrants = [plan.entrants[entrant] for entrant in fixture.seats]
        self.asked = NOBODY
        self.bots: list[Bot] = []
        self.moves, self.overruns = [0] * plan.players, [0] * plan.players
        self.seconds, self.longest = [0.0] * plan.players, [0.0] * plan.players

    def seat_all(self, programs: Programs) -> None:
        """Make everybody's bot, each with a seed of its own, and warm it up."""
        for seat, entrant in enumerate(self.entrants):
            self._ask(seat, None)
            seed = derived(self.plan.seed, "bot", self.fixture.number, seat)
            made = programs.of(entrant) if entrant.command else _guarded(bot, entrant.bot, seed)
            self.bots.append(made)
            warm: Callable[[Match], None] | None = getattr(made, "warm", None)
            if warm is not None:
                _guarded(warm, self._view(seat))

    def one_move(self) -> None:
        """Ask whose turn it is, and play what comes."""
        seat = self.game.turn
        assert seat is not None
        budget = self.plan.budget_of(self.entrants[seat]) or getattr(self.bots[seat], "habit", Budget())
        self._ask(seat, None if budget.seconds is None else budget.seconds + self.plan.patience)
        view = self._view(seat)
        begin = time.perf_counter()
        choice = _guarded(self.bots[seat].choose, view, budget)
        self._count(seat, time.perf_counter() - begin, budget)
        self._play(choice)

    def _ask(self, seat: int, seconds: float | None) -> None:
        self.asked = seat
        self._asking(seat, seconds)

    def _view(self, seat: int) -> Match:
        return self.game.copy(seed=derived(self.plan.seed, "view", self.fixture.number, seat))

    def _count(self, seat: int, took: float, budget: Budget) -> None:
        self.moves[seat] += 1
        self.seconds[seat] += took
        self.longest[seat] = max(self.longest[seat], took)
        if budget.seconds is None:
            return
        self.overruns[seat] += took > max(SLACK_SHARE * budget.seconds, budget.seconds + SLACK)
        if took > budget.seconds + self.plan.patience:
            raise BotFailure(
                "timeout",
                f"the move took {took:.1f} s, expected at most {budget.seconds:g} s"
                f" and {self.plan.patience:g} s of patience",
            )

    def _play(self, choice: object) -> None:
        move = choice.move if isinstance(choice, Choice) else None
        if not isinstance(move, str):
            raise BotFailure(
                "rubbish", f"the answer is {quoted(choice)}, expected a choice with a move as text"
            )
        try:
            self.game.play(move)
        except RulesError as error:
            raise BotFailure("illegal", str(error)) from None

    def result(self, failure: Failure | None) -> Game:
        """The game as the arena keeps it; whoever failed lost to all the others."""
        seats = range(self.plan.players)
        lost = None if failure is None else failure.seat
        return Game(
            number=self.fixture.number,
            deal=self.fixture.deal,
            starter=self.fixture.starter,
            seats=self.fixture.seats,
            scores=tuple(self.game.scores()),
            winners=tuple(
                self.game.winners() if failure is None else [seat for seat in seats if seat != lost]
            ),
            ending=FAILED if failure else str(self.game.ending),
            moves=tuple(self.moves),
            seconds=tuple(round(seconds, 4) for seconds in self.seconds),
            longest=tuple(round(seconds, 4) for seconds in self.longest),
            overruns=tuple(self.overruns),
            failure=failure,
            record=self.game.record(),
        )


def _guarded(ask: Callable[..., Any], *arguments: object) -> Any:
    """What a bot answers; anything that it raises is its crash."""
    try:
        return ask(*arguments)
    except BotFailure:
        raise
    except (Exception, SystemExit) as error:
        raise BotFailure("crash", f"{type(error).__name__}: {error}") from error
