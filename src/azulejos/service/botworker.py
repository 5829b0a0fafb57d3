"""The process in which bots think: `python -m azulejos.service.botworker`, spoken to in lines of JSON.

    {"warm": "azul"}                                              compile that family in the background
    {"id": 1, "record": "...", "level": "strong", "seconds": null, "key": "k3f9"}    choose a move
    {"ready": "azul", "compiled": true, "seconds": 24.1}          said when it is compiled
    {"id": 1, "move": "3B>2"}   or   {"id": 1, "error": "..."}    said to a request

A game comes as its record, which holds no seed, so a bot cannot know what will be dealt. Reading it anew
takes 2 to 4 ms for a whole game, less than anybody notices, so no game is kept; bots are, with their search
trees, and find by themselves what of a tree is still of use. The process ends when its input does.
"""

import contextlib
import json
import os
import queue
import sys
import threading
import traceback
from collections import OrderedDict
from time import perf_counter
from typing import IO, Any

from azulejos.bots.bot import Bot, Budget
from azulejos.bots.engine import engine_of
from azulejos.bots.roster import bot
from azulejos.core.jit import never_compiled
from azulejos.games import new, read

KEPT = 4  # bots that keep their trees, the last used ones; those of `strong` grow to 250 to 300 MB a game
THINKING, COMPILING = 5, 15  # how far thoughts, and compiling, stand back behind the web process
A_THOUGHT = 64  # simulations, so that what is loaded at a first thought is loaded before it

Message = dict[str, Any]


class BotWorker:
    """Answers requests one after the other, and compiles beside that."""

    def __init__(self, answers: IO[bytes]) -> None:
        self._answers = answers
        self._speaking = threading.Lock()
        self._bots: OrderedDict[tuple[str, str, int | None], Bot] = OrderedDict()
        self._requests: queue.SimpleQueue[Message] = queue.SimpleQueue()
        self._families: queue.SimpleQueue[str] = queue.SimpleQueue()

    def work(self, asked: IO[bytes]) -> None:
        """Think in this thread; listen and compile in others. Never returns: it ends with its input."""
        threading.Thread(target=self._listen, args=(asked,), daemon=True).start()
        threading.Thread(target=self._warm, daemon=True).start()
        while True:
            self._say(self.answer(self._requests.get()))

    def _listen(self, asked: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError):
            for line in asked:
                message: Message = json.loads(line)
                if "warm" in message:
                    self._families.put(message["warm"])
                else:
                    self._requests.put(message)
        os._exit(0)  # at once, in the middle of whatever is thought or compiled: nobody waits for it

    def _say(self, message: Message) -> None:
        with self._speaking:
            try:
                self._answers.write(json.dumps(message).encode() + b"\n")
                self._answers.flush()
            except OSError:  # nobody listens any more
                os._exit(0)

    # --- thinking ---

    def answer(self, request: Message) -> Message:
        """The answer to a request, whatever is wrong with it."""
        number = request.get("id")
        try:
            return {"id": number, "move": self._move(request)}
        except Exception as error:  # told to whoever asked; the next request may be better
            self._bots.clear()
            return {"id": number, "error": f"{type(error).__name__}: {error}"}

    def _move(self, request: Message) -> str:
        game = read(request["record"])
        thinker = self._bot(request["key"], request["level"], game.turn)
        return thinker.choose(game, Budget(request["seconds"])).move

    def _bot(self, key: str, level: str, seat: int | None) -> Bot:
        """The bot of that seat, as it was left when it moved last; a seat has its own, as in the arena."""
        name = (key, level, seat)
        found = self._bots.pop(name, None) or bot(level)
        self._bots[name] = found
        while len(self._bots) > KEPT:
            self._bots.popitem(last=False)
        return found

    # --- compiling ---

    def _warm(self) -> None:
        _stand_back(COMPILING - THINKING)
        while True:
            family = self._families.get()
            start = perf_counter()
            compiled = _compile(family)
            seconds = round(perf_counter() - start, 2)
            self._say({"ready": family, "compiled": compiled, "seconds": seconds})


def _compile(family: str) -> bool:
    """Compile a family's search and solver; where that fails, its bots play with plain kernels."""
    if never_compiled():
        return False
    try:
        game = new(family)
        engine_of(game).warm(game.rules, game.state)
        bot("strong").choose(game, simulations=A_THOUGHT)
    except Exception:
        traceback.print_exc()
        return False
    return True


def _stand_back(steps: int) -> None:
    """Lower this thread's priority; where threads have none, the process's own has to do."""
    with contextlib.suppress(OSError, AttributeError):
        thread = threading.get_native_id()
        os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + steps)


def _own_output() -> IO[bytes]:
    """Standard output for answers alone: what a library prints there goes to standard error instead."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return answers


def main() -> None:
    """The program."""
    answers = _own_output()
    with contextlib.suppress(OSError, AttributeError):
        os.nice(THINKING)
    BotWorker(answers).work(sys.stdin.buffer)


if __name__ == "__main__":
    main()
