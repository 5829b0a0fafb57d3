"""Summer Pavilion's moves and deals as text: `parse_move` and `str` are inverse, and know no legality."""

import re
from dataclasses import dataclass

from azulejos.core.checks import quoted
from azulejos.core.errors import NotationError
from azulejos.core.lanes import LANE, WIDTH
from azulejos.core.layout import CENTRE
from azulejos.core.tiles import factories_text, parse_factories, parse_tiles, tiles_text
from azulejos.pavilion.fields import CENTRE_STAR, LETTERS, POINTS, STAR_LETTERS, SUPPLY_SPACES

NAMES = ("purple", "green", "orange", "yellow", "blue", "red")
STAR_NAMES = ("purple", "orange", "red", "blue", "yellow", "green")  # clockwise from the left (S9)

_TAKE = re.compile(r"([1-9c])([PGOYBR])")
_PLACEMENT = re.compile(r"([PORBYG*])([1-6])=([PGOYBR]{1,132})")
_PICK = re.compile(r"\+([PGOYBR]{1,132})")
_PASS = re.compile(r"pass(?:=([PGOYBR]{0,132}))?")


@dataclass(frozen=True, slots=True)
class Take:
    """A colour taken from a factory or the centre, with a wild if one lies there: `3R`, `cR`."""

    source: int
    colour: int

    def __str__(self) -> str:
        source = "c" if self.source == CENTRE else str(self.source + 1)
        return source + LETTERS[self.colour]


@dataclass(frozen=True, slots=True)
class Placement:
    """A tile laid on a space of a star, and all tiles spent for it: `R4=RRRP`, `*3=GGP`."""

    star: int
    position: int  # from 0
    colour: int  # of the tile that stays on the board
    paid: int  # lane word, that tile included

    def __str__(self) -> str:
        own = self.paid & (LANE << (WIDTH * self.colour))
        spent = tiles_text(own, LETTERS) + tiles_text(self.paid - own, LETTERS)
        return f"{STAR_LETTERS[self.star]}{self.position + 1}={spent}"


@dataclass(frozen=True, slots=True)
class Pick:
    """Bonus tiles taken from the supply: `+PGG`."""

    tiles: int

    def __str__(self) -> str:
        return "+" + tiles_text(self.tiles, LETTERS)


@dataclass(frozen=True, slots=True)
class Pass:
    """Out for the round, keeping tiles in the corners: `pass=GG`, or `pass` to keep none."""

    kept: int

    def __str__(self) -> str:
        return f"pass={tiles_text(self.kept, LETTERS)}" if self.kept else "pass"


Move = Take | Placement | Pick | Pass


def parse_move(text: object) -> Move:
    """The move that a text means, spaces around it ignored."""
    word = text.strip() if isinstance(text, str) else ""
    if match := _TAKE.fullmatch(word):
        return Take(CENTRE if match[1] == "c" else int(match[1]) - 1, LETTERS.index(match[2]))
    if match := _PLACEMENT.fullmatch(word):
        star, position = STAR_LETTERS.index(match[1]), int(match[2]) - 1
        return Placement(star, position, LETTERS.index(match[3][0]), _tiles(match[3]))
    if match := _PICK.fullmatch(word):
        return Pick(_tiles(match[1]))
    if match := _PASS.fullmatch(word):
        return Pass(_tiles(match[1] or ""))
    raise NotationError(
        f"not a move: {quoted(text)} (expected a source and a colour, as in 3R or cR; a space and what is "
        "paid, as in R4=RRRP or *3=GGP; bonus tiles, as in +PGG; or pass, pass=GG)"
    )


def _tiles(text: str) -> int:
    counts = parse_tiles(text, LETTERS)
    assert counts is not None  # the pattern has only our letters
    return counts


# --- names ------------------------------------------------------------------------------------------------


def space_name(space: int) -> str:
    """A space as moves name it."""
    return f"{STAR_LETTERS[space // POINTS]}{space % POINTS + 1}"


def structure_name(structure: int) -> str:
    """A structure by its kind and the stars beside it."""
    kind, star = divmod(structure, CENTRE_STAR)
    here, after = STAR_NAMES[star], STAR_NAMES[(star + 1) % CENTRE_STAR]
    return (f"{here} pillar", f"{here}-{after} statue", f"{here} window")[kind]


# --- deals ------------------------------------------------------------------------------------------------


def deal_text(deal: tuple[int, ...]) -> str:
    """A deal as a record writes it: `+` and what joins the supply, then the factories of a new round."""
    supply = "+" + tiles_text(deal[0], LETTERS)
    return f"{supply} {factories_text(deal[1:], LETTERS)}" if len(deal) > 1 else supply


def parse_deal(text: str, factories: int) -> tuple[int, ...]:
    """The inverse, for a deal with that many factories."""
    supply, _, rest = text.partition(" ")
    most = SUPPLY_SPACES + 1
    joins = parse_tiles(supply[1:], LETTERS) if supply.startswith("+") and len(supply) <= most else None
    if joins is None:
        raise NotationError(f"not a deal: {quoted(text)} (expected '+' and what joins the supply)")
    words = len(rest.split(" ")) if rest else 0
    if words != factories:
        raise NotationError(f"not a deal: {quoted(text)} has {words} factories, expected {factories}")
    return (joins, *(parse_factories(rest, factories, LETTERS) if factories else ()))
