"""The gate: paired deals, an interval over them, promotion only beyond doubt; games are kept."""

import time
from pathlib import Path

import pytest

from azulejos.learn.folder import open_folder, read_json, write_json
from azulejos.learn.gate import decide, gate, play_deal, verdict
from azulejos.learn.player import Player, contest
from tests.learn.conftest import AZUL, random_net


def _deals(*shares: float) -> dict[int, list[float]]:
    return {n: [share, 2.0] for n, share in enumerate(shares)}


def test_an_interval_is_counted_by_deals() -> None:
    found = verdict(_deals(*[1.0, 0.5] * 50), 2)
    assert (found.deals, found.share, found.lead) == (100, 0.75, 2.0)
    assert found.error == pytest.approx(0.25 / 99**0.5)  # of 0.25 around the mean, for 100 deals
    assert found.passed
    assert found.clear
    assert str(found) == "75.0% ±4.9 on 100 deals, +2.0 points"


def test_a_little_better_is_not_better() -> None:
    assert not verdict(_deals(*[1.0, 0.5, 0.0, 0.5, 0.55] * 20), 2).passed
    assert not verdict(_deals(*[1.0] * 8), 2).passed  # too few
    assert not verdict({}, 2).passed
    assert not verdict(_deals(*[0.0] * 100), 2).passed
    assert verdict(_deals(*[0.0] * 100), 2).clear


def test_more_seats_have_a_smaller_fair_share() -> None:
    assert verdict(_deals(*[0.5, 0.25] * 50), 4).passed
    assert not verdict(_deals(*[0.5, 0.25] * 50), 2).passed


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize("players", [2, 3])
def test_whoever_plays_itself_gets_a_fair_share_of_every_deal(tmp_path: Path, players: int) -> None:
    variant = {"game": "azul", "players": players}
    net = random_net(tmp_path / "x.net", variant)  # it plays no rounds out, so there is no luck in it
    one, two = (Player(variant, contest(3), net) for _ in range(2))
    share, _ = play_deal(one, two, 5, 1)
    assert share == pytest.approx(1 / players)


@pytest.mark.usefixtures("plain")
def test_a_gate_goes_on_where_it_was(tmp_path: Path) -> None:
    folder = open_folder(tmp_path, AZUL)
    random_net(folder.net(1))
    assert gate(folder, 1, 2, 6, time.time() - 1, 0) is None  # no time at all
    kept = {"best": 0, "simulations": 2, "deals": {"0": [1.0, 5.0], "1": [0.0, -5.0]}}
    write_json(folder.gate(1), kept)
    found = gate(folder, 1, 2, 6, time.time() + 600, 0)
    assert found is not None
    assert found.deals == 3
    assert read_json(folder.gate(1))["deals"]["0"] == [1.0, 5.0]
    write_json(folder.gate(1), {**kept, "simulations": 99})  # of another contest: played anew
    again = gate(folder, 1, 2, 2, time.time() + 600, 0)
    assert again is not None
    assert read_json(folder.gate(1))["deals"]["0"] != [1.0, 5.0]


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize(("share", "best"), [(1.0, 1), (0.5, 0)])
def test_only_who_passes_is_promoted(tmp_path: Path, share: float, best: int) -> None:
    folder = open_folder(tmp_path, AZUL)
    random_net(folder.net(1))
    deals = {str(n): [share, 1.0] for n in range(50)}
    write_json(folder.gate(1), {"best": 0, "simulations": 2, "deals": deals})
    assert (folder.best, folder.due) == (0, 1)
    assert decide(folder, 1, 2, 100, time.time() + 60, 0)
    assert (folder.best, folder.due) == (best, 2)
    assert folder.journal()[-1]["passed"] is (best == 1)
