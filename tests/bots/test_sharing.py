"""Orders of moves that lead to one position: known again, sharing children, kept when moves are made."""

from typing import Any

import pytest

import azulejos as az
from azulejos.bots.desk import Settings, clear_tree
from azulejos.bots.levels import LEVELS
from azulejos.bots.marks import mark_of
from azulejos.bots.nodes import BROOD, DEALS, Tree
from azulejos.bots.searcher import SearchBot, Style
from azulejos.bots.sharing import brood_of, offer
from azulejos.core.rules import NOBODY
from tests.bots.conftest import Warm
from tests.bots.trees import (
    children,
    grown,
    likeliest_moves,
    nodes,
    places,
    played,
    room,
    search_kernels,
)

SHARED = 1 << 16  # so many that no two positions of a test want the same place
NEAR_THE_END: list[tuple[str, dict[str, Any], int]] = [  # of a round: few moves are left, in any order
    ("azul", {"players": 2}, 8),
    ("azul", {"players": 2, "wall": "grey", "jokers": True}, 6),
    ("pavilion", {"players": 2}, 16),
]
every_family = pytest.mark.parametrize(("family", "options", "plies"), NEAR_THE_END, ids=str)


def _broods(game: az.Match, tree: Tree) -> dict[tuple[int, ...], set[int]]:
    """Where the children of every position in the tree lie."""
    found: dict[tuple[int, ...], set[int]] = {}
    for place in places(game, tree):
        found.setdefault(tuple(place.state), set()).add(children(tree, place.node).start)
    return found


@every_family
def test_a_position_has_its_children_once(family: str, options: dict[str, Any], plies: int) -> None:
    game = played(az.new(family, seed=4, **options), plies)
    apart = _broods(game, grown(game, 600)[0])
    assert max(map(len, apart.values())) > 1  # else there is nothing to share here
    tree, _ = grown(game, 600, shared=SHARED)
    together = _broods(game, tree)
    assert {len(firsts) for firsts in together.values()} == {1}
    assert len({first for firsts in together.values() for first in firsts}) == len(together)
    for state, (first,) in together.items():
        assert brood_of(tree, mark_of(list(state))) // BROOD == first


@every_family
def test_shared_children_are_legal_and_add_up(family: str, options: dict[str, Any], plies: int) -> None:
    game = played(az.new(family, seed=4, **options), plies)
    tree, _ = grown(game, 600, shared=SHARED)
    ways: dict[int, int] = {}  # visits of all nodes that have these children
    for node in {place.node for place in places(game, tree)}:
        first = children(tree, node).start
        ways[first] = ways.get(first, 0) + int(tree.visits[node])
    for place in places(game, tree):
        below = [int(tree.visits[child]) for child in children(tree, place.node)]
        assert sum(below) <= ways[children(tree, place.node).start]
        assert below == sorted(below, key=lambda visits: visits == 0)  # those visited come first
        if game.rules.decider(place.state) != NOBODY:
            assert likeliest_moves(game, tree, place)


@every_family
def test_plain_and_compiled_share_alike(family: str, options: dict[str, Any], plies: int, warm: Warm) -> None:
    warm(family)
    game = played(az.new(family, seed=4, **options), plies)
    plain, _ = grown(game, 200, shared=256)
    fast, _ = grown(game, 200, fast=True, shared=256)
    used = int(plain.used[0])
    for name, one, other in zip(Tree._fields, plain, fast, strict=True):
        assert list(one[:used]) == other[:used].tolist(), name


@every_family
def test_what_is_shared_stays_so_when_moves_are_made(
    family: str, options: dict[str, Any], plies: int
) -> None:
    game = played(az.new(family, seed=4, **options), plies)
    tree, _ = grown(game, 600, shared=SHARED)
    child = max(children(tree, 0), key=lambda node: tree.visits[node])
    action, before = int(tree.action[child]), nodes(tree, child)
    kept, _ = grown(az.new(family, seed=9, **options), 50, shared=SHARED)  # what lay there does not matter
    search_kernels(game, False).keep(tree, child, kept)
    assert nodes(kept) == before
    game.play_action(action)
    together = _broods(game, kept)
    assert {len(firsts) for firsts in together.values()} == {1}
    for state, (first,) in together.items():
        assert brood_of(kept, mark_of(list(state))) // BROOD == first
    # no node lies there twice, and none that nothing leads to
    assert kept.used[0] == 1 + len(
        {node for place in places(game, kept) for node in children(kept, place.node)}
    )
    assert sum(mark != 0 for mark in kept.marks) == len(together)


def test_a_cleared_tree_knows_no_position(warm: Warm) -> None:
    warm("azul")
    game = az.new("azul", seed=4)
    tree, _ = grown(game, 50, fast=True, shared=64)
    assert tree.marks.any()
    clear_tree(tree)
    assert not tree.marks.any()
    assert tree.visits[0] == tree.count[0] == 0
    assert tree.used[0] == 1


def test_a_place_that_is_taken_is_given_to_the_last_one() -> None:
    game = az.new("azul", seed=4)
    tree, _ = room(game, False, shared=1)  # one place for all positions
    one, other = (mark_of(game.rules.plain(played(game, plies).state)) for plies in (0, 1))
    tree.first[0], tree.count[0] = 1, 20
    tree.first[1], tree.count[1] = 21, 30
    offer(tree, one, 0)
    assert brood_of(tree, one) == 1 * BROOD + 20
    offer(tree, other, 1)
    assert brood_of(tree, one) == -1
    assert brood_of(tree, other) == 21 * BROOD + 30


def test_nothing_is_shared_unless_told() -> None:
    game = az.new("azul", seed=4)
    tree, _ = room(game, False)
    assert len(tree.marks) == 0
    assert brood_of(tree, mark_of(list(game.rules.plain(game.state)))) == -1


def test_only_the_strongest_shares(warm: Warm) -> None:
    warm("azul")
    game = az.new("azul", seed=4)
    for settings, shares in ((Settings(net=False), True), (Settings(net=False, share=False), False)):
        thinker = SearchBot("it", 1, Style(settings=settings))
        assert thinker.choose(game, simulations=2000).move in game.moves()
        assert thinker._search is not None
        assert (len(thinker._search.trees[0].marks) > 0) == shares
    for name, styles in LEVELS.items():
        assert {style.settings.share for style in styles.values()} == {name == "strong"}


def test_trees_are_moved_to_and_fro_alike_plain_and_compiled(warm: Warm) -> None:
    warm("azul")
    found = []
    for fast in (False, True):
        game = played(az.new("azul", seed=4), 6)
        kernels = search_kernels(game, fast)
        tree, desk = grown(game, 400, fast=fast, shared=SHARED)
        spare, _ = room(game, fast, shared=SHARED)
        for _ in range(3):
            child = max(children(tree, 0), key=lambda node: int(tree.visits[node]))
            game.play_action(int(tree.action[child]))
            kernels.keep(tree, child, spare)
            tree, spare = spare, tree
            desk.root[:] = game.rules.plain(game.state)
            kernels.simulate(tree, desk, 200)
            assert {len(firsts) for firsts in _broods(game, tree).values()} == {1}
        used = int(tree.used[0])
        found.append([list(map(float, field[:used])) for field in tree[:6]])
    assert found[0] == found[1]


def test_deals_take_turns_whichever_way_they_are_come_to() -> None:
    game = az.new("azul", seed=4)
    tree, _ = room(game, False)
    pick = search_kernels(game, False).pick_deal
    for node in (1, 2, 3):  # three ways to one deal
        tree.first[node], tree.count[node] = 10, DEALS
    for turn in range(400):
        node = 1 + turn % 3
        tree.visits[node] += 1
        tree.visits[pick(tree, node)] += 1
    visits = tree.visits[10 : 10 + DEALS]
    assert all(visits)
    assert max(visits) - min(visits) <= 1


def test_a_reply_that_was_searched_in_another_order_is_not_searched_anew(warm: Warm) -> None:
    warm("azul")
    game = played(az.new("azul", seed=4), 6)
    thinker = SearchBot("it", 1, Style(settings=Settings(net=False), solve=0))
    thinker.choose(game, simulations=3000)
    assert thinker._search is not None
    tree = thinker._search.trees[0]
    child = max(children(tree, 0), key=lambda node: int(tree.visits[node]))
    game.play_action(int(tree.action[child]))
    reply = max(children(tree, child), key=lambda node: int(tree.visits[node]))
    seen = sum(int(tree.visits[node]) for node in children(tree, reply))
    tree.count[reply] = tree.visits[reply] = 0  # as if nobody had come by this way
    game.play_action(int(tree.action[reply]))
    assert thinker.choose(game, simulations=1).statistics["kept"] == seen > 0
