"""Values as chances: what the mapping keeps, where slopes come from, and that play does not change."""

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import azulejos as az
from azulejos import games
from azulejos.bots import calibration, nets, searcher
from azulejos.bots.calibration import (
    FLATTEST,
    NET,
    PLAYOUTS,
    UNKNOWN,
    Scale,
    Slopes,
    chances,
    known,
    slopes_of,
)
from azulejos.bots.desk import Settings
from azulejos.bots.search import Option
from azulejos.bots.searcher import SearchBot, Style
from azulejos.core.match import Match
from tests.bots.conftest import Warm

SLOPES = st.builds(lambda level, part: Slopes(level, level * part), st.floats(0.2, 5), st.floats(FLATTEST, 5))
MARGINS = st.sampled_from([0.0, 0.2])


@st.composite
def shares(draw: st.DrawFn) -> list[float]:
    """What each of two to four seats may expect, summing to one."""
    parts = draw(st.lists(st.floats(0, 1), min_size=2, max_size=4).filter(lambda parts: sum(parts) > 0.01))
    return [part / sum(parts) for part in parts]


# --- the mapping ------------------------------------------------------------------------------------------


@given(shares(), SLOPES, MARGINS)
def test_chances_sum_to_one(expected: list[float], slopes: Slopes, margin: float) -> None:
    told = chances(expected, slopes, margin)
    assert sum(told) == pytest.approx(1)
    assert all(0 <= chance <= 1 for chance in told)


@given(shares(), SLOPES, MARGINS)
def test_who_stands_better_is_told_so(expected: list[float], slopes: Slopes, margin: float) -> None:
    told = chances(expected, slopes, margin)
    by_share = sorted(range(len(told)), key=lambda seat: expected[seat])
    ranked = [told[seat] for seat in by_share]
    assert ranked == sorted(ranked)


@given(st.floats(0, 1), st.floats(0, 1), SLOPES, MARGINS)
def test_of_two_moves_the_better_is_never_told_as_the_worse(
    one: float, two: float, slopes: Slopes, margin: float
) -> None:
    low, high = sorted([one, two])
    assert chances([low, 1 - low], slopes, margin)[0] <= chances([high, 1 - high], slopes, margin)[0] + 1e-12


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("margin", [0.0, 0.2, 1.0])
def test_equal_seats_stay_equal(players: int, margin: float) -> None:
    assert chances([1 / players] * players, Slopes(1.7, 3), margin) == pytest.approx([1 / players] * players)


@pytest.mark.parametrize(
    ("expected", "slopes", "margin", "told"),
    [
        ([0.6, 0.4], (1, 1), 0.0, [0.6, 0.4]),  # a slope of one alone changes nothing
        ([0.6, 0.4], (2, 2), 0.0, [36 / 52, 16 / 52]),  # twice the log odds
        ([1.0, 0.0], (2, 2), 0.0, [1e6 / 1000001, 1 / 1000001]),  # nobody is given up: a thousandth is left
        (
            [0.95, 0.05],
            (1, 1),
            0.2,
            [1e3 / 1001, 1 / 1001],
        ),  # half of what points bring in a level game is off
        ([0.98, 0.02], (1, 1), 0.2, [1e3 / 1001, 1 / 1001]),  # a sure win by many
        ([0.68, 0.32], (1, 1), 0.2, [0.7, 0.3]),  # 0.63 and 0.27 are left
        (
            [0.475, 0.475, 0.025, 0.025],
            (1, 1),
            0.2,
            [1000 / 2002, 1000 / 2002, 1 / 2002, 1 / 2002],
        ),  # two of four
        ([0.25, 0.25, 0.5], (1, 1), 0.0, [0.25, 0.25, 0.5]),
        ([0.75, 0.25], (1, 3), 0.0, [9 / 10, 1 / 10]),  # half sure: halfway between the slopes
        ([0.25, 0.25, 0.5], (1, 5), 0.0, [1 / 6, 1 / 6, 4 / 6]),  # a quarter sure
        ([0.75, 0.25], (3, 1), 0.0, [9 / 10, 1 / 10]),
    ],
)
def test_chances_counted_by_hand(
    expected: list[float], slopes: tuple[float, float], margin: float, told: list[float]
) -> None:
    assert chances(expected, Slopes(*slopes), margin) == pytest.approx(told)


# --- slopes -----------------------------------------------------------------------------------------------

TABLE = {
    "azul 2 coloured": {"net": {"level": 1.5, "sure": 2}, "playouts": {"level": 2.0, "sure": 1.0}},
    "azul 2 grey": {"net": {"level": 2.5, "sure": 4}},
    "azul 3 coloured": {"playouts": {"level": 1.2, "sure": 1.4}},
    "pavilion 2 grey": {"net": {"level": 5.0, "sure": 5.0}},
}


@pytest.mark.parametrize(
    ("game", "options", "judge", "slopes"),
    [
        ("azul", {"players": 2}, NET, (1.5, 2)),  # its own
        ("azul", {"players": 2}, PLAYOUTS, (2, 1)),
        ("azul", {"players": 2, "jokers": True}, NET, (2, 3)),  # the mean of the game's for two
        ("pavilion", {"players": 2}, NET, (5, 5)),
        ("pavilion", {"players": 2}, PLAYOUTS, (2, 1)),  # of the other game
        ("pavilion", {"players": 3, "side": "grey"}, PLAYOUTS, (1.2, 1.4)),
        ("pavilion", {"players": 3}, NET, UNKNOWN),
        ("azul", {"players": 4}, PLAYOUTS, UNKNOWN),
    ],
)
def test_a_variant_without_a_slope_takes_the_nearest(
    game: str, options: dict[str, Any], judge: str, slopes: tuple[float, float]
) -> None:
    assert slopes_of(TABLE, games.rules(game, **options), judge) == slopes


def test_the_file_has_a_slope_for_every_net_of_the_package() -> None:
    rules = [
        games.rules(game, players=players, **options)
        for game, choices in (
            ("azul", [{"wall": w, "jokers": j} for w in ("coloured", "grey") for j in (False, True)]),
            ("pavilion", [{"side": "coloured"}, {"side": "grey"}]),
        )
        for players in (2, 3, 4)
        for options in choices
    ]
    table = known()
    learned = [one for one in rules if nets.packaged(one) in nets.SHIPPED]
    assert {nets.packaged(one) for one in learned} == set(nets.SHIPPED)
    assert all(NET in table.get(nets.name_of(one), {}) for one in learned)
    assert set(table) <= {nets.name_of(one) for one in rules}
    for entry in table.values():
        assert set(entry) <= {NET, PLAYOUTS}
        for found in entry.values():
            assert set(found) == {"level", "sure", "games", "simulations"}
            assert 0.3 < found["level"] < 4
            assert FLATTEST * found["level"] < found["sure"] < 4


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The file of slopes, somewhere else and not there yet."""
    monkeypatch.setattr(calibration, "path", lambda: tmp_path / "calibration.json")
    known.cache_clear()
    yield tmp_path / "calibration.json"
    known.cache_clear()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[1]",
        "null",
        "\x80",
        "[" * 100_000,
        '{"azul 2 coloured": 5}',
        '{"azul 2 coloured": {"net": 1.5}}',
        '{"azul 2 coloured": {"net": {"games": 5}}}',
        '{"azul 2 coloured": {"net": {"slope": 1.5}}}',
        '{"azul 2 coloured": {"net": {"level": 1.5}}}',
        '{"azul 2 coloured": {"net": {"sure": 1, "level": "x"}}}',
        '{"azul 2 coloured": {"net": {"sure": 1, "level": NaN}}}',
        '{"azul 2 coloured": {"net": {"level": 1, "sure": -1}}}',
        '{"azul 2 coloured": {"net": {"sure": 1, "level": 1' + 400 * "0" + "}}}",
    ],
    ids=lambda text: text[:50],
)
def test_a_damaged_file_is_named_once_and_done_without(
    text: str, file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file.write_bytes(text.encode("latin-1"))
    with caplog.at_level(logging.INFO, "azulejos.bots"):
        for _ in range(2):
            assert calibration.scale_of(games.rules("azul"), True, 0.2) == Scale(UNKNOWN, 0.2)
    assert len(caplog.records) == 1
    assert f"{file}: is damaged" in caplog.text


def test_without_a_file_there_are_no_slopes(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert known() == {}
    assert not caplog.records
    known.cache_clear()
    file.mkdir()
    assert known() == {}
    assert "cannot be read" in caplog.text


# --- what the bot tells -----------------------------------------------------------------------------------


def _played(game: Match, bot: SearchBot, simulations: int) -> list[Any]:
    """The choices of a whole game."""
    found = []
    while not game.over:
        found.append(bot.choose(game, simulations=simulations))
        game.play(found[-1].move)
    return found


@pytest.mark.parametrize("blur", [0.0, 0.05])
@pytest.mark.parametrize(("family", "players"), [("azul", 2), ("azul", 3), ("pavilion", 2)])
def test_play_is_the_same_whatever_is_told(
    warm: Warm, monkeypatch: pytest.MonkeyPatch, family: str, players: int, blur: float
) -> None:
    warm(family)
    games_played = []
    for slopes in (Slopes(0.3, 0.9), UNKNOWN, Slopes(4.0, 1.0)):
        monkeypatch.setattr(searcher, "scale_of", lambda _r, _l, margin, slopes=slopes: Scale(slopes, margin))
        bot = SearchBot("x", 3, Style(blur=blur))
        choices = _played(az.new(family, players=players, seed=8), bot, 40)
        games_played.append(
            [
                (choice.move, choice.line, [one["visits"] for one in choice.statistics["moves"]])
                for choice in choices
            ]
        )
    plain = [
        (choice.move, choice.line, [one["visits"] for one in choice.statistics["moves"]])
        for choice in _played(
            az.new(family, players=players, seed=8), SearchBot("x", 3, Style(blur=blur, mix=True)), 40
        )
    ]
    assert games_played == [plain] * 3


@pytest.mark.parametrize("net", [True, False])
@pytest.mark.parametrize(("family", "players"), [("azul", 2), ("azul", 4), ("pavilion", 3)])
def test_all_that_is_told_is_on_one_scale(warm: Warm, family: str, players: int, net: bool) -> None:
    warm(family)
    settings = Settings(net=net)
    told = SearchBot("x", 3, Style(settings=settings))
    mixed = SearchBot("x", 3, Style(settings=settings, mix=True))
    one, two = (az.new(family, players=players, seed=5) for _ in range(2))
    solved = 0
    for chance, mix in zip(_played(one, told, 60), _played(two, mixed, 60), strict=True):
        learned = net and nets.packaged(one.rules) in nets.SHIPPED
        scale = calibration.scale_of(one.rules, learned, 0.2)
        assert chance.value == pytest.approx(scale.chances(mix.value))
        mine = {row["move"]: row["value"] for row in chance.statistics["moves"]}[chance.move]
        assert any(mine == pytest.approx(share, abs=1e-4) for share in chance.value)
        solved += "solved" in chance.statistics
    assert solved or family == "pavilion" or players > 2


def test_a_move_known_from_before_is_told_for_all_seats() -> None:
    kept = Option(action=1, prior=0.5, visits=10, total=4.0)  # no simulation of this thought
    fullest = Option(action=2, prior=0.5, visits=4, total=1.0, counted=4, sums=(1.0, 2.0, 1.0, 0.0))
    found = searcher._shares(kept, fullest, 0, 3)
    assert found == pytest.approx((0.4, 0.4, 0.2))  # the rest of 0.6 as two to one
    assert searcher._shares(kept, Option(2, 0.5), 1, 2) == pytest.approx((0.6, 0.4))
    alone = Option(action=1, prior=1.0, visits=2, total=2.0, counted=2, sums=(2.0, 0.0, 0.0, 0.0))
    assert searcher._shares(alone, alone, 0, 3) == (1.0, 0.0, 0.0)
