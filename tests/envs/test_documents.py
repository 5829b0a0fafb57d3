"""docs/environments.md says what the code does: the fields, and examples that run."""

import doctest
from pathlib import Path

import pytest

from azulejos.envs.spaces import space, table
from azulejos.games import rules
from tests.games import Options

DOCUMENT = Path(__file__).parents[2] / "docs" / "environments.md"


@pytest.mark.parametrize(("game", "options"), [("azul", {"wall": "grey", "jokers": True}), ("pavilion", {})])
def test_all_fields_are_documented(game: str, options: Options) -> None:
    assert table(space(game, rules(game, **options).options)) in DOCUMENT.read_text(encoding="utf8")


def test_the_examples_run() -> None:
    failed, tried = doctest.testfile(str(DOCUMENT), module_relative=False)
    assert tried >= 10
    assert failed == 0
