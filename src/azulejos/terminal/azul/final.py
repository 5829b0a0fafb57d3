"""The points of a whole game: by round so far, and at the end the bonuses, the table and the winner."""

from rich.text import Text

from azulejos.azul import kernels
from azulejos.azul.fields import WALL
from azulejos.core.match import Match
from azulejos.terminal.accounts import final_table
from azulejos.terminal.azul.words import rows_words
from azulejos.terminal.blocks import GOLD, joined
from azulejos.terminal.english import counted, does, listed


def so_far(game: Match) -> Text:
    """A line per round for every seat, and what the walls as they lie would bring at the end."""
    shown, told = game.show(), game.breakdown()
    finished = shown["round"] - (0 if game.over or shown["phase"] == "deal" else 1)
    lines = []
    for seat, name in enumerate(game.names):
        lines.append(Text(f"{name}: {shown['boards'][seat]['score']}", "bold"))
        rounds = told[seat]["rounds"]
        lines += [_round(finished - len(rounds) + n, one) for n, one in enumerate(rounds, 1)]
        lines.append(Text(f"  {_wall_words(shown['boards'][seat]['bonuses'], _complete(game, seat))}"))
    return joined(lines)


def _round(number: int, told: dict[str, int]) -> Text:
    return Text(f"  round {number}: wall +{told['wall']}, floor -{-told['floor']}, score {told['score']}")


def _complete(game: Match, seat: int) -> dict[str, int]:
    """How many rows, columns and colours of a wall are complete, under the names of their bonuses."""
    state = game.state
    wall = state[WALL + seat]
    return {
        "rows": int(kernels.full_rows(wall)),
        "columns": int(kernels.full_columns(wall)),
        "colours": int(kernels.full_colours(state, seat)),
    }


def _wall_words(bonuses: dict[str, int], complete: dict[str, int]) -> str:
    parts = [
        f"{points} for {counted(complete[reason], _thing(reason))}"
        for reason, points in bonuses.items()
        if points
    ]
    return f"the wall brings {listed(parts)} at the end" if parts else "no final bonus yet"


def _thing(reason: str) -> str:
    return f"complete {reason.removesuffix('s')}"


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
    told = game.breakdown()
    bonuses = [seat["bonuses"] for seat in told]
    scores = [seat["total"] - sum(own.values()) for seat, own in zip(told, bonuses, strict=True)]
    return final_table(game, bonuses, scores)


def _victory(game: Match) -> str:
    """Who won and, where the points alone did not decide, why (A45)."""
    winners, scores = game.winners(), game.scores()
    best = max(scores)
    level = [seat for seat, score in enumerate(scores) if score == best]
    rows = [_complete(game, seat)["rows"] for seat in range(len(scores))]
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
