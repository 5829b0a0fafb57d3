"""One action carried out, and whole random games."""

from azulejos.core.jit import kernel
from azulejos.core.lanes import COLOURS
from azulejos.core.layout import DEAL, ENDED, PHASE
from azulejos.core.rng import below, start_stream
from azulejos.pavilion.fields import BONUS_FROM, PASS_FROM, TAKES
from azulejos.pavilion.kernels.acquiring import take
from azulejos.pavilion.kernels.moves import sample_move
from azulejos.pavilion.kernels.placing import pick, place, placement_parts
from azulejos.pavilion.kernels.setup import deal, draw, set_up
from azulejos.pavilion.kernels.turns import pass_and_keep


@kernel
def play(s, action):
    """Carry out a legal action and all that follows by itself, up to a decision, a deal or the end."""
    if action < TAKES:
        take(s, action // COLOURS, action % COLOURS)
    elif action < BONUS_FROM:
        space, colour, wilds = placement_parts(action)
        place(s, space, colour, wilds)
    elif action < PASS_FROM:
        pick(s, action - BONUS_FROM)
    else:
        pass_and_keep(s, action - PASS_FROM)


@kernel
def playout(s, rng, dealt):
    """Play uniformly random moves to the end of the game and tell how many were made."""
    moves = 0
    while s[PHASE] != ENDED:
        if s[PHASE] == DEAL:
            draw(s, rng, dealt)
            deal(s, dealt)
        else:
            play(s, sample_move(s, rng))
            moves += 1
    return moves


@kernel
def random_game(s, rng, dealt, seed, number, players, grey):
    """Play game `number` of `seed` at random, from set-up to end, and tell how many moves it took."""
    start_stream(rng, seed, number)
    set_up(s, players, grey, below(rng, players))
    return playout(s, rng, dealt)


@kernel
def random_games(s, rng, dealt, seed, first, games, players, grey):
    """Play so many random games one after the other and tell how many moves they took."""
    moves = 0
    for number in range(first, first + games):
        moves += random_game(s, rng, dealt, seed, number, players, grey)
    return moves
