"""The points of a whole game: by round so far, and at the end the bonuses, the table and the winner."""

from rich.text import Text

from azulejos.core.match import Match
from azulejos.terminal.azul.words import rows_words
from azulejos.terminal.blocks import GOLD, fit, joined
from azulejos.terminal.english import counted, does, listed

_BONUSES = {"rows": 2, "columns": 7, "colours": 10}  # A44, points for each
NAME = 20


def so_far(game: Match) -> Text:
    """A line per round for every seat, and what the walls as they lie would bring at the end."""
    shown, told = game.show(), game.breakdown()
    finished = shown["round"] - (0 if game.over or shown["phase"] == "deal" else 1)
    lines = []
    for seat, name in enumerate(game.names):
        lines.append(Text(f"{name}: {shown['boards'][seat]['score']}", "bold"))
        rounds = told[seat]["rounds"]
        lines += [_round(finished - len(rounds) + n, one) for n, one in enumerate(rounds, 1)]
        lines.append(Text(f"  {_wall_words(shown['boards'][seat]['bonuses'])}"))
    return joined(lines)


def _round(number: int, told: dict[str, int]) -> Text:
    return Text(f"  round {number}: wall +{told['wall']}, floor -{-told['floor']}, score {told['score']}")


def _wall_words(bonuses: dict[str, int]) -> str:
    parts = [_bonus(reason, points) for reason, points in bonuses.items() if points]
    return f"the wall brings {listed(parts)} at the end" if parts else "no final bonus yet"


def _bonus(reason: str, points: int) -> str:
    thing = f"complete {reason.removesuffix('s')}"
    return f"{points} for {counted(points // _BONUSES[reason], thing)}"


def result(game: Match) -> Text:
    """Why the game ended, the final bonuses in a table, and who won."""
    lines = [Text(f"The game is over: {_reason(game)}."), *_table(game), Text(_victory(game), GOLD)]
    return joined(lines)


def _reason(game: Match) -> str:
    if game.ending == "stalemate":
        return "no player can ever place another tile"
    if game.ending == "stopped":
        return "the agreed number of rounds has been played"
    told = []
    for seat, board in enumerate(game.show()["boards"]):
        rows = [row for row, cells in enumerate(board["wall"]) if "." not in cells]
        if rows:
            told.append(does(game.names[seat], f"has completed {rows_words(rows)}"))
    return "; ".join(told)


def _table(game: Match) -> list[Text]:
    head = f"{'':{NAME}}{'score':>8}{'rows':>6}{'columns':>9}{'colours':>9}{'total':>7}"
    return [Text(head, "dim"), *(_line(game, seat) for seat in range(len(game.names)))]


def _line(game: Match, seat: int) -> Text:
    told = game.breakdown()[seat]
    rows, columns, colours = (told["bonuses"][reason] for reason in _BONUSES)
    before = told["total"] - rows - columns - colours
    numbers = f"{before:>8}{_plus(rows):>6}{_plus(columns):>9}{_plus(colours):>9}"
    style = "bold" if seat in game.winners() else ""
    return Text.assemble(fit(Text(game.names[seat], style), NAME), numbers, (f"{told['total']:>7}", "bold"))


def _plus(points: int) -> str:
    return f"+{points}" if points else "0"


def _victory(game: Match) -> str:
    """Who won and, where the points alone did not decide, why (A45)."""
    winners, scores = game.winners(), game.scores()
    best = max(scores)
    level = [seat for seat, score in enumerate(scores) if score == best]
    rows = [told["bonuses"]["rows"] // 2 for told in game.breakdown()]
    names = listed([game.names[seat] for seat in winners])
    points = counted(best, "point")
    if len(winners) > 1:
        each = f"{points} and {counted(rows[winners[0]], 'complete row')} each"
        return f"{names} share the victory with {each}."
    if len(level) == 1:
        return f"{does(names, 'wins')} with {points}."
    others = listed([f"{game.names[seat]} {rows[seat]}" for seat in level if seat not in winners])
    tied = listed([game.names[seat] for seat in level])
    has = does(names, f"has {counted(rows[winners[0]], 'complete row')}")
    return f"{does(names, 'wins')}: {tied} have {points} each, but {has} and {others}."
