"""Where the seven stars, their 42 spaces and the 18 structures of a Pavilion board lie (S9-S17).

Pure geometry: sides are 100 long, y grows downwards, angles turn clockwise from the right.
"""

import math

from azulejos.pavilion.fields import CENTRE_STAR, POINTS, SPACES, STRUCTURE

Point = tuple[float, float]

WIDTH, HEIGHT = 984, 924
CORNERS: tuple[Point, ...] = ((-430, -392), (430, -392), (-430, 392), (430, 392))
PILLAR, STATUE, WINDOW = range(3)
_OUT = (1.5, 3 * math.cos(math.pi / 6), 4.38)  # how far the structures of a kind lie from the middle


def at(angle: float, distance: float, start: Point = (0, 0)) -> Point:
    """The point so many sides away in a direction."""
    turn = math.radians(angle)
    return start[0] + 100 * distance * math.cos(turn), start[1] + 100 * distance * math.sin(turn)


def centre(star: int) -> Point:
    """The middle of a star: six clockwise from the left, and the one between them (S9)."""
    return (0, 0) if star == CENTRE_STAR else at(180 + 60 * star, 3)


def tip(space: int) -> float:
    """Where a space points: the first of the purple star and of the centre to the north (S11)."""
    star, position = divmod(space, POINTS)
    return -90 + 60 * (position + star % CENTRE_STAR)


def middle(space: int) -> Point:
    """The middle of a space."""
    return at(tip(space), math.sqrt(3) / 2, centre(space // POINTS))


def kind(structure: int) -> int:
    """What a structure is."""
    return structure // CENTRE_STAR


def facing(structure: int) -> float:
    """In which direction from the middle of the board a structure lies."""
    return 180 + 60 * (structure % CENTRE_STAR) + (30 if kind(structure) == STATUE else 0)


def spot(structure: int) -> Point:
    """Where a structure lies."""
    return at(facing(structure), _OUT[kind(structure)])


def around(structure: int) -> list[int]:
    """The spaces that surround a structure."""
    return [space for space in range(SPACES) if STRUCTURE[structure] >> space & 1]


def pip(structure: int, space: int) -> Point:
    """Where a structure has its mark for a space, seen from its spot: on the side of that space."""
    if kind(structure) == WINDOW:
        return at(facing(structure) + (90 if space % POINTS == POINTS - 1 else -90), 0.46)
    (x, y), (far_x, far_y) = spot(structure), middle(space)
    return at(math.degrees(math.atan2(far_y - y, far_x - x)), 0.36)
