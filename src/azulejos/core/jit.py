"""The `kernel` decorator, and the one place where kernels are compiled and their compilations are kept.

A kernel is a plain function over integers and flat states. It runs as it is; `compiled` gives the
same function compiled for this processor, `on_device` for a GPU. Nothing else uses Numba directly.

Numba is imported only when something is first compiled, so a process that plays at human speed
never pays for it.
"""

import contextlib
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
    "no_cfunc_wrapper": True,  # nothing in C calls a kernel
}
INNER = {  # for kernels that only kernels call
    "forceinline": True,  # an array is passed as seven words; not passing it at all is 27% faster
    "no_cpython_wrapper": True,  # a way in from Python repeats all that is inlined: a sixth of compiling
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


def on_gpus(other: Function) -> Callable[[Function], Function]:
    """Mark a kernel that a GPU runs instead of another one, with the same result by another way."""

    def marked(function: Function) -> Function:
        other.__dict__["on_gpus"] = function
        return function

    return marked


def width(name: str) -> Callable[[Function], Function]:
    """Mark a function that gives back its number as a width: compiled, the number is of that type.

    Numba reckons in 64 bits; sums in fewer are several times as fast where a loop is over many of them.
    """

    def marked(function: Function) -> Function:
        function.__dict__["width"] = name
        return function

    return marked


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
    return _built(_relinked(function, _links(None)))


@functools.cache
def _inner(function: Callable[..., Any], family: ModuleType | None) -> Callable[..., Any]:
    """The kernel compiled for other kernels to call, a family's kernels in its slots."""
    if family is not None and "slot" in function.__dict__:
        return _inner(getattr(family, function.__name__), None)
    copy = _relinked(function, _links(family))
    copy.__qualname__ = f"{_own_name(function, family)}_inner"  # the cache has the other form as well
    return _built(copy, **INNER)


def _links(family: ModuleType | None) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    return lambda inner: _inner(inner, family if family is not None and _asks(inner) else None)


@functools.cache
def _asks(function: Callable[..., Any]) -> bool:
    """Whether a kernel comes to a slot: one that does not is the same code for every family."""
    return "slot" in function.__dict__ or any(map(_asks, _called(function)))


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
    if fast:
        copy = _relinked(function, _links(family))
    else:
        copy = _relinked(function, lambda inner: bound(inner, family, fast), False)
    copy.__qualname__ = _own_name(function, family)
    return _built(copy) if fast else copy


def _own_name(function: Callable[..., Any], family: ModuleType | None) -> str:
    """A name of its own per family, or Numba's cache would take one family's code for the other's."""
    return function.__qualname__ + (f"_{family.__name__.split('.')[-2]}" if family is not None else "")


@functools.cache
def on_device(function: Callable[..., Any], family: ModuleType | None = None) -> Callable[..., Any]:
    """The kernel as a function that code running on a GPU can call, a family's kernels in its slots."""
    if "slot" in function.__dict__ and family is not None:
        return on_device(getattr(family, function.__name__))
    function = function.__dict__.get("on_gpus", function)
    return cuda().jit(device=True)(_relinked(function, _device_link(family)))  # type: ignore[no-any-return]


def launchable(function: Callable[..., Any], family: ModuleType | None = None, **names: Any) -> Any:
    """The function a GPU's threads begin with.

    It finds the GPU under the global name `cuda`, and what else is named here under its own name.
    """
    copy = _relinked(function, _device_link(family))
    copy.__globals__.update(names, cuda=cuda())
    return cuda().jit(copy)


def _device_link(family: ModuleType | None) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    return lambda inner: on_device(inner, family)


def cuda() -> Any:
    """Numba's side for GPUs; ImportError where it is not installed."""
    import numpy

    if not hasattr(numpy, "row_stack"):  # NumPy 2.5 dropped a name that numba-cuda 0.30 looks up
        numpy.row_stack = numpy.vstack
    from numba import cuda

    with contextlib.suppress(ImportError):  # Numba's own part, without numba-cuda, has no such warnings
        from numba.cuda.core import config

        config.CUDA_LOW_OCCUPANCY_WARNINGS = 0  # who asks for a small batch means it
    return cuda


def why_no_gpu() -> str | None:
    """Why no GPU can be used here, in a sentence, or None."""
    try:
        driver = cuda()
    except ImportError:
        return "no GPU support is installed: pip install 'azulejos[gpu]' on a machine with an NVIDIA GPU"
    try:
        available = driver.is_available()
    except Exception as error:  # numba-cuda raises many kinds where a driver is broken
        return f"the GPU driver does not answer ({type(error).__name__}: {error})"
    return None if available else "there is no NVIDIA GPU with a working driver on this machine"


def gpu_name() -> str:
    """The GPU's own name."""
    name = cuda().get_current_device().name
    return name.decode() if isinstance(name, bytes) else str(name)


def _relinked(
    function: Callable[..., Any], link: Callable[[Callable[..., Any]], Callable[..., Any]], fast: bool = True
) -> FunctionType:
    """The same code with `link` of the kernels it calls and, if it will be compiled, arrays for its tables.

    Plain Python reads tables quicker as they are, and NumPy takes long to import.
    """
    assert isinstance(function, FunctionType)
    fast = fast and not _simulated()
    names = {name: function.__globals__.get(name) for name in function.__code__.co_names}
    linked = {name: _linked(value, link, fast) for name, value in names.items() if value is not None}
    copy = FunctionType(function.__code__, {**function.__globals__, **linked}, function.__name__)
    copy.__module__, copy.__qualname__ = function.__module__, function.__qualname__
    return copy


def _called(function: Callable[..., Any]) -> list[Callable[..., Any]]:
    assert isinstance(function, FunctionType)
    values: list[Any] = [function.__globals__.get(name) for name in function.__code__.co_names]
    return [value for value in values if _is_kernel(value)]


def _is_kernel(value: Any) -> bool:
    return isinstance(value, FunctionType) and "kernel" in value.__dict__


def _linked(value: Any, link: Callable[[Callable[..., Any]], Callable[..., Any]], fast: bool) -> Any:
    if _is_kernel(value):
        return link(value)
    if fast and isinstance(value, Table):
        return _array(value)
    if fast and isinstance(value, FunctionType) and "width" in value.__dict__:
        return _number_type(value.__dict__["width"])
    return value


def _number_type(name: str) -> Any:
    """A type of numbers, which compiled code converts by."""
    import numba

    return getattr(numba, name)


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
