"""Fields that lie in the same place in every game that is played with factories, bag and marker.

A state is one flat sequence of integers: a list in plain Python, an int64 array once compiled. A
family's `fields` adds what only it has. Fields of a board stand side by side for the four seats, so a
seat's score is `s[SCORE + seat]`.
"""

SEATS = 4
MOST_FACTORIES = 9

CENTRE = 9  # sources 0 to 8 are factories; s[source] is a lane word of what lies there
BAG = 10
AVAIL = 12  # per colour, the set of sources that hold it
TURN = 13  # the seat to decide, or NOBODY, or OVER
PHASE = 14
ROUND = 15
STARTER = 16  # the seat that began the round
MARKER = 17  # the seat that took the marker this round, or IN_CENTRE
PLAYERS = 18
GREY = 19  # 1 on the grey side of the boards

NOBODY = -1  # a deal is due
OVER = -2
IN_CENTRE = -1

DEAL = 6  # phases that every game has; a family numbers its own from 0
ENDED = 7

# --- what a part of a position tells, besides its features, to a net's eyes --------------------------

TOLD = 12  # bits
SAYS = (1 << TOLD) - 1
