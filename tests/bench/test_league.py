"""`azulejos bench league` fills a real server's league and tells every figure it promises."""

import csv
import io
import json
from typing import Any

import pytest

from azulejos.bench import league, table
from azulejos.study.files import read


def test_as_json_and_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert league.run(as_json=True, games=120, people=6, times=2) == 0
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    for name in ("look", "import", "count", "first", "start", "export"):
        assert told[f"{name}_seconds"] > 0
    assert told["file"]["games"] == 120
    assert len(told["pages"]) >= 19
    for page, one in told["pages"].items():
        assert 0 < one["median"] <= one["most"], page
        assert one["kilobytes"] > 0.5, page
    assert sum("cpu" in one for one in told["pages"].values()) == len(told["pages"]) - 1
    text = table.league_text(told)
    for words in ("Python", "a league of 6 people", "file of 120 games", "| leaderboard ", "worst"):
        assert words in text


def test_the_made_up_games_are_games(capsys: pytest.CaptureFixture[str]) -> None:
    file = league.games_file(300, 10)
    assert league.games_file(300, 10) == file
    reading = read(file)
    assert (len(reading.results), reading.bad) == (300, [])
    assert {result.game for result in reading.results} == {"azul", "pavilion"}
    assert {len(result.scores) for result in reading.results} == {2, 3, 4}
    assert next(csv.reader(io.StringIO(file.decode()))) == list(league.COLUMNS)
    assert capsys.readouterr().out == ""


def test_a_server_that_does_not_start_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AZULEJOS_DATABASE", "nonsense")
    assert league.run(games=20, people=4, times=1) == 2
    assert "azulejos: the server did not start" in capsys.readouterr().err
