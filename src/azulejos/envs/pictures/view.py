"""What a picture tells of a game, as plain data: the table, the seats in order, one line on how it stands."""

from dataclasses import dataclass
from typing import Any

from azulejos.envs.checks import whole
from azulejos.envs.sitting import Sitting

Shown = dict[str, Any]  # what Match.show() returns

TITLES = {"azul": "Azul", "pavilion": "Summer Pavilion"}
DEEDS = {
    "offer": "drafts tiles",
    "tiling": "chooses a cell of the wall",
    "acquire": "takes tiles",
    "place": "places a tile or passes",
    "bonus": "takes {due}",
}


@dataclass(frozen=True, slots=True)
class View:
    """One moment of a game."""

    game: str
    shown: Shown
    seats: tuple[int, ...]  # as they are drawn, the one to look from first
    scores: tuple[int, ...]
    mover: int  # the seat to decide, -1 when the game is over
    winners: tuple[int, ...]  # none before the end
    loser: int  # the seat that lost by an illegal action, -1 for none

    @property
    def title(self) -> str:
        """The game and what is special about it."""
        options = self.shown["options"]
        grey = options.get("wall") == "grey", options.get("side") == "grey"
        special = ["grey wall"] * grey[0] + ["grey side"] * grey[1] + ["jokers"] * bool(options.get("jokers"))
        return ", ".join([TITLES[self.game], *special])

    @property
    def status(self) -> str:
        """Who has to do what, or how it ended."""
        if self.mover >= 0:
            return f"{name(self.mover)} {self._deed()}"
        if self.loser >= 0:
            return f"{name(self.loser)} lost by an illegal action"
        won = " and ".join(map(name, self.winners))
        return f"{won} {'wins' if len(self.winners) == 1 else 'share the win'}"

    def _deed(self) -> str:
        due = self.shown.get("due", 0)
        return DEEDS[self.shown["phase"]].format(due="a bonus tile" if due == 1 else f"{due} bonus tiles")

    def note(self, seat: int) -> str:
        """A few words on a seat, none where there is nothing to say."""
        if self.mover == seat:
            return "to move"
        if self.loser == seat:
            return "illegal action"
        if seat in self.winners:
            return "winner"
        passed = self.shown["boards"][seat].get("passed", False) and self.mover >= 0
        return "passed" if passed else ""


def name(seat: int) -> str:
    """A seat as PettingZoo's agents are called."""
    return f"player_{seat}"


def look(sitting: Sitting, seat: int = 0) -> View:
    """How a game stands, seen from a seat."""
    players = sitting.players
    seat = whole(seat, "seat", 0, players - 1)
    match = sitting.match
    return View(
        game=match.game,
        shown=match.show(),
        seats=tuple((seat + n) % players for n in range(players)),
        scores=tuple(sitting.scores()),
        mover=sitting.seat,
        winners=() if sitting.loser >= 0 else tuple(match.winners()),
        loser=sitting.loser,
    )
