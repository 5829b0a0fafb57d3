"""The positions that a search is measured from: first rounds as the greedy bot plays them."""

from dataclasses import dataclass

from azulejos.bench.variants import Variant
from azulejos.bots.simple import GreedyBot
from azulejos.core.layout import ROUND
from azulejos.core.rules import Rules
from azulejos.games import new

NAMES = {"offer": "halfway", "acquire": "halfway through taking", "place": "halfway through placing"}


@dataclass(frozen=True)
class Round:
    """A round's decisions: the state before each of them and the phase it belongs to."""

    rules: Rules
    states: list[list[int]]
    phases: list[str]


def first_round(variant: Variant, seed: int) -> Round:
    """The first round of that game; the seed decides its deals and the bot's ties."""
    game, greedy = new(variant.game, seed=seed, players=variant.players), GreedyBot("greedy", seed)
    states, phases = [], []
    while game.state[ROUND] == 1 and not game.over:
        states.append(game.rules.plain(game.state))
        phases.append(game.phase)
        game.play(greedy.choose(game).move)
    return Round(game.rules, states, phases)


def landmarks(played: Round) -> dict[str, list[int]]:
    """By name, the first position and those after half of each phase's decisions."""
    found = {"first position": played.states[0]}
    for phase, name in NAMES.items():
        own = [state for state, its in zip(played.states, played.phases, strict=True) if its == phase]
        if own:
            found[name] = own[len(own) // 2]
    return found
