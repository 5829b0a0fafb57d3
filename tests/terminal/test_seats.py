"""Who sits where, and how a bot is known again by its name."""

import pytest

import azulejos as az
from azulejos.terminal.english import bare, does, listed, whose
from azulejos.terminal.seats import bot_of, seat_bots, seat_names


@pytest.mark.parametrize(
    ("seats", "players", "names"),
    [
        ([], 2, ["You", "greedy (bot)"]),
        ([], 4, ["You", "greedy 1 (bot)", "greedy 2 (bot)", "greedy 3 (bot)"]),
        (["Ana", "Bruno"], 2, ["Ana", "Bruno"]),
        (["Ana"], 3, ["Ana", "greedy 1 (bot)", "greedy 2 (bot)"]),
        (["bot:random", "Ana", "BOT:Greedy"], 3, ["random (bot)", "Ana", "greedy (bot)"]),
    ],
)
def test_seats_get_names(seats: list[str], players: int, names: list[str]) -> None:
    assert seat_names(seats, players) == names


@pytest.mark.parametrize(
    ("seats", "sentence"),
    [
        (["Ana", "Ana"], "two seats are named 'Ana'"),
        (["bot:deep"], "there is no bot 'deep', expected bot:random or bot:greedy or bot:apprentice"),
        (["greedy (bot)"], "is a bot's name"),
        (["greedy (bot) "], "is a bot's name"),
        (["Ana", "Bruno", "Carla"], "3 seats are named, but 2 play"),
    ],
)
def test_seats_that_cannot_be(seats: list[str], sentence: str) -> None:
    with pytest.raises(az.RulesError, match=sentence.replace("(", r"\(").replace(")", r"\)")):
        seat_names(seats, 2)


def test_bots_are_known_by_their_names() -> None:
    names = ["Ana", "greedy (bot)", "random 2 (bot)", "robot"]
    assert [bot_of(name) for name in names] == [None, "greedy", "random", None]
    assert {seat: bot.name for seat, bot in seat_bots(names, 1).items()} == {1: "greedy", 2: "random"}


def test_verbs_follow_the_name() -> None:
    assert does("Ana", "takes 2 red") == "Ana takes 2 red"
    assert does("You", "takes 2 red") == "You take 2 red"
    assert does("You", "has won") == "You have won"
    assert bare("puts it there") == "put it there"
    assert (whose("You"), whose("Ana")) == ("Your", "Ana's")
    assert [listed(list(word)) for word in ("", "a", "ab", "abc")] == ["", "a", "a and b", "a, b and c"]
