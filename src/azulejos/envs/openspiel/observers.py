"""What sees OpenSpiel's states: all that lies on the table as numbers, or the whole history in words."""

from typing import Any

import numpy as np

from azulejos.envs import checks
from azulejos.envs.spaces import Space


class TableObserver:
    """The table from a seat's chair: `tensor` has all numbers, `dict` the same by field."""

    def __init__(self, space: Space) -> None:
        self._players = space.players
        self.tensor = np.zeros(space.size, np.float32)
        self.dict = {name: self.tensor[part].reshape(shape) for name, (part, shape) in space.parts().items()}

    def set_from(self, state: Any, player: int) -> None:
        """Look at a state from that player's chair."""
        state.moment.observe(checks.whole(player, "player", 0, self._players - 1), self.tensor)

    def string_from(self, state: Any, player: int) -> str:
        """The same in words."""
        return f"seat {player} sees {state.moment}"


class HistoryObserver:
    """All that ever happened, in words; nothing where only private things are wanted, for there are none."""

    def __init__(self, public: bool) -> None:
        self.tensor = None
        self.dict: dict[str, Any] = {}
        self._public = public

    def set_from(self, state: Any, player: int) -> None:
        """There are no numbers to set."""

    def string_from(self, state: Any, player: int) -> str:  # noqa: ARG002  # all see the same
        """The history, what it came to, and the deals, which a history of sampled chance does not tell."""
        if not self._public:
            return ""
        moment, text = state.moment, state.moment.variant.rules.deal_text
        return "; ".join([state.history_str(), str(moment), *map(text, moment.deals)])
