"""Children that are laid when they are wanted: every walk goes as if all had been there."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import azulejos as az
from azulejos.bots import growing
from azulejos.bots.broods import FEW, MORE, MOVED, complete, follow, incomplete, lay
from azulejos.bots.desk import Settings
from azulejos.bots.marks import mark_of
from azulejos.bots.nodes import BROOD, Tree
from azulejos.bots.search import Search
from azulejos.bots.searcher import SearchBot, Style
from azulejos.bots.sharing import brood_of
from azulejos.core import jit
from tests.bots.conftest import Warm
from tests.bots.trees import children, grown, likeliest_moves, places, played, room, search_kernels

CURIOUS = Settings(net=False, explore=8.0, patience=1)  # many children of a node are tried
NODES = 200_000
PLACES = 1 << 14
STARTS: list[tuple[str, dict[str, Any], int]] = [
    ("azul", {"players": 2}, 6),
    ("azul", {"players": 3, "wall": "grey", "jokers": True}, 3),
    ("pavilion", {"players": 2}, 12),
]
every_family = pytest.mark.parametrize(("family", "options", "plies"), STARTS, ids=str)


@pytest.fixture
def all_at_once(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let plain kernels lay whole broods."""
    monkeypatch.setattr(growing, "FEW", 10_000)
    jit.bound.cache_clear()
    yield
    jit.bound.cache_clear()


def _walked(tree: Tree, node: int = 0) -> Any:
    """All that was visited below a node, as plain values."""
    below = [child for child in children(tree, node) if tree.visits[child] > 0]
    known = (int(tree.action[node]), int(tree.visits[node]), float(tree.total[node]))
    return known, [_walked(tree, child) for child in below]


def _moved(tree: Tree) -> int:
    return sum(prior == MOVED for prior in tree.prior[: tree.used[0]])


@every_family
@pytest.mark.parametrize("shared", [0, PLACES])
def test_walks_go_as_if_all_children_were_there(
    family: str, options: dict[str, Any], plies: int, shared: int, request: pytest.FixtureRequest
) -> None:
    game = played(az.new(family, seed=4, **options), plies)
    tree, _ = grown(game, 700, settings=CURIOUS, nodes=NODES, shared=shared)
    assert _moved(tree) > 0  # else nothing was laid elsewhere here
    assert any(incomplete(tree, place.node) for place in places(game, tree))
    request.getfixturevalue("all_at_once")
    whole, _ = grown(game, 700, settings=CURIOUS, nodes=NODES, shared=shared)
    assert _moved(whole) == 0
    assert not any(incomplete(whole, place.node) for place in places(game, whole))
    assert _walked(tree) == _walked(whole)
    assert tree.used[0] < whole.used[0]


@every_family
def test_a_node_begins_with_few_children_and_has_all_once_one_more_is_wanted(
    family: str, options: dict[str, Any], plies: int
) -> None:
    game = played(az.new(family, seed=4, **options), plies)
    tree, _ = grown(game, 700, settings=CURIOUS, nodes=NODES)
    tried = []
    for place in places(game, tree):
        if game.rules.decider(place.state) < 0:
            continue
        assert likeliest_moves(game, tree, place)
        below = children(tree, place.node)
        tried.append(sum(tree.visits[child] > 0 for child in below))
        assert not incomplete(tree, place.node) or tried[-1] < len(below) == FEW
    assert max(tried) > FEW


def _stale(tree: Tree, node: int = 0) -> set[int]:
    """Visited nodes below a node whose children were laid elsewhere for another way since."""
    found, waiting = set(), [node]
    while waiting:
        at = waiting.pop()
        if tree.count[at] > 0 and tree.prior[tree.first[at] + tree.count[at] - 1] == MOVED:
            found.add(at)
        waiting += [child for child in children(tree, at) if tree.visits[child] > 0]
    return found


@every_family
def test_the_root_of_what_is_kept_gets_all_children_first(
    family: str, options: dict[str, Any], plies: int
) -> None:
    game = played(az.new(family, seed=4, **options), plies)
    tree, _ = grown(game, 700, settings=CURIOUS, nodes=NODES, shared=PLACES)
    child = next(child for child in children(tree, 0) if incomplete(tree, child))
    game.play_action(int(tree.action[child]))
    before = _walked(tree, child)
    kept, desk = room(game, False, nodes=NODES, settings=CURIOUS, shared=PLACES)
    kernels = search_kernels(game, False)
    kernels.keep(tree, child, kept)
    assert _walked(kept) == before
    assert incomplete(kept, 0)
    kernels.simulate(kept, desk, 1)
    assert not incomplete(kept, 0)
    assert {int(kept.action[node]) for node in children(kept, 0)} == set(game.rules.actions(desk.root))
    assert kept.visits[0] == tree.visits[child] + 1


def test_what_lies_elsewhere_is_kept_once_and_still_offered() -> None:
    game = played(az.new("pavilion", seed=4), 12)
    tree, _ = grown(game, 1500, settings=CURIOUS, nodes=NODES, shared=PLACES)
    child = next(child for child in children(tree, 0) if _stale(tree, child))
    before = _walked(tree, child)
    game.play_action(int(tree.action[child]))
    kept, _ = room(game, False, nodes=NODES, settings=CURIOUS, shared=PLACES)
    search_kernels(game, False).keep(tree, child, kept)
    assert _moved(kept) == 0
    assert _walked(kept) == before
    laid: dict[tuple[int, ...], set[int]] = {}  # a position that lost its place to another has two broods
    for place in places(game, kept):
        brood = int(kept.first[place.node]) * BROOD + int(kept.count[place.node])
        laid.setdefault(tuple(place.state), set()).add(brood)
    offered = {state: brood_of(kept, mark_of(list(state))) for state in laid}
    assert all(brood in laid[state] for state, brood in offered.items() if brood >= 0)
    assert max(brood % BROOD for brood in offered.values()) > FEW


def test_what_other_ways_share_is_found_where_it_was_laid() -> None:
    game = played(az.new("pavilion", seed=4), 12)
    tree, _ = grown(game, 1500, settings=CURIOUS, nodes=NODES, shared=PLACES)
    stale = _stale(tree)
    assert stale  # ways that nobody came by since
    for node in stale:
        expected = children(tree, node)
        assert follow(tree, node)
        assert range(tree.first[node], tree.first[node] + tree.count[node]) == expected
        assert len(expected) > FEW
        assert not follow(tree, node)


def test_without_room_the_last_one_is_a_child_like_others(warm: Warm) -> None:
    warm("azul")
    game = az.new("azul", seed=4)
    tree, desk = room(game, True, nodes=400, settings=Settings(net=False, explore=50.0, patience=1))
    search_kernels(game, True).simulate(tree, desk, 30_000)
    assert tree.used[0] <= 400
    given_up = [
        place
        for place in places(game, tree)
        if len(children(tree, place.node)) == FEW < len(game.rules.actions(place.state))
        and not incomplete(tree, place.node)
    ]
    assert any(tree.visits[children(tree, place.node)[-1]] > 0 for place in given_up)


def test_the_less_room_the_longer_others_have_to_wait() -> None:
    game = az.new("azul", seed=4)
    tree, desk = room(game, False, nodes=1000, settings=Settings(net=False, explore=1000.0))
    kernels = search_kernels(game, False)
    actions = list(range(1, FEW + 1))
    lay(tree, 0, actions, [1 / FEW] * FEW, FEW, False)
    for child in children(tree, 0)[:-1]:
        tree.visits[child] = 3
    assert kernels.pick_move(tree, desk, 0) == MORE
    tree.used[0] = 600  # three visits each are enough no more, sixteen are
    assert kernels.pick_move(tree, desk, 0) == children(tree, 0)[0]
    for child in children(tree, 0)[:-1]:
        tree.visits[child] = 4
    assert kernels.pick_move(tree, desk, 0) == MORE
    tree.used[0] = 1000
    assert kernels.pick_move(tree, desk, 0) == children(tree, 0)[0]


def test_numbers_as_narrow_as_on_a_gpu_will_do() -> None:
    kinds = {"action": "int16", "first": "int32", "count": "int16", "visits": "int32"}
    parts = {name: np.zeros(64, kinds.get(name, "float32")) for name in Tree._fields}
    tree = Tree(**{**parts, "used": np.ones(1, "int64")})
    priors = [0.5] + [0.0] * 19
    lay(tree, 0, list(range(100, 120)), priors, FEW, False)
    assert incomplete(tree, 0)  # though the last of them is as unlikely as can be
    tree.visits[1:FEW] = 9
    complete(tree, 0, list(range(100, 120)), priors, 20)
    assert not incomplete(tree, 0)
    assert [int(tree.action[child]) for child in children(tree, 0)] == list(range(100, 120))
    assert [int(tree.visits[child]) for child in children(tree, 0)] == [9] * (FEW - 1) + [0] * (21 - FEW)
    assert tree.prior[FEW] == MOVED


def test_compiled_broods_are_the_same(warm: Warm) -> None:
    warm("azul")
    game = played(az.new("azul", seed=4), 6)
    plain, _ = grown(game, 300, settings=CURIOUS, shared=PLACES)
    fast, _ = grown(game, 300, fast=True, settings=CURIOUS, shared=PLACES)
    assert _moved(plain) > 0
    used = int(plain.used[0])
    for name, one, other in zip(Tree._fields, plain, fast, strict=True):
        assert list(one[:used]) == other[:used].tolist(), name


def test_a_position_is_found_by_another_order_though_nobody_tried_the_move() -> None:
    game = played(az.new("azul", seed=4), 6)
    tree, _ = grown(game, 300, settings=CURIOUS, shared=PLACES)
    place = next(place for place in places(game, tree) if place.node > 0)
    node = Search._below(tree, [32_000], place.state)
    assert node == tree.used[0] - 1
    assert children(tree, node) == children(tree, place.node)
    assert Search._below(tree, [32_000], list(game.rules.plain(az.new("azul", seed=9).state))) == -1


@pytest.mark.parametrize("family", ["azul", "pavilion"])
def test_a_bot_that_was_answered_by_an_unlikely_move_goes_on(family: str, warm: Warm) -> None:
    warm(family)
    game = az.new(family, seed=4)
    thinker = SearchBot("it", 1, Style(settings=Settings(net=False)))
    game.play(thinker.choose(game, simulations=3000).move)
    for _ in range(6):
        game.play(game.moves()[-1])  # hardly ever the likeliest
        choice = thinker.choose(game, simulations=300)
        assert choice.move in game.moves()
        assert thinker._search is not None
        assert len(thinker._search.options()) == len(game.moves())
        assert all(option.prior >= 0 for option in thinker._search.options())
        game.play(choice.move)
