"""Summer Pavilion's moves told in words: what was done, what a choice would do, what happened by itself."""

from azulejos.core.match import Match
from azulejos.pavilion.fields import ROUNDS
from azulejos.terminal.english import counted, does, listed
from azulejos.terminal.pavilion.effect import Passed, Picked, Placed, Taken, effect
from azulejos.terminal.pavilion.words import COLOUR, group_words, tiles_words, with_wilds


def story(game: Match, move: str) -> str:
    """What a legal move does, without who does it."""
    match effect(game, move):
        case Taken() as done:
            marker = "the marker and " if done.marker else ""
            return f"takes {marker}{taken_words(done)} from {done.place}{price_words(done.price)}"
        case Placed() as done:
            paid = with_wilds(done.paid, done.tile, done.wild)
            return f"puts {COLOUR[done.tile]} on {done.space} for {paid}: {placed_words(done)}"
        case Picked(tiles):
            return f"takes {tiles_words(tiles)} from the supply"
        case Passed() as done:
            return f"passes{_passing(done)}"


def taken_words(done: Taken) -> str:
    """The tiles that a take brings."""
    return with_wilds(done.tiles, done.colour, done.wild)


def price_words(points: int) -> str:
    """Points lost, after what loses them."""
    return f" (-{points})" if points else ""


def placed_words(done: Placed) -> str:
    """The points of a placement, and what it completes."""
    points = f"{group_words(done.points)} = {done.points}"
    if not done.structures:
        return points
    bonus = counted(done.due, "bonus tile") if done.due else "no bonus tile left in the supply"
    return f"{points}, completing the {listed(list(done.structures))} ({bonus})"


def _passing(done: Passed) -> str:
    if not done.kept and not done.discards:
        return " with no tiles left"
    return f" {kept_words(done)}"


def kept_words(done: Passed) -> str:
    """What passing keeps and what it loses, both exactly."""
    kept = f"keeping {tiles_words(done.kept)}" if done.kept else "keeping nothing"
    if not done.discards:
        return f"{kept}, losing nothing"
    price = f"(-{done.price})" if done.price else "(free, the score is 1)"
    return f"{kept}, discarding {tiles_words(done.discards)} {price}"


def forced(before: Match, after: Match, _move: str) -> list[str]:
    """Who places first, once all tiles are taken (S29)."""
    if before.phase != "acquire" or after.phase != "place":
        return []
    assert after.turn is not None
    return [f"All tiles are taken; {does(after.names[after.turn], 'begins')} to place."]


def dealt(text: str) -> str:
    """A deal in a sentence."""
    supply, _, factories = text.partition(" ")
    filled = ["The factories are filled"] if factories else []
    refilled = [f"the supply gets {tiles_words(supply[1:])}"] if supply != "+" else []
    sentence = " and ".join([*filled, *refilled]) or "nothing is left to fill up with"
    return f"{sentence[0].upper()}{sentence[1:]}."


def doubt(game: Match, move: str) -> list[str]:
    """Passing without a word about the tiles that could be kept throws them away (S44)."""
    shown = game.show()
    if move != "pass" or shown["phase"] != "place" or shown["round"] == ROUNDS:
        return []
    passes = [legal for legal in game.moves() if legal.startswith("pass")]
    return passes if len(passes) > 1 else []
