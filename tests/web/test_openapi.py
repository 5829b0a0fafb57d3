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
from schemathesis.specs.openapi.checks import (  # noqa: E402
    response_schema_conformance,
    status_code_conformance,
)

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


def post(address: str, body: Any, token: str = "") -> dict[str, Any]:
    """What comes back."""
    asked = urllib.request.Request(address, json.dumps(body).encode(), method="POST")
    asked.add_header("content-type", "application/json")
    if token:
        asked.add_header("authorization", f"Bearer {token}")
    with urllib.request.urlopen(asked, timeout=30) as answer:
        found: dict[str, Any] = json.load(answer)
        return found


def new_token(address: str) -> str:
    """A guest of our own, since one that is tested may delete itself."""
    return str(post(f"{address}/api/guests", {"name": "Ana"})["token"])


def new_names(address: str, token: str, visitor: Visitor) -> dict[str, str]:
    """Things of a guest's that exist, by the names that paths have for them: few would guess one."""
    league = post(f"{address}/api/leagues", {"name": "Thursday"}, token)
    scores = [{"person": "Ana", "total_points": 50}, {"person": "Bo", "total_points": 40}]
    game = {"played": "2026-03-14", "scores": scores}
    kept = post(f"{address}/api/leagues/{league['id']}/results", game, token)
    return {
        "table": visitor.open_table(mode="bots", level="greedy"),
        "league": league["id"],
        "secret": league["invite"],
        "result": kept["id"],
        "person": kept["scores"][1]["person"],
        "member": "me",
    }


def attack(operation: Any, mode: Any, token: str, names: dict[str, str]) -> int:
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
        if made % 3:
            known = {name: names[name] for name in case.path_parameters or {} if name in names}
            case.path_parameters = {**(case.path_parameters or {}), **known}
        answer = case.call(headers=headers, timeout=30)
        assert answer.status_code < 500, (
            f"{case.method} {case.path}: {answer.status_code} {answer.text[:300]}"
        )
        if answer.status_code == 400 and "%00" in str(answer.request.url):
            return  # refused before any operation is looked for: see web/security
        case.validate_response(answer, checks=[status_code_conformance, response_schema_conformance])

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
        made = 0
        for operation in plain:
            for mode in possible(operation):
                token = new_token(address)
                made += attack(operation, mode, token, new_names(address, token, visitor))
    assert len(plain) > 8
    assert made > len(plain)
    print(f"{made} requests to {len(plain)} operations, no server error")  # noqa: T201
