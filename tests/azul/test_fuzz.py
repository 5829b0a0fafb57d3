"""Whatever comes in, a game or a RulesError comes out; and such a game can be played to its end."""

import copy
import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import azulejos as az
from tests.azul.positions import VARIANTS, Position, board, census, position, tiles_of_game, wander
from tests.fuzzing import attempt, edit, fuzz, places


def _sample_games() -> list[az.Match]:
    """Games of every variant, at the start, early, in tiling, late and over; capped so that they end."""
    games: list[az.Match] = []
    for options in VARIANTS:
        luck = random.Random(len(games))
        game = az.new("azul", seed=len(games), max_rounds=8, **options)
        games += [game.copy(), wander(game, luck, 7).copy()]
        while not game.over and game.phase != "tiling" and game.ply < 60:
            wander(game, luck, 1)
        games += [game.copy(), wander(game, luck, 30).copy(), wander(game, luck).copy()]
    return games


GAMES = _sample_games()
POSITIONS = [game.position() for game in GAMES]
CODES = [game.code() for game in GAMES]
RECORDS = [game.record() for game in GAMES]

SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(-2, 9),
    st.floats(),
    st.text(max_size=8),
    st.text("BYRKWJ1.", max_size=8),
    st.sampled_from(["azul", "offer", "tiling", "over", "centre", "grey", "coloured", "BBYR", "....."]),
    st.sampled_from([2**63, 2**64, 10**9, 10**9 + 1, 1e308, "\ud800", b"B", ()]),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=6),
        st.dictionaries(st.one_of(st.text(max_size=4), st.sampled_from([*"BYRKWJ", "score", "wall"])), inner),
    ),
    max_leaves=12,
)


def _check_playable(game: az.Match, seed: int) -> None:
    """Tiles are conserved and a move is there until the end; the texts of the game are read again."""
    shown = game.position()
    tiles = tiles_of_game(shown["options"]["players"], shown["options"]["jokers"])
    luck = random.Random(seed)
    assert az.load(shown).position() == shown
    for _ in range(400):
        assert census(game.position()) == tiles
        if game.over:
            assert game.winners()
            break
        moves = game.moves()
        assert moves, game.code()
        game.play(luck.choice(moves))
    assert az.load(game.code()).position() == game.position()
    assert az.read(game.record()).record() == game.record()


# --- arbitrary things -----------------------------------------------------------------------------------


@fuzz(600)
@given(st.one_of(st.text(), st.text("azul_2gcjmotxs0123.~-BYRKWJ", max_size=60), st.text('{}[]":, azul1e9')))
def test_any_text_is_a_position_or_refused(text: str) -> None:
    attempt(lambda: az.load(text))
    attempt(lambda: az.load("azul_" + text))
    attempt(lambda: az.load("{" + text))


@fuzz(600)
@given(VALUES)
def test_any_value_is_a_position_or_refused(value: object) -> None:
    attempt(lambda: az.load(value))
    attempt(lambda: az.load({"game": "azul", "options": value}))
    if isinstance(value, dict):
        attempt(lambda: az.load({"game": "azul", **value}))


@fuzz(400)
@given(VALUES)
def test_any_value_is_a_record_a_move_an_option_or_refused(value: Any) -> None:
    game = az.new("azul", seed=1)
    before = game.record()
    for make in (
        lambda: az.read(value),
        lambda: game.play(value),
        lambda: az.new(value),
        lambda: az.new("azul", players=value),
        lambda: az.new("azul", wall=value),
        lambda: az.new("azul", jokers=value),
        lambda: az.new("azul", max_rounds=value),
        lambda: az.new("azul", seed=value),
        lambda: az.new("azul", starter=value),
        lambda: az.new("azul", names=value),
        lambda: game.at(value),
    ):
        attempt(make)
    assert game.record() == before


@fuzz(600)
@given(
    st.one_of(st.text(), st.text("azulejos record1 players=2 wall jokers false\nstarter 0 deal BYRKW seat:"))
)
def test_any_text_is_a_record_or_refused(text: str) -> None:
    attempt(lambda: az.read(text))
    attempt(lambda: az.read("azulejos record 1\n" + text))
    attempt(lambda: az.read("azulejos record 1\nazul players=2\nstarter 0\n" + text + "\nunfinished"))


@fuzz(1000)
@given(
    st.sampled_from(GAMES),
    st.one_of(
        st.text(max_size=12),
        st.text("123456789cfBYRKWJ+>:@ ", max_size=9),
        st.from_regex(r"\A[1-9c][BYRKWJ](\+J)?>[1-5f](:[0-9])?\Z"),
        st.from_regex(r"\A[1-5]@[1-5]\Z"),
    ),
)
def test_any_text_is_a_move_or_refused_and_then_changes_nothing(game: az.Match, text: str) -> None:
    twin = game.copy()
    if attempt(lambda: twin.play(text)) is None:
        assert twin.record() == game.record()
        assert twin.position() == game.position()
    else:
        assert twin.entries[game.ply].text in game.moves()


# --- spoilt positions -----------------------------------------------------------------------------------


@st.composite
def _spoilt(draw: st.DrawFn) -> Position:
    """A valid position with one or two places replaced, dropped, doubled or nudged."""
    shown: Position = copy.deepcopy(draw(st.sampled_from(POSITIONS)))
    for _ in range(draw(st.integers(1, 2))):
        container, key = draw(st.sampled_from(places(shown)))
        kind = draw(st.sampled_from(["replace", "drop", "double", "nudge", "swap"]))
        old = container[key]
        if kind == "replace":
            container[key] = draw(VALUES)
        elif kind == "drop":
            del container[key]
        elif kind == "double" and isinstance(container, list):
            container.insert(key, old)
        elif kind == "nudge" and type(old) is int:
            container[key] = old + draw(st.integers(-3, 3))
        elif kind == "swap":
            other, place = draw(st.sampled_from(places(shown)))
            container[key], other[place] = copy.deepcopy(other[place]), old
        if not shown:
            break
    return shown


@fuzz(700)
@given(_spoilt(), st.booleans(), st.integers(0, 99))
def test_a_spoilt_position_is_refused_or_can_be_played(shown: Position, as_text: bool, seed: int) -> None:
    thing: object = shown
    if as_text:
        try:
            thing = json.dumps(shown)
        except (TypeError, ValueError):
            return  # not JSON at all
    game = attempt(lambda: az.load(thing, seed=seed))
    if game is not None:
        _check_playable(game, seed)


@st.composite
def _rearranged(draw: st.DrawFn) -> Position:
    """A valid position in which some tiles were carried from one zone to another: none is lost."""
    shown: Position = copy.deepcopy(draw(st.sampled_from(POSITIONS)))
    texts = [place for place in places(shown) if isinstance(place[0][place[1]], str)]
    texts = [
        (one, key) for one, key in texts if key not in ("game", "phase", "wall") or isinstance(one, list)
    ]
    for _ in range(draw(st.integers(1, 6))):
        source, key = draw(st.sampled_from(texts))
        target, place = draw(st.sampled_from(texts))
        tiles = source[key]
        if not tiles or tiles == "centre" or target[place] == "centre":
            continue
        letter = draw(st.sampled_from(tiles))
        source[key] = tiles.replace(letter, "." if "." in tiles else "", 1)
        there = target[place]
        target[place] = there.replace(".", letter, 1) if "." in there else there + letter
    shown.pop("bag", None)
    shown["phase"] = draw(st.sampled_from(["offer", "tiling", shown["phase"]]))
    shown["turn"] = (
        None if shown["phase"] == "over" else draw(st.integers(0, shown["options"]["players"] - 1))
    )
    return shown


@fuzz(700)
@given(_rearranged(), st.integers(0, 99))
def test_a_rearranged_position_is_refused_or_can_be_played(shown: Position, seed: int) -> None:
    game = attempt(lambda: az.load(shown, seed=seed))
    if game is not None:
        _check_playable(game, seed)


@st.composite
def _boards(draw: st.DrawFn) -> Position:
    """Boards drawn from nothing: walls and lines with any tiles, in tiling."""
    options = draw(st.sampled_from(VARIANTS))
    letters = "BYRKWJ" if options["jokers"] else "BYRKW"
    boards = []
    for _ in range(options["players"]):
        lines = [draw(st.sampled_from(letters)) * draw(st.integers(0, row)) for row in range(1, 6)]
        rows = [draw(st.text("..." + letters, min_size=5, max_size=5)) for _ in range(5)]
        if options["wall"] == "coloured":
            rows = [
                "".join(_own(letter, row, n) for n, letter in enumerate(cells))
                for row, cells in enumerate(rows)
            ]
        boards.append(board(lines, wall=" ".join(rows), floor=draw(st.text(letters, max_size=7))))
    whole = position(
        boards=boards, max_rounds=3, turn=draw(st.integers(0, options["players"] - 1)), **options
    )
    del whole["bag"]
    return whole


def _own(letter: str, row: int, column: int) -> str:
    return letter if letter in ".J" else "BYRKW"[(column - row) % 5]


@fuzz(1000)
@given(_boards(), st.integers(0, 99))
def test_boards_out_of_nowhere_are_refused_or_can_be_played(shown: Position, seed: int) -> None:
    game = attempt(lambda: az.load(shown, seed=seed))
    if game is not None:
        _check_playable(game, seed)


@st.composite
def _spoilt_code(draw: st.DrawFn) -> str:
    text = draw(st.sampled_from(CODES))
    for _ in range(draw(st.integers(1, 2))):
        text = edit(draw, text, "0123456789BYRKWJ_.~-cgjmotxs {}")
    return text


@fuzz(1000)
@given(_spoilt_code(), st.integers(0, 99))
def test_a_spoilt_one_line_text_is_refused_or_can_be_played(text: str, seed: int) -> None:
    game = attempt(lambda: az.load(text, seed=seed))
    if game is not None:
        _check_playable(game, seed)


# --- spoilt records -------------------------------------------------------------------------------------


@st.composite
def _spoilt_record(draw: st.DrawFn) -> str:
    text = draw(st.sampled_from(RECORDS))
    for _ in range(draw(st.integers(1, 2))):
        if draw(st.booleans()):
            text = edit(draw, text, "0123456789BYRKWJ>+@:cf \n-")
        else:
            lines = text.splitlines()
            at = draw(st.integers(0, max(0, len(lines) - 1)))
            other = draw(st.integers(0, max(0, len(lines) - 1)))
            kind = draw(st.sampled_from(["drop", "double", "swap", "end here"]))
            if kind == "drop":
                del lines[at : at + 1]
            elif kind == "double":
                lines[at:at] = lines[at : at + 1]
            elif kind == "swap" and lines:
                lines[at], lines[other] = lines[other], lines[at]
            elif kind == "end here":
                lines[at:] = ["unfinished"]
            text = "\n".join(lines)
    return text


@fuzz(1000)
@given(_spoilt_record(), st.integers(0, 99))
def test_a_spoilt_record_is_refused_or_can_be_played_on(text: str, seed: int) -> None:
    game = attempt(lambda: az.read(text, seed=seed))
    if game is not None:
        assert az.read(game.record()).record() == game.record()
        _check_playable(game, seed)


# --- the fuzz bites ---------------------------------------------------------------------------------------


def test_the_samples_have_every_variant_and_phase() -> None:
    assert {json.dumps(shown["options"]) for shown in POSITIONS} == {
        json.dumps({**options, "max_rounds": 8}) for options in VARIANTS
    }
    assert {shown["phase"] for shown in POSITIONS} == {"offer", "tiling", "over"}


@pytest.mark.parametrize(
    ("strategy", "load"),
    [
        (_spoilt(), az.load),
        (_rearranged(), az.load),
        (_boards(), az.load),
        (_spoilt_code(), az.load),
        (_spoilt_record(), az.read),
    ],
    ids=["spoilt", "rearranged", "boards", "codes", "records"],
)
def test_some_of_what_is_made_up_is_accepted_and_some_refused(strategy: Any, load: Any) -> None:
    outcomes: set[bool] = set()

    @fuzz(80)
    @given(strategy)
    def look(thing: Any) -> None:
        outcomes.add(attempt(lambda: load(thing)) is not None)

    look()
    assert outcomes == {True, False}
