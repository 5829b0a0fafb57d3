"""Games are the same whoever plays them; what bots are shown; stopping and going on."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import azulejos as az
from azulejos.arena import ArenaTrouble, Results, plan, run
from azulejos.arena.journal import Journal
from azulejos.arena.results import outcomes
from azulejos.bots.bot import Choice
from tests.arena import badbots

SOURCE = Path(__file__).parents[2] / "src"
PLAN = plan(["random", "greedy"], games=6, seed=3)


def test_one_and_two_processes_and_none_play_the_same_games() -> None:
    here = outcomes(run(PLAN, cores=0).games)
    assert [game["number"] for game in here] == list(range(6))
    assert outcomes(run(PLAN, cores=1).games) == here
    assert outcomes(run(PLAN, cores=2).games) == here


def test_another_seed_gives_other_games() -> None:
    assert outcomes(run(PLAN, cores=0).games) != outcomes(
        run(plan(["random", "greedy"], games=6), cores=0).games
    )


def test_one_game_can_be_played_alone() -> None:
    (alone,) = run(PLAN, cores=0, only=4).games
    assert outcomes([alone]) == outcomes(run(PLAN, cores=0).games)[4:5]
    with pytest.raises(az.RulesError, match="game number is 6, expected a whole number from 0 to 5"):
        run(PLAN, cores=0, only=6)


@pytest.mark.parametrize(("game", "players"), [("azul", 3), ("azul", 4), ("pavilion", 2), ("pavilion", 4)])
def test_every_game_and_table_is_played(game: str, players: int) -> None:
    results = run(plan(["random", "greedy"], game, players=players, games=players, seed=1), cores=0)
    assert len(results.games) == (2 if players == 2 else 2 * players)
    assert all(one.failure is None and len(one.scores) == players for one in results.games)


def test_games_on_one_deal_begin_with_the_same_tiles(tmp_path: Path) -> None:
    run(PLAN, cores=0, records=tmp_path / "new" / "records")
    games = [az.read(path.read_text()) for path in sorted((tmp_path / "new" / "records").iterdir())]
    first = [str(game.entries[0]) for game in games]
    assert len(games) == 6
    assert [first[0], first[2], first[4]] == [first[1], first[3], first[5]]
    assert len(set(first)) == 3
    assert [game.names for game in games[:2]] == [("random", "greedy"), ("greedy", "random")]


def test_a_record_tells_the_game_that_was_played(tmp_path: Path) -> None:
    (game,) = run(PLAN, cores=0, only=2, records=tmp_path).games
    read = az.read((tmp_path / "game-000002.txt").read_text())
    assert tuple(read.scores()) == game.scores
    assert tuple(read.winners()) == game.winners
    assert game.record == ""


def test_a_bot_cannot_see_the_coming_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is handed a game that deals otherwise, though its record so far is the real one."""
    looked: list[tuple[list[str], str]] = []

    def choose(_: Any, game: az.Match, *_budget: object) -> Any:
        ahead = game.copy()
        while not ahead.over and deals(ahead) == deals(game):
            ahead.play(ahead.moves()[0])
        looked.append((deals(game), deals(ahead)[-1]))
        return Choice(game.moves()[0])

    monkeypatch.setattr(badbots.Bad, "choose", choose)
    results = run(badbots.bad_plan(["bad-cheats", "bad-raises"], games=2, seed=3), cores=0)
    assert all(game.failure is None for game in results.games)
    real = {tuple(known): known for known, _ in looked}
    longest = max(real.values(), key=len)
    guesses = [guess for known, guess in looked if len(known) == 1]
    assert len(longest) > 2
    assert longest[1] not in guesses


def deals(game: az.Match) -> list[str]:
    return [entry.text for entry in game.entries if entry.seat < 0]


def test_the_arena_needs_no_screen() -> None:
    code = "import sys, azulejos.arena; print({'rich', 'typer', 'ray'} & {name for name in sys.modules})"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(SOURCE)},
        check=True,
    )
    assert done.stdout == "set()\n"


# --- stopping and going on ----------------------------------------------------------------------------------


def stopping_after(games: int) -> Any:
    """A watcher that presses Ctrl-C."""

    def watch(results: Results) -> None:
        if len(results.games) == games:
            raise KeyboardInterrupt

    return watch


@pytest.mark.parametrize("cores", [0, 2])
def test_going_on_gives_what_an_uninterrupted_run_gives(tmp_path: Path, cores: int) -> None:
    file = tmp_path / "games"
    stopped = run(PLAN, cores=cores, out=file, watch=stopping_after(2))
    assert stopped.interrupted
    assert not stopped.complete
    assert len(stopped.games) == 2
    assert len(file.read_text().splitlines()) == 3
    done = run(PLAN, cores=cores, out=file)
    assert done.complete
    assert not done.interrupted
    assert outcomes(done.games) == outcomes(run(PLAN, cores=0).games)
    assert len(file.read_text().splitlines()) == 7
    assert run(PLAN, cores=cores, out=file).games == done.games  # nothing left to play


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    file = tmp_path / "games"
    done = run(PLAN, cores=0, out=file)
    file.write_bytes(file.read_bytes()[:-20])
    again = run(PLAN, cores=0, out=file)
    assert outcomes(again.games) == outcomes(done.games)
    assert len(file.read_text().splitlines()) == 7


def test_an_empty_file_is_begun(tmp_path: Path) -> None:
    (tmp_path / "games").touch()
    assert run(PLAN, cores=0, out=tmp_path / "games", only=0).games
    assert len((tmp_path / "games").read_text().splitlines()) == 2


def test_the_file_says_what_was_planned_and_what_came_out(tmp_path: Path) -> None:
    run(PLAN, cores=0, out=tmp_path / "games")
    head, first, *_ = map(json.loads, (tmp_path / "games").read_text().splitlines())
    assert head["azulejos arena"] == 1
    assert head["version"] == az.__version__
    assert head["entrants"] == [{"label": "random", "bot": "random"}, {"label": "greedy", "bot": "greedy"}]
    assert (head["seed"], head["games"], head["pairing"]) == (3, 6, "round robin")
    assert first["seats"] == [0, 1]
    assert len(first["scores"]) == 2
    assert first["failure"] is None


@pytest.mark.parametrize(
    ("changed", "error"),
    [
        ({"seed": 4}, "was begun with seed 3, not 4"),
        ({"games": 8}, "was begun with games 6, not 8"),
        ({"wall": "grey"}, "was begun with options players=2 wall=coloured"),
        ({"simulations": 5}, "was begun with simulations None, not 5"),
        ({"entrants": ["greedy", "random"]}, "was begun with entrants random, greedy, not greedy, random"),
    ],
)
def test_a_file_of_another_plan_is_refused(tmp_path: Path, changed: dict[str, Any], error: str) -> None:
    Journal(tmp_path / "games", PLAN).__exit__(None, None, None)
    wishes: dict[str, Any] = {"entrants": ["random", "greedy"], "games": 6, "seed": 3, **changed}
    with pytest.raises(ArenaTrouble) as caught:
        run(plan(wishes.pop("entrants"), **wishes), cores=0, out=tmp_path / "games")
    assert error in str(caught.value)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("Dear Ana,\n", "holds no games of an arena: it starts with b'Dear Ana,'"),
        ("Dear Ana", "holds no games of an arena"),
        ("[1]\n", "holds no games of an arena"),
        ('{"azulejos arena": 2}\n', "holds no games of an arena"),
        ("HEAD\nnonsense\n", "line 2: b'nonsense' is no game of this arena"),
        ("HEAD\n{}\n", "line 2: b'{}' is no game of this arena"),
        ("HEAD\nGAME\n[]\n", "line 3: b'[]' is no game of this arena"),
        ("HEAD\nFOREIGN\n", "line 2: "),
        ("HEAD\nUNWON\n", "line 2: "),
    ],
)
def test_a_file_that_holds_something_else_is_refused_and_left_alone(
    tmp_path: Path, text: str, error: str
) -> None:
    run(PLAN, cores=0, out=tmp_path / "good", only=1)
    head, game = (tmp_path / "good").read_text().splitlines()
    text = text.replace("HEAD", head).replace("GAME", game)
    text = text.replace("FOREIGN", game.replace('"number": 1', '"number": 0'))
    text = text.replace("UNWON", json.dumps({**json.loads(game), "winners": []}))
    (tmp_path / "games").write_text(text)
    with pytest.raises(ArenaTrouble) as caught:
        run(PLAN, cores=0, out=tmp_path / "games")
    assert error in str(caught.value)
    assert (tmp_path / "games").read_text() == text


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(ArenaTrouble, match="there is no such folder"):
        run(PLAN, cores=0, out=tmp_path / "nowhere" / "games")
    with pytest.raises(ArenaTrouble, match="cannot read"):
        run(PLAN, cores=0, out=tmp_path)
    (tmp_path / "file").touch()
    with pytest.raises(ArenaTrouble, match="cannot write"):
        run(PLAN, cores=0, records=tmp_path / "file")
