"""The README's picture is drawn by the game itself and asks nobody for a font."""

import re
from pathlib import Path

import pytest

from azulejos.terminal.picture import game, main, svg


def test_the_picture_has_no_outside_address() -> None:
    assert re.findall(r"(?:https?:)?//[^\"' )]+", svg()) == ["http://www.w3.org/2000/svg"]
    assert "@import" not in svg()
    assert "@font-face" not in svg()


def test_the_picture_shows_a_game_that_is_well_under_way() -> None:
    match, told = game()
    assert match.turn == 0
    assert match.show()["round"] == 4
    assert len(told) == 2
    text = re.sub("<[^>]*>", "", svg()).replace("&#160;", " ")
    assert "greedy (bot)" in text
    assert "azulejos play" in text
    assert told[0] in text


def test_the_picture_is_the_same_every_time(home: Path) -> None:
    assert main(["picture.svg"]) == 0
    assert (home / "picture.svg").read_text(encoding="utf-8") == svg()


def test_the_picture_needs_a_file_it_can_write(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert capsys.readouterr().err == "usage: python -m azulejos.terminal.picture FILE.svg\n"
    assert main(["no/such/folder.svg"]) == 2
    assert capsys.readouterr().err == "cannot write no/such/folder.svg: there is no such folder\n"


def test_the_picture_in_the_readme_is_the_present_one() -> None:
    """Its words are compared, not its drawing, which another version of rich may write otherwise."""
    kept = Path(__file__).parents[2] / "docs" / "terminal.svg"
    words = [re.sub("<[^>]*>", " ", text).split()[-60:] for text in (kept.read_text(encoding="utf-8"), svg())]
    assert words[0] == words[1]
