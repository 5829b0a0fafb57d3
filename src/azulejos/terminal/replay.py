"""Stepping through a record: every position, what happened there, how rounds were scored."""

import json
from typing import Any

from azulejos.core.match import Match
from azulejos.core.record import DEAL
from azulejos.terminal.blocks import WARNING
from azulejos.terminal.console import Terminal
from azulejos.terminal.english import does
from azulejos.terminal.faces import face

KEYS = "Enter next, b back, r next round, e end, a number, q quit"


class Replay:
    """A finished record, shown ply by ply. The game is read, never changed."""

    def __init__(self, game: Match, terminal: Terminal) -> None:
        self.game = game
        self.last = game.ply  # asking the game whose turn it is would draw the next deal
        self.terminal = terminal
        self.face = face(game.game)

    def show_all(self) -> None:
        """Every step as text."""
        for ply in range(self.last + 1):
            self.show(ply)

    def show(self, ply: int) -> None:
        """One position, and below it what led there."""
        then = self.game.at(ply)
        self.terminal.say(f"--- {ply} of {self.last} ---", "dim")
        room = self.terminal.room_above(["the ply", self._happened(ply), KEYS])
        self.terminal.draw(self.face.draw(then.show(), then.names, self.terminal.width, room))
        self.terminal.say(self._happened(ply))
        if ply and then.entries[-1].seat != DEAL and (account := then.account()):
            self.terminal.say(f"Round {then.show()['round']} is over and scored:", "bold")
            self.terminal.draw(self.face.explain(account, then.names, self.terminal.width))
        if then.over:
            self.terminal.say(self.face.result(then))

    def _happened(self, ply: int) -> str:
        if ply == 0:
            return "The game begins."
        entry = self.game.entries[ply - 1]
        if entry.seat == DEAL:
            return self.face.dealt(entry.text)
        told = self.face.story(self.game.at(ply - 1), entry.text)
        return f"{entry.text}: {does(self.game.names[entry.seat], told)}."

    # --- stepping -------------------------------------------------------------------------------------

    def step_through(self) -> None:
        """Turn pages as the person asks, until they leave."""
        ply = 0
        while True:
            self.terminal.page()
            self.show(ply)
            answer: int | None = None
            while answer is None:
                line = self.terminal.ask(f"[{ply}/{self.last}] {KEYS}: ")
                if line is None or line.strip().lower() in ("q", "quit"):
                    return
                answer = self._goal(line.strip().lower(), ply)
            ply = answer

    def _goal(self, word: str, ply: int) -> int | None:
        """The ply that a word leads to; None, and a sentence, where it leads nowhere."""
        goals = {"": ply + 1, "n": ply + 1, "b": ply - 1, "r": self._next_round(ply), "e": self.last}
        goal = int(word) if word.isascii() and word.isdigit() and len(word) < 7 else goals.get(word)
        if goal is None:
            self.terminal.say(f"{word!r} is no key: {KEYS}", WARNING)
        elif not 0 <= goal <= self.last:
            self.terminal.say(f"The record goes from 0 to {self.last}.", WARNING)
        else:
            return goal
        return None

    def _next_round(self, ply: int) -> int:
        rounds = [self.game.at(after).show()["round"] for after in range(ply, self.last + 1)]
        return next((after for after, number in enumerate(rounds, ply) if number != rounds[0]), self.last)


# --- for programs -------------------------------------------------------------------------------------------


def as_json(game: Match, ply: int | None = None) -> str:
    """The positions and scores of a record; with a ply that step alone, and all the rest as of then."""
    plies = range(game.ply + 1) if ply is None else [ply]
    steps = [_step(game, ply) for ply in plies]
    game = game if ply is None else game.at(ply)
    whole: dict[str, Any] = {
        "game": game.game,
        "options": game.options,
        "names": game.names,
        "steps": steps,
        "breakdown": game.breakdown(),
        "winners": game.winners(),
        "ending": game.ending,
    }
    return json.dumps(whole)


def _step(game: Match, ply: int) -> dict[str, Any]:
    then = game.at(ply)
    due = then.show()["phase"] == "deal"  # a position cannot hold this; asking for one would deal
    return {
        "ply": ply,
        "entry": str(then.entries[-1]) if ply else None,
        "phase": then.show()["phase"],
        "scores": then.scores(),
        "position": None if due else then.position(),
    }
