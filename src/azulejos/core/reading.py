"""Reading a position's JSON data: small readers that refuse wrong types and say where."""

from collections.abc import Mapping
from typing import Any

from azulejos.core.checks import quoted, whole
from azulejos.core.errors import BadPosition, RulesError
from azulejos.core.lanes import WIDTH, filled, lane, total
from azulejos.core.layout import AVAIL, CENTRE, ENDED, IN_CENTRE, MARKER, OVER, PHASE, PLAYERS, STARTER, TURN
from azulejos.core.options import Kind, make_options
from azulejos.core.tiles import parse_tiles

MOST = 10**15  # scores and rounds beyond this are typing errors
State = list[int]


def entries(
    data: object, where: str, keys: tuple[str, ...], optional: tuple[str, ...] = ()
) -> dict[str, Any]:
    """An object with all of these keys, perhaps the optional ones, and no others."""
    if not isinstance(data, dict):
        raise BadPosition(f"{where} is {quoted(data)}, expected an object with {', '.join(keys)}")
    for key in data:
        if key not in keys + optional:
            known = ", ".join(keys + optional)
            raise BadPosition(f"{where}: unknown entry {quoted(key)}, expected {known}")
    for key in keys:
        if key not in data:
            raise BadPosition(f"{where}: {key} is missing")
    return data


def list_of(data: object, where: str, length: int) -> list[Any]:
    """A list of that length."""
    if not isinstance(data, list) or len(data) != length:
        found = f"{len(data)} entries" if isinstance(data, list) else quoted(data)
        raise BadPosition(f"{where}: {found}, expected a list of {length}")
    return data


def number(value: object, where: str, least: int, most: int = MOST) -> int:
    """A whole number in a range."""
    return whole(value, where, least, most, error=BadPosition)


def seat(value: object, where: str, players: int, also: str = "") -> int:
    """A seat's number."""
    return whole(value, where, 0, players - 1, f"{also}a seat from 0 to {players - 1}", BadPosition)


def tiles(value: object, where: str, most: int, letters: str) -> int:
    """A lane word from letters."""
    counts = parse_tiles(value, letters) if isinstance(value, str) and len(value) <= most else None
    if counts is None:
        raise BadPosition(f"{where} is {quoted(value)}, expected at most {most} tiles of {letters}")
    return counts


def stock(value: object, where: str, letters: str, most: int) -> int:
    """A lane word from counts by letter, none above `most`."""
    if not isinstance(value, dict) or any(key not in tuple(letters) for key in value):
        raise BadPosition(f"{where} is {quoted(value)}, expected counts for {', '.join(letters)}")
    word = 0
    for letter, count in value.items():
        count = whole(count, f"{where}: {letter}", 0, most, f"a count from 0 to {most}", BadPosition)
        word += count << (WIDTH * letters.index(letter))
    return word


def options(kind: type[Kind], game: str, given: object) -> Kind:
    """The options of a position."""
    if not isinstance(given, dict):
        raise BadPosition(f"position: options is {quoted(given)}, expected an object")
    try:
        return make_options(kind, game, given)
    except RulesError as error:
        raise BadPosition(f"position: {error}") from None


def course(s: State, data: Mapping[str, Any], phases: Mapping[int, str]) -> None:
    """Phase, turn, starter and marker."""
    names = {name: phase for phase, name in phases.items()}
    if not isinstance(data["phase"], str) or data["phase"] not in names:
        raise BadPosition(f"phase is {quoted(data['phase'])}, expected {_either(list(names))}")
    s[PHASE] = names[data["phase"]]
    if s[PHASE] != ENDED:
        s[TURN] = seat(data["turn"], "turn", s[PLAYERS])
    elif data["turn"] is not None:
        raise BadPosition(f"turn is {quoted(data['turn'])}, expected null in phase over")
    else:
        s[TURN] = OVER
    s[STARTER] = seat(data["starter"], "starter", s[PLAYERS])
    at_centre = isinstance(data["marker"], str) and data["marker"] == "centre"
    s[MARKER] = IN_CENTRE if at_centre else seat(data["marker"], "marker", s[PLAYERS], "'centre' or ")


def _either(words: list[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"


def table(
    s: State, data: Mapping[str, Any], offer: int, phases: Mapping[int, str], letters: str, most: int
) -> None:
    """Factories and centre: something lies there while tiles are taken, nothing in the phases after."""
    factories = list_of(data["factories"], "factories", 2 * s[PLAYERS] + 1)
    for factory, held in enumerate(factories):
        s[factory] = tiles(held, f"factory {factory + 1}", 4, letters)
        s[AVAIL] |= filled(s[factory]) << factory
    s[CENTRE] = tiles(data["centre"], "centre", most, letters)
    s[AVAIL] |= filled(s[CENTRE]) << CENTRE
    phase = phases[s[PHASE]]
    if s[PHASE] == offer and not s[AVAIL]:
        raise BadPosition(f"phase is {phase}, but neither the factories nor the centre hold a tile")
    if s[PHASE] not in (offer, ENDED) and s[AVAIL]:
        raise BadPosition(f"phase is {phase}, but tiles still lie in the factories or the centre")


def bag(
    data: Mapping[str, Any], seen: int, elsewhere: str, all_tiles: int, letters: str, names: tuple[str, ...]
) -> int:
    """The bag, as given or as what is left; every colour is there exactly as often as it should be.

    `seen` is a lane word of all tiles outside the bag, `elsewhere` says where those are.
    """
    given = "bag" in data
    held = stock(data["bag"], "bag", letters, total(all_tiles)) if given else 0
    for colour in range(len(letters)):
        expected, count = lane(all_tiles, colour), lane(seen, colour) + lane(held, colour)
        if count > expected or (given and count < expected):
            where = f"bag, {elsewhere}" if given else elsewhere
            raise BadPosition(f"{count} {names[colour]} tiles in {where}, expected {expected}")
    return held if given else all_tiles - seen
