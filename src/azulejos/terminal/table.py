"""What lies between the players in both games: factories, centre, supply, bag and where tiles are thrown."""

from collections.abc import Sequence

from rich.text import Text

from azulejos.terminal.blocks import Block, flowed, in_rows
from azulejos.terminal.tiles import bare, counted, tiles

Counts = dict[str, int]


def factories(contents: Sequence[str], width: int) -> Block:
    """Factories by their numbers, in rows."""
    each = [
        [Text.assemble((f" {number} ", "bold"), tiles(letters, 4) if letters else bare(4))]
        for number, letters in enumerate(contents, 1)
    ]
    return in_rows(each, width)


def groups(letters: str) -> list[Text]:
    """A tile and a count for every colour."""
    return [counted(letter, letters.count(letter)) for letter in dict.fromkeys(letters)]


def heap(name: str, letters: str, width: int, *first: Text) -> Block:
    """Loose tiles under a name, counted by colour, after other things that lie there."""
    lying = [*first, *groups(letters)] or [Text("empty", "dim")]
    return flowed(Text(f" {name} ", "bold"), lying, width, indent=len(name) + 2, gap=2)


def stocks(named: dict[str, Counts], width: int, gap: str = " ") -> Block:
    """Stocks that nobody sees into, in one line or apart; the gap stands between letter and count."""
    each = [_stock(name, counts, width, gap) for name, counts in named.items()]
    line = Text("   ").join(part for block in each for part in block)
    return [line] if line.cell_len <= width else [part for block in each for part in block]


def _stock(name: str, counts: Counts, width: int, gap: str) -> Block:
    parts = [Text(f"{letter}{gap}{count}", "dim") for letter, count in counts.items()]
    head = Text.assemble((f" {name} ", "bold"), (f"{sum(counts.values())}: ", "dim"))
    return flowed(head, parts, width, indent=len(name) + 2, gap=len(gap) + 1)
