"""What a player is told when something cannot be done: a code for programs, a sentence for people."""

from collections.abc import Mapping, Sequence

from azulejos.core.reasons import Reason
from azulejos.study.results import Problem


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


class NotSignedIn(Refused):
    """Only an account has that."""

    code = "not_signed_in"


class NameTaken(Refused):
    """Somebody else signs in by that name."""

    code = "name_taken"


class BadPassword(Refused):
    """A password that is too easily guessed; the code says why."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class WrongLogin(Refused):
    """No account has that name, or not that password: nobody learns which."""

    code = "bad_login"


class WrongCode(Refused):
    """No account has that name, or not that recovery code: nobody learns which."""

    code = "bad_code"


class SlowDown(Refused):
    """Too often; in so many seconds it can be tried again."""

    code = "slow_down"

    def __init__(self, wait: int) -> None:
        super().__init__(f"that was tried too often; try again in {wait} s")
        self.wait = wait


class UnknownLeague(Refused):
    """No league has that name, or it is not this guest's to see: nobody learns which."""

    code = "unknown_league"


class UnknownPerson(Refused):
    """Nobody in the league has that name."""

    code = "unknown_person"


class UnknownResult(Refused):
    """No game on record in the league has that name."""

    code = "unknown_result"


class UnknownSheet(Refused):
    """No sheet has that name."""

    code = "unknown_sheet"


class NotOwner(Refused):
    """Only the league's owner does that."""

    code = "not_owner"


class ReadOnly(Refused):
    """The list of online games fills itself."""

    code = "read_only"


class SamePerson(Refused):
    """Two entries that sat in one game are two people."""

    code = "same_person"


class BadResult(Refused):
    """A game that cannot be put on record; `problems` names each field and what is wrong with it."""

    code = "bad_result"

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(" ".join(problem.message for problem in problems[:5]))
        self.problems = list(problems)


class BadImport(Refused):
    """A file that cannot be read at all; `problem` is why, as the text `score.problem.PROBLEM` tells it."""

    code = "bad_import"

    def __init__(self, problem: str, values: Mapping[str, object], message: str) -> None:
        super().__init__(message)
        self.problem, self.values = problem, dict(values)
