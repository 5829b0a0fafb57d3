"""One action carried out, and whole random games."""

from azulejos.azul.fields import DRAFTS, MIXED
from azulejos.azul.kernels.moves import sample_move
from azulejos.azul.kernels.offer import draft
from azulejos.azul.kernels.setup import deal, draw, set_up
from azulejos.azul.kernels.tiling import begin_tiling, choose_cell, tile_from
from azulejos.core.jit import kernel
from azulejos.core.layout import AVAIL, DEAL, ENDED, PHASE, PLAYERS, TURN
from azulejos.core.rng import below, start_stream


@kernel
def play(s, action):
    """Carry out a legal action and all that follows by itself, up to a decision, a deal or the end."""
    if DRAFTS <= action < MIXED:
        choose_cell(s, action - DRAFTS)
        first = s[TURN]
    else:
        draft(s, action)
        if s[AVAIL] != 0:
            seat = s[TURN] + 1
            s[TURN] = 0 if seat == s[PLAYERS] else seat  # A12: clockwise
            return
        begin_tiling(s)
        first = 0
    tile_from(s, first)  # in one place for both: a second one is a second to compile


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
def random_game(s, rng, dealt, seed, number, players, grey, jokers, max_rounds):
    """Play game `number` of `seed` at random, from set-up to end, and tell how many moves it took."""
    start_stream(rng, seed, number)
    set_up(s, players, grey, jokers, max_rounds, below(rng, players))
    return playout(s, rng, dealt)


@kernel
def random_games(s, rng, dealt, seed, first, games, players, grey, jokers, max_rounds):
    """Play so many random games one after the other and tell how many moves they took."""
    moves = 0
    for number in range(first, first + games):
        moves += random_game(s, rng, dealt, seed, number, players, grey, jokers, max_rounds)
    return moves
