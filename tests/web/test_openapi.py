"""Whatever the API's own description allows, and much that it does not, is answered and no fault of ours.

Schemathesis makes the requests; AZULEJOS_API_EXAMPLES says how many for each operation.
"""

import json
import os
import tempfile
import urllib.request
import warnings
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable

from azulejos.bench.crowd import Visitor
from azulejos.bench.serving import Server

schemathesis = pytest.importorskip("schemathesis")

EXAMPLES = int(os.environ.get("AZULEJOS_API_EXAMPLES", "5"))


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv("AZULEJOS_LIMITS", "0")  # nobody learns anything from a thousand refusals
    with tempfile.TemporaryFile("w+", encoding="utf8") as errors:
        with Server(errors=errors) as found:
            yield found
        errors.seek(0)
        said = errors.read()
    assert "Traceback" not in said, said[-3000:]
    assert " ERROR " not in said, said[-3000:]


def new_token(address: str) -> str:
    """A guest of our own, since one that is tested may delete itself."""
    asked = urllib.request.Request(f"{address}/api/guests", b'{"name": "Ana"}', method="POST")
    asked.add_header("content-type", "application/json")
    with urllib.request.urlopen(asked, timeout=30) as answer:
        return str(json.load(answer)["token"])


def attack(operation: Any, mode: Any, token: str, table: str) -> int:
    """How many requests were made."""
    made = 0

    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def ask(case: Any) -> None:
        nonlocal made
        made += 1
        headers = {"authorization": f"Bearer {token}"} if made % 4 else {}
        if made % 3 and "table" in (case.path_parameters or {}):
            case.path_parameters["table"] = table  # few would guess one that exists
        answer = case.call(headers=headers, timeout=30)
        assert answer.status_code < 500, (
            f"{case.method} {case.path}: {answer.status_code} {answer.text[:300]}"
        )

    with suppress(Unsatisfiable):  # nothing that is sent would be wrong there
        ask()
    return made


def possible(operation: Any) -> list[Any]:
    """What fits the description; and where it describes anything, what does not."""
    modes = schemathesis.GenerationMode
    described = bool(operation.body) or bool(list(operation.iter_parameters()))
    return [modes.POSITIVE, modes.NEGATIVE] if described else [modes.POSITIVE]


def test_nothing_that_is_described_is_a_fault(server: Server) -> None:
    address = f"http://127.0.0.1:{server.port}"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        schema = schemathesis.openapi.from_url(f"{address}/openapi.json")
        operations = [found.ok() for found in schema.get_all_operations()]
        plain = [one for one in operations if not one.path.endswith("/events")]  # a stream has no end
        visitor = Visitor(server.port, None, "Bea")
        made = sum(
            attack(operation, mode, new_token(address), visitor.open_table(mode="bots", level="greedy"))
            for operation in plain
            for mode in possible(operation)
        )
    assert len(plain) > 8
    assert made > len(plain)
    print(f"{made} requests to {len(plain)} operations, no server error")  # noqa: T201
