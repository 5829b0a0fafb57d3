"""Lists show what they should to whom they should, newest first."""

from datetime import UTC, datetime, timedelta
from typing import Any

from azulejos.store.db import Store
from azulejos.store.records import Card, Seat
from tests.store.making import MOVES, SEATS, a_table, with_store


async def fill(store: Store) -> None:
    """Tables of both, each a minute newer than the one before, all of this hour: an open table that nobody
    comes back to is not listed for ever."""
    start = datetime.now(UTC) - timedelta(minutes=30)
    both = (SEATS[0], Seat("person", "Bea", guest="bea"))
    wishes: dict[str, dict[str, Any]] = {
        "old open": {"status": "open"},
        "open": {"status": "open", "host": "bea"},
        "secret": {"status": "open", "listed": False},
        "game": {"seats": both},
        "secret game": {"listed": False, "seats": both, "host": "bea"},
        "over": {"status": "over", "seats": both[1:], "host": "bea"},
    }
    for minute, (name, other) in enumerate(wishes.items()):
        await store.create_table(a_table(name, updated=start + timedelta(minutes=minute), **other))


def names(cards: list[Card]) -> list[str]:
    return [card.id for card in cards]


def test_open_and_playing_tables_are_the_listed_ones_newest_first(url: str) -> None:
    async def test(store: Store) -> None:
        await fill(store)
        assert names(await store.open_tables(9)) == ["open", "old open"]
        assert names(await store.open_tables(1)) == ["open"]
        assert names(await store.playing_tables(9)) == ["game"]

    with_store(url, test)


def test_what_changed_last_comes_first(url: str) -> None:
    async def test(store: Store) -> None:
        await fill(store)
        await store.set_seats("old open", SEATS)
        assert names(await store.open_tables(9)) == ["old open", "open"]

    with_store(url, test)


def test_my_tables_are_those_i_sit_at_or_opened(url: str) -> None:
    async def test(store: Store) -> None:
        await fill(store)
        # ana also sits at bea's open table
        assert names(await store.tables_of("ana", 9)) == ["secret game", "game", "secret", "open", "old open"]
        assert names(await store.tables_of("bea", 9)) == ["secret game", "game", "open", "over"]
        assert names(await store.tables_of("bea", 2)) == ["secret game", "game"]  # no old result hides a game
        assert await store.tables_of("eve", 9) == []

    with_store(url, test)


def test_a_host_has_so_many_tables_that_are_not_over(url: str) -> None:
    async def test(store: Store) -> None:
        await fill(store)
        assert [await store.count_open(guest) for guest in ("ana", "bea", "eve")] == [3, 2, 0]

    with_store(url, test)


def test_a_card_tells_the_table(url: str) -> None:
    table = a_table(moves=MOVES)

    async def test(store: Store) -> None:
        await store.create_table(table, round=3, scores=[7, 12], turn=[1])
        same = {
            name: getattr(table, name)
            for name in ["id", "game", "options", "kind", "status", "seats", "listed", "host", "updated"]
        }
        assert await store.playing_tables(9) == [Card(**same, round=3, scores=[7, 12], turn=[1])]

    with_store(url, test)


def test_an_empty_store_has_empty_lists(url: str) -> None:
    async def test(store: Store) -> None:
        assert await store.open_tables(9) == []
        assert await store.playing_tables(9) == []
        assert await store.tables_of("ana", 9) == []
        assert await store.count_open("ana") == 0

    with_store(url, test)
