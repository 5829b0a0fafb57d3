"""Who takes part and who plays whom: entrants from texts, seats rotated, deals shared, seeds derived."""

from collections import Counter
from typing import Any

import pytest

import azulejos as az
from azulejos.arena.entrants import Entrant, read_entrant
from azulejos.arena.pairing import derived, fixtures
from azulejos.arena.plans import plan, plan_from_dict
from azulejos.bots.bot import Budget


@pytest.mark.parametrize(
    ("text", "entrant"),
    [
        ("greedy", Entrant("greedy", bot="greedy")),
        ("greedy@0.2s", Entrant("greedy@0.2s", bot="greedy", budget=Budget(seconds=0.2))),
        ("greedy@.5s", Entrant("greedy@.5s", bot="greedy", budget=Budget(seconds=0.5))),
        ("greedy@5000", Entrant("greedy@5000", bot="greedy", budget=Budget(simulations=5000))),
        ("mine=python 'my bot.py' -x=1", Entrant("mine", command="python 'my bot.py' -x=1")),
        ("mine@1s=./bot", Entrant("mine@1s", command="./bot", budget=Budget(seconds=1.0))),
        ("mine@9=./bot", Entrant("mine@9", command="./bot", budget=Budget(simulations=9))),
    ],
)
def test_an_entrant_is_read_from_its_text(text: str, entrant: Entrant) -> None:
    assert read_entrant(text) == entrant


def test_a_name_with_settings_goes_to_the_roster_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr("azulejos.arena.entrants.bot", asked.append)
    assert read_entrant("search:c=1.5,sims=100@0.1s").budget == Budget(seconds=0.1)
    assert asked == ["search:c=1.5,sims=100"]


@pytest.mark.parametrize(
    ("texts", "error"),
    [
        ([], "the arena has 0 entrants, expected two or more"),
        (["greedy"], "the arena has 1 entrants, expected two or more"),
        (["greedy", "random", "greedy"], "entrant 'greedy' is there twice"),
        (["mine=a", "mine=b"], "entrant 'mine' is there twice"),
        (["greedy", "deep"], "there is no bot 'deep', expected"),
        (["greedy", "greedy@fast"], "its budget is 'fast', expected seconds as in @0.2s or simulations"),
        (["greedy", "greedy@-1s"], "its budget is '-1s', expected seconds"),
        (["greedy", "mine="], "has no command, expected one as in mine=python my_bot.py"),
        (["greedy", "mine='open"], "the command cannot be read, no closing quotation"),
        (["greedy", "@5"], "there is no bot ''"),
    ],
)
def test_a_wrong_entrant_is_refused(texts: list[str], error: str) -> None:
    with pytest.raises(az.RulesError) as caught:
        plan(texts)
    assert error in str(caught.value)


@pytest.mark.parametrize(
    ("wishes", "error"),
    [
        ({"game": "chess"}, "game is 'chess'"),
        ({"players": 5}, "option players is 5"),
        ({"side": "grey"}, "azul has no option 'side'"),
        ({"games": 0}, "games is 0, expected a whole number from 1"),
        ({"seconds": -1}, "seconds is -1, expected"),
        ({"seed": -1}, "seed is -1, expected"),
        ({"patience": float("nan")}, "patience is nan, expected"),
        ({"gauntlet": True, "mixed": True}, "a gauntlet or mixed, not both"),
        ({"mixed": True, "players": 3}, "a mixed arena of 3 players has 2 entrants"),
    ],
)
def test_a_wrong_plan_is_refused(wishes: dict[str, Any], error: str) -> None:
    with pytest.raises(az.RulesError) as caught:
        plan(["random", "greedy"], **wishes)
    assert error in str(caught.value)


def test_no_game_of_azul_is_endless_unless_it_is_wished() -> None:
    assert plan(["random", "greedy"]).options["max_rounds"] == 30
    assert plan(["random", "greedy"], max_rounds=9).options["max_rounds"] == 9
    assert "max_rounds" not in plan(["random", "greedy"], "pavilion").options


def test_a_plan_survives_being_written_and_read() -> None:
    made = plan(
        ["random", "greedy@5", "mine@1s=a b"], players=3, wall="grey", gauntlet=True, seed=4, seconds=1
    )
    assert plan_from_dict(made.as_dict()) == made


# --- pairs --------------------------------------------------------------------------------------------------


def seatings(*texts: str, **wishes: Any) -> list[tuple[int, ...]]:
    return [fixture.seats for fixture in fixtures(plan(texts, seed=1, **wishes))]


def test_two_players_every_deal_is_played_twice_with_seats_swapped() -> None:
    assert seatings("random", "greedy", games=3) == [(0, 1), (1, 0), (0, 1), (1, 0)]  # rounded up to four
    played = fixtures(plan(["random", "greedy"], games=4, seed=1))
    assert [fixture.deal for fixture in played] == [0, 0, 1, 1]
    assert [fixture.starter for fixture in played] == [0, 0, 1, 1]
    assert [fixture.number for fixture in played] == [0, 1, 2, 3]


def test_everybody_meets_everybody() -> None:
    assert seatings("random", "greedy", "greedy@1", games=2) == [
        (0, 1),
        (1, 0),
        (0, 2),
        (2, 0),
        (1, 2),
        (2, 1),
    ]


def test_in_a_gauntlet_only_the_first_meets_the_others() -> None:
    assert seatings("random", "greedy", "greedy@1", games=2, gauntlet=True) == [
        (0, 1),
        (1, 0),
        (0, 2),
        (2, 0),
    ]


def test_three_players_one_plays_against_the_rest_from_every_seat() -> None:
    one = [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    assert seatings("random", "greedy", players=3, games=3, gauntlet=True) == one
    assert seatings("random", "greedy", players=3, games=3) == [*one, (1, 0, 0), (0, 1, 0), (0, 0, 1)]


def test_a_mixed_table_is_turned_and_its_order_changes() -> None:
    seats = seatings("random", "greedy", "greedy@1", players=3, games=6, mixed=True)
    assert seats == [(0, 1, 2), (2, 0, 1), (1, 2, 0), (0, 2, 1), (1, 0, 2), (2, 1, 0)]


def test_every_entrant_starts_equally_often() -> None:
    for players in (2, 3, 4):
        made = plan(["random", "greedy"], players=players, games=4 * players, gauntlet=True, seed=1)
        starts = Counter(fixture.seats[fixture.starter] for fixture in fixtures(made))
        assert starts == {0: 4, 1: 4 * (players - 1)}


def test_derived_seeds_are_the_same_everywhere_and_differ_from_each_other() -> None:
    assert derived(1, "deals", 0) == 5199615982415234077
    assert (
        len({derived(seed, word, n) for seed in (1, 2) for word in ("bot", "view") for n in range(50)}) == 200
    )
