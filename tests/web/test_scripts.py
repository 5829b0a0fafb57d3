"""The page's scripts: each parses, finds its imports and its texts; their own tests pass under Node."""

import json
import os
import random
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from azulejos import games
from azulejos.core.match import Match

ROOT = Path(__file__).parents[2]
WEB = ROOT / "src/azulejos/web"
SCRIPTS = sorted((WEB / "static/js").rglob("*.js"))
TESTS = sorted((ROOT / "tests/browser/js").glob("*.test.mjs"))
NODE = shutil.which("node")

IMPORT = re.compile(r"^(?:import|export) \{([^}]*)\} from '(\.{1,2}/[^']+)'", re.MULTILINE)
PATH = re.compile(r"(?:from|import) ?\(?'(\.[^']+)'")
EXPORT = re.compile(r"^export (?:async )?(?:function|const|let|class) (\w+)", re.MULTILINE)
PASSED_ON = re.compile(r"^export \{([^}]*)\}", re.MULTILINE)
FORBIDDEN = ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function")
SAID = re.compile(r"\bt\('([a-z0-9_]+(?:\.[\w*]+)+)'")


@cache
def node_version() -> tuple[int, ...]:
    """What stands for "none" where Node is not installed is older than any."""
    if NODE is None:
        return ()
    version = subprocess.run([NODE, "--version"], capture_output=True, text=True, check=True).stdout
    return tuple(map(int, version.strip().removeprefix("v").split(".")[:2]))


def node(*arguments: str, stdin: str | None = None, **env: str) -> subprocess.CompletedProcess[str]:
    """Run Node; skips the test where there is none that reads these files as modules."""
    if NODE is None:
        pytest.skip("Node is not installed; browsers check the scripts all the same")
    if node_version() < (20, 19):
        pytest.skip(f"Node {node_version()} does not read .js files as modules by itself, 20.19 does")
    return subprocess.run(
        [NODE, *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, **env},
        timeout=120,
    )


def names(text: str) -> list[str]:
    """What stands between the braces of an import or export; the name as the other file has it."""
    return [name.split(" as ")[0].strip() for name in text.split(",") if name.strip()]


def exported(script: Path) -> set[str]:
    text = script.read_text("utf-8")
    passed_on = [name for found in PASSED_ON.findall(text) for name in found.split(",")]
    return set(EXPORT.findall(text)) | {name.split(" as ")[-1].strip() for name in passed_on}


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_a_script_parses(script: Path) -> None:
    done = node("--input-type=module", "--check", stdin=script.read_text("utf-8"))
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_a_script_finds_what_it_imports(script: Path) -> None:
    text = script.read_text("utf-8")
    for path in PATH.findall(text):
        assert (script.parent / path).is_file(), f"{script.name} imports {path}, which is not there"
    for wanted, path in IMPORT.findall(text):
        missing = set(names(wanted)) - exported(script.parent / path)
        assert not missing, f"{script.name} imports {sorted(missing)}, which {path} does not export"


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_a_script_says_only_what_the_catalogue_has(script: Path) -> None:
    texts = json.loads((WEB / "locale/en.json").read_text("utf-8"))
    missing = [key for key in SAID.findall(script.read_text("utf-8")) if key not in texts]
    assert not missing, f"{script.name} says {missing}"


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_a_script_keeps_the_content_policy(script: Path) -> None:
    text = script.read_text("utf-8")
    for forbidden in FORBIDDEN:
        assert forbidden not in text, f"{script.name} uses {forbidden}"
    foreign = [url for url in re.findall(r"https?://[^\s'\"`)]+", text) if "www.w3.org" not in url]
    assert not foreign, f"{script.name} names {foreign}"


def played(game: str, seed: int) -> dict[str, Any]:
    """The breakdown of a random game; every tenth is broken off on the way."""
    chance = random.Random(seed)
    grey = {"azul": "wall", "pavilion": "side"}[game]
    options: dict[str, Any] = {"players": 2 + seed % 3, grey: ("coloured", "grey")[seed // 3 % 2]}
    match = games.new(game, seed=seed, **options)
    last = chance.randrange(20, 60) if seed % 10 == 0 else 1000
    _play(match, chance, last)
    return {
        "game": game,
        "breakdown": match.breakdown(),
        "scores": match.scores(),
        "finished": match.over,
    }


def _play(match: Match, chance: random.Random, last: int) -> None:
    while not match.over and match.ply < last:
        match.play(chance.choice(match.moves()))


def test_the_scripts_own_tests_pass(tmp_path: Path) -> None:
    found = tmp_path / "games.json"
    every = [played(game, seed) for game in ("azul", "pavilion") for seed in range(120)]
    found.write_text(json.dumps(every), "utf-8")
    done = node("--test", *map(str, TESTS), AZULEJOS_GAMES=str(found))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "# skipped 0" in done.stdout
