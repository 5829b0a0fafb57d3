"""A deal drawn one tile at a time, each with its exact chance: what the rules draw in one go, in small steps.

Factories in their order get four tiles each, in Pavilion after the supply has been filled up. Tiles come from
the bag; once it is empty and one more is wanted, the lid or tower comes back into it (A38-A40, S41, S46).
"""

from typing import NamedTuple, Self

from azulejos.azul.fields import LETTERS as AZUL_LETTERS
from azulejos.azul.fields import LID, OFFER
from azulejos.core.lanes import COLOURS, WIDTH, lane, total
from azulejos.core.layout import BAG, IN_CENTRE, MARKER, PHASE, STARTER, TURN
from azulejos.core.rules import Deal, Rules, State
from azulejos.core.table import factories
from azulejos.pavilion.fields import FILL_FACTORIES, NEXT, PLACE, SUPPLY, SUPPLY_SPACES, TOWER
from azulejos.pavilion.fields import LETTERS as PAVILION_LETTERS

A_FACTORY = 4  # tiles that it gets
LETTERS = {"azul": AZUL_LETTERS, "pavilion": PAVILION_LETTERS}
BACK = {"azul": LID, "pavilion": TOWER}  # where used tiles lie until they come back into the bag


class Dealing(NamedTuple):
    """A deal of which some tiles are drawn; tiles are lane words."""

    wanted: tuple[int, ...]  # how many tiles each group may get
    bag: int  # as it was before the deal
    back: int  # what comes into it when it is empty
    size: int  # how many tiles the deal brings: as many as are wanted, or as there are
    dealt: Deal  # what each group has so far
    drawn: int = 0  # tiles so far

    @property
    def complete(self) -> bool:
        """Whether all its tiles are drawn."""
        return self.drawn == self.size

    @property
    def group(self) -> int:
        """The group that gets the next tile."""
        before = 0
        for group, size in enumerate(self.wanted):
            before += size
            if self.drawn < before:
                return group
        raise ValueError(f"all {self.drawn} tiles of the deal are drawn")

    def chances(self) -> list[tuple[int, float]]:
        """The kinds that the next tile can be, each with its chance."""
        bag = self.left()[0] or self.back
        tiles = total(bag)
        return [(kind, lane(bag, kind) / tiles) for kind in range(COLOURS) if lane(bag, kind)]

    def left(self) -> tuple[int, int]:
        """What is left in the bag, and in the lid or tower: untouched until the bag cannot give a tile."""
        taken = sum(self.dealt)
        if self.drawn <= total(self.bag):
            return self.bag - taken, self.back
        return self.bag + self.back - taken, 0

    def draw(self, kind: int) -> Self:
        """The same deal with a tile of that kind drawn next."""
        group = self.group
        filled = self.dealt[group] + (1 << (WIDTH * kind))
        dealt = (*self.dealt[:group], filled, *self.dealt[group + 1 :])
        return self._replace(dealt=dealt, drawn=self.drawn + 1)


def due_in(rules: Rules, state: State) -> Dealing:
    """The deal that a state waits for, nothing of it drawn."""
    wanted = (A_FACTORY,) * int(factories(state))
    if rules.game == "pavilion":
        room = int(SUPPLY_SPACES - total(int(state[SUPPLY])))
        wanted = (room, *wanted) if state[FILL_FACTORIES] else (room,)
    bag, back = int(state[BAG]), int(state[BACK[rules.game]])
    size = min(sum(wanted), total(bag) + total(back))
    return Dealing(wanted, bag, back, size, (0,) * len(wanted))


def so_far(rules: Rules, state: State, dealing: Dealing) -> State:
    """The table while a deal goes on: its tiles where they lie, and the seat that is to decide after it."""
    table = rules.copy(state)
    table[BAG], table[BACK[rules.game]] = dealing.left()
    table[PHASE] = OFFER
    table[TURN] = state[STARTER] if state[MARKER] == IN_CENTRE else state[MARKER]
    laid = dealing.dealt
    if rules.game == "pavilion":
        table[SUPPLY] += laid[0]
        laid = laid[1:]
        if not state[FILL_FACTORIES]:  # only the supply is filled up, in the middle of a round
            table[PHASE], table[TURN] = PLACE, state[NEXT]
    for factory, tiles in enumerate(laid):
        table[factory] = tiles
    return table


def kinds(rules: Rules) -> int:
    """How many kinds of tiles there are; jokers, the last one, not in every game."""
    bag = int(rules.start(0)[BAG])
    return sum(lane(bag, kind) > 0 for kind in range(COLOURS))


def tile_text(rules: Rules, dealing: Dealing, kind: int) -> str:
    """A tile being drawn, in words: its letter and where it goes."""
    supply = rules.game == "pavilion"
    number = dealing.group + (0 if supply else 1)
    return f"{LETTERS[rules.game][kind]} to {f'factory {number}' if number else 'the supply'}"
