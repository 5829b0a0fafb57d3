"""Many games side by side in which one seat learns: what `VersusEnv` calls once a step.

After the learner's action the other seats answer until it decides again. Nothing is kept beside the games
of `stepping`: the learner's seat and every answer come from streams of the game's own seed.
"""

from typing import Any, NamedTuple

from azulejos.bots.slots import list_moves, play
from azulejos.core.jit import kernel, slot
from azulejos.core.layout import DEAL, ENDED, PHASE, PLAYERS, TURN
from azulejos.core.rng import below, start_stream
from azulejos.core.table import mover
from azulejos.envs.slots import sample_move
from azulejos.envs.stepping import (
    BEGIN,
    MOVES,
    NO_ONE,
    PLAY,
    SEED,
    WIN,
    act,
    begin_game,
    look,
    make_deals,
    points,
    worth,
)

OPPONENTS = ("random", "greedy")
RANDOM, GREEDY = range(len(OPPONENTS))

ANY_SEAT = -1  # another one in every game

# streams of a game's seed, far behind those of its deals
SEATING = 1 << 61
ANSWERS = 1 << 62  # + moves made


class Guests(NamedTuple):
    """Who sits at the tables of a `Desk`, and what only the learner is told."""

    seat: int  # the learner's, or ANY_SEAT
    kinds: Any  # [k]: what the seat plays that sits k places clockwise from the learner
    rewards: Any  # [row]: float32
    wins: Any  # [row]: float32
    spare: Any  # a state to try moves in


@slot
def prospect(s, seat):
    """What a seat's board promises, as the greedy bot sees it."""
    raise NotImplementedError


@kernel
def take_turns(desk, guests, deed, actions, seed, scheme):
    """Play the learner's action in every row, begin a new game everywhere, or only look again."""
    for row in range(len(desk.states)):
        s = desk.states[row]
        if deed == BEGIN:
            begin_game(desk, s, row, seed)
        me = learner(desk, guests, s)
        before = worth(s, me, scheme, NO_ONE)
        loser = act(s, desk.masks[row], actions[row]) if deed == PLAY else NO_ONE
        desk.done[row] = False
        while s[TURN] != me:
            if s[PHASE] == ENDED:
                tell(desk, guests, s, row, me, worth(s, me, scheme, loser) - before, loser)
                keep(desk, s, row)
                begin_game(desk, s, row, seed)
                me = learner(desk, guests, s)
            elif s[PHASE] == DEAL:
                make_deals(desk, s)
            else:
                answer(desk, guests, s, me)
        if not desk.done[row]:
            tell(desk, guests, s, row, me, worth(s, me, scheme, NO_ONE) - before, NO_ONE)
        look(desk, s, row)


@kernel
def learner(desk, guests, s):
    """The learner's seat in this game."""
    if guests.seat != ANY_SEAT:
        return guests.seat
    start_stream(desk.rng, s[SEED], SEATING)
    return below(desk.rng, s[PLAYERS])


@kernel
def tell(desk, guests, s, row, me, reward, loser):
    """What the step brought; points of the learner first, then clockwise."""
    guests.rewards[row] = reward
    guests.wins[row] = worth(s, me, WIN, loser)
    for k in range(s[PLAYERS]):
        desk.scores[row, k] = points(s, (me + k) % s[PLAYERS], loser)
    desk.done[row] = s[PHASE] == ENDED
    desk.illegal[row] = loser != NO_ONE
    desk.moves[row] = s[MOVES]


@kernel
def keep(desk, s, row):
    """Remember how a game ended."""
    for word in range(len(s) - 1):  # no mark, as in `stepping`
        desk.finals[row][word] = s[word]


# --- answers --------------------------------------------------------------------------------------------


@kernel
def answer(desk, guests, s, me):
    """One decision of another seat."""
    start_stream(desk.rng, s[SEED], ANSWERS + s[MOVES])
    if guests.kinds[(mover(s) + s[PLAYERS] - me) % s[PLAYERS]] == GREEDY:
        action = desk.room[below(desk.rng, list_best(s, desk.room, guests.spare))]
    else:
        action = sample_move(s, desk.rng)
    play(s, action)
    s[MOVES] += 1


@kernel
def list_best(s, moves, spare):
    """Write into `moves` the actions after which the seat's own board promises most; how many they are."""
    seat = mover(s)
    most = 0.0
    best = 0
    for k in range(list_moves(s, moves)):
        action = moves[k]
        for word in range(len(spare)):
            spare[word] = s[word]
        play(spare, action)
        promise = prospect(spare, seat)
        if best == 0 or promise > most:
            most = promise
            best = 0
        if promise == most:
            moves[best] = action  # never beyond k, which has been read
            best += 1
    return best
