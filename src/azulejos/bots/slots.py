"""What the search asks of a family, by name. Each of these only stands for the family's own kernel."""

from azulejos.core.jit import slot


@slot
def list_moves(s, moves):
    """Write all legal actions into `moves` and tell how many there are."""
    raise NotImplementedError


@slot
def play(s, action):
    """Carry out a legal action and all that follows by itself."""
    raise NotImplementedError


@slot
def draw(s, rng, dealt):
    """Draw what a deal brings, changing nothing but `dealt`."""
    raise NotImplementedError


@slot
def deal(s, dealt):
    """Lay out what was drawn."""
    raise NotImplementedError


@slot
def likely(s, rng):
    """A random move that is seldom silly, for playing a round out."""
    raise NotImplementedError


@slot
def between_rounds(s):
    """Whether a deal that begins a round is due, or the game is over."""
    raise NotImplementedError


@slot
def shares(s, out):
    """When the game is over: each seat's share of the win."""
    raise NotImplementedError


@slot
def stage(s):
    """Which row of the value's weights applies."""
    raise NotImplementedError


@slot
def features(s, seat, out):
    """What a seat has going for it."""
    raise NotImplementedError


@slot
def kind(s):
    """Which row of the prior's weights applies."""
    raise NotImplementedError


@slot
def traits(s, action, out):
    """What speaks for and against a move."""
    raise NotImplementedError


@slot
def score_of(s, seat):
    """A seat's points."""
    raise NotImplementedError


@slot
def viewer(s):
    """The seat that `encode` sees the position from: who decides, or who will."""
    raise NotImplementedError


@slot
def encode(s, active):
    """Write the indices of all features that a position has for a net, and tell how many they are."""
    raise NotImplementedError


@slot
def parts(s):
    """How many parts a position has: features that follow from a few words, and change seldom."""
    raise NotImplementedError


@slot
def part_words(s, part, words):
    """Write the words that the features of a part follow from, the number of the part among them."""
    raise NotImplementedError


@slot
def encode_part(s, part, active, n):
    """Write the features of a part from place n on; tells what comes after, and `TOLD` bits for the rest."""
    raise NotImplementedError


@slot
def encode_rest(s, told, active, n):
    """Write the features of no part from place n on, by what all parts told; tells what comes after."""
    raise NotImplementedError


@slot
def move_keys(s, action, keys):
    """Write the keys by which a net knows a legal action."""
    raise NotImplementedError


@slot
def next_keys(s, action, before, keys):
    """The same where `keys` are those of `before`, an action of the same position, or of none (-1)."""
    raise NotImplementedError
