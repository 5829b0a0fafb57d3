"""`azulejos score` on a database of its own: entering, listing, ranking, files; mistakes as sentences."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from azulejos.cli import main
from azulejos.cli.app import app
from azulejos.cli.scorebar import Bar

Said = tuple[int, str, str]  # status, output, errors
Say = Callable[..., Said]

CSV = """id,played,game,player,total_points
g1,2026-03-14,azul,Ana,61
g1,2026-03-14,azul,Bruno,48
g2,2026-03-15,azul,Ana,61
g2,2026-03-15,azul,Bruno,-3
"""


@pytest.fixture
def say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Say:
    """The command on a data folder of the test's own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("AZULEJOS_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> Said:
        capsys.readouterr()
        status = main(["score", *arguments])
        told = capsys.readouterr()
        return status, told.out, told.err

    return run


def data(said: Said) -> Any:
    """What is told to programs."""
    assert said[0] == 0, said
    return json.loads(said[1])


def evening(say: Say, *more: str) -> dict[str, Any]:
    """A game put on record."""
    found: dict[str, Any] = data(say("enter", "--score", "Ana=61", "--score", "Bruno=48", "--json", *more))
    return found


def test_a_first_game_makes_a_list_of_ones_own(say: Say) -> None:
    status, out, _ = say(
        "enter", "--score", "Ana=61", "--score", "Bruno=61", "--rows", "Ana=1", "--rows", "Bruno=3"
    )
    assert status == 0
    lines = out.splitlines()
    assert lines[1].startswith("1. Bruno: 61")
    assert lines[2].startswith("2. Ana: 61")
    assert lines[-1].startswith("On record in My games as r-")
    assert data(say("list", "--json"))["total"] == 1
    [own, online] = data(say("leagues", "--json"))
    assert (own["name"], own["games"], online["id"]) == ("My games", 1, "online")


def test_both_games_and_their_options_are_kept(say: Say) -> None:
    assert evening(say, "--wall", "grey", "--jokers")["variant"] == "azul-grey-jokers"
    made = evening(say, "--game", "pavilion", "--side", "grey", "--played", "2026-03-14", "--note", "rain")
    assert (made["variant"], made["played"], made["note"]) == ("pavilion-grey", "2026-03-14", "rain")
    status, out, _ = say("list")
    assert status == 0
    assert [line.split()[0] for line in out.splitlines()][-1] == "2026-03-14"  # latest first
    assert "pavilion, grey" in out
    assert "azul, grey, jokers" in out


def test_games_are_found_and_shown(say: Say) -> None:
    made = evening(say, "--played", "2026-03-14", "--note", "by the fire")
    evening(say, "--played", "2026-03-15", "--score", "Zoé=70")
    for options, expected in [
        (["--person", "zoé"], 1),
        (["--players", "3"], 1),
        (["--since", "2026-03-15"], 1),
        (["--until", "2026-03-15"], 2),
        (["--text", "FIRE"], 1),
        (["--game", "pavilion"], 0),
        (["--deleted"], 0),
    ]:
        assert data(say("list", "--json", *options))["total"] == expected, options
    assert say("list", "--limit", "1")[1].endswith("1 to 1 of 2\n")
    status, out, _ = say("show", made["id"])
    assert status == 0
    for words in ("14 March 2026", "1. Ana: 61 points", "by the fire", "made", "azulejos score"):
        assert words in out
    assert data(say("show", made["id"], "--json"))["scores"][0]["place"] == 1


def test_details_of_a_game_are_shown(say: Say, tmp_path: Path) -> None:
    seat = {"total_points": 20, "note": "luck", "rounds": [{"wall": 9, "floor": -2, "score": 7}]}
    seats = [
        {**seat, "player": name, "bonuses": {"rows": 2, "columns": 7, "colours": 0}} for name in ("Ana", "Bo")
    ]
    told = {"id": "g1", "game": "azul", "options": {}, "played": "2026-03-14", "scores": seats}
    (tmp_path / "games.json").write_text(json.dumps({"azulejos": "results", "version": 1, "results": [told]}))
    assert say("import", "games.json", "--yes")[0] == 0
    out = say("show", "g1")[1]
    assert "round  wall  floor  score\n    1     9     -2      7\n" in out
    assert "bonuses: rows 2, columns 7, colours 0" in out
    assert "note: luck" in out


def test_people_are_ranked(say: Say) -> None:
    for _ in range(11):
        evening(say)
    status, out, _ = say("rank")
    lines = out.splitlines()
    assert status == 0
    assert lines[1].split()[:2] == ["1", "Ana"]
    assert lines[-1] == "overall; 11 games on record"
    board = data(say("rank", "--scope", "azul", "--json"))
    assert [(row["name"], row["wins"]) for row in board["rows"]] == [("Ana", 11), ("Bruno", 0)]
    status, _, errors = say("rank", "--scope", "pavilion")
    assert (status, "expected one of overall, azul" in errors) == (2, True)


def test_a_file_is_looked_at_then_taken_in_by_a_yes(say: Say, tmp_path: Path) -> None:
    (tmp_path / "games.csv").write_text(CSV)
    runner = CliRunner()
    no = runner.invoke(app, ["score", "import", "games.csv"], input="n\n", standalone_mode=False)
    assert no.return_value == 1
    assert "Nothing was changed." in no.output
    assert "line 5, total_points: The total is -3" in no.output
    assert data(say("list", "--json"))["total"] == 0
    yes = runner.invoke(app, ["score", "import", "games.csv"], input="y\n", standalone_mode=False)
    assert yes.return_value == 0
    assert "1 game added, 0 corrected, 2 new names." in yes.output
    assert say("import", "games.csv")[1].endswith("There is nothing to add.\n")
    assert [one["id"] for one in data(say("list", "--json"))["results"]] == ["g1"]


def test_games_that_differ_are_corrected_where_that_is_wished(say: Say, tmp_path: Path) -> None:
    (tmp_path / "games.csv").write_text(CSV)
    assert say("import", "games.csv", "--yes")[0] == 0
    (tmp_path / "games.csv").write_text(CSV.replace("Ana,61", "Ana,62"))
    assert "stay as they are" in say("import", "games.csv", "--yes")[1]
    status, out, _ = say("import", "games.csv", "--yes", "--differing")
    assert (status, out.splitlines()[-1]) == (0, "0 games added, 1 corrected, 0 new names.")
    assert data(say("show", "g1", "--json"))["scores"][0]["total_points"] == 62


@pytest.mark.parametrize("kind", ["csv", "json"])
def test_what_is_exported_comes_in_again_elsewhere(say: Say, tmp_path: Path, kind: str) -> None:
    for day in (14, 15):
        evening(say, "--played", f"2026-03-{day}")
    status, out, _ = say("export", f"games.{kind}")
    assert (status, out) == (0, f"games.{kind}: 2 games\n")
    text = (tmp_path / f"games.{kind}").read_bytes().decode()
    assert say("export", "-", "--kind", kind)[1] == text
    elsewhere = ["--data", str(tmp_path / "other")]
    assert say("import", f"games.{kind}", "--yes", *elsewhere)[0] == 0
    assert say("export", "-", "--kind", kind, *elsewhere)[1].replace("import", "typed") == text


def test_leagues_are_made_and_named(say: Say) -> None:
    evening(say)
    made = say("leagues", "--new", "Thursday")
    assert made[0] == 0
    assert "/join/" in made[1]
    evening(say, "--league", "thursday")
    status, _, errors = say("list")
    assert status == 2
    assert "several leagues are meant, name one with --league: My games" in errors
    assert data(say("list", "--league", "Thursday", "--json"))["total"] == 1
    assert "no league 'Friday', expected one of" in say("list", "--league", "Friday")[2]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "Missing command. Expected enter, list, show, rank, export, import or leagues."),
        (["list"], "there is no league on this machine yet"),
        (["enter", "--score", "Ana"], "--score is 'Ana', expected NAME=NUMBER"),
        (["enter", "--score", "Ana=x"], "--score is 'Ana=x', expected NAME=NUMBER"),
        (["enter", "--score", "Ana=61"], "Expected 2 to 4 players, got 1."),
        (["enter", "--score", "A=1", "--score", "A=2"], "--score names somebody twice"),
        (["enter", "--score", "A=1", "--score", "a=2"], "a is here twice"),
        (["enter", "--score", "A=1", "--score", "B=400"], "nobody can make more than 240 points"),
        (["enter", "--score", "A=1", "--score", "B=-1"], "a score never goes below 0"),
        (["enter", "--score", "A=1", "--score", "B=2", "--rows", "A=7"], "expected 0 to 5"),
        (
            ["enter", "--score", "A=1", "--score", "B=2", "--rows", "C=1"],
            "--rows names C, who has no --score",
        ),
        (["enter", "--score", "A=1", "--score", "B=2", "--played", "2999-01-01"], "lies in the future"),
        (["enter", "--score", "A=1", "--score", "B=2", "--game", "chess"], "expected azul or pavilion"),
        (["enter", "--score", "A=1", "--score", "B=2", "--side", "grey"], "This game has no option side."),
        (["list", "--since", "yesterday"], "--since is 'yesterday', expected a day like 2026-11-14"),
        (["list", "--league", "online", "--person", "Nemo"], "nobody in online is called 'Nemo'"),
        (["show", "g1", "--league", "online"], "no game is on record here as 'g1'"),
        (["export", "games.xls", "--league", "online"], "expected csv or json"),
        (["export", "nowhere/games.csv", "--league", "online"], "there is no such folder"),
        (["import", "missing.csv"], "cannot read missing.csv: no such file or directory"),
        (["import", "empty.csv"], "The file is empty"),
        (["import", "column.csv"], "There is no column punkte"),
        (["enter", "--score", "A=1", "--score", "B=2", "--league", "online"], "go on record by themselves"),
        (["leagues", "--new", "x" * 60], "name"),
        (["leagues", "--database", "nonsense"], "database"),
    ],
    ids=lambda value: value[:30] if isinstance(value, str) else "",
)
def test_mistakes_are_one_sentence(say: Say, tmp_path: Path, arguments: list[str], sentence: str) -> None:
    (tmp_path / "empty.csv").write_text("")
    (tmp_path / "column.csv").write_text(CSV.replace("total_points", "punkte"))
    status, _, errors = say(*arguments)
    assert status == 2
    assert errors.count("\n") == 1
    assert errors.startswith("azulejos: ")
    assert sentence in errors


def test_two_million_lines_are_too_many(say: Say, tmp_path: Path) -> None:
    line = "g1,2026-03-14,azul,Ana,61\n"
    (tmp_path / "games.csv").write_text(CSV.splitlines()[0] + "\n" + line * 2_000_000)
    status, _, errors = say("import", "games.csv", "--yes")
    assert (status, errors) == (2, "azulejos: cannot read games.csv: it has more than 32 MB, split it\n")
    assert say("import", "/dev/zero", "--yes")[0] == 2


def test_a_game_is_asked_for(say: Say) -> None:
    answers = [
        "a",
        "coloured",
        "n",
        "5",
        "2",
        "Ana",
        "400",
        "61",
        "ana",
        "Bruno",
        "61",
        "2026-3",
        "2026-03-14",
    ]
    asked = CliRunner().invoke(
        app, ["score", "enter"], input="\n".join([*answers, "2", "7", "1"]) + "\n", standalone_mode=False
    )
    assert asked.return_value == 0, asked.output
    for words in (
        "expected a whole number from 2 to 4",
        "expected a whole number from 0 to 240",
        "ana is here already",
        "expected a day like",
        "There is a tie",
        "expected a whole number from 0 to 5",
        "1. Ana: 61 points",
    ):
        assert words in asked.output
    [kept] = data(say("list", "--json"))["results"]
    assert [(one["name"], one["completed_rows"]) for one in kept["scores"]] == [("Ana", 2), ("Bruno", 1)]
    answers = ["grey", "2", "Ana", "80", "Bo", "80", ""]
    asked = CliRunner().invoke(
        app, ["score", "enter", "--game", "pavilion"], input="\n".join(answers) + "\n", standalone_mode=False
    )
    assert asked.return_value == 0, asked.output  # no tie-break there
    assert data(say("list", "--json"))["results"][0]["variant"] == "pavilion-grey"


def test_who_stops_answering_has_put_nothing_down(say: Say) -> None:
    CliRunner().invoke(app, ["score", "enter"], input="azul\n", standalone_mode=False)
    assert data(say("leagues", "--json"))[0]["id"] == "online"


def test_a_bar_is_for_who_looks(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")  # as in a terminal
    with Bar("ratings") as bar:
        bar.at(3, 4)
    assert "3/4" in capsys.readouterr().err
    monkeypatch.delenv("FORCE_COLOR")
    with Bar("ratings") as bar:
        bar.at(3, 4)
    assert capsys.readouterr().err == ""


def test_what_was_put_down_is_seen_by_the_web_app(say: Say, tmp_path: Path) -> None:
    from tests.web.site import Site, with_site
    from tests.web.test_api import program

    evening(say)
    invite = data(say("leagues", "--json"))[0]["invite"]

    async def test(site: Site) -> None:
        ana = await program(site)
        people = (await ana.get(f"/api/invitations/{invite}")).json()["people"]
        me = {one["name"]: one["id"] for one in people}["Ana"]
        league = (await ana.post(f"/api/invitations/{invite}", json={"person": me})).json()["id"]
        assert (await ana.get(f"/api/leagues/{league}/results")).json()["total"] == 1

    with_site(tmp_path / "data", test)
