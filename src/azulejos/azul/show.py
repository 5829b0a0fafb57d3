"""Azul for people's eyes, as plain data: the table, how a round was scored, why a deal is refused."""

from collections.abc import Sequence
from typing import Any

from azulejos.azul import kernels
from azulejos.azul.fields import (
    DRAFTS,
    FLOOR_COUNT,
    GAINED,
    JOKER,
    LETTERS,
    LID,
    LINE_COLOUR,
    LINE_JOKERS,
    LINES,
    LOST,
    MIXED,
    PENALTY,
    ROWS,
    SCORE,
    WALL,
)
from azulejos.azul.positions import State, write_board, write_position
from azulejos.core.lanes import holds, lane, total
from azulejos.core.layout import BAG, DEAL, ENDED, GREY, PHASE, PLAYERS, TURN
from azulejos.core.tiles import tiles_text


def show(s: State) -> dict[str, Any]:
    """All that a screen needs; the phase is `deal` while the factories wait to be filled."""
    return {**write_position(s), "boards": [_board(s, seat) for seat in range(s[PLAYERS])]}


def _board(s: State, seat: int) -> dict[str, Any]:
    return {
        **write_board(s, seat),
        "penalty": PENALTY[s[FLOOR_COUNT + seat]],
        "bonuses": bonuses(s, seat),
    }


def bonuses(s: State, seat: int) -> dict[str, int]:
    """What the wall as it lies would bring at the end, by reason (A44)."""
    return {
        "rows": 2 * kernels.full_rows(s[WALL + seat]),
        "columns": 7 * kernels.full_columns(s[WALL + seat]),
        "colours": 10 * kernels.full_colours(s, seat),
    }


def ending(s: State) -> str | None:
    """Why the game ended: a complete row, a stalemate, or stopped by the cap (A43, A46, A46b)."""
    if s[PHASE] != ENDED:
        return None
    if kernels.row_complete(s):
        return "row"
    return "stalemate" if kernels.stalemate(s) else "stopped"


def ledger(before: State, after: State) -> list[dict[str, int]] | None:
    """Per seat what a round brought, if this step finished one."""
    if before[PHASE] in (DEAL, ENDED) or after[PHASE] not in (DEAL, ENDED):
        return None
    return [
        {
            "wall": after[GAINED + seat],
            "floor": -after[LOST + seat],
            "score": track(after, seat),
        }
        for seat in range(after[PLAYERS])
    ]


def track(s: State, seat: int) -> int:
    """What the score track shows, without final bonuses."""
    final = kernels.bonus(s, seat) if s[PHASE] == ENDED else 0
    return s[SCORE + seat] - final


# --- how a round was scored ---------------------------------------------------------------------------


def account(steps: Sequence[tuple[State, int]], after: State) -> list[dict[str, Any]]:
    """Per seat the tiling of a round, tile by tile, from the steps made since its deal."""
    last_draft = max((n for n, (_, action) in enumerate(steps) if not _is_choice(action)), default=-1)
    if last_draft < 0:  # the game was loaded in the middle of tiling
        s = list(steps[0][0])
        first = s[TURN]
    else:
        s = list(steps[last_draft][0])
        kernels.draft(s, steps[last_draft][1])
        first = 0
    chosen = [(action - DRAFTS) % ROWS for _, action in steps[last_draft + 1 :]]
    return [_account(s, seat, chosen, track(after, seat)) for seat in range(first, after[PLAYERS])]


def _is_choice(action: int) -> bool:
    return DRAFTS <= action < MIXED


def _account(s: State, seat: int, chosen: list[int], track_after: int) -> dict[str, Any]:
    """One seat's tiling, carried out on `s`; takes its columns off the front of `chosen`."""
    before = s[SCORE + seat]
    tiles = []
    while lines := kernels.complete_lines(s[LINES + seat]):
        tiles.append(_tile(s, seat, kernels.first_row(lines), chosen))
    return {
        "seat": seat,
        "before": before,
        "tiles": tiles,
        "wall": s[SCORE + seat] - before,
        "floor": write_board(s, seat)["floor"],
        "penalty": PENALTY[s[FLOOR_COUNT + seat]],
        "score": track_after,
    }


def _tile(s: State, seat: int, row: int, chosen: list[int]) -> dict[str, Any]:
    line = lane(s[LINES + seat], row)
    kind = JOKER if line >> LINE_JOKERS else line >> LINE_COLOUR & 7
    cells = kernels.legal_cells(s, seat, row)
    alone = cells & (cells - 1) == 0  # one cell or none: nothing was asked
    forced = alone and bool(s[GREY] or line >> LINE_COLOUR & 7 == JOKER)
    told: dict[str, Any] = {"line": row + 1, "tile": LETTERS[kind], "forced": forced}
    if cells == 0:  # A50
        kernels.fall(s, seat, row)
        return {**told, "column": None, "across": 0, "down": 0, "points": 0}
    column = cells.bit_length() - 1 if alone else chosen.pop(0)
    kernels.place(s, seat, row, column)
    wall = s[WALL + seat]
    return {
        **told,
        "column": column + 1,
        "across": kernels.run_across(wall, row, column),
        "down": kernels.run_down(wall, row, column),
        "points": kernels.cell_points(wall, row, column),
    }


# --- why a deal is refused ------------------------------------------------------------------------------


def why_not_deal(s: State, deal: tuple[int, ...]) -> str | None:
    """What is wrong with a deal, in one sentence, or None where it can be drawn (A38-A40)."""
    if s[PHASE] != DEAL:
        return "no deal is due"
    bag, lid = s[BAG], s[LID]
    for factory, tiles in enumerate(deal):
        expected = min(4, total(bag) + total(lid))
        if total(tiles) != expected:
            return f"factory {factory + 1} gets {total(tiles)} tiles, expected {expected}"
        if total(bag) < expected:  # A38: what the bag still holds comes first, then the lid's tiles
            if not holds(tiles, bag):
                return f"factory {factory + 1} must get {tiles_text(bag, LETTERS)}, the last of the bag"
            tiles -= bag
            bag, lid = lid, 0
        if not holds(bag, tiles):
            return f"factory {factory + 1} gets tiles that the bag does not hold"
        bag -= tiles
    return None
