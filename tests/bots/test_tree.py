"""The search tree: the same plain and compiled, every number in its place, chance sampled, room respected."""

from typing import Any

import numpy as np
import pytest

import azulejos as az
from azulejos.bots.broods import incomplete
from azulejos.bots.desk import Settings
from azulejos.bots.growing import patience
from azulejos.bots.marks import mark_of
from azulejos.bots.nodes import DEALS, NEVER, SUMS, WIDEN, Tree
from azulejos.bots.nodes import PATIENCE as PATIENT
from azulejos.core.layout import SEATS
from azulejos.core.rules import NOBODY
from tests.bots.conftest import Warm
from tests.bots.trees import (
    children,
    dealt,
    grown,
    likeliest_moves,
    nodes,
    places,
    played,
    room,
    search_kernels,
)
from tests.games import GAMES
from tests.pavilion.positions import board, load

PATIENCE = int(Settings().patience)

STARTS: list[tuple[str, dict[str, Any]]] = [
    ("azul", {"players": 2}),
    ("azul", {"players": 3, "wall": "grey", "jokers": True}),
    ("azul", {"players": 4}),
    ("pavilion", {"players": 2}),
    ("pavilion", {"players": 3, "side": "grey"}),
]
every_start = pytest.mark.parametrize(("family", "options"), STARTS, ids=str)


def _with_deals() -> az.Match:
    """Summer Pavilion just before statues and windows pay, so that the supply is refilled soon."""
    mine = board("R:RR..RR B:..BB..", "RRRRRRBBBB", score=20)
    other = board("G:GG..GG Y:..YY..", "GGGGGGYYYY", score=20)
    return load(mine, other, round=1, supply="PPGGOOYYBB")


# --- plain and compiled ---------------------------------------------------------------------------------


@every_start
def test_plain_and_compiled_grow_the_same_tree(family: str, options: dict[str, Any], warm: Warm) -> None:
    warm(family)
    for plies in (0, 9, 25):
        game = played(az.new(family, seed=4, **options), plies)
        plain, plain_desk = grown(game, 60)
        fast, desk = grown(game, 60, fast=True)
        used = int(plain.used[0])
        assert used == fast.used[0]
        for name, one, other in zip(Tree._fields, plain, fast, strict=True):
            assert list(one[:used]) == other[:used].tolist(), name
        for name in ("rng", "value", "sums"):
            assert list(getattr(plain_desk, name)) == getattr(desk, name).tolist(), name


def test_plain_and_compiled_sample_the_same_deals(warm: Warm) -> None:
    warm("pavilion")
    game = _with_deals()
    assert nodes(grown(game, 600)[0]) == nodes(grown(game, 600, fast=True)[0])


@every_start
def test_a_seed_decides_everything(family: str, options: dict[str, Any]) -> None:
    game = az.new(family, seed=4, **options)
    assert nodes(grown(game, 60, seed=7)[0]) == nodes(grown(game, 60, seed=7)[0])
    assert nodes(grown(game, 60, seed=7)[0]) != nodes(grown(game, 60, seed=8)[0])


def test_simulations_can_come_in_any_slices() -> None:
    game = az.new("azul", seed=4)
    tree, desk = room(game, False)
    for times in (1, 2, 30, 17):
        search_kernels(game, False).simulate(tree, desk, times)
    assert nodes(tree) == nodes(grown(game, 50)[0])


# --- what a tree holds ----------------------------------------------------------------------------------


@every_start
def test_every_node_adds_up(family: str, options: dict[str, Any]) -> None:
    game = played(az.new(family, seed=2, **options), 12)
    tree, _ = grown(game, 400, settings=Settings(explore=0.6, net=False))
    deepest = 0
    for place in places(game, tree):
        visits = [int(tree.visits[child]) for child in children(tree, place.node)]
        before = 0 if place.node == 0 else PATIENCE  # visits as a leaf, before it had children
        assert tree.visits[place.node] == before + sum(visits)
        tried = sum(count > 0 for count in visits)
        assert all(visits[:tried])  # those visited come first
        for child in children(tree, place.node):
            assert 0 <= tree.total[child] <= tree.visits[child]
        deepest = max(deepest, place.node)
    assert tree.visits[0] == 400
    assert deepest > 0


@every_start
def test_children_are_the_legal_moves_the_likeliest_first(family: str, options: dict[str, Any]) -> None:
    game = played(az.new(family, seed=3, **options), 5)
    tree, _ = grown(game, 200)
    assert not incomplete(tree, 0)
    for place in places(game, tree):
        if game.rules.decider(place.state) != NOBODY:
            assert likeliest_moves(game, tree, place)


def test_a_warm_prior_is_flatter() -> None:
    game = az.new("azul", seed=4)
    tops = [
        grown(game, 1, settings=Settings(warmth=warmth, net=False))[0].prior[1] for warmth in (0.5, 1, 2, 100)
    ]
    assert tops == sorted(tops, reverse=True)
    assert tops[-1] == pytest.approx(1 / len(game.moves()), rel=0.1)


@every_start
def test_every_simulation_shares_out_one_game(family: str, options: dict[str, Any]) -> None:
    game = played(az.new(family, seed=6, **options), 7)
    tree, desk = room(game, False)
    simulate = search_kernels(game, False).simulate
    players, seat = game.rules.players, game.rules.decider(game.state)
    for _ in range(40):
        simulate(tree, desk, 1)
        assert sum(desk.value[:players]) == pytest.approx(1)
        assert all(0 <= share <= 1 for share in desk.value[:players])
    for n, child in enumerate(children(tree, 0)):
        sums = desk.sums[SUMS * n : SUMS * (n + 1)]
        assert sums[SEATS] == tree.visits[child]
        assert sum(sums[:players]) == pytest.approx(tree.visits[child])
        assert sums[seat] == pytest.approx(tree.total[child])
    assert list(desk.root) == game.rules.plain(game.state)


def test_the_result_of_a_finished_game_is_mostly_who_won() -> None:
    game = az.new("azul", seed=1, players=3, max_rounds=1)
    while not game.over:
        game.play(game.moves()[0])
    winners = game.winners()
    for margin in (0.0, 0.2, 1.0):
        _, desk = room(game, False, settings=Settings(margin=margin, net=False))
        search_kernels(game, False).judge(desk.s, desk, mark_of(desk.s))
        assert sum(desk.value[:3]) == pytest.approx(1)
        if margin == 0:
            assert desk.value[:3] == [(seat in winners) / len(winners) for seat in range(3)]


# --- chance ---------------------------------------------------------------------------------------------


def test_deals_are_sampled_from_the_bag_several_of_them() -> None:
    game, pavilion = _with_deals(), GAMES[1]
    tree, _ = grown(game, 2500, nodes=200_000, settings=Settings(explore=0.5, net=False))
    everything, most = pavilion.all_tiles({}), 0
    for place in places(game, tree):
        if game.rules.decider(place.state) != NOBODY:
            continue
        below = children(tree, place.node)
        assert len(below) == DEALS
        visits = [int(tree.visits[child]) for child in below]
        tried = sum(count > 0 for count in visits)
        assert all(visits[:tried])
        assert tried <= 1 + tree.visits[place.node] ** 0.5
        results = set()
        for child in list(below)[:tried]:
            after, tiles = list(place.state), dealt(game, place.state, int(tree.action[child]))
            game.rules.deal(after, tiles)
            assert pavilion.tiles(game.rules.position(after)) == everything
            assert len(game.rules.position(after)["supply"]) == 10
            results.add(tiles)
        most = max(most, len(results))
    assert most > 3


# --- keeping --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("family", "options"), [STARTS[0], STARTS[3]], ids=str)
def test_keeping_a_subtree_keeps_it_exactly(family: str, options: dict[str, Any]) -> None:
    game = az.new(family, seed=4, **options)
    other, _ = grown(played(az.new(family, seed=9, **options), 3), 100)  # what lay there does not matter
    for depth in (1, 2):
        tree, _ = grown(game, 500)
        node = 0
        for _ in range(depth):
            node = max(children(tree, node), key=lambda node: tree.visits[node])
        before = nodes(tree, node)
        search_kernels(game, False).keep(tree, node, other)
        assert nodes(other) == before
        assert other.used[0] == 1 + sum(1 for _ in _below(other, 0))


def _below(tree: Tree, node: int) -> Any:
    for child in children(tree, node):
        yield child
        yield from _below(tree, child)


def test_a_kept_tree_goes_on_growing() -> None:
    game = az.new("azul", seed=4)
    tree, _ = grown(game, 500)
    child = max(children(tree, 0), key=lambda node: tree.visits[node])
    game.play_action(int(tree.action[child]))
    kept, desk = room(game, False)
    kernels = search_kernels(game, False)
    kernels.keep(tree, child, kept)
    before = int(kept.visits[0])
    kernels.simulate(kept, desk, 100)
    assert kept.visits[0] == before + 100
    assert sum(kept.visits[node] for node in children(kept, 0)) == kept.visits[0] - PATIENCE
    assert sum(desk.sums[SEATS::SUMS]) == 100


# --- room -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("family", ["azul", "pavilion"])
@pytest.mark.parametrize("spare", [-1, 0, 50, 400])
def test_a_full_tree_goes_on_within_its_room(family: str, spare: int) -> None:
    game = az.new(family, seed=4) if family == "azul" else _with_deals()
    size = 1 + len(game.moves()) + spare
    tree, desk = grown(game, 300, nodes=size)  # plain: a write beyond would be an IndexError
    assert tree.used[0] <= size
    assert tree.visits[0] == 300
    assert sum(tree.visits[child] for child in children(tree, 0)) == (300 if spare >= 0 else 0)
    assert sum(desk.value[:2]) == pytest.approx(1)


def test_a_full_compiled_tree_writes_nothing_beyond_its_room(warm: Warm) -> None:
    for family in ("azul", "pavilion"):
        warm(family)
        game = az.new(family, seed=4)
        size, mark = 1 + len(game.moves()) + 100, 99
        big, desk = room(game, True, nodes=size + 5000)
        for field in big[:-1]:
            field[size:] = mark
        tree = big._replace(**{name: getattr(big, name)[:size] for name in Tree._fields[:-1]})
        search_kernels(game, True).simulate(tree, desk, 20_000)
        assert tree.visits[0] == 20_000
        assert all(np.all(field[size:] == mark) for field in big[:-1])


@pytest.mark.parametrize(("used", "visits"), [(1, 4), (500, 4), (501, 16), (751, 64), (876, 256)])
def test_the_less_room_is_left_the_later_a_node_gets_children(used: int, visits: int) -> None:
    tree, desk = room(az.new("azul", seed=4), False, nodes=1000)
    tree.used[0] = used
    assert patience(tree, desk) == visits
    tree.used[0] = 1000
    for setting in (4, 0):  # none at all is allowed, too
        desk.settings[PATIENT] = setting
        assert patience(tree, desk) == NEVER


def test_a_long_search_in_little_room_is_never_at_its_end(warm: Warm) -> None:
    warm("azul")
    game = az.new("azul", seed=4)
    kernels = search_kernels(game, True)
    tree, desk = room(game, True, nodes=30_000)
    used = []
    for _ in range(3):
        kernels.simulate(tree, desk, 50_000)
        used.append(int(tree.used[0]))
    assert used[0] < used[1] < used[2] < 30_000 - len(game.moves())


def _of_two(visits: int, fewer: int, widen: float) -> int:
    """Which of two moves is tried: the likely one after so many visits, or the other after fewer."""
    tree, desk = room(az.new("azul", seed=4), False)
    desk.settings[:] = Settings(widen=widen).numbers(learned=True)
    tree.first[0], tree.count[0] = 1, 2
    for child, prior, times, mean in ((1, 0.5, visits, 0.5685), (2, 0.01, fewer, 0.5672)):
        tree.prior[child], tree.visits[child], tree.total[child] = prior, times, times * mean
    return int(search_kernels(az.new("azul"), False).pick_move(tree, desk, 0))


def test_long_thoughts_look_again_at_what_seemed_unlikely() -> None:
    assert (_of_two(9600, 150, widen=0), _of_two(9600, 150, widen=0.5)) == (1, 2)
    assert (_of_two(2900, 57, widen=0), _of_two(2900, 57, widen=100)) == (1, 1)  # not before visits are many
    assert _of_two(3100, 57, widen=100) == 2
    by_hand = Settings(widen=0.5).numbers()
    assert by_hand[WIDEN] == 0  # nor where playouts judge
