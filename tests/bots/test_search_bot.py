"""The bot that searches: its budget, its answer, its memory, and that whatever it plays is legal."""

import mmap
import os
import random
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from time import perf_counter, thread_time
from types import ModuleType
from typing import Any

import pytest

import azulejos as az
from azulejos.bots import search as search_module
from azulejos.bots import searcher
from azulejos.bots.bot import Budget, Choice
from azulejos.bots.desk import Settings, new_tree
from azulejos.bots.engine import Engine
from azulejos.bots.levels import LEVELS, Level
from azulejos.bots.nodes import NEVER
from azulejos.bots.search import CHECK, Search
from azulejos.bots.searcher import GLANCE, SearchBot, Style
from azulejos.core.errors import RulesError
from azulejos.core.jit import SWITCH
from azulejos.core.match import Match
from tests.azul.positions import board as azul_board
from tests.azul.positions import load as load_azul
from tests.bots.conftest import Warm
from tests.bots.trees import played
from tests.games import CASES, Game, Options, case_name
from tests.pavilion.positions import board, load

# every simulation that is asked for, and nothing else; by playouts, since a net leaves nothing to luck
EXACT = Style(solve=0, clinch=False, settings=Settings(net=False))
TABLES: list[tuple[str, dict[str, Any]]] = [
    ("azul", {"players": 2}),
    ("azul", {"players": 4, "wall": "grey"}),
    ("pavilion", {"players": 2}),
    ("pavilion", {"players": 3}),
]
every_table = pytest.mark.parametrize(("family", "options"), TABLES, ids=str)


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled, whatever other tests did, and little room is made."""
    engines: dict[ModuleType, Engine] = {}

    def uncompiled(game: Match) -> Engine:
        kernels = game.rules.kernels
        return engines.setdefault(kernels, Engine(kernels))

    monkeypatch.setenv(SWITCH, "0")
    monkeypatch.setattr(searcher, "engine_of", uncompiled)
    monkeypatch.setattr(search_module, "NODES_SLOW", 3000)


def _told(choice: Choice) -> tuple[Any, ...]:
    """A choice but for how long it took."""
    statistics = {name: told for name, told in choice.statistics.items() if name != "seconds"}
    return choice.move, choice.value, choice.line, statistics


# --- budgets ----------------------------------------------------------------------------------------------


@every_table
@pytest.mark.parametrize("budget", [Budget(seconds=0), Budget(simulations=0), Budget(0, 0), Budget(1, 0)])
@pytest.mark.usefixtures("plain")
def test_a_budget_of_zero_gives_a_legal_move(family: str, options: dict[str, Any], budget: Budget) -> None:
    game = az.new(family, seed=1, **options)
    choice = SearchBot("mine", 1, EXACT).choose(game, budget)
    assert choice.move in game.moves()
    assert choice.statistics["simulations"] == 1


@pytest.mark.parametrize("family", ["azul", "pavilion"])
def test_a_budget_of_zero_gives_a_legal_move_once_compiled(family: str, warm: Warm) -> None:
    warm(family)
    game = az.new(family, seed=1)
    for budget in (Budget(seconds=0), Budget(simulations=0)):
        assert SearchBot("mine", 1).choose(game, budget).move in game.moves()


@every_table
@pytest.mark.parametrize("wanted", [1, 2, 7, 60])
@pytest.mark.usefixtures("plain")
def test_as_many_simulations_as_are_asked_for(family: str, options: dict[str, Any], wanted: int) -> None:
    game = az.new(family, seed=1, **options)
    bot = SearchBot("mine", 1, EXACT)
    assert bot.choose(game, simulations=wanted).statistics["simulations"] == wanted
    shallow = SearchBot("mine", 1, Style(solve=0, clinch=False, most=5))
    assert shallow.choose(game, simulations=wanted).statistics["simulations"] == min(5, wanted)


@pytest.mark.parametrize("wanted", [1, 100, 12_345])
def test_as_many_simulations_as_are_asked_for_once_compiled(wanted: int, warm: Warm) -> None:
    warm("azul")
    choice = SearchBot("mine", 1, EXACT).choose(az.new("azul", seed=1), simulations=wanted)
    assert choice.statistics["simulations"] == wanted
    assert choice.statistics["compiled"]
    assert sum(told["visits"] for told in choice.statistics["moves"]) <= wanted


def test_a_search_stops_when_the_best_move_cannot_be_overtaken(warm: Warm) -> None:
    warm("azul")
    game = az.new("azul", seed=1)
    full = SearchBot("mine", 1, EXACT).choose(game, simulations=20_000)
    short = SearchBot("mine", 1, replace(EXACT, clinch=True)).choose(game, simulations=20_000)
    assert short.move == full.move
    assert short.statistics["simulations"] <= 20_000


def _keeps(seconds: float, worked: float, passed: float) -> None:
    """A budget is kept within 10% or 50 ms.

    Of its own thread's time, since a busy machine may take the processor away for as long as it likes; a
    search that waits for ten seconds instead of working is caught by the clock on the wall.
    """
    assert worked <= max(1.1 * seconds, seconds + 0.05)
    assert passed <= seconds + 10


COLD = """
import os, sys, time
import azulejos as az
game = az.new("{family}", seed=1, players={players})
bot = az.bot("{bot}", seed=1)
begin, working = time.perf_counter(), time.thread_time()
choice = bot.choose(game, seconds={seconds})
worked, passed = time.thread_time() - working, time.perf_counter() - begin
assert choice.move in game.moves()
assert not choice.statistics["compiled"], choice.statistics
sys.stdout.write(str(worked) + " " + str(passed))
sys.stdout.flush()
os._exit(0)  # what compiles in the background is not waited for
"""


@pytest.mark.parametrize(
    ("family", "players", "seconds"), [("azul", 2, 0.5), ("azul", 4, 0.05), ("pavilion", 4, 0.3)]
)
def test_a_first_uncompiled_call_keeps_its_budget(
    family: str, players: int, seconds: float, tmp_path: Path
) -> None:
    code = COLD.format(family=family, players=players, seconds=seconds, bot="strong")
    environment = {**os.environ, "AZULEJOS_JIT": "", "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**environment, "AZULEJOS_CACHE": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    _keeps(seconds, *map(float, done.stdout.split()))


@pytest.mark.parametrize("table", ["'azul'", "'azul', players=4", "'pavilion'", "'pavilion', players=4"])
def test_a_thought_in_plain_python_waits_for_no_import(table: str) -> None:
    thought = f"az.bot('strong').choose(az.new({table}), seconds=0)"
    code = f"import sys, azulejos as az; {thought}; print(*sys.modules)"
    environment = {**os.environ, "AZULEJOS_JIT": "0", "PYTHONPATH": os.pathsep.join(sys.path)}
    told = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert "azulejos.bots.search" in told.stdout.split()
    assert "numpy" not in told.stdout.split()


@every_table
@pytest.mark.parametrize("plies", [0, 8, 17])
def test_a_compiled_search_keeps_its_budget(
    family: str, options: dict[str, Any], plies: int, warm: Warm
) -> None:
    warm(family)
    game = played(az.new(family, seed=3, **options), plies)
    bot = SearchBot("mine", 1, Style())
    begin, working = perf_counter(), thread_time()
    bot.choose(game, seconds=0.1)
    _keeps(0.1, thread_time() - working, perf_counter() - begin)


def test_a_forced_move_takes_no_time(warm: Warm) -> None:
    warm("pavilion")
    game = load(board(), board("", "RR"), round=1)
    assert game.moves() == ["pass"]
    begin = perf_counter()
    choice = SearchBot("mine", 1).choose(game, seconds=30)
    assert perf_counter() - begin < 5
    assert choice.move == "pass"
    assert choice.statistics["simulations"] <= GLANCE
    assert sum(choice.value) == pytest.approx(1)


@pytest.mark.usefixtures("plain")
def test_a_game_that_is_over_has_no_move_to_choose() -> None:
    game = az.new("azul", seed=1, max_rounds=1)
    while not game.over:
        game.play(game.moves()[0])
    with pytest.raises(RulesError, match="the game is over"):
        SearchBot("mine", 1).choose(game)


# --- the answer -------------------------------------------------------------------------------------------


@every_table
@pytest.mark.usefixtures("plain")
def test_the_same_seed_gives_the_same_choice(family: str, options: dict[str, Any]) -> None:
    game = played(az.new(family, seed=2, **options), 4)
    choices = [SearchBot("mine", 7, EXACT).choose(game, simulations=60) for _ in range(2)]
    assert _told(choices[0]) == _told(choices[1])
    other = SearchBot("mine", 8, EXACT).choose(game, simulations=60)
    assert _told(other) != _told(choices[0])


@every_table
@pytest.mark.usefixtures("plain")
def test_the_seed_of_the_game_is_never_seen(family: str, options: dict[str, Any]) -> None:
    game = played(az.new(family, seed=2, **options), 4)
    twins = [game.copy(seed=seed) for seed in (1, 2, 3)] + [az.load(game.position(), seed=9)]
    told = [_told(SearchBot("mine", 7, EXACT).choose(twin, simulations=60)) for twin in twins]
    assert all(one == told[0] for one in told)


@every_table
def test_the_answer_says_what_it_thinks_and_changes_nothing(
    family: str, options: dict[str, Any], warm: Warm
) -> None:
    warm(family)
    game = az.new(family, seed=5, **options)
    bot = SearchBot("mine", 3, Style(solve=0.35))
    for _ in range(25):
        before, state = game.record(), list(game.state)
        choice = bot.choose(game, simulations=400)
        assert game.record() == before
        assert list(game.state) == state
        assert len(choice.value) == game.rules.players
        assert sum(choice.value) == pytest.approx(1)
        assert all(0 <= share <= 1 for share in choice.value)
        _replay(game, choice)
        game.play(choice.move)


def _replay(game: az.Match, choice: Choice) -> None:
    """The main line begins with the move, is legal, and ends where chance comes in."""
    assert choice.line[0] == choice.move
    copy, dealt = game.copy(), game.actions.count(None)
    for move in choice.line:
        assert copy.actions.count(None) == dealt
        assert move in copy.moves()
        copy.play(move)
    moves = choice.statistics["moves"]
    assert choice.move in [told["move"] for told in moves]
    visits = [told["visits"] for told in moves]
    assert visits == sorted(visits, reverse=True)


def test_an_end_of_a_round_is_solved_and_told_as_such(warm: Warm) -> None:
    warm("azul")
    mine = azul_board([], "BYRK. ..... ..... ..... .....", score=20)
    other = azul_board([], "BYRK. ..... ..... ..... .....", floor="1", score=21)
    game = load_azul(boards=[mine, other], factories=["W"])
    within = Settings(beyond=NEVER)
    choice = SearchBot("mine", 1, Style(settings=within)).choose(game, seconds=0.2)
    assert choice.move == "1W>1"
    assert choice.statistics["solved"] > 0
    assert sum(choice.value) == pytest.approx(1)
    style = Style(solve=0, settings=within)
    assert "solved" not in SearchBot("mine", 1, style).choose(game, seconds=0.05).statistics


@pytest.mark.parametrize("net", [True, False])
def test_who_looks_beyond_the_round_solves_only_the_end_of_the_game(warm: Warm, net: bool) -> None:
    warm("azul")
    mine = azul_board([], "BYRK. ..... ..... ..... .....", score=20)
    other = azul_board([], "BYRKW ..... ..... ..... .....", floor="1", score=21)
    open_end = load_azul(boards=[mine, mine | {"floor": "1"}], factories=["W"])
    last_round = load_azul(boards=[mine, other], factories=["W"])
    for game, solved in ((open_end, False), (last_round, True)):
        choice = SearchBot("mine", 1, Style(settings=Settings(net=net))).choose(game, seconds=0.1)
        assert ("solved" in choice.statistics) is solved
        assert choice.move == "1W>1"


# --- memory -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("family", ["azul", "pavilion"])
def test_what_came_true_of_the_tree_is_kept_until_a_deal(family: str, warm: Warm) -> None:
    warm(family)
    game = az.new(family, seed=1)
    bot, forgetful = SearchBot("mine", 1, EXACT), SearchBot("mine", 1, Style(remember=False, solve=0))
    kept: list[tuple[int, int]] = []
    while len({dealt for dealt, _ in kept}) < 3:
        choice = bot.choose(game, simulations=800)
        kept.append((game.actions.count(None), choice.statistics["kept"]))
        assert forgetful.choose(game, simulations=20).statistics["kept"] == 0
        game.play(choice.move)
    for (before, _), (now, visits) in pairwise(kept):
        assert (visits > 0) == (now == before)  # a deal is not in the tree
    assert kept[0][1] == 0


def test_what_is_kept_is_the_other_seats_answer_too(warm: Warm) -> None:
    warm("azul")
    game = az.new("azul", seed=1)
    bot = SearchBot("mine", 1, EXACT)
    first = bot.choose(game, simulations=3000)
    game.play(first.line[0]).play(first.line[1])
    second = bot.choose(game, simulations=10)
    assert 0 < second.statistics["kept"] < 3000
    assert second.move in game.moves()
    assert sum(second.value) == pytest.approx(1)


def test_a_tree_is_not_taken_for_another_games_that_began_with_the_same_moves(warm: Warm) -> None:
    warm("azul")
    one = az.new("azul", seed=1, starter=0)
    bot = SearchBot("mine", 1, EXACT)
    choice = bot.choose(one, simulations=3000)
    action = one.rules.read_move(one.state, choice.move)
    others = (az.new("azul", seed=seed, starter=0) for seed in range(2, 100))
    other = next(game for game in others if action in game.rules.actions(game.state))
    other.play_action(action)
    one.play_action(action)
    assert other.actions == one.actions
    assert other.state != one.state
    assert bot._search is not None
    assert (
        bot._search._below(bot._search.trees[0], [action], one.state) > 0
    )  # there is something to be taken wrongly
    again = bot.choose(other, simulations=200)
    assert again.statistics["kept"] == 0
    assert {told["move"] for told in again.statistics["moves"]} <= set(other.moves())


@pytest.mark.usefixtures("plain")
def test_one_bot_can_play_several_games_at_a_time() -> None:
    bot = SearchBot("mine", 1, EXACT)
    games = [az.new("azul", seed=1), az.new("azul", seed=1, players=3), az.new("pavilion", seed=1)]
    for _ in range(6):
        for game in games:
            game.play(bot.choose(game, simulations=10).move)


def test_asking_again_and_going_back_are_no_harm(warm: Warm) -> None:
    warm("azul")
    game = az.new("azul", seed=1)
    bot = SearchBot("mine", 1, EXACT)
    for _ in range(3):
        assert bot.choose(game, simulations=300).move in game.moves()
    game.play(bot.choose(game, simulations=300).move)
    bot.choose(game, simulations=300)
    game.undo()
    choice = bot.choose(game, simulations=300)
    assert choice.move in game.moves()
    assert choice.statistics["kept"] == 0


def test_a_bot_changes_over_to_compiled_kernels_when_they_are_ready(
    monkeypatch: pytest.MonkeyPatch, warm: Warm
) -> None:
    ready = warm("azul")
    game, bot = az.new("azul", seed=1), SearchBot("mine", 1, EXACT)
    monkeypatch.setattr(searcher, "engine_of", lambda game: Engine(game.rules.kernels))
    monkeypatch.setenv(SWITCH, "0")
    assert not bot.choose(game, simulations=20).statistics["compiled"]
    monkeypatch.setattr(searcher, "engine_of", lambda _game: ready)
    assert bot.choose(game, simulations=20).statistics["compiled"]


def test_kernels_that_become_ready_while_a_search_begins_do_not_mix() -> None:
    class JustNow(Engine):
        """Not compiled when first asked."""

        asked = 0

        @property
        def fast(self) -> Any:
            self.asked += 1
            return None if self.asked == 1 else object()

    game = az.new("azul", seed=1)
    search = Search(JustNow(game.rules.kernels), game.rules, game.state, [1], Settings())
    search.grow(Budget(simulations=5), perf_counter(), False)
    assert search.done == 1  # in plain Python, and then it makes way
    assert search.overtaken


@pytest.mark.usefixtures("plain")
def test_where_a_search_stops_early_does_not_depend_on_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Search, "_decided", lambda *_: True)
    done = []
    for tick in (1e-9, 1e-3):  # a machine that is fast, and one that is slow
        clock = iter(tick * n for n in range(10**9))
        monkeypatch.setattr(search_module, "perf_counter", clock.__next__)
        bot = SearchBot("mine", 1, Style(solve=0, clinch=True))
        done.append(bot.choose(az.new("azul", seed=1), simulations=3000).statistics["simulations"])
    assert done == [CHECK, CHECK]


@pytest.mark.usefixtures("plain")
def test_the_strongest_thinks_on_where_its_move_is_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Search, "_decided", lambda *_: True)
    game = az.new("azul", seed=1)
    assert az.bot("strong", 1).choose(game, simulations=2000).statistics["simulations"] == 2000
    level = az.bot("journeyman", 1).choose(game, simulations=2000)
    assert level.statistics["simulations"] == CHECK


# --- cores ------------------------------------------------------------------------------------------------


@every_table
@pytest.mark.parametrize("wanted", [2, 5, 40])
@pytest.mark.usefixtures("plain")
def test_two_cores_share_the_simulations_and_their_trees_add_up(
    family: str, options: dict[str, Any], wanted: int
) -> None:
    game = az.new(family, seed=1, **options)
    bot = SearchBot("mine", 1, Style(cores=2, solve=0))
    choice = bot.choose(game, simulations=wanted)
    assert choice.statistics["simulations"] == wanted
    assert choice.move in game.moves()
    assert sum(choice.value) == pytest.approx(1)
    assert bot._search is not None
    options_ = bot._search.options()
    assert sum(option.visits for option in options_) == wanted
    assert sum(option.counted for option in options_) == wanted
    assert sorted(option.action for option in options_) == sorted(game.rules.actions(game.state))
    assert [int(tree.visits[0]) for tree in bot._search.trees] == [(wanted + 1) // 2, wanted // 2]


def test_two_cores_remember_too(warm: Warm) -> None:
    warm("azul")
    game = az.new("azul", seed=1)
    bot = SearchBot("mine", 1, Style(cores=2, solve=0))
    game.play(bot.choose(game, simulations=4000).move)
    choice = bot.choose(game, seconds=0.05)
    assert choice.statistics["kept"] > 0
    assert choice.move in game.moves()


# --- blurred sight ----------------------------------------------------------------------------------------


@pytest.mark.usefixtures("plain")
def test_blurred_sight_varies_the_choice_among_moves_that_are_nearly_as_good() -> None:
    game = az.new("azul", seed=1)
    blurred = Style(solve=0, blur=0.1, settings=Settings(net=False))  # as the levels have it
    moves = {SearchBot("mine", seed, blurred).choose(game, simulations=40).move for seed in range(12)}
    assert len(moves) > 2


@pytest.mark.usefixtures("plain")
def test_blurred_sight_never_misses_what_decides_the_game() -> None:
    mine = azul_board([], "BYRK. ..... ..... ..... .....", score=20)
    other = azul_board([], "BYRK. ..... ..... ..... .....", floor="1", score=21)
    game = load_azul(boards=[mine, other], factories=["W"])
    for seed in range(30):
        style = Style(solve=0, blur=0.08)
        assert SearchBot("mine", seed, style).choose(game, simulations=30).move == "1W>1"


# --- levels -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "options"), CASES, ids=case_name)
@pytest.mark.usefixtures("plain")
def test_every_level_plays_every_variant_legally_to_the_end(game: Game, options: Options) -> None:
    levels = [Level(name, seed=3) for name in LEVELS]
    match, luck = az.new(game.name, seed=3, **options), random.Random(3)
    while not match.over:
        choice = luck.choice(levels).choose(match, simulations=3)
        assert choice.move in match.moves()
        match.play(choice.move)


@pytest.mark.parametrize("name", ["apprentice", "journeyman"])
@pytest.mark.usefixtures("plain")
def test_a_level_never_looks_further_than_it_can(name: str) -> None:
    game, most = az.new("azul", seed=1), LEVELS[name]["azul"].most
    assert most is not None
    for budget in (None, Budget(seconds=20), Budget(simulations=10**6)):
        begin = perf_counter()
        choice = Level(name, seed=1).choose(game, budget)
        assert choice.statistics["simulations"] <= most
        assert perf_counter() - begin < 5


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs Linux to tell what memory is in use")
def test_room_that_was_used_before_is_not_cleared_for_the_next_bot() -> None:
    def in_use() -> int:
        return int(Path("/proc/self/statm").read_text().split()[1]) * mmap.PAGESIZE

    for _ in range(3):  # an allocator learns what is large from what it gets back
        trees = [new_tree(1_000_000, True) for _ in range(4)]
        for tree in trees:
            tree.visits[:] = 1
            tree.first[:] = 1
        before = in_use()
        del trees[0], tree  # not the last one, so that there is a hole to be filled
        again = new_tree(1_000_000, True)
        assert in_use() < before
        assert not again.visits.any()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that can be forked")
def test_a_forked_process_has_trees_of_its_own() -> None:
    code = """
import os
from azulejos.bots.desk import new_tree
tree = new_tree(1_000_000, True)
child = os.fork()
if child == 0:
    tree.visits[:] = 7
    os._exit(0)
os.waitpid(child, 0)
assert not tree.visits.any()
"""
    subprocess.run([sys.executable, "-c", code], check=True)
