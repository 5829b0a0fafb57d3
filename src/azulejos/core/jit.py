"""The `kernel` decorator, and the one place where kernels are compiled and their compilations are kept.

A kernel is a plain function over integers and flat states. It runs as it is; `compiled` gives the
same function compiled for this processor, `on_device` for a GPU. Nothing else uses Numba directly.

Numba is imported only when something is first compiled, so a process that plays at human speed
never pays for it.
"""

import functools
import hashlib
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

SWITCH = "AZULEJOS_JIT"
CACHE = "AZULEJOS_CACHE"
FLAGS = {
    "nogil": True,
    "error_model": "numpy",
    "_nrt": False,  # kernels allocate nothing, so there is no use in counting references: 9% faster
    "forceinline": True,  # an array is passed as seven words; not passing it at all is 27% faster
}
KEEP = 4  # caches of other versions of the source, the last used ones


def kernel(function: Function) -> Function:
    """Mark a function as a kernel: it may call kernels, use integers and `Table`s, and nothing else."""
    function.__dict__["kernel"] = True
    return function


def slot(function: Function) -> Function:
    """Mark a function that only stands for each family's own kernel of that name: see `bound`."""
    function.__dict__["slot"] = True
    return kernel(function)


class CompilingForbidden(RuntimeError):
    """A kernel is needed fast in a process that may not compile."""


class Table(tuple[int, ...]):
    """A small lookup table: a tuple in plain Python, a constant array once compiled."""

    __slots__ = ()


def always_compiled() -> bool:
    """Whether every game in this process shall use compiled kernels (AZULEJOS_JIT=1)."""
    return os.environ.get(SWITCH, "") in ("1", "on", "always")


def never_compiled() -> bool:
    """Whether compiling is forbidden in this process (AZULEJOS_JIT=0)."""
    return os.environ.get(SWITCH, "") in ("0", "off", "never")


class Compiled:
    """A module's kernels, each compiled when it is first asked for, under the same names."""

    def __init__(self, module: ModuleType) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Any:
        value = compiled(getattr(self._module, name))
        setattr(self, name, value)
        return value


@functools.cache
def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """The kernel compiled for this processor, taken from the cache folder where it is there."""
    return _built(_relinked(function, compiled))


def _built(function: FunctionType, **other: bool) -> Callable[..., Any]:
    if never_compiled():
        raise CompilingForbidden(f"{SWITCH}=0 forbids compiling, but {function.__name__} is needed fast")
    import numba

    with _cache_folder(numba) as cached:
        return numba.njit(cache=cached, **{**FLAGS, **other})(function)  # type: ignore[no-any-return]


class Bound:
    """A module of family-free kernels with one family's kernels in its slots, under the same names."""

    def __init__(self, module: ModuleType, family: ModuleType, fast: bool) -> None:
        self._module = module
        self._family = family
        self._fast = fast

    def __getattr__(self, name: str) -> Any:
        value = bound(getattr(self._module, name), self._family, self._fast)
        setattr(self, name, value)
        return value


@functools.cache
def bound(function: Callable[..., Any], family: ModuleType, fast: bool) -> Callable[..., Any]:
    """A family-free kernel over one family's kernels: compiled, or as plain Python."""
    if "slot" in function.__dict__:
        own: Callable[..., Any] = getattr(family, function.__name__)
        return compiled(own) if fast else own
    copy = _relinked(function, lambda inner: bound(inner, family, fast))
    # a name of its own per family, or Numba's cache would take one family's code for the other's
    copy.__qualname__ = f"{function.__qualname__}_{family.__name__.split('.')[-2]}"
    return _built(copy) if fast else copy


@functools.cache
def on_device(function: Callable[..., Any]) -> Callable[..., Any]:
    """The kernel as a function that code running on a GPU can call."""
    return cuda().jit(device=True)(_relinked(function, on_device))  # type: ignore[no-any-return]


def launchable(function: Callable[..., Any]) -> Any:
    """The function a GPU's threads begin with; it finds the GPU under the global name `cuda`."""
    copy = _relinked(function, on_device)
    copy.__globals__["cuda"] = cuda()
    return cuda().jit(copy)


def cuda() -> Any:
    """Numba's side for GPUs; ImportError where it is not installed."""
    import numpy

    if not hasattr(numpy, "row_stack"):  # NumPy 2.5 dropped a name that numba-cuda 0.30 looks up
        numpy.row_stack = numpy.vstack
    from numba import cuda

    return cuda


def _relinked(
    function: Callable[..., Any], link: Callable[[Callable[..., Any]], Callable[..., Any]]
) -> FunctionType:
    """The same code with the kernels it calls replaced by `link` of them and its tables by arrays."""
    assert isinstance(function, FunctionType)
    names = {name: function.__globals__.get(name) for name in function.__code__.co_names}
    linked = {name: _linked(value, link) for name, value in names.items() if value is not None}
    copy = FunctionType(function.__code__, {**function.__globals__, **linked}, function.__name__)
    copy.__module__, copy.__qualname__ = function.__module__, function.__qualname__
    return copy


def _linked(value: Any, link: Callable[[Callable[..., Any]], Callable[..., Any]]) -> Any:
    if isinstance(value, Table):
        return value if _simulated() else _array(value)
    if isinstance(value, FunctionType) and "kernel" in value.__dict__:
        return link(value)
    return value


def _simulated() -> bool:
    """Whether Numba's stand-in for a GPU runs kernels as plain Python, as our tests have it do."""
    return os.environ.get("NUMBA_ENABLE_CUDASIM") == "1"


@functools.cache
def _array(table: Table) -> Any:
    import numpy

    small = min(table) >= -128 and max(table) < 128
    return numpy.array(table, dtype=numpy.int8 if small else numpy.int64)


# --- the cache folder -------------------------------------------------------------------------------


def cache_root() -> Path:
    """The folder that holds compiled kernels, one folder per version of the source."""
    if os.environ.get(CACHE):
        return Path(os.environ[CACHE])
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "azulejos"


@functools.cache
def source_hash() -> str:
    """A name for this version of the kernels.

    Numba looks only at the caller's own file, so a cached caller would keep an edited callee's old
    code; a folder named by all sources together cannot.
    """
    package = Path(__file__).parent.parent
    digest = hashlib.sha256()
    for path in sorted(package.rglob("*.py")):
        digest.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


@contextmanager
def _cache_folder(numba: Any) -> Iterator[bool]:
    """Point Numba at our folder while a function is wrapped; yields False where it cannot be written."""
    folder = cache_root() / f"kernels-{source_hash()}"
    before = numba.config.CACHE_DIR
    try:
        _open_folder(folder)
    except OSError:
        yield False
        return
    numba.config.CACHE_DIR = str(folder)
    try:
        yield True
    finally:
        numba.config.CACHE_DIR = before


@functools.cache
def _open_folder(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    others = sorted(folder.parent.glob("kernels-*"), key=lambda other: other.stat().st_mtime)
    for other in others[:-KEEP]:
        shutil.rmtree(other, ignore_errors=True)
