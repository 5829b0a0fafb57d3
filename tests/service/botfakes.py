"""Workers for tests, most of them bad ones: small scripts that write down what they are told."""

import json
import sys
from pathlib import Path
from typing import Any

HEAD = """
import json, os, sys, time
from pathlib import Path
folder, move, pid = Path(sys.argv[1]), sys.argv[2], os.getpid()
number = len(list(folder.glob("*.told")))
mine = folder / f"{number}-{pid}.told"
mine.touch()
def say(**message):
    print(json.dumps(message), flush=True)
def ready(game, seconds=0.1):
    say(ready=game, compiled=True, seconds=seconds)
def warm(game):
    ready(game)
def choose(request):
    say(id=request["id"], move=move)
"""
TAIL = """
for line in sys.stdin:
    message = json.loads(line)
    with mine.open("a") as file:
        file.write(json.dumps({**message, "at": time.time()}) + chr(10))
    warm(message["warm"]) if "warm" in message else choose(message)
"""


class Fake:
    """A folder in which fake workers leave what they were told."""

    def __init__(self, folder: Path, move: str, body: str = "") -> None:
        self.folder = folder
        (folder / "worker.py").write_text(HEAD + body + TAIL, encoding="utf8")
        self.command = (sys.executable, "-S", "-E", str(folder / "worker.py"), str(folder), move)

    def starts(self) -> int:
        """How many processes there have been."""
        return len(self._files())

    def pids(self) -> list[int]:
        """Their numbers, the first one first."""
        return [int(path.stem.partition("-")[2]) for path in self._files()]

    def told(self) -> list[list[dict[str, Any]]]:
        """What each of them was told, the first one first."""
        return [[json.loads(line) for line in path.read_text().splitlines()] for path in self._files()]

    def asked(self) -> list[list[dict[str, Any]]]:
        """The requests among that."""
        return [[message for message in told if "record" in message] for told in self.told()]

    def _files(self) -> list[Path]:
        return sorted(self.folder.glob("*.told"), key=lambda path: path.stat().st_mtime_ns)
