"""Summer Pavilion for people's eyes, as plain data: the table, a round's account, why a deal is refused."""

from collections.abc import Sequence
from typing import Any

from azulejos.core.lanes import holds, total
from azulejos.core.layout import BAG, DEAL, ENDED, GREY, PHASE, PLAYERS, ROUND, TURN
from azulejos.core.tiles import tiles_text
from azulejos.pavilion import kernels
from azulejos.pavilion.fields import (
    BONUS_FROM,
    CORNERS_LEFT,
    DISCARDED,
    FILL_FACTORIES,
    FILLED,
    FULL_STAR,
    GROUP,
    HAND,
    LETTERS,
    MARKER_COST,
    NUMBER,
    PASS_FROM,
    PLACED,
    POINTS,
    RING,
    SCORE,
    SPACES,
    STAR_LETTERS,
    STARS,
    STRUCTURE,
    SUPPLY,
    SUPPLY_SPACES,
    TAKES,
    TOUCHES,
    TOWER,
    TRACK,
    WORTH,
)
from azulejos.pavilion.notation import (
    space_name,
    structure_name,
)
from azulejos.pavilion.positions import State, write_board, write_position


def show(s: State) -> dict[str, Any]:
    """All that a screen needs; the phase is `deal` while factories or supply wait to be filled."""
    return {
        **write_position(s),
        "wild": LETTERS[kernels.wild(s)] if s[ROUND] else None,
        "numbers": numbers(s),
        "boards": [_board(s, seat) for seat in range(s[PLAYERS])],
    }


def _board(s: State, seat: int) -> dict[str, Any]:
    return {
        **write_board(s, seat),
        "structures": structures(s, seat),
        "bonuses": bonuses(s, seat),
    }


def numbers(s: State) -> dict[str, list[int]]:
    """The printed number of every space, star by star (S10, S15)."""
    printed = NUMBER[SPACES * s[GREY] :][:SPACES]
    return {letter: list(printed[POINTS * n :][:POINTS]) for n, letter in enumerate(STAR_LETTERS)}


def structures(s: State, seat: int) -> list[dict[str, Any]]:
    """Every structure with the spaces it still needs, none once it is complete."""
    return [
        {
            "name": structure_name(n),
            "tiles": WORTH[n],
            "needs": [space_name(space) for space in range(SPACES) if missing >> space & 1],
        }
        for n, around in enumerate(STRUCTURE[:-1])
        for missing in (around & ~s[FILLED + seat],)
    ]


def bonuses(s: State, seat: int) -> dict[str, Any]:
    """What the board as it lies would bring at the end, by reason; corners once the game is over."""
    stars = {STAR_LETTERS[star]: int(kernels.star_worth(s, seat, star)) for star in range(STARS)}
    sets = {str(number): int(kernels.number_worth(s, seat, number)) for number in range(1, 5)}
    return {
        "stars": {star: points for star, points in stars.items() if points},
        "numbers": {number: points for number, points in sets.items() if points},
        "corners": -s[CORNERS_LEFT + seat],
    }


def ledger(before: State, after: State) -> list[dict[str, int]] | None:
    """Per seat what a round brought, if this step finished one."""
    ended = after[PHASE] == ENDED or (after[PHASE] == DEAL and after[FILL_FACTORIES] == 1)
    if before[PHASE] in (DEAL, ENDED) or not ended:
        return None
    return [
        {
            "placed": after[PLACED + seat],
            "marker": -after[MARKER_COST + seat],
            "discards": -after[DISCARDED + seat],
            "score": track(after, seat),
        }
        for seat in range(after[PLAYERS])
    ]


def track(s: State, seat: int) -> int:
    """What the score track shows, without final bonuses."""
    return s[TRACK + seat] if s[PHASE] == ENDED else s[SCORE + seat]


# --- a round's account --------------------------------------------------------------------------------------


def account(steps: Sequence[tuple[State, int]], after: State) -> list[dict[str, Any]]:
    """Per seat how a round went: the marker's price, every tile placed, what was kept and discarded."""
    seats = range(after[PLAYERS])
    told: list[dict[str, Any]] = [
        {
            "seat": seat,
            "before": steps[0][0][SCORE + seat],
            "marker": 0,
            "tiles": [],
            "kept": "",
            "discards": "",
        }
        for seat in seats
    ]
    for state, action in steps:
        _tell(told[state[TURN]], state, action)
    for seat in seats:
        told[seat]["placed"] = sum(tile["points"] for tile in told[seat]["tiles"])
        told[seat]["score"] = track(after, seat)
    return told


def _tell(told: dict[str, Any], s: State, action: int) -> None:
    """Add one step to its seat's account."""
    if action < TAKES:
        after = list(s)
        kernels.play(after, action)
        told["marker"] = after[MARKER_COST + s[TURN]]
    elif action < BONUS_FROM:
        told["tiles"].append(_placed(s, action))
    elif action < PASS_FROM:
        if told["tiles"]:  # none where the game was loaded with bonus tiles due
            told["tiles"][-1]["took"] = tiles_text(GROUP[action - BONUS_FROM], LETTERS)
    else:
        kept = GROUP[action - PASS_FROM]
        told["kept"] = tiles_text(kept, LETTERS)
        told["discards"] = tiles_text(s[HAND + s[TURN]] - kept, LETTERS)


def _placed(s: State, action: int) -> dict[str, Any]:
    space, colour, _ = kernels.placement_parts(action)
    full = s[FILLED + s[TURN]] | 1 << space
    around = [n for n in TOUCHES[2 * space :][:2] if full & STRUCTURE[n] == STRUCTURE[n]]
    star = full >> (POINTS * (space // POINTS)) & FULL_STAR
    return {
        "space": space_name(space),
        "tile": LETTERS[colour],
        "points": RING[POINTS * star + space % POINTS],
        "structures": [structure_name(n) for n in around],
        "took": "",
    }


# --- why a deal is refused ------------------------------------------------------------------------------


def why_not_deal(s: State, deal: tuple[int, ...]) -> str | None:
    """What is wrong with a deal, in one sentence, or None where it can be drawn (S3, S41, S46)."""
    if s[PHASE] != DEAL:
        return "no deal is due"
    bag, tower = s[BAG], s[TOWER]
    wanted = [SUPPLY_SPACES - total(s[SUPPLY])] + [4] * (len(deal) - 1)
    for group, (tiles, most) in enumerate(zip(deal, wanted, strict=True)):
        place = f"factory {group}" if group else "the supply"
        expected = min(most, total(bag) + total(tower))
        if total(tiles) != expected:
            return f"{place} gets {total(tiles)} tiles, expected {expected}"
        if total(bag) < expected:  # what the bag still holds comes first, then the tower's tiles
            if not holds(tiles, bag):
                return f"{place} must get {tiles_text(bag, LETTERS)}, the last of the bag"
            tiles -= bag
            bag, tower = tower, 0
        if not holds(bag, tiles):
            return f"{place} gets tiles that the bag does not hold"
        bag -= tiles
    return None
