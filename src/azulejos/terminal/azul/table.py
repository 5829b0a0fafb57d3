"""The middle of the table: factories, centre, bag and lid."""

from typing import Any

from rich.text import Text

from azulejos.terminal.azul.tiles import bare, counted, tile, tiles
from azulejos.terminal.blocks import Block, in_rows

Shown = dict[str, Any]  # what game.show() returns


def table(shown: Shown, width: int) -> Block:
    """All that lies between the players."""
    return [*_factories(shown, width), Text(""), _centre(shown), *_stocks(shown, width)]


def _factories(shown: Shown, width: int) -> Block:
    each = [
        [Text.assemble((f" {number} ", "bold"), tiles(letters, 4) if letters else bare(4))]
        for number, letters in enumerate(shown["factories"], 1)
    ]
    return in_rows(each, width)


def _centre(shown: Shown) -> Text:
    marker = [tile("1")] if shown["marker"] == "centre" and shown["phase"] != "deal" else []
    letters = dict.fromkeys(shown["centre"])
    groups = [counted(letter, shown["centre"].count(letter)) for letter in letters]
    lying = Text("  ").join([*marker, *groups]) if marker or groups else Text("empty", "dim")
    return Text.assemble((" centre ", "bold"), lying)


def _stocks(shown: Shown, width: int) -> Block:
    bag, lid = _stock("bag", shown["bag"]), _stock("lid", shown["lid"])
    if bag.cell_len + lid.cell_len + 3 > width:
        return [bag, lid]
    return [Text.assemble(bag, "   ", lid)]


def _stock(name: str, counts: dict[str, int]) -> Text:
    each = "  ".join(f"{letter} {count}" for letter, count in counts.items())
    return Text.assemble((f" {name} ", "bold"), (f"{sum(counts.values())}: {each}", "dim"))
