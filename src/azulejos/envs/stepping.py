"""Many games side by side, each one move further: what `VectorEnv` calls once a step.

A row of `states` is a game's flat state and after it five words of its luck. Every game is the very game
that `azulejos.new` gives for the seed among them: its starter and its deals come from the same streams.
"""

from typing import Any, NamedTuple

from azulejos.bots.slots import deal, draw, list_moves, play, score_of
from azulejos.core.jit import kernel
from azulejos.core.layout import DEAL, ENDED, OVER, PHASE, PLAYERS, TURN
from azulejos.core.rng import below, mix32, next32, start_stream
from azulejos.core.table import fingerprint, mover
from azulejos.envs.slots import begin, observe, sample_move, standing

# the words of luck, counted from a row's end
LUCK = 5
SEED = -5  # of the game
DEALS = -4  # made so far
GAME = -3  # how many games this row has seen before
MOVES = -2  # of this game so far
MARK = -1  # of all words before it, in what `VectorEnv.states` gives away

REWARDS = ("win", "rank", "margin", "score")
WIN, RANK, MARGIN, SCORE = range(len(REWARDS))

LOOK, BEGIN, PLAY = range(3)  # what is done with a batch

NO_ONE = -1  # nobody has lost by an illegal action
NEVER = -1  # a row's games before its first one
SAMPLING = 1 << 62  # the streams that `sample` draws from; no row's games are that far down


class Desk(NamedTuple):
    """A batch and room to work in; the leading length of the first nine is that of the batch."""

    states: Any  # [row, word]: int64, in plain Python a list of lists
    finals: Any  # [row, word]: how the last game of a row ended
    masks: Any  # [row, action]: int8
    observations: Any  # [row, number]: float32, no numbers where none are wanted
    rewards: Any  # [row, seat]: float32
    scores: Any  # [row, seat]: int32
    done: Any  # [row]: bool
    seats: Any  # [row]: int8, who decides
    moves: Any  # [row]: int32, of the game that the action was part of
    illegal: Any  # [row]: bool, whether the action was
    first: int  # the number of the first row: a thread's desk has a part of the batch
    like: Any  # a state with the options of this batch
    room: Any  # for legal actions
    rng: Any
    dealt: Any


@kernel
def go_on(desk, deed, actions, seed, scheme):
    """Play an action in every row, begin a new game everywhere, or only look again.

    One kernel does all three, so that rules and observations are compiled in one place only.
    """
    for row in range(len(desk.states)):
        s = desk.states[row]
        advance(desk, s, row, deed, actions[row], seed, scheme)
        look(desk, s, row)


@kernel
def advance(desk, s, row, deed, action, seed, scheme):
    """All of that in one row, up to the decision to come; `s` is the row's state, or a copy of it."""
    if deed == BEGIN:
        begin_game(desk, s, row, seed)
    for seat in range(s[PLAYERS]):
        desk.rewards[row, seat] = worth(s, seat, scheme, NO_ONE)
    loser = act(s, desk.masks[row], action) if deed == PLAY else NO_ONE
    settle(desk, s, row, scheme, loser)
    if s[PHASE] == ENDED:
        for word in range(len(s) - 1):  # no mark: it would be an old one, or none
            desk.finals[row][word] = s[word]
        begin_game(desk, s, row, seed)
    make_deals(desk, s)


@kernel
def first_illegal(desk, actions):
    """The first row whose action its mask forbids, or -1."""
    for row in range(len(desk.states)):
        if not allowed(desk.masks[row], actions[row]):
            return row
    return -1


@kernel
def allowed(mask, action):
    """Whether a mask allows an action, which may be any number."""
    return 0 <= action < len(mask) and mask[action] == 1


@kernel
def act(s, mask, action):
    """Play an action; where the mask forbids it the game ends, and the seat that lost it is told."""
    loser = NO_ONE
    if allowed(mask, action):
        play(s, action)
    else:
        loser = s[TURN]
        s[PHASE] = ENDED
        s[TURN] = OVER
    s[MOVES] += 1
    return loser


@kernel
def settle(desk, s, row, scheme, loser):
    """Tell what the action brought; `desk.rewards` has what things were worth before."""
    for seat in range(s[PLAYERS]):
        desk.rewards[row, seat] = worth(s, seat, scheme, loser) - desk.rewards[row, seat]
        desk.scores[row, seat] = points(s, seat, loser)
    desk.done[row] = s[PHASE] == ENDED
    desk.illegal[row] = loser != NO_ONE
    desk.moves[row] = s[MOVES]


# --- rewards --------------------------------------------------------------------------------------------


@kernel
def worth(s, seat, scheme, loser):
    """What a game is worth to a seat so far: a step's reward is what it adds to this."""
    if scheme == SCORE:
        return 1.0 * points(s, seat, loser)
    if scheme == MARGIN:
        return 1.0 * lead(s, seat, loser)
    if s[PHASE] != ENDED:
        return 0.0
    ahead, level = others(s, seat, loser)
    if scheme == RANK:
        return 1.0 - (ahead + 0.5 * level) / (s[PLAYERS] - 1)
    return 1.0 / (level + 1) if ahead == 0 else 0.0


@kernel
def points(s, seat, loser):
    """A seat's points; whoever loses by an illegal action loses them too."""
    return 0 if seat == loser else score_of(s, seat)


@kernel
def lead(s, seat, loser):
    """How many points a seat has more than the best of the others."""
    best = 0
    for other in range(s[PLAYERS]):
        if other != seat:
            best = max(best, points(s, other, loser))
    return points(s, seat, loser) - best


@kernel
def others(s, seat, loser):
    """How many others stand better than a seat, and how many are level with it."""
    own = place(s, seat, loser)
    ahead = 0
    level = 0
    for other in range(s[PLAYERS]):
        if other != seat:
            theirs = place(s, other, loser)
            ahead += 1 if theirs > own else 0
            level += 1 if theirs == own else 0
    return ahead, level


@kernel
def place(s, seat, loser):
    """How a seat stands; whoever loses by an illegal action is behind all others."""
    return -1 if seat == loser else standing(s, seat)


# --- games that begin, deals ----------------------------------------------------------------------------


@kernel
def begin_game(desk, s, row, seed):
    """The row's next game, whose seed depends on the batch's, on the row and on how many there were."""
    rng = desk.rng
    s[GAME] += 1
    start_stream(rng, seed, ((desk.first + row) << 32) + s[GAME])
    high = next32(rng)
    s[SEED] = (high << 31) | (next32(rng) >> 1)
    s[DEALS] = 0
    s[MOVES] = 0
    start_stream(rng, s[SEED], 0)  # the starter comes from the stream before the deals', as in a match
    begin(s, desk.like, below(rng, desk.like[PLAYERS]))


@kernel
def make_deals(desk, s):
    """Make the deals that are due."""
    while s[PHASE] == DEAL:
        s[DEALS] += 1
        start_stream(desk.rng, s[SEED], s[DEALS])
        draw(s, desk.rng, desk.dealt)
        deal(s, desk.dealt)


# --- looking --------------------------------------------------------------------------------------------


@kernel
def look(desk, s, row):
    """Tell who decides, what is allowed and, where that is wanted, what they see."""
    mask = desk.masks[row]
    for action in range(len(mask)):
        mask[action] = 0
    look_closer(desk, s, row)


@kernel
def look_closer(desk, s, row):
    """The same with a mask that is all 0."""
    desk.seats[row] = mover(s)
    mask = desk.masks[row]
    for k in range(list_moves(s, desk.room)):
        mask[desk.room[k]] = 1
    o = desk.observations[row]
    if len(o) > 0:
        observe(s, mover(s), o)


@kernel
def sample(desk, seed, draws, actions):
    """A random legal action for every row, from a stream of the row's own."""
    for row in range(len(desk.states)):
        actions[row] = sample_one(desk.states[row], desk.rng, desk.first + row, seed, draws)


@kernel
def sample_one(s, rng, number, seed, draws):
    """A random legal action, given how many were drawn before."""
    start_stream(rng, seed, SAMPLING + (number << 32) + draws)
    return sample_move(s, rng)


# --- marks ----------------------------------------------------------------------------------------------


@kernel
def mark_rows(states, like):
    """Give every row its mark."""
    for row in range(len(states)):
        states[row][MARK] = mark_of(states[row], like)


@kernel
def first_unmarked(states, like):
    """The first row that does not bear its own mark, or -1."""
    for row in range(len(states)):
        if states[row][MARK] != mark_of(states[row], like):
            return row
    return -1


@kernel
def mark_of(s, like):
    """A number that any change of a row's other words changes, and other options than those of `like`."""
    return mix32(fingerprint(s, len(s) - 1) + fingerprint(like, len(like)))
