"""What can be wrong with what a person typed or a program sent: every one is a `RulesError`."""

from typing import Self

from azulejos.core.reasons import Reason


class RulesError(ValueError):
    """Something the rules do not allow; the message says what came, what was expected, and where."""

    def at(self, where: str) -> Self:
        """The same error, saying where first."""
        told = type(self)(f"{where}, {self}")
        told.__dict__.update(self.__dict__)
        return told


class NotationError(RulesError):
    """Text that is no move, deal, position or record at all."""


class IllegalMove(RulesError):
    """A move, or a deal in a record, that cannot happen in this position.

    `reason` says what the rules have against a move, as data; None where no rule of a game refused it.
    """

    def __init__(self, message: str, reason: Reason | None = None) -> None:
        super().__init__(message)
        self.reason = reason


class BadPosition(RulesError):
    """A position that breaks a rule of conservation or of the board."""
