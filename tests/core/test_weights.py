"""Tuned weights from a file: the variant's own or the next that serves, the others by hand."""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from azulejos.core.weights import FILE, read_file, tuned

NAMES = ("points", "rows")
BY_HAND = (1, 2, 3, 4)  # two stages

Package = Callable[[Any], str]


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Package]:
    """Makes a package with that file of weights, or without one."""

    def make(table: Any) -> str:
        folder = tmp_path / "weighed"
        folder.mkdir()
        (folder / "__init__.py").write_text("")
        if table is not None:
            (folder / FILE).write_text(json.dumps(table), "utf-8")
        return "weighed"

    monkeypatch.syspath_prepend(tmp_path)
    read_file.cache_clear()
    yield make
    read_file.cache_clear()
    sys.modules.pop("weighed", None)


def test_without_a_file_all_is_by_hand(package: Package) -> None:
    name = package(None)
    assert read_file(name) == {}
    assert tuned(name, ["2"], "value", NAMES, BY_HAND) == (1, 2, 3, 4)


def test_a_tuned_variant_has_its_own_weights_row_by_row(package: Package) -> None:
    name = package({"2": {"value": {"points": [10, 20], "rows": [30, 40]}}})
    assert tuned(name, ["2"], "value", NAMES, BY_HAND) == (10, 30, 20, 40)


def test_names_that_are_not_in_the_file_are_by_hand_and_unknown_ones_are_ignored(package: Package) -> None:
    name = package({"2": {"value": {"rows": [30, 40], "something older": [7, 7]}}})
    assert tuned(name, ["2"], "value", NAMES, BY_HAND) == (1, 30, 3, 40)


def test_the_first_variant_that_was_tuned_serves(package: Package) -> None:
    name = package({"3": {"value": {"rows": [5, 6]}}, "2": {"value": {"rows": [8, 9]}}})
    assert tuned(name, ["4", "3", "2"], "value", NAMES, BY_HAND) == (1, 5, 3, 6)
    assert tuned(name, ["4", "2"], "value", NAMES, BY_HAND) == (1, 8, 3, 9)
    assert tuned(name, ["4"], "value", NAMES, BY_HAND) == (1, 2, 3, 4)


def test_parts_do_not_mix(package: Package) -> None:
    name = package({"2": {"value": {"rows": [8, 9]}, "prior": {"rows": [0, 1]}}})
    assert tuned(name, ["2"], "prior", NAMES, BY_HAND) == (1, 0, 3, 1)


@pytest.mark.parametrize("family", ["azulejos.azul", "azulejos.pavilion"])
def test_the_families_files_say_numbers_for_names(family: str) -> None:
    for parts in read_file(family).values():
        assert set(parts) == {"value", "prior"}
        for rows in parts.values():
            lengths = {len(row) for row in rows.values()}
            assert len(lengths) == 1
            assert all(isinstance(number, int | float) for row in rows.values() for number in row)
