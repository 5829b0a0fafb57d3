"""The worker itself: reads records, keeps bots, answers whatever it is asked."""

import io
import json
from typing import Any

import pytest

import azulejos as az
from azulejos.service import botworker
from azulejos.service.botworker import BotWorker


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AZULEJOS_JIT", "0")


@pytest.fixture
def worker() -> BotWorker:
    return BotWorker(io.BytesIO())


def request(game: az.Match, key: str = "k", level: str = "apprentice", **more: Any) -> dict[str, Any]:
    asked = {"id": 1, "record": game.record(), "level": level, "seconds": None, "key": key}
    return json.loads(json.dumps({**asked, **more}))  # type: ignore[no-any-return]


def test_a_legal_move(worker: BotWorker) -> None:
    game = az.new("pavilion", seed=4)
    answer = worker.answer(request(game))
    assert answer["id"] == 1
    assert answer["move"] in game.moves()


def test_a_record_holds_nothing_of_what_will_be_dealt() -> None:
    one, other = (az.new("azul", seed=9).copy(seed=seed) for seed in (1, 2))
    assert request(one) == request(other)


def test_a_seat_keeps_its_bot(worker: BotWorker) -> None:
    game = az.new("azul", seed=4)
    worker.answer(request(game))
    (first,) = worker._bots.values()
    game.play(game.moves()[0])
    worker.answer(request(game))
    game.play(game.moves()[0])
    worker.answer(request(game))
    assert len(worker._bots) == 2
    assert first in worker._bots.values()


def test_only_the_last_used_bots_are_kept(worker: BotWorker) -> None:
    game = az.new("azul", seed=4)
    for key in "abcdefa":
        worker.answer(request(game, key, seconds=0.0))
    assert [key for key, *_ in worker._bots] == ["d", "e", "f", "a"]
    assert len(worker._bots) == botworker.KEPT


@pytest.mark.parametrize("wrong", [{"record": "rubbish"}, {"level": "champion"}, {"seconds": "soon"}])
def test_errors_are_told(worker: BotWorker, wrong: dict[str, Any]) -> None:
    answer = worker.answer(request(az.new("azul", seed=4), **wrong))
    assert answer["id"] == 1
    assert "move" not in answer
    assert answer["error"]
    assert worker.answer({})["error"]
