"""The report of an arena for people's eyes: the standings, who beat whom, what went wrong."""

from collections.abc import Callable

from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from azulejos.arena.summary import Summary, elo_text, title

SHOWN_FAILURES = 5
LONGEST_LABEL = 32

# Columns by their heads, in order, with what goes first where a terminal is narrow: the highest number.
_COLUMNS: dict[str, tuple[int, Callable[[Summary], str]]] = {
    "bot": (0, lambda line: f"{line['rank']}. {_short(line['label'])}"),
    "Elo": (0, elo_text),
    "±95%": (0, lambda line: _spread(line)),
    "games": (1, lambda line: f"{line['games']:,}"),
    "won/tied/lost": (4, lambda line: f"{line['wins']:,}/{line['ties']:,}/{line['losses']:,}"),
    "share": (0, lambda line: f"{100 * line['share']:.1f}%"),
    "95%": (1, lambda line: f"{100 * line['share_low']:.0f}-{100 * line['share_high']:.0f}%"),
    "score": (3, lambda line: _number(line["score"], "")),
    "lead": (2, lambda line: _number(line["margin"], "+")),
    "moves": (5, lambda line: _number(line["moves_per_game"], "")),
    "s/move": (2, lambda line: _seconds(line["seconds_per_move"])),
    "overruns": (0, lambda line: f"{line['overruns']:,}"),
    "failures": (0, lambda line: _failed(line)),
}


def write_report(told: Summary, console: Console) -> None:
    """Write the whole report."""
    if not told["played"]:
        console.print(Text(f"{title(told)}: nothing to tell yet"))
        return
    parts: list[RenderableType] = [Text(title(told), "bold"), _standings(told, console.width)]
    if len(told["entrants"]) > 2 and any(pair["seats"] for pair in told["pairs"]):
        parts += [Text(), _cross(told)]
    parts += [Text(), Text(_order(told), "dim")]
    if told["failures"]:
        parts += [Text(), *_failures(told)]
    console.print(Group(*parts))


def _table(heads: list[str]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0), show_edge=False)
    for number, head in enumerate(heads):
        table.add_column(head, justify="left" if number == 0 else "right", no_wrap=True)
    return table


def _standings(told: Summary, width: int) -> Table:
    lines = told["standings"]
    cells = {head: [show(line) for line in lines] for head, (_, show) in _COLUMNS.items()}
    for head, quiet in (("overruns", "0"), ("failures", "none")):
        if all(cell == quiet for cell in cells[head]):
            del cells[head]
    while _width(cells) > width and (spare := max(cells, key=lambda head: _COLUMNS[head][0])) != "bot":
        del cells[spare]
    table = _table(list(cells))
    for row in zip(*cells.values(), strict=True):
        table.add_row(*row)
    return table


def _width(cells: dict[str, list[str]]) -> int:
    return sum(max(len(head), *map(len, column)) + 2 for head, column in cells.items())


def _short(label: str) -> str:
    return label if len(label) <= LONGEST_LABEL else label[: LONGEST_LABEL - 1] + "…"


def _spread(line: Summary) -> str:
    if line["elo_low"] is None or line["elo_high"] is None:
        return ""
    return f"{(line['elo_high'] - line['elo_low']) / 2:.0f}"


def _number(number: float | None, sign: str) -> str:
    return "" if number is None else f"{number:{sign}.1f}"


def _seconds(seconds: float | None) -> str:
    return "" if seconds is None else f"{seconds:.4f}" if seconds < 0.01 else f"{seconds:.3f}"


def _failed(line: Summary) -> str:
    return ", ".join(f"{count} {kind}" for kind, count in line["failures"].items() if count) or "none"


def _cross(told: Summary) -> Table:
    """The share that the bot of the row won against that of the column."""
    labels = [line["label"] for line in told["standings"]]
    two = told["options"]["players"] == 2
    head = "share against" if two else "share as one against"
    table = _table([head, *(f"{number}." for number in range(1, len(labels) + 1))])
    shares = _shares(told["pairs"], both=two)
    for number, one in enumerate(labels, 1):
        cells = [f"{100 * shares[one, rest]:.0f}%" if (one, rest) in shares else "" for rest in labels]
        table.add_row(f"{number}. {_short(one)}", *cells)
    return table


def _shares(pairs: list[Summary], both: bool) -> dict[tuple[str, str], float]:
    met = [pair for pair in pairs if pair["seats"]]
    shares = {(pair["one"], pair["rest"]): pair["share"] for pair in met}
    mirrored = {(pair["rest"], pair["one"]): 1 - pair["share"] for pair in met if both}
    return {**mirrored, **shares}


def _order(told: Summary) -> str:
    """What beginning was worth, in a line."""
    parts = []
    for name, line in zip(("first", "second", "third", "fourth"), told["order"], strict=False):
        points = "" if line["score"] is None else f", {line['score']:.1f} points"
        low, high = 100 * line["share_low"], 100 * line["share_high"]
        parts.append(f"{name} {100 * line['share']:.1f}% ({low:.0f}-{high:.0f}%){points}")
    return f"by turn: {'; '.join(parts)}"


def _failures(told: Summary) -> list[Text]:
    failures = told["failures"]
    lines = [Text(f"game {one['game']}: {one['label']}, {one['kind']}: {one['reason']}") for one in failures]
    more = len(lines) - SHOWN_FAILURES
    return lines[:SHOWN_FAILURES] + ([Text(f"... and {more:,} more, in --out or --json")] if more > 0 else [])
