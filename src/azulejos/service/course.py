"""How a game goes on at a table, on copies: a move with what is forced after it, and tiling by all at once.

Nothing here waits, stores or tells; a table does that with what it gets from here.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from azulejos.core.match import Match
from azulejos.core.record import DEAL
from azulejos.store.records import Move

TILING, BONUS = "tiling", "bonus"

Drafts = Mapping[int, Sequence[str]]  # wall choices made but not yet shown, by seat


def played(match: Match, text: str) -> tuple[Match, tuple[Move, ...]]:
    """The game after a move and whatever is forced after it, and the entries that this adds; RulesError."""
    after = match.copy().play(text)
    return _settled(match, after)


def begun(match: Match, since: int = 0) -> tuple[Move, ...]:
    """The entries of a game that has just been set up, from `since` on: the deal that is due."""
    match.moves()  # whoever looks at what comes next has it dealt
    return _entries(match, since, set())


def _settled(before: Match, after: Match) -> tuple[Match, tuple[Move, ...]]:
    """Make the moves that leave no choice; wall choices the engine makes alone."""
    forced: set[int] = set()
    while not after.over and after.phase != TILING:
        actions = after.rules.actions(after.state)
        if len(actions) != 1:
            break
        forced.add(after.ply)
        after.play_action(actions[0])
    return after, _entries(after, before.ply, forced)


def _entries(match: Match, since: int, forced: set[int]) -> tuple[Move, ...]:
    return tuple(
        Move(entry.seat, entry.text, ply in forced)
        for ply, entry in enumerate(match.entries[since:], start=since)
    )


# --- turns: some are several decisions -----------------------------------------------------------------


def ends_turn(match: Match, seat: int, ply: int | None = None) -> bool:
    """Whether that seat's turn is over in this game, or was at a ply of it: not while a bonus is due."""
    state = match.states[match.ply if ply is None else ply]
    return match.rules.phase(state) != BONUS or match.rules.decider(state) != seat


def turns(match: Match, since: int, auto: Collection[int]) -> Counter[int]:
    """How many turns each seat has brought to an end from a ply on, by decisions of its own."""
    made: Counter[int] = Counter()
    entries = match.entries
    decided = [ply for ply in range(since, match.ply) if entries[ply].seat != DEAL and ply not in auto]
    for ply, then in pairwise([*decided, match.ply]):
        made[entries[ply].seat] += ends_turn(match, entries[ply].seat, then)
    return made


# --- tiling: everybody chooses at once, and all choices are shown together (A49) --------------------------


def ahead(match: Match, drafts: Drafts, seat: int) -> Match:
    """The game as this seat sees it while tiling: its own choices made, others' walls do not matter.

    Seats before it choose anything at all, so that nobody, bots included, learns what they have chosen.
    """
    own = match.copy()
    made = list(drafts.get(seat, ()))
    while not own.over and own.phase == TILING and own.turn is not None and own.turn <= seat:
        if own.turn < seat:
            own.play_action(own.rules.actions(own.state)[0])
        elif made:
            own.play(made.pop(0))
        else:
            break
    return own


def undecided(match: Match, drafts: Drafts) -> list[int]:
    """The seats that must decide now: the one whose turn it is, or all that still have wall choices."""
    if match.over or match.turn is None:
        return []
    if match.phase != TILING:
        return [match.turn]
    return [seat for seat in range(match.rules.players) if _chooses(ahead(match, drafts, seat), seat)]


def _chooses(own: Match, seat: int) -> bool:
    return not own.over and own.phase == TILING and own.turn == seat


def revealed(match: Match, drafts: Drafts) -> tuple[Match, tuple[Move, ...]]:
    """The game after everybody's wall choices, which are all made, in the order of the rules."""
    after = match.copy()
    made = {seat: list(texts) for seat, texts in drafts.items()}
    while not after.over and after.phase == TILING:
        assert after.turn is not None
        after.play(made[after.turn].pop(0))
    return _settled(match, after)
