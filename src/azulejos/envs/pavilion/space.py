"""What Summer Pavilion shows and takes: the fields of an observation in the order that kernels write them."""

from functools import partial
from typing import cast

from azulejos.core.lanes import COLOURS
from azulejos.core.options import Options
from azulejos.envs.pavilion import kernels
from azulejos.envs.spaces import Field, Space
from azulejos.pavilion.fields import (
    ACTIONS,
    BONUS_FROM,
    CORNERS_MOST,
    LETTERS,
    MOST_MOVES,
    NUMBER,
    POINTS,
    ROUNDS,
    SPACES,
    STARS,
    SUPPLY_SPACES,
    TAKES,
    WORTH,
)
from azulejos.pavilion.notation import space_name
from azulejos.pavilion.options import PavilionOptions
from azulejos.pavilion.rules import move_of

TILES_MOST = 22  # of a colour


def space(options: Options) -> Space:
    """The space of one variant."""
    own = cast("PavilionOptions", options)
    text = partial(action_text, int(own.side == "grey"))
    return Space(_table(own), _board(), own.players, ACTIONS, MOST_MOVES, text, kernels)


def _table(options: PavilionOptions) -> list[Field]:
    players, factories, kinds = options.players, options.factories, (COLOURS,)
    return [
        Field("factories", (factories, COLOURS), "F x 6", 4, "tiles on each factory, by colour"),
        Field("centre", kinds, "6", TILES_MOST, "tiles in the centre, by colour"),
        Field("supply", kinds, "6", SUPPLY_SPACES, "tiles in the supply, by colour"),
        Field("bag", kinds, "6", TILES_MOST, "tiles in the bag, by colour"),
        Field("tower", kinds, "6", TILES_MOST, "tiles in the tower, by colour"),
        Field("round", (1,), "1", ROUNDS, "the number of the round, from 1"),
        Field("wild", kinds, "6", 1, "the colour that is wild: a 1 there"),
        Field("phase", (3,), "3", 1, "a 1 at what is to be done: acquire, place, take bonus tiles"),
        Field("due", (1,), "1", max(WORTH), "bonus tiles that must be taken now"),
        Field("starter", (players,), "P", 1, "who began the round: a 1 there, seats clockwise from yours"),
        Field("marker", (players,), "P", 1, "who took the marker; all 0 while it lies in the centre"),
    ]


def _board() -> list[Field]:
    stars = (STARS, POINTS)
    return [
        Field("score", (1,), "1", None, "points"),
        Field("hand", (COLOURS,), "6", TILES_MOST, "tiles beside the board, by colour"),
        Field("corners", (COLOURS,), "6", CORNERS_MOST, "tiles kept in the corners, by colour"),
        Field("passed", (1,), "1", 1, "1 once this seat has passed"),
        Field("spaces", stars, "7 x 6", 1, "1 where a tile lies, by star and position"),
        Field("star_colours", stars, "7 x 6", 1, "by star, which colours lie in it"),
    ]


def action_text(grey: int, action: int) -> str:
    """An action in words that are right in every round: wilds are counted, whatever colour they have."""
    if not TAKES <= action < BONUS_FROM:
        return str(move_of((), action))
    code = action - TAKES
    space, colour, wilds = code // (COLOURS * 6), code // 6 % COLOURS, code % 6
    own = NUMBER[SPACES * grey + space] - wilds
    if own < 1:
        return f"{space_name(space)} with {wilds} wild, which is never legal"
    text = f"{space_name(space)}={LETTERS[colour] * own}"
    return f"{text} and {wilds} wild" if wilds else text
