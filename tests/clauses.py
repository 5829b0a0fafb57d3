"""Which test covers which clause of the rules: the `clause` decorator, and the table in docs/clauses.md.

Every game's folder of tests, and the scorecard's, has a `clauses` module with its clauses in short.
`python -m tests.clauses` writes the table again. Tests are found by reading the source, so it does not
matter who imports what, or in which process.
"""

import ast
import functools
import importlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

HERE = Path(__file__).parent
TABLE = HERE.parent / "docs" / "clauses.md"
REWRITE = "python -m tests.clauses"
FOLDERS = ("azul", "pavilion", "study")

Test = TypeVar("Test", bound=Callable[..., Any])


@dataclass(frozen=True, eq=False)
class Book:
    """The clauses of a game, or of the scorecard, in short, and the folder with the tests that hold them."""

    game: str
    folder: str
    clauses: Mapping[str, str]

    def clause(self, *names: str) -> Callable[[Test], Test]:
        """Say which clauses a test covers; a clause that does not exist is refused at once."""
        unknown = [name for name in names if name not in self.clauses]
        if unknown or not names:
            first, *_, last = self.clauses
            raise ValueError(f"clauses {unknown}, expected some of {first} to {last}")
        return lambda test: test

    def files(self) -> list[Path]:
        """The files with this game's tests."""
        return sorted((HERE / self.folder).glob("test_*.py"))

    @functools.cache  # noqa: B019 (there is one book a game)
    def coverage(self) -> dict[str, list[str]]:
        """Per clause the tests that name it, as file::name."""
        found: dict[str, list[str]] = {name: [] for name in self.clauses}
        for path in self.files():
            for test in _tests(path):
                for name in _clauses(test):
                    found[name].append(f"{path.name}::{test.name}")
        return found

    def scenario_ids(self) -> dict[str, list[str]]:
        """Per clause the scenarios that name it; only games have some."""
        path = HERE / self.folder / "scenarios.json"
        scenarios = json.loads(path.read_text(encoding="utf-8"))["scenarios"] if path.exists() else []
        return {name: [one["id"] for one in scenarios if name in one["clauses"]] for name in self.clauses}

    def unrun(self) -> list[str]:
        """Tests that may be skipped or are expected to fail: there must be none."""
        return [
            f"{path.name}::{test.name}"
            for path in self.files()
            for test in _tests(path)
            if any(
                "skip" in ast.unparse(mark) or "xfail" in ast.unparse(mark) for mark in test.decorator_list
            )
        ]

    def section(self) -> list[str]:
        """The lines of the table that are about this game."""
        tests, scenarios = self.coverage(), self.scenario_ids()
        if not any(scenarios.values()):
            lines = [f"| {name} | {rule} | {_cell(tests[name])} |" for name, rule in self.clauses.items()]
            head = [
                f"Tests are in `tests/{self.folder}`.",
                "",
                "| clause | the rule in short | tests |",
                "|---|---|---|",
            ]
            return [f"## {self.game}", "", *head, *lines, ""]
        return [
            f"## {self.game}",
            "",
            f"Tests are in `tests/{self.folder}`. Scenarios are entries of `scenarios.json` there, run by",
            "`test_scenarios.py`.",
            "",
            "| clause | the rule in short | tests | scenarios |",
            "|---|---|---|---|",
            *(
                f"| {name} | {rule} | {_cell(tests[name])} | {' '.join(scenarios[name])} |"
                for name, rule in self.clauses.items()
            ),
            "",
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


def _cell(tests: list[str]) -> str:
    return "<br>".join(f"`{test}`" for test in tests)


def books() -> list[Book]:
    """The clauses of every game, then of the scorecard."""
    return [importlib.import_module(f"tests.{folder}.clauses").BOOK for folder in FOLDERS]


def table() -> str:
    """The text of docs/clauses.md."""
    head = [
        "# The rules and the tests that hold them",
        "",
        f"Written by `{REWRITE}` from the tests; a test fails when it lags behind.",
        "",
    ]
    return "\n".join(head + [line for book in books() for line in book.section()])


def write() -> None:
    """Write docs/clauses.md."""
    TABLE.parent.mkdir(exist_ok=True)
    TABLE.write_text(table(), encoding="utf-8")


if __name__ == "__main__":
    write()
