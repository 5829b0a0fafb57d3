"""What a batch asks of a game beyond what the search does. Each only stands for the game's own kernel."""

from azulejos.core.jit import slot


@slot
def begin(s, like, starter):
    """Lay out a new game with the options of another one, its first deal due."""
    raise NotImplementedError


@slot
def sample_move(s, rng):
    """One legal action, all equally likely."""
    raise NotImplementedError


@slot
def standing(s, seat):
    """A number that is higher the better a seat stands when the game is over, tie-breaks included."""
    raise NotImplementedError


@slot
def observe(s, seat, o):
    """Write all that a seat sees, and tell how many numbers that is."""
    raise NotImplementedError
