"""Kernels: plain by default, compiled on demand, kept in a folder named by the source, off when told so."""

import os
import subprocess
import sys
import time
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from azulejos.core import jit, lanes, rng
from azulejos.core.widths import as16, as32


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run code in a process of its own."""
    paths = os.pathsep.join(sys.path)
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env={**os.environ, "PYTHONPATH": paths, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_kernel_is_a_plain_function_until_it_is_compiled() -> None:
    assert lanes.total(3 * lanes.ONES) == 18
    fast = jit.compiled(lanes.total)
    assert fast is not lanes.total
    assert fast is jit.compiled(lanes.total)
    assert fast(3 * lanes.ONES) == 18


def test_a_compiled_kernel_calls_compiled_kernels_and_reads_tables() -> None:
    fast = jit.compiled(lanes.member)
    assert [fast(0b1010010, k) for k in range(3)] == [1, 4, 6]
    stream = np.zeros(rng.WORDS, np.int64)
    jit.compiled(rng.start_stream)(stream, 7, 1)
    plain = [0] * rng.WORDS
    rng.start_stream(plain, 7, 1)
    assert stream.tolist() == plain


def test_a_width_is_nothing_to_plain_python_and_a_type_once_compiled() -> None:
    @jit.kernel
    def narrowed(number: int) -> int:
        return as16(number) + as32(number)

    assert narrowed(70_000) == 140_000
    assert jit.compiled(narrowed)(70_000) == 70_000 - 65_536 + 70_000
    assert jit.compiled(narrowed)(-5) == -10


def test_playing_a_game_imports_neither_numba_nor_numpy() -> None:
    code = """
import sys
import azulejos as az
game = az.new("azul", seed=1)
game.play(az.bot("greedy", 1).choose(game).move)
game.undo()
print([name for name in ("numba", "numpy", "llvmlite") if name in sys.modules])
"""
    done = run(code, AZULEJOS_JIT="")
    assert (done.stdout, done.stderr) == ("[]\n", "")


def test_the_switch_forbids_compiling() -> None:
    code = "from azulejos.core import jit, lanes; jit.compiled(lanes.total)"
    done = run(code, AZULEJOS_JIT="0")
    assert done.returncode == 1
    assert "AZULEJOS_JIT=0 forbids compiling, but total is needed fast" in done.stderr


COMPILE_ONE = """
import time
from azulejos.core import jit, lanes
begin = time.perf_counter()
assert jit.compiled(lanes.total)(lanes.ONES) == 6
print(jit.compiled(lanes.total).stats.cache_hits)
"""


def test_a_compiled_kernel_is_kept_for_the_next_process(tmp_path: Path) -> None:
    first, second = (run(COMPILE_ONE, AZULEJOS_CACHE=str(tmp_path)) for _ in range(2))
    assert "0" not in second.stdout, second.stdout + second.stderr
    assert "1" not in first.stdout, first.stdout + first.stderr
    assert [folder.name for folder in tmp_path.iterdir()] == [f"kernels-{jit.source_hash()}"]


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    done = run(COMPILE_ONE, AZULEJOS_CACHE=str(blocked))
    assert (done.returncode, done.stderr) == (0, "")
    assert blocked.read_text() == "not a folder"


def test_of_the_caches_of_other_versions_the_last_used_stay(tmp_path: Path) -> None:
    ages = {f"kernels-{age}": age for age in range(1, 7)}
    for name, age in {**ages, "something else": 400}.items():
        folder = tmp_path / name
        folder.mkdir()
        then = time.time() - age * 86400
        os.utime(folder, (then, then))
    done = run(COMPILE_ONE, AZULEJOS_CACHE=str(tmp_path))
    assert done.returncode == 0, done.stderr
    left = sorted(folder.name for folder in tmp_path.iterdir())
    stay = [f"kernels-{age}" for age in range(1, jit.KEEP)]
    assert left == sorted([f"kernels-{jit.source_hash()}", *stay, "something else"])


def test_the_cache_is_named_by_all_sources(tmp_path: Path) -> None:
    package = Path(jit.__file__).parent.parent
    copy = tmp_path / "azulejos"
    for path in package.rglob("*.py"):
        target = copy / path.relative_to(package)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(path.read_bytes())
    code = "from azulejos.core import jit; print(jit.source_hash())"
    same = run(code, PYTHONPATH=str(tmp_path)).stdout
    with (copy / "core" / "lanes.py").open("a", encoding="utf8") as source:
        source.write("# edited\n")
    edited = run(code, PYTHONPATH=str(tmp_path)).stdout
    assert same.strip() == jit.source_hash()
    assert edited.strip() not in ("", same.strip())


@pytest.mark.parametrize(("word", "always", "never"), [("", 0, 0), ("1", 1, 0), ("0", 0, 1), ("off", 0, 1)])
def test_the_switch(monkeypatch: pytest.MonkeyPatch, word: str, always: int, never: int) -> None:
    monkeypatch.setenv(jit.SWITCH, word)
    assert (jit.always_compiled(), jit.never_compiled()) == (bool(always), bool(never))


# --- kernels of no family over a family's own -----------------------------------------------------------


@jit.slot
def worth(tiles):  # type: ignore[no-untyped-def]
    raise NotImplementedError


@jit.kernel
def doubled(tiles):  # type: ignore[no-untyped-def]
    return 2 * worth(tiles)


@jit.kernel
def doubled_and_one(tiles):  # type: ignore[no-untyped-def]
    return doubled(tiles) + ODD[1]


ODD = jit.Table((5, 1))


def _family(name: str, points: int) -> ModuleType:
    module = ModuleType(f"{name}.kernels")

    def own(tiles):  # type: ignore[no-untyped-def]
        return points * tiles

    own.__name__ = "worth"
    module.__dict__["worth"] = jit.kernel(own)
    return module


def test_a_slot_stands_for_the_familys_own_kernel() -> None:
    general = ModuleType("general")
    general.__dict__.update(worth=worth, doubled=doubled, doubled_and_one=doubled_and_one)
    one, two = jit.Bound(general, _family("a.one", 3), False), jit.Bound(general, _family("a.two", 10), False)
    assert [one.worth(4), one.doubled(4), one.doubled_and_one(4)] == [12, 24, 25]
    assert [two.worth(4), two.doubled(4), two.doubled_and_one(4)] == [40, 80, 81]
    assert one.doubled is one.doubled
    with pytest.raises(NotImplementedError):
        doubled(4)  # bound to nothing
    with pytest.raises(AttributeError):
        _ = one.tripled


GENERAL = """
from azulejos.core.jit import kernel, slot

@slot
def worth(tiles):
    raise NotImplementedError

@kernel
def doubled(tiles):
    return 2 * worth(tiles)
"""

OWN = """
from azulejos.core.jit import kernel

@kernel
def worth(tiles):
    return {points} * tiles
"""

BOTH = """
import general, one.kernels, two.kernels
from azulejos.core.jit import Bound
fast = [Bound(general, family, True) for family in (one.kernels, two.kernels)]
plain = [Bound(general, family, False) for family in (one.kernels, two.kernels)]
assert fast[0].doubled is not fast[1].doubled
print([bound.doubled(4) for bound in plain + fast], [len(bound.doubled.stats.cache_hits) for bound in fast])
"""


def test_two_families_do_not_take_each_others_compiled_code_from_the_cache(tmp_path: Path) -> None:
    (tmp_path / "general.py").write_text(GENERAL)
    for name, points in (("one", 3), ("two", 10)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("")
        (tmp_path / name / "kernels.py").write_text(OWN.format(points=points))
    paths = os.pathsep.join([str(tmp_path), *sys.path])
    for hits in (0, 1):  # the second process takes both from the cache
        done = run(BOTH, AZULEJOS_CACHE=str(tmp_path / "cache"), PYTHONPATH=paths)
        assert done.stdout == f"[24, 80, 24, 80] [{hits}, {hits}]\n", done.stderr
