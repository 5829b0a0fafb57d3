"""What Summer Pavilion's moves would do, and what one did, as plain data: for a screen without rules."""

from collections.abc import Iterator
from typing import Any

from azulejos.core.lanes import WIDTH, lane, member, size, total
from azulejos.core.layout import CENTRE, GREY, IN_CENTRE, MARKER, PHASE, PLAYERS, ROUND, TURN
from azulejos.core.table import factories
from azulejos.core.tiles import tiles_text
from azulejos.pavilion import kernels
from azulejos.pavilion.fields import (
    ACQUIRE,
    BONUS,
    DUE,
    FILL_FACTORIES,
    FILLED,
    FULL_STAR,
    HAND,
    LETTERS,
    NUMBER,
    POINTS,
    RING,
    ROUNDS,
    SCORE,
    SPACES,
    STARS,
    STRUCTURE,
    SUPPLY,
    TOUCHES,
)
from azulejos.pavilion.notation import Move, Pass, Pick, Placement, Take, space_name, structure_name
from azulejos.pavilion.positions import State

Facts = dict[str, Any]


def preview(s: State) -> Facts:
    """Every legal move of the seat that decides, with what it would bring; passes and picks summed up."""
    if s[PHASE] == ACQUIRE:
        return {"kind": "acquire", "groups": list(_groups(s))}
    if s[PHASE] == BONUS:
        return {"kind": "bonus", "due": s[DUE], "supply": tiles_text(s[SUPPLY], LETTERS)}
    return {"kind": "place", "spaces": list(_spaces(s)), "pass": _pass(s)}


def pending(s: State) -> list[int]:
    """Nothing waits: tiles score when they are placed (S37)."""
    return [0] * s[PLAYERS]


def near(_s: State) -> list[dict[str, int]]:
    """Nothing ends this game early (S19)."""
    return []


# --- acquiring --------------------------------------------------------------------------------------------


def _groups(s: State) -> Iterator[Facts]:
    """What may be taken from where (S22-S25)."""
    offered = kernels.offers(s)
    for source in range(CENTRE + 1):
        for colour in range(len(LETTERS)):
            if lane(offered, colour) >> source & 1:
                move = str(Take(source, colour))
                yield {"key": move, "move": move, **_taken(s, source, colour)}


def _taken(s: State, source: int, colour: int) -> Facts:
    """All of a colour and one wild with it, or one wild where only wilds lie; what the marker costs (S26)."""
    wild = kernels.wild(s)
    only_wilds = colour == wild
    count = 1 if only_wilds else lane(s[source], colour)
    along = 0 if only_wilds else min(1, lane(s[source], wild))
    marker = source == CENTRE and s[MARKER] == IN_CENTRE
    return {
        "from": "c" if source == CENTRE else str(source + 1),
        "colour": LETTERS[colour],
        "count": count,
        "wild": along,
        "marker": marker,
        "lost": _lost(s, count + along) if marker else 0,
    }


def _lost(s: State, points: int) -> int:
    """What a seat really loses, being left with one point at the least (S5)."""
    return int(min(points, max(0, s[SCORE + s[TURN]] - kernels.LEAST_SCORE)))


# --- placing ----------------------------------------------------------------------------------------------


def _spaces(s: State) -> Iterator[Facts]:
    """The spaces that some tile of the hand may go to, in the order of the board."""
    seat = s[TURN]
    ways = [kernels.payments(s, seat, colour) for colour in range(len(LETTERS))]
    for star in range(STARS):
        accepted = kernels.accepts(s, seat, star)
        empty = FULL_STAR & ~kernels.in_star(s, seat, star)
        for space in (POINTS * star + member(empty, n) for n in range(size(empty))):
            if pays := list(_pays(s, space, accepted, ways)):
                yield {**_space(s, space), "pays": pays}


def _pays(s: State, space: int, accepted: int, ways: list[int]) -> Iterator[Facts]:
    """Every way to pay for a space, by the colour laid there, fewest wilds first (S31-S34)."""
    name, number, wild = space_name(space), NUMBER[SPACES * s[GREY] + space], LETTERS[kernels.wild(s)]
    for colour, letter in enumerate(LETTERS):
        if accepted >> colour & 1:
            fewest = max(0, number - lane(s[HAND + s[TURN]], colour))
            for wilds in range(fewest, fewest + lane(ways[colour], number - 1)):
                paid = letter * (number - wilds) + wild * wilds
                yield {"move": f"{name}={paid}", "tile": letter, "paid": paid, "wilds": wilds}


def _space(s: State, space: int) -> Facts:
    """What a tile on that space joins, scores and completes, whatever its colour (S37-S39, S42)."""
    full = s[FILLED + s[TURN]] | 1 << space
    first, position = space // POINTS * POINTS, space % POINTS
    members = full >> first & FULL_STAR
    return {
        "space": space_name(space),
        "number": NUMBER[SPACES * s[GREY] + space],
        "points": RING[POINTS * members + position],
        "joins": [space_name(first + other) for other in _joined(members, position)],
        "due": _due(s, full, space),
        "structures": _completed(full, space),
    }


def _joined(members: int, position: int) -> list[int]:
    """The other positions of the group that goes round the star through this one (S10, S37)."""
    group = {position}
    for step in (1, -1):
        other = (position + step) % POINTS
        while members >> other & 1 and other not in group:
            group.add(other)
            other = (other + step) % POINTS
    return sorted(group - {position})


def _due(s: State, full: int, space: int) -> int:
    return int(min(kernels.bonus_of(full, space), total(s[SUPPLY])))


def _completed(full: int, space: int) -> list[str]:
    around = TOUCHES[2 * space], TOUCHES[2 * space + 1]
    return [structure_name(n) for n in around if full & STRUCTURE[n] == STRUCTURE[n]]


def _pass(s: State) -> Facts:
    """What may be kept, a group worth keeping, and what passing with it costs (S44, S45)."""
    hand, most = s[HAND + s[TURN]], kernels.free_corners(s, s[TURN])
    keep = _worth_keeping(s, hand, most)
    return {
        "most": most,
        "hand": tiles_text(hand, LETTERS),
        "keep": tiles_text(keep, LETTERS),
        "lost": _lost(s, total(hand - keep)),
    }


def _worth_keeping(s: State, hand: int, most: int) -> int:
    """Tiles that will be wild next round, then those of the colours held most; none in the last round."""
    if s[ROUND] == ROUNDS:
        return 0
    next_wild, keep = s[ROUND], 0
    for colour in sorted(range(len(LETTERS)), key=lambda c: (c != next_wild, -lane(hand, c))):
        count = min(lane(hand, colour), most - total(keep))
        keep += count << (WIDTH * colour)
    return keep


# --- what happened ----------------------------------------------------------------------------------------


def told(s: State, move: Move) -> Facts:
    """What a legal move does, for a line of the log."""
    if isinstance(move, Take):
        return {"kind": "take", **_taken(s, move.source, move.colour)}
    if isinstance(move, Placement):
        return _told_placement(s, move)
    if isinstance(move, Pick):
        return {"kind": "bonus", "tiles": tiles_text(move.tiles, LETTERS)}
    return _told_pass(s, move)


def _told_placement(s: State, move: Placement) -> Facts:
    _, _, paid = str(move).partition("=")
    facts = _space(s, POINTS * move.star + move.position)
    return {
        "kind": "place",
        "space": facts["space"],
        "tile": LETTERS[move.colour],
        "paid": paid,
        "points": facts["points"],
        "structures": facts["structures"],
        "due": facts["due"],
    }


def _told_pass(s: State, move: Pass) -> Facts:
    discards = s[HAND + s[TURN]] - move.kept
    return {
        "kind": "pass",
        "kept": tiles_text(move.kept, LETTERS),
        "discards": tiles_text(discards, LETTERS),
        "lost": _lost(s, total(discards)),
    }


def told_deal(before: State, after: State) -> Facts:
    """How many tiles joined the supply and, where a round begins, the factories (S41, S46)."""
    filled = after[: before[FILL_FACTORIES] * factories(after)]
    return {
        "kind": "deal",
        "round": after[ROUND],
        "wild": LETTERS[kernels.wild(after)],
        "supply": total(after[SUPPLY]) - total(before[SUPPLY]),
        "factories": total(sum(filled)),
    }
