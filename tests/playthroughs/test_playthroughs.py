"""Whole games go, word for word, as they went when they were last looked at."""

import pytest

from tests.games import CASES, Game, Options, case_name
from tests.playthroughs.write import path, playthrough


@pytest.mark.parametrize(("game", "options"), CASES, ids=case_name)
def test_the_game_goes_as_it_went(game: Game, options: Options) -> None:
    assert playthrough(game, options) == path(game, options).read_text(encoding="utf8")
