"""Self-play over many cores: `python -m azulejos.learn.play azul --players 2 --dir ladder/x --minutes 5`.

The best net there is, or the newest where that plays untried, plays against itself, or the search without one
as long as there is none. Shards are written every so often, so that whatever happens only the last seconds
are lost.
"""

import sys
import time
from collections.abc import Generator, Iterable
from pathlib import Path
from typing import Any

from azulejos.learn.arguments import (
    add_cluster,
    add_play,
    folder_of,
    on_cluster,
    opened,
    plan_of,
    until,
    whole,
)
from azulejos.learn.cluster import work_on_cluster
from azulejos.learn.crew import Shift, Stop, never, work
from azulejos.learn.device import play_batches
from azulejos.learn.folder import Folder
from azulejos.learn.player import Plan, Player
from azulejos.learn.replay import SUFFIX, joined, listed, packed, read_meta, replace_file
from azulejos.learn.variants import Variant

SHARD_SECONDS, SHARD_SAMPLES = 20.0, 30_000  # a shard is written after so long, or so many
TELL = 10.0  # seconds between two lines of progress


def play(
    folder: Folder,
    plan: Plan,
    generation: int,
    games: int,
    deadline: float,
    cores: int,
    stop: Stop = never,
    cluster: str | None = None,
    gpu: int = 0,
) -> int:
    """Play until there are so many games for a generation or time is up; tells how many there are.

    In so many processes here, on a Ray cluster, or so many games at a time on a GPU.
    """
    before = folder.played(generation)[0]
    if before >= games:
        return before
    player = folder.player
    net = folder.net_of(player)
    if not gpu:
        warm(folder.variant, plan, net)
    began, told, done = time.time(), time.time(), 0
    shards, most = folder.shards(generation), games - before
    meta, first = _meta(folder, generation, player), _next_number(folder, generation)
    about = (dict(folder.variant), plan, net, meta, first)
    counts: Iterable[int | None]
    if gpu:
        sys.stderr.write(
            f"play   generation {generation}: {gpu:,} games at a time, told of when all are over\n"
        )
        counts = play_batches(*about, shards, gpu, most, deadline, stop)
    elif cluster is None:
        counts = work(play_shards, (*about, shards), cores, most, deadline, stop)
    else:
        made = work_on_cluster(play_shards, (*about, None), cluster, most, deadline, stop)
        counts = _written(shards, made)
    for count in counts:
        done += count or 0
        if time.time() - told >= TELL:
            told = time.time()
            _tell(generation, before + done, games, done / (told - began))
    took = max(time.time() - began, 1e-9)
    _tell(generation, before + done, games, done / took)
    where = {"gpu": gpu} if gpu else {"cores": cores} if cluster is None else {"cluster": cluster}
    folder.note("play", generation, games=done, seconds=round(took, 1), by=player, full=plan.full, **where)
    return before + done


def _written(shards: Path, made: Iterable[Any]) -> Generator[int | None]:
    """Write the shards that come from elsewhere, and tell how many games each holds."""
    for found in made:
        if found is not None:
            name, data, count = found
            replace_file(shards / name, data)
        yield None if found is None else count


def _tell(generation: int, done: int, games: int, pace: float) -> None:
    sys.stderr.write(f"play   generation {generation}: {done:,} of {games:,} games, {pace:,.1f} games/s\n")


def warm(variant: Variant, plan: Plan, net: bytes | None) -> None:
    """Compile once before many processes want the same; they find it in the cache."""
    small = Plan(full=2, brief=2, fully=plan.fully)
    Player(variant, small, net).game(1, 0)


def _meta(folder: Folder, generation: int, player: int) -> dict[str, Any]:
    return {
        "variant": dict(folder.variant),
        "generation": generation,
        "played_by": player,
        "seed": folder.derived("play", generation),
    }


def _next_number(folder: Folder, generation: int) -> int:
    """The first number that no game of the generation has."""
    metas = [meta for path in listed(folder.shards(generation)) if (meta := read_meta(path))]
    return max((int(meta["last"]) + 1 for meta in metas), default=0)


def play_shards(
    shift: Shift,
    variant: Variant,
    plan: Plan,
    net: bytes | None,
    meta: dict[str, Any],
    first: int,
    shards: Path | None,
) -> None:
    """What a worker does: play games, and write shards or, where the folder is not at hand, tell them."""
    player = Player(variant, plan, net)
    while parts := _gathered(shift, player, meta["seed"], first):
        numbers = [int(part.numbers[0]) for part in parts]
        data = packed(joined(parts, {**meta, "last": max(numbers)}))
        name = f"{numbers[0]:09}-{shift.worker:02}{SUFFIX}"
        if shards is None:
            shift.tell((name, data, len(parts)))
        else:
            replace_file(shards / name, data)
            shift.tell(len(parts))


def _gathered(shift: Shift, player: Player, seed: int, first: int) -> list[Any]:
    """The games of one shard; none when the work is done."""
    parts: list[Any] = []
    began, samples = time.time(), 0
    while time.time() < began + SHARD_SECONDS and samples < SHARD_SAMPLES:
        claimed = shift.claim()
        if claimed is None:
            break
        parts.append(player.game(seed, first + claimed))
        samples += len(parts[-1].states)
    return parts


def main() -> None:
    """Read the command line and play."""
    parser = opened("play", __doc__)
    add_play(parser)
    add_cluster(parser)
    parser.add_argument("--generation", type=whole(1), help="which one shall learn from it (the next one)")
    found = parser.parse_args()
    deadline = until(found)
    folder = folder_of(found)
    plan, generation = plan_of(found), found.generation or folder.due
    with on_cluster(found):
        play(
            folder, plan, generation, found.games, deadline, found.cores, cluster=found.cluster, gpu=found.gpu
        )


if __name__ == "__main__":
    main()
