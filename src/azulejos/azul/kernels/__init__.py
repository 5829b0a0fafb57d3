"""Azul's rules as kernels: one rule, one function, over the state laid out in `fields`.

Nothing here checks legality: `play` expects an action of `list_moves`, `deal` what `draw` brought.
"""

from azulejos.azul.kernels.encoded_board import BOARD
from azulejos.azul.kernels.encoding import (
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
from azulejos.azul.kernels.ending import (
    alive,
    bonus,
    can_complete,
    can_place,
    capped,
    end_round,
    full_colours,
    full_columns,
    full_rows,
    row_complete,
    stalemate,
)
from azulejos.azul.kernels.judging import (
    FEATURE_NAMES,
    FEATURES,
    STAGES,
    between_rounds,
    features,
    score_of,
    shares,
    stage,
)
from azulejos.azul.kernels.keys import KEYS, MOVE_KEYS, move_keys, next_keys
from azulejos.azul.kernels.likely import likely
from azulejos.azul.kernels.moves import (
    count_mixed,
    list_choices,
    list_mixed,
    list_moves,
    mixed_from,
    mixed_of,
    nth_draft,
    nth_mixed,
    sample_choice,
    sample_move,
    sample_with_jokers,
)
from azulejos.azul.kernels.offer import (
    draft,
    drop,
    fill,
    joker_range,
    lift,
    mixed_action,
    room,
    take,
    take_marker,
    take_mixed,
)
from azulejos.azul.kernels.playing import play, playout, random_game, random_games
from azulejos.azul.kernels.setup import deal, draw, full_bag, set_up
from azulejos.azul.kernels.tiling import (
    begin_tiling,
    cell_points,
    choose_cell,
    clear_line,
    complete_lines,
    fall,
    first_row,
    legal_cells,
    mark_cell,
    pay_floor,
    place,
    run_across,
    run_down,
    set_cell,
    tile_from,
    tile_seat,
)
from azulejos.azul.kernels.traits import KINDS, TRAIT_NAMES, TRAITS, kind, traits
