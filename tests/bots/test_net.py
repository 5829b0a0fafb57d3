"""Nets: sums done by hand, the same plain and compiled, files that are checked, a search that uses them."""

import itertools
import json
import logging
import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import azulejos as az
from azulejos.bots import desk as desk_home
from azulejos.bots import evaluating, growing, judging, nets, tree
from azulejos.bots import marks as marking
from azulejos.bots import net as net_kernels
from azulejos.bots.bot import Budget
from azulejos.bots.desk import Settings, new_bench, new_desk, new_tree
from azulejos.bots.net import ONE, SCALE, SHIFT1, SHIFT2, Layers
from azulejos.bots.nodes import DEALS, Desk, Tree
from azulejos.bots.searcher import SearchBot, Style
from azulejos.bots.solving import UNSOLVABLE
from azulejos.core.jit import Bound, compiled
from azulejos.core.layout import BAG, SEATS
from azulejos.core.rules import NOBODY
from tests.bots import trees
from tests.bots.conftest import Warm
from tests.bots.nets import random_arrays, random_net, save_unchecked
from tests.bots.trees import children, likeliest_moves, nodes, places, played

STARTS: list[tuple[str, dict[str, Any]]] = [
    ("azul", {"players": 2}),
    ("azul", {"players": 3, "wall": "grey", "jokers": True}),
    ("azul", {"players": 4}),
    ("pavilion", {"players": 2}),
    ("pavilion", {"players": 3, "side": "grey"}),
    ("pavilion", {"players": 4}),
]
BEYOND = int(Settings().beyond)
every_start = pytest.mark.parametrize(("family", "options"), STARTS, ids=str)


def _desk(game: az.Match, fast: bool, **more: Any) -> Desk:
    net = random_net(game.rules, fast, **more)
    return new_desk(game.rules, game.rules.plain(game.state), 5, Settings(), fast, net)


def _grown(
    game: az.Match, simulations: int, fast: bool = False, room: int = 60_000, **settings: Any
) -> tuple[Tree, Desk]:
    grown, desk = new_tree(room, fast), _desk(game, fast)
    desk.settings[:] = Settings(**settings).numbers(learned=True)
    Bound(tree, game.rules.kernels, fast).simulate(grown, desk, simulations)
    return grown, desk


# --- sums -------------------------------------------------------------------------------------------------


def _layers(first: int = 2, second: int = 2) -> Layers:
    return Layers([0] * first, [0] * first, [0] * second, [0] * second)


def test_a_tiny_net_is_what_was_counted_by_hand() -> None:
    net = nets.ready(
        nets.Written(
            w1=[[64, -640], [128, 64], [9984, 9984], [-64, 704]],
            b1=[0, 71],
            w2=[[1024, 2048], [-1024, 512]],
            b2=[0, 1024],
            w3=[[SCALE // ONE, 0], [0, 2 * SCALE // ONE]],
            b3=[SCALE, 0],
            w4=[[256, 0], [0, 256], [0, 0]],
            b4=[0, 0, SCALE],
        ),
        False,
    )
    layers = _layers()
    net_kernels.forward(net, [0, 1, 3, *[77] * 5], 3, layers)
    # sums are 64 + 128 - 64, and 71 - 640 + 64 + 704, whole steps of 16; 128 >> 6 is 2, 199 >> 6 is 3
    assert layers.first == [8, 12]
    assert layers.times == [2, 3]
    # 2 * 1024 - 3 * 1024, and 1024 + 2 * 2048 + 3 * 512
    assert layers.second == [0, 6]
    assert net_kernels.worth_of(net, layers.second, 0) == 1.0
    assert net_kernels.worth_of(net, layers.second, 1) == 6 * 2 * 256 / SCALE
    said = [net_kernels.likelihood_of(net, layers.second, [key] + [0] * 7) for key in range(3)]
    assert said == [0, 6 * 256, SCALE]
    assert net_kernels.likelihood_of(net, layers.second, [0, 1, 2, 1, 0, 0, 0, 2]) == 12 * 256 + 2 * SCALE


def test_both_layers_are_clipped() -> None:
    far = 200 << SHIFT1
    net = nets.ready(
        nets.Written([[far, -far]], [0, 0], [[ONE << SHIFT2, -1], [1, 1]], [0, 0], [], [], [[0]], []), False
    )
    layers = _layers()
    net_kernels.forward(net, [0, *[77] * 7], 1, layers)
    assert layers.times[0] == ONE
    assert layers.second == [ONE, 0]


@pytest.mark.parametrize("count", range(10))
def test_rows_of_units_that_are_on_are_added_so_many_times(count: int) -> None:
    luck = np.random.default_rng(2)
    rows = luck.integers(-500, 500, (20, 5)).astype(np.int16)
    sums = np.full(20, -(1 << net_kernels.SHIFT), np.int32)
    on = np.sort(luck.choice(20, count, replace=False))
    sums[on] = luck.integers(1 << net_kernels.SHIFT, 300 << net_kernels.SHIFT, count)
    expected = np.clip(sums >> net_kernels.SHIFT, 0, ONE)
    named, much, added = [77] * 20, [0] * 20, [0] * 5
    assert net_kernels.gather(sums.tolist(), named, much) == count
    assert named[:count] == on.tolist()
    net_kernels.add_times(rows.tolist(), named, much, count, added)
    assert added == (expected @ rows).tolist()
    which, times, second = np.full(20, 77), np.zeros(20, np.int16), np.zeros(5, np.int32)
    assert compiled(net_kernels.gather)(sums, which, times) == count
    assert which[:count].tolist() == on.tolist()
    compiled(net_kernels.add_times)(rows, which, times, count, second)
    assert second.tolist() == (expected @ rows).tolist()


@pytest.mark.parametrize("count", range(18))
@pytest.mark.parametrize("most", [500, 32767 // net_kernels.TOGETHER])
def test_rows_are_added_however_many_there_are(count: int, most: int) -> None:
    rows = np.random.default_rng(1).integers(-most, most + 1, (21, 5)).astype(np.int16)
    rows[3:11] = most  # as much as fits
    rows[20] = 0
    named = list(range(2, 2 + count))
    wanted = [7 + sum(int(rows[row][n]) for row in named) for n in range(5)]
    which, sums = [*named, *[77] * 7], [7] * 5
    net_kernels.add_rows(rows.tolist(), which, count, sums)
    assert sums == wanted
    fast = np.full(5, 7, np.int32)
    compiled(net_kernels.add_rows)(rows, np.array([*named, *[77] * 7]), count, fast)
    assert fast.tolist() == wanted


@pytest.mark.parametrize("fast", [False, True])
@pytest.mark.parametrize(
    ("part", "weight", "told"),
    [
        (
            "w1",
            24,
            "in its first layer that cannot be added up, expected multiples of 16: of another version",
        ),
        ("w4", -4096, "a weight of 4096 for a key of moves, expected 4095 at most: of another version"),
        ("b2", 1 << 24, "a bias of 16777216 in its second layer, expected 16777215 at most"),
        ("b2", -(1 << 31), "a bias of 2147483648 in its second layer, expected 16777215 at most"),
    ],
)
def test_weights_that_kernels_cannot_add_up_are_neither_written_nor_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: str, weight: int, told: str, fast: bool
) -> None:
    rules, path = az.rules("azul"), tmp_path / "x.net"
    arrays = random_arrays(rules)
    arrays[part].flat[1] = weight
    with pytest.raises(nets.BadNet, match=told):
        nets.save(path, rules, arrays, {})
    assert not path.exists()
    save_unchecked(monkeypatch, path, rules, arrays)
    with pytest.raises(nets.BadNet, match=told):
        nets.read(path, rules, fast)


@pytest.mark.parametrize("sign", [-1, 1])
def test_the_second_layer_of_the_widest_net_is_summed_without_overflow(sign: int) -> None:
    width = nets.WIDEST
    rows = np.full((width, 4), 32767 if sign > 0 else -32768, np.int16)
    times, which = np.full(width, ONE, np.int16), np.arange(width)
    sums = np.full(4, sign * net_kernels.MOST2, np.int32)
    compiled(net_kernels.add_times)(rows, which, times, width, sums)
    assert sums.tolist() == [sign * net_kernels.MOST2 + ONE * width * int(rows[0, 0])] * 4


@pytest.mark.parametrize("family", ["azul", "pavilion"])
def test_a_move_has_as_many_keys_as_are_added_up_at_once(family: str) -> None:
    assert az.rules(family).kernels.KEYS == net_kernels.TOGETHER


@every_start
def test_a_position_is_worth_what_the_arrays_say(family: str, options: dict[str, Any]) -> None:
    """The whole evaluation once more, with NumPy."""
    game = played(az.new(family, seed=3, **options), 11)
    desk, arrays = _desk(game, False), random_arrays(game.rules)
    Bound(evaluating, game.rules.kernels, False).evaluate(desk, marking.mark_of(desk.s))
    active = [0] * 512
    count = game.rules.kernels.encode(game.state, active)
    wide = {name: values.astype(np.int64) for name, values in arrays.items()}
    h1 = np.clip((wide["b1"] + wide["w1"][active[:count]].sum(0)) >> SHIFT1, 0, ONE)
    h2 = np.clip((wide["b2"] + h1 @ wide["w2"]) >> SHIFT2, 0, ONE)
    worth = [math.exp(n / SCALE) for n in wide["b3"] + h2 @ wide["w3"]]
    players, seat = game.rules.players, game.rules.decider(game.state)
    assert list(desk.layers.second) == h2.tolist()
    for k in range(players):  # clockwise from the seat to move
        assert desk.value[(seat + k) % players] == pytest.approx(worth[k] / sum(worth))


# --- plain and compiled -----------------------------------------------------------------------------------


@every_start
def test_plain_and_compiled_grow_the_same_tree(family: str, options: dict[str, Any], warm: Warm) -> None:
    warm(family)
    for plies in (0, 9, 25):
        game = played(az.new(family, seed=4, **options), plies)
        plain, plain_desk = _grown(game, 60)
        fast, desk = _grown(game, 60, fast=True)
        used = int(plain.used[0])
        assert used == fast.used[0]
        for name, one, other in zip(Tree._fields, plain, fast, strict=True):
            assert list(one[:used]) == other[:used].tolist(), name
        for name in ("rng", "value", "sums"):
            assert list(getattr(plain_desk, name)) == getattr(desk, name).tolist(), name
        assert list(plain_desk.layers.second) == desk.layers.second.tolist()


@pytest.mark.parametrize(("family", "options"), [STARTS[1], STARTS[3]], ids=str)
def test_remembering_positions_changes_nothing(
    family: str, options: dict[str, Any], warm: Warm, monkeypatch: pytest.MonkeyPatch
) -> None:
    warm(family)
    game = played(az.new(family, seed=4, **options), 9)
    plain, _ = _grown(game, 150)
    used = int(plain.used[0])
    for room, parts in ((1, 1), (8, 4), (desk_home.REMEMBERED, desk_home.PARTS)):
        monkeypatch.setattr(desk_home, "REMEMBERED", room)
        monkeypatch.setattr(desk_home, "PARTS", parts)
        fast, desk = _grown(game, 150, fast=True)
        marks = desk.marks[desk.marks != 0]
        assert len(marks) == room if room <= 8 else 20 < len(marks) < 600
        for name, one, other in zip(Tree._fields, plain, fast, strict=True):
            assert list(one[:used]) == other[:used].tolist(), name


def test_positions_that_differ_in_few_places_have_other_marks() -> None:
    state = np.array(az.new("azul", seed=4).state, np.int64)
    mark, marks = compiled(marking.mark_of), {marking.mark_of(state.tolist())}
    assert int(mark(state)) in marks  # the same number in plain Python
    changes = 0
    for one, other in itertools.combinations(range(len(state)), 2):
        for lane in (
            0,
            20,
            50,
        ):  # a tile here instead of there, in a low lane of the packed counts and in a high one
            moved = state.copy()
            moved[one] += 1 << lane
            moved[other] -= 1 << lane
            marks.add(int(mark(moved)))
            changes += 1
    assert len(marks) == changes + 1
    assert len({one >> marking.LOW & 0x7FF for one in marks}) > 0x700  # spread over the places
    assert max(len(az.new(game).state) for game in ("azul", "pavilion")) <= marking.MOST_FIELDS


# --- the tree ---------------------------------------------------------------------------------------------


@every_start
def test_nothing_grows_before_the_root_is_opened(family: str, options: dict[str, Any]) -> None:
    game = played(az.new(family, seed=2, **options), 3)
    grown, desk = _grown(game, 0)
    below = children(grown, 0)
    assert sorted(grown.action[child] for child in below) == sorted(game.rules.actions(game.state))
    assert [grown.visits[child] for child in below] == [0] * len(below)
    assert grown.visits[0] == 0
    assert sum(desk.value[: game.rules.players]) == pytest.approx(1)
    Bound(tree, game.rules.kernels, False).simulate(grown, desk, 7)
    assert nodes(grown) == nodes(_grown(game, 7)[0])
    assert grown.visits[0] == sum(grown.visits[child] for child in below) == 7


@every_start
def test_every_node_has_been_a_leaf_once(family: str, options: dict[str, Any]) -> None:
    game = played(az.new(family, seed=2, **options), 12)
    grown, desk = _grown(game, 300)
    for place in places(game, grown):
        visits = [int(grown.visits[child]) for child in children(grown, place.node)]
        own = BEYOND if game.rules.kernels.between_rounds(place.state) else 1
        assert grown.visits[place.node] == (0 if place.node == 0 else own) + sum(visits)
        assert all(visits[: sum(count > 0 for count in visits)])  # those visited come first
        if game.rules.decider(place.state) != NOBODY:
            assert likeliest_moves(game, grown, place)
    assert sum(desk.sums[SEATS :: SEATS + 1]) == 300


def _near_the_end(family: str, options: dict[str, Any]) -> az.Match:
    """A game of random moves, three decisions before the end of its second round."""
    plies = next(
        plies
        for plies in itertools.count()
        if played(az.new(family, seed=2, **options), plies).position()["round"] == 3
    )
    return played(az.new(family, seed=2, **options), plies - 3)


@every_start
def test_beyond_the_round_all_ends_are_dealt_the_same(family: str, options: dict[str, Any]) -> None:
    game = _near_the_end(family, options)
    grown, _ = _grown(game, 600, beyond=5, room=60_000)
    ends = [
        (place, [int(grown.action[child]) for child in children(grown, place.node)])
        for place in places(game, grown)
        if game.rules.kernels.between_rounds(place.state)
    ]
    assert ends
    bags: dict[int, list[int]] = {}
    for place, deals in ends:
        assert len(set(deals)) == DEALS
        assert bags.setdefault(place.state[BAG], deals) == deals
        visits = [int(grown.visits[child]) for child in children(grown, place.node)]
        assert grown.visits[place.node] == 5 + sum(visits)
    assert any(game.rules.round(place.state) > game.rules.round(game.state) for place in places(game, grown))


@every_start
def test_a_round_ends_the_tree_where_few_come_by(family: str, options: dict[str, Any]) -> None:
    game = _near_the_end(family, options)
    by_hand = Settings(net=False, beyond=400)
    for grown, _ in (_grown(game, 300, beyond=400), trees.grown(game, 300, settings=by_hand)):
        assert all(not game.rules.kernels.between_rounds(place.state) for place in places(game, grown))


@pytest.mark.parametrize("family", ["azul", "pavilion"])
def test_beyond_the_round_plain_and_compiled_grow_the_same(warm: Warm, family: str) -> None:
    game = _near_the_end(family, {"players": 2})
    warm(family)
    plain, fast = (_grown(game, 500, fast, 60_000, beyond=5)[0] for fast in (False, True))
    assert nodes(plain) == nodes(fast)
    assert any(game.rules.kernels.between_rounds(place.state) for place in places(game, plain))


@pytest.mark.parametrize("family", ["azul", "pavilion"])
def test_beyond_the_round_a_full_tree_goes_on(family: str) -> None:
    game = _near_the_end(family, {"players": 2})
    whole = int(_grown(game, 500, beyond=5, room=60_000)[0].used[0])
    for size in range(whole // 4, whole, whole // 7):
        grown, desk = _grown(game, 500, beyond=5, room=size)  # plain: a write beyond would be an IndexError
        assert grown.used[0] <= size
        assert grown.visits[0] == 500
        assert sum(desk.value[:2]) == pytest.approx(1)
        grown.used[0] = size - DEALS + 1
        assert not Bound(growing, game.rules.kernels, False).grow_deals(grown, desk, 0)
        assert grown.used[0] == size - DEALS + 1


@pytest.mark.parametrize("family", ["azul", "pavilion"])
@pytest.mark.parametrize("spare", [-1, 0, 50, 400])
def test_a_full_tree_goes_on_within_its_room(family: str, spare: int) -> None:
    game = az.new(family, seed=4)
    size = 1 + len(game.moves()) + spare
    grown, desk = _grown(game, 200, room=size)  # plain: a write beyond would be an IndexError
    assert grown.used[0] <= size
    assert grown.visits[0] == 200
    assert sum(desk.value[:2]) == pytest.approx(1)


def test_the_solver_leaves_to_the_tree_what_goes_on_after_the_round(warm: Warm) -> None:
    solver = warm("azul").solver
    for rounds, solved in ((30, False), (1, True)):
        game = az.new("azul", seed=3, max_rounds=rounds)
        while len(game.rules.actions(game.state)) > 4:
            game.play(game.moves()[0])
        desk = _desk(game, True)
        bench = new_bench(len(desk.root))
        assert solver.begin(bench, desk) == solved  # likely games do not end it
        desk.s[:] = desk.root
        found = solver.solve(bench, desk, 1_000_000)
        assert found > 0 if solved else found == UNSOLVABLE
    state = game.rules.plain(game.rules.copy(game.state))
    for action in bench.line[0, : int(bench.length[0])].tolist():
        game.rules.play(state, action)
    judged = _desk(game, False)
    judged.s[:] = state
    Bound(judging, game.rules.kernels, False).judge(judged.s, judged, marking.mark_of(judged.s))
    assert judged.value[:2] == bench.best[0, :2].tolist()


# --- files ------------------------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A net for two-player Azul."""
    path = tmp_path / "some" / "azul-2-coloured.net"
    rules = az.rules("azul")
    nets.save(path, rules, random_arrays(rules), {"games": 7})
    return path


def test_a_net_comes_back_as_it_was(file: Path) -> None:
    rules = az.rules("azul")
    arrays = random_arrays(rules)
    fast, plain = nets.as_written(file, rules, True), nets.as_written(file, rules, False)
    for name, values in arrays.items():
        again = getattr(fast, name)
        assert again.dtype == values.dtype
        assert np.array_equal(again, values)
        rows = [list(row) if values.ndim == 2 else row for row in getattr(plain, name)]
        assert rows == values.tolist()
    assert nets.meta_of(file) == {"games": 7}
    assert list(file.parent.iterdir()) == [file]


def _broken(found: bytes) -> dict[str, tuple[bytes, str]]:
    first, header, rest = found.split(b"\n", 2)
    told = json.loads(header)
    start = first + b"\n"

    def changed(**more: Any) -> bytes:
        return start + json.dumps({**told, **more}).encode() + b"\n" + rest

    return {
        "empty": (b"", "another version"),
        "another format": (found.replace(b"net 1\n", b"net 2\n", 1), "another version"),
        "cut short": (found[:-3], "damaged"),
        "cut in the header": (found[:60], "damaged"),
        "a bit turned": (found[:-9] + bytes([found[-9] ^ 1]) + found[-8:], "damaged"),
        "header without shapes": (start + b"{}\n" + rest, "damaged"),
        "header that is no object": (start + b"[1]\n" + rest, "damaged"),
        "other shapes": (changed(shapes={**told["shapes"], "w3": [8, 4]}), "shapes"),
        "huge shapes": (changed(shapes={**told["shapes"], "w2": [10**9, 8]}), "shapes"),
        "another encoding": (changed(encoding=999), "another version"),
        "another game": (changed(net="pavilion 2 coloured"), "another version"),
        "wrong hash": (changed(sha256="0"), "damaged"),
        "a name that is a number": (changed(net=5), "its header is damaged"),
        "an encoding that is text": (changed(encoding="1"), "its header is damaged"),
        "a hash that is none": (changed(sha256=None), "its header is damaged"),
        "no meta": (changed(meta=[]), "its header is damaged"),
        "shapes that are a list": (changed(shapes=[1, 2]), "its header is damaged"),
        "a shape that is text": (changed(shapes={**told["shapes"], "w3": "x"}), "its header is damaged"),
        "a shape of text": (changed(shapes={**told["shapes"], "w3": [8, "x"]}), "its header is damaged"),
        "a shape that is a number": (changed(shapes={**told["shapes"], "w2": 5}), "its header is damaged"),
        "a shape too many": (changed(shapes={**told["shapes"], "w5": [1]}), "shapes"),
        "a shape too few": (changed(shapes={"w2": told["shapes"]["w2"]}), "shapes"),
        "layers of one size": (changed(shapes={**told["shapes"], "w2": [8]}), "shapes"),
        "deeply nested": (start + b"[" * 100_000 + b"\n" + rest, "its header is damaged"),
    }


@pytest.mark.parametrize("case", _broken(nets.FORMAT + b'{"shapes": {"w2": [1, 1]}}\nxxxxxxxxxxxxxxxx'))
def test_a_file_that_cannot_be_used_is_named_once_and_done_without(
    case: str, file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    content, complaint = _broken(file.read_bytes())[case]
    bad = file.with_name(case.replace(" ", "-") + ".net")
    bad.write_bytes(content)
    rules = az.rules("azul")
    with pytest.raises(nets.BadNet, match=complaint):
        nets.read(bad, rules, False)
    with caplog.at_level(logging.INFO, "azulejos.bots"):
        assert nets.load(rules, False, str(bad)) is None
        assert nets.load(rules, False, str(bad)) is None
    assert len(caplog.records) == 1
    assert str(bad) in caplog.text
    assert complaint in caplog.text
    desk = new_desk(rules, rules.start(0), 1, Settings(net=str(bad)), False)
    assert len(desk.net.b1) == 0


def test_a_net_for_another_table_is_refused(file: Path) -> None:
    told = "has other shapes than a net for azul 3 coloured: b3 is (2,), expected (3,)"
    with pytest.raises(nets.BadNet, match=f"^{re.escape(told)}$"):
        nets.read(file, az.rules("azul", players=3), True)


@pytest.mark.parametrize("shape", [[8, 9], [8, 1], [8, -2], [8], [], "x", 5, [8, "x"], [8, None], None])
def test_for_how_many_a_net_is(shape: Any, file: Path) -> None:
    assert nets.players_of(file) == 2
    first, header, rest = file.read_bytes().split(b"\n", 2)
    told = json.loads(header)
    told["shapes"]["w3"] = shape
    file.write_bytes(first + b"\n" + json.dumps(told).encode() + b"\n" + rest)
    with pytest.raises(nets.BadNet, match="its header is damaged"):
        nets.players_of(file)


@pytest.mark.parametrize("reader", [nets.players_of, nets.meta_of])
def test_what_is_not_there_has_no_header(reader: Callable[[Path], object], tmp_path: Path) -> None:
    with pytest.raises(nets.BadNet, match="cannot be read"):
        reader(tmp_path / "none.net")


def test_a_missing_file_is_named(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert nets.load(az.rules("azul"), True, str(tmp_path / "none.net")) is None
    assert "cannot be read (No such file or directory)" in caplog.text


@pytest.mark.parametrize(
    ("name", "values", "complaint"),
    [
        ("b3", np.zeros(5), "b3 is of shape"),
        ("b3", np.array([1.5, 0]), "b3 has numbers"),
        ("b3", np.array([2**31, 0]), "b3 has numbers"),
    ],
)
def test_what_is_no_net_is_not_written(name: str, values: Any, complaint: str, tmp_path: Path) -> None:
    rules = az.rules("azul")
    with pytest.raises(nets.BadNet, match=complaint):
        nets.save(tmp_path / "a.net", rules, {**random_arrays(rules), name: values}, {})
    assert not list(tmp_path.iterdir())


def test_every_packaged_net_can_be_read() -> None:
    folder = Path(nets.__file__).parent / "nets"
    found = {path.name for path in folder.glob("*" + nets.ENDING)} if folder.is_dir() else set()
    assert found == {nets.file_of(name) for name in nets.SHIPPED}
    variants = [("azul", o) for o in _azul_options()] + [("pavilion", o) for o in _pavilion_options()]
    readable = {
        name
        for rules in (az.rules(game, **options) for game, options in variants)
        if (name := nets.packaged(rules)) in nets.SHIPPED and nets.load(rules, True) is not None
    }
    assert readable == set(nets.SHIPPED)


def test_a_variant_has_its_own_net_or_the_one_of_its_table(monkeypatch: pytest.MonkeyPatch) -> None:
    assert nets.packaged(az.rules("azul")) == "azul 2 coloured"
    assert nets.packaged(az.rules("azul", wall="grey")) == "azul 2"
    assert nets.packaged(az.rules("azul", players=4)) == "azul 4 coloured mixed"
    assert nets.packaged(az.rules("azul", players=4, jokers=True)) == "azul 4 coloured mixed"
    assert nets.packaged(az.rules("azul", players=3, wall="grey", jokers=True)) == "azul 3"
    monkeypatch.setattr(nets, "SHIPPED", ("azul 2", "azul 2 coloured"))
    assert nets.packaged(az.rules("azul")) == "azul 2 coloured"
    assert nets.packaged(az.rules("azul", wall="grey", jokers=True)) == "azul 2"
    assert nets.packaged(az.rules("azul", players=4)) == "azul 4"
    assert nets.packaged(az.rules("pavilion", side="grey")) == "pavilion 2"
    monkeypatch.setattr(nets, "SHIPPED", ("azul 3", "azul 3 coloured mixed", "azul 3 grey"))
    assert nets.packaged(az.rules("azul", players=3)) == "azul 3 coloured mixed"
    assert nets.packaged(az.rules("azul", players=3, jokers=True)) == "azul 3 coloured mixed"
    assert nets.packaged(az.rules("azul", players=3, wall="grey")) == "azul 3 grey"
    assert nets.packaged(az.rules("azul", players=3, wall="grey", jokers=True)) == "azul 3"


def _azul_options() -> list[dict[str, Any]]:
    return [
        {"players": n, "wall": wall, "jokers": j}
        for n in (2, 3, 4)
        for wall in ("coloured", "grey")
        for j in (False, True)
    ]


def _pavilion_options() -> list[dict[str, Any]]:
    return [{"players": n, "side": side} for n in (2, 3, 4) for side in ("coloured", "grey")]


# --- bots -------------------------------------------------------------------------------------------------


def test_a_bot_thinks_with_a_net_or_without(file: Path, warm: Warm) -> None:
    warm("azul")
    game = az.new("azul", seed=4)
    learned = SearchBot("learned", 1, Style(solve=0.0, settings=Settings(net=str(file))))
    plain = SearchBot("plain", 1, Style(solve=0.0, settings=Settings(net=False)))
    choices = [bot.choose(game, Budget(simulations=400)) for bot in (learned, plain)]
    for choice in choices:
        assert choice.move in game.moves()
        assert sum(choice.value or ()) == pytest.approx(1)
        assert choice.statistics["simulations"] == 400
    priors = [choice.statistics["moves"][0]["prior"] for choice in choices]
    assert priors[0] != priors[1]
    again = SearchBot("learned", 1, Style(solve=0.0, settings=Settings(net=str(file))))
    one, two = choices[0], again.choose(game, Budget(simulations=400))
    assert (one.move, one.value, one.line) == (two.move, two.value, two.line)


@pytest.mark.parametrize("players", [2, 3])
def test_one_simulation_is_enough_for_a_move_and_a_value(players: int, tmp_path: Path, warm: Warm) -> None:
    warm("azul")
    rules = az.rules("azul", players=players)
    nets.save(tmp_path / "a.net", rules, random_arrays(rules), {})
    settings = Settings(net=str(tmp_path / "a.net"))
    for blur in (0.0, 0.1):
        bot = SearchBot("learned", 1, Style(solve=0.0, blur=blur, settings=settings))
        choice = bot.choose(az.new("azul", seed=4, players=players), Budget(simulations=1))
        assert sum(choice.value or ()) == pytest.approx(1)


def test_a_bot_by_name_can_do_without_nets() -> None:
    assert az.bot("search:net=0").style.settings.net == 0  # type: ignore[attr-defined]
    assert az.bot("search:most=5").style.settings.net is True  # type: ignore[attr-defined]
