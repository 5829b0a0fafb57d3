"""What any game must do, whatever its rules: checks that take a match and say where it breaks the contract.

`test_conformance.py` runs them on every variant of every game.
"""

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import azulejos as az
from azulejos.core.match import Match
from azulejos.core.record import DEAL
from tests.games import Game, Options, Reference


def anything(_move: str) -> bool:
    """A player without preferences."""
    return True


def pick(game: Match, luck: random.Random, prefers: Callable[[str], bool] = anything) -> str:
    """A random legal move, mostly a preferred one."""
    moves = game.moves()
    preferred = [move for move in moves if prefers(move)] if luck.random() < 0.8 else []
    return luck.choice(preferred or moves)


def random_steps(
    game: Match, luck: random.Random, prefers: Callable[[str], bool] = anything
) -> Iterator[str]:
    """Play random moves to the end, yielding each before it is made."""
    while not game.over:
        move = pick(game, luck, prefers)
        yield move
        game.play(move)


def check_against_reference(
    game: Game, options: Options, seed: int, prefers: Callable[[str], bool] = anything
) -> int:
    """Play a random game here and in the slow reference, equal at every step; the number of moves."""
    luck = random.Random(seed)
    match = az.new(game.name, seed=seed, **options)
    reference = game.reference(options, match.position()["starter"])
    _deal_as(game, match, reference)
    moves = 0
    while not match.over:
        _check_equal(match, reference)
        move = pick(match, luck, prefers)
        match.play(move)
        reference.play(move)
        _deal_as(game, match, reference)
        moves += 1
    _check_equal(match, reference)
    assert match.winners() == reference.winners()
    assert [told["rounds"] for told in match.breakdown()] == [
        [told[seat] for told in reference.rounds] for seat in range(options["players"])
    ]
    return moves


def _deal_as(game: Game, match: Match, reference: Reference) -> None:
    """Give the reference the deal that the match has just made."""
    if reference.deal_due:
        entry = match.entries[-1]
        assert entry.seat == DEAL, f"the reference waits for a deal, the match went on with {entry}"
        assert game.hand_deal(reference, entry.text) is None


def _check_equal(match: Match, reference: Reference) -> None:
    options = match.options  # the reference keeps the cap to itself
    assert match.position() == {**reference.position(), "options": options}
    assert sorted(match.moves()) == sorted(reference.moves())
    assert match.over == reference.over
    assert match.scores() == reference.scores()


def check_round_trips(match: Match) -> None:
    """Moves, position and record survive being written and read."""
    position, record = match.position(), match.record()
    assert az.load(position).position() == position
    assert az.load(json.dumps(position)).position() == position
    assert az.load(match.code()).position() == position
    assert az.load(match.code()).code() == match.code()
    assert az.read(record).record() == record
    for action, text in zip(match.rules.actions(match.state), match.moves(), strict=True):
        assert match.rules.read_move(match.state, text) == action
        assert match.rules.read_move(match.state, f"  {text} ") == action


def check_loaded_plays_alike(match: Match, luck: random.Random) -> None:
    """A game loaded from its own position has the same moves, with the same effect."""
    loaded = az.load(match.position(), seed=1)
    assert loaded.moves() == match.moves()
    assert (loaded.turn, loaded.phase, loaded.over) == (match.turn, match.phase, match.over)
    if not match.over:
        move = luck.choice(match.moves())
        # a deal may follow, with other luck: compare what lies on the boards
        after, before = loaded.play(move).position(), match.copy().play(move).position()
        assert after["boards"] == before["boards"]


def check_conserved(game: Game, options: Options, position: dict[str, Any]) -> None:
    """Every tile is somewhere, and only once."""
    assert game.tiles(position) == game.all_tiles(options)


def check_undo(match: Match, move: str) -> None:
    """Undo brings back the very same position and record, and the same move the same deal."""
    before = (match.position(), match.record(), match.moves())
    match.play(move)
    after = (match.position(), match.record())
    match.undo()
    assert (match.position(), match.record(), match.moves()) == before
    match.play(move)
    assert (match.position(), match.record()) == after
    match.undo()


def check_refuses_nonsense(match: Match) -> None:
    """What is no legal move is refused by name and changes nothing."""
    before = (match.position(), match.record())
    for text in ("", " ", "x", "3", ">", "99B>9", "\N{SNOWMAN}", "3B>2 3B>2", "pass=pass", "0B>0"):
        with pytest.raises(az.RulesError):
            match.play(text)
    assert (match.position(), match.record()) == before
