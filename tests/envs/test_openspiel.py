"""OpenSpiel's games: its own simulation test, its searches, and the same games as everywhere else."""

import copy
import pickle
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import mcts
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation

import azulejos as az
from azulejos.azul.fields import SCORE
from azulejos.azul.kernels import setup as azul_setup
from azulejos.core.jit import SWITCH
from azulejos.core.lanes import WIDTH, lane
from azulejos.core.layout import BAG, ENDED, OVER, PHASE, STARTER, TURN
from azulejos.core.match import Match
from azulejos.envs import stepping
from azulejos.envs.openspiel import NAMES, bounds, load
from azulejos.envs.openspiel.dealing import BACK, Dealing, due_in
from azulejos.envs.openspiel.facts import CHANCES, REWARDS
from azulejos.envs.openspiel.moments import Moment
from azulejos.envs.sitting import Sitting
from azulejos.pavilion import fields as pavilion_fields
from azulejos.pavilion.kernels import setup as pavilion_setup
from azulejos.study.checking import MOST_POINTS

AZUL = [
    {"game": "azul", "players": players, "wall": wall, "jokers": jokers, "max_rounds": 2}
    for players, wall, jokers in product((2, 3, 4), ("coloured", "grey"), (False, True))
]
PAVILION = [
    {"game": "pavilion", "players": players, "side": side}
    for players, side in product((2, 3, 4), ("coloured", "grey"))
]
VARIANTS = [*AZUL, *PAVILION]


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plain kernels: the games are the same, and nothing is compiled for a few of them."""
    monkeypatch.setenv(SWITCH, "0")


def name(variant: dict[str, Any]) -> str:
    return "-".join(str(value).lower() for value in variant.values())


def past_chance(state: Any, luck: random.Random) -> Any:
    """The state once a seat decides, or at the end."""
    while state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(luck.choices(outcomes, weights)[0])
    return state


def played_out(state: Any, luck: random.Random) -> Any:
    while not past_chance(state, luck).is_terminal():
        state.apply_action(luck.choice(state.legal_actions()))
    return state


# --- OpenSpiel's own test ---------------------------------------------------------------------------------


@pytest.mark.parametrize("chance", CHANCES)
@pytest.mark.parametrize("variant", VARIANTS, ids=name)
def test_openspiel_simulates_every_variant(variant: dict[str, Any], chance: str) -> None:
    reward = REWARDS[VARIANTS.index(variant) % len(REWARDS)]
    game = load(**variant, chance=chance, reward=reward)

    def within(state: Any) -> None:
        if state.is_terminal():
            chances = sum(step.player == pyspiel.PlayerId.CHANCE for step in state.full_history())
            assert 0 < chances <= game.max_chance_nodes_in_history()
            assert state.move_number() <= game.max_history_length()

    # OpenSpiel writes no sampled game that is made in Python: it wants the generator, and has no way to ask
    pyspiel.random_sim_test(
        game, num_sims=1, serialize=chance == "explicit", verbose=False, state_checker_fn=within
    )


@pytest.mark.parametrize(("game", "text"), NAMES.items())
def test_games_are_registered_by_name(game: str, text: str) -> None:
    assert text in pyspiel.registered_names()
    assert pyspiel.load_game(text) == load(game)
    assert pyspiel.load_game(f"{text}(players=3,chance=sampled)").num_players() == 3


def test_a_process_ends_well_and_the_package_does_without_openspiel() -> None:
    code = (
        "import sys, azulejos.envs; assert 'pyspiel' not in sys.modules\n"
        "from azulejos.envs import openspiel; openspiel.load().new_initial_state().apply_action(1)"
    )
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


# --- chance -----------------------------------------------------------------------------------------------


def tiles(**counts: int) -> int:
    """A lane word from counts by number of kind, as in tiles(k0=2)."""
    return sum(count << (WIDTH * int(kind[1:])) for kind, count in counts.items())


def drawn_step_by_step(dealing: Dealing, chance: Fraction = Fraction(1)) -> Counter[tuple[int, ...]]:
    """All deals that chance nodes can bring, each with the product of their chances."""
    if dealing.complete:
        return Counter({dealing.dealt: chance})
    found: Counter[tuple[int, ...]] = Counter()
    for kind, share in dealing.chances():
        exact = Fraction(share).limit_denominator(1000)
        found.update(drawn_step_by_step(dealing.draw(kind), chance * exact))
    return found


def drawn_by_the_rules(rules: Any, module: Any, state: list[int], groups: int) -> Counter[tuple[int, ...]]:
    """All deals that the rules' own `draw` can bring, its generator giving every number once."""
    found: Counter[tuple[int, ...]] = Counter()
    script: list[int] = []

    def below(rolls: list[Fraction], n: int) -> int:
        place = len(rolls)
        if place == len(script):
            script.append(0)
        rolls.append(Fraction(1, n))
        sizes[place:] = [n]
        return script[place]

    sizes: list[int] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "below", below)
        while True:
            rolls: list[Fraction] = []
            dealt = [0] * groups
            rules.kernels.draw(state, rolls, dealt)
            found[tuple(dealt)] += prod(rolls)  # type: ignore[assignment]
            while script and script[-1] + 1 == sizes[len(script) - 1]:
                script.pop()
            if not script:
                return found
            script[-1] += 1


def waiting(game: str, bag: int, back: int, **fields: int) -> tuple[Any, list[int]]:
    """A state of a two-player game that waits for a deal from these tiles."""
    rules = az.rules(game, compiled=False)
    state = rules.start(0)
    state[BAG], state[BACK[game]] = bag, back
    for field, value in fields.items():
        state[getattr(pavilion_fields, field)] = value
    return rules, state


@pytest.mark.parametrize(
    ("game", "bag", "back", "fields"),
    [
        ("azul", tiles(k0=3, k1=2, k2=1), tiles(k2=2, k0=1), {}),  # the bag runs empty in a factory (A39)
        ("azul", tiles(k0=2, k4=2), tiles(k4=2, k1=2, k5=1), {}),  # just when a factory is full
        ("azul", 0, tiles(k0=3, k3=2), {}),
        ("azul", tiles(k0=3, k2=1, k1=2), 0, {}),  # nothing comes back (A40)
        ("pavilion", tiles(k5=2, k1=1), tiles(k5=2, k2=3), {"SUPPLY": tiles(k0=8)}),  # two for the supply
        (
            "pavilion",
            tiles(k5=1),
            tiles(k2=2, k3=2, k1=1),
            {"SUPPLY": tiles(k0=7), "FILL_FACTORIES": 0},
        ),  # S41
        (
            "pavilion",
            tiles(k5=2, k1=2),
            tiles(k3=2, k4=3),
            {"SUPPLY": tiles(k0=10)},
        ),  # none for a full supply
    ],
)
def test_steps_have_the_chances_of_the_rules_own_deals(
    game: str, bag: int, back: int, fields: dict[str, int]
) -> None:
    rules, state = waiting(game, bag, back, **fields)
    dealing = due_in(rules, state)
    module = pavilion_setup if game == "pavilion" else azul_setup
    expected = drawn_by_the_rules(rules, module, state, len(dealing.wanted))
    assert len(expected) > 1
    assert sum(expected.values()) == 1
    assert drawn_step_by_step(dealing) == expected


def test_what_lies_in_the_lid_stays_there_until_the_bag_cannot_give_a_tile() -> None:
    rules, state = waiting("azul", tiles(k0=1), tiles(k1=2))
    dealing = due_in(rules, state)
    seen = [dealing.left()]
    for kind in (0, 1):
        dealing = dealing.draw(kind)
        seen.append(dealing.left())
    assert seen == [(tiles(k0=1), tiles(k1=2)), (0, tiles(k1=2)), (tiles(k1=1), 0)]  # A39
    assert dealing.draw(1).complete


def test_first_tiles_are_drawn_as_from_a_full_bag() -> None:
    state = load("azul", players=3, jokers=True).new_initial_state()
    assert state.chance_outcomes() == [(0, 1 / 3), (1, 1 / 3), (2, 1 / 3)]
    assert state.action_to_string(2) == "seat 2 begins"
    state.apply_action(2)  # A54: 18 tiles of each colour and 10 jokers
    assert dict(state.chance_outcomes()) == pytest.approx({**dict.fromkeys(range(5), 18 / 100), 5: 10 / 100})
    assert state.action_to_string(5) == "J to factory 1"
    state.apply_action(5)
    assert dict(state.chance_outcomes()) == pytest.approx({**dict.fromkeys(range(5), 18 / 99), 5: 9 / 99})


def test_the_supply_is_filled_before_the_factories() -> None:
    state = load("pavilion").new_initial_state()
    state.apply_action(0)
    for place in ["the supply"] * 10 + ["factory 1"] * 4 + ["factory 2"]:
        assert state.action_to_string(3) == f"Y to {place}"
        state.apply_action(3)
    assert dict(state.chance_outcomes())[3] == pytest.approx((22 - 15) / (132 - 15))  # S1


def lay_out(state: Any, deal: tuple[int, ...]) -> None:
    """A whole deal, tile by tile; within a group in an order that the bag allows."""
    for group in deal:
        rest = group
        while rest:
            kind = next(kind for kind, _ in state.chance_outcomes() if lane(rest, kind))
            state.apply_action(kind)
            rest -= 1 << (WIDTH * kind)


@pytest.mark.parametrize("variant", [AZUL[0], AZUL[11], *PAVILION[::5]], ids=name)
def test_an_explicit_game_follows_a_match_step_by_step(variant: dict[str, Any]) -> None:
    options = {**variant, "max_rounds": 8} if variant["game"] == "azul" else variant
    luck = random.Random(3)
    match = az.new(**options, seed=11)
    state = load(**options).new_initial_state()
    state.apply_action(match.states[0][STARTER])
    deals = 0
    for before, after, action in pairs(match, luck):
        if action is None:
            deals += 1
            lay_out(state, match.rules.draw(before, 11, deals))
        else:
            assert state.current_player() == match.rules.decider(before)
            state.apply_action(action)
        assert state.moment.state == after
    assert state.is_terminal()
    assert deals == len(state.moment.deals) > 2


def pairs(match: Match, luck: random.Random) -> Iterator[tuple[Any, Any, int | None]]:
    """Play a match out with random moves; the states around every entry, and its action or None."""
    ply = 0
    while True:
        while ply < match.ply:
            yield match.states[ply], match.states[ply + 1], match.actions[ply]
            ply += 1
        if match.over:
            return
        match.play(luck.choice(match.moves()))


def test_a_deal_that_brings_nothing_is_no_chance() -> None:
    game = load("pavilion")
    rules, state = waiting("pavilion", 0, 0, SUPPLY=tiles(k0=4))  # S47
    moment = Moment.first(game.variant)._go_on(state, ())
    assert (moment.seat, moment.deals) == (0, ((0,) * 6,))
    assert rules.phase(moment.state) == "place"


# --- sampled chance ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", NAMES)
def test_the_first_sampled_game_of_a_seed_is_the_match_of_that_seed(game: str) -> None:
    luck = random.Random(5)
    state = load(game, chance="sampled", rng_seed=7).new_initial_state()
    assert state.chance_outcomes() == [(0, 1.0)]
    options: dict[str, Any] = {"max_rounds": 50} if game == "azul" else {}
    match = az.new(game, seed=7, **options)
    while not match.over:
        assert past_chance(state, luck).moment.state == match.state
        action = luck.choice(state.legal_actions())
        assert state.action_to_string(action) == match.rules.move_text(match.state, action)
        state.apply_action(action)
        match.play_action(action)
    assert state.is_terminal()


def test_clones_draw_luck_of_their_own() -> None:
    state = load(chance="sampled", rng_seed=1).new_initial_state()
    state.apply_action(0)
    twins = [state.clone(), copy.deepcopy(state), state]
    for twin in twins:
        twin.apply_action(0)
    assert len({str(twin) for twin in twins}) == 3
    assert [twin.history() for twin in twins] == [[0, 0]] * 3
    assert len({twin.information_state_string(0) for twin in twins}) == 3


def test_a_seed_repeats_its_games_and_none_is_like_another() -> None:
    def first(**wishes: Any) -> str:
        return str(past_chance(load(chance="sampled", **wishes).new_initial_state(), random.Random(0)))

    assert first(rng_seed=3) == first(rng_seed=3) != first(rng_seed=4)
    assert first() != first()


@pytest.mark.parametrize("chance", CHANCES)
def test_games_and_states_are_pickled_with_their_luck(chance: str) -> None:
    luck = random.Random(2)
    game = load("pavilion", chance=chance)
    state = past_chance(game.new_initial_state(), luck)
    state.apply_action(state.legal_actions()[0])
    again = pickle.loads(pickle.dumps(state))
    assert (str(again), again.history()) == (str(state), state.history())
    assert again.get_game() == game
    ends = [str(played_out(each, random.Random(8))) for each in (state, again)]
    assert ends[0] == ends[1]
    written = game.deserialize_state(state.serialize())
    assert (str(written), written.history(), written.is_terminal()) == (str(state), state.history(), True)


# --- what is seen -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", [AZUL[3], AZUL[4], PAVILION[3]], ids=name)
def test_every_seat_sees_what_the_other_environments_show(variant: dict[str, Any]) -> None:
    luck = random.Random(4)
    game = load(**variant, chance="sampled", rng_seed=9)
    sitting = Sitting(**variant, compiled=False)
    sitting.begin(9)
    state = past_chance(game.new_initial_state(), luck)
    observer = make_observation(game)
    assert game.observation_tensor_shape() == [sitting.space.size]
    while not sitting.over:
        for seat in range(game.num_players()):
            seen = sitting.observation(seat)
            assert state.observation_tensor(seat) == seen.tolist()
            observer.set_from(state, seat)
            for field, (part, shape) in sitting.space.parts().items():
                assert np.array_equal(observer.dict[field], seen[part].reshape(shape))
        assert state.legal_actions_mask() == sitting.mask().tolist()
        action = luck.choice(state.legal_actions())
        sitting.play(action)
        state.apply_action(action)
        past_chance(state, luck)


def test_a_deal_is_seen_tile_by_tile() -> None:
    game = load("azul")
    state, observer = game.new_initial_state(), make_observation(game)
    observer.set_from(state, 0)
    assert observer.dict["starter"].tolist() == observer.dict["marker"].tolist() == [0, 0]
    for outcome in (1, 2, 2, 4, 4, 0):  # seat 1 begins; then tiles
        state.apply_action(outcome)
    observer.set_from(state, 0)
    assert observer.dict["starter"].tolist() == [0, 1]
    assert observer.dict["factories"].tolist() == [[0, 0, 2, 0, 2], [1, 0, 0, 0, 0], *[[0] * 5] * 3]
    assert observer.dict["bag"].tolist() == [19, 20, 18, 20, 18]
    assert str(state).startswith("tile 6 of 20? azul_2cm50_0o1s1m1_RRWW.B...__19.20.18.20.18_")


def test_a_position_in_words_can_be_loaded_and_begun_with() -> None:
    state = past_chance(load("pavilion", players=3).new_initial_state(), random.Random(1))
    assert az.load(str(state)).code() == str(state)
    again = state.get_game().new_initial_state(str(state))
    assert (str(again), again.history()) == (str(state), [])
    assert str(again.clone()) == str(state)
    assert state.observation_string(2) == f"seat 2 sees {state}"


def test_perfect_recall_is_the_history_and_private_there_is_nothing() -> None:
    game = load("azul")
    state = past_chance(game.new_initial_state(), random.Random(1))
    known = f"{state.history_str()}; {state}; {game.variant.rules.deal_text(state.moment.deals[0])}"
    assert state.information_state_string(0) == known
    recall = make_observation(game, INFO_STATE_OBS_TYPE)
    assert (recall.tensor, recall.string_from(state, 1)) == (None, known)
    private = pyspiel.IIGObservationType(public_info=False, perfect_recall=False)
    assert make_observation(game, private).string_from(state, 0) == ""
    with pytest.raises(ValueError, match="observation parameters are"):
        make_observation(game, params={"colour": 1})
    other = state.resample_from_infostate(0, random.random)
    assert (str(other), other.history()) == (str(state), state.history())


def test_actions_in_words() -> None:
    game = load("azul", jokers=True)
    assert game.action_to_string(0, 17) == "1R>f"
    state = past_chance(game.new_initial_state(), random.Random(1))
    texts = {state.action_to_string(action): action for action in state.legal_actions()}
    match = az.load(str(state))
    assert sorted(texts) == sorted(match.moves())
    text, action = next(iter(texts.items()))
    assert state.string_to_action(text) == action


# --- what it brings ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reward", "players", "kind", "least", "most", "total"),
    [
        ("zero_sum", 2, "ZERO_SUM", -1, 1, 0),
        ("zero_sum", 4, "ZERO_SUM", -1 / 3, 1, 0),
        ("win", 3, "CONSTANT_SUM", 0, 1, 1),
        ("rank", 3, "CONSTANT_SUM", 0, 1, 1.5),
        ("margin", 2, "ZERO_SUM", -303, 303, 0),
        ("margin", 3, "GENERAL_SUM", -303, 303, None),
        ("score", 2, "GENERAL_SUM", -4, 299, None),  # from 5 points down to 1, up to 304
    ],
)
def test_schemes(
    reward: str, players: int, kind: str, least: float, most: float, total: float | None
) -> None:
    game = load("pavilion", reward=reward, players=players)
    assert game.get_type().utility == getattr(pyspiel.GameType.Utility, kind)
    assert (game.min_utility(), game.max_utility()) == pytest.approx((least, most))
    assert game.utility_sum() == total
    assert game.get_type().reward_model == pyspiel.GameType.RewardModel.TERMINAL


@pytest.mark.parametrize("reward", stepping.REWARDS)
@pytest.mark.parametrize("game", NAMES)
def test_a_game_brings_what_the_other_environments_pay_step_by_step(game: str, reward: str) -> None:
    luck = random.Random(6)
    options: dict[str, Any] = {"players": 3, **({"max_rounds": 6} if game == "azul" else {})}
    state = past_chance(
        load(game, chance="sampled", rng_seed=2, reward=reward, **options).new_initial_state(), luck
    )
    sitting = Sitting(game, reward=reward, compiled=False, **options)
    sitting.begin(2)
    sums = np.zeros(3)
    while not sitting.over:
        assert state.returns() == state.rewards() == [0, 0, 0]
        action = state.legal_actions()[0]  # which leaves fewer points lying than chance would
        sums += sitting.play(action)
        state.apply_action(action)
        past_chance(state, luck)
    assert state.returns() == state.rewards() == pytest.approx(sums.tolist())
    assert sums.any()


@pytest.mark.parametrize(
    ("points", "paid_out"),
    [
        ([30, 20], [1, -1]),
        ([20, 20], [0, 0]),
        ([10, 30, 20], [-1 / 2, 1, -1 / 2]),
        ([30, 30, 20], [1 / 4, 1 / 4, -1 / 2]),
        ([30, 1, 2, 3], [1, -1 / 3, -1 / 3, -1 / 3]),
    ],
)
def test_the_winner_has_what_the_others_lose(points: list[int], paid_out: list[float]) -> None:
    game = load("azul", players=len(points))
    state = game.variant.rules.start(0)
    state[PHASE], state[TURN] = ENDED, OVER
    state[SCORE : SCORE + len(points)] = points
    assert game.returns_of(Moment(game.variant, state)) == pytest.approx(paid_out)


def test_bounds_counted_by_hand() -> None:
    azul, four = load("azul", max_rounds=3), load("azul", players=4, wall="grey", max_rounds=1)
    assert azul.max_game_length() == 3 * (20 + 10)  # 20 tiles to draft, two boards of five lines
    assert azul.max_chance_nodes_in_history() == 1 + 3 * 20
    assert azul.max_history_length() == 90 + 61
    assert four.max_game_length() == 36 + 20
    assert (azul.max_chance_outcomes(), load(jokers=True).max_chance_outcomes()) == (5, 6)
    pavilion = load("pavilion")
    assert pavilion.max_game_length() == 6 * 20 + 2 * (42 + 18 + 6)
    assert (
        pavilion.max_chance_nodes_in_history() == 1 + 6 * 20 + 10 + 2 * 36
    )  # structures bring 6 * (1 + 2 + 3)
    sampled = load("pavilion", chance="sampled")
    assert (sampled.max_chance_outcomes(), sampled.max_chance_nodes_in_history()) == (1, 1 + 6 + 2 * 36)
    assert bounds.MOST_POINTS == MOST_POINTS
    with pytest.raises(ValueError, match="max_rounds is not set"):
        bounds.most_decisions(az.rules("azul"))


# --- OpenSpiel's programs ---------------------------------------------------------------------------------


def best(state: Any) -> float:
    """What the first seat can be sure of, by looking at everything."""
    if state.is_terminal():
        return float(state.returns()[0])
    values = [best(state.child(action)) for action in state.legal_actions()]
    return min(values) if state.current_player() else max(values)


def searcher(game: Any, simulations: int) -> Any:
    dice = np.random.RandomState(1)
    return mcts.MCTSBot(game, 2, simulations, mcts.RandomRolloutEvaluator(1, dice), random_state=dice)


def test_openspiels_search_finds_the_best_end() -> None:
    """Its MCTS in Python, which proves what it can, does what looking at all ends of a short game says."""
    game = load("azul", max_rounds=1)
    luck, looked_at = random.Random(2), 0
    while looked_at < 4:
        state = past_chance(game.new_initial_state(), luck)
        while len(state.legal_actions()) > 14:
            state.apply_action(luck.choice(state.legal_actions()))
        values = {action: best(state.child(action)) for action in state.legal_actions()}
        if len(set(values.values())) > 1:
            looked_at += 1
            assert values[searcher(game, 2000).step(state)] == best(state)


def test_openspiels_search_plays_through_deals() -> None:
    game = load("azul", max_rounds=2)
    bot, luck = searcher(game, 6), random.Random(3)
    state = past_chance(game.new_initial_state(), luck)
    while not past_chance(state, luck).is_terminal():
        state.apply_action(bot.step(state))
    assert len(state.moment.deals) == 2
    assert sum(state.returns()) == 0


@pytest.mark.parametrize(
    "game", ["python_azulejos_azul(max_rounds=2,jokers=true)", "python_azulejos_pavilion"]
)
def test_openspiels_search_in_cpp_plays_a_game(game: str) -> None:
    """Through `evaluate_bots`: its bot's own `step` lets go of Python, and dies with any game made in it."""
    loaded = pyspiel.load_game(game)
    bot = pyspiel.MCTSBot(loaded, pyspiel.RandomRolloutEvaluator(1, 3), 2.0, 3, 10, True, 3, False)
    returns = pyspiel.evaluate_bots(
        loaded.new_initial_state(), [bot, pyspiel.make_uniform_random_bot(1, 5)], 7
    )
    assert sum(returns) == 0


@pytest.mark.parametrize("chance", CHANCES)
def test_openspiels_reinforcement_environment_plays_a_game(chance: str) -> None:
    env = rl_environment.Environment(load("azul", max_rounds=1, chance=chance, reward="win"))
    env.seed(4)
    luck, step = random.Random(3), env.reset()
    assert env.observation_spec()["info_state"] == (170,)
    while not step.last():
        step = env.step([luck.choice(step.observations["legal_actions"][step.current_player()])])
    assert sum(step.rewards) == 1


# --- what is refused --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wishes", "error", "text"),
    [
        ({"players": 5}, ValueError, "option players is 5, expected 2, 3 or 4"),
        ({"wall": "red"}, ValueError, "option wall is 'red', expected 'coloured' or 'grey'"),
        ({"max_rounds": 0}, ValueError, "option max_rounds is 0"),
        ({"chance": "none"}, ValueError, "chance is 'none', expected one of explicit, sampled"),
        (
            {"reward": "loss"},
            ValueError,
            "reward is 'loss', expected one of zero_sum, win, rank, margin, score",
        ),
        ({"rng_seed": -2}, ValueError, "rng_seed is -2, expected from 0 to 2147483647"),
        ({"rng_seed": 2**31}, ValueError, "rng_seed is 2147483648, expected from -1 to 2147483647"),
        ({"game": "chess"}, ValueError, "game is 'chess', expected one of azul, pavilion"),
        ({"players": "2"}, pyspiel.SpielError, "Wrong type for parameter players"),
        ({"side": "grey"}, pyspiel.SpielError, "Unknown parameter 'side'"),
    ],
)
def test_a_wish_that_cannot_be(wishes: dict[str, Any], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        load(**wishes)


@pytest.mark.parametrize("chance", CHANCES)
def test_an_illegal_action_is_refused_and_changes_nothing(chance: str) -> None:
    state = past_chance(load("azul", chance=chance, rng_seed=3).new_initial_state(), random.Random(3))
    before, history = str(state), state.history()
    count = len(state.legal_actions())
    allowed = f"{count} of its 360 actions are allowed"
    for play in (state.apply_action, state.apply_action_with_legality_check):
        with pytest.raises(
            pyspiel.SpielError, match=rf"action 359 \(cJ>f\) is illegal: its mask is 0.*{allowed}"
        ):
            play(359)
        with pytest.raises(pyspiel.SpielError, match=f"there is no action 360, expected 0 to 359; {allowed}"):
            play(360)
    assert (str(state), state.history()) == (before, history)
    with pytest.raises(pyspiel.SpielError, match="chance has no say here"):
        state.chance_outcomes()


@pytest.mark.parametrize(
    ("chance", "text"), [("explicit", r"expected one of \[0, 1\]"), ("sampled", "expected 0:")]
)
def test_what_chance_cannot_bring_is_refused(chance: str, text: str) -> None:
    state = load("azul", chance=chance).new_initial_state()
    with pytest.raises(pyspiel.SpielError, match=f"chance cannot bring 2 here, {text}"):
        state.apply_action(2)
    assert state.history() == []


@pytest.mark.parametrize(
    ("position", "text"),
    [
        (az.new("azul", seed=1).code(), "of players=2 wall=coloured jokers=false, expected .* max_rounds=50"),
        (az.new("pavilion", seed=1).code(), "azul"),
        ("azul_2cm50", "azul_2cm50"),
    ],
)
def test_a_position_of_another_game_is_refused(position: str, text: str) -> None:
    with pytest.raises(ValueError, match=text):
        load("azul").new_initial_state(position)
    with pytest.raises(TypeError, match="position is 5, expected a text"):
        load("azul").new_initial_state(5)  # type: ignore[arg-type]


def test_numbers_that_mean_nothing_are_refused() -> None:
    game = load("azul")
    state = game.new_initial_state()
    with pytest.raises(ValueError, match="action is 360, expected from 0 to 359"):
        state.action_to_string(0, 360)
    with pytest.raises(ValueError, match="chance outcome is 5, expected from 0 to 4"):
        state.action_to_string(pyspiel.PlayerId.CHANCE, 5)
    with pytest.raises(ValueError, match="player is 2, expected from 0 to 1"):
        make_observation(game).set_from(state, 2)


def test_what_is_handed_out_can_be_changed_by_whoever_asked() -> None:
    state = load("azul").new_initial_state()
    state.chance_outcomes().reverse()  # OpenSpiel's MCTS shuffles them
    assert (
        state.chance_outcomes() == load("azul").new_initial_state().chance_outcomes() == [(0, 0.5), (1, 0.5)]
    )
    past_chance(state, random.Random(1))
    state._legal_actions(0).clear()
    assert state.legal_actions()


def test_nothing_is_played_after_the_end() -> None:
    state = played_out(load("azul", max_rounds=1).new_initial_state(), random.Random(1))
    assert (state.legal_actions(), state.current_player()) == ([], pyspiel.PlayerId.TERMINAL)
    with pytest.raises(pyspiel.SpielError, match="the game is over: no action can be taken"):
        state.apply_action(0)
