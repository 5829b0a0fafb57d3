"""The end of a round solved: as a slow search of all lines would, which is written here once more."""

import math
import random
from collections.abc import Iterator
from time import perf_counter
from typing import Any

import numpy as np
import pytest

import azulejos as az
from azulejos.bots import solving
from azulejos.bots.desk import Settings, new_bench, new_desk
from azulejos.bots.engine import engine_of
from azulejos.bots.nodes import NEVER
from azulejos.bots.search import Search
from azulejos.bots.solving import UNFINISHED, UNSOLVABLE, Bench
from azulejos.core.jit import Bound
from tests.azul.positions import board as azul_board
from tests.azul.positions import load as load_azul
from tests.bots.conftest import Warm
from tests.pavilion.positions import board, load

MOST_LINES = 1200  # that the slow search is asked to look at
BY_HAND = Settings(net=False, beyond=NEVER)
SAME = 1e-9  # values that differ by less are the same

AZUL: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 2, "wall": "grey"},
    {"players": 2, "jokers": True},
    {"players": 2, "max_rounds": 1},  # the round ends the game: who wins is certain
    {"players": 2, "wall": "grey", "max_rounds": 2},
    {"players": 3},
    {"players": 3, "wall": "grey", "jokers": True, "max_rounds": 1},
    {"players": 4, "wall": "grey"},
    {"players": 4, "max_rounds": 2},
]


# --- the slow search --------------------------------------------------------------------------------------


class Slow:
    """Every line to the end of the round; of moves that are as good for the mover the likeliest is made."""

    def __init__(self, game: az.Match) -> None:
        self.rules = game.rules
        self.kernels: Any = game.rules.kernels
        self.values, self.priors = game.rules.weights()

    def judged(self, state: list[int]) -> list[float]:
        """What each seat may expect between two rounds, or has got."""
        seats = range(self.rules.players)
        if self.rules.ending(state):
            points = _shares([self.rules.scores(state)[seat] / 15 for seat in seats])
            won = self.rules.winners(state)
            part = Settings().margin
            return [part * points[seat] + (1 - part) * (seat in won) / len(won) for seat in seats]
        return _shares([self._worth(state, seat) for seat in seats])

    def _worth(self, state: list[int], seat: int) -> float:
        out = [0.0] * self.kernels.FEATURES
        self.kernels.features(state, seat, out)
        row = self.values[self.kernels.stage(state) * len(out) :]
        return sum(weight * number for weight, number in zip(row, out, strict=False))

    def likeliest_first(self, state: list[int]) -> list[int]:
        """The legal moves by the prior; those level as the rules' kernel lists them."""
        moves = [0] * 2048
        count = self.kernels.list_moves(state, moves)
        row = self.priors[self.kernels.kind(state) * self.kernels.TRAITS :]
        worth = {}
        for action in moves[:count]:
            out = [0.0] * self.kernels.TRAITS
            self.kernels.traits(state, action, out)
            worth[action] = sum(weight * number for weight, number in zip(row, out, strict=False))
        return sorted(moves[:count], key=lambda action: -worth[action])

    def after(self, state: list[int], action: int) -> list[int]:
        """The position after a move."""
        copy = list(state)
        self.rules.play(copy, action)
        return copy

    def value(self, state: list[int]) -> list[float]:
        """What each seat gets if all play for their own best."""
        if self.kernels.between_rounds(state):
            return self.judged(state)
        seat, best = self.rules.decider(state), [-1.0] * self.rules.players
        for action in self.likeliest_first(state):
            value = self.value(self.after(state, action))
            if value[seat] > best[seat] + SAME:
                best = value
        return best

    def lines(self, state: list[int], most: int) -> int:
        """How many lines there are, counted up to one more than `most`; that many too if a deal comes."""
        if self.kernels.between_rounds(state):
            return 1
        if self.rules.decider(state) < 0:
            return most + 1
        found = 0
        for action in self.rules.actions(state):
            found += self.lines(self.after(state, action), most - found)
            if found > most:
                break
        return found


def _shares(numbers: list[float]) -> list[float]:
    powers = [math.exp(number - max(numbers)) for number in numbers]
    return [power / sum(powers) for power in powers]


# --- the solver -------------------------------------------------------------------------------------------


def _solve(game: az.Match, *limits: int) -> tuple[int, list[float], list[int]]:
    """Positions looked at with the last limit, value and line, by the compiled solver."""
    solver = engine_of(game).solver
    desk = new_desk(game.rules, game.rules.plain(game.state), 0, BY_HAND, True)
    bench = new_bench(len(desk.root))
    looked = UNFINISHED if solver.begin(bench, desk) else UNSOLVABLE
    for limit in limits or (10_000_000,):
        if looked == UNFINISHED:
            looked = int(solver.solve(bench, desk, limit))
    players = game.rules.players
    return looked, bench.best[0, :players].tolist(), bench.line[0, : int(bench.length[0])].tolist()


def _late(options: dict[str, Any], wanted: int) -> Iterator[az.Match]:
    """Games a few drafts before the end of a round, one of each."""
    for seed in range(100):
        game, luck = az.new("azul", seed=seed, **options), random.Random(seed)
        slow = Slow(game)
        while not game.over:
            lines = slow.lines(game.state, MOST_LINES)
            if 20 <= lines <= MOST_LINES:
                yield game
                wanted -= 1
                break
            game.play(luck.choice(game.moves()))
        if wanted == 0:
            return


def _check(game: az.Match) -> None:
    slow = Slow(game)
    looked, value, line = _solve(game)
    assert looked >= 0
    assert value == pytest.approx(slow.value(game.state), abs=1e-8)
    assert sum(value) == pytest.approx(1)
    state = game.state
    for action in line:
        assert action in game.rules.actions(state)
        state = slow.after(state, action)
    assert slow.kernels.between_rounds(state)
    assert slow.judged(state) == pytest.approx(value)


@pytest.mark.parametrize("options", AZUL, ids=str)
def test_late_rounds_of_azul_are_solved_as_by_looking_at_every_line(
    options: dict[str, Any], warm: Warm
) -> None:
    warm("azul")
    games = list(_late(options, 3))
    assert len(games) == 3
    for game in games:
        _check(game)


PLACING: list[list[dict[str, Any]]] = [
    [board("R:RR....", "RRR", score=9), board("B:B.....", "BBG")],
    [board("R:RR....", "RRP"), board("G:GG....", "GG", passed=True)],
    [board("", "RG"), board("", "B"), board("Y:Y.....", "YY")],
    [board("", "R"), board("", "B"), board("", "YG"), board("", "O")],
]


@pytest.mark.parametrize("round_", [1, 4, 6])
@pytest.mark.parametrize("boards", PLACING, ids=len)
def test_ends_of_rounds_of_pavilion_are_solved_as_by_looking_at_every_line(
    boards: list[dict[str, Any]], round_: int, warm: Warm
) -> None:
    warm("pavilion")
    game = load(*boards, round=round_)
    assert 10 < Slow(game).lines(game.state, 20_000) <= 20_000
    _check(game)


@pytest.mark.parametrize(
    "code",
    [
        # equal results whose shares differ in the last digit: a cut line must not pass for a better one
        "azul_2gm2_1t0s1m0_....__17.15.14.18.16_0.0.1.0.0_0~R.WW..Y.~5-5-5-5-5~1YYYRRK_0~W.RR.Y.K.~5-5-5-5-5~BBBW",
        "azul_2gm2_1o1s1m0_...._BYYW_17.17.17.12.17_0.0.0.1.0_0~Y.KK.B.B.~5-5-5-5-5~1KK_0~R....~5-5-5-5-5~RRKKKWW",
        "azul_2c_5o1s0m1_BBRW....YYRK_RKW_0.0.0.0.0_10.11.13.12.12_0~R.Y.W.YYY.BBBB~BY1KW-1B2K-5-5-5~R_"
        "0~.R.WW.B.KKK~BYR1W-5-3Y1-5-3W1~1K",
    ],
)
def test_a_line_that_was_cut_is_never_taken_for_a_better_one(code: str, warm: Warm) -> None:
    warm("azul")
    game = az.load(code, seed=1)
    _, value, line = _solve(game)
    while len(line) > 1:
        game.play_action(line[0])
        _, again, line = _solve(game)
        assert again == pytest.approx(value, abs=1e-8)


# --- plain --------------------------------------------------------------------------------------------------


def test_the_plain_solver_is_the_compiled_one(warm: Warm) -> None:
    warm("azul")
    for options in AZUL[:1] + AZUL[5:6]:
        game = next(_late(options, 1))
        desk = new_desk(game.rules, game.state, 0, BY_HAND, False)
        rooms = new_bench(len(desk.root))
        bench = Bench(*(np.zeros(field.shape, object) for field in rooms))
        kernels = Bound(solving, game.rules.kernels, False)
        assert kernels.begin(bench, desk)
        looked = kernels.solve(bench, desk, 10**6)
        value = list(bench.best[0, : game.rules.players])
        assert (looked, value, list(bench.line[0, : bench.length[0]])) == _solve(game)


# --- what is not solved -------------------------------------------------------------------------------------


def test_the_limit_is_kept(warm: Warm) -> None:
    warm("azul")
    for game in _late({"players": 3}, 2):
        looked, value, line = _solve(game)
        assert _solve(game, looked + 1) == (looked, value, line)
        assert [_solve(game, limit)[0] for limit in (0, 1, looked // 2, looked - 1)] == [UNFINISHED] * 4


def test_solving_can_be_left_and_taken_up_again(warm: Warm) -> None:
    warm("azul")
    for options in ({"players": 2}, {"players": 3}):
        for game in _late(options, 2):
            looked, value, line = _solve(game)
            left, again, same_line = _solve(game, *[7] * 2000)
            assert 0 <= left < 7
            assert (left - looked) % 7 == 0
            assert (again, same_line) == (value, line)


def test_a_search_solves_in_slices(warm: Warm) -> None:
    engine = warm("azul")
    game = next(_late({"players": 4}, 1))
    looked, value, line = _solve(game)
    search = Search(engine, game.rules, game.state, [1], BY_HAND)
    found = search.solve(looked + 1, None)
    assert found is not None
    assert (found.looked, list(found.value), found.actions) == (looked, value, line)
    assert search.solve(looked // 2, None) is None
    assert search.solve(10**9, perf_counter() - 1) is None  # no time at all


def test_with_two_players_not_every_line_is_looked_at(warm: Warm) -> None:
    warm("azul")
    pairs = [(_solve(game)[0], Slow(game).lines(game.state, MOST_LINES)) for game in _late({"players": 2}, 3)]
    assert sum(looked for looked, _ in pairs) < sum(lines for _, lines in pairs)


def test_a_deal_before_the_end_of_the_round_is_not_solved(warm: Warm) -> None:
    warm("pavilion")
    assert _solve(load(board("", "R"), board("", "Y"), round=1))[0] >= 0
    short = load(board("", "R"), board("", "Y"), supply="PPGGOOYYB", round=1)
    assert _solve(short)[0] == UNSOLVABLE  # S41: the supply is refilled at the end of the turn


@pytest.mark.parametrize("family", ["azul", "pavilion"])
def test_a_position_whose_deal_is_due_is_not_solved(family: str, warm: Warm) -> None:
    solver = warm(family).solver
    rules = az.rules(family)
    desk = new_desk(rules, rules.start(0), 0, BY_HAND, True)
    assert not solver.begin(new_bench(len(desk.root)), desk)


def test_a_whole_round_is_too_much(warm: Warm) -> None:
    warm("azul")
    assert _solve(az.new("azul", seed=1), 20_000)[0] == UNFINISHED


# --- play that only a solver sees ---------------------------------------------------------------------------


def test_the_last_move_that_wins_is_found(warm: Warm) -> None:
    warm("azul")
    # seat 0 ends the game and wins only by taking the white tile: it completes the row
    mine = azul_board([], "BYRK. ..... ..... ..... .....", score=20)
    other = azul_board([], "BYRK. ..... ..... ..... .....", floor="1", score=21)
    game = load_azul(boards=[mine, other], factories=["W"])
    _, value, line = _solve(game)
    assert game.rules.move_text(game.state, line[0]) == "1W>1"
    assert value[0] > 0.8
