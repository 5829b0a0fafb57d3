"""Which test covers which clause of the rules: the `clause` decorator, and the table in docs/clauses.md.

`python -m tests.azul.clauses` writes the table again. Tests are found by reading the source, so it
does not matter who imports what, or in which process.
"""

import ast
import functools
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

HERE = Path(__file__).parent
TABLE = HERE.parent.parent / "docs" / "clauses.md"
REWRITE = "python -m tests.azul.clauses"

Test = TypeVar("Test", bound=Callable[..., Any])

CLAUSES = {
    "A1": "Two, three or four people play.",
    "A2": "There are 20 tiles of each of five colours, and a marker that is no tile.",
    "A3": "Five, seven or nine factories, for two, three or four players.",
    "A4": "A board has lines of 1 to 5 spaces, a wall of 5 by 5, a floor of 7 spaces and a score.",
    "A5": "On the coloured wall every cell has its colour, shifted by one from row to row.",
    "A6": "Floor spaces cost 1, 1, 2, 2, 2, 3, 3.",
    "A7": "All seats use the same side of the wall and start with no points.",
    "A8": "All tiles go into the bag; every factory gets four of them at random.",
    "A9": "The seed draws who starts, unless a seat is named.",
    "A10": "No tile is ever lost or made, and all zones are public, the lid included.",
    "A11": "A round is an offer, then tiling, then a refill.",
    "A12": "The starter begins with the marker in the centre; turns go clockwise.",
    "A13": "A turn takes all tiles of a colour from a factory and pushes the others to the centre.",
    "A14": "Or it takes all tiles of a colour from the centre and leaves the others.",
    "A15": "The first to take from the centre gets the marker, ahead of tiles that fall in that turn.",
    "A16": "The marker is no tile: nobody can draft it, and alone in the centre it is no source.",
    "A17": "With a full floor the marker is taken all the same and costs nothing.",
    "A18": "All tiles of a draft go to one line or to the floor.",
    "A19": "A line that holds tiles takes their colour only, also in later rounds.",
    "A20": "A line is complete when it holds as many tiles as its number; their order means nothing.",
    "A21": "A colour cannot go into a line whose wall row has it.",
    "A22": "A complete line takes nothing more.",
    "A23": "Tiles that do not fit in the line fall to the floor.",
    "A24": "A draft may be dropped whole; but a line that is chosen is filled as far as it goes.",
    "A25": "Beyond seven spaces, fallen tiles go to the lid and cost nothing.",
    "A26": "The offer ends when no tile is left on the table, whether or not the marker was taken.",
    "A27": "While tiles are left there is a move, the floor at the least; nobody passes.",
    "A28": "Boards are tiled independently; on the coloured wall nothing is asked.",
    "A29": "Complete lines are tiled from top to bottom, each tile on the cell of its colour.",
    "A30": "A tile scores the lengths of the runs it joins, across and down, or 1 alone.",
    "A31": "Tiles laid higher up in the same round count as neighbours already.",
    "A32": "The other tiles of a tiled line go to the lid.",
    "A33": "Unfinished lines keep their tiles.",
    "A34": "Then the floor is paid for, the marker like a tile.",
    "A35": "The score never falls below zero, tested once a round after the wall points.",
    "A36": "Floor tiles go to the lid; the marker stays with its owner.",
    "A37": "After a complete row nothing is refilled.",
    "A38": "Factories are filled from the bag; when it is empty the lid goes into it and drawing goes on.",
    "A39": "The lid is put back only when a tile is missing, not as soon as the bag is empty.",
    "A40": "If tiles run out, the round starts with fewer.",
    "A41": "If there is no tile at all, the game ends.",
    "A42": "Who took the marker starts the next round; if nobody did, the same seat starts again.",
    "A43": "A complete row on any wall ends the game when all boards are tiled; columns and colours do not.",
    "A44": "At the end 2 points per row, 7 per column, 10 per colour.",
    "A45": "Most points win, then most rows; those still level share.",
    "A46": "The game ends when nobody can ever place a tile again.",
    "A46b": "Automated play may be capped: the game stops after so many rounds and is scored.",
    "A47": "On the grey wall a tile may go on any empty cell of its row.",
    "A48": "No colour twice in a row or a column of the grey wall.",
    "A49": "The owner chooses line by line, earlier choices count; a tile that has a cell must be placed.",
    "A50": "A complete line whose tile has no cell falls to the floor, all of it.",
    "A51": "Filling a line looks at the wall row only, not at columns.",
    "A52": "Scoring, end and bonuses are the same on the grey wall; a colour needs five tiles anywhere.",
    "A53": "Grey walls on which nothing fits any more end the game, unless a joker can still come.",
    "A54": "Jokers replace tiles: 5 for one of each colour with two players, else 10 for two of each.",
    "A55": "A draft may take all jokers of a place, alone or with all tiles of one colour there.",
    "A56": "Or the colour without the jokers, which then move on with the rest.",
    "A57": "Taking jokers from the centre brings the marker, and jokers keep the offer open.",
    "A58": "Jokers go where the draft goes.",
    "A59": "A line may hold jokers and one colour, in either order of coming.",
    "A60": "Jokers alone go to any unfinished line; with a colour, to lines that take the colour.",
    "A61": "If jokers and colour do not all fit, the player says how many jokers go in; unsaid, the fewest.",
    "A62": "From a complete line with a joker it is a joker that goes to the wall.",
    "A63": "From a line with a colour the joker goes to that colour's cell.",
    "A64": "From a line of jokers only it goes to any empty cell of the row, by choice.",
    "A65": "The line's other tiles go to the lid, spare jokers too.",
    "A66": "A joker on a coloured cell uses up that colour for its row.",
    "A67": "Jokers score, and count for rows and columns.",
    "A68": "Jokers never count for a colour's 10 points.",
    "A69": "Jokers on the floor are fallen tiles like others.",
    "A70": "On the grey wall a joker fits any empty cell and blocks no colour.",
}


def clause(*names: str) -> Callable[[Test], Test]:
    """Say which clauses a test covers; a clause that does not exist is refused at once."""
    unknown = [name for name in names if name not in CLAUSES]
    if unknown or not names:
        raise ValueError(f"clauses {unknown}, expected some of A1 to A70 or A46b")
    return lambda test: test


@functools.cache
def coverage() -> dict[str, list[str]]:
    """Per clause the tests that name it, as file::name."""
    found: dict[str, list[str]] = {name: [] for name in CLAUSES}
    for path in sorted(HERE.glob("test_*.py")):
        for test in _tests(path):
            for name in _clauses(test):
                found[name].append(f"{path.name}::{test.name}")
    return found


def scenario_ids() -> dict[str, list[str]]:
    """Per clause the scenarios that name it."""
    scenarios = json.loads((HERE / "scenarios.json").read_text(encoding="utf-8"))["scenarios"]
    return {name: [one["id"] for one in scenarios if name in one["clauses"]] for name in CLAUSES}


def unrun() -> list[str]:
    """Tests that name a clause but may be skipped or are expected to fail: there must be none."""
    return [
        f"{path.name}::{test.name}"
        for path in sorted(HERE.glob("test_*.py"))
        for test in _tests(path)
        if any("skip" in ast.unparse(mark) or "xfail" in ast.unparse(mark) for mark in test.decorator_list)
    ]


def _tests(path: Path) -> Iterator[ast.FunctionDef]:
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield node


def _clauses(test: ast.FunctionDef) -> list[str]:
    return [
        ast.literal_eval(word)
        for mark in test.decorator_list
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "clause"
        for word in mark.args
    ]


def table() -> str:
    """The text of docs/clauses.md."""
    tests, scenarios = coverage(), scenario_ids()
    rows = [
        f"| {name} | {rule} | {_cell(tests[name])} | {' '.join(scenarios[name])} |"
        for name, rule in CLAUSES.items()
    ]
    return "\n".join(
        [
            "# The rules of Azul and the tests that hold them",
            "",
            f"Written by `{REWRITE}` from the tests in `tests/azul`; a test fails when it lags behind.",
            "Scenarios are entries of `tests/azul/scenarios.json`, run by `test_scenarios.py`.",
            "",
            "| clause | the rule in short | tests | scenarios |",
            "|---|---|---|---|",
            *rows,
            "",
        ]
    )


def _cell(tests: list[str]) -> str:
    return "<br>".join(f"`{test}`" for test in tests)


def write() -> None:
    """Write docs/clauses.md."""
    TABLE.parent.mkdir(exist_ok=True)
    TABLE.write_text(table(), encoding="utf-8")


if __name__ == "__main__":
    write()
