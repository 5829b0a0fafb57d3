"""What can be wrong with what a person typed or a program sent: every one is a `RulesError`."""


class RulesError(ValueError):
    """Something the rules do not allow; the message says what came, what was expected, and where."""


class NotationError(RulesError):
    """Text that is no move, deal, position or record at all."""


class IllegalMove(RulesError):
    """A move, or a deal in a record, that cannot happen in this position."""


class BadPosition(RulesError):
    """A position that breaks a rule of conservation or of the board."""
