"""Guests are found by the hash of their secret, and by nothing else."""

from datetime import UTC, datetime, timedelta

import pytest

from azulejos.store.db import Conflict, Store, StoreError
from tests.store.making import with_store


def test_a_guest_is_found_by_the_secrets_hash(url: str) -> None:
    async def test(store: Store) -> None:
        guest = await store.find_guest("hash of ana")
        assert guest is not None
        assert (guest.id, guest.name, guest.language) == ("ana", "Ana", "fr")
        assert guest.created.tzinfo is UTC
        assert abs(datetime.now(UTC) - guest.created) < timedelta(minutes=1)
        assert await store.find_guest("ana") is None

    with_store(url, test)


def test_what_is_added_is_what_is_found(url: str) -> None:
    async def test(store: Store) -> None:
        added = await store.add_guest("zoé", "hash", "Zoé ‘; DROP TABLE guests", None)
        assert await store.find_guest("hash") == added

    with_store(url, test)


def test_name_and_language_change(url: str) -> None:
    async def test(store: Store) -> None:
        await store.rename_guest("bea", "Béatrice")
        await store.set_language("bea", "en")
        bea, ana = await store.find_guest("hash of bea"), await store.find_guest("hash of ana")
        assert bea is not None
        assert (bea.name, bea.language) == ("Béatrice", "en")
        assert ana is not None
        assert (ana.name, ana.language) == ("Ana", "fr")

    with_store(url, test)


def test_ids_and_secrets_are_given_once(url: str) -> None:
    async def test(store: Store) -> None:
        with pytest.raises(Conflict):
            await store.add_guest("ana", "another hash", "Eve", None)
        with pytest.raises(Conflict):
            await store.add_guest("eve", "hash of ana", "Eve", None)
        assert await store.find_guest("another hash") is None

    with_store(url, test)


def test_nobody_cannot_be_renamed(url: str) -> None:
    async def test(store: Store) -> None:
        with pytest.raises(StoreError, match="there is no guest 'eve'"):
            await store.rename_guest("eve", "Eve")

    with_store(url, test)
