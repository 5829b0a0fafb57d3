"""Why Summer Pavilion refuses a move: a code, the clause and the values; `sentence` says it in English."""

from typing import Any

from azulejos.core.lanes import COLOURS, WIDTH, holds, lane, total
from azulejos.core.layout import CENTRE, ENDED, GREY, PHASE, PLAYERS, TURN
from azulejos.core.reasons import Reason, Texts, at_any_table, refusal, said
from azulejos.core.table import factories
from azulejos.core.tiles import tiles_text
from azulejos.pavilion import kernels
from azulejos.pavilion.fields import (
    ACQUIRE,
    BONUS,
    CENTRE_STAR,
    DUE,
    FILLED,
    HAND,
    LETTERS,
    NUMBER,
    PLACE,
    POINTS,
    SPACES,
    STAR_LETTERS,
    SUPPLY,
)
from azulejos.pavilion.notation import NAMES, Move, Pass, Pick, Placement, Take, space_name
from azulejos.pavilion.positions import State

_HAND_HOLDS = "the hand holds only {hand}"
_HAND_EMPTY = "the hand holds only nothing"
_WILD = "{colour} is wild and cannot be chosen while another colour lies in "

TEXTS: Texts = {
    **at_any_table(
        game_over="",
        no_such_factory="S2",
        factory_empty="S22",
        centre_empty="S24",
        factory_lacks_colour="S22",
        centre_lacks_colour="S24",
    ),
    "factory_wild": ("S25", _WILD + "factory {place} ({clause})"),
    "centre_wild": ("S25", _WILD + "the centre ({clause})"),
    "space_taken": ("S31", "space {space} already holds a tile"),
    "star_other_colour": (
        "S35",
        "the {star} star takes no {colour} tile: it takes only its own colour ({clause})",
    ),
    "centre_has_colour": (
        "S36",
        "the centre star takes no {colour} tile: it has that colour already ({clause})",
    ),
    "star_fixed": (
        "S55",
        "{star} takes no {colour} tile: after its first two tiles it takes only {allowed} ({clause})",
    ),
    "pay_own_or_wild": (
        "S32",
        "{paid} cannot pay for {space}, expected only {colour} and {wild} (wild) tiles ({clause})",
    ),
    "pay_own": ("S33", "{paid} cannot pay for {space}, expected only {colour} tiles ({clause})"),
    "pay_count": ("S31", "{count} tiles paid for space {space}, expected {cost} ({clause})"),
    "pay_lacks_colour": ("S32", "space {space} needs at least one {colour} tile: " + _HAND_HOLDS),
    "pay_too_few": ("S31", "space {space} costs {cost} {colour} or {wild} (wild) tiles: " + _HAND_HOLDS),
    "pay_too_few_own": ("S33", "space {space} costs {cost} {colour} tiles: " + _HAND_HOLDS),
    "pay_not_held": ("S31", _HAND_HOLDS),  # other tiles in the hand would pay
    "pay_hand_empty": ("S31", _HAND_EMPTY),
    "keep_too_many": ("S44", "{count} tiles kept, expected at most {most} ({clause})"),
    "keep_not_held": ("S44", _HAND_HOLDS),
    "keep_hand_empty": ("S44", _HAND_EMPTY),
    "pick_count": ("S38", "{count} tiles picked, expected {due}"),
    "pick_not_there": ("S38", "the supply holds only {supply}"),
    "take_due": ("", "tiles are being acquired, expected a source and a colour, as in 3R"),
    "placement_due": ("", "tiles are being placed, expected a placement such as R4=RRRP, or pass"),
    "pick_due": ("", "{due} bonus tiles are due, expected a group such as +{example}"),
}


def sentence(reason: Reason) -> str:
    """A reason in English."""
    values = reason.values
    words = {key: _name(letter) for key, letter in values.items() if key in ("colour", "wild")}
    if reason.code == "star_other_colour":
        words["star"] = _name(values["star"])
    if reason.code == "star_fixed":
        words["star"] = "the centre star" if values["star"] == "*" else f"star {values['star']}"
        words["allowed"] = ", ".join(values["allowed"])
    return said(TEXTS, reason, words)


def _name(letter: str) -> str:
    return NAMES[LETTERS.index(letter)]


def _no(code: str, **values: Any) -> Reason:
    return refusal(TEXTS, code, values)


def why_not(s: State, move: Move) -> Reason | None:
    """What the rules have against a move, or None where it is legal."""
    if s[PHASE] == ENDED:
        return _no("game_over")
    if isinstance(move, Take):
        return _why_not_take(s, move) if s[PHASE] == ACQUIRE else _expected(s)
    if isinstance(move, Pick):
        return _why_not_pick(s, move) if s[PHASE] == BONUS else _expected(s)
    if s[PHASE] != PLACE:
        return _expected(s)
    return _why_not_place(s, move) if isinstance(move, Placement) else _why_not_pass(s, move)


def _expected(s: State) -> Reason:
    """Another decision is due."""
    if s[PHASE] == ACQUIRE:
        return _no("take_due")
    if s[PHASE] == BONUS:
        return _no("pick_due", due=s[DUE], example=tiles_text(s[SUPPLY], LETTERS)[: s[DUE]])
    return _no("placement_due")


# --- takes, bonus tiles and passing -----------------------------------------------------------------------


def _why_not_take(s: State, move: Take) -> Reason | None:
    """What is wrong with where tiles come from (S22-S25)."""
    where, place = ("centre", "c") if move.source == CENTRE else ("factory", str(move.source + 1))
    colour, tiles = LETTERS[move.colour], s[move.source]
    if move.source != CENTRE and move.source >= factories(s):
        return _no("no_such_factory", place=place, players=s[PLAYERS], factories=factories(s))
    if not tiles:
        return _no(f"{where}_empty", place=place)
    if not lane(tiles, move.colour):
        return _no(f"{where}_lacks_colour", place=place, colour=colour)
    if move.colour == kernels.wild(s) and tiles != lane(tiles, move.colour) << (WIDTH * move.colour):
        return _no(f"{where}_wild", place=place, colour=colour)
    return None


def _why_not_pick(s: State, move: Pick) -> Reason | None:
    """What is wrong with a group of bonus tiles (S38, S42)."""
    if total(move.tiles) != s[DUE]:
        return _no("pick_count", count=total(move.tiles), due=s[DUE])
    if not holds(s[SUPPLY], move.tiles):
        return _no("pick_not_there", supply=tiles_text(s[SUPPLY], LETTERS))
    return None


def _why_not_pass(s: State, move: Pass) -> Reason | None:
    """What is wrong with what is kept (S44)."""
    most = int(kernels.free_corners(s, s[TURN]))
    if total(move.kept) > most:
        return _no("keep_too_many", count=total(move.kept), most=most)
    return _why_not_held(s, move.kept, "keep")


def _why_not_held(s: State, tiles: int, use: str) -> Reason | None:
    """What the hand has against tiles that are paid or kept."""
    hand = s[HAND + s[TURN]]
    if holds(hand, tiles):
        return None
    return _no(f"{use}_not_held", hand=tiles_text(hand, LETTERS)) if hand else _no(f"{use}_hand_empty")


# --- placements -------------------------------------------------------------------------------------------


def _why_not_place(s: State, move: Placement) -> Reason | None:
    """What is wrong with a placement: the space, its colour, or the payment (S31-S36, S55)."""
    seat, space = s[TURN], POINTS * move.star + move.position
    if s[FILLED + seat] >> space & 1:
        return _no("space_taken", space=space_name(space))
    accepted = kernels.accepts(s, seat, move.star)
    if not accepted >> move.colour & 1:
        return _why_not_colour(s, move, accepted)
    return _why_not_pay(s, move, space)


def _why_not_colour(s: State, move: Placement, accepted: int) -> Reason:
    """What the star has against a colour (S35, S36, S55)."""
    star, colour = STAR_LETTERS[move.star], LETTERS[move.colour]
    if s[GREY]:
        allowed = [LETTERS[c] for c in range(COLOURS) if accepted >> c & 1]
        return _no("star_fixed", star=star, colour=colour, allowed=allowed)
    if move.star == CENTRE_STAR:
        return _no("centre_has_colour", colour=colour)
    return _no("star_other_colour", star=star, colour=colour)


def _why_not_pay(s: State, move: Placement, space: int) -> Reason | None:
    """What is wrong with the payment (S31-S34)."""
    name, wild, cost = space_name(space), kernels.wild(s), NUMBER[SPACES * s[GREY] + space]
    if any(lane(move.paid, other) for other in range(COLOURS) if other not in (move.colour, wild)):
        own = {"paid": tiles_text(move.paid, LETTERS), "space": name, "colour": LETTERS[move.colour]}
        return (
            _no("pay_own", **own)
            if wild == move.colour
            else _no("pay_own_or_wild", wild=LETTERS[wild], **own)
        )
    if total(move.paid) != cost:
        return _no("pay_count", count=total(move.paid), space=name, cost=cost)
    return _why_not_affordable(s, move.colour, name, cost) or _why_not_held(s, move.paid, "pay")


def _why_not_affordable(s: State, colour: int, space: str, cost: int) -> Reason | None:
    """What the hand lacks for any payment in that colour: told before the tiles that were named (S31-S33)."""
    hand, wild = s[HAND + s[TURN]], kernels.wild(s)
    own, wilds = lane(hand, colour), 0 if wild == colour else lane(hand, wild)
    held = {"space": space, "colour": LETTERS[colour], "hand": tiles_text(hand, LETTERS)}
    if not hand or (own and own + wilds >= cost):
        return None
    if not own:
        return _no("pay_lacks_colour", **held)
    usable = LETTERS[colour] * own + LETTERS[wild] * wilds
    if wild == colour:
        return _no("pay_too_few_own", cost=cost, usable=usable, **held)
    return _no("pay_too_few", cost=cost, usable=usable, wild=LETTERS[wild], **held)
