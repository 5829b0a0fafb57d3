"""Elo and intervals against figures counted by hand."""

from math import log10

import pytest

from azulejos.arena.rating import rate, wilson
from azulejos.arena.results import Game


def game(number: int, seats: tuple[int, ...], winners: tuple[int, ...], deal: int | None = None) -> Game:
    """A game of which only who won is told."""
    none, still = (0,) * len(seats), (0.0,) * len(seats)
    where = number if deal is None else deal
    return Game(number, where, 0, seats, none, winners, "row", none, still, still, none)


def match(*results: tuple[int, int, int]) -> list[Game]:
    """Games of two, as often as said: (winner, loser, times)."""
    lines = [(winner, loser) for winner, loser, times in results for _ in range(times)]
    return [game(number, pair, (0,)) for number, pair in enumerate(lines)]


def test_wilsons_interval() -> None:
    """For 8 of 10 by hand: (0.8 + 0.19207) / 1.38415 = 0.71674 and 0.22643 to either side."""
    low, high = wilson(0.8, 10)
    assert (low, high) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert wilson(1.0, 20) == pytest.approx((0.8389, 1.0), abs=1e-4)
    assert wilson(0.5, 0) == (0.0, 1.0)


def test_three_of_four_is_191_elo() -> None:
    """400 log10(3) = 190.8; the drawn game that everybody has beside pulls it in by a hair."""
    better, worse = rate(match((0, 1, 750), (1, 0, 250)), 2)
    assert better.elo - worse.elo == pytest.approx(400 * log10(3), abs=0.5)
    assert better.elo == pytest.approx(-worse.elo)
    assert better.low is not None
    assert better.high is not None
    assert better.low < better.elo < better.high


def test_the_drawn_game_weighs_one_game() -> None:
    """3 to 1: strengths are x and -x, and 3 + 0.5 = 4 / (1 + e^-2x) + 1 / (1 + e^-x) at x = 0.4744."""
    better, worse = rate(match((0, 1, 3), (1, 0, 1)), 2)
    assert better.elo - worse.elo == pytest.approx(2 * 0.4744 * 173.72, abs=0.1)


def test_ties_count_half() -> None:
    ties = [game(number, (0, 1), (0, 1)) for number in range(50)]
    for rating in rate(ties, 2):
        assert rating.elo == pytest.approx(0)


def test_one_against_three_equals_wins_its_fair_share() -> None:
    """A quarter of the wins at a table of four is no better than the others."""
    games = [game(number, (0, 1, 1, 1), (0,) if number % 4 == 0 else (1,)) for number in range(400)]
    assert [rating.elo for rating in rate(games, 2)] == pytest.approx([0, 0], abs=1e-6)


def test_one_against_three_twice_its_fair_share() -> None:
    """Half of the wins: e^a / (e^a + 3 e^b) = 1/2, so e^(a - b) = 3, which is 191 Elo."""
    games = [game(number, (0, 1, 1, 1), (number % 2,)) for number in range(1000)]
    one, rest = rate(games, 2)
    assert one.elo - rest.elo == pytest.approx(400 * log10(3), abs=1)


def test_a_shared_win_is_split() -> None:
    """At a table of a, b and b, a shares every win with one b: half, where a third is fair; e^(a-b) = 2."""
    games = [game(number, (0, 1, 1), (0, 1)) for number in range(2000)]
    one, rest = rate(games, 2)
    assert one.elo - rest.elo == pytest.approx(400 * log10(2), abs=0.5)


def test_elo_adds_up_over_a_third() -> None:
    """a beats b 3:1, b beats c 3:1, a and c never met: 381.7 apart."""
    games = match((0, 1, 1500), (1, 0, 500), (1, 2, 1500), (2, 1, 500))
    first, second, third = (rating.elo for rating in rate(games, 3))
    assert first - third == pytest.approx(2 * 400 * log10(3), abs=1)
    assert second == pytest.approx(0, abs=0.1)


def test_the_anchor_holds_still() -> None:
    games = match((0, 1, 750), (1, 0, 250))
    first, anchored = rate(games, 2, anchor=(1, 1000.0))
    assert (anchored.elo, anchored.low, anchored.high) == (1000, 1000, 1000)
    assert first.elo == pytest.approx(1190.8, abs=0.5)


def test_a_clean_sweep_is_a_bound() -> None:
    """20 of 20 is a one in twenty event where a single game is won with 0.05^(1/20) = 0.8609, 316.7 Elo."""
    winner, loser = rate(match((0, 1, 20)), 2)
    assert (winner.bound, loser.bound) == ("above", "below")
    assert winner.low == pytest.approx(158.3, abs=0.1)
    assert loser.high == pytest.approx(-158.3, abs=0.1)
    assert winner.elo > 158.3


def test_those_that_can_be_compared_are_and_the_swept_one_has_a_bound() -> None:
    games = match((0, 1, 30), (1, 0, 30), (0, 2, 20), (1, 2, 20))
    first, second, swept = rate(games, 3)
    assert (first.elo, second.elo) == pytest.approx((0, 0), abs=1e-6)
    assert (first.bound, second.bound, swept.bound) == ("", "", "below")
    assert swept.high is not None
    assert swept.high == pytest.approx(-443.7, abs=0.1)  # 0.05^(1/40) = 0.92784, odds of 12.86


def test_of_the_middle_of_a_ladder_of_sweeps_nothing_more_is_told() -> None:
    top, middle, bottom = rate(match((0, 1, 9), (0, 2, 9), (1, 2, 9)), 3)
    assert (top.bound, middle.bound, bottom.bound) == ("above", "", "below")
    assert (middle.low, middle.high) == (None, None)


def test_the_interval_knows_that_games_on_one_deal_go_together() -> None:
    """Whoever sits in seat 0 wins: on swapped deals that is a sure draw, on single ones mere luck."""
    swapped = [game(n, (0, 1) if n % 2 else (1, 0), (0,), deal=n // 2) for n in range(100)]
    single = [game(n, (0, 1) if n % 2 else (1, 0), (0,), deal=n) for n in range(100)]
    paired, unpaired = rate(swapped, 2)[0], rate(single, 2)[0]
    assert paired.high is not None
    assert unpaired.high is not None
    assert paired.high == pytest.approx(0, abs=1e-6)
    assert unpaired.high == pytest.approx(34, abs=3)  # 1.96 errors of 5%, 6.95 Elo each, half for either


def test_the_same_games_give_the_same_figures() -> None:
    games = match((0, 1, 30), (1, 0, 10))
    assert rate(games, 2, seed=5) == rate(games, 2, seed=5)
    assert rate(games, 2, seed=5) != rate(games, 2, seed=6)


def test_no_games_and_one_deal_are_no_trouble() -> None:
    assert [(rating.elo, rating.low, rating.high) for rating in rate([], 3)] == [(0, None, None)] * 3
    drawn = [game(0, (0, 1), (0,), deal=0), game(1, (1, 0), (0,), deal=0)]
    assert [(rating.elo, rating.low) for rating in rate(drawn, 2)] == [(0, None)] * 2
