"""A server killed in the middle of twenty games has lost no move that anybody was told of."""

import subprocess
import sys
from pathlib import Path

from azulejos.store.db import Store
from tests.store import writer
from tests.store.making import a_table, kept, with_store

NAMES = [f"table-{number}" for number in range(20)]


def write_and_be_killed(url: str) -> dict[str, int]:
    """How long each record was said to be, by a writer killed after 200 lines and some of every table."""
    command = [sys.executable, str(Path(writer.__file__)), url, *NAMES]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        lines: list[str] = []
        while len(lines) < 200 or len({line.split()[0] for line in lines}) < len(NAMES):
            lines.append(program.stdout.readline())
        program.kill()
        lines += program.stdout.readlines()  # said before the end; the last may have been cut off
    assert program.returncode == -9
    said = [line.split() for line in lines if line.endswith("\n")]
    return {name: int(length) for name, length in said}


def test_a_killed_writer_has_lost_no_move(url: str) -> None:
    async def test(store: Store) -> None:
        for name in NAMES:
            await store.create_table(a_table(name))
        for _ in range(3):  # each goes on where the one before was killed
            said = write_and_be_killed(url)
            assert len(said) == len(NAMES)
            for name in NAMES:
                moves = (await kept(store, name)).moves
                assert len(moves) in (said[name], said[name] + 2)  # or it was stored and not yet said
                assert [move.text for move in moves] == [f"{name} {ply}" for ply in range(len(moves))]

    with_store(url, test)
