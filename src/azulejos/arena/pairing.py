"""Which games an arena plays: who sits where, on which deals, who starts. Everything follows from the plan.

Every deal is played once for each seat, the seats turned by one, so that everybody gets the same tiles
from the same seat. At a table of two that is a deal played twice with seats swapped. At larger tables one
entrant plays against the rest, all of whom are another one; or, mixed, every seat is an entrant of its own.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from itertools import combinations, permutations

from azulejos.arena.plans import GAUNTLET, MIXED, Plan

Seats = tuple[int, ...]  # the entrant on each seat, by its number in the plan


@dataclass(frozen=True, slots=True)
class Fixture:
    """One game of an arena before it is played."""

    number: int
    deal: int  # games with the same deal begin with the same tiles
    seats: Seats
    starter: int


def derived(seed: int, *path: object) -> int:
    """A seed made from another and a path of words and numbers, unrelated to its neighbours'."""
    digest = blake2b(repr((seed, *path)).encode(), digest_size=8).digest()
    return int.from_bytes(digest) >> 1


def fixtures(plan: Plan) -> list[Fixture]:
    """All games of a plan in order; a game's number is its place here."""
    players = plan.players
    deals = -(-plan.games // players)  # rounded up: a deal is played from every seat or not at all
    tables = ((deal, seats) for deal in range(deals) for seats in _seatings(plan, deal))
    return [Fixture(number, deal, seats, deal % players) for number, (deal, seats) in enumerate(tables)]


def _seatings(plan: Plan, deal: int) -> Iterator[Seats]:
    if plan.pairing == MIXED:
        yield from _turned(_mixed_order(plan.players, deal))
        return
    for lone, rest in pairs(plan):
        yield from _turned((lone, *(rest,) * (plan.players - 1)))


def pairs(plan: Plan) -> list[tuple[int, int]]:
    """Who meets whom: at a table of two each pair once, at larger ones as one against the rest."""
    numbers = range(len(plan.entrants))
    if plan.pairing == GAUNTLET:
        return [(0, other) for other in numbers[1:]]
    return list(combinations(numbers, 2) if plan.players == 2 else permutations(numbers, 2))


def _mixed_order(players: int, deal: int) -> Seats:
    """Every order around the table in its turn: whom one sits behind matters too."""
    orders = list(permutations(range(1, players)))
    return (0, *orders[deal % len(orders)])


def _turned(seats: Seats) -> list[Seats]:
    """The seats turned by one, until everybody has sat everywhere."""
    return [seats[-turn:] + seats[:-turn] if turn else seats for turn in range(len(seats))]
