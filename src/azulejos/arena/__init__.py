"""The arena: bots play bots, and it tells how good they are.

`plan` says what to play, `run` plays it on all cores, `summary` tells what came out.
No rules and no bots live here, and no screen is needed: only `report` and `progress` draw.
"""

from azulejos.arena.errors import ArenaTrouble as ArenaTrouble
from azulejos.arena.plans import Plan as Plan
from azulejos.arena.plans import plan as plan
from azulejos.arena.results import Failure as Failure
from azulejos.arena.results import Game as Game
from azulejos.arena.results import Results as Results
from azulejos.arena.runner import run as run
from azulejos.arena.summary import summary as summary
