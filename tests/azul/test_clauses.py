"""The table of clauses and tests is complete and up to date, for every game and the scorecard."""

import ast

import pytest

from tests.clauses import REWRITE, TABLE, Book, books, table

BOOKS = books()
EACH_BOOK = pytest.mark.parametrize("book", BOOKS, ids=[book.folder for book in BOOKS])


def test_the_clauses_are_a1_to_a70_and_a46b_and_s1_to_s58_and_r1_to_r15() -> None:
    azul, pavilion, scorecard = BOOKS
    assert sorted(azul.clauses) == sorted([*(f"A{number}" for number in range(1, 71)), "A46b"])
    assert list(pavilion.clauses) == [f"S{number}" for number in range(1, 59)]
    assert list(scorecard.clauses) == [f"R{number}" for number in range(1, 16)]


@pytest.mark.parametrize(
    ("book", "name"), [pytest.param(book, name, id=name) for book in BOOKS for name in book.clauses]
)
def test_every_clause_has_a_test(book: Book, name: str) -> None:
    assert book.coverage()[name], f"no test says @clause({name!r})"


@EACH_BOOK
def test_no_test_of_a_clause_is_skipped_or_expected_to_fail(book: Book) -> None:
    assert book.files()
    assert book.unrun() == []


@EACH_BOOK
def test_no_two_tests_of_a_file_have_one_name(book: Book) -> None:
    for path in book.files():
        nodes = ast.parse(path.read_text(encoding="utf-8")).body
        names = [node.name for node in nodes if isinstance(node, ast.FunctionDef)]
        assert len(names) == len(set(names)), path.name


@EACH_BOOK
def test_the_decorator_refuses_a_clause_that_does_not_exist(book: Book) -> None:
    for name in ("A71", "S59", "R16", "37", ""):
        with pytest.raises(ValueError, match=f"'{name}'.*expected some of"):
            book.clause(name)
    with pytest.raises(ValueError, match="expected some of"):
        book.clause()


def test_the_table_in_the_docs_is_up_to_date() -> None:
    assert TABLE.read_text(encoding="utf-8") == table(), f"run {REWRITE}"
