"""Settings: flags before environment before what is usual; bad ones are told; docs list them all."""

import dataclasses
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import HTTPConnection

from azulejos.cli.app import start
from azulejos.web.config import Config, ServeTrouble
from azulejos.web.settings import BY_NAME, LONGEST, SETTINGS, Setting, configure
from azulejos.web.tokens import bearer

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "self-hosting.md").read_text(encoding="utf8")
SAID: dict[str, tuple[str, Any]] = {  # a text for every setting, and what it means
    "host": ("0.0.0.0", "0.0.0.0"),
    "port": ("9000", 9000),
    "data": ("games", Path("games").absolute()),
    "database": ("postgresql://db/azulejos", "postgresql://db/azulejos"),
    "workers": ("3", 3),
    "hosts": ("play.example, WWW.play.example", ("play.example", "www.play.example")),
    "proxies": ("127.0.0.1,10.0.0.0/8 ::1", ("127.0.0.1", "10.0.0.0/8", "::1")),
    "limits": ("2.5", 2.5),
    "sockets": ("50", 50),
    "log": ("json", "json"),
    "metrics": ("m" * 16, "m" * 16),
    "secret": ("k" * 32, b"k" * 32),
    "pace": ("0.5", 0.5),
    "develop": ("1", True),
}
each_setting = pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)


def test_every_field_of_the_configuration_can_be_set() -> None:
    assert {field.name for field in dataclasses.fields(Config)} == set(BY_NAME) == set(SAID)


@each_setting
def test_a_flag_comes_before_the_environment_before_what_is_usual(setting: Setting) -> None:
    text, value = SAID[setting.name]
    usual, said = configure({}, {})
    assert said == set()
    assert getattr(usual, setting.name) != value
    by_environment, said = configure({}, {setting.variable: text})
    assert getattr(by_environment, setting.name) == value
    assert said == {setting.name}
    if setting.flag:
        by_flag, _ = configure({setting.name: text}, {setting.variable: "nonsense, never read"})
        assert getattr(by_flag, setting.name) == value
    emptied, said = configure({}, {setting.variable: ""})
    assert emptied == usual
    assert said == set()


@pytest.mark.parametrize(
    ("name", "texts"),
    [
        ("host", ["", " ", "play..example", "x" * 70]),
        ("port", ["", "many", "-1", "65536", "8000.5", "８０００", "1e3"]),
        ("data", ["", "~nobody-of-that-name/games"]),
        ("workers", ["0", "65", "two"]),
        ("hosts", ["https://play.example", "play.example:443", ","]),
        ("proxies", ["*", "proxy.example", "10.0.0.0/33", "10.0.0.1/8", " "]),
        ("limits", ["-1", "nan", "inf", "fast"]),
        ("sockets", ["0", "x"]),
        ("log", ["", "JSON", "xml"]),
        ("metrics", ["short", "with spaces in between", "m" * 201, "clé secrète très longue"]),
        ("secret", ["short"]),
        ("pace", ["-1", "61", "quick"]),
        ("develop", ["maybe"]),
    ],
)
def test_bad_values_give_a_sentence_that_names_where_they_came_from(name: str, texts: list[str]) -> None:
    setting = BY_NAME[name]
    for text in texts:
        for source, flags, environment in (
            (setting.option, {name: text}, {}),
            (setting.variable, {}, {setting.variable: text}),
        ):
            if text or flags:
                with pytest.raises(ServeTrouble) as trouble:
                    configure(flags, environment)
                assert str(trouble.value).startswith(f"{source} ")
                assert str(trouble.value).endswith(f", expected {setting.expected}")


def test_a_secret_is_never_repeated() -> None:
    with pytest.raises(ServeTrouble) as trouble:
        configure({}, {"AZULEJOS_SECRET": "too-short"})
    assert str(trouble.value) == "AZULEJOS_SECRET cannot be used, expected at least 32 characters"


def test_the_longest_token_for_the_metrics_can_be_shown() -> None:
    config, _ = configure({}, {"AZULEJOS_METRICS": "m" * LONGEST})
    shown = HTTPConnection(
        {"type": "http", "headers": [(b"authorization", b"Bearer " + config.metrics.encode())]}
    )
    assert bearer(shown) == config.metrics


def test_the_command_has_the_flags_of_the_table_and_no_others() -> None:
    taken = {
        name for name in start.__annotations__ if name not in ("context", "no_open", "version", "return")
    }
    assert taken == {setting.name for setting in SETTINGS if setting.flag}


@each_setting
def test_the_guide_lists_every_setting_as_it_is(setting: Setting) -> None:
    flag = f"`{setting.option} {setting.metavar}`" if setting.flag else ""
    row = rf"\| {re.escape(flag)} *\| `{setting.variable}` *\| {re.escape(setting.usual)} *\| (.+) \|"
    assert re.search(row, GUIDE), f"{setting.option} | {setting.variable} | {setting.usual}"


def test_the_guide_names_no_setting_that_is_not_there() -> None:
    known = {setting.variable for setting in SETTINGS} | {"AZULEJOS_CACHE", "AZULEJOS_JIT"}
    assert set(re.findall(r"AZULEJOS_[A-Z]+", GUIDE)) <= known


def test_the_web_app_passes_over_the_wish_to_compile_everything() -> None:
    code = """
import sys
from azulejos import games
from azulejos.web.serve import compile_nothing
compile_nothing()
games.rules("azul", players=2)
print(*{name.partition(".")[0] for name in sys.modules})
"""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "AZULEJOS_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert "AZULEJOS_JIT is passed over" in done.stderr
    assert not set(done.stdout.split()) & {"numba", "numpy", "llvmlite"}
