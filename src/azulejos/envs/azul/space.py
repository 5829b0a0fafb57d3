"""What Azul shows and takes: the fields of an observation in the order that kernels write them."""

from typing import cast

from azulejos.azul.fields import (
    ACTIONS,
    CHOICES,
    COLOURS,
    DESTINATIONS,
    DRAFTS,
    FLOOR_LINE,
    FLOOR_SPACES,
    MIXED,
    MIXED_STEP,
    MOST_MOVES,
    ROWS,
)
from azulejos.azul.notation import Draft
from azulejos.azul.options import AzulOptions
from azulejos.azul.rules import move_of
from azulejos.core.options import Options
from azulejos.envs.azul import kernels
from azulejos.envs.spaces import Field, Space

JOKERS, GREY = "with jokers", "grey wall"
TILES_MOST = 20  # of a kind


def space(options: Options) -> Space:
    """The space of one variant."""
    own = cast("AzulOptions", options)
    return Space(_table(own), _board(own), own.players, _actions(own), MOST_MOVES, action_text, kernels)


def _actions(options: AzulOptions) -> int:
    """How many actions there are: wall choices and mixed drafts only where some position has them."""
    if options.jokers:
        return ACTIONS
    return DRAFTS + CHOICES if options.wall == "grey" else DRAFTS


def _table(options: AzulOptions) -> list[Field]:
    players, factories, kinds = options.players, options.factories, COLOURS + options.jokers
    return [
        Field("factories", (factories, kinds), "F x K", 4, "tiles on each factory, by kind"),
        Field("centre", (kinds,), "K", TILES_MOST, "tiles in the centre, by kind"),
        Field("bag", (kinds,), "K", TILES_MOST, "tiles in the bag, by kind"),
        Field("lid", (kinds,), "K", TILES_MOST, "tiles in the lid, by kind"),
        Field("round", (1,), "1", None, "the number of the round, from 1"),
        Field("tiling", (1,), "1", 1, "1 when a cell of the wall is to be chosen, 0 when tiles are drafted"),
        Field("starter", (players,), "P", 1, "who began the round: a 1 there, seats clockwise from yours"),
        Field("marker", (players,), "P", 1, "who took the marker; all 0 while it lies in the centre"),
    ]


def _board(options: AzulOptions) -> list[Field]:
    kinds, wall, colours = COLOURS + options.jokers, (ROWS, ROWS), (COLOURS, 2, ROWS)
    fields = [
        Field("score", (1,), "1", None, "points"),
        Field("lines", (ROWS,), "5", ROWS, "tiles in each line"),
        Field("line_kinds", (ROWS, kinds), "5 x K", 1, "their kind: a 1 there, all 0 for an empty line"),
        Field("line_jokers", (ROWS,), "5", ROWS, "how many of them are jokers", JOKERS),
        Field("wall", wall, "5 x 5", 1, "1 where a tile lies, by row and column"),
        Field("wall_jokers", wall, "5 x 5", 1, "1 where that tile is a joker", JOKERS),
        Field("wall_colours", colours, "5 x 2 x 5", 1, "by colour its rows, then its columns", GREY),
        Field("floor", (kinds,), "K", FLOOR_SPACES, "tiles on the floor, by kind"),
        Field("floor_spaces", (1,), "1", FLOOR_SPACES, "spaces of the floor taken, the marker's included"),
    ]
    missing = {JOKERS: not options.jokers, GREY: options.wall != "grey"}
    return [field for field in fields if not missing.get(field.when)]


def action_text(action: int) -> str:
    """An action in words that are right in every position: a mixed draft always with its count of jokers."""
    if action < MIXED:
        return str(move_of((), action))
    count, code = divmod(action - MIXED, MIXED_STEP)
    source, rest = divmod(code, COLOURS * DESTINATIONS)
    colour, to = divmod(rest, DESTINATIONS)
    return str(Draft(source, colour, to, True, None if to == FLOOR_LINE and count == 0 else count))
