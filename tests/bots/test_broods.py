"""Children that are laid when they are wanted: every walk goes as if all had been there."""

from collections.abc import Iterator
from typing import Any

import pytest

import azulejos as az
from azulejos.bots import growing
from azulejos.bots.broods import FEW, MOVED, incomplete
from azulejos.bots.desk import Settings
from azulejos.bots.nodes import Tree
from azulejos.bots.searcher import SearchBot, Style
from azulejos.core import jit
from tests.bots.conftest import Warm
from tests.bots.trees import children, grown, likeliest_moves, places, played, room, search_kernels

CURIOUS = Settings(net=False, explore=8.0, patience=1)  # many children of a node are tried
NODES = 200_000
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
@pytest.mark.parametrize("shared", [0, 1 << 14])
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


@every_family
def test_what_is_kept_lies_there_once_and_its_root_gets_all_children_first(
    family: str, options: dict[str, Any], plies: int
) -> None:
    game = played(az.new(family, seed=4, **options), plies)
    tree, _ = grown(game, 700, settings=CURIOUS, nodes=NODES, shared=1 << 14)
    child = next(child for child in children(tree, 0) if incomplete(tree, child))
    game.play_action(int(tree.action[child]))
    before = _walked(tree, child)
    kept, desk = room(game, False, nodes=NODES, settings=CURIOUS, shared=1 << 14)
    kernels = search_kernels(game, False)
    kernels.keep(tree, child, kept)
    assert _moved(kept) == 0
    assert _walked(kept) == before
    assert incomplete(kept, 0)
    kernels.simulate(kept, desk, 1)
    assert not incomplete(kept, 0)
    assert {int(kept.action[node]) for node in children(kept, 0)} == set(game.rules.actions(desk.root))
    assert kept.visits[0] == tree.visits[child] + 1


def test_what_other_ways_share_is_found_where_it_was_laid() -> None:
    game = played(az.new("azul", seed=4), 6)
    tree, _ = grown(game, 1500, settings=CURIOUS, nodes=NODES, shared=1 << 14)
    stale = [
        node
        for node in range(int(tree.used[0]))
        if tree.count[node] > 0
        and tree.prior[tree.first[node] + tree.count[node] - 1] == MOVED
        and tree.visits[node] > 0
    ]
    assert stale  # ways that have not come by since
    for node in stale:
        assert len(children(tree, node)) > FEW


def test_without_room_the_last_one_is_a_child_like_others(warm: Warm) -> None:
    warm("azul")
    game = az.new("azul", seed=4)
    tree, desk = room(game, True, nodes=400, settings=Settings(net=False, explore=50.0, patience=1))
    search_kernels(game, True).simulate(tree, desk, 30_000)
    assert tree.used[0] <= 400
    for place in places(game, tree):
        assert all(tree.visits[child] >= 0 for child in children(tree, place.node))


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
