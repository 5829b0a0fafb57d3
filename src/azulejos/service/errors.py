"""What a player is told when something cannot be done: a code for programs, a sentence for people."""

from azulejos.core.reasons import Reason


class Refused(Exception):
    """Something a player asked for and did not get; nothing has changed."""

    code = "not_possible"

    def __init__(self, message: str, reason: Reason | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.reason = reason  # what the rules have against a move


class UnknownTable(Refused):
    """No table has that name."""

    code = "unknown_table"


class NotYourSeat(Refused):
    """Somebody else holds that seat, or nobody does."""

    code = "not_your_seat"


class NotYourTurn(Refused):
    """The seat is the player's, the turn is not."""

    code = "not_your_turn"


class Stale(Refused):
    """The move was meant for a position that is no longer on the table."""

    code = "stale"


class BadMove(Refused):
    """The rules do not allow it, or the text says nothing."""

    code = "illegal_move"


class SeatTaken(Refused):
    """Somebody was quicker."""

    code = "seat_taken"


class BadName(Refused):
    """A name that cannot be shown to others."""

    code = "bad_name"


class BadWish(Refused):
    """A table that cannot be set up."""

    code = "bad_wish"


class TooMany(Refused):
    """More tables, or more viewers of one, than anybody needs."""

    code = "too_many"


class NotSaved(Refused):
    """The disk or the database did not take it; trying again may help."""

    code = "not_saved"
