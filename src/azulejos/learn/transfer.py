"""Begin a run with what another net of the game knows:
`python -m azulejos.learn.transfer azul --players 3 --mixed --dir ladder/x --net FILE`.

That net becomes the first generation as it is (an older one rounded to what kernels add up), and the gate
decides whether it plays; `--trusted` says that it is known to be better than the search without a net, and
it plays at once. All nets of a game have the same features, board by board, so that a net for two can begin
one for four: every opponent is seen as the only one was, and counts for as much less as there are more of
them. Where `--hidden` asks for wider layers, it plays the first games as it is, and what learns from them
goes on from a wider net that says the same; where a layer would be narrower, what learns begins anew.
"""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from azulejos import games
from azulejos.bots import nets
from azulejos.bots.net import MOST2, MOST4, STEP1
from azulejos.core.jit import never_compiled
from azulejos.core.layout import SEATS
from azulejos.core.rules import Rules
from azulejos.learn.arguments import folder_of, opened
from azulejos.learn.course import Course
from azulejos.learn.folder import Folder
from azulejos.learn.variants import rules_of
from azulejos.learn.widening import can_widen, widened

MOST16 = 32767


class NotFirst(ValueError):
    """A run that has begun otherwise."""


def transfer(folder: Folder, path: Path) -> None:
    """Write the first generation's net and, unless the run has narrower layers, checkpoint.

    BadNet or NotFirst say what is wrong.
    """
    if folder.due > 1 or folder.net(1).exists() or folder.checkpoint(1).exists():
        raise NotFirst(f"{folder.path} has a first generation already")
    rules = rules_of(folder.variant)
    old = read_any(path, rules)
    known = seated(old, rules)
    if can_widen(sizes := old["w2"].shape, folder.sizes):
        _keep(folder, rules, widened(known, folder.sizes))
    else:
        sys.stderr.write(
            f"its layers are {sizes}, the run's {folder.sizes}: it plays, what learns begins anew\n"
        )
    nets.save(folder.net(1), rules, known, {"generation": 1, "from": path.name}, folder.net_name)


def trust(folder: Folder) -> None:
    """Let the first generation play, whatever a gate would say of it."""
    folder.promote(1)
    folder.note("trusted", 1)


def read_any(path: Path, rules: Rules) -> dict[str, Any]:
    """The arrays of a net of the same game, for however many players it is."""
    players = nets.players_of(path)
    net = nets.as_written(path, games.rules(rules.game, players=players, compiled=not never_compiled()))
    found = {name: np.asarray(values) for name, values in net._asdict().items()}
    found["b2"] = np.clip(found["b2"], -MOST2, MOST2)
    return {**found, "w1": _in_steps(found["w1"]), "w4": np.clip(found["w4"], -MOST4, MOST4)}


def _in_steps(weights: Any) -> Any:
    """Weights of the first layer as kernels can add them up: older nets have others."""
    most = MOST16 // STEP1
    return (np.clip(np.rint(weights / STEP1), -most, most) * STEP1).astype(np.int16)


def seated(old: Mapping[str, Any], rules: Rules) -> dict[str, Any]:
    """The arrays for a table of so many: boards and seats that were not there are as the last one was."""
    kernels: Any = rules.kernels
    before, players = old["w3"].shape[1], rules.players
    if before == players:
        return dict(old)
    weaker = (before - 1) / (players - 1)
    w1 = old["w1"].copy()
    for seat in range(1, players):
        first, last = (kernels.TABLE + kernels.BOARD * at for at in (seat, min(seat, before - 1)))
        board = old["w1"][last : last + kernels.BOARD]
        w1[first : first + kernels.BOARD] = _in_steps(weaker * board)
    w1[kernels.TABLE + kernels.BOARD * players : kernels.TABLE + kernels.BOARD * SEATS] = 0
    seats = [min(seat, before - 1) for seat in range(players)]
    return {**old, "w1": w1, "w3": old["w3"][:, seats], "b3": old["b3"][seats]}


def _keep(folder: Folder, rules: Rules, known: Mapping[str, Any]) -> None:
    """Write the checkpoint that the second generation goes on from."""
    from azulejos.learn.model import Model  # not before: whoever only asks for help needs no torch
    from azulejos.learn.trainer import Trainer

    kernels: Any = rules.kernels
    model = Model(kernels.ENCODED, kernels.MOVE_KEYS, rules.players, folder.sizes)
    model.learn_from(known)
    trainer = Trainer(model, Course(), "cpu")
    trainer.progress = 1.0
    trainer.save(folder.checkpoint(1))


def main() -> None:
    """Read the command line and begin."""
    parser = opened("transfer", __doc__)
    parser.set_defaults(hidden=None)
    parser.add_argument("--net", type=Path, required=True, help="the file of the net to begin with")
    parser.add_argument("--trusted", action="store_true", help="let it play at once, without a gate")
    found = parser.parse_args()
    try:
        known = read_any(found.net, games.rules(found.game))  # nothing is begun without it
        found.hidden = found.hidden or known["w2"].shape
        transfer(folder := folder_of(found), found.net)
        if found.trusted:
            trust(folder)
    except NotFirst as error:
        sys.exit(f"azulejos: {error}")
    except nets.BadNet as error:
        sys.exit(f"azulejos: {found.net}: {error}")


if __name__ == "__main__":
    main()
