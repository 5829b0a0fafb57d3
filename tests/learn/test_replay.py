"""The replay store: files are whole or passed over, and say what they hold."""

from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from azulejos.learn.replay import NAMES, Damaged, Shard, joined, listed, read, read_all, read_meta, write


def _shard(seed: int = 1, games: int = 2) -> Shard:
    """Two samples a game, the second with two moves."""
    luck = np.random.default_rng(seed)
    n = 2 * games
    return Shard(
        states=luck.integers(0, 1 << 60, (n, 5)),
        values=luck.random((n, 2)).astype(np.float32),
        kinds=np.tile([0, 2], games).astype(np.int8),
        chosen=np.full(n, 3, np.int16),
        counts=np.tile([0, 2], games).astype(np.int16),
        games=np.repeat(np.arange(games), 2),
        actions=luck.integers(0, 300, n).astype(np.int16),
        visits=luck.integers(1, 99, n),
        results=luck.random((games, 2)),
        finals=luck.integers(0, 9, (games, 5)),
        scores=luck.integers(0, 90, (games, 2)),
        numbers=np.arange(games),
        meta={"seed": seed, "last": games - 1},
    )


def test_a_shard_comes_back_as_it_was(tmp_path: Path) -> None:
    shard = _shard()
    write(tmp_path / "a" / "x.npz", shard)
    again = read(tmp_path / "a" / "x.npz")
    for name in NAMES:
        assert np.array_equal(getattr(again, name), getattr(shard, name)), name
        assert getattr(again, name).dtype == getattr(shard, name).dtype, name
    assert again.meta == {"seed": 1, "last": 1, "version": 1, "games": 2, "samples": 4}
    assert read_meta(tmp_path / "a" / "x.npz") == again.meta
    assert [path.name for path in (tmp_path / "a").iterdir()] == ["x.npz"]  # nothing is left lying about


def test_damaged_shards_are_named_and_passed_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("a", "b", "c", "d"):
        write(tmp_path / f"{name}.npz", _shard())
    whole = (tmp_path / "b.npz").read_bytes()
    (tmp_path / "b.npz").write_bytes(whole[: len(whole) // 2])  # cut off
    spoilt = bytearray(whole)
    spoilt[len(spoilt) // 3] ^= 255
    (tmp_path / "c.npz").write_bytes(spoilt)
    (tmp_path / "e.npz.77.tmp").write_bytes(whole[:50])  # written when the process was killed
    found = [path.name for path, _ in read_all(listed(tmp_path))]
    assert found == ["a.npz", "d.npz"]
    told = capsys.readouterr().err
    assert "passed over: b.npz" in told
    assert "passed over: c.npz" in told
    assert read_meta(tmp_path / "b.npz") is None


@pytest.mark.parametrize("name", ["counts", "games", "results", "visits"])
def test_parts_that_do_not_fit_together_are_no_shard(tmp_path: Path, name: str) -> None:
    shard = _shard()
    setattr(shard, name, getattr(shard, name)[:-1])
    with pytest.raises(Damaged):
        write(tmp_path / "x.npz", shard)
    assert not listed(tmp_path)


def test_shards_are_joined_game_after_game() -> None:
    one, two = _shard(1, 2), _shard(2, 3)
    both = joined([one, two], {"seed": 9})
    both.check()
    assert both.games.tolist() == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
    assert both.results.tolist() == [*one.results.tolist(), *two.results.tolist()]
    assert both.meta == {"seed": 9}
    assert {field.name for field in fields(Shard)} == {*NAMES, "meta"}
