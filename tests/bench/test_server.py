"""`azulejos bench server` plays through a real server and tells every figure it promises."""

import json
from typing import Any

import pytest

from azulejos.bench import server, table
from azulejos.bench.crowd import moves_of


def test_as_json_and_as_a_table(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "WARM", 0.3)
    monkeypatch.setattr(server, "IDLE", 0.5)
    assert server.run(as_json=True, tables=[2], rate=20, seconds=1.5, sockets=20) == 0
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    asked, free = told["runs"]
    assert (asked["tables"], asked["asked_per_second"], free["asked_per_second"]) == (2, 20, None)
    for one in (asked, free):
        assert one["moves_per_second"] > 1
        assert 0 < one["sender_ms"]["median"] <= one["sender_ms"]["p99"] <= one["sender_ms"]["most"]
        assert one["other_ms"]["median"] > 0
        assert one["refused"] == {}
    assert (told["sockets"]["answered"], told["sockets"]["errors"]) == (20, [])
    text = table.server_text(told)
    for words in ("| 2 tables, 20 a second asked", "as fast as it goes", "20 of 20 open at once, no error"):
        assert words in text


def test_a_server_that_does_not_start_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AZULEJOS_DATABASE", "nonsense")
    assert server.run(tables=[1], seconds=1, sockets=0) == 2
    assert "azulejos: the server did not start" in capsys.readouterr().err


def test_a_pass_that_keeps_nothing() -> None:
    assert list(moves_of({"kind": "place", "spaces": [], "pass": {"keep": ""}})) == ["pass"]
