"""Seats: who sits where, under which name, and how they move round for another game."""

import unicodedata
from collections.abc import Sequence
from dataclasses import replace

from azulejos.core.errors import NotationError
from azulejos.core.record import check_name
from azulejos.service.errors import BadName
from azulejos.store.records import Seat

MOST_NAME = 24
MOST_ACCENTS = 3  # over one letter
PERSON, BOT, OPEN = "person", "bot", "open"
_BLANK = set("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # printable, yet nothing is seen


def clean_name(name: str, most: int = MOST_NAME) -> str:
    """A name as it is shown: no space around it or doubled, nothing that cannot be printed; BadName."""
    name = unicodedata.normalize("NFC", " ".join(name.split()))
    try:
        if len(name) > most or not _readable(name):
            raise NotationError("too long, or cannot be read")
        return check_name(name)
    except NotationError:
        raise BadName(f"a name has 1 to {most} printable characters") from None


def _readable(name: str) -> bool:
    """Whether there is something to see, and no tower of accents over other people's lines."""
    marks = "".join("m" if unicodedata.category(sign)[0] == "M" else "-" for sign in name)
    return not marks.startswith("m") and "m" * (MOST_ACCENTS + 1) not in marks and not _BLANK & set(name)


def person(guest: str, name: str) -> Seat:
    """A seat that a guest holds."""
    return Seat(PERSON, name, guest, None)


def bot(level: str) -> Seat:
    """A seat that a bot holds; it has no name but its level, which pages show in their own language."""
    return Seat(BOT, "", None, level)


def names(seats: Sequence[Seat]) -> list[str]:
    """The seats' names as a record has them."""
    return [
        seat.name or (f"{seat.level} (bot)" if seat.level else f"Seat {n}") for n, seat in enumerate(seats)
    ]


def nobody() -> Seat:
    """A seat that waits for somebody."""
    return Seat(OPEN, "", None, None)


def taken_over(seat: Seat, level: str) -> Seat:
    """A seat whose person has left it to a bot; the name stays, so that the others know whose it was,
    and the guest with it, so that it can go when its owner wants no name left anywhere."""
    return replace(seat, kind=BOT, level=level, resigned=True)


def seats_of(seats: Sequence[Seat], guest: str | None) -> list[int]:
    """The seats that a guest holds: several on one device, none for who only watches."""
    return [n for n in owned(seats, guest) if seats[n].kind == PERSON]  # not where a bot plays for them


def owned(seats: Sequence[Seat], guest: str | None) -> list[int]:
    """The seats that are a guest's, also where a bot plays for them; not those they have left."""
    return [
        n for n, seat in enumerate(seats) if guest is not None and seat.guest == guest and not seat.resigned
    ]


def people(seats: Sequence[Seat]) -> list[int]:
    """The seats that people hold."""
    return [n for n, seat in enumerate(seats) if seat.kind == PERSON]


def rotated(seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Everybody one seat further, for another game; who left is replaced by the bot that played on."""
    again = [bot(seat.level) if seat.kind == BOT and seat.level else seat for seat in seats]
    return (*again[-1:], *again[:-1])
