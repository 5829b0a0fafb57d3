"""Results as CSV and JSON: exact both ways, and every bad line named."""

import csv
import io
import json
from contextlib import suppress
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from azulejos.study import reading
from azulejos.study.checking import problems
from azulejos.study.files import COLUMNS, BadFile, Reading, as_csv, as_json, read
from azulejos.study.results import Result, Score
from azulejos.study.values import OUT
from tests.study.clauses import clause

TODAY = date(2026, 11, 15)
QUIET = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # machines are busy
NASTY = [
    *("=1+1", "+3", "-2", "@SUM(A1)", "＝1", "'=x", "''", "'s-Hertogenbosch"),
    *("<b>Ana</b>", 'a"b', "a,b;c", "🦄", "é", "{value}"),
]
BLANKS = ["two\nlines", "two\r\nlines", "a\rb", "\t=x", "\n-1", " ", "a\tb", "\ufeff", '"', "\x85\u2028"]

PRINTED = st.characters(exclude_categories=("C", "Z"))  # nothing to be filtered out afterwards
names = st.one_of(
    st.sampled_from(NASTY),
    st.text(PRINTED, min_size=1, max_size=20),
)
notes = st.one_of(
    st.just(""),
    st.sampled_from([*NASTY, *BLANKS]),
    st.text(PRINTED, max_size=30),
    st.text(st.characters(min_codepoint=1, max_codepoint=127), max_size=30),
)
part = st.one_of(st.none(), st.integers(-20, 60))
azul_parts: dict[str, Any] = {
    "rounds": st.lists(st.fixed_dictionaries({"wall": part, "floor": part, "score": part}), max_size=6).map(
        tuple
    ),
    "bonuses": st.one_of(st.none(), st.fixed_dictionaries({"rows": part, "columns": part, "colours": part})),
    "completed_rows": st.one_of(st.none(), st.integers(0, 5)),
}
pavilion_parts: dict[str, Any] = {
    "rounds": st.lists(
        st.fixed_dictionaries({"placed": part, "marker": part, "discards": part, "score": part}), max_size=6
    ).map(tuple),
    "bonuses": st.one_of(
        st.none(),
        st.fixed_dictionaries(
            {
                "stars": st.dictionaries(st.sampled_from("POGYRB*"), st.integers(12, 20)),
                "numbers": st.dictionaries(st.sampled_from("1234"), st.integers(4, 16)),
                "corners": st.integers(-4, 0),
            }
        ),
    ),
}


@st.composite
def results(draw: st.DrawFn) -> list[Result]:
    """Some games that may be saved, of both kinds, with or without details."""
    ids = draw(st.lists(st.from_regex(r"[a-z0-9-]{1,12}", fullmatch=True), max_size=4, unique=True))
    return [draw(_game(name)) for name in ids]


@st.composite
def _game(draw: st.DrawFn, name: str) -> Result:
    game = draw(st.sampled_from(["azul", "pavilion"]))
    side = st.sampled_from(["coloured", "grey"])
    options: dict[str, Any] = (
        {"wall": draw(side), "jokers": draw(st.booleans())} if game == "azul" else {"side": draw(side)}
    )
    who = draw(st.lists(names, min_size=2, max_size=4, unique_by=str.casefold))
    parts = azul_parts if game == "azul" else pavilion_parts
    scores = tuple(
        draw(
            st.builds(
                Score, st.just(person), st.integers(0, 240), note=notes, out=st.sampled_from(OUT), **parts
            )
        )
        for person in who
    )
    played = draw(st.dates(date(2017, 1, 1), TODAY)).isoformat()
    source = draw(st.sampled_from(["typed", "sheet", "online", "import"]))
    ref = draw(st.one_of(st.none(), st.sampled_from(["t-1", "=x", "-y"])))
    return Result(name, game, options, played, scores, draw(notes), source, ref)


# --- both ways ----------------------------------------------------------------------------------

NEAT = Result(
    "g-1",
    "azul",
    {"wall": "coloured", "jokers": False},
    "2026-11-14",
    (Score("Ana", 50, 2), Score("Ben", 40, note="first game")),
    note="by the sea",
)


@QUIET
@given(results())
@example([replace(NEAT, note="=1\r\n2", scores=tuple(Score(name, 5, note=name) for name in NASTY[:4]))])
def test_a_round_trip_changes_nothing(games: list[Result]) -> None:
    assert all(problems(game, TODAY) == [] for game in games)
    assert read(as_csv(games), TODAY) == Reading(games, [])
    assert read(as_json(games), TODAY) == Reading(games, [])
    assert read(as_csv(games).encode("utf-8-sig"), TODAY).results == games
    assert read(as_json(games).encode(), TODAY).results == games


@QUIET
@given(results())
def test_no_cell_is_a_formula(games: list[Result]) -> None:
    for row in csv.reader(io.StringIO(as_csv(games), newline="")):
        assert not any(cell[:1] and cell[0] in "=+-@\t\r\n＝＋－＠" for cell in row)


def test_the_csv_as_it_is_written() -> None:
    assert as_csv([NEAT]).split("\r\n") == [
        "id,played,game,wall,jokers,side,game_note,source,ref,player,total_points,completed_rows,note,rounds,bonuses,out",
        "g-1,2026-11-14,azul,coloured,false,,by the sea,typed,,Ana,50,2,,,,",
        "g-1,2026-11-14,azul,coloured,false,,by the sea,typed,,Ben,40,,first game,,,",
        "",
    ]


@clause("R9")
def test_the_json_has_no_more_than_there_is() -> None:
    assert json.loads(as_json([NEAT])) == {
        "azulejos": "results",
        "version": 1,
        "results": [
            {
                "id": "g-1",
                "game": "azul",
                "options": {"wall": "coloured", "jokers": False},
                "played": "2026-11-14",
                "note": "by the sea",
                "source": "typed",
                "scores": [
                    {"player": "Ana", "total_points": 50, "completed_rows": 2},
                    {"player": "Ben", "total_points": 40, "note": "first game"},
                ],
            }
        ],
    }


# --- files that people make ---------------------------------------------------------------------

HEAD = "id,played,game,player,total_points"


def csv_of(*lines: str, head: str = HEAD) -> Reading:
    return read("\n".join([head, *lines]) + "\n", TODAY)


@clause("R9")
def test_five_columns_are_enough_in_any_order() -> None:
    reading = csv_of("50,Ana,azul,2026-01-01,1", "40,Ben,,,1", head="total_points,player,game,played,id")
    assert reading.bad == []
    [result] = reading.results
    assert result == Result(
        "1",
        "azul",
        {"wall": "coloured", "jokers": False},
        "2026-01-01",
        (Score("Ana", 50), Score("Ben", 40)),
        source="import",
    )


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_what_spreadsheets_write_is_read(delimiter: str) -> None:
    lines = [
        "ID,Played,Game,Jokers,Player,Total_Points,,",
        "1,2026-01-01,Azul,VRAI, Ana ,50,,",
        "1,,,,Ben,40,,",
        ",,,,,,,",
    ]
    text = "\r\n".join(lines).replace(",", delimiter)
    reading = read(b"\xef\xbb\xbf" + text.encode(), TODAY)
    assert reading.bad == []
    assert reading.results[0].options == {"wall": "coloured", "jokers": True}
    assert [score.person for score in reading.results[0].scores] == ["Ana", "Ben"]


@pytest.mark.parametrize(
    ("head", "line", "field", "code"),
    [
        ("", "1,2026-01-01,azul,Ben,-5", "total_points", "total_negative"),
        ("", "1,2026-01-01,azul,Ben,400", "total_points", "total_high"),
        ("", "1,2026-01-01,azul,Ben,4.5", "total_points", "row_number"),
        ("", "1,2026-01-01,azul,Ben,٤", "total_points", "row_number"),
        ("", "1,2026-01-01,azul,Ben,", "total_points", "row_needed"),
        ("", "1,2026-01-01,azul,Ben", "total_points", "row_needed"),
        ("", "1,2026-01-01,azul,,40", "player", "name_missing"),
        ("", "1,2026-01-01,azul,ANA,40", "player", "twice"),
        ("", "1,2026-01-02,azul,Ben,40", "played", "row_differs"),
        ("", "1,2026-01-01,pavilion,Ben,40", "game", "row_differs"),
        ("", "1,2026-01-01,azul,Ben,40,7", "id", "row_cells"),
        (",completed_rows", "1,2026-01-01,azul,Ben,40,7", "completed_rows", "rows_range"),
        (",completed_rows", "1,2026-01-01,azul,Ben,40,x", "completed_rows", "row_number"),
        (",rounds", "1,2026-01-01,azul,Ben,40,[", "rounds", "row_json"),
        (",rounds", "1,2026-01-01,azul,Ben,40,3", "rounds", "rounds_shape"),
        (",rounds", '1,2026-01-01,azul,Ben,40,"[{""wall"": NaN}]"', "rounds", "row_json"),
        (",rounds", '1,2026-01-01,azul,Ben,40,"[{""wall"": 1.5}]"', "rounds", "round_part"),
        (",bonuses", "1,2026-01-01,azul,Ben,40,[]", "bonuses", "bonuses_shape"),
        (",out", "1,2026-01-01,azul,Ben,40,bored", "out", "out"),
        (",note", "1,2026-01-01,azul,Ben,40," + "x" * 501, "note", "note_long"),
    ],
)
def test_a_bad_line_spoils_its_game_alone(head: str, line: str, field: str, code: str) -> None:
    lines = ["1,2026-01-01,azul,Ana,50", line, "2,2026-01-01,azul,Ana,50", "2,2026-01-01,azul,Ben,40"]
    reading = csv_of(*lines, head=HEAD + head)
    assert [(bad.line, bad.field, bad.code, bad.id) for bad in reading.bad] == [(3, field, code, "1")]
    assert "{" not in reading.bad[0].message.replace('[{"wall"', "")
    assert [result.id for result in reading.results] == ["2"]


@pytest.mark.parametrize(
    ("head", "first", "field", "code"),
    [
        ("", "1,2027-01-01,azul,Ana,50", "played", "future"),
        ("", "1,yesterday,azul,Ana,50", "played", "day"),
        ("", "1,2026-01-01,chess,Ana,50", "game", "game"),
        (",jokers", "1,2026-01-01,azul,Ana,50,maybe", "jokers", "row_bool"),
        (",wall", "1,2026-01-01,azul,Ana,50,blue", "wall", "option"),
        (",side", "1,2026-01-01,azul,Ana,50,grey", "side", "option_unknown"),
        (",game_note", "1,2026-01-01,azul,Ana,50," + "x" * 501, "game_note", "note_long"),
        (",source", "1,2026-01-01,azul,Ana,50,heard", "source", "source"),
    ],
)
def test_what_belongs_to_the_game_is_named_in_its_first_line(
    head: str, first: str, field: str, code: str
) -> None:
    reading = csv_of(first, "1,,,Ben,40", head=HEAD + head)
    assert [(bad.line, bad.field, bad.code) for bad in reading.bad] == [(2, field, code)]
    assert reading.results == []


def test_one_and_five_players_and_no_id() -> None:
    five = [f"5,2026-01-01,azul,{name},50" for name in "abcde"]
    reading = csv_of("1,2026-01-01,azul,Ana,50", *five, ",2026-01-01,azul,Ana,50")
    assert [(bad.line, bad.code, bad.values.get("n")) for bad in reading.bad] == [
        (2, "players", 1),
        (3, "players", 5),
        (8, "row_needed", None),
    ]


def test_lines_are_counted_over_notes_of_several_lines() -> None:
    reading = csv_of(
        '1,2026-01-01,azul,Ana,50,"a\nb\nc"',
        "1,,,Ben,40,",
        "",
        "2,2026-01-01,azul,Ana,x,",
        head=HEAD + ",note",
    )
    assert [bad.line for bad in reading.bad] == [7]


# --- files that are refused as a whole ----------------------------------------------------------


def refused(file: str | bytes) -> BadFile:
    with pytest.raises(BadFile) as error:
        read(file, TODAY)
    assert "{" not in error.value.message
    return error.value


@pytest.mark.parametrize(
    ("file", "code"),
    [
        ("", "file_empty"),
        (" \n\n", "file_empty"),
        (",,,\n", "file_empty"),
        (HEAD + ",points\n", "column_unknown"),
        (HEAD + ",id\n", "column_twice"),
        ("id,played,game,player\n", "column_missing"),
        ("1,2026-01-01,azul,Ana,50\n", "column_unknown"),
        (HEAD + '\n1,2026-01-01,azul,"Ana,50\n', "file_line"),
        (HEAD + '\n1,2026-01-01,azul,"Ana"x,50\n', "file_line"),
        (b"\xff\xfe1\x00", "file_text"),
        ("{", "file_json"),
        ("[1]", "file_kind"),
        ('{"azulejos": "results", "version": 1}', "file_kind"),
        ('{"azulejos": "results", "version": 2, "results": []}', "file_version"),
        ('{"azulejos": "results", "version": NaN, "results": []}', "file_json"),
        ("[" * 100_000, "file_json"),
        ("[" + "9" * 5000 + "]", "file_json"),
        ("\0", "column_unknown"),
    ],
)
def test_a_file_is_refused_in_a_sentence(file: str | bytes, code: str) -> None:
    assert refused(file).code == code


def test_an_unknown_column_is_named_with_those_that_are_known() -> None:
    assert refused(HEAD + ",points\n").message == f"There is no column points: expected {', '.join(COLUMNS)}."


def test_two_million_rows_are_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    line = "1,2026-01-01,azul,Ana,50\n"
    assert refused(HEAD + "\n" + line * 2_000_000).code == "file_big"
    error = refused(HEAD + "\n" + line * 100_001)
    assert (error.code, error.values) == ("file_lines", {"most": 100_000})
    scores = ",".join(['{"player": "a", "total_points": 1}'] * 10)
    monkeypatch.setattr("azulejos.study.jsonfile.MOST_LINES", 9)
    assert (
        refused(f'{{"azulejos": "results", "version": 1, "results": [{{"scores": [{scores}]}}]}}').code
        == "file_lines"
    )


def test_a_file_with_as_many_rows_as_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("azulejos.study.csvfile.MOST_LINES", 2)
    lines = ["1,2026-01-01,azul,Ana,50", "1,,,Ben,40"]
    assert len(csv_of(*lines).results) == 1
    assert refused("\n".join([HEAD, *lines, lines[0]])).code == "file_lines"
    assert reading.MOST_LINES == 100_000


# --- JSON ---------------------------------------------------------------------------------------


def json_of(*told: Any) -> Reading:
    return read(json.dumps({"azulejos": "results", "version": 1, "results": told}), TODAY)


PLAIN_SCORE = {"player": "B", "total_points": 5}
PLAIN = {
    "id": "1",
    "game": "azul",
    "played": "2026-01-01",
    "scores": [{"player": "Ana", "total_points": 50}, {"player": "Ben", "total_points": 40}],
}


@pytest.mark.parametrize(
    ("changes", "field", "code"),
    [
        ({"played": None}, "played", "day"),
        ({"scores": []}, "players", "players"),
        ({"scores": None}, "id", "row_shape"),
        ({"scores": [1, 2]}, "scores", "row_shape"),
        ({"id": 7}, "id", "row_shape"),
        ({"game": []}, "id", "row_shape"),
        ({"options": []}, "options", "row_shape"),
        ({"options": {"wall": ["grey"]}}, "wall", "option"),
        ({"winner": "Ana"}, "winner", "key_unknown"),
        ({"scores": [{"player": "A", "total_points": 5, "rank": 1}]}, "rank", "key_unknown"),
        ({"scores": [{"player": "A"}, {"player": "B", "total_points": 5}]}, "total_points", "total_missing"),
        ({"scores": [{"player": 3, "total_points": 5}, PLAIN_SCORE]}, "player", "name_missing"),
        ({"scores": [{"player": "A", "total_points": 5, "rounds": 4}]}, "rounds", "rounds_shape"),
        ({"source": ["x"]}, "source", "source"),
        ({"ref": 5}, "ref", "ref"),
        ({"note": 5}, "game_note", "note_signs"),
    ],
)  # fmt: skip
def test_a_bad_result_is_named_and_the_others_are_read(
    changes: dict[str, Any], field: str, code: str
) -> None:
    reading = json_of({**PLAIN, **changes}, {**PLAIN, "id": "2"}, 5)
    assert [(bad.line, bad.field, bad.code) for bad in reading.bad] == [
        (1, field, code),
        (3, "id", "row_shape"),
    ]
    assert [result.id for result in reading.results] == ["2"]


def test_an_id_is_taken_once() -> None:
    reading = json_of(PLAIN, PLAIN)
    assert [(bad.line, bad.code) for bad in reading.bad] == [(2, "id_twice")]
    assert len(reading.results) == 1


@QUIET
@given(st.one_of(st.text(), st.binary(), st.text().map(lambda text: HEAD + "\n" + text)))
def test_whatever_comes_is_read_or_refused(file: str | bytes) -> None:
    with suppress(BadFile):
        assert isinstance(read(file, TODAY), Reading)
