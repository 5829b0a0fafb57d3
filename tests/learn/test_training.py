"""Training: the model is the search's net, it learns what is there, and goes on where it was."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from azulejos.bots import nets  # noqa: E402
from azulejos.bots.net import MOST2, MOST4, MOST_ACTIVE, SCALE, Layers, forward, likelihood_of, worth_of  # noqa: E402
from azulejos.learn.course import Course  # noqa: E402
from azulejos.learn.folder import open_folder  # noqa: E402
from azulejos.learn.judging import judged, rounding  # noqa: E402
from azulejos.learn.model import COARSE_FIRST, COARSE_MOVES, Model, integer_value, move_loss, value_loss  # noqa: E402
from azulejos.learn.noting import BOUNDARY  # noqa: E402
from azulejos.learn.replay import write  # noqa: E402
from azulejos.learn.samples import Samples, encoded  # noqa: E402
from azulejos.learn.trainer import Data, Trainer, losses  # noqa: E402
from azulejos.learn.training import train  # noqa: E402
from azulejos.learn.variants import rules_of  # noqa: E402
from tests.learn.conftest import AZUL, played  # noqa: E402

FEATURES, KEYS = 30, 20


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    torch.set_num_threads(1)  # these are too small for more, and tests run side by side


@pytest.fixture
def _no_gradients() -> Iterator[None]:
    with torch.no_grad():
        yield


def _model(encoded: int = FEATURES, keys: int = KEYS, players: int = 2) -> Model:
    torch.manual_seed(1)
    return Model(encoded, keys, players, (16, 8))


def _toy(count: int = 2000) -> Samples:
    """Who has feature 0 wins, and feature 1 + n says that move n of three is the one to make."""
    luck = np.random.default_rng(1)
    has, best = luck.integers(0, 2, count), luck.integers(0, 3, count)
    actives = np.stack([np.where(has, 0, FEATURES), 1 + best, luck.integers(4, FEATURES, count)], 1)
    results = np.stack([has, 1 - has], 1).astype(np.float32)
    return Samples(
        actives=actives.astype(np.int16),
        values=np.full((count, 2), -1, np.float32),
        results=results,
        scores=np.zeros((count, 2, 2), np.float32),
        kinds=luck.integers(0, 3, count).astype(np.int8),
        held=np.arange(count) >= 0.9 * count,
        counts=np.full(count, 3, np.int32),
        keys=np.tile(np.array([[0, 10], [1, 11], [2, 12]], np.int16), (count, 1)),
        shares=np.eye(3, dtype=np.float32)[best].reshape(-1),
        features=FEATURES,
    )


def _trained(epochs: float, **more: Any) -> tuple[Trainer, Data]:
    course = Course(epochs=epochs, batch=100, rate=0.02, **more)
    trainer, data = Trainer(_model(), course, "cpu"), Data(_toy(), course, "cpu")
    return trainer, data


def test_the_model_learns_what_is_there(tmp_path: Path) -> None:
    trainer, data = _trained(12)
    rows, test = torch.arange(1800), torch.arange(1800, 2000)
    before = judged(trainer.model, data, test)
    assert before["value"] == pytest.approx(np.log(2), abs=0.1)  # knowing nothing
    assert before["prior"] == pytest.approx(np.log(3), abs=0.1)
    assert trainer.train(data, rows, float("inf"), tmp_path / "x.pt")
    after = judged(trainer.model, data, test)
    assert after["value"] < 0.05
    assert after["prior"] < 0.1
    net = trainer.model.quantised()
    assert rounding(trainer.model, net, data, test)["most"] < 0.02


def test_the_integers_are_what_the_search_computes(tmp_path: Path) -> None:
    """Value and prior of the exported net by the search's own kernels, against the model's."""
    rules = rules_of(AZUL)
    kernels: Any = rules.kernels
    model = _model(kernels.ENCODED, kernels.MOVE_KEYS)
    torch.nn.init.normal_(model.moves.weight, std=0.5)
    torch.nn.init.normal_(model.value.weight, std=0.5)
    arrays = model.quantised()
    nets.save(tmp_path / "x.net", rules, arrays, {})
    net = nets.read(tmp_path / "x.net", rules, False)
    luck = np.random.default_rng(3)
    for _ in range(20):
        active = sorted(luck.choice(kernels.ENCODED, 80, replace=False).tolist())
        keys = luck.integers(0, kernels.MOVE_KEYS, kernels.KEYS).tolist()
        second = [0] * 8
        forward(net, [*active, *[0] * (MOST_ACTIVE - 80)], 80, Layers([0] * 16, [0] * 16, [0] * 8, second))
        exact = integer_value(arrays, np.array([active]))[0]
        assert [worth_of(net, second, k) for k in range(2)] == exact.tolist()
        with torch.no_grad():
            hidden = model.hidden(torch.tensor([active]))
            assert hidden[0].numpy() * 127 == pytest.approx(second, abs=1.1)
            assert model.value(hidden)[0].numpy() == pytest.approx(exact, abs=0.03)
            logit = model.move_logits(hidden, torch.tensor([keys]), torch.tensor([0]))
            found = likelihood_of(net, second, keys) / SCALE
            assert found == pytest.approx(float(logit), abs=0.1)


def test_losses_are_cross_entropies() -> None:
    logits = torch.tensor([[1.0, 3.0], [0.0, 0.0]])
    target = torch.tensor([[1.0, 0.0], [0.25, 0.75]])
    assert value_loss(logits, target).tolist() == pytest.approx([np.log(1 + np.e**2), np.log(2)])
    moves, shares = torch.tensor([5.0, 5.0, 1.0, 1.0, 1.0]), torch.tensor([0.5, 0.5, 1.0, 0.0, 0.0])
    place = torch.tensor([0, 0, 1, 1, 1])
    assert move_loss(moves, shares, place, 2).tolist() == pytest.approx([np.log(2), np.log(3)])


def test_the_target_is_a_mix_where_the_search_has_thought() -> None:
    toy = _toy(4)
    toy.values[:2] = [0.5, 0.5]
    data = Data(toy, Course(trust=0.4), "cpu")
    mixed = 0.4 * 0.5 + 0.6 * toy.results[:2]
    assert data.target[:2].numpy() == pytest.approx(mixed)
    assert data.target[2:].numpy() == pytest.approx(toy.results[2:])


@pytest.mark.usefixtures("_no_gradients")
def test_positions_between_rounds_weigh_as_much_as_the_course_says() -> None:
    toy, model = _toy(60), _model()
    between = toy.kinds == BOUNDARY
    assert 0 < between.sum() < len(between)
    data = Data(toy, Course(boundary=5.0), "cpu")
    rows = torch.arange(len(toy))
    each = torch.stack([losses(model, data, rows[n : n + 1])[0] for n in rows.tolist()])
    weighed, plain = (losses(model, data, rows, weighed=told)[0] for told in (True, False))
    assert float(plain) == pytest.approx(float(each.mean()))
    weights = torch.where(torch.as_tensor(between), 5.0, 1.0)
    assert float(weighed) == pytest.approx(float((weights * each).sum() / weights.sum()))
    assert float(weighed) != pytest.approx(float(plain), rel=1e-4)


def test_training_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    rows = torch.arange(1800)
    trainer, data = _trained(4)
    assert not trainer.train(data, rows, 0.0, tmp_path / "x.pt")  # no time: one step, then saved
    assert trainer.steps == 1
    other, _ = _trained(4)
    assert other.go_on(tmp_path / "x.pt")
    assert (other.steps, other.progress) == (1, trainer.progress)
    assert torch.equal(other.model.second.weight, trainer.model.second.weight)
    assert other.train(data, rows, float("inf"), tmp_path / "x.pt")
    assert other.steps == 72  # four epochs of eighteen steps, the first one counted


def test_what_is_new_says_how_long_a_course_is(tmp_path: Path) -> None:
    """Else games that stay in the window for generations are learned by heart."""
    trainer, data = _trained(1.5)
    assert trainer.train(data, torch.arange(1800), float("inf"), tmp_path / "x.pt", new=200)
    assert trainer.steps == 3


def test_what_was_never_seen_weighs_nothing(tmp_path: Path) -> None:
    trainer, data = _trained(1)
    trainer.train(data, torch.arange(1800), float("inf"), tmp_path / "x.pt")
    net = trainer.model.quantised()
    assert net["w1"].any(axis=1).all()  # every feature comes up
    assert np.flatnonzero(net["w4"].any(axis=1)).tolist() == [0, 1, 2, 10, 11, 12]


def test_a_damaged_checkpoint_is_named_and_passed_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trainer, _ = _trained(1)
    assert not trainer.go_on(tmp_path / "x.pt")
    (tmp_path / "x.pt").write_bytes(b"rubbish")
    assert not trainer.go_on(tmp_path / "x.pt")
    assert "passed over: x.pt" in capsys.readouterr().err


def test_minutes_end_a_course_too(tmp_path: Path) -> None:
    trainer, data = _trained(1e9, limit=0.005)
    assert trainer.train(data, torch.arange(1800), float("inf"), tmp_path / "x.pt")


def test_weights_stay_within_sixteen_bits() -> None:
    model = _model()
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.fill_(1e6)
    for name, array in model.quantised().items():
        if name.startswith("w"):
            coarse = {"w1": COARSE_FIRST, "w4": COARSE_MOVES}.get(name, 1)
            most = {"w4": MOST4}.get(name, 32767)
            assert most - coarse < array.max() <= most, name
            assert (array % coarse == 0).all()
        assert name != "b2" or array.max() <= MOST2


@pytest.mark.usefixtures("plain")
def test_a_generation_is_trained_once_and_read_by_the_search(tmp_path: Path) -> None:
    folder = open_folder(tmp_path, AZUL, sizes=(16, 8))
    assert not train(folder, Course(), 1, float("inf"), 0, "cpu")  # nothing was played yet
    shard = played(games=3)
    write(folder.shards(1) / "a.npz", shard)
    course = Course(epochs=2, batch=32)
    assert train(folder, course, 1, float("inf"), 0, "cpu")
    written = folder.net(1).read_bytes()
    assert train(folder, course, 1, float("inf"), 0, "cpu")
    assert folder.net(1).read_bytes() == written
    net = nets.read(folder.net(1), rules_of(AZUL), True)
    assert net.w1.shape == (rules_of(AZUL).kernels.ENCODED + 1, 16)  # and a row of noughts
    line = folder.journal()[-1]
    assert (line["step"], line["generation"]) == ("train", 1)
    assert line["samples"] == int((~encoded(AZUL, shard).held).sum())
    assert line["held_out"]["value"] > 0
    assert line["learned"]["value"] > 0
    assert line["learned"]["value"] != line["held_out"]["value"]
    assert nets.meta_of(folder.net(1))["generation"] == 1


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize("window", [10**6, 20])
def test_only_new_samples_of_the_window_make_a_course_longer(tmp_path: Path, window: int) -> None:
    folder = open_folder(tmp_path, AZUL, sizes=(16, 8))
    course = Course(epochs=3, batch=16, window=window)
    write(folder.shards(1) / "a.npz", played(games=4))
    assert train(folder, course, 1, float("inf"), 0, "cpu")
    folder.note("gate", 1, passed=False)
    shard = played(games=2)
    write(folder.shards(2) / "a.npz", shard)
    assert train(folder, course, 2, float("inf"), 0, "cpu")
    first, last = (line for line in folder.journal() if line["step"] == "train")
    own = int((~encoded(AZUL, shard).held).sum())
    assert last["new"] == own
    assert (last["samples"] > own) == (window > len(shard.states))  # a window that holds old ones, too
    assert last["steps"] - first["steps"] == -(-3 * own // 16)
