"""Runs of several variants with one net for all, and runs that begin with what another net knows."""

import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from azulejos import games
from azulejos.bots import nets
from azulejos.core.layout import GREY, STARTER
from azulejos.learn.course import Course
from azulejos.learn.folder import open_folder, write_json
from azulejos.learn.gate import decide
from azulejos.learn.player import Player, contest
from azulejos.learn.samples import encoded
from azulejos.learn.variants import rules_of, variants_of
from tests.bots.nets import save_unchecked
from tests.learn.conftest import AZUL, QUICK, played, random_net

MIXED = {"game": "azul", "players": 2, "mixed": True}


def test_a_mixed_run_plays_every_variant() -> None:
    names = [games.rules(**one).variant() for one in variants_of({**MIXED, "players": 3})]
    assert names == ["3 coloured", "3 coloured jokers", "3 grey", "3 grey jokers"]
    pavilion = variants_of({"game": "pavilion", "players": 4, "mixed": True})
    assert [games.rules(**one).variant() for one in pavilion] == ["4 coloured", "4 grey"]
    assert variants_of(AZUL) == [AZUL]


def test_a_mixed_run_may_be_of_one_wall_or_of_jokers_alone() -> None:
    for option, names in (
        ({"wall": "coloured"}, ["2 coloured", "2 coloured jokers"]),
        ({"jokers": True}, ["2 coloured jokers", "2 grey jokers"]),
        ({"wall": "grey", "jokers": False}, ["2 grey"]),
    ):
        assert [games.rules(**one).variant() for one in variants_of({**MIXED, **option})] == names
    (side,) = variants_of({"game": "pavilion", "players": 2, "mixed": True, "side": "grey"})
    assert games.rules(**side).variant() == "2 grey"


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({}, "azul 2"),
        ({"wall": "coloured"}, "azul 2 coloured mixed"),
        ({"wall": "grey"}, "azul 2 grey mixed"),
        ({"jokers": True}, "azul 2 jokers mixed"),
        ({"wall": "grey", "jokers": True}, "azul 2 grey jokers"),
    ],
)
def test_a_net_is_called_by_what_it_plays(options: dict[str, Any], name: str, tmp_path: Path) -> None:
    assert open_folder(tmp_path, {**MIXED, **options}).net_name == name


@pytest.mark.usefixtures("plain")
def test_games_take_turns_at_the_variants_and_everybody_starts_as_often() -> None:
    player = Player(MIXED, contest(2), None)
    seen = []
    for number in range(8):
        player.begin(1, number)
        seen.append((player.rules.variant(), int(player.desk.root[STARTER])))
    assert len(set(seen)) == 8


@pytest.mark.usefixtures("plain")
def test_one_game_in_twenty_of_every_variant_is_held_out() -> None:
    shard = played(MIXED, 4)
    shard.numbers += 4 * 20  # the twenty-first game of each
    samples = encoded(MIXED, shard)
    assert samples.held.all()
    shard.numbers += 4
    assert not encoded(MIXED, shard).held.any()


@pytest.mark.usefixtures("plain")
def test_colours_are_exchanged_on_the_grey_wall_only() -> None:
    from azulejos.learn import samples

    shard = played(MIXED, 4)
    found = samples.recoloured(shard)
    grey = shard.states[:, GREY] == 1
    assert (found.states[~grey] == shard.states[~grey]).all()
    assert (found.states[grey] != shard.states[grey]).any(axis=1).mean() > 0.9
    rows = np.repeat(grey, shard.counts)
    assert (found.actions[~rows] == shard.actions[~rows]).all()


@pytest.mark.usefixtures("plain")
def test_a_gate_tells_each_variant_s_share(tmp_path: Path) -> None:
    folder = open_folder(tmp_path, MIXED)
    random_net(folder.net(1), MIXED)
    assert decide(folder, 1, 2, 8, time.time() + 600, 0)
    line = folder.journal()[-1]
    assert list(line["shares"]) == ["2 coloured", "2 coloured jokers", "2 grey", "2 grey jokers"]
    assert sum(line["shares"].values()) / 4 == pytest.approx(line["share"], abs=1e-3)


@pytest.mark.usefixtures("plain")
def test_who_is_worse_in_one_variant_is_not_promoted(tmp_path: Path) -> None:
    folder = open_folder(tmp_path, MIXED)
    random_net(folder.net(1), MIXED)
    shares = {n: [0.1 if n % 4 == 2 else 0.9, 0.0] for n in range(200)}
    write_json(folder.gate(1), {"best": 0, "simulations": 2, "deals": shares})
    assert decide(folder, 1, 2, 400, time.time() + 600, 0)
    line = folder.journal()[-1]
    assert (line["share"], line["shares"]["2 grey"], line["passed"]) == (0.7, 0.1, False)
    assert folder.best == 0


def test_fewer_opponents_weigh_more_but_never_too_much(tmp_path: Path) -> None:
    from azulejos.learn.transfer import read_any, seated

    rules = rules_of(AZUL)
    four = rules_of({"game": "azul", "players": 4})
    old = read_any(random_net(tmp_path / "old.net", {"game": "azul", "players": 4}), four)
    old["w1"][:] = 12000
    table, board = rules.kernels.TABLE, rules.kernels.BOARD
    assert (
        seated(old, rules)["w1"][table + board : table + 2 * board] == 32752
    ).all()  # the last of all steps


# --- beginning with another net ---------------------------------------------------------------------------


@pytest.mark.usefixtures("plain")
def test_a_net_of_as_many_players_is_taken_as_it_is(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    from azulejos.learn.transfer import read_any, transfer

    folder = open_folder(tmp_path / "run", MIXED, sizes=(8, 4))
    old = random_net(tmp_path / "old.net")
    transfer(folder, old)
    before, after = (read_any(path, rules_of(MIXED)) for path in (old, folder.net(1)))
    assert all((before[name] == after[name]).all() for name in before)
    kept = torch.load(folder.checkpoint(1), weights_only=True)
    assert kept["progress"] == 1
    assert nets.meta_of(folder.net(1)) == {"generation": 1, "from": "old.net"}
    player = Player(MIXED, QUICK, folder.net(1))
    assert len(player.game(1, 3).states) > 10


@pytest.mark.usefixtures("plain")
def test_a_net_of_before_is_rounded_to_what_kernels_can_add_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from azulejos.learn.transfer import read_any

    rules = rules_of(AZUL)
    arrays = read_any(random_net(tmp_path / "new.net"), rules)
    w1, b2, w4 = (arrays[name].copy() for name in ("w1", "b2", "w4"))
    b2[0] = 1 << 30
    w1[0, :5], w4[0, :2] = (16, 23, 25, -23, 32767), (5000, -5000)
    save_unchecked(monkeypatch, tmp_path / "old.net", rules, {**arrays, "w1": w1, "b2": b2, "w4": w4})
    with pytest.raises(nets.BadNet, match="of another version"):
        nets.read(tmp_path / "old.net", rules, True)
    again = read_any(tmp_path / "old.net", rules)
    assert again["w1"][0, :5].tolist() == [16, 16, 32, -16, 32752]
    assert again["w4"][0, :2].tolist() == [4095, -4095]
    assert again["b2"][0] == (1 << 24) - 1
    nets.save(tmp_path / "again.net", rules, again, {})
    assert len(nets.read(tmp_path / "again.net", rules, True).b1) == 8


@pytest.mark.usefixtures("plain")
def test_more_opponents_are_each_seen_as_the_only_one_was(tmp_path: Path) -> None:
    from azulejos.learn.transfer import read_any, seated

    rules = rules_of({"game": "azul", "players": 3})
    old = read_any(random_net(tmp_path / "old.net"), rules)
    new = seated(old, rules)
    table, board = rules.kernels.TABLE, rules.kernels.BOARD
    opponent = np.rint(old["w1"][table + board : table + 2 * board] / 32) * 16
    assert (new["w1"][: table + board] == old["w1"][: table + board]).all()
    for seat in (1, 2):
        assert (new["w1"][table + seat * board : table + (seat + 1) * board] == opponent).all()
    assert not new["w1"][table + 3 * board : table + 4 * board].any()
    assert (new["w1"][table + 4 * board :] == old["w1"][table + 4 * board :]).all()  # of no seat
    assert (new["w3"] == old["w3"][:, [0, 1, 1]]).all()
    nets.save(tmp_path / "new.net", rules, new, {})
    assert nets.players_of(tmp_path / "new.net") == 3


def test_integers_become_weights_and_the_same_integers_again(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    from azulejos.learn.model import COARSE_FIRST, COARSE_MOVES, Model
    from azulejos.learn.transfer import read_any

    rules = rules_of(AZUL)
    known = read_any(random_net(tmp_path / "old.net"), rules)
    known["w1"], known["w4"] = known["w1"] * COARSE_FIRST, known["w4"] * COARSE_MOVES
    model = Model(rules.kernels.ENCODED, rules.kernels.MOVE_KEYS, 2, (8, 4))
    model.learn_from(known)
    again = model.quantised()
    assert all((known[name] == again[name]).all() for name in known)


@pytest.mark.usefixtures("plain")
def test_only_a_run_without_a_generation_can_begin_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("torch")
    from azulejos.learn.transfer import main

    random_net(tmp_path / "old.net")
    given = ["", "azul", "--players=2", "--hidden=8,4", f"--dir={tmp_path / 'run'}"]
    monkeypatch.setattr("sys.argv", [*given, f"--net={tmp_path / 'old.net'}"])
    main()
    with pytest.raises(SystemExit, match="has a first generation already"):
        main()
    (tmp_path / "bad.net").write_bytes(b"nothing")
    monkeypatch.setattr("sys.argv", [*given[:-1], f"--dir={tmp_path / 'b'}", f"--net={tmp_path / 'bad.net'}"])
    with pytest.raises(SystemExit, match=r"bad\.net: begins with b'nothing'"):
        main()
    assert not (tmp_path / "b").exists()  # nothing is begun without a net


@pytest.mark.usefixtures("plain")
def test_a_wider_run_goes_on_from_a_net_that_says_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("torch")
    from azulejos.learn.model import Model, integer_value
    from azulejos.learn.trainer import Trainer
    from azulejos.learn.transfer import main, read_any
    from azulejos.learn.widening import widened

    path = random_net(tmp_path / "old.net")
    given = ["", "azul", "--players=2", "--hidden=12,6", f"--dir={tmp_path / 'run'}", f"--net={path}"]
    monkeypatch.setattr("sys.argv", given)
    main()
    folder = open_folder(tmp_path / "run", AZUL)
    rules, old = rules_of(AZUL), read_any(path, rules_of(AZUL))
    assert read_any(folder.net(1), rules)["w2"].shape == (8, 4)  # the first games are played as it is
    new = widened(old, (12, 6))
    actives = encoded(AZUL, played(AZUL, 1)).actives.astype(np.int64)
    assert len(np.unique(integer_value(old, actives), axis=0)) > 5
    assert (integer_value(old, actives) == integer_value(new, actives)).all()
    assert new["w2"][8:].any()
    assert not new["w4"][:, 4:].any()
    trainer = Trainer(Model(rules.kernels.ENCODED, rules.kernels.MOVE_KEYS, 2, (12, 6)), Course(), "cpu")
    assert trainer.go_on(folder.checkpoint(1))
    kept = trainer.model.quantised()
    assert all((kept[name] == new[name]).all() for name in ("b1", "w2", "b2", "w3", "b3", "b4"))


@pytest.mark.usefixtures("plain")
def test_a_narrower_run_begins_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from azulejos.learn.transfer import main

    old = random_net(tmp_path / "old.net")
    given = ["", "azul", "--players=2", "--hidden=12,3", f"--dir={tmp_path / 'run'}", f"--net={old}"]
    monkeypatch.setattr("sys.argv", given)
    main()
    folder = open_folder(tmp_path / "run", AZUL)
    assert capsys.readouterr().err.startswith("its layers are (8, 4), the run's (12, 3): it plays")
    assert folder.sizes == (12, 3)
    assert not folder.checkpoint(1).exists()
    assert len(Player(AZUL, QUICK, folder.net(1)).game(1, 3).states) > 10


@pytest.mark.usefixtures("plain")
def test_a_trusted_net_plays_at_once_and_the_next_generation_is_due(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from azulejos.learn.curves import rows
    from azulejos.learn.transfer import main

    old = random_net(tmp_path / "old.net")
    given = ["", "azul", "--players=2", "--hidden=12,4", f"--dir={tmp_path / 'run'}", f"--net={old}"]
    monkeypatch.setattr("sys.argv", [*given, "--trusted"])
    main()
    folder = open_folder(tmp_path / "run", AZUL)
    assert (folder.best, folder.due) == (1, 2)
    assert [row.share for row in rows(folder.journal())] == [None]  # no gate was played, and none is told of
    folder.note("gate", 2, against=1, share=0.75, error=0.01, lead=1.0, passed=True, fair=0.5)
    assert rows(folder.journal())[-1].elo == pytest.approx(190.85, abs=0.01)  # counted from the trusted one
