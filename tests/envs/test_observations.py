"""What a seat sees is the position, from where it sits, within the ranges that are promised."""

from typing import Any

import numpy as np
import pytest

from azulejos.envs import vector
from tests.envs.playing import choose
from tests.games import CASES, Game, Options, case_name

every_variant = pytest.mark.parametrize(("game", "options"), CASES, ids=case_name)

Seen = dict[str, list[Any]]


@every_variant
def test_an_observation_is_the_position(game: Game, options: Options) -> None:
    see = {"azul": azul_table, "pavilion": pavilion_table}[game.name]
    env, luck = vector(game.name, 3, seed=8, **options), np.random.default_rng(3)
    told = env.reset()
    for _ in range(150):
        fields = env.split(told.observations)
        for row in range(env.num_envs):
            expected = see(env.position(row))
            assert {name: array[row].tolist() for name, array in fields.items()} == expected
        told = env.step(choose(told.masks, luck))


@every_variant
def test_numbers_stay_in_their_range(game: Game, options: Options) -> None:
    env, luck = vector(game.name, 32, seed=8, copy=False, **options), np.random.default_rng(3)
    told, fields = env.reset(), env.fields()
    assert env.observation_size == sum(field.size for field in fields.values())
    for _ in range(400):
        assert told.observations.min() >= 0
        for name, array in env.split(told.observations).items():
            most = fields[name].most
            assert most is None or array.max() <= most, name
        told = env.step(choose(told.masks, luck))


def test_without_observations_there_are_none() -> None:
    assert vector("azul", 3, observations=False).reset().observations.shape == (3, 0)


def test_observations_of_another_length_are_not_taken_apart() -> None:
    with pytest.raises(ValueError, match=r"observations have shape .*, expected \(\.\.\., "):
        vector("azul", 1, compiled=False).split(np.zeros((2, 7)))


# --- the same from a position ---------------------------------------------------------------------------


def counts(tiles: str | dict[str, int], letters: str) -> list[int]:
    return [tiles.count(c) if isinstance(tiles, str) else tiles[c] for c in letters]


def one(which: int | None, most: int) -> list[int]:
    return [int(k == which) for k in range(most)]


def away(position: dict[str, Any], seat: int | str) -> list[int]:
    """How far clockwise a seat is, as a 1 among zeros."""
    players = len(position["boards"])
    return one(None if seat == "centre" else (int(seat) - position["turn"]) % players, players)


def around(position: dict[str, Any]) -> list[dict[str, Any]]:
    """The boards clockwise from the seat to decide."""
    boards, turn = position["boards"], position["turn"]
    return [*boards[turn:], *boards[:turn]]


def azul_table(position: dict[str, Any]) -> Seen:
    options = position["options"]
    letters = "BYRKWJ" if options["jokers"] else "BYRKW"
    seen: Seen = {
        "factories": [counts(tiles, letters) for tiles in position["factories"]],
        "centre": counts(position["centre"], letters),
        "bag": counts(position["bag"], letters),
        "lid": counts(position["lid"], letters),
        "round": [position["round"]],
        "tiling": [int(position["phase"] == "tiling")],
        "starter": away(position, position["starter"]),
        "marker": away(position, position["marker"]),
    }
    for k, board in enumerate(around(position)):
        part = azul_board(board, letters, options["jokers"], options["wall"] == "grey")
        seen |= {f"board{k}.{name}": value for name, value in part.items()}
    return seen


def azul_board(board: dict[str, Any], letters: str, jokers: bool, grey: bool) -> Seen:
    lines, wall = board["lines"], board["wall"]
    columns = ["".join(row[n] for row in wall) for n in range(5)]
    seen: Seen = {
        "score": [board["score"]],
        "lines": [len(line) for line in lines],
        "line_kinds": [one(letters.index(line[0]) if line else None, len(letters)) for line in lines],
        "wall": [[int(cell != ".") for cell in row] for row in wall],
        "floor": counts(board["floor"], letters),
        "floor_spaces": [len(board["floor"])],
    }
    if jokers:
        seen["line_jokers"] = [line.count("J") for line in lines]
        seen["wall_jokers"] = [[int(cell == "J") for cell in row] for row in wall]
    if grey:
        seen["wall_colours"] = [
            [[int(c in row) for row in wall], [int(c in column) for column in columns]] for c in "BYRKW"
        ]
    return seen


def pavilion_table(position: dict[str, Any]) -> Seen:
    letters = "PGOYBR"
    seen: Seen = {
        "factories": [counts(tiles, letters) for tiles in position["factories"]],
        **{name: counts(position[name], letters) for name in ("centre", "supply", "bag", "tower")},
        "round": [position["round"]],
        "wild": one(position["round"] - 1, 6),
        "phase": one(["acquire", "place", "bonus"].index(position["phase"]), 3),
        "due": [position["due"]],
        "starter": away(position, position["starter"]),
        "marker": away(position, position["marker"]),
    }
    for k, board in enumerate(around(position)):
        stars = [board["stars"][star] for star in "PORBYG*"]
        part: Seen = {
            "score": [board["score"]],
            "hand": counts(board["hand"], letters),
            "corners": counts(board["corners"], letters),
            "passed": [int(board["passed"])],
            "spaces": [[int(space != ".") for space in star] for star in stars],
            "star_colours": [[int(c in star) for c in letters] for star in stars],
        }
        seen |= {f"board{k}.{name}": value for name, value in part.items()}
    return seen
