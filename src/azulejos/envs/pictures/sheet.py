"""Our tiles as plain shapes, from the one sheet of drawings that the pages use too.

The rasteriser behind pygame knows shapes, groups and gradients; what the sheet says with `<use>`, `var()`
and `currentColor` is written out here.
"""

import functools
import re
from collections.abc import Iterator
from importlib.resources import files
from xml.etree import ElementTree
from xml.sax.saxutils import quoteattr

SPACE = "{http://www.w3.org/2000/svg}"
GRADIENTS = (f"{SPACE}linearGradient", f"{SPACE}radialGradient")
SKIPPED = {"id", "href", "color", "x", "y", "width", "height", "viewBox", "overflow", "vector-effect"}
ON_GROUPS = {f"{SPACE}use", f"{SPACE}g", f"{SPACE}symbol"}

# what the sheet leaves to the page: the light theme's edges and empty cells
TOKENS = {
    "tile-edge": "#16203a8c",
    "cell": "#f4efe3",
    "ghost-wash": ".13",
    "ghost-line": ".4",
    "ghost-mark": ".3",
    "ghost-Y": "#8f5808",
    "ghost-R": "#b03325",
    "rghost-G": "#22693f",
    "rghost-O": "#b4560d",
    "rghost-Y": "#94650a",
    "rghost-R": "#a92b28",
    "ink-3": "#596175",
}
_TOKEN = re.compile(r"var\(--([\w-]+),\s*([^)]+)\)")
_SEE_THROUGH = re.compile(r"(#[0-9a-f]{6})([0-9a-f]{2})")


@functools.cache
def drawing(name: str) -> str:
    """The shapes of a symbol such as `tile-B`, in the symbol's own measures."""
    return "".join(_written(child, "#000") for child in _named()[name])


@functools.cache
def gradients() -> str:
    """The gradients that the shapes refer to."""
    found = [node for node in _named().values() if node.tag in GRADIENTS]
    return "<defs>" + "".join(_gradient(node) for node in found) + "</defs>"


@functools.cache
def _named() -> dict[str, ElementTree.Element]:
    text = files("azulejos").joinpath("web", "static", "tiles.svg").read_text("utf-8")
    return {node.attrib["id"]: node for node in ElementTree.fromstring(text).iter() if "id" in node.attrib}


def _gradient(node: ElementTree.Element) -> str:
    stops = "".join(_tag(stop.tag, dict(stop.attrib), "") for stop in node)
    return _tag(node.tag, {name: _share(name, value) for name, value in node.attrib.items()}, stops)


def _share(name: str, value: str) -> str:
    """A share of a shape as a percentage: a bare number would be taken for a length."""
    return value if name == "id" else f"{100 * float(value):g}%"


def _written(node: ElementTree.Element, colour: str) -> str:
    """A node and all below it, where `currentColor` is that colour."""
    if node.tag == f"{SPACE}title":
        return ""
    colour = _value(node.get("color", colour), colour)
    target = _named()[node.attrib["href"][1:]] if node.tag == f"{SPACE}use" else node
    inside = "".join(_written(child, colour) for child in target)
    attributes = dict(_attributes(node, colour))
    if target.tag == f"{SPACE}symbol":
        attributes["transform"] = _fitted(node, target)
    return _tag("g" if node.tag in ON_GROUPS else node.tag, attributes, inside)


def _attributes(node: ElementTree.Element, colour: str) -> Iterator[tuple[str, str]]:
    skipped = SKIPPED if node.tag in ON_GROUPS else {"color", "vector-effect"}
    for name, text in node.attrib.items():
        if name in skipped:
            continue
        value = _value(text, colour)
        if name == "stroke-width" and "vector-effect" in node.attrib:
            value = "2"  # about a pixel at the size of our tiles
        if alpha := _SEE_THROUGH.fullmatch(value):
            yield f"{name}-opacity", f"{int(alpha[2], 16) / 255:.2f}"
            value = alpha[1]
        yield name, value


def _value(text: str, colour: str) -> str:
    return _TOKEN.sub(lambda found: TOKENS.get(found[1], found[2]), text).replace("currentColor", colour)


def _fitted(use: ElementTree.Element, symbol: ElementTree.Element) -> str:
    """The transform that brings a symbol's view box to where it is used."""
    left, top, width, height = map(float, symbol.attrib["viewBox"].split())
    across = float(use.get("width", width)) / width
    down = float(use.get("height", height)) / height
    x, y = float(use.get("x", 0)), float(use.get("y", 0))
    return f"translate({x} {y}) scale({across} {down}) translate({-left} {-top})"


def _tag(tag: str, attributes: dict[str, str], inside: str) -> str:
    name = tag.removeprefix(SPACE)
    written = "".join(f" {key}={quoteattr(value)}" for key, value in attributes.items())
    return f"<{name}{written}>{inside}</{name}>"
