"""What came out: figures by entrant and pair, tables that fit, JSON, and a picture that is well formed."""

import io
import json
import re
from typing import Any
from xml.etree import ElementTree

import pytest
from rich.console import Console

from azulejos.arena import Failure, Game, Results, plan, run, summary
from azulejos.arena.plot import svg
from azulejos.arena.progress import Watch, clock, running_score
from azulejos.arena.report import write_report
from azulejos.arena.summary import elo_text, title


def game(number: int, seats: tuple[int, ...], scores: tuple[int, ...], **more: Any) -> Game:
    """A game that the highest score won; ten moves of a tenth of a second each."""
    best = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    each = (10,) * len(seats), (1.0,) * len(seats), (0.2,) * len(seats), (0,) * len(seats)
    told = dict(zip(("moves", "seconds", "longest", "overruns"), each, strict=True))
    return Game(**{"number": number, "deal": number // 2, "starter": 0, "seats": seats, "scores": scores,
                   "winners": best, "ending": "row", **told, **more})  # fmt: skip


def results(*games: Game, entrants: int = 2, **wishes: Any) -> Results:
    names = ["random", "greedy", "greedy@1", "greedy@2"][:entrants]
    return Results(plan(names, seed=7, games=4, **wishes), list(games), len(games))


MIXED_LUCK = results(
    game(0, (0, 1), (20, 30)),
    game(1, (1, 0), (41, 40)),
    game(2, (0, 1), (35, 35), overruns=(2, 0)),
    game(
        3, (1, 0), (9, 3), winners=(0,), ending="failure", failure=Failure(1, "illegal", "9B>1: no factory 9")
    ),
)


def test_what_beginning_was_worth_is_counted_and_told_in_a_line() -> None:
    scores = (10, 20, 30)
    played = [game(n, (0, 1, 1), scores, starter=starter) for n, starter in enumerate((0, 1, 2, 2))]
    told = summary(results(*played, players=3))
    assert [line["turn"] for line in told["order"]] == [1, 2, 3]
    assert [line["share"] for line in told["order"]] == [0.5, 0.25, 0.25]
    assert [line["score"] for line in told["order"]] == [22.5, 17.5, 20.0]
    assert "by turn: first 50.0% (9-91%), 22.5 points; second 25.0%" in written(told, 200)


def test_the_standings_are_counted() -> None:
    told = summary(MIXED_LUCK)
    greedy, random = told["standings"]
    assert (greedy["rank"], greedy["label"], random["label"]) == (1, "greedy", "random")
    assert [greedy[name] for name in ("games", "seats", "wins", "ties", "losses")] == [4, 4, 3, 1, 0]
    assert [random[name] for name in ("games", "seats", "wins", "ties", "losses")] == [4, 4, 0, 1, 3]
    assert greedy["share"] == 0.875
    assert random["score"] == pytest.approx(
        (20 + 40 + 35) / 3, abs=0.01
    )  # not of the game it lost by failing
    assert random["margin"] == pytest.approx((-10 - 1 + 0) / 3, abs=0.01)
    assert greedy["moves_per_game"] == 10
    assert greedy["seconds_per_move"] == 0.1
    assert greedy["longest_move"] == 0.2
    assert (random["overruns"], greedy["overruns"]) == (2, 0)
    assert random["failures"] == {"illegal": 1, "crash": 0, "timeout": 0, "rubbish": 0}
    assert told["failures"] == [
        {"game": 3, "label": "random", "seat": 1, "kind": "illegal", "reason": "9B>1: no factory 9"}
    ]


def test_a_pair_tells_what_the_first_won() -> None:
    (pair,) = summary(MIXED_LUCK)["pairs"]
    assert (pair["one"], pair["rest"], pair["seats"]) == ("random", "greedy", 4)
    assert (pair["wins"], pair["ties"], pair["losses"], pair["share"]) == (0, 1, 3, 0.125)


def test_at_a_table_of_three_a_pair_is_one_against_the_rest() -> None:
    told = summary(
        results(
            game(0, (0, 1, 1), (9, 1, 2)),
            game(1, (1, 0, 1), (9, 1, 2)),
            game(2, (1, 0, 0), (9, 1, 2)),
            players=3,
        )
    )
    assert [(pair["one"], pair["rest"], pair["wins"], pair["seats"]) for pair in told["pairs"]] == [
        ("random", "greedy", 1, 2),
        ("greedy", "random", 1, 1),
    ]
    assert {line["label"]: line["seats"] for line in told["standings"]} == {"random": 4, "greedy": 5}


def test_a_summary_is_plain_data() -> None:
    told = summary(MIXED_LUCK)
    assert json.loads(json.dumps(told, allow_nan=False)) == told
    assert {"version", "game", "options", "entrants", "seed", "planned", "played", "interrupted"} <= set(told)


# --- tables -------------------------------------------------------------------------------------------------


def written(told: dict[str, Any], width: int = 160) -> str:
    text = io.StringIO()
    write_report(told, Console(file=text, width=width))
    return text.getvalue()


def test_the_report_shows_figures_and_failures() -> None:
    text = written(summary(MIXED_LUCK))
    assert text.startswith("Azul, 2 players, coloured: 4 games, seed 7\n")
    line = next(line for line in text.splitlines() if line.startswith("1. greedy"))
    assert re.fullmatch(
        r"1\. greedy +\+\d+ +\d+ +4 +3/1/0 +87\.5% +\d+-\d+% +35\.3 +\+3\.7 +10\.0 +0\.100 +0 +none", line
    )
    assert "2  1 illegal" in text
    assert "game 3: random, illegal: 9B>1: no factory 9" in text
    assert "share against" not in text  # two entrants need no cross table


def test_quiet_columns_are_left_out() -> None:
    text = written(summary(results(game(0, (0, 1), (1, 2)), game(1, (1, 0), (1, 2)))))
    assert "failures" not in text
    assert "overruns" not in text


@pytest.mark.parametrize("width", [40, 60, 80, 100])
def test_the_report_fits_a_narrow_terminal(width: int) -> None:
    text = written(summary(results(game(0, (0, 1), (1, 2)), game(1, (1, 0), (1, 2)))), width)
    assert all(len(line) <= width for line in text.splitlines())
    assert "1. random" in text
    assert "Elo" in text


def test_many_failures_are_not_all_shown() -> None:
    lost = Failure(0, "crash", "gone")
    told = summary(results(*(game(n, (0, 1), (0, 0), winners=(1,), failure=lost) for n in range(8))))
    assert written(told).count("random, crash: gone") == 5
    assert "... and 3 more" in written(told)
    assert "by turn: first 0.0% (0-49%); second 100.0% (51-100%)" in written(told)  # and no points


def test_more_than_two_have_a_cross_table() -> None:
    games = [game(0, (0, 1), (1, 2)), game(1, (0, 2), (2, 1)), game(2, (1, 2), (1, 1))]
    text = written(summary(results(*games, entrants=3)))
    assert "share against" in text
    row = next(line for line in text.splitlines() if "greedy@1" in line and "%" in line and "/" not in line)
    assert {"50%", "0%"} == set(re.findall(r"\d+%", row))


def test_before_the_first_game_there_is_nothing_to_tell() -> None:
    assert "nothing to tell yet" in written(summary(results()))


def test_bounds_are_written_as_such() -> None:
    line = {"elo": 3.2, "elo_low": 158.3, "elo_high": None, "elo_bound": "above"}
    assert elo_text(line) == ">+158"
    assert elo_text({**line, "elo_low": None, "elo_high": -158.3, "elo_bound": "below"}) == "<-158"
    assert elo_text({**line, "elo_bound": None}) == "+3"
    assert elo_text({**line, "elo_bound": None, "elo": -0.2}) == "0"


def test_the_title_says_what_is_missing() -> None:
    told = summary(results(game(0, (0, 1), (1, 2)), jokers=True, wall="grey"))
    told["planned"] = 4000
    assert title(told) == "Azul, 2 players, grey, jokers: 1 games of 4,000, seed 7"


# --- the picture --------------------------------------------------------------------------------------------


def test_the_picture_is_well_formed_and_names_everybody() -> None:
    told = summary(run(plan(["random", "greedy", "greedy@1"], games=4, seed=1), cores=0))
    told["standings"][0]["label"] = "<b> & 'friends'"
    root = ElementTree.fromstring(svg(told, title(told)))
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"<b> & 'friends'", "random", title(told), "Elo, 95% interval"} <= set(texts)
    assert len(list(root.iter("{http://www.w3.org/2000/svg}circle"))) == 3
    width = float(root.attrib["width"])
    for dot in root.iter("{http://www.w3.org/2000/svg}circle"):
        assert 0 < float(dot.attrib["cx"]) < width


def test_a_picture_of_nothing_is_well_formed() -> None:
    told = summary(results())
    ElementTree.fromstring(svg(told, title(told)))


# --- progress -----------------------------------------------------------------------------------------------


def test_the_running_score_names_the_best_first() -> None:
    assert running_score(MIXED_LUCK) == "greedy 88%, random 12% (1 by failures)"
    assert running_score(results()) == ""


def test_where_nobody_looks_a_plain_line_comes_now_and_then(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    with Watch() as watch:
        watch(results())
        now[0] += 11
        MIXED_LUCK.planned = 8
        watch(MIXED_LUCK)
        watch(MIXED_LUCK)
    MIXED_LUCK.planned = 4
    assert capsys.readouterr().err == "... 4 of 8 games, 0:11 left: greedy 88%, random 12% (1 by failures)\n"


def test_times_are_written_as_people_do() -> None:
    assert [clock(seconds) for seconds in (5, 65, 7200)] == ["0:05", "1:05", "2:00:00"]
