"""A program that plays at many tables at once and says each move once it is stored; somebody will kill it."""

import asyncio
import sys

from azulejos.store.db import Store, open_store
from azulejos.store.records import Move


async def play(store: Store, name: str) -> None:
    table = await store.load_table(name)
    assert table is not None
    ply = len(table.moves)
    while True:
        await store.append(name, ply, [Move(0, f"{name} {ply}"), Move(-1, f"{name} {ply + 1}")])
        ply += 2
        sys.stdout.write(f"{name} {ply}\n")
        sys.stdout.flush()


async def main(url: str, names: list[str]) -> None:
    store = await open_store(url)
    await asyncio.gather(*(play(store, name) for name in names))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2:]))
