"""Positions as JSON and as one line (formats, section 3): round trips, and what is refused and where."""

import copy
import json
import random
import re
from collections.abc import Callable
from typing import Any

import pytest

import azulejos as az
from tests.azul.clauses import clause
from tests.azul.positions import (
    PATTERN,
    VARIANTS,
    Position,
    board,
    floor_of,
    lines_of,
    load,
    position,
    stock,
    variant_name,
    wall_of,
)

URL_SAFE = re.compile(r"[A-Za-z0-9._~-]+")  # the unreserved characters of RFC 3986

# --- round trips ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("cap", [None, 4])
@pytest.mark.parametrize("options", VARIANTS, ids=variant_name)
def test_both_forms_convert_into_each_other_without_loss(options: dict[str, Any], cap: int | None) -> None:
    luck = random.Random(2)
    game = az.new("azul", seed=2, max_rounds=cap, **options)
    phases = set()
    while True:
        shown, code = game.position(), game.code()
        phases.add(shown["phase"])
        assert URL_SAFE.fullmatch(code)
        for text in (shown, json.dumps(shown), json.dumps(shown, indent=2), code, f"  {code}\n"):
            again = az.load(text)
            assert again.position() == shown
            assert again.code() == code
            assert again.moves() == game.moves()
        assert json.loads(json.dumps(shown)) == shown
        if game.over:
            break
        game.play(luck.choice(game.moves()))
    assert phases - {"tiling"} == {"offer", "over"}
    if options["wall"] == "grey":
        assert "tiling" in phases


def test_a_position_is_written_as_the_formats_say() -> None:
    given = {
        "game": "azul",
        "options": {"players": 2, "wall": "coloured", "jokers": False},
        "round": 2,
        "phase": "offer",
        "turn": 0,
        "starter": 1,
        "marker": 0,
        "factories": ["BBYR", "", "KKKW", "", ""],
        "centre": "BR",
        "bag": {"B": 15, "Y": 19, "R": 13, "K": 15, "W": 16},
        "lid": {"B": 0, "Y": 0, "R": 2, "K": 1, "W": 0},
        "boards": [
            {
                "score": 3,
                "lines": ["", "RR", "K", "", "WWW"],
                "wall": ["B....", ".....", "..B..", ".....", "....."],
                "floor": "1R",
            },
            {"score": 0, "lines": [""] * 5, "wall": ["....."] * 5, "floor": ""},
        ],
    }
    game = az.load(given)
    assert game.position() == given
    assert list(game.position()) == list(given)
    assert game.code() == (
        "azul_2c_2o0s1m0_BBYR..KKKW.._BR_15.19.13.15.16_0.0.2.1.0"
        "_3~.RR.K..WWW~B4-5-2B2-5-5~1R_0~....~5-5-5-5-5~"
    )


def test_the_one_line_text_stays_as_it_is_between_versions() -> None:
    text = (
        "azul_3gjm9_7t2s0m1_......__14.16.15.16.17.7_1.0.0.0.0.0"
        "_0~....~BYRKJ-5-5-5-5~_1~.B...~5-5-5-5-5~_2~.WJ..RRJ.~1B3-5-5-5-5~YK"
    )
    shown = az.load(text).position()
    assert shown["options"] == {"players": 3, "wall": "grey", "jokers": True, "max_rounds": 9}
    assert shown["boards"][0]["wall"][0] == "BYRKJ"
    assert shown["boards"][1] == board(["", "B"], score=1)
    assert shown["boards"][2] == board(["", "WJ", "", "RRJ"], ".B... ..... ..... ..... .....", "YK", 2)
    assert shown["bag"] == {"B": 14, "Y": 16, "R": 15, "K": 16, "W": 17, "J": 7}
    assert (shown["phase"], shown["turn"], shown["starter"], shown["marker"]) == ("tiling", 2, 0, 1)


def test_groups_are_understood_in_any_order_and_written_in_colour_order() -> None:
    game = load(
        factories=["RJBY", "WKKB"],
        centre="WRYB",
        boards=[board(["", "JB", "", "RJRJ"], floor="WR1B"), board()],
        jokers=True,
    )
    shown = game.position()
    assert shown["factories"][:2] == ["BYRJ", "BKKW"]
    assert shown["centre"] == "BYRW"
    assert lines_of(game) == ["", "BJ", "", "RRJJ", ""]
    assert floor_of(game) == "1BRW"


def test_a_missing_bag_holds_every_tile_not_seen_and_a_missing_lid_is_empty() -> None:
    mine = board(["", "WW"], wall="B.... ..... ..... ..... .....", floor="R")
    shown = position(factories=["BBYR"], centre="K", boards=[mine])
    del shown["bag"], shown["lid"]
    game = az.load(shown)
    assert game.position()["bag"] == {"B": 17, "Y": 19, "R": 18, "K": 19, "W": 18}
    assert stock(game, "lid") == ""


def test_a_missing_bag_is_worked_out_beside_a_given_lid() -> None:
    shown = position(factories=["BBYR"], lid="BBBBB")
    del shown["bag"]
    assert az.load(shown).position()["bag"] == {"B": 13, "Y": 19, "R": 19, "K": 20, "W": 20}


def test_a_missing_bag_of_the_joker_game_holds_its_jokers() -> None:
    for players, coloured, jokers in ((2, 19, 5), (3, 18, 10), (4, 18, 10)):
        shown = position(factories=["BJ"], players=players, jokers=True)
        del shown["bag"]
        bag = az.load(shown).position()["bag"]
        assert (bag["B"], bag["W"], bag["J"]) == (coloured - 1, coloured, jokers - 1)


def test_letters_left_out_of_bag_and_lid_count_as_none() -> None:
    lid = dict.fromkeys("YRKW", 20)
    shown = {**position(factories=["BBBB"]), "bag": {"B": 16}, "lid": lid}
    assert az.load(shown).position()["bag"] == {"B": 16, "Y": 0, "R": 0, "K": 0, "W": 0}


@pytest.mark.parametrize("wall", ["coloured", "grey"])
def test_a_position_that_could_not_have_come_about_is_accepted(wall: str) -> None:
    full = load(factories=["BJJJ"], boards=[board(wall=PATTERN, score=999)], wall=wall, jokers=True, round=77)
    assert not full.over
    assert full.position()["round"] == 77


# --- forced choices -------------------------------------------------------------------------------------


@clause("A49")
def test_a_forced_wall_choice_is_resolved_on_loading() -> None:
    # line 1: only column 5 is free; line 3: no cell; line 4 asks
    wall = "YRKW. B.... .KYRW ..... ....."
    game = load(boards=[board(["B", "", "BBB", "KKKK"], wall=wall)], wall="grey")
    assert game.phase == "tiling"
    assert game.ply == 0
    assert wall_of(game) == "YRKWB B.... .KYRW ..... ....."
    assert game.scores()[0] == 5
    assert floor_of(game) == "BBB"
    assert game.moves() == ["4@1", "4@4", "4@5"]


@clause("A49")
def test_seats_before_the_turn_are_done_and_seats_without_a_choice_are_resolved() -> None:
    boards = [board(score=4), board(["B"], floor="1RR", score=9, wall="YRKW. ..... ..... ..... .....")]
    boards.append(board(["", "YY"], score=2))
    game = load(boards=boards, wall="grey", turn=1)
    assert (game.phase, game.turn) == ("tiling", 2)
    assert game.scores() == [4, 9 + 5 - 4, 2]
    assert game.moves() == ["2@1", "2@2", "2@3", "2@4", "2@5"]


@clause("A28")
def test_a_position_in_tiling_with_nothing_to_choose_goes_on_to_the_next_offer() -> None:
    game = load(boards=[board(["B"], score=1), board(["", "K"])], round=3)
    assert (game.phase, game.position()["round"]) == ("offer", 4)
    assert game.scores() == [2, 0]


def test_a_position_that_is_over_stays_as_it_is() -> None:
    shown = position(boards=[board(wall=PATTERN, score=140), board(["", "B"])], phase="over", turn=None)
    game = az.load(shown)
    assert game.over
    assert game.scores() == [140, 0]
    assert game.winners() == [0]
    assert game.position() == shown


# --- refused --------------------------------------------------------------------------------------------


def _good() -> Position:
    """A position with something in every zone."""
    return position(
        factories=["BBYR", "", "KKKW"],
        centre="BR",
        boards=[
            board(["", "RR", "K", "", "WWW"], wall="B.... ..... ..B.. ..... .....", floor="1R", score=3),
            board(["Y"], score=1),
        ],
        lid="RRK",
        round=2,
        starter=1,
    )


def _change(path: str, value: object) -> Callable[[Position], None]:
    """Put a value at a place such as `boards.0.score`."""

    def change(shown: Position) -> None:
        *way, last = path.split(".")
        place: Any = shown
        for step in way:
            place = place[int(step) if isinstance(place, list) else step]
        place[int(last) if isinstance(place, list) else last] = value

    return change


def _drop(path: str) -> Callable[[Position], None]:
    def change(shown: Position) -> None:
        *way, last = path.split(".")
        place: Any = shown
        for step in way:
            place = place[int(step) if isinstance(place, list) else step]
        del place[int(last) if isinstance(place, list) else last]

    return change


def _refuse(shown: object, message: str) -> None:
    with pytest.raises(az.BadPosition, match=message):
        az.load(shown)


def test_the_position_that_the_next_tests_spoil_is_good() -> None:
    assert az.load(_good()).position() == _good()


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        # conservation
        ("bag.B", 16, "21 blue tiles in bag, lid, factories, centre and boards, expected 20"),
        ("bag.B", 14, "19 blue tiles in bag, lid, factories, centre and boards, expected 20"),
        ("lid.K", 0, "19 black tiles in .*, expected 20"),
        ("centre", "BRW", "21 white tiles"),
        ("factories.1", "YYYY", "24 yellow tiles"),
        ("boards.1.floor", "R", "21 red tiles"),
        ("boards.1.lines.1", "KK", "22 black tiles"),
        ("boards.1.wall.4", "...W.", "21 white tiles"),
        # the board
        ("boards.0.lines.1", "RK", "board 0: line 2 is 'RK', expected one colour"),
        ("boards.0.lines.4", "WWB", "board 0: line 5 is 'WWB', expected one colour"),
        ("boards.0.wall.1", "B....", "board 0: wall row 2, column 1: blue on the white cell"),
        ("boards.1.wall.4", "....Y", "board 1: wall row 5, column 5: yellow on the blue cell"),
        ("boards.0.lines.2", "B", "board 0: line 3 holds blue, which wall row 3 has already"),
        ("boards.0.lines.0", "B", "board 0: line 1 holds blue, which wall row 1 has already"),
        ("boards.0.lines.0", "YY", "board 0: line 1 is 'YY', expected at most 1 tiles"),
        ("boards.1.lines.4", "WWWWWW", "board 1: line 5 is 'WWWWWW', expected at most 5 tiles"),
        ("boards.0.lines.0", "J", "board 0: line 1 is 'J', expected at most 1 tiles of BYRKW"),
        ("boards.0.lines.0", "1", "board 0: line 1 is '1'"),
        ("boards.0.lines.0", ".", "board 0: line 1 is '.'"),
        ("boards.0.lines.0", "b", "board 0: line 1 is 'b'"),
        ("boards.0.wall.0", "B...", "board 0: wall row 1 is 'B...', expected five of BYRKW and '.'"),
        ("boards.0.wall.0", "B.....", "board 0: wall row 1 is 'B.....'"),
        ("boards.0.wall.0", "B...J", "board 0: wall row 1 is 'B...J'"),
        ("boards.0.wall.0", "B... ", "board 0: wall row 1"),
        ("boards.0.floor", "1RRRRRRR", "board 0: floor is '1RRRRRRR', expected at most seven"),
        ("boards.0.floor", "11", "board 0: floor is '11', expected at most seven: tiles and one marker"),
        ("boards.0.floor", "1J", "board 0: floor is"),
        ("boards.0.floor", "1.", "board 0: floor is"),
        ("boards.0.score", -1, "board 0: score is -1, expected a whole number from 0"),
        # the table
        ("factories.0", "BBYRR", "factory 1 is 'BBYRR', expected at most 4 tiles of BYRKW"),
        ("factories.4", "J", "factory 5 is 'J'"),
        ("factories.4", "1", "factory 5 is '1'"),
        ("centre", "1", "centre is '1'"),
        ("centre", "B R", "centre is 'B R'"),
        ("centre", "B" * 101, "centre is 'BBB.*, expected at most 100 tiles"),
        ("factories", [""] * 4, "factories: 4 entries, expected a list of 5"),
        ("factories", [""] * 6, "factories: 6 entries, expected a list of 5"),
        ("factories", ["BBYR"] * 7, "factories: 7 entries, expected a list of 5"),
        ("boards", [], "boards: 0 entries, expected a list of 2"),
        ("boards", [board()] * 3, "boards: 3 entries, expected a list of 2"),
        ("boards.1.lines", [""] * 4, "board 1: lines: 4 entries, expected a list of 5"),
        ("boards.1.lines", [""] * 6, "board 1: lines: 6 entries, expected a list of 5"),
        ("boards.1.wall", ["....."] * 4, "board 1: wall: 4 entries, expected a list of 5"),
        ("boards.1.wall", ["....."] * 6, "board 1: wall: 6 entries, expected a list of 5"),
        # the marker
        ("marker", "centre", "board 0: the marker is on the floor and with the centre too"),
        ("marker", 1, "board 0: the marker is on the floor and with seat 1 too"),
        ("boards.1.floor", "1", "board 1: the marker is on the floor and with seat 0 too"),
        ("boards.0.floor", "R", "marker is 0, but the floor of board 0 has free spaces and no '1'"),
        ("marker", "center", "marker is 'center', expected 'centre' or a seat from 0 to 1"),
        ("marker", 2, "marker is 2, expected 'centre' or a seat from 0 to 1"),
        ("marker", -1, "marker is -1"),
        # the course of play
        ("round", 0, "round is 0, expected a whole number from 1"),
        ("round", -1, "round is -1"),
        ("turn", 2, "turn is 2, expected a seat from 0 to 1"),
        ("turn", -1, "turn is -1"),
        ("turn", None, "turn is None, expected a seat from 0 to 1"),
        ("starter", 2, "starter is 2, expected a seat from 0 to 1"),
        ("starter", None, "starter is None"),
        ("phase", "deal", "phase is 'deal', expected offer, tiling or over"),
        ("phase", "OFFER", "phase is 'OFFER'"),
        ("phase", "tiling", "phase is tiling, but tiles still lie in the factories or the centre"),
        ("phase", "over", "turn is 0, expected null in phase over"),
        # options
        ("options.players", 5, "players is 5, expected 2, 3 or 4"),
        ("options.players", 1, "players is 1, expected 2, 3 or 4"),
        ("options.players", 3, "factories: 5 entries, expected a list of 7"),
        ("options.wall", "gray", "wall is 'gray', expected 'coloured' or 'grey'"),
        ("options.jokers", 0, "jokers is 0, expected true or false"),
        ("options.jokers", True, "blue tiles in .*, expected 19"),
        ("options.max_rounds", 0, "max_rounds is 0, expected .* from 1"),
        ("options.side", "grey", "no option 'side', expected one of players, wall, jokers, max_rounds"),
        ("game", "chess", "game is 'chess', expected 'azul'"),
        # huge numbers
        ("round", 10**30, "round is 1000"),
        ("boards.0.score", 10**30, "board 0: score is 1000"),
        ("bag.B", 10**30, "bag: B is 1000"),
        ("bag.B", 101, "bag: B is 101, expected a count from 0 to 100"),
        ("bag.B", -5, "bag: B is -5, expected a count from 0 to 100"),
        ("lid.B", 2**64, "lid: B is 1844"),
        ("turn", 2**64, "turn is 1844"),
        ("options.max_rounds", 10**30, "max_rounds is 1000"),
        ("options.players", 2**70, "players is 1180"),
    ],
)  # fmt: skip
def test_a_bad_position_is_refused_naming_the_place(path: str, value: object, message: str) -> None:
    shown = _good()
    _change(path, value)(shown)
    _refuse(shown, message)
    _refuse(json.dumps(shown), message)


@pytest.mark.parametrize(
    "path",
    [
        "game", "options", "options.players", "options.wall", "options.jokers", "options.max_rounds",
        "round", "phase", "turn", "starter", "marker", "factories", "factories.0", "centre",
        "bag", "bag.B", "lid", "lid.W", "boards", "boards.0", "boards.1.score", "boards.0.lines",
        "boards.0.lines.1", "boards.0.wall", "boards.0.wall.2", "boards.0.floor",
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    "value",
    [None, True, False, 2.0, 0.5, float("nan"), float("inf"), "x", "2", [], ["B"], [[]], {}, {"B": 1}, b"B"],
    ids=repr,
)
def test_wrong_types_are_refused_everywhere(path: str, value: object) -> None:
    shown = _good()
    _change(path, value)(shown)
    if (path, value) in FINE:
        assert az.load(shown).turn == 0
        return
    words = {"options": "option", "factories": "factor", "boards": "board", "lines": "line"}
    place = re.findall("[a-z]+", path)[-1]
    if (path, value) == ("options.jokers", True):
        place = "blue"  # the right type, but then there are too many blue tiles
    _refuse(shown, words.get(place, place))


FINE: list[tuple[str, object]] = [
    ("options", {}),  # all by default
    ("options.jokers", False),  # what it was before
    ("options.max_rounds", None),  # no cap
]


@pytest.mark.parametrize("value", [True, False])
@pytest.mark.parametrize("path", ["round", "turn", "starter", "marker", "boards.0.score", "bag.B", "lid.W"])
def test_true_and_false_are_no_numbers(path: str, value: bool) -> None:
    shown = _good()
    _change(path, value)(shown)
    _refuse(shown, str(value))


@pytest.mark.parametrize(
    "path",
    [
        "options", "round", "phase", "turn", "starter", "marker", "factories", "centre", "boards",
        "boards.0.score", "boards.0.lines", "boards.1.wall", "boards.1.floor",
    ],
)  # fmt: skip
def test_a_missing_entry_is_named(path: str) -> None:
    shown = _good()
    _drop(path)(shown)
    where = f"board {path.split('.')[1]}" if "." in path else "position"
    _refuse(shown, f"{where}: {path.split('.')[-1]} is missing")


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("extra", "position: unknown entry 'extra', expected game, options, round"),
        ("Bag", "position: unknown entry 'Bag'"),
        ("boards.1.hand", "board 1: unknown entry 'hand', expected score, lines, wall, floor"),
        ("options.seed", "no option 'seed'"),
        ("bag.J", "bag is .*, expected counts for B, Y, R, K, W"),
        ("bag.X", "bag is .*, expected counts for B, Y, R, K, W"),
        ("lid.b", "lid is .*, expected counts for B, Y, R, K, W"),
        ("bag.1", "bag is .*, expected counts for B, Y, R, K, W"),
        ("bag.BY", "bag is .*, expected counts for B, Y, R, K, W"),
        ("lid.RK", "lid is .*, expected counts for B, Y, R, K, W"),
    ],
)
def test_an_unknown_entry_is_named(path: str, message: str) -> None:
    shown = _good()
    _change(path, 0)(shown)
    _refuse(shown, message)


@pytest.mark.parametrize("letters", ["", "BY", "BYRKW", "YR"])
def test_bag_and_lid_take_single_letters_only(letters: str) -> None:
    shown = _good()
    shown["bag"][letters] = shown["bag"].pop("B" if not letters else letters[0])
    _refuse(shown, "bag")


@pytest.mark.parametrize("key", [1, None, True, ("B",), 2.5])
@pytest.mark.parametrize("zone", ["bag", "lid"])
def test_bag_and_lid_have_no_keys_but_letters(zone: str, key: object) -> None:
    shown = _good()
    shown[zone][key] = 0
    _refuse(shown, zone)


@pytest.mark.parametrize("key", [1, None, True, ("B",), 2.5])
def test_objects_have_no_keys_but_texts(key: object) -> None:
    for place in ("", "options", "boards.0"):
        shown = _good()
        part: Any = shown
        for step in place.split(".") if place else []:
            part = part[int(step) if isinstance(part, list) else step]
        part[key] = 0
        _refuse(shown, re.escape(repr(key)))


def test_nineteen_blue_tiles_are_fine_where_the_bag_is_not_given() -> None:
    shown = _good()
    del shown["bag"]
    _change("centre", "R")(shown)
    assert az.load(shown).position()["bag"]["B"] == 16


def test_too_many_tiles_are_too_many_without_a_bag_as_well() -> None:
    shown = _good()
    del shown["bag"]
    shown["centre"] = "B" * 17 + "R"
    _refuse(shown, "21 blue tiles in lid, factories, centre and boards, expected 20")


@pytest.mark.parametrize("phase", ["offer", "over"])
def test_an_offer_needs_tiles_on_the_table(phase: str) -> None:
    shown = position(phase=phase, turn=None if phase == "over" else 0)
    if phase == "over":
        assert az.load(shown).over
    else:
        _refuse(shown, "phase is offer, but neither the factories nor the centre hold a tile")


@clause("A17")
def test_the_marker_may_be_missing_from_a_full_floor_only() -> None:
    full = board(floor="BBBBBBB")
    assert load(factories=["Y"], boards=[full], marker=0).position()["marker"] == 0
    with pytest.raises(az.BadPosition, match="free spaces and no '1'"):
        load(factories=["Y"], boards=[board(floor="BBBBBB")], marker=0)


@clause("A36")
def test_in_tiling_the_marker_of_a_seat_that_has_paid_is_with_its_owner() -> None:
    waiting = board(["", "YY"])
    game = load(boards=[board(), waiting], marker=0, turn=1, wall="grey")
    assert (game.phase, game.turn, game.position()["marker"]) == ("tiling", 1, 0)
    with pytest.raises(az.BadPosition, match="marker is 1, but the floor of board 1"):
        load(boards=[board(), waiting], marker=1, turn=1, wall="grey")


def test_complete_lines_of_seats_that_are_done_do_not_start_a_round_without_tiles() -> None:
    # all 100 tiles lie on the boards; seat 0 counts as done with tiling, but its line 1 is complete
    wall = "BYRK. W.YRK K.BYR RKWB. YR.WB"  # rows lack W, B, W, Y and K
    boards = [board(["", "B", "WW", "Y", "K"], wall=wall) for _ in range(3)]
    boards.insert(0, board(["W", "B", "W", "Y", "K"], wall=wall))
    _refuse_or_go_on(position(boards=boards, turn=1))


@pytest.mark.parametrize("floor", ["1", "R", "1RRKKWW", "YYYYYYY"])
def test_floors_of_seats_that_are_done_do_not_put_the_marker_in_two_places(floor: str) -> None:
    # tiling has come to seat 1, so seat 0 should have paid for its floor
    _refuse_or_go_on(position(boards=[board(floor=floor, score=9), board(["B"])], turn=1, wall="grey"))


def _refuse_or_go_on(shown: Position) -> None:
    """Formats do not say whether such a position is refused; if it is not, the game must work."""
    try:
        game = az.load(shown, seed=1)
    except az.BadPosition:
        return
    for _ in range(40):
        assert game.over or game.moves(), "the game goes on, but there is no move"
        assert az.load(game.position()).position() == game.position()
        if not game.over:
            game.play(game.moves()[0])


@clause("A48")
def test_the_grey_wall_checks_rows_and_columns_instead_of_cells() -> None:
    anywhere = load(factories=["B"], boards=[board(wall="YB... B.Y.. ..... ..... .....")], wall="grey")
    assert wall_of(anywhere) == "YB... B.Y.. ..... ..... ....."
    with pytest.raises(az.BadPosition, match="board 0: wall row 2, column 1: yellow a second time"):
        load(factories=["B"], boards=[board(wall="YB... Y.... ..... ..... .....")], wall="grey")
    with pytest.raises(az.BadPosition, match="board 0: line 2 holds blue, which wall row 2 has already"):
        load(factories=["B"], boards=[board(["", "B"], wall="..... B.... ..... ..... .....")], wall="grey")


# --- broken texts ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "{", "}", "{}", "[]", "null", "true", "3", '"azul"', "nonsense", "azul", "azul_", "_",
        '{"game": "azul"', '{"game": "azul",}', "{'game': 'azul'}", '{"game": azul}', '{"game"}',
        '{"game": "azul"} {"game": "azul"}', '{"game": ["azul"]}', '{"game": null}', "\x00", "\ufeff{}",
        "pavilion_2c", "azul_2c_1o0s0mc", "azul" + "_" * 20, "azul_5c_1o0s0mc_____", "{" * 100_000,
    ],
    ids=lambda text: ascii(text)[:30],
)  # fmt: skip
def test_a_text_that_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(az.BadPosition) as error:
        az.load(text)
    assert len(str(error.value)) < 400


@pytest.mark.parametrize(
    "value", [None, 3, 2.5, True, [], ["azul"], b"{}", object(), {"game"}, ()], ids=lambda v: type(v).__name__
)
def test_a_thing_that_is_no_position_is_refused(value: object) -> None:
    _refuse(value, "expected 'azul'")


@pytest.mark.parametrize("depth", [10, 500, *range(900, 1010), 100_000])
@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_very_deep_json_is_refused(opening: str, depth: int) -> None:
    closing = "]" if opening == "[" else "1}" + "}" * (depth - 1)
    deep = opening * depth + (closing * depth if opening == "[" else closing)
    for text in (f'{{"game": {deep}}}', json.dumps(_good()).replace('"centre": "BR"', f'"centre": {deep}')):
        with pytest.raises(az.BadPosition):
            az.load(text)


@pytest.mark.parametrize("path", ["game", "round", "options.players", "boards.0.lines.1", "bag", "marker"])
def test_very_deep_data_is_refused(path: str) -> None:
    deep: list[Any] = []
    for _ in range(5000):
        deep = [deep]
    shown = _good()
    _change(path, deep)(shown)
    with pytest.raises(az.BadPosition):
        az.load(shown)


@pytest.mark.parametrize(
    "path", ["game", "round", "options.players", "boards.0.score", "bag.B", "turn", "centre"]
)
def test_numbers_of_thousands_of_digits_are_refused(path: str) -> None:
    """Python refuses to write them out, so a message must not try to."""
    shown = _good()
    _change(path, 10**5000)(shown)
    with pytest.raises(az.BadPosition):
        az.load(shown)
    with pytest.raises(az.BadPosition):
        az.load(json.dumps(_good()).replace('"round": 2', '"round": 1' + "0" * 5000))


def test_data_that_holds_itself_is_refused() -> None:
    shown = _good()
    shown["centre"] = shown
    with pytest.raises(az.BadPosition, match="centre"):
        az.load(shown)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("azul_2c_", "azul_2x_", "not a position"),
        ("azul_2c_", "azul_5c_", "not a position"),
        ("azul_2c_", "azul_2cm0_", "not a position"),
        ("azul_2c_", "azul_3c_", "factories: 5 entries, expected a list of 7"),
        ("_2o0s1m0_", "_0o0s1m0_", "not a position"),
        ("_2o0s1m0_", "_2q0s1m0_", "not a position"),
        ("_2o0s1m0_", "_2o3s1m0_", "turn is 3"),
        ("_2o0s1m0_", "_2os1m0_", "turn is None"),
        ("BBYR..", "BBYX..", "factory 1 is 'BBYX'"),
        ("_15.18.", "_16.18.", "21 blue tiles"),
        ("_15.18.", "_18.", "bag is .*, expected 5 counts joined by '.'"),
        ("_15.18.", "_x.18.", "bag is"),
        ("_15.18.", "_.18.", "bag is"),
        ("_3~", "_-3~", "board 0 is"),
        ("_3~", "_~", "board 0 is"),
        ("_3~", "_3", "board 0 is"),
        ("~B4-", "~B5-", "board 0: wall row 1 is"),
        ("~B4-", "~B3-", "board 0: wall row 1 is"),
        ("~B4-", "~B9-", "board 0: wall row 1 is"),
        ("~B4-", "~", "board 0: wall: 4 entries, expected a list of 5"),
        ("~1R_", "~1RX_", "board 0: floor"),
        ("azul_", "azul", "not a position"),
    ],
)
def test_a_spoilt_one_line_text_is_refused(old: str, new: str, message: str) -> None:
    code = az.load(_good()).code()
    assert code.count(old) >= 1
    with pytest.raises(az.BadPosition, match=message):
        az.load(code.replace(old, new, 1))


@pytest.mark.parametrize("score", [0, 7, 240, 999_999_999, 1_000_000_000])
@pytest.mark.parametrize("path", ["boards.0.score", "round"])
def test_large_scores_and_rounds_survive_both_forms_or_are_refused(path: str, score: int) -> None:
    shown = _good()
    _change(path, max(score, 1))(shown)
    try:
        game = az.load(shown)
    except az.BadPosition:
        assert score == 1_000_000_000
        return
    assert az.load(game.code()).position() == game.position() == shown


def test_loading_changes_nothing_in_the_data_given() -> None:
    shown = _good()
    kept = copy.deepcopy(shown)
    game = az.load(shown, seed=1)
    game.play(game.moves()[0])
    assert shown == kept
    game.position()["boards"][0]["lines"][0] = "X"
    assert lines_of(game)[0] != "X"
