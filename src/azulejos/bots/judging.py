"""What a position is worth to each seat: by the net, by hand between two rounds, or as the game ended."""

from azulejos.bots.evaluating import evaluate, softmax
from azulejos.bots.nodes import MARGIN, learned
from azulejos.bots.slots import features, score_of, shares, stage
from azulejos.core.jit import kernel
from azulejos.core.layout import ENDED, PHASE, PLAYERS

MARGIN_SCALE = 15.0  # points that make a clear win


@kernel
def judge(s, desk, mark):
    """What each seat may expect, or has got, in `desk.value`; without a net only between rounds.

    `mark` is that of the position.
    """
    if s[PHASE] == ENDED:
        settle(s, desk)
        return
    if learned(desk):
        evaluate(desk, mark)
        return
    row = stage(s) * len(desk.features)
    for seat in range(s[PLAYERS]):
        features(s, seat, desk.features)
        worth = 0.0
        for n in range(len(desk.features)):
            worth += desk.value_weights[row + n] * desk.features[n]
        desk.value[seat] = worth
    softmax(desk.value, s[PLAYERS])


@kernel
def settle(s, desk):
    """The result: mostly who won, and a little by how much, so that a lost game is still played well."""
    players = s[PLAYERS]
    for seat in range(players):
        desk.value[seat] = score_of(s, seat) / MARGIN_SCALE
    softmax(desk.value, players)
    shares(s, desk.features)
    part = desk.settings[MARGIN]
    for seat in range(players):
        desk.value[seat] = part * desk.value[seat] + (1 - part) * desk.features[seat]
