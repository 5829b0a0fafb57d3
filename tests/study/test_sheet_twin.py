"""The reckoning in the page is the one here: the same tables, the same answer for every sheet."""

import json
import random
from pathlib import Path
from typing import Any

from azulejos.study import tables
from azulejos.study.sheet import fields_of, reckon
from tests.study.sheets import every, full, reckoned_by_the_page, spoilt

TABLES = Path(__file__).parents[2] / "src/azulejos/web/static/js/score/tables.js"


def plain(sheet: dict[str, Any]) -> Any:
    return json.loads(json.dumps(reckon(sheet).data()))


def compare(sheets: list[dict[str, Any]]) -> None:
    for sheet, found in zip(sheets, reckoned_by_the_page(sheets), strict=True):
        assert found == plain(sheet), json.dumps(sheet)


def test_the_tables_of_the_page_are_those_of_the_engine() -> None:
    assert TABLES.read_text("utf-8") == tables.text(), "run make tables"


def test_sheets_of_real_games_are_reckoned_alike() -> None:
    compare([fields_of(match) for match in every(3)])


def test_thousands_of_spoilt_sheets_are_reckoned_alike() -> None:
    chance = random.Random(7)
    sheets = [spoilt(fields_of(match), chance) for match in every(4) for _ in range(50)]
    assert len(sheets) == 3600
    told = [reckon(sheet).data() for sheet in sheets]
    codes = {note["code"] for one in told for note in one["errors"] + one["hints"]}
    assert codes == CODES  # every one of them was met
    compare(sheets)


def test_sheets_of_full_boards_are_reckoned_alike() -> None:
    chance = random.Random(8)
    sheets = [full(game, chance) for game in ("azul", "pavilion") for _ in range(300)]
    told = [seat["bonuses"] for sheet in sheets for seat in reckon(sheet).data()["seats"]]
    assert {number for one in told for number in one.get("numbers", ())} == {"1", "2", "3", "4"}
    assert {kind for one in told for kind in one["counts"].get("stars", {}).values()} == {"", *"PGOYBRC"}
    compare(sheets)
    compare([spoilt(sheet, chance) for sheet in sheets])


def test_an_empty_sheet_is_reckoned_alike() -> None:
    compare([{}, {"game": "pavilion"}, {"way": "wall"}, {"way": "quick", "players": 4}])


CODES = {
    *(
        "number",
        "bad_tap",
        "bad_value",
        "round_not_begun",
        "after_end",
        "too_many_tiles",
        "two_in_row",
        "no_jokers",
    ),
    *("wrong_colour", "twice_in_row", "twice_in_column", "two_markers", "star_fixed", "centre_has_colour"),
    *("star_other_colour", "star_kind", "same_person", "same_name"),
    *("round_not_tapped", "round_missing", "total_differs", "rows_differ", "no_row", "rounds_left"),
}
