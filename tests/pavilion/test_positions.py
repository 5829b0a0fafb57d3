"""Positions as JSON and as one line (formats, section 3): round trips, and what is refused and where."""

import json
import random
import re
from typing import Any

import pytest

import azulejos as az
from tests.pavilion.clauses import clause
from tests.pavilion.positions import (
    VARIANTS,
    Position,
    board,
    hand,
    load,
    position,
    shown_board,
    stock,
    variant_name,
    wander,
)

URL_SAFE = re.compile(r"[A-Za-z0-9._~-]+")  # the unreserved characters of RFC 3986

# --- round trips ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", VARIANTS, ids=variant_name)
def test_both_forms_convert_into_each_other_without_loss(options: dict[str, Any]) -> None:
    luck = random.Random(2)
    game = az.new("pavilion", seed=2, **options)
    phases = set()
    while True:
        shown, code = game.position(), game.code()
        phases.add(shown["phase"])
        assert URL_SAFE.fullmatch(code)
        assert json.loads(json.dumps(shown)) == shown
        for text in (shown, json.dumps(shown), code, f"  {code}\n"):
            again = az.load(text)
            assert again.position() == shown
            assert again.code() == code
            assert again.ply == 0
        assert sorted(again.moves()) == sorted(game.moves())
        if game.over:
            break
        wander(game, luck, 1)
    assert phases == {"acquire", "place", "bonus", "over"}


GIVEN: Position = {
    "game": "pavilion",
    "options": {"players": 2, "side": "coloured"},
    "round": 1,
    "phase": "place",
    "turn": 1,
    "starter": 0,
    "marker": 1,
    "due": 0,
    "factories": ["", "", "", "", ""],
    "centre": "",
    "supply": "PPGOYYBBRR",
    "bag": {"P": 19, "G": 19, "O": 21, "Y": 20, "B": 20, "R": 16},
    "tower": {"P": 0, "G": 0, "O": 0, "Y": 0, "B": 0, "R": 0},
    "boards": [board("R:..R...", "PRRR"), board(hand="GG", score=4)],
}


def test_a_position_is_written_as_the_formats_say() -> None:
    game = az.load(GIVEN)
    assert game.position() == GIVEN
    assert list(game.position()) == list(GIVEN)
    assert list(game.position()["boards"][0]) == ["score", "hand", "corners", "passed", "stars"]
    assert game.code() == (
        "pavilion_2c_1p1s0m1d0_....__PPGOYYBBRR_19.19.21.20.20.16_0.0.0.0.0.0"
        "_5~PRRR~~6-6-2R3-6-6-6-6_4~GG~~6-6-6-6-6-6-6"
    )


def test_the_one_line_text_stays_as_it_is_between_versions() -> None:
    text = (
        "pavilion_3g_4b2s0m1d2_......__PPG_17.19.20.22.20.21_1.0.0.0.0.0"
        "_7p~~BO~6-6-6-6-6-6-6_12~~~PP4-6-6-6-6-6-6_3~G~~6-G1ROB1-6-6-6-6-6"
    )
    shown = az.load(text).position()
    assert shown["options"] == {"players": 3, "side": "grey"}
    assert shown["boards"][0] == board(score=7, corners="OB", passed=True)  # in colour order
    assert shown["boards"][2] == board("O:G.ROB.", "G", score=3)
    course = [shown[key] for key in ("round", "phase", "turn", "starter", "marker", "due")]
    assert course == [4, "bonus", 2, 0, 1, 2]
    assert az.load(text).code() == text.replace("~BO~", "~OB~")
    assert len(az.load(text).moves()) == 2  # +PP and +PG


@pytest.mark.parametrize(
    "picture",
    [
        {"factories": ["PGOY", "BR"], "centre": "PP", "marker": 1},
        {"boards": [board("R:RR.... *:P.....", "GGG"), board(corners="BB", passed=True)]},
        {"boards": [board("G:....GG")], "due": 3},
        {"phase": "over", "turn": None, "round": 6, "boards": [board("P:PPPPPP", score=80)]},
    ],
    ids=["acquire", "place", "bonus", "over"],
)
@pytest.mark.parametrize("side", ["coloured", "grey"])
def test_a_picture_of_every_phase_goes_both_ways(picture: dict[str, Any], side: str) -> None:
    shown = position(side=side, **picture)
    game = az.load(shown)
    assert game.position() == shown
    assert az.load(game.code()).position() == shown
    assert az.load(json.dumps(shown, indent=1)).code() == game.code()


def test_groups_are_understood_in_any_order_and_written_in_colour_order() -> None:
    shown = load(board(hand="RBPG"), factories=["RPYO"], centre="BGP", supply="RRBPPGGOYY").position()
    assert (shown["factories"][0], shown["centre"], shown["supply"]) == ("POYR", "PGB", "PPGGOYYBRR")
    assert shown["boards"][0] == board(hand="PGBR")
    kept = load(board(), board(corners="YOG", passed=True))
    assert shown_board(kept, 1) == board(corners="GOY", passed=True)


def test_a_missing_bag_holds_every_tile_not_seen_and_a_missing_tower_is_empty() -> None:
    shown = position(boards=[board("R:R....R", "GG", corners="B")], supply="PPPP")
    del shown["bag"], shown["tower"]
    game = az.load(shown)
    assert game.position()["bag"] == {"P": 18, "G": 20, "O": 22, "Y": 22, "B": 21, "R": 20}
    assert stock(game, "tower") == ""


def test_a_missing_bag_is_worked_out_beside_a_given_tower() -> None:
    shown = position(factories=["RRRR"], tower="RRRRR", supply="")
    del shown["bag"]
    assert az.load(shown).position()["bag"] == {"P": 22, "G": 22, "O": 22, "Y": 22, "B": 22, "R": 13}


@pytest.mark.parametrize("supply", ["", "P", "PPGG"])
def test_a_supply_that_is_not_full_is_fine_and_not_filled_by_loading(supply: str) -> None:
    for picture in ({"factories": ["R"]}, {"boards": [board(hand="R")]}):
        game = load(*picture.get("boards", []), factories=picture.get("factories", []), supply=supply)
        assert game.position()["supply"] == supply


def test_a_position_that_could_not_have_come_about_is_accepted() -> None:
    stars = "P:PPPPPP O:OOOOOO R:RRRRRR B:BBBBBB Y:YYYYYY G:GGGGGG *:PGOYBR"
    game = load(board(stars, "P" * 7, score=999), factories=["GGGG"], round=1, starter=1)
    assert game.moves() == ["1G"]
    assert hand(game.play("1G")) == "PPPPPPPGGGG"
    assert game.moves()[0] == "pass"


@pytest.mark.parametrize(
    "boards",
    [
        [board(hand="GGGG", corners="RRRR", score=20), board(hand="O")],  # kept without having passed
        [board(hand="GG", corners="RR"), board(hand="O", corners="PPP")],
        [board(hand="RRR", passed=True), board(hand="O")],  # passed and still to decide
        [board(hand="RRR", passed=True), board(hand="OO", passed=True)],
        [board(corners="RRRR", hand="BBBB", passed=True), board()],
    ],
)
@pytest.mark.parametrize("round", [1, 6])
@pytest.mark.parametrize("factories", [[], ["GO"]])
def test_an_odd_position_is_refused_or_goes_on_with_positions_that_load(
    boards: list[Position], round: int, factories: list[str]
) -> None:
    """Formats accept what merely could not have come about; whatever follows must be a position again."""
    try:
        game = az.load(position(boards=boards, round=round, factories=factories), seed=1)
    except az.BadPosition:
        return
    for _ in range(12):
        assert az.load(game.position()).position() == game.position()
        assert az.load(game.code()).code() == game.code()
        if game.over:
            break
        game.play(max(game.moves(), key=lambda move: (move.startswith("pass"), len(move))))


def test_a_position_that_is_over_stays_as_it_is() -> None:
    shown = position(boards=[board("R:RRRRRR", score=33)], phase="over", turn=None, round=6)
    game = az.load(shown)
    assert game.over
    assert (game.scores(), game.winners()) == ([33, 5], [0])
    assert game.position() == shown


# --- refused --------------------------------------------------------------------------------------------


def _good() -> Position:
    """A position with something in every zone."""
    return position(
        factories=["PGOY", "", "RRRR"],
        centre="BB",
        supply="PPGGOOYYBR",
        boards=[
            board("R:R..R.. *:P..G..", "PRR", score=9),
            board("B:..BB..", "Y", score=3),
        ],
        tower="OOO",
        round=2,
        starter=1,
        marker=1,
    )


def _bonus() -> Position:
    boards = [board("G:....GG", "PP"), board(corners="RR", passed=True)]
    return position(boards=boards, due=3, supply="PGOY")


def _change(shown: Position, path: str, value: object) -> Position:
    """Put a value at a place such as `boards.0.score`."""
    *way, last = path.split(".")
    place: Any = shown
    for step in way:
        place = place[int(step) if isinstance(place, list) else step]
    place[int(last) if isinstance(place, list) else last] = value
    return shown


def _refuse(shown: object, message: str) -> None:
    with pytest.raises(az.BadPosition, match=message) as error:
        az.load(shown)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 400


def test_the_positions_that_the_next_tests_spoil_are_good() -> None:
    for shown in (_good(), _bonus()):
        assert az.load(shown).position() == shown


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        # conservation
        ("bag.B", 18, "23 blue tiles in bag, tower, supply, factories, centre and boards, expected 22"),
        ("bag.B", 16, "21 blue tiles in bag, tower, supply, factories, centre and boards, expected 22"),
        ("tower.O", 2, "21 orange tiles in .*, expected 22"),
        ("centre", "BBB", "23 blue tiles"),
        ("factories.1", "YYYY", "26 yellow tiles"),
        ("supply", "PPGGOOYYRR", "21 blue tiles|23 red tiles"),
        ("boards.1.hand", "Y" * 23, "44 yellow tiles"),
        ("boards.1.stars.P", "P.....", "23 purple tiles"),
        ("boards.0.stars.*", "P..GR.", "23 red tiles"),
        # stars
        ("boards.0.stars.R", "R..G..", "board 0: star R holds 'RG', expected only R"),
        ("boards.0.stars.P", "O.....", "board 0: star P holds 'O', expected only P"),
        ("boards.1.stars.G", "...Y..", "board 1: star G holds 'Y', expected only G"),
        ("boards.0.stars.*", "P..P..", "board 0: star \\* holds 'PP', expected every colour at most once"),
        ("boards.0.stars.*", "PGOYBB", "board 0: star \\* holds 'PGOYBB'"),
        ("boards.0.stars.R", "R..R.", "board 0: star R is 'R..R.', expected six of PGOYBR and '.'"),
        ("boards.0.stars.R", "R..R...", "board 0: star R is 'R..R...'"),
        ("boards.0.stars.R", "R..R. ", "board 0: star R is"),
        ("boards.0.stars.R", "r..r..", "board 0: star R is 'r..r..'"),
        ("boards.0.stars.R", "R..K..", "board 0: star R is 'R..K..'"),
        ("boards.0.stars.R", "", "board 0: star R is ''"),
        # boards
        ("boards.0.score", 0, "board 0: score is 0, expected a whole number from 1"),
        ("boards.0.score", -4, "board 0: score is -4"),
        ("boards.0.hand", "RRX", "board 0: hand is 'RRX', expected at most 132 tiles of PGOYBR"),
        ("boards.0.hand", "R" * 133, "board 0: hand is 'RRR.*, expected at most 132 tiles"),
        ("boards.0.hand", "R.P", "board 0: hand is 'R.P'"),
        ("boards.0.corners", "K", "board 0: corners is 'K', expected at most 4 tiles"),
        ("boards.0.passed", 0, "board 0: passed is 0, expected true or false"),
        ("boards.0.passed", "no", "board 0: passed is 'no', expected true or false"),
        ("boards", [], "boards: 0 entries, expected a list of 2"),
        ("boards", [board()] * 3, "boards: 3 entries, expected a list of 2"),
        # the table
        ("factories.0", "PGOYY", "factory 1 is 'PGOYY', expected at most 4 tiles of PGOYBR"),
        ("factories.4", "1", "factory 5 is '1'"),
        ("factories", [""] * 4, "factories: 4 entries, expected a list of 5"),
        ("factories", ["P"] * 7, "factories: 7 entries, expected a list of 5"),
        ("centre", "1", "centre is '1'"),
        ("centre", "B B", "centre is 'B B'"),
        ("supply", "PPGGOOYYBRR", "supply is 'PPGGOOYYBRR', expected at most 10 tiles"),
        ("supply", "K", "supply is 'K'"),
        # the course of play
        ("round", 0, "round is 0, expected a whole number from 1 to 6"),
        ("round", 7, "round is 7, expected a whole number from 1 to 6"),
        ("round", 10**30, "round is 1000"),
        ("turn", 2, "turn is 2, expected a seat from 0 to 1"),
        ("turn", -1, "turn is -1"),
        ("turn", None, "turn is None, expected a seat from 0 to 1"),
        ("starter", 2, "starter is 2, expected a seat from 0 to 1"),
        ("marker", "center", "marker is 'center', expected 'centre' or a seat from 0 to 1"),
        ("marker", 2, "marker is 2, expected 'centre' or a seat from 0 to 1"),
        ("marker", None, "marker is None"),
        ("phase", "offer", "phase is 'offer', expected acquire, place, bonus or over"),
        ("phase", "deal", "phase is 'deal', expected acquire, place, bonus or over"),
        ("phase", "place", "phase is place, but tiles still lie in the factories or the centre"),
        ("phase", "bonus", "phase is bonus, but tiles still lie in the factories or the centre"),
        ("phase", "over", "turn is 0, expected null in phase over"),
        ("due", 1, "due .*is 1, expected"),
        ("due", -1, "due .*is -1, expected"),
        # options
        ("options.players", 5, "players is 5, expected 2, 3 or 4"),
        ("options.players", 3, "factories: 5 entries, expected a list of 7"),
        ("options.side", "gray", "side is 'gray', expected 'coloured' or 'grey'"),
        ("options.wall", "grey", "no option 'wall', expected one of players, side"),
        ("game", "chess", "game is 'chess', expected 'azul' or 'pavilion'"),
        ("game", "azul", "position"),
        # counts
        ("bag.B", 10**30, "bag: B is 1000"),
        ("bag.B", 133, "bag: B is 133, expected a count from 0 to 132"),
        ("tower.B", -5, "tower: B is -5, expected a count from 0 to 132"),
    ],
)  # fmt: skip
def test_a_bad_position_is_refused_naming_the_place(path: str, value: object, message: str) -> None:
    shown = _change(_good(), path, value)
    _refuse(shown, message)
    _refuse(json.dumps(shown), message)


@clause("S42")
@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"due": 0}, "due is 0, expected a whole number from 1 to 3"),
        ({"due": 4}, "due is 4, expected a whole number from 1 to 3"),
        ({"due": None}, "due is None, expected a whole number from 1 to 3"),
        ({"supply": "PG", "due": 3}, "due is 3, expected a whole number from 1 to 2"),
        ({"supply": "", "due": 1}, "phase is bonus, but the supply is empty"),
        ({"supply": "", "due": 0}, "phase is bonus, but the supply is empty"),
        ({"phase": "place", "due": 3}, "due .*is 3, expected"),
    ],
)
def test_a_wrong_due_is_refused(changes: dict[str, Any], message: str) -> None:
    shown = {**_bonus(), **changes}
    del shown["bag"]
    _refuse(shown, message)


@clause("S54")
def test_grey_stars_hold_one_colour_or_different_ones() -> None:
    for tiles in ("GG....", "GRB...", "R....."):
        load(board(f"P:{tiles} *:{tiles}", "O"), side="grey")
    for star in "PORBYG*":
        shown = position(boards=[board(f"{star}:GGR...")], side="grey")
        _refuse(shown, f"board 0: star {re.escape(star)} holds 'GGR', expected one colour, or all different")


@pytest.mark.parametrize(
    "path",
    [
        "game", "options", "options.players", "options.side", "round", "phase", "turn", "starter", "marker",
        "due", "factories", "factories.0", "centre", "supply", "bag", "bag.B", "tower", "tower.R", "boards",
        "boards.0", "boards.1.score", "boards.0.hand", "boards.0.corners", "boards.0.passed",
        "boards.0.stars", "boards.0.stars.R", "boards.1.stars.*",
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    "value",
    [None, True, 2.0, 0.5, float("nan"), "x", "2", [], ["B"], [[]], {}, {"B": 1}, b"B", 10**5000],
    ids=lambda value: repr(value) if value != 10**5000 else "long",
)
def test_wrong_types_are_refused_everywhere(path: str, value: object) -> None:
    shown = _change(_good(), path, value)
    if (path, value) in (("options", {}), ("boards.0.passed", True)):
        assert az.load(shown).turn == 0  # options by default; a truth value where one belongs
        return
    if path == "tower" and value in ({}, {"B": 1}):
        _refuse(shown, "19 orange tiles|23 blue tiles")
        return
    if path == "bag" and value in ({}, {"B": 1}):
        _refuse(shown, "tiles in bag")
        return
    words = {"options": "option", "factories": "factor", "boards": "board", "stars": "star"}
    place = re.findall("[a-z]+", path)[-1]
    _refuse(shown, words.get(place, place))


@pytest.mark.parametrize(
    "path",
    [
        "options", "round", "phase", "turn", "starter", "marker", "due", "factories", "centre", "supply",
        "boards", "boards.0.score", "boards.0.hand", "boards.1.corners", "boards.1.passed", "boards.1.stars",
        "boards.0.stars.R", "boards.0.stars.*",
    ],
)  # fmt: skip
def test_a_missing_entry_is_named(path: str) -> None:
    shown = _good()
    *way, last = path.split(".")
    place: Any = shown
    for step in way:
        place = place[int(step) if isinstance(place, list) else step]
    del place[last]
    where = f"board {path.split('.')[1]}" if way else "position"
    _refuse(shown, f"{where}.*: {re.escape(last)} is missing")


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("extra", "position: unknown entry 'extra', expected game, options, round"),
        ("lid", "position: unknown entry 'lid'"),
        ("boards.1.wall", "board 1: unknown entry 'wall', expected score, hand, corners, passed, stars"),
        ("boards.1.stars.K", "board 1: stars: unknown entry 'K', expected P, O, R, B, Y, G, \\*"),
        ("options.jokers", "no option 'jokers'"),
        ("bag.K", "bag is .*, expected counts for P, G, O, Y, B, R"),
        ("tower.*", "tower is .*, expected counts for P, G, O, Y, B, R"),
    ],
)
def test_an_unknown_entry_is_named(path: str, message: str) -> None:
    _refuse(_change(_good(), path, 0), message)


def test_too_many_tiles_are_too_many_without_a_bag_as_well() -> None:
    shown = _change(_good(), "boards.1.hand", "B" * 18)
    del shown["bag"]
    _refuse(shown, "23 blue tiles in tower, supply, factories, centre and boards, expected 22")


def test_tiles_in_corners_count() -> None:
    _refuse(_change(_bonus(), "boards.1.corners", "RRR"), "23 red tiles in bag, tower, .*, expected 22")
    _refuse(_change(_bonus(), "boards.1.corners", "RRRRR"), "board 1: corners is 'RRRRR', expected at most 4")


def test_acquiring_needs_tiles_on_the_table() -> None:
    _refuse(position(phase="acquire"), "phase is acquire, but .* the centre hold")
    assert az.load(position(phase="over", turn=None)).over


# --- broken texts ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "pavilion", "pavilion_", "pavilion" + "_" * 20, "pavilion_2c_1p0s0mcd0", "PAVILION_2c",
        "pavilion_5c_1p0s0mcd0________", "pavilion_2x_1p0s0mcd0________", '{"game": "pavilion"}',
        '{"game": "pavilion"', '{"game": "pavilion", "options": {}}',
    ],
)  # fmt: skip
def test_a_text_that_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(az.BadPosition) as error:
        az.load(text)
    assert len(str(error.value)) < 400


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("_2c_", "_3c_", "factories: 5 entries, expected a list of 7"),
        ("1p1s0m1d0", "7p1s0m1d0", "round is 7, expected a whole number from 1 to 6"),
        ("1p1s0m1d0", "0p1s0m1d0", "not a position"),
        ("1p1s0m1d0", "1p2s0m1d0", "turn is 2, expected a seat from 0 to 1"),
        ("1p1s0m1d0", "1p1s0m1d1", "due .*is 1, expected"),
        ("1p1s0m1d0", "1p1s0m1", "not a position"),
        ("1p1s0m1d0", "1z1s0m1d0", "not a position"),
        ("_....__", "_...__", "factories: 4 entries, expected a list of 5"),
        ("_PPGOYYBBRR_", "_PPGOYYBBR_", "21 red tiles in bag, tower"),
        ("19.19.21", "19.19.21.0", "bag is '19.19.21.0.20.20.16', expected 6 counts"),
        ("_5~PRRR~~", "_0~PRRR~~", "board 0: score is 0"),
        ("_5~PRRR~~", "_5~PRRR~", "board 0 is '5~PRRR~6.*, expected SCORE~HAND~CORNERS~STARS"),
        ("_5~PRRR~~", "_5x~PRRR~~", "board 0 is '5x~"),
        ("2R3", "2R2", "board 0: star R is '..R..', expected six"),
        ("2R3", "2R4", "board 0: star R is '..R....', expected six"),
        ("2R3", "2G3", "board 0: star R holds 'G', expected only R"),
        ("-6-6-6-6-6-6-6", "-6-6-6-6-6-6", "board 1 is|boards"),
    ],
)
def test_a_spoilt_one_line_text_is_refused_naming_the_place(old: str, new: str, message: str) -> None:
    code = az.load(GIVEN).code()
    if old == "-6-6-6-6-6-6-6":
        old, new = "~~6-6-6-6-6-6-6", "~~6-6-6-6-6-6"
    assert code.count(old) == 1
    _refuse(code.replace(old, new), message)


def test_boards_too_few_or_too_many_in_one_line_are_refused() -> None:
    code = az.load(GIVEN).code()
    _refuse(code.rpartition("_")[0], "boards: 1 entries, expected a list of 2")
    _refuse(code + "_" + code.rpartition("_")[2], "boards: 3 entries, expected a list of 2")
