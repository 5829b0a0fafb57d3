"""Summer Pavilion's rules as kernels: one rule, one function, over the state laid out in `fields`.

Nothing here checks legality: `play` expects an action of `list_moves`, `deal` what `draw` brought.
"""

from azulejos.pavilion.kernels.acquiring import offers, take
from azulejos.pavilion.kernels.encoded_board import BOARD
from azulejos.pavilion.kernels.encoding import (
    ENCODED,
    ENCODING,
    PART_WORDS,
    TABLE,
    encode,
    encode_part,
    encode_rest,
    part_words,
    parts,
    viewer,
)
from azulejos.pavilion.kernels.groups import count_kept, count_picks, nth_group
from azulejos.pavilion.kernels.judging import (
    FEATURE_NAMES,
    FEATURES,
    KINDS,
    STAGES,
    between_rounds,
    features,
    kind,
    shares,
    stage,
)
from azulejos.pavilion.kernels.keys import KEYS, MOVE_KEYS, move_keys, next_keys
from azulejos.pavilion.kernels.likely import group_of, likely
from azulejos.pavilion.kernels.moves import (
    count_placements,
    held,
    list_groups,
    list_moves,
    list_on_star,
    list_placements,
    list_takes,
    nth_placement,
    placement_of_colour,
    sample_move,
)
from azulejos.pavilion.kernels.placing import (
    bonus_of,
    lay,
    open_spaces,
    payments,
    pick,
    place,
    placement,
    placement_parts,
)
from azulejos.pavilion.kernels.playing import play, playout, random_game, random_games
from azulejos.pavilion.kernels.setup import begin_round, deal, draw, set_up, wild
from azulejos.pavilion.kernels.stars import (
    accepts,
    in_star,
    number_points,
    number_worth,
    star_points,
    star_worth,
)
from azulejos.pavilion.kernels.traits import TRAIT_NAMES, TRAITS, traits
from azulejos.pavilion.kernels.turns import (
    LEAST_SCORE,
    begin_placing,
    end_round,
    end_turn,
    free_corners,
    lose,
    next_seat,
    pass_and_keep,
    score_of,
)
