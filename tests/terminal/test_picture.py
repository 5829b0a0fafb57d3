"""The README's pictures are drawn by the games themselves and ask nobody for a font."""

import re
from pathlib import Path

import pytest

from azulejos.terminal.picture import PICTURES, game, main, svg

DOCS = Path(__file__).parents[2] / "docs"
FILES = {"azul": "terminal.svg", "pavilion": "pavilion.svg"}


@pytest.fixture(params=list(PICTURES))
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_the_picture_has_no_outside_address(name: str) -> None:
    drawn = svg(PICTURES[name])
    assert re.findall(r"(?:https?:)?//[^\"' )]+", drawn) == ["http://www.w3.org/2000/svg"]
    assert "@import" not in drawn
    assert "@font-face" not in drawn


def test_the_picture_shows_a_game_that_is_well_under_way(name: str) -> None:
    match, told = game(PICTURES[name])
    assert match.turn == 0
    assert match.show()["round"] == 4
    assert match.phase in ("offer", "place")
    assert len(told) == 2
    text = re.sub("<[^>]*>", "", svg(PICTURES[name])).replace("&#160;", " ").replace("&gt;", ">")
    assert "greedy (bot)" in text
    assert "azulejos play" in text
    assert told[0][:60] in text


def test_the_picture_is_the_same_every_time(home: Path, name: str) -> None:
    assert main(["--game", name, "picture.svg"]) == 0
    assert (home / "picture.svg").read_text(encoding="utf-8") == svg(PICTURES[name])


def test_the_picture_is_of_azul_unless_another_game_is_named(home: Path) -> None:
    assert main(["picture.svg"]) == 0
    assert (home / "picture.svg").read_text(encoding="utf-8") == svg(PICTURES["azul"])


@pytest.mark.parametrize("arguments", [[], ["--game"], ["--game", "chess", "a.svg"], ["a.svg", "b.svg"]])
def test_the_picture_needs_a_file_and_a_game(
    capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    assert main(arguments) == 2
    usage = "usage: python -m azulejos.terminal.picture [--game azul|pavilion] FILE.svg\n"
    assert capsys.readouterr().err == usage


def test_the_picture_needs_a_file_it_can_write(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["no/such/folder.svg"]) == 2
    assert capsys.readouterr().err == "cannot write no/such/folder.svg: there is no such folder\n"


def test_the_picture_in_the_readme_is_the_present_one(name: str) -> None:
    """Its words are compared, not its drawing, which another version of rich may write otherwise."""
    kept = (DOCS / FILES[name]).read_text(encoding="utf-8")
    words = [re.sub("<[^>]*>", " ", text).split()[-60:] for text in (kept, svg(PICTURES[name]))]
    assert words[0] == words[1]
