"""Who has won a game that was played here: the table's page, its replay, exports and the record agree."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from azulejos.service import outcomes, replays
from azulejos.service.exports import told_game
from azulejos.service.feed import described
from azulejos.service.matches import restored
from azulejos.store.records import Table
from azulejos.study import results
from tests.service.league import Club, in_club
from tests.service.test_feed import play


async def over(club: Club, *names: str, game: str = "azul") -> Table:
    """A rated game of these people, at its end."""
    table = await club.store.load_table(await play(club, *names, game=game, rated=True))
    assert table is not None
    return table


def won(table: Table) -> list[int]:
    """Who won, as everything that tells of it says."""
    match, told = restored(table), told_game(table)
    assert match is not None
    assert told is not None
    result = replays.frames(table, match, frozenset())["result"]
    assert result["winners"] == told["winners"] == outcomes.winners(table, match)
    return outcomes.winners(table, match)


def without(table: Table, seat: int, **how: Any) -> Table:
    """The same game, a bot having played on for somebody."""
    seats = [replace(one, **how) if n == seat else one for n, one in enumerate(table.seats)]
    return replace(table, seats=tuple(seats))


@pytest.mark.parametrize("game", ["azul", "pavilion"])
def test_whoever_was_out_wins_no_rated_game_as_the_record_says(tmp_path: Path, game: str) -> None:
    async def story(club: Club) -> None:
        table = await over(club, "Ana", "Bea", "Carl", game=game)
        first = won(table)
        ways: list[dict[str, Any]] = [{"out": "time"}, {"out": "away"}, {"resigned": True}]
        for how in ways:
            left = without(table, first[0], **how)
            record = described(left)
            assert record is not None
            assert won(left) == results.winners(record)
            assert first[0] not in won(left)
            assert won(replace(left, rated=False)) == first  # points alone, whoever made them
        nobody = table
        for seat in range(3):
            nobody = without(nobody, seat, out="time")
        assert first[0] in won(nobody)  # nobody remains who could win instead

    in_club(tmp_path, story)


def test_who_gives_up_does_not_win_and_what_all_have_left_nobody_does(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        table = await over(club, "Ana", "Bea")
        for rated in (True, False):
            for seat in (0, 1):
                ended = replace(table, rated=rated, ending="resigned", ending_seat=seat)
                assert won(ended) == [1 - seat]
                assert won(replace(ended, ending="left")) == []

    in_club(tmp_path, story)
