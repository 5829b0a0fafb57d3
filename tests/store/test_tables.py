"""Tables come back as they were written, and a record grows only at its end."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest

from azulejos.store.db import Conflict, Store, StoreError
from azulejos.store.records import Move, Seat
from tests.store.making import MOVES, SEATS, a_table, kept, opened, with_store


def test_a_table_comes_back_as_it_was_written(url: str) -> None:
    table = a_table(
        moves=MOVES,
        drafts={0: ("1@2", "3@4"), 1: ("2@2",)},
        ending="resigned",
        ending_seat=0,
        next="next",
        again="again",
        created=datetime(2026, 11, 15, 10, 0, 0, 123456, UTC),
    )

    async def test(store: Store) -> None:
        await store.create_table(table)
        assert await store.load_table(table.id) == table
        assert await store.load_table("another") is None

    with_store(url, test)


def test_times_are_kept_in_utc(url: str) -> None:
    async def test(store: Store) -> None:
        noon = datetime(2026, 7, 1, 12, tzinfo=timezone(timedelta(hours=2)))
        await store.create_table(a_table(created=noon))
        created = (await kept(store)).created
        assert (created, created.tzinfo) == (noon, UTC)
        with pytest.raises(StoreError, match="expected a time with a zone"):
            await store.create_table(a_table("b", created=datetime(2026, 7, 1)))

    with_store(url, test)


def test_an_id_is_given_once_and_people_must_be_known(url: str) -> None:
    async def test(store: Store) -> None:
        await store.create_table(a_table())
        with pytest.raises(Conflict):
            await store.create_table(a_table(game="pavilion", moves=MOVES))
        assert (await kept(store)).game == "azul"
        with pytest.raises(StoreError) as caught:
            await store.create_table(a_table("b", host="eve"))
        assert not isinstance(caught.value, Conflict)
        with pytest.raises(StoreError):
            await store.create_table(a_table("b", seats=(Seat("person", "Eve", guest="eve"),)))
        assert await store.load_table("b") is None  # nothing of it

    with_store(url, test)


# --- the record ---------------------------------------------------------------------------------------------


def test_moves_are_appended_with_what_follows_from_them(url: str) -> None:
    async def test(store: Store) -> None:
        before = a_table(updated=datetime(2020, 1, 1, tzinfo=UTC), drafts={0: ("1@2",)})
        await store.create_table(before)
        await store.append(before.id, 0, MOVES[:1], round=1, scores=[0, 0], turn=[1])
        await store.append(before.id, 1, MOVES[1:], turn=[0])
        after = await kept(store)
        assert after == replace(before, moves=MOVES, updated=after.updated)
        assert after.updated > before.updated
        [card] = await store.playing_tables(9)
        assert (card.round, card.scores, card.turn) == (1, [0, 0], [0])

    with_store(url, test)


def test_the_last_move_ends_the_game_in_the_same_step(url: str) -> None:
    async def test(store: Store) -> None:
        await store.create_table(a_table(drafts={0: ("1@2",), 1: ("2@2",)}))
        await store.append(
            "k3f9x2ab7q", 0, MOVES, scores=[40, 31], status="over", ending="row", clear_drafts=True
        )
        table = await kept(store)
        assert (table.status, table.ending, table.ending_seat, table.drafts) == ("over", "row", None, {})
        await store.append("k3f9x2ab7q", 3, [], ending="resigned", ending_seat=0)  # no move at all
        table = await kept(store)
        assert (len(table.moves), table.ending, table.ending_seat) == (3, "resigned", 0)

    with_store(url, test)


@pytest.mark.parametrize("ply", [0, 2, 4, -1])
def test_a_ply_that_is_not_the_next_is_refused_and_changes_nothing(url: str, ply: int) -> None:
    async def test(store: Store) -> None:
        await store.create_table(a_table(moves=MOVES))
        before = await kept(store)
        with pytest.raises(Conflict, match=f"ply {ply} is not where its record of 3 entries goes on"):
            await store.append(before.id, ply, [Move(0, "other")], status="over", clear_drafts=True)
        assert await kept(store) == before

    with_store(url, test)


def test_of_two_who_write_one_ply_one_succeeds(url: str) -> None:
    async def test(store: Store) -> None:
        await store.create_table(a_table())
        async with opened(url) as other:  # as another server would
            tries = [(store, other)[n % 2].append("k3f9x2ab7q", 0, [Move(0, str(n))]) for n in range(10)]
            ends = await asyncio.gather(*tries, return_exceptions=True)
        won = [number for number, end in enumerate(ends) if end is None]
        assert len(won) == 1
        assert sum(isinstance(end, Conflict) for end in ends) == 9
        assert (await kept(store)).moves == (Move(0, str(won[0])),)

    with_store(url, test)


def test_a_record_is_cut_and_goes_on(url: str) -> None:
    async def test(store: Store) -> None:
        await store.create_table(a_table(moves=MOVES, drafts={1: ("1@2",)}))
        await store.cut("k3f9x2ab7q", 1, round=1, scores=[2, 3], turn=[0])
        table = await kept(store)
        assert (table.moves, table.drafts) == (MOVES[:1], {})
        [card] = await store.playing_tables(9)
        assert (card.round, card.scores, card.turn) == (1, [2, 3], [0])
        await store.append("k3f9x2ab7q", 1, [Move(0, "another")])
        assert (await kept(store)).moves == (MOVES[0], Move(0, "another"))
        with pytest.raises(Conflict):
            await store.cut("k3f9x2ab7q", 3, round=1, scores=None, turn=())

    with_store(url, test)


# --- all else -----------------------------------------------------------------------------------------------


def test_seats_status_and_the_next_table_change(url: str) -> None:
    async def test(store: Store) -> None:
        await store.create_table(a_table(status="open"))
        seats = (SEATS[0], Seat("person", "Bea", guest="bea", resigned=True))
        await store.set_seats("k3f9x2ab7q", seats)
        await store.set_next("k3f9x2ab7q", "rematch")
        await store.set_status("k3f9x2ab7q", "over", "left", 1)
        table = await kept(store)
        assert (table.seats, table.next) == (seats, "rematch")
        assert (table.status, table.ending, table.ending_seat) == ("over", "left", 1)
        await store.set_status("k3f9x2ab7q", "playing")
        assert (await kept(store)).ending is None

    with_store(url, test)


def test_choices_not_yet_revealed_are_replaced_seat_by_seat(url: str) -> None:
    async def test(store: Store) -> None:
        await store.create_table(a_table())
        await store.put_draft("k3f9x2ab7q", 0, ["1@2"])
        await store.put_draft("k3f9x2ab7q", 1, ["2@2"])
        await store.put_draft("k3f9x2ab7q", 0, ("1@2", "3@3"))
        assert (await kept(store)).drafts == {0: ("1@2", "3@3"), 1: ("2@2",)}
        await store.put_draft("k3f9x2ab7q", 1, [])
        assert (await kept(store)).drafts == {0: ("1@2", "3@3")}

    with_store(url, test)


@pytest.mark.parametrize(
    "write",
    [
        lambda store: store.append("none", 0, MOVES),
        lambda store: store.cut("none", 0, round=None, scores=None, turn=()),
        lambda store: store.set_seats("none", SEATS),
        lambda store: store.set_status("none", "over"),
        lambda store: store.set_next("none", "other"),
        lambda store: store.put_draft("none", 0, ["1@2"]),
    ],
    ids=["append", "cut", "set_seats", "set_status", "set_next", "put_draft"],
)
def test_nothing_is_written_to_a_table_that_is_not_there(
    url: str, write: Callable[[Store], Awaitable[None]]
) -> None:
    async def test(store: Store) -> None:
        with pytest.raises(StoreError, match="there is no table 'none'"):
            await write(store)

    with_store(url, test)


def test_all_is_there_after_a_restart(url: str) -> None:
    async def test(store: Store) -> None:
        await store.create_table(a_table(drafts={0: ("1@2",)}))
        await store.append("k3f9x2ab7q", 0, MOVES, round=2, scores=[5, 6], turn=[0, 1])
        before = await kept(store)
        async with opened(url) as again:
            assert await kept(again) == before
            assert await again.tables_of("ana", 9) == await store.tables_of("ana", 9)
            assert await again.find_guest("hash of bea") == await store.find_guest("hash of bea")

    with_store(url, test)
    asyncio.run(_goes_on(url))


async def _goes_on(url: str) -> None:
    async with opened(url) as store:
        await store.append("k3f9x2ab7q", 3, MOVES[1:])
        assert (await kept(store)).moves == MOVES + MOVES[1:]
