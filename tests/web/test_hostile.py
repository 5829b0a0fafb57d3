"""What broken and rude programs send: refused in our words if anybody listens, and never a fault of ours."""

import logging
from pathlib import Path
from typing import Any

import pytest
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from azulejos.web.serve import UNREAD, PageSocket
from tests.web.site import HOST, PROGRAM, Site, with_site


def faults(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "//", "http://a]b"])
def test_an_origin_that_is_no_address_is_foreign(tmp_path: Path, origin: str) -> None:
    async def test(site: Site) -> None:
        ana = site.visitor(**PROGRAM)
        answer = await ana.post("/name", data={"name": "Ana"}, headers={"origin": origin})
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "foreign")
        socket = site.socket("nowhere", origin=origin)
        assert (await socket.event())["type"] == "websocket.close"

    with_site(tmp_path, test)


def test_a_host_that_is_no_address_is_not_ours(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        assert (await site.visitor(host="[").get("/healthz")).status_code == 421

    with_site(tmp_path, test, hosts=(HOST,))


def test_a_length_in_odd_digits_is_too_large(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        odd = {b"content-length": b"\xb2", b"content-type": b"application/x-www-form-urlencoded"}
        answer = await site.visitor(**PROGRAM).post("/name", content=b"name=Ana", headers=odd)
        assert answer.status_code == 413

    with_site(tmp_path, test)


def test_who_goes_in_the_middle_of_a_form_is_no_fault(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(site: Site) -> None:
        parts = iter([{"type": "http.request", "body": b"name=A", "more_body": True}])
        headers = [(b"host", HOST.encode()), (b"content-type", b"application/x-www-form-urlencoded")]
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "POST",
            "scheme": "http",
            "path": "/name",
            "raw_path": b"/name",
            "root_path": "",
            "query_string": b"",
            "headers": headers,
            "client": ("192.0.2.7", 4711),
            "server": (HOST, 80),
            "state": {},
        }
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return next(parts, {"type": "http.disconnect"})

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        await site.app(scope, receive, send)  # type: ignore[arg-type]
        assert sent == []

    with_site(tmp_path, test)
    assert faults(caplog) == []


def test_who_breaks_the_protocol_is_no_fault(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(site: Site) -> None:
        name = await site.table(site.visitor())
        broken = await site.enter(name)
        await broken.until("view")

        async def hung_up(*_: object) -> None:
            raise RuntimeError("Unexpected ASGI message 'websocket.send', after sending 'websocket.close'.")

        monkeypatch.setattr("starlette.websockets.WebSocket.send_text", hung_up)
        broken.say({"type": "snapshot"})
        await broken.task
        assert not (await site.house.service.table(name)).viewers

    with_site(tmp_path, test)
    assert faults(caplog) == []


def test_replays_are_packed_for_those_who_can_unpack(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana = site.visitor()
        address = f"/api/tables/{await site.table(ana)}/frames"
        packed = await ana.get(address)
        plain = await ana.get(address, headers={"accept-encoding": "identity"})
        assert packed.headers["content-encoding"] == "gzip"
        assert "content-encoding" not in plain.headers
        assert packed.json() == plain.json()
        assert plain.headers["content-type"] == "application/json"

    with_site(tmp_path, test)


def test_who_pings_and_never_reads_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    class Transport:
        unread, aborted = UNREAD, False

        def get_write_buffer_size(self) -> int:
            return self.unread

        def abort(self) -> None:
            self.aborted = True

    monkeypatch.setattr(WebSocketsSansIOProtocol, "data_received", lambda *_: None)
    line, transport = PageSocket.__new__(PageSocket), Transport()
    line.transport = transport  # type: ignore[assignment]
    line.data_received(b"ping")
    assert not transport.aborted
    transport.unread += 1
    line.data_received(b"ping")
    assert transport.aborted
