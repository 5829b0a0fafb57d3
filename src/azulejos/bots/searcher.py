"""The bot that searches: a Monte Carlo tree search with a budget, a memory and, if wanted, blurred sight.

It decides by the search's own mix of winning and points; what it tells are chances of winning.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from azulejos.bots.bot import MOST_SIMULATIONS, Budget, Choice, Thinker
from azulejos.bots.calibration import UNKNOWN, Scale, scale_of
from azulejos.bots.desk import Settings
from azulejos.bots.engine import engine_of
from azulejos.bots.search import Option, Search, Solution
from azulejos.core.match import Match

LISTED = 12  # moves that statistics tell of
LONG = 0.5  # seconds that are worth starting to compile before the thought, not after it
GLANCE, GLANCE_SECONDS = 200, 0.05  # simulations and seconds that a forced move gets, for its value
SOLVED_A_SIMULATION = 5  # positions that take as long as a simulation, about


@dataclass(frozen=True, slots=True)
class Style:
    """What makes one searching bot differ from another."""

    habit: Budget = field(default_factory=lambda: Budget(seconds=1.0))
    most: int | None = None  # simulations that it never goes beyond: its depth of thought
    blur: float = 0.0  # how unsure it is of each move's worth, as a share of the game
    cores: int = 1
    remember: bool = True
    solve: float = 0.35  # share of the budget that solving the game to its end may take; 0 for never
    clinch: bool = False  # stop when the best move cannot be overtaken: sooner, but less is kept for the next
    mix: bool = False  # tell the mix that the search thinks in, not chances
    settings: Settings = field(default_factory=Settings)


class SearchBot(Thinker):
    """Searches the round to its end, and beyond where that matters; judges what is left."""

    def __init__(self, name: str, seed: int | None = None, style: Style | None = None) -> None:
        super().__init__(name, seed)
        self.style = style or Style()
        self.habit = self.style.habit
        self._search: Search | None = None
        self._seen: tuple[Any, ...] = ()  # rules and actions of the game when it was last asked

    def warm(self, game: Match) -> None:
        engine_of(game).warm(game.rules, game.state)

    def think(self, game: Match, budget: Budget) -> Choice:
        start = perf_counter()
        if budget.seconds is None:
            self.warm(game)  # no time was promised, and the same work should give the same answer
        elif budget.seconds >= LONG:
            self._begin(game)
        state = game.rules.plain(game.state)
        search = self._prepared(game, state)
        if len(game.rules.actions(game.state)) == 1:
            budget = _a_glance(budget)
        elif solution := self._solution(search, budget, start):
            return self._certain(game, state, search, solution, start)
        kept = search.known
        search.grow(self._within(budget), start, self.style.clinch)
        if search.overtaken:  # by compiled kernels, which do more in the time left than was done so far
            search = self._prepared(game, state)
            search.grow(self._within(budget), start, self.style.clinch)
        choice = self._weighed(game, state, search, kept, start)
        self._begin(game)  # after a short thought: compiling takes time from whoever thinks beside it
        return choice

    @staticmethod
    def _begin(game: Match) -> None:
        engine_of(game).begin(game.rules, game.state)

    def _solution(self, search: Search, budget: Budget, start: float) -> Solution | None:
        """The game solved to its end, where that takes no more than its share of the budget."""
        if self.style.solve == 0 or self.style.blur > 0:
            return None
        within = self._within(budget)
        end = None if within.seconds is None else start + self.style.solve * within.seconds
        wanted = MOST_SIMULATIONS if within.simulations is None else within.simulations
        return search.solve(int(self.style.solve * wanted * SOLVED_A_SIMULATION), end)

    def _certain(
        self, game: Match, state: list[int], search: Search, solution: Solution, start: float
    ) -> Choice:
        line = search.texts(state, solution.actions)
        value = self._scale(game, search).chances(solution.value)
        mine = value[game.rules.decider(game.state)]
        return Choice(
            move=line[0],
            value=value,
            line=tuple(line),
            statistics={
                "simulations": 0,
                "solved": solution.looked,
                "seconds": round(perf_counter() - start, 4),
                "compiled": True,
                "moves": [{"move": line[0], "visits": 0, "value": round(mine, 4)}],
            },
        )

    def _weighed(self, game: Match, state: list[int], search: Search, kept: int, start: float) -> Choice:
        options = search.options()
        option = self._pick(options)
        seat = game.rules.decider(game.state)
        scale, fullest = self._scale(game, search), max(options, key=lambda other: other.counted)

        def told(one: Option) -> tuple[float, ...]:
            return scale.chances(_shares(one, fullest, seat, game.rules.players))

        return Choice(
            move=game.rules.move_text(game.state, option.action),
            value=told(option),
            line=tuple(search.line(state, option.action)),
            statistics={
                "simulations": search.done,
                "kept": kept,
                "seconds": round(perf_counter() - start, 4),
                "compiled": search.fast,
                "moves": [_listed(game, one, told(one)[seat]) for one in options[:LISTED]],
            },
        )

    def _scale(self, game: Match, search: Search) -> Scale:
        """How what the search found is told."""
        if self.style.mix:
            return Scale(UNKNOWN, 0.0)
        return scale_of(game.rules, search.learned, self.style.settings.margin)

    def _within(self, budget: Budget) -> Budget:
        """The budget, cut to the depth of thought that this bot has."""
        if self.style.most is None:
            return budget
        wanted = budget.simulations
        return Budget(budget.seconds, self.style.most if wanted is None else min(wanted, self.style.most))

    def _prepared(self, game: Match, state: list[int]) -> Search:
        """The search of this position: what was kept of the last one, or a new one."""
        engine = engine_of(game)
        old, seen = self._search, self._seen
        self._seen = (game.rules, game.actions)
        if old is not None and old.fast and seen[0] is game.rules:
            made = _made_since(seen[1], game.actions) if self.style.remember else []
            if not made or not old.advance(made, state):
                old.restart(state)
            return old
        seeds = [self.random.getrandbits(62) for _ in range(self.style.cores)]
        self._search = Search(engine, game.rules, state, seeds, self.style.settings)
        return self._search

    def _pick(self, options: list[Option]) -> Option:
        """The most visited move; with blurred sight the one that seems best among those looked at."""
        if self.style.blur == 0:
            return options[0]
        looked = [option for option in options if option.visits > 0]
        return max(looked, key=lambda option: option.mean + self.random.gauss(0, self.style.blur))


def _shares(option: Option, fullest: Option, seat: int, players: int) -> tuple[float, ...]:
    """What each seat may expect of the mix if this move is made.

    Simulations that were kept tell of the seat to move alone, so the others share the rest as they do in
    those that tell of all.
    """
    if players == 2:
        return (option.mean, 1 - option.mean) if seat == 0 else (1 - option.mean, option.mean)
    sums = option.sums if option.counted else fullest.sums
    others = sum(sums[:players]) - sums[seat]
    rest = [(1 - option.mean) * (sums[n] / others if others else 1 / (players - 1)) for n in range(players)]
    return (*rest[:seat], option.mean, *rest[seat + 1 :])


def _listed(game: Match, option: Option, chance: float) -> dict[str, Any]:
    """A move as statistics tell of it."""
    return {
        "move": game.rules.move_text(game.state, option.action),
        "visits": option.visits,
        "value": round(chance, 4) if option.visits else None,
        "prior": round(option.prior, 4),
    }


def _made_since(before: Sequence[int | None], now: Sequence[int | None]) -> list[int]:
    """The moves made since the bot was last asked, if that was in this game and nothing was dealt."""
    since = now[len(before) :]
    if now[: len(before)] != before or any(action is None for action in since):
        return []
    return [action for action in since if action is not None]


def _a_glance(budget: Budget) -> Budget:
    """Enough to have a value where there is only one move to make."""
    wanted = GLANCE if budget.simulations is None else min(budget.simulations, GLANCE)
    return Budget(None if budget.seconds is None else min(budget.seconds, GLANCE_SECONDS), wanted)
