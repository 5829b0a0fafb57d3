"""What the tests of learning share: plain kernels, small nets, small games."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from azulejos.bots import nets
from azulejos.bots.net import STEP1
from azulejos.learn.player import Plan, Player
from azulejos.learn.replay import Shard, joined
from azulejos.learn.variants import Variant, rules_of

AZUL = {"game": "azul", "players": 2}
QUICK = Plan(full=12, brief=4, opening=4)


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels as plain Python: the same numbers, and nothing to compile."""
    monkeypatch.setenv("AZULEJOS_JIT", "0")


def played(variant: Variant = AZUL, games: int = 2, plan: Plan = QUICK, net: Path | None = None) -> Shard:
    """The notes of some games."""
    player = Player(variant, plan, net)
    return joined([player.game(3, number) for number in range(games)], {"seed": 3, "last": games - 1})


def random_net(path: Path, variant: Variant = AZUL, seed: int = 1, sizes: tuple[int, int] = (8, 4)) -> Path:
    """The file of a net that knows nothing."""
    luck = np.random.default_rng(seed)
    rules = rules_of(variant)
    arrays: dict[str, Any] = {
        name: luck.integers(-900, 900, shape) for name, shape in nets.shapes(rules, *sizes).items()
    }
    arrays["w1"] = arrays["w1"] // STEP1 * STEP1
    nets.save(path, rules, arrays, {})
    return path
