"""The documents do not lag behind: their examples run, their files and targets are there."""

import doctest
import re
from pathlib import Path

import pytest

import azulejos as az
from azulejos import study
from azulejos.study.files import COLUMNS

ROOT = Path(__file__).parent.parent
FORMATS = (ROOT / "docs" / "formats.md").read_text(encoding="utf8")
DOCUMENTS = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]


def block(start: str) -> str:
    """The fenced example of formats.md that starts so."""
    found: list[str] = re.findall(r"```\w*\n(.*?)```", FORMATS, re.DOTALL)
    return next(text for text in found if text.startswith(start))


@pytest.mark.parametrize("name", ["azul", "pavilion"])
def test_the_positions_of_formats_are_read_in_both_forms(name: str) -> None:
    game = az.load(block(f'{{"game": "{name}"'))
    assert game.code() == block(f"{name}_").strip()
    assert az.load(block(f"{name}_")).position() == game.position()


def test_the_record_of_formats_is_read_and_written_as_it_stands() -> None:
    assert az.read(block("azulejos record")).record() == block("azulejos record")


def test_the_python_examples_of_the_readme_give_what_they_say() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried >= 5
    assert failed == 0


def test_the_python_examples_of_the_scorecard_give_what_they_say() -> None:
    failed, tried = doctest.testfile(str(ROOT / "docs" / "scorecard.md"), module_relative=False)
    assert tried >= 15
    assert failed == 0


def test_the_file_examples_of_the_scorecard_are_read() -> None:
    text = (ROOT / "docs" / "scorecard.md").read_text(encoding="utf8")
    [table] = re.findall(r"```csv\n(.*?)```", text, re.DOTALL)
    [data] = re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    for file in (table, data):
        reading = study.read(file)
        assert reading.bad == []
        assert [score.total_points for score in reading.results[0].scores] == [61, 48]
    columns = re.findall(
        r"^\| (`[^|]+) \|", text.partition("### CSV")[2].partition("### JSON")[0], re.MULTILINE
    )
    assert sorted(re.findall(r"`(\w+)`", " ".join(columns))) == sorted(COLUMNS)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_between_documents_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", path.read_text(encoding="utf8")):
        if not target.startswith("http"):
            assert (path.parent / target).exists(), f"{path.name} links to {target}"


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_commands_in_documents_exist(path: Path) -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf8"), re.MULTILINE))
    for target in re.findall(r"`make ([a-z]+)", path.read_text(encoding="utf8")):
        assert target in targets, f"{path.name} names make {target}"


def test_the_changelog_and_the_package_agree_on_the_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf8")
    assert "## Unreleased" in changelog or f"## {az.__version__}" in changelog


def test_the_project_says_that_it_is_unofficial() -> None:
    assert "unofficial" in (ROOT / "README.md").read_text(encoding="utf8").lower()
