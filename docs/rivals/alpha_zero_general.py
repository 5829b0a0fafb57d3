"""Another project's Azul bot behind our line protocol, so that the arena can play against it.

    python docs/rivals/alpha_zero_general.py CHECKOUT

CHECKOUT is a copy of github.com/cestpasphoto/alpha-zero-general; nothing of it is part of this
repository. Needs numpy, numba, torch, onnx, onnxruntime, colorama and tqdm in the Python that runs it. Two
players, coloured wall, no jokers.

Their search, net and settings are used as their own `pit.py` does: the settings of the checkpoint, the
most visited move, the tree kept within a game. Their search is called until the time of a request is spent.
"""

import json
import os
import sys
import tempfile
import time
import types
from pathlib import Path
from typing import Any

import numpy as np

COLOURS = "BYRKW"  # their order is ours
ACTIONS = 180  # 30 * source + 6 * colour + line; the centre is source 0, the floor line 5
MARGIN = 0.02  # seconds of each move's time that are left over
MOST_NODES = 120_000

Position = dict[str, Any]

# --- positions and moves ------------------------------------------------------------------------------------


def to_board(position: Position) -> Any:
    """A position as their array of 23 rows, seen by the seat to move."""
    _check(position)
    me = position["turn"]
    board = np.zeros((23, 6), dtype=np.int8)
    board[0, 2] = position["round"]
    for source, tiles in enumerate([position["centre"], *position["factories"]]):
        board[3 + source] += _counts(tiles)
    board[3, 5] = position["marker"] == "centre"
    board[1] += _counts(_letters(position["bag"]))
    board[2] += _counts(_letters(position.get("lid", {})))
    for player, seat in enumerate((me, 1 - me)):
        own = position["boards"][seat]
        _write_player(board, player, own, position["marker"] == seat)
        board[2] += _counts(own["floor"].replace("1", ""))  # to them a fallen tile is discarded at once
    return board


def _check(position: Position) -> None:
    options = position["options"]
    known = (position["game"], options["players"], options["wall"], options["jokers"], position["phase"])
    if known != ("azul", 2, "coloured", False, "offer"):
        raise ValueError(
            f"cannot play {known}, expected azul for two, coloured, without jokers, in its offer"
        )


def _letters(counts: dict[str, int]) -> str:
    return "".join(letter * count for letter, count in counts.items())


def _counts(tiles: str) -> Any:
    return np.array([*(tiles.count(letter) for letter in COLOURS), 0], dtype=np.int8)


def _write_player(board: Any, player: int, own: Position, marker: bool) -> None:
    board[0, player] = min(own["score"], 127)  # a byte of theirs
    for row, line in enumerate(own["lines"]):
        board[9 + player, row] = COLOURS.index(line[0]) if line else -1
        board[11 + player, row] = len(line)
    board[9 + player, 5] = marker
    board[11 + player, 5] = len(own["floor"])
    for row, cells in enumerate(own["wall"]):
        board[13 + 5 * player + row, :5] = [cell != "." for cell in cells]


def to_move(action: int) -> str:
    """Their action as our move."""
    source, colour, line = action // 30, action % 30 // 6, action % 6
    return f"{source or 'c'}{COLOURS[colour]}>{'f' if line == 5 else line + 1}"


# --- their bot ----------------------------------------------------------------------------------------------


class Rival:
    """Their net and search, loaded as `pit.py` loads them."""

    def __init__(self, checkout: Path) -> None:
        _prepare(checkout)
        from GameSwitcher import import_game  # type: ignore[import-not-found]
        from MCTS import MCTS, magic_seeds  # type: ignore[import-not-found]
        from utils import dotdict  # type: ignore[import-not-found]

        game, net, _, _ = import_game("azul")
        self.game = game()
        self.net = net(
            self.game, {"lr": None, "dropout": 0.0, "epochs": None, "batch_size": None, "nn_version": -1}
        )
        kept = self.net.load_checkpoint(str(checkout / "azul"), "pretrained.pt")
        cpuct = kept.get("cpuct")
        self.settings = dotdict(
            numMCTSSims=kept.get("numMCTSSims", 100),
            fpu=kept.get("fpu", 0.0),
            universes=kept.get("universes", 1),
            cpuct=float(cpuct[0]) if isinstance(cpuct, list) else cpuct,
            prob_fullMCTS=1.0,
            forced_playouts=bool(kept.get("forced_playouts", False)),
            no_mem_optim=False,
        )
        self.seeds = magic_seeds
        self.search = MCTS(self.game, self.net, self.settings)
        self.last = (0, 99)  # round and tiles on offer when it was last asked

    def warm_up(self) -> None:
        """Compile everything: a game of theirs with few simulations a move."""
        board, player = self.game.getInitBoard(), 0
        while not self.game.getGameEnded(board, player).any():
            canonical = self.game.getCanonicalForm(board, player)
            action = int(np.argmax(self.simulate(canonical, 30, None)))
            board, player = self.game.getNextState(board, player, action, random_seed=0)
        self.forget()

    def forget(self) -> None:
        """A new game begins."""
        self.search.nodes_data = {}
        self.search.last_cleaning = 0

    def simulate(self, board: Any, limit: int | None, end: float | None) -> Any:
        """Their search until the limit or the end; the visits of every action."""
        done, universes = 0, self.settings.universes
        while (limit is None or done < limit) and (end is None or done < 2 or time.perf_counter() < end):
            self.search.step = done
            self.search.random_seed = self.seeds[done % universes] if universes > 0 else -1
            self.search.search(board, dirichlet_noise=False, forced_playouts=self.settings.forced_playouts)
            done += 1
        return self._node(board)[5]

    def _node(self, board: Any) -> Any:
        return self.search.nodes_data[self.game.stringRepresentation(board)]

    def choose(self, request: dict[str, Any], began: float) -> dict[str, Any]:
        """Their move in a position, and what they think of it."""
        position, seconds, limit = request["position"], request.get("seconds"), request.get("simulations")
        board = to_board(position)
        self._keep_tree(board)
        if seconds is None and limit is None:
            limit = self.settings.numMCTSSims
        end = None if seconds is None else began + max(seconds - MARGIN, 0.5 * seconds)
        visits = self.simulate(board, limit, end)
        mine = min(1.0, max(0.0, (1 + float(self._node(board)[7])) / 2))
        value = [mine, 1 - mine] if position["turn"] == 0 else [1 - mine, mine]
        return {"move": to_move(int(np.argmax(visits))), "value": value, "line": []}

    def _keep_tree(self, board: Any) -> None:
        """Their tree is kept within a game and forgotten after it; earlier rounds cannot come again."""
        now, tiles = int(board[0, 2]), int(board[3:9, :5].sum())
        before, before_tiles = self.last
        self.last = (now, tiles)
        if now < before or (now == before and tiles >= before_tiles) or (now == 1 and tiles == 20):
            self.forget()
        elif now > before or len(self.search.nodes_data) > MOST_NODES:
            nodes = self.search.nodes_data.items()
            self.search.nodes_data = {
                key: node for key, node in nodes if self._may_come(key, node, now, tiles)
            }

    @staticmethod
    def _may_come(key: bytes, node: Any, now: int, tiles: int) -> bool:
        if node[6] != now:
            return bool(node[6] > now)
        return int(np.frombuffer(key, dtype=np.int8).reshape(23, 6)[3:9, :5].sum()) <= tiles


def _prepare(checkout: Path) -> None:
    """One thread, a folder for what they write, and stand-ins for what they import but do not use."""
    os.environ["OMP_NUM_THREADS"] = "1"
    os.environ.setdefault("NUMBA_CACHE_DIR", tempfile.mkdtemp(prefix="rival-numba-"))
    sys.path.insert(0, str(checkout))
    os.chdir(tempfile.mkdtemp(prefix="rival-"))
    for name in ("torchvision", "torchvision.models", "torchvision.models._utils"):
        sys.modules.setdefault(name, types.ModuleType(name))
    sys.modules["torchvision.models._utils"]._make_divisible = None  # type: ignore[attr-defined]
    import onnx.version_converter  # type: ignore[import-not-found] # noqa: F401  (they use it without importing it)
    import torch  # type: ignore[import-not-found]

    torch.set_num_threads(1)
    export = torch.onnx.export
    torch.onnx.export = lambda *given, **named: export(*given, **{"dynamo": False, **named})


def main() -> None:
    """Answer lines until there are none."""
    checkout = Path(sys.argv[1]).resolve()
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # what they print must not reach the protocol
    rival = Rival(checkout)
    rival.warm_up()
    for line in sys.stdin:
        began = time.perf_counter()
        try:
            request = json.loads(line)
            answer = {"id": request.get("id"), **rival.choose(request, began)}
        except Exception as error:
            answer = {"id": None, "error": f"{type(error).__name__}: {error}"}
        answers.write(json.dumps(answer) + "\n")


if __name__ == "__main__":
    main()
