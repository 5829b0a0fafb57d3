"""The yardstick: a C program beside the repository that plays random Azul, if it is there and gcc is."""

import json
import os
import shutil
import subprocess
from pathlib import Path

PLACE = "AZULEJOS_YARDSTICK"  # a folder that holds `measure`, where it is not beside the repository


def _script() -> Path | None:
    """The script that compiles and times it."""
    beside = [Path.cwd().parent, Path(__file__).resolve().parents[3].parent]
    folders = [folder / "shared" / "yardstick" for folder in beside]
    if os.environ.get(PLACE):
        folders.insert(0, Path(os.environ[PLACE]))
    return next((folder / "measure" for folder in folders if (folder / "measure").is_file()), None)


def why_not() -> str | None:
    """Why it cannot be measured here, in a sentence, or None."""
    if _script() is None:
        return f"the yardstick is not there: expected ../shared/yardstick/measure, or its folder in {PLACE}"
    if shutil.which("gcc") is None or shutil.which("bash") is None:
        return "the yardstick needs gcc and bash, which are not installed"
    return None


def measure(players: int, slices: int) -> dict[str, float] | None:
    """Its games per CPU second, best and median; None where it cannot be measured."""
    script = _script()
    if script is None or why_not():
        return None
    command = ["bash", str(script), str(players), str(slices)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    try:
        told = json.loads(done.stdout)
        return {"best": float(told["best"]), "median": float(told["median"])}
    except (ValueError, KeyError, TypeError):
        return None
