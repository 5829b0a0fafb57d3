"""Whatever comes in, a game or a RulesError comes out; and such a game can be played to its end."""

import copy
import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import azulejos as az
from tests.fuzzing import attempt, edit, fuzz, places
from tests.pavilion.positions import LETTERS, STARS, VARIANTS, Position, board, census, position, wander


def _sample_games() -> list[az.Match]:
    """Games of every variant, at the start, early, in every phase, late and over."""
    games: list[az.Match] = []
    for options in VARIANTS:
        luck = random.Random(len(games))
        game = az.new("pavilion", seed=len(games), **options)
        games += [game.copy(), wander(game, luck, 9).copy(), wander(game, luck, 12).copy()]
        while not game.over and game.phase != "bonus":
            wander(game, luck, 1)
        games += [game.copy(), wander(game, luck, 40).copy(), wander(game, luck).copy()]
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
    st.text("PGOYBR.*", max_size=8),
    st.sampled_from(["pavilion", "acquire", "place", "bonus", "over", "centre", "grey", "coloured"]),
    st.sampled_from([2**63, 2**64, 10**9, 10**9 + 1, 1e308, "\ud800", b"B", ()]),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=6),
        st.dictionaries(st.one_of(st.text(max_size=4), st.sampled_from([*"PGOYBR*", "hand"])), inner),
    ),
    max_leaves=12,
)


def _check_playable(game: az.Match, seed: int) -> None:
    """Tiles are conserved and a move is there until the end; the texts of the game are read again."""
    shown = game.position()
    luck = random.Random(seed)
    assert az.load(shown).position() == shown
    for _ in range(150):
        assert census(game.position()) == dict.fromkeys(LETTERS, 22)
        assert min(game.scores()) >= 1
        if game.over:
            assert game.winners()
            break
        moves = game.moves()
        assert moves, game.code()
        game.play(luck.choice(moves))
    assert az.load(game.code()).position() == game.position()
    assert az.read(game.record()).record() == game.record()


# --- arbitrary things -----------------------------------------------------------------------------------


@fuzz(300)
@given(st.one_of(st.text(), st.text("2gcapbxsmd0123.~-_PGOYBR", max_size=60), st.text('{}[]":, pavilion1e9')))
def test_any_text_is_a_position_or_refused(text: str) -> None:
    attempt(lambda: az.load(text))
    attempt(lambda: az.load("pavilion_" + text))
    attempt(lambda: az.load("{" + text))


@fuzz(300)
@given(VALUES)
def test_any_value_is_a_position_a_record_a_move_an_option_or_refused(value: Any) -> None:
    game = az.new("pavilion", seed=1)
    before = game.record()
    for make in (
        lambda: az.load({"game": "pavilion", "options": value}),
        lambda: az.load({"game": "pavilion", **(value if isinstance(value, dict) else {"round": value})}),
        lambda: az.read(value),
        lambda: game.play(value),
        lambda: az.new("pavilion", players=value),
        lambda: az.new("pavilion", side=value),
        lambda: az.new("pavilion", starter=value),
        lambda: game.at(value),
    ):
        attempt(make)
    assert game.record() == before


@fuzz(800)
@given(
    st.sampled_from(GAMES),
    st.one_of(
        st.text(max_size=12),
        st.text("123456789cPGOYBR*=+pas ", max_size=9),
        st.from_regex(r"\A[1-9c][PGOYBR]\Z"),
        st.from_regex(r"\A[PORBYG*][1-6]=[PGOYBR]{1,7}\Z"),
        st.from_regex(r"\A\+[PGOYBR]{1,4}\Z"),
        st.from_regex(r"\Apass=[PGOYBR]{0,5}\Z"),
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
    """A valid position with one or two places replaced, dropped, doubled, nudged or swapped."""
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


@fuzz(350)
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
def _scattered(draw: st.DrawFn) -> Position:
    """Boards and a table drawn from nothing, in any phase; the bag takes what is left."""
    options = draw(st.sampled_from(VARIANTS))
    few = st.text(LETTERS, max_size=6)
    boards = []
    for _ in range(options["players"]):
        stars = []
        for star in STARS:
            tiles = draw(st.permutations(LETTERS)) if star == "*" or draw(st.booleans()) else [star] * 6
            if options["side"] == "coloured" and star != "*":
                tiles = [star] * 6
            kept = draw(st.integers(0, 63))
            picture = "".join(tile if kept >> n & 1 else "." for n, tile in enumerate(tiles))
            stars.append(f"{star}:{picture}")
        passed = draw(st.booleans())
        corners, hand = draw(st.text(LETTERS, max_size=4)), draw(few)  # also where they cannot be
        boards.append(board(" ".join(stars), hand, draw(st.integers(1, 9)), corners, passed))
    phase = draw(st.sampled_from(["acquire", "place", "bonus", "over"]))
    shown = position(
        boards=boards,
        supply=draw(st.text(LETTERS, max_size=10)),
        factories=[draw(st.text(LETTERS, max_size=4)) for _ in range(3 if phase == "acquire" else 0)],
        centre=draw(few) if phase == "acquire" else "",
        phase=phase,
        turn=None if phase == "over" else draw(st.integers(0, options["players"] - 1)),
        marker=draw(st.one_of(st.just("centre"), st.integers(0, 1))),
        due=draw(st.integers(1, 3)) if phase == "bonus" else 0,
        round=draw(st.integers(1, 6)),
        **options,
    )
    del shown["bag"]
    return shown


@fuzz(350)
@given(_scattered(), st.integers(0, 99))
def test_positions_out_of_nowhere_are_refused_or_can_be_played(shown: Position, seed: int) -> None:
    game = attempt(lambda: az.load(shown, seed=seed))
    if game is not None:
        _check_playable(game, seed)


@st.composite
def _spoilt_code(draw: st.DrawFn) -> str:
    text = draw(st.sampled_from(CODES))
    for _ in range(draw(st.integers(1, 2))):
        text = edit(draw, text, "0123456789PGOYBR_.~-cgapbxsmd {}")
    return text


@fuzz(500)
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
            text = edit(draw, text, "0123456789PGOYBR*=+pasc \n-")
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


@fuzz(350)
@given(_spoilt_record(), st.integers(0, 99))
def test_a_spoilt_record_is_refused_or_can_be_played_on(text: str, seed: int) -> None:
    game = attempt(lambda: az.read(text, seed=seed))
    if game is not None:
        assert az.read(game.record()).record() == game.record()
        _check_playable(game, seed)


# --- the fuzz bites ---------------------------------------------------------------------------------------


def test_the_samples_have_every_variant_and_phase() -> None:
    assert {json.dumps(shown["options"]) for shown in POSITIONS} == {json.dumps(one) for one in VARIANTS}
    assert {shown["phase"] for shown in POSITIONS} == {"acquire", "place", "bonus", "over"}


@pytest.mark.parametrize(
    ("strategy", "load"),
    [
        (_spoilt(), az.load),
        (_scattered(), az.load),
        (_spoilt_code(), az.load),
        (_spoilt_record(), az.read),
    ],
    ids=["spoilt", "scattered", "codes", "records"],
)
def test_some_of_what_is_made_up_is_accepted_and_some_refused(strategy: Any, load: Any) -> None:
    outcomes: set[bool] = set()

    @fuzz(80)
    @given(strategy)
    def look(thing: Any) -> None:
        outcomes.add(attempt(lambda: load(thing)) is not None)

    look()
    assert outcomes == {True, False}
