"""What a move would do, asked of the engine on a copy: tiles taken and paid, points, structures, prices."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from azulejos.core.match import Match
from azulejos.core.tiles import place_name
from azulejos.pavilion.notation import Pass, Pick, Placement, Take, parse_move


@dataclass(frozen=True, slots=True)
class Taken:
    """Tiles acquired."""

    place: str
    colour: str
    tiles: str
    wild: str
    marker: bool  # taken along with them
    price: int  # points that the marker costs (S26)


@dataclass(frozen=True, slots=True)
class Placed:
    """A tile laid on a star."""

    space: str
    tile: str
    paid: str
    wild: str
    points: int
    structures: dict[str, int]  # completed, with the tiles they bring
    due: int  # bonus tiles that the supply can give


@dataclass(frozen=True, slots=True)
class Picked:
    """Bonus tiles taken from the supply."""

    tiles: str


@dataclass(frozen=True, slots=True)
class Passed:
    """Out for the round."""

    kept: str
    discards: str
    price: int  # points that the discards cost (S44)


Effect = Taken | Placed | Picked | Passed


def effect(game: Match, move: str) -> Effect:
    """What a legal move does; raises as the engine does where it is none."""
    rules, state = game.rules, game.state
    action = rules.read_move(state, move)
    before, meant = rules.show(state), parse_move(move)
    after = rules.copy(state)
    rules.play(after, action)
    seat, shown = before["turn"], rules.show(after)
    old, new = before["boards"][seat], shown["boards"][seat]
    match meant:
        case Take():
            return Taken(
                place=place_name(meant.source),
                colour=rules.move_text(state, action)[-1],
                tiles=_less(new["hand"], old["hand"]),
                wild=before["wild"],
                marker=before["marker"] != shown["marker"],
                price=old["score"] - new["score"],
            )
        case Placement():
            space, _, paid = rules.move_text(state, action).partition("=")
            return Placed(
                space=space,
                tile=paid[0],
                paid=paid,
                wild=before["wild"],
                points=new["score"] - old["score"],
                structures=_completed(old, new),
                due=shown["due"],
            )
        case Pick():
            return Picked(rules.move_text(state, action)[1:])
        case Pass():
            kept = rules.move_text(state, action).partition("=")[2]
            discards = _less(old["hand"], kept)
            return Passed(kept, discards, min(len(discards), old["score"] - 1))  # S5


def _less(many: str, few: str) -> str:
    return "".join((Counter(many) - Counter(few)).elements())


def _completed(old: dict[str, Any], new: dict[str, Any]) -> dict[str, int]:
    pairs = zip(old["structures"], new["structures"], strict=True)
    return {one["name"]: one["tiles"] for was, one in pairs if was["needs"] and not one["needs"]}
