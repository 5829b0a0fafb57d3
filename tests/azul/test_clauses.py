"""The table of clauses and tests is complete and up to date."""

import ast

import pytest

from tests.azul import clauses


def test_the_clauses_are_a1_to_a70_and_a46b() -> None:
    numbers = [f"A{number}" for number in range(1, 71)]
    assert sorted(clauses.CLAUSES) == sorted([*numbers, "A46b"])


@pytest.mark.parametrize("name", clauses.CLAUSES)
def test_every_clause_has_a_test(name: str) -> None:
    assert clauses.coverage()[name], f"no test says @clause({name!r})"


def test_no_test_of_a_clause_is_skipped_or_expected_to_fail() -> None:
    assert clauses.unrun() == []


def test_no_two_tests_of_a_file_have_one_name() -> None:
    for path in sorted(clauses.HERE.glob("test_*.py")):
        nodes = ast.parse(path.read_text(encoding="utf-8")).body
        names = [node.name for node in nodes if isinstance(node, ast.FunctionDef)]
        assert len(names) == len(set(names)), path.name


def test_the_decorator_refuses_a_clause_that_does_not_exist() -> None:
    with pytest.raises(ValueError, match="A71"):
        clauses.clause("A71")


def test_the_table_in_the_docs_is_up_to_date() -> None:
    written = clauses.TABLE.read_text(encoding="utf-8")
    assert written == clauses.table(), f"run {clauses.REWRITE}"
