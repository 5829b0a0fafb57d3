"""Small checks of what callers hand in, and how messages quote it: whatever it is, quoting never fails."""

import operator
import reprlib

from azulejos.core.errors import RulesError

_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = 60
_SHORT.maxlevel = 2
_SHORT.maxlist = _SHORT.maxdict = _SHORT.maxtuple = 3


def quoted(value: object) -> str:
    """A value as a message shows it, shortened where it is long."""
    try:
        return _SHORT.repr(value)
    except (ValueError, RecursionError):  # an integer of thousands of digits
        return f"a {type(value).__name__} too long to show"


def whole(
    value: object,
    what: str,
    least: int,
    most: int,
    expected: str = "",
    error: type[RulesError] = RulesError,
) -> int:
    """The value as an integer in a range; NumPy's integers count, truth values and floats do not."""
    try:
        number = None if isinstance(value, bool) else operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        number = None
    if number is None or not least <= number <= most:
        span = expected or f"a whole number from {least} to {most}"
        raise error(f"{what} is {quoted(value)}, expected {span}")
    return number
