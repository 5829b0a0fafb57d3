"""Trees for tests: grown plain or compiled, walked node by node. Nothing of the search is repeated here."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import azulejos as az
from azulejos.bots import tree as kernels
from azulejos.bots.broods import FEW, MOVED
from azulejos.bots.desk import Settings, new_desk, new_tree
from azulejos.bots.nodes import Desk, Tree
from azulejos.core.jit import Bound
from azulejos.core.rng import WORDS, start_stream
from azulejos.core.rules import NOBODY


def search_kernels(game: az.Match, fast: bool) -> Any:
    """The kernels of the tree over the game's family."""
    return Bound(kernels, game.rules.kernels, fast)


def room(
    game: az.Match,
    fast: bool,
    nodes: int = 20_000,
    seed: int = 5,
    settings: Settings | None = None,
    shared: int = 0,
) -> tuple[Tree, Desk]:
    """An empty tree and a desk for the game's position."""
    desk = new_desk(game.rules, game.rules.plain(game.state), seed, settings or Settings(net=False), fast)
    return new_tree(nodes, fast, shared), desk


def grown(game: az.Match, simulations: int, fast: bool = False, **more: Any) -> tuple[Tree, Desk]:
    """A tree after so many simulations from the game's position."""
    tree, desk = room(game, fast, **more)
    search_kernels(game, fast).simulate(tree, desk, simulations)
    return tree, desk


def children(tree: Tree, node: int) -> range:
    """The children of a node, wherever they lie by now."""
    last = int(tree.first[node] + tree.count[node]) - 1
    place = last if tree.count[node] > 0 and tree.prior[last] == MOVED else node
    first = int(tree.first[place])
    return range(first, first + int(tree.count[place]))


def nodes(tree: Tree, node: int = 0) -> Any:
    """All that lies below a node, as plain values: equal for equal trees, wherever their nodes lie."""
    below = [nodes(tree, child) for child in children(tree, node)]
    return (
        int(tree.visits[node]),
        float(tree.total[node]),
        [*map(_edge, [tree] * len(below), children(tree, node))],
        below,
    )


def _edge(tree: Tree, child: int) -> tuple[int, float]:
    return int(tree.action[child]), float(tree.prior[child])


def likeliest_moves(game: az.Match, tree: Tree, place: "Place") -> bool:
    """Whether the children there are all legal moves, or the likeliest ones, in order; priors add up."""
    below = children(tree, place.node)
    actions = [int(tree.action[child]) for child in below]
    legal = set(game.rules.actions(place.state))
    priors = [float(tree.prior[child]) for child in below]
    whole = priors[-1] > 0
    sizes = [abs(prior) for prior in priors]
    return (
        len(set(actions)) == len(actions)
        and (set(actions) == legal if whole else len(actions) == FEW and set(actions) < legal)
        and all(prior > 0 for prior in priors[:-1])
        and sizes == sorted(sizes, reverse=True)
        and (abs(sum(sizes) - 1) < 1e-5 if whole else sum(sizes) < 1)
    )


@dataclass(frozen=True)
class Place:
    """A node, and the position there."""

    node: int
    state: list[int]


def places(game: az.Match, tree: Tree) -> Iterator[Place]:
    """All visited nodes with children, with the position that the rules say is there."""
    rules = game.rules
    waiting = [Place(0, list(rules.plain(game.state)))]
    while waiting:
        place = waiting.pop()
        if tree.count[place.node] == 0:
            continue
        yield place
        for child in children(tree, place.node):
            if tree.visits[child] > 0:
                after = list(place.state)
                if rules.decider(after) == NOBODY:
                    rules.deal(after, dealt(game, after, int(tree.action[child])))
                else:
                    rules.play(after, int(tree.action[child]))
                waiting.append(Place(child, after))


def dealt(game: az.Match, state: list[int], number: int) -> tuple[int, ...]:
    """What the deal of that number brings."""
    rng, tiles = [0] * WORDS, [0] * 10
    start_stream(rng, 0, kernels.APART_FROM_GAMES + number)
    game.rules.kernels.draw(state, rng, tiles)
    return tuple(tiles)


def played(game: az.Match, plies: int, seed: int = 1) -> az.Match:
    """The game after random moves."""
    luck = random.Random(seed)
    for _ in range(plies):
        game.play(luck.choice(game.moves()))
    return game
