"""Nets as files: written by those who train them, read by the search.

A file is a line that names the format, a line of JSON, then all weights, compressed: low bytes, then high
ones. Nothing but the standard library reads one for plain kernels. A net that cannot be used is named once
in the log, and the search does without.
"""

import hashlib
import json
import logging
import sys
import zlib
from array import array
from collections.abc import Mapping
from importlib.resources import files
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

from azulejos.bots.net import MOST2, MOST4, STEP1, STEPS1, Net
from azulejos.core.layout import SEATS
from azulejos.core.rules import Rules

FORMAT = b"azulejos net 1\n"
ENDING = ".net"
# nets that are part of the package
SHIPPED = (
    *("azul 2", "azul 2 coloured", "azul 3", "azul 4", "azul 4 coloured mixed"),
    *("pavilion 2", "pavilion 3", "pavilion 4"),
)
WIDEST = 512  # units of a layer

log = logging.getLogger("azulejos.bots")


class BadNet(ValueError):
    """A file that is no net, or none that can be used here."""


class Written(NamedTuple):
    """The weights as a file has them, and as training makes them: of `Net` what `ready` makes of these."""

    w1: Any
    b1: Any
    w2: Any
    b2: Any
    w3: Any  # [second layer, seat]
    b3: Any
    w4: Any
    b4: Any


def name_of(rules: Rules) -> str:
    """The name of the net that plays a variant alone."""
    return f"{rules.game} {rules.variant()}"


def common_name(rules: Rules) -> str:
    """The name of the net that plays all variants for so many players."""
    return f"{rules.game} {rules.players}"


def partial_name(rules: Rules, option: str) -> str:
    """The name of the net that plays all variants with one option, such as a wall, for so many players."""
    return f"{common_name(rules)} {option} mixed"


def file_of(name: str) -> str:
    """The name of a net's file."""
    return name.replace(" ", "-") + ENDING


def shapes(rules: Rules, first: int, second: int) -> dict[str, tuple[int, ...]]:
    """What arrays the net of a variant is made of, given the widths of its layers."""
    kernels = rules.kernels
    return {
        "w1": (kernels.ENCODED, first),
        "b1": (first,),
        "w2": (first, second),
        "b2": (second,),
        "w3": (second, rules.players),
        "b3": (rules.players,),
        "w4": (kernels.MOVE_KEYS, second),
        "b4": (kernels.MOVE_KEYS,),
    }


# --- writing ----------------------------------------------------------------------------------------------


def save(
    path: Path | str,
    rules: Rules,
    arrays: Mapping[str, Any],
    meta: Mapping[str, Any],
    name: str | None = None,
) -> None:
    """Write a net's arrays, by the names of `Written`'s fields, whole or not at all.

    It is called as it is told to be, else by its variant.
    """
    import numpy as np

    made = {name: np.asarray(arrays[name]) for name in Written._fields}
    wanted = shapes(rules, *made["w2"].shape)
    raw = b""
    for field, values in made.items():
        kind = np.dtype("<i2" if field.startswith("w") else "<i4")
        if values.shape != wanted[field]:
            raise BadNet(f"{field} is of shape {values.shape}, expected {wanted[field]}")
        if np.any(values != values.astype(kind)):
            raise BadNet(f"{field} has numbers that are not whole or do not fit into {kind.itemsize} bytes")
        made[field] = values.astype(kind)
        raw += made[field].tobytes()
    ready(Written(**made), True)  # whoever writes a net learns what its readers would refuse
    packed = zlib.compress(raw[0::2] + raw[1::2], 9)
    header = {
        "net": name or name_of(rules),
        "encoding": rules.kernels.ENCODING,
        "shapes": wanted,
        "sha256": hashlib.sha256(packed).hexdigest(),
        "meta": dict(meta),
    }
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    waiting = path.with_name(path.name + ".tmp")
    waiting.write_bytes(FORMAT + json.dumps(header, sort_keys=True).encode() + b"\n" + packed)
    waiting.replace(path)


# --- reading ----------------------------------------------------------------------------------------------


def read(file: Path | str | bytes, rules: Rules, fast: bool) -> Net:
    """The net in a file, or in its bytes, for compiled kernels or plain ones; BadNet says what is wrong."""
    return ready(as_written(file, rules, fast), fast)


def as_written(file: Path | str | bytes, rules: Rules, fast: bool = True) -> Written:
    """The same as `save` takes it."""
    header, packed = _parsed(file if isinstance(file, bytes) else _content(file))
    _check(header, packed, rules)
    return _written(_unpacked(header, packed), shapes(rules, *header["shapes"]["w2"]), fast)


def meta_of(path: Path | str) -> dict[str, Any]:
    """What its maker wrote about a net."""
    return dict(_parsed(_content(path))[0]["meta"])


def players_of(path: Path | str) -> int:
    """For how many players a net is."""
    shape = _parsed(_content(path))[0]["shapes"].get("w3", [])
    if len(shape) != 2 or not 2 <= shape[1] <= SEATS:
        raise BadNet(f"its header is damaged: w3 is of shape {shape}, expected 2 to {SEATS} players")
    return int(shape[1])


def _content(path: Path | str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise BadNet(f"cannot be read ({error.strerror})") from None


def _parsed(found: bytes) -> tuple[dict[str, Any], bytes]:
    """The header, of which every part is of the right kind, and the weights as they were packed."""
    if not found.startswith(FORMAT):
        first = found[: len(FORMAT)]
        raise BadNet(f"begins with {first!r}, expected {FORMAT!r}: damaged, or of another version")
    line, _, packed = found[len(FORMAT) :].partition(b"\n")
    try:
        header = json.loads(line)
    except (ValueError, RecursionError):
        raise BadNet("its header is damaged") from None
    if not _is_header(header):
        raise BadNet("its header is damaged")
    return header, packed


def _is_header(header: Any) -> bool:
    kinds = {"net": str, "encoding": int, "shapes": dict, "sha256": str, "meta": dict}
    if not isinstance(header, dict):
        return False
    if not all(isinstance(header.get(name), kind) for name, kind in kinds.items()):
        return False
    return all(_is_shape(shape) for shape in header["shapes"].values())


def _is_shape(shape: Any) -> bool:
    return isinstance(shape, list) and all(type(size) is int for size in shape)


def _check(header: Mapping[str, Any], packed: bytes, rules: Rules) -> None:
    """BadNet unless the header is of a net for the game that it shall play, and the weights are its own."""
    name, encoding = header["net"], header["encoding"]
    if encoding != rules.kernels.ENCODING or name.partition(" ")[0] != rules.game:
        wanted = f"{name_of(rules)}, encoding {rules.kernels.ENCODING}"
        raise BadNet(f"is for {name}, encoding {encoding}, expected {wanted}: of another version")
    _check_shapes({name: tuple(shape) for name, shape in header["shapes"].items()}, rules)
    if hashlib.sha256(packed).hexdigest() != header["sha256"]:
        raise BadNet("its weights are damaged: their hash is another one")


def _check_shapes(given: Mapping[str, tuple[int, ...]], rules: Rules) -> None:
    layers = given.get("w2", ())
    if len(layers) != 2 or not all(0 < width <= WIDEST for width in layers):
        raise BadNet(f"has other shapes: w2 is {layers}, expected two sizes from 1 to {WIDEST}")
    wanted = shapes(rules, *layers)
    for name in sorted(given.keys() | wanted.keys()):
        if given.get(name) != wanted.get(name):
            told = f"{name} is {given.get(name)}, expected {wanted.get(name)}"
            raise BadNet(f"has other shapes than a net for {name_of(rules)}: {told}")


def _unpacked(header: Mapping[str, Any], packed: bytes) -> bytes:
    try:
        planes = zlib.decompress(packed)
    except zlib.error as error:
        raise BadNet(f"its weights are damaged ({error})") from None
    if len(planes) != sum(_bytes(name, shape) for name, shape in header["shapes"].items()):
        raise BadNet(f"has {len(planes)} bytes of weights, which is not what its header says")
    raw = bytearray(len(planes))
    raw[0::2], raw[1::2] = planes[: len(planes) // 2], planes[len(planes) // 2 :]
    return bytes(raw)


def _bytes(name: str, shape: tuple[int, ...]) -> int:
    count = shape[0] * shape[1] if len(shape) == 2 else shape[0]
    return count * (2 if name.startswith("w") else 4)


def _written(raw: bytes, made_of: Mapping[str, tuple[int, ...]], fast: bool) -> Written:
    names = Written._fields
    ends = list(accumulate(_bytes(name, made_of[name]) for name in names))
    parts = [raw[start:end] for start, end in zip([0, *ends], ends, strict=False)]
    form = _as_array if fast else _as_rows
    return Written(*(form(part, made_of[name]) for name, part in zip(names, parts, strict=True)))


def _as_array(part: bytes, shape: tuple[int, ...]) -> Any:
    import numpy as np

    kind = "i2" if len(shape) == 2 else "i4"
    return np.frombuffer(part, "<" + kind).astype(kind).reshape(shape)


def _as_rows(part: bytes, shape: tuple[int, ...]) -> Any:
    numbers = array("h" if len(shape) == 2 else "i")
    numbers.frombytes(part)
    if sys.byteorder == "big":
        numbers.byteswap()
    if len(shape) == 1:
        return list(numbers)
    return [numbers[start : start + shape[1]] for start in range(0, len(numbers), shape[1])]


def ready(net: Written, fast: bool) -> Net:
    """A net as kernels want it; BadNet where its weights are none that they can add up."""
    return _ready_arrays(net) if fast else _ready_rows(net)


def _ready_arrays(net: Written) -> Net:
    import numpy as np

    most2, most4 = (int(np.abs(values.astype("i8")).max(initial=0)) for values in (net.b2, net.w4))
    _check_weights(bool((net.w1 % STEP1).any()), most2, most4)
    w1 = np.zeros((len(net.w1) + 1, len(net.b1)), np.int16)
    np.floor_divide(net.w1, STEP1, out=w1[:-1])
    shifted = {"w1": w1, "b1": net.b1 // STEP1, "w3": np.ascontiguousarray(net.w3.T)}
    return Net(**{**net._asdict(), **shifted})


def _ready_rows(net: Written) -> Net:
    lanes = range(0, 16 * len(net.b1), 16)
    ones = sum(1 << lane for lane in lanes)
    rests, w1 = 0, []
    for row in net.w1:
        rest, shifted = _shifted(array("h", row), ones)
        rests |= rest
        w1.append(shifted)
    _check_weights(rests > 0, max(map(abs, net.b2)), max(max(map(max, net.w4)), -min(map(min, net.w4))))
    shifted = {
        "w1": [*w1, array("h", [0] * len(net.b1))],
        "b1": [bias // STEP1 for bias in net.b1],
        "w3": [array("h", seat) for seat in zip(*net.w3, strict=True)],
    }
    return Net(**{**net._asdict(), **shifted})


def _shifted(row: Any, ones: int) -> tuple[int, Any]:
    """What numbers leave that are divided by STEP1, and the quotients: all at once, as one large number.

    One by one would take a tenth of a second, and plain Python has to play at once.
    """
    packed = int.from_bytes(row.tobytes(), sys.byteorder)
    quotients = (packed >> STEPS1) & (ones * (0xFFFF >> STEPS1))
    signs = (packed >> 15) & ones
    signs = (signs << 16) - (signs << (16 - STEPS1))
    return packed & (ones * (STEP1 - 1)), array(
        "h", (quotients | signs).to_bytes(2 * len(row), sys.byteorder)
    )


def _check_weights(rest: bool, most2: int, most4: int) -> None:
    """BadNet unless sums are right however narrow they are: see `bots.net`."""
    if rest:
        told = f"has weights in its first layer that cannot be added up, expected multiples of {STEP1}"
        raise BadNet(f"{told}: of another version")
    if most2 > MOST2:
        raise BadNet(f"has a bias of {most2} in its second layer, expected {MOST2} at most")
    if most4 > MOST4:
        told = f"has a weight of {most4} for a key of moves, expected {MOST4} at most"
        raise BadNet(f"{told}: of another version")


# --- the net that a search uses -----------------------------------------------------------------------------


def empty(fast: bool) -> Net:
    """No net: arrays of length nought, of the kinds that a net has."""
    if not fast:
        return Net(*([] for _ in Net._fields))
    import numpy as np

    kinds = {"w": np.zeros((0, 0), np.int16), "b": np.zeros(0, np.int32)}
    return Net(*(kinds[name[0]] for name in Net._fields))


_loaded: dict[tuple[str, str, int, bool], Net | None] = {}


def packaged(rules: Rules) -> str:
    """The name of the packaged net that plays a variant: its own, one for an option, or that for so many."""
    partial = [partial_name(rules, option) for option in rules.variant().split()[1:]]
    return next((name for name in (name_of(rules), *partial) if name in SHIPPED), common_name(rules))


def load(rules: Rules, fast: bool, path: str | None = None) -> Net | None:
    """The packaged net of a variant, or the one at a path; None, and once a line in the log, if unusable."""
    name = packaged(rules)
    at = Path(str(files("azulejos.bots") / "nets" / file_of(name))) if path is None else Path(path)
    written = at.stat().st_mtime_ns if at.is_file() else 0
    key = name, str(at), written, fast
    if key not in _loaded:
        _loaded[key] = _tried(at, rules, fast, path is not None or name in SHIPPED)
    return _loaded[key]


def _tried(at: Path, rules: Rules, fast: bool, expected: bool) -> Net | None:
    if not expected and not at.is_file():
        log.info("there is no net for %s: the search plays rounds out instead", name_of(rules))
        return None
    try:
        return read(at, rules, fast)
    except BadNet as error:
        log.warning("%s: %s. The search plays rounds out instead, and is weaker.", at, error)
        return None
