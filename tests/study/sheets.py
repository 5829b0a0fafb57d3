"""Sheets for tests: games of the engine as taps, and the same spoilt by chance; both reckonings."""

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from azulejos import games
from azulejos.azul.fields import DESTINATIONS, FLOOR_LINE, MIXED
from azulejos.core.match import Match
from tests.web.test_scripts import node

TWIN = Path(__file__).with_name("reckon.mjs")
WAYS = ("quick", "round", "wall")
NUMBERS = (None, None, "", 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 60, 400, -1, 2.5, 3.0, "4", True, "x")
TAPS = {
    "azul": [
        "",
        *(f"{n}{c}" for n in (1, 2, 3, 5, 9) for c in "BYRKWJ"),
        "0B",
        "2b",
        "B",
        7,
        None,
        "12R",
        "2R ",
    ],
    "pavilion": [
        "",
        *(f"{n}{c}.{k}" for n in (1, 2, 6) for c in "PGOYBR" for k in (1, 3, 10)),
        "2P",
        7,
        None,
        "7P.1",
    ],
}
VARIANTS: list[tuple[str, dict[str, Any]]] = [
    *(
        ("azul", {"wall": wall, "jokers": jokers})
        for wall in ("coloured", "grey")
        for jokers in (False, True)
    ),
    *(("pavilion", {"side": side}) for side in ("coloured", "grey")),
]


def played(game: str, seed: int, **options: Any) -> Match:
    """A random game, to its end; in Azul what fits a line seldom goes to the floor, so that walls fill."""
    chance = random.Random(seed)
    match = games.new(game, seed=seed, **options)
    while not match.over:
        actions = match.rules.actions(match.state)
        lines = (
            [a for a in actions if not _floored(a)]
            if match.phase == "offer" and chance.random() < 0.9
            else []
        )
        match.play_action(chance.choice(lines or actions))
    return match


def _floored(action: int) -> bool:
    return (
        action % DESTINATIONS == FLOOR_LINE
        if action < MIXED
        else (action - MIXED) % DESTINATIONS == FLOOR_LINE
    )


def every(games_each: int) -> list[Match]:
    """Games of every variant and number of players, so many of each."""
    return [
        played(game, 10 * seed + players, players=players, **options)
        for game, options in VARIANTS
        for players in (2, 3, 4)
        for seed in range(games_each)
    ]


def full(game: str, chance: random.Random) -> dict[str, Any]:
    """A sheet with boards nearly full, as hardly any game ends: stars, numbers and colours are complete."""
    grey, players = chance.random() < 0.5, chance.choice((2, 3, 4))
    fields: dict[str, Any] = {"game": game, "way": "wall", "over": True, "players": players, "rounds": 6}
    fields |= {"wall" if game == "azul" else "side": "grey" if grey else "coloured", "jokers": grey}
    for seat in range(players):
        fields |= _wall(seat, chance) if game == "azul" else _stars(seat, grey, chance)
    return fields


def _wall(seat: int, chance: random.Random) -> dict[str, Any]:
    """Every colour on its diagonal, which is right on both sides of the wall."""
    cells = [(row, column) for row in range(5) for column in range(5) if chance.random() < 0.97]
    return {
        f"t/{seat}/{row + 1}{column + 1}": f"{chance.randint(1, 6)}{'BYRKW'[(column - row) % 5]}"
        for row, column in cells
    }


def _stars(seat: int, grey: bool, chance: random.Random) -> dict[str, Any]:
    """Stars of one colour, or of all: the centre always, others on the grey side."""
    fields = {}
    for star in "PORBYGC":
        colours = chance.sample("PGOYBR", 6)
        if star != "C" and not (grey and chance.random() < 0.5):
            colours = [colours[0] if grey else star] * 6
        for n, colour in enumerate(colours, 1):
            if chance.random() < 0.97:
                fields[f"t/{seat}/{star}{n}"] = f"{chance.randint(1, 6)}{colour}.{chance.randint(1, 12)}"
    return fields


# --- spoiling ---------------------------------------------------------------------------------------------


def keys(game: str) -> list[str]:
    """Keys of fields that a sheet of this game may have."""
    seats = range(4)
    if game == "azul":
        cells = [f"{row}{column}" for row in range(1, 6) for column in range(1, 6)]
        parts, bonuses = ["wall", "floor"], ["rows", "columns", "colours"]
    else:
        cells = [f"{star}{position}" for star in "PORBYGC" for position in range(1, 7)]
        parts = ["placed", "marker", "discards"]
        bonuses = [
            *(f"stars/{star}" for star in "PORBYGC"),
            *(f"numbers/{n}" for n in range(1, 5)),
            "corners",
        ]
    return [
        *(f"t/{seat}/{cell}" for seat in seats for cell in cells),
        *(f"r{n}/{seat}/{part}" for n in range(1, 8) for seat in seats for part in parts),
        *(f"b/{seat}/{bonus}" for seat in seats for bonus in bonuses),
        *(f"{name}/{seat}" for seat in seats for name in ("total", "rows", "name", "person")),
        *("players", "rounds", "over", "way", "wall", "side", "jokers", "game"),
    ]


def value(game: str, key: str, chance: random.Random) -> Any:
    """Something for a field: often right, sometimes junk."""
    choices: Sequence[Any] = NUMBERS
    if key.startswith("t/"):
        choices = TAPS[game]
    elif "/stars/" in key:
        choices = ("", *"PGOYBRC", None, 3, "PP")
    elif "/numbers/" in key or key in ("over", "jokers"):
        choices = (True, False, None, 1, "")
    elif key.startswith(("name/", "person/")):
        choices = ("", "Ana", " ana ", "Bo", "Élodie", "ÉLODIE", None, 5, "<b>")
    elif key in ("way", "wall", "side", "game"):
        choices = (*WAYS, "coloured", "grey", "grey", "azul", "pavilion", None)
    return chance.choice(choices)


def spoilt(fields: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """A sheet with some fields changed, taken away or added."""
    game = fields["game"]
    changed = dict(fields, way=chance.choice(WAYS), over=chance.random() < 0.5)
    for key in chance.sample(sorted(changed), chance.randrange(len(changed) // 2)):
        if "/" in key:
            del changed[key]
    for key in chance.sample(keys(game), chance.choice((1, 3, 10, 60))):
        changed[key] = value(game, key, chance)
    return changed


# --- the twin ---------------------------------------------------------------------------------------------


def reckoned_by_the_page(sheets: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the scripts of the page make of these sheets; skips the test where there is no Node."""
    done = node(str(TWIN), stdin=json.dumps(sheets))
    assert done.returncode == 0, done.stderr
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found
