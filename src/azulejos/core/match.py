"""`Match`: the checked, friendly side of a game. Text goes in, named errors come out, deals happen alone.

It keeps a record of entries (moves and deals) and the state after each of them, so going back is
exact. It knows no family: everything about a game it asks of `Rules`.
"""

import secrets
from collections.abc import Hashable, Sequence
from typing import Any, Self

from azulejos.core import rng
from azulejos.core.checks import quoted, whole
from azulejos.core.errors import IllegalMove, NotationError, RulesError
from azulejos.core.reasons import Reason
from azulejos.core.record import DEAL, UNFINISHED, Entry, Record, check_name
from azulejos.core.rules import NOBODY, OVER, Deal, Rules, State, Step

MOST_SEED = 2**63 - 1


class Match:
    """One game in progress or over. Made by `azulejos.new`, `load` and `read`."""

    def __init__(self, rules: Rules, start: State, start_line: str, names: Sequence[str], seed: int) -> None:
        self.rules = rules
        self._names = tuple(names)
        self._seed = seed
        self._start_line = start_line
        self._states = [start]  # _states[n] is the state after n entries
        self._entries: list[Entry] = []
        self._actions: list[int | None] = []  # the action of each entry, None for a deal
        self._seen: dict[tuple[int, Hashable], Deal] = {}

    @classmethod
    def new(
        cls,
        rules: Rules,
        seed: int | None = None,
        starter: int | None = None,
        names: Sequence[str] | None = None,
    ) -> Self:
        """A new game; the starter is drawn from the seed unless named (A9)."""
        seed = check_seed(seed)
        if starter is None:
            stream = [0] * rng.WORDS
            rng.start_stream(stream, seed, 0)
            starter = int(rng.below(stream, rules.players))
        starter = whole(starter, "starter", 0, rules.players - 1, f"a seat from 0 to {rules.players - 1}")
        start_line = f"starter {starter}"
        match = cls(rules, rules.start(starter), start_line, _names(rules, names), seed)
        match._settle()
        return match

    @classmethod
    def load(
        cls,
        rules: Rules,
        state: State,
        seed: int | None = None,
        names: Sequence[str] | None = None,
    ) -> Self:
        """A game that goes on from a position."""
        seed = check_seed(seed)
        start_line = f"position {rules.code(state)}"
        rules.settle(state)
        match = cls(rules, state, start_line, _names(rules, names), seed)
        match._settle()
        return match

    # --- looking --------------------------------------------------------------------------------------

    @property
    def game(self) -> str:
        """The game's name."""
        return self.rules.game

    @property
    def options(self) -> dict[str, Any]:
        """The options, as a position lists them."""
        return self.rules.options.as_dict()

    @property
    def names(self) -> tuple[str, ...]:
        """The seats' names."""
        return self._names

    @property
    def ply(self) -> int:
        """The number of entries of the record: moves and deals."""
        return len(self._entries)

    @property
    def turn(self) -> int | None:
        """The seat to decide, None when the game is over."""
        decider = self.rules.decider(self.state)
        return None if decider == OVER else decider

    @property
    def phase(self) -> str:
        """The phase, as a position names it."""
        return self.rules.phase(self.state)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.rules.decider(self._states[-1]) == OVER

    @property
    def ending(self) -> str | None:
        """Why the game ended, in a word; None before the end."""
        return self.rules.ending(self._states[-1])

    @property
    def state(self) -> State:
        """The state as the rules hold it, for programs that search; never change it."""
        self._settle()
        return self._states[-1]

    @property
    def states(self) -> tuple[State, ...]:
        """The states so far, one more than entries; never change them."""
        return tuple(self._states)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The record's entries so far."""
        return tuple(self._entries)

    @property
    def actions(self) -> tuple[int | None, ...]:
        """The entries so far as the rules number them: an action for a move, None for a deal."""
        return tuple(self._actions)

    def moves(self) -> list[str]:
        """The legal moves; none when the game is over."""
        state = self.state
        return [self.rules.move_text(state, action) for action in self.rules.actions(state)]

    def why_not(self, move: str) -> Reason | None:
        """What the rules have against a move given as text, None where it is legal; NotationError."""
        return self.rules.why_not(self.state, move)

    def position(self) -> dict[str, Any]:
        """The position as JSON data."""
        return self.rules.position(self.state)

    def code(self) -> str:
        """The position in one line, which `azulejos.load` reads."""
        return self.rules.code(self.state)

    def show(self) -> dict[str, Any]:
        """What lies on the table as plain data for a screen; unlike a position also before a deal."""
        return self.rules.show(self._states[-1])

    def preview(self) -> dict[str, Any] | None:
        """The legal moves with what each would bring, as plain data; None when the game is over."""
        return None if self.over else self.rules.preview(self.state)

    def near(self) -> list[dict[str, int]]:
        """Seats and rows that will end the game when the round does."""
        return self.rules.near(self._states[-1])

    def log(self, since: int = 0) -> list[dict[str, Any]]:
        """The record's entries from that ply on, each told: who, what, in which round, with what effect."""
        return [self._told(ply) for ply in range(whole(since, "since", 0, self.ply), self.ply)]

    def _told(self, ply: int) -> dict[str, Any]:
        before, after = self._states[ply : ply + 2]
        entry, action = self._entries[ply], self._actions[ply]
        if action is None:
            number, told = self.rules.round(after), self.rules.told_deal(before, after)
        else:
            number, told = self.rules.round(before), self.rules.told(before, action)
        return {"ply": ply, "seat": entry.seat, "move": entry.text, "round": number, "told": told}

    def scores(self) -> list[int]:
        """Points per seat."""
        return self.rules.scores(self._states[-1])

    def winners(self) -> list[int]:
        """The seats that won, several when shared; none before the end."""
        return self.rules.winners(self._states[-1])

    def breakdown(self) -> list[dict[str, Any]]:
        """Per seat: what each round brought, the final bonuses by reason, the total."""
        steps = zip(self._states, self._states[1:], strict=False)
        rounds = [told for step in steps if (told := self.rules.ledger(*step)) is not None]
        state = self._states[-1]
        return [
            {
                "rounds": [told[seat] for told in rounds],
                "bonuses": self.rules.bonuses(state, seat),
                "total": total,
            }
            for seat, total in enumerate(self.scores())
        ]

    def account(self) -> list[dict[str, Any]] | None:
        """How the last entry's round was scored, tile by tile; None unless the last move ended one."""
        last = self._last_move()
        if last < 0 or self.rules.ledger(self._states[last], self._states[last + 1]) is None:
            return None
        return self.rules.account(self._steps_of_round(last), self._states[last + 1])

    def _steps_of_round(self, last: int) -> list[Step]:
        """The moves of the round that this entry finished, each with the state it was made in."""
        steps: list[Step] = []
        for ply in range(last, -1, -1):
            if ply < last and self.rules.ledger(self._states[ply], self._states[ply + 1]) is not None:
                break
            action = self._actions[ply]
            if action is not None:
                steps.append((self._states[ply], action))
        return steps[::-1]

    # --- playing --------------------------------------------------------------------------------------

    def play(self, move: str) -> Self:
        """Make a move given as text, and the deal that falls due; a refused move changes nothing."""
        state = self.state
        try:
            action = self.rules.read_move(state, move)
        except IllegalMove as error:
            raise error.at(f"at ply {self.ply}") from None
        return self.play_action(action)

    def play_action(self, action: int) -> Self:
        """Make a move given as its number, which must be legal here."""
        state = self.state
        entry = Entry(self.rules.decider(state), self.rules.move_text(state, action))
        after = self.rules.copy(state)
        self.rules.play(after, action)
        self._append(entry, action, after)
        self._settle()
        return self

    def undo(self) -> Self:
        """Take the last move back, with the deal that followed it."""
        last = self._last_move()
        if last < 0:
            raise RulesError("nothing to undo: no move has been made")
        self._cut(last)
        return self

    def _last_move(self) -> int:
        """The ply of the last move, passing over deals; -1 where there is none."""
        last = self.ply - 1
        while last >= 0 and self._actions[last] is None:
            last -= 1
        return last

    def copy(self, seed: int | None = None) -> Self:
        """An independent copy. With a seed its future deals come from there, so nobody can peek."""
        twin = type(self)(
            self.rules,
            self._states[0],
            self._start_line,
            self._names,
            self._seed if seed is None else check_seed(seed),
        )
        twin._states = list(self._states)  # states are never changed once they are listed
        twin._entries = list(self._entries)
        twin._actions = list(self._actions)
        twin._seen = dict(self._seen)
        if seed is not None:  # what has been dealt stays known, what was once to come does not
            dealt = self._actions.count(None)
            twin._seen = {key: deal for key, deal in self._seen.items() if key[0] <= dealt}
        return twin

    __copy__ = copy

    def at(self, ply: int) -> Self:
        """A copy as it stood after that many entries of the record.

        If a deal is due there, it is made as soon as somebody looks at the turn, phase or moves.
        """
        ply = whole(ply, "ply", 0, self.ply)
        twin = self.copy()
        twin._cut(ply)
        return twin

    def _settle(self) -> None:
        """Draw the deal that is due, if one is: from the record where it was seen, else from the seed.

        A game cut just before a deal waits here until somebody looks at what comes next.
        """
        state = self._states[-1]
        if self.rules.decider(state) != NOBODY:
            return
        number = 1 + self._actions.count(None)
        deal = self._seen.get((number, self.rules.chances(state)))
        self._deal(self.rules.draw(state, self._seed, number) if deal is None else deal)

    def _deal(self, deal: Deal) -> None:
        state = self._states[-1]
        self._seen[1 + self._actions.count(None), self.rules.chances(state)] = deal
        after = self.rules.copy(state)
        self.rules.deal(after, deal)
        self._append(Entry(DEAL, self.rules.deal_text(deal)), None, after)

    def _append(self, entry: Entry, action: int | None, after: State) -> None:
        self._entries.append(entry)
        self._actions.append(action)
        self._states.append(after)

    def _cut(self, ply: int) -> None:
        del self._entries[ply:], self._actions[ply:], self._states[ply + 1 :]

    # --- records --------------------------------------------------------------------------------------

    def record(self) -> str:
        """The whole game as text."""
        return str(
            Record(
                self.rules.game,
                self.rules.options_text(),
                self._start_line,
                self._names,
                tuple(self._entries),
                self._end_line(),
            )
        )

    def _end_line(self) -> str:
        if not self.over:
            return UNFINISHED
        points = " ".join(map(str, self.scores()))
        winners = " and ".join(map(str, self.winners()))
        return f"result {points}, won by {winners} ({self.ending})"

    def replay(self, record: Record) -> None:
        """Play a record's entries, from its start; errors say at which ply. An empty end is not checked."""
        for ply, entry in enumerate(record.entries):
            try:
                self._replay_entry(entry)
            except RulesError as error:
                raise error.at(f"at ply {ply}") from None
        if record.end and record.end != self._end_line():
            raise NotationError(
                f"the record ends with {record.end!r}, but its moves end {self._end_line()!r}"
            )

    def _replay_entry(self, entry: Entry) -> None:
        state = self._states[-1]
        decider = self.rules.decider(state)
        if entry.seat == DEAL:
            self._deal(self.rules.read_deal(state, entry.text))
            return
        if decider == NOBODY:
            raise IllegalMove(f"{entry}: a deal is due, expected 'deal ...'")
        action = self.rules.read_move(state, entry.text)
        if entry.seat != decider:
            raise IllegalMove(f"{entry}: it is the turn of seat {decider}")
        after = self.rules.copy(state)
        self.rules.play(after, action)
        self._append(Entry(decider, self.rules.move_text(state, action)), action, after)

    def __repr__(self) -> str:
        decider = self.rules.decider(self._states[-1])
        course = {OVER: "over", NOBODY: "a deal is due"}.get(decider, f"seat {decider} to decide")
        return f"<{self.game} {self.rules.options_text()}, ply {self.ply}, {course}>"


def check_seed(seed: int | None) -> int:
    """The seed, or a fresh one where none is given."""
    if seed is None:
        return secrets.randbits(62)
    return whole(seed, "seed", 0, MOST_SEED)


def _names(rules: Rules, names: Sequence[str] | None) -> list[str]:
    if names is None:
        return [f"Seat {seat}" for seat in range(rules.players)]
    if isinstance(names, str) or not isinstance(names, Sequence) or len(names) != rules.players:
        raise RulesError(f"names is {quoted(names)}, expected {rules.players} names")
    return [check_name(name) for name in names]
