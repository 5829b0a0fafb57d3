"""The example bot of the documents: under 40 lines, none of them ours, and every move legal."""

import sys
from pathlib import Path
from typing import Any

import pytest

import azulejos as az
from azulejos.bots.outside import OutsideBot
from tests.games import GAMES

EXAMPLE = Path(__file__).parents[2] / "docs" / "example_bot.py"
VARIANTS = [
    (game.name, options) for game in GAMES for options in game.variants if options.get("side") != "grey"
]


def test_the_example_is_short_and_needs_nothing_of_ours() -> None:
    text = EXAMPLE.read_text(encoding="utf8")
    assert len(text.splitlines()) < 40
    assert "azulejos" not in text


@pytest.mark.parametrize(("game", "options"), VARIANTS, ids=str)
def test_the_example_plays_legally_with_every_option(game: str, options: dict[str, Any]) -> None:
    bot, other = OutsideBot(f"{sys.executable} -S {EXAMPLE}", "example"), az.bot("random", seed=2)
    try:
        for seed in range(3):
            match = az.new(game, seed=seed, **options)
            while not match.over:
                mine = match.turn != seed % match.rules.players  # all seats but one: every kind of table
                match.play((bot if mine else other).choose(match).move)
    finally:
        bot.close()
