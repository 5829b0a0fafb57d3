"""Records (formats, section 4): written and read again, cut and played on, and what is refused where."""

import random
from typing import Any

import pytest

import azulejos as az
from tests.azul.positions import (
    VARIANTS,
    board,
    last_draft,
    load,
    position,
    random_game,
    variant_name,
    wander,
)

GOOD = """\
azulejos record 1
azul players=2 wall=coloured jokers=false
starter 1
seat 0: Ana
seat 1: Bruno Ávila
deal BBYR KKKW RRWW BYKW YYRK
1 3R>2
0 cW>1
1 1B>3
unfinished
"""


def _refuse(text: object, error: type[az.RulesError], message: str) -> None:
    with pytest.raises(error, match=message) as caught:
        az.read(text)  # type: ignore[arg-type]
    assert len(str(caught.value)) < 400


# --- written and read -------------------------------------------------------------------------------------


def test_a_record_is_a_text_that_people_can_read() -> None:
    game = az.read(GOOD)
    assert game.record() == GOOD
    assert game.names == ("Ana", "Bruno Ávila")
    assert game.turn == 0
    shown = game.position()
    assert shown["factories"] == ["", "KKKW", "", "BYKW", "YYRK"]
    assert shown["centre"] == "YR"  # two whites went to line 1 and to the floor
    assert shown["boards"][0] == board(["W"], floor="1W")
    assert shown["boards"][1] == board(["", "RR", "BB"])


@pytest.mark.parametrize("options", VARIANTS, ids=variant_name)
def test_a_finished_game_is_read_and_written_as_the_same_text(options: dict[str, Any]) -> None:
    for seed in range(3):
        game = random_game(seed, **options)
        again = az.read(game.record())
        assert again.record() == game.record()
        assert again.position() == game.position()
        assert again.breakdown() == game.breakdown()
        assert again.account() == game.account()
        assert (again.over, again.winners(), again.ending) == (True, game.winners(), game.ending)


@pytest.mark.parametrize("options", VARIANTS, ids=variant_name)
def test_a_game_cut_at_any_ply_is_the_same_text_and_can_be_played_on(options: dict[str, Any]) -> None:
    game = random_game(7, **options)
    whole, luck = game.record().splitlines(), random.Random(7)
    head = 3 + options["players"]
    for ply in range(game.ply + 1):
        text = game.at(ply).record()
        end = whole[-1] if ply == game.ply else "unfinished"
        assert text.splitlines() == [*whole[: head + ply], end]
        again = az.read(text, seed=ply)
        assert again.ply == ply
        assert again.record() == text
        if ply % 8 == 0 or options["players"] == 2:
            assert wander(again, luck).over
            assert again.record().splitlines()[: head + ply] == whole[: head + ply]


def test_a_game_just_before_a_deal_waits_for_it() -> None:
    game = last_draft(board(["B"]))
    assert [entry.seat for entry in game.entries] == [1, -1]
    waiting = az.read(game.at(1).record(), seed=3)
    assert waiting.ply == 1
    assert waiting.record() == game.at(1).record()
    assert waiting.phase == "offer"  # whoever looks sees the deal
    assert waiting.ply == 2
    assert waiting.record() != game.at(1).record()


@pytest.mark.parametrize("options", VARIANTS, ids=variant_name)
def test_a_game_from_a_position_is_recorded_with_it(options: dict[str, Any]) -> None:
    luck = random.Random(3)
    for plies in (0, 9, 40):
        start = wander(az.new("azul", seed=3, **options), luck, plies)
        if start.over:
            continue
        game = az.load(start.position(), seed=5)
        assert game.record().splitlines()[2] == f"position {start.code()}"
        assert az.read(game.record()).record() == game.record()
        wander(game, luck)
        again = az.read(game.record())
        assert again.record() == game.record()
        assert again.position() == game.position()


def test_a_game_from_a_position_with_forced_choices_is_read_again() -> None:
    wall = "YRKW. B.... .KYRW ..... ....."
    game = load(boards=[board(["B", "", "BBB", "KKKK"], wall=wall)], wall="grey")
    assert az.read(game.record()).record() == game.record()
    game.play("4@1")
    assert az.read(game.record()).position() == game.position()


def test_a_game_loaded_when_over_is_read_again() -> None:
    shown = position(boards=[board(wall="BYRKW ..... ..... ..... .....", score=12)], phase="over", turn=None)
    text = az.load(shown).record()
    assert text.splitlines()[-1] == "result 12 0, won by 0 (row)"
    assert az.read(text).record() == text


@pytest.mark.parametrize(
    "names",
    [
        ["Ana", "Bruno"],
        ["seat 1: x", "0 1B>1"],
        ["deal", "unfinished"],
        ["result 1 2", "azulejos record 1"],
        ["x" * 60, "\N{SNOWMAN} :) #"],
        ["José María", "Ωμέγα"],
        ["same", "same"],
    ],
)
def test_names_are_kept_whatever_they_say(names: list[str]) -> None:
    game = az.new("azul", seed=1, names=names)
    again = az.read(game.record())
    assert again.names == tuple(names)
    assert again.record() == game.record()


@pytest.mark.parametrize("name", ["", " Ana", "Ana ", "A\nB", "A\tB", "A\x00", "\u2028", "x" * 61, 3, None])
def test_a_name_that_would_not_survive_is_refused(name: Any) -> None:
    with pytest.raises(az.RulesError, match="name"):
        az.new("azul", names=["Ana", name])


def test_a_record_carries_the_cap() -> None:
    game = wander(az.new("azul", seed=1, max_rounds=2), random.Random(1))
    assert game.record().splitlines()[1] == "azul players=2 wall=coloured jokers=false max_rounds=2"
    assert game.record().splitlines()[-1].endswith("(stopped)")
    assert az.read(game.record()).record() == game.record()


def test_blank_lines_spaces_at_the_end_and_other_line_ends_are_passed_over() -> None:
    loose = "\n" + GOOD.replace("\n", "  \r\n\r\n")
    assert az.read(loose).record() == GOOD


def test_moves_and_deals_are_understood_as_loosely_as_typed_ones_and_written_in_order() -> None:
    jokers = (
        GOOD.replace("jokers=false", "jokers=true").replace("BBYR", "RBJB").replace("1 1B>3", "1 1J+B>3:1")
    )
    text = az.read(jokers).record()
    assert "deal BBRJ KKKW" in text
    assert "1 1B+J>3\n" in text
    assert az.read(text).record() == text


def test_a_game_that_was_read_goes_on_with_the_given_seed() -> None:
    one, other, third = (az.read(GOOD, seed=seed) for seed in (1, 1, 2))
    for game in (one, other, third):
        wander(game, random.Random(8))
    assert one.record() == other.record()
    assert one.record() != third.record()


# --- refused ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("length", range(len(GOOD) - 1))
def test_a_record_cut_off_anywhere_is_noticed(length: int) -> None:
    with pytest.raises(az.NotationError):
        az.read(GOOD[:length])


def test_only_the_last_line_end_may_be_missing() -> None:
    assert az.read(GOOD.rstrip("\n")).record() == GOOD


@pytest.mark.parametrize("lines", range(1, 9))
def test_a_record_without_its_last_lines_is_cut_off(lines: int) -> None:
    _refuse("\n".join(GOOD.splitlines()[:lines]), az.NotationError, "cut off")


@pytest.mark.parametrize(
    ("old", "new", "error", "message"),
    [
        # the head
        ("azulejos record 1", "azulejos record 2", az.NotationError, "'azulejos record 2', expected"),
        ("azulejos record 1", "azulejos record", az.NotationError, "expected 'azulejos record 1'"),
        ("azulejos record 1", "Azulejos record 1", az.NotationError, "not a record"),
        ("azulejos record 1\n", "", az.NotationError, "not a record: starts with 'azul players"),
        ("azul players", "chess players", az.NotationError, "game 'chess', expected 'azul'"),
        ("azul players", "Azul players", az.NotationError, "game 'Azul', expected 'azul'"),
        ("players=2", "players=5", az.RulesError, "players is 5, expected 2, 3 or 4"),
        ("players=2", "players=02", az.RulesError, "players is '02'"),
        ("players=2", "players=two", az.RulesError, "players is 'two'"),
        ("players=2", "players", az.RulesError, "'players' is not one option"),
        ("players=2", "players=2 players=2", az.RulesError, "'players=2' is not one option"),
        ("players=2", "players=3", az.RulesError, "expected 3 names"),
        ("wall=coloured", "wall=blue", az.RulesError, "wall is 'blue', expected 'coloured' or 'grey'"),
        ("jokers=false", "jokers=no", az.RulesError, "jokers is 'no', expected true or false"),
        ("jokers=false", "jokers=0", az.RulesError, "jokers is 0, expected true or false"),
        ("jokers=false", "jokers=false hats=true", az.RulesError, "no option 'hats'"),
        ("starter 1", "starter 2", az.RulesError, "starter is 2, expected a seat from 0 to 1"),
        ("starter 1", "starter x", az.RulesError, "starter is 'x'"),
        ("starter 1", "starter", az.NotationError, "line 3 is 'starter'"),
        ("starter 1", "begin 1", az.NotationError, "line 3 is 'begin 1', expected 'starter SEAT' or"),
        ("starter 1", "position azul_2c", az.BadPosition, "not a position"),
        ("starter 1", "position {}", az.BadPosition, "not a position"),
        ("seat 1:", "seat 0:", az.NotationError, "expected the name of seat 1"),
        ("seat 1:", "seat 2:", az.NotationError, "expected the name of seat 1"),
        ("seat 1: Bruno Ávila\n", "", az.RulesError, "expected 2 names"),
        ("Ana", "A\x07na", az.NotationError, "name"),
        # deals
        ("deal BBYR", "deal BBYX", az.NotationError, "at ply 0, not a factory: 'BBYX'"),
        ("deal BBYR", "deal BBYJ", az.NotationError, "at ply 0, not a factory: 'BBYJ'"),
        ("deal BBYR", "deal BBYRR", az.NotationError, "at ply 0, not a factory: 'BBYRR'"),
        ("deal BBYR", "deal BBY", az.IllegalMove, "at ply 0, deal .*: factory 1 gets 3 tiles, expected 4"),
        ("deal BBYR", "deal -", az.IllegalMove, "at ply 0, deal .*: factory 1 gets 0 tiles, expected 4"),
        ("deal BBYR ", "deal ", az.NotationError, "at ply 0, .* has 4 factories, expected 5"),
        ("YYRK", "YYRK YYRK", az.NotationError, "at ply 0, .* has 6 factories, expected 5"),
        ("deal BBYR", "deal  BBYR", az.NotationError, "at ply 0"),
        ("1 3R>2", "deal BBYR KKKW RRWW BYKW YYRK", az.IllegalMove, "at ply 1, deal .*: no deal is due"),
        ("deal BBYR KKKW RRWW BYKW YYRK\n", "", az.IllegalMove, "at ply 0, 1 3R>2: a deal is due"),
        # moves
        ("1 3R>2", "1 3B>2", az.IllegalMove, "at ply 1, 3B>2: factory 3 holds no blue tile"),
        ("1 1B>3", "1 1B>2", az.IllegalMove, "at ply 3, 1B>2: line 2 is full"),
        ("1 1B>3", "1 1B>9", az.NotationError, "at ply 3, not a move: '1B>9'"),
        ("1 1B>3", "1 2@3", az.IllegalMove, "at ply 3, 2@3: no wall choice is due"),
        ("1 1B>3", "1 1B", az.NotationError, "at ply 3, not a move: '1B'"),
        ("1 1B>3", "0 1B>3", az.IllegalMove, "at ply 3, 0 1B>3: it is the turn of seat 1"),
        ("1 3R>2", "0 3R>2", az.IllegalMove, "at ply 1, 0 3R>2: it is the turn of seat 1"),
        ("1 1B>3", "7 1B>3", az.IllegalMove, "at ply 3, 7 1B>3: it is the turn of seat 1"),
        ("1 1B>3", "x 1B>3", az.NotationError, "entry 3 is 'x 1B>3', expected 'deal ...' or a seat"),
        ("1 1B>3", "1B>3", az.NotationError, "entry 3 is '1B>3'"),
        ("1 1B>3", "1 1B>3 0 2K>1", az.NotationError, "entry 3 is"),
        ("1 1B>3", "10 1B>3", az.NotationError, "entry 3 is"),
        ("1 1B>3", "unfinished", az.NotationError, "entry 3 is 'unfinished'"),
        # the end
        ("unfinished", "result 0 0, won by 0 and 1 (row)", az.NotationError, "ends with 'result 0 0"),
        ("unfinished", "Unfinished", az.NotationError, "cut off"),
        ("unfinished", "unfinished\nunfinished", az.NotationError, "entry 4 is 'unfinished'"),
        ("unfinished", "unfinished\n0 2K>1", az.NotationError, "cut off"),
    ],
)  # fmt: skip
def test_a_spoilt_record_is_refused_saying_where(
    old: str, new: str, error: type[az.RulesError], message: str
) -> None:
    assert GOOD.count(old) >= 1
    _refuse(GOOD.replace(old, new, 1), error, message)


@pytest.mark.parametrize("thing", [None, 3, b"azulejos record 1", ["azulejos record 1"], {}, "", " \n ", "x"])
def test_what_is_no_record_at_all_is_refused(thing: object) -> None:
    _refuse(thing, az.NotationError, "not a record")


def _finished() -> str:
    return random_game(11, players=2).record()


def test_a_wrong_result_is_refused() -> None:
    text = _finished()
    result = text.splitlines()[-1]
    assert result.startswith("result ")
    points, _, rest = result.partition(",")
    for wrong in (
        f"{points}0,{rest}",
        result.replace("(row)", "(stopped)"),
        result.replace("won by", "won by 0 and"),
        "result",
        "result 0",
        "unfinished",
    ):
        _refuse(text.replace(result, wrong), az.NotationError, "ends|cut off")


def test_a_move_after_the_end_is_refused() -> None:
    text = _finished()
    lines = text.splitlines()
    for extra in ("0 1B>1", "deal BBBB BBBB BBBB BBBB BBBB"):
        late = "\n".join([*lines[:-1], extra, lines[-1]])
        ply = len(lines) - 6  # head of three lines, two names, the result
        _refuse(late, az.IllegalMove, f"at ply {ply}, .*(the game is over|no deal is due)")


def test_a_position_with_other_options_than_the_record_is_refused() -> None:
    text = load(factories=["BBYR"]).record()
    _refuse(
        text.replace("wall=coloured", "wall=grey"), az.NotationError, "the position has options players=2"
    )


def _with_deal(deal: str, bag: str, lid: str) -> str:
    """A record that begins when a deal of two players is due, and has this deal."""
    text = az.load(position(bag=bag, lid=lid), seed=1).at(0).record()
    return text.replace("unfinished", f"deal {deal}\nunfinished")


@pytest.mark.parametrize(
    ("bag", "deal", "message"),
    [
        ("B" * 18 + "YY", "BBBB BBBB BBBB BBBB BBYY", ""),
        ("B" * 18 + "YY", "BBYY BBBB BBBB BBBB BBBB", ""),
        ("B" * 18 + "YY", "BBBB BBBB BBBB BBBB BYYY", "factory 5 gets tiles that the bag does not hold"),
        ("B" * 18 + "YY", "BBBB BBBB BBBB BBBB BBYR", "factory 5 gets tiles that the bag does not hold"),
        ("B" * 6, "BBBB BBYY YYYY RRRR KKKK", ""),  # the last of the bag, then the lid
        ("B" * 6, "BBBB BBBY YYYY RRRR KKKK", ""),  # a third blue tile out of the lid
        ("B" * 6, "BBBB BYYY YYYY RRRR KKKK", "factory 2 must get BB, the last of the bag"),
        ("B" * 6, "BBBY BBBY YYYY RRRR KKKK", "factory 1 gets tiles that the bag does not hold"),
        ("B" * 6, "BBBB BB-- YYYY RRRR KKKK", "not a factory"),
        ("B" * 6, "BBBB BB YYYY RRRR KKKK", "factory 2 gets 2 tiles, expected 4"),
        ("", "WWWW WWWW WWWW WWWW WWWW", ""),
        ("", "WWWW WWWW WWWW WWWW WWW", "factory 5 gets 3 tiles, expected 4"),
        ("", "BBBB BBBB BBBB BBBB BBBB", ""),
    ],
)
def test_a_deal_that_cannot_be_drawn_is_refused(bag: str, deal: str, message: str) -> None:
    lid = "".join(letter * (20 - bag.count(letter)) for letter in "BYRKW")
    text = _with_deal(deal, bag, lid)
    if not message:
        assert az.read(text).record() == text
        return
    _refuse(text, az.RulesError, f"at ply 0, .*{message}")


def test_a_short_deal_is_written_with_dashes_and_read_again() -> None:
    walls = "BYRK. WBYR. KWBY. RKWB. YRKW."
    lines = [["", "K", "RR", "YYY", "BB"], ["", "K", "RR", "Y"], ["", "K"], ["", "K"]]
    game = load(boards=[board(one, wall=walls) for one in lines], bag="", lid="WWWWBB")
    text = game.record()
    assert text.splitlines()[-2].endswith(" - - - - - - -")
    assert az.read(text).record() == text
    for wrong in (("- - - - - - -", "- - - - - - B"), (" -\n", "\n"), (" - -\n", " -\n")):
        _refuse(text.replace(*wrong), az.RulesError, "at ply 0")
