"""Small outside programs for tests, most of them bad ones."""

import shlex
import sys
from pathlib import Path

LOOP = """
import json, os, sys, time
number = 0
for line in sys.stdin:
    request = json.loads(line)
    number += 1
    position = request["position"]
    def answer(**more):
        print(json.dumps({"id": request["id"], **more}), flush=True)
"""

GOOD = """
places = [("c", position["centre"]), *enumerate(position["factories"], 1)]
place, tiles = next(found for found in places if found[1])
answer(move=f"{place}{tiles[0]}>f")
"""  # a legal move in Azul without jokers and choices: the first tiles there are, to the floor


def command(folder: Path, body: str, name: str = "program.py") -> str:
    """The command of a program that runs these lines for every request."""
    path = folder / name
    path.write_text(LOOP + "".join(f"    {line}\n" for line in body.strip().split("\n")), encoding="utf8")
    return f"{shlex.quote(sys.executable)} -S {shlex.quote(str(path))}"
