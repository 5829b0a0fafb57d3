"""The outermost layer: a request gets an id for the log, and its answer is counted by route and status."""

import secrets

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from azulejos.web.logs import request_id
from azulejos.web.metrics import Meters

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
ELSEWHERE = "other"  # whatever is no route of ours, so that nobody makes up rows


class Traffic:
    """Counts what comes and how it is answered."""

    def __init__(self, app: ASGIApp, meters: Meters) -> None:
        self._app, self._meters = app, meters

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        own = secrets.token_hex(6)
        before = request_id.set(own)
        status = "none"

        async def counted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = str(message["status"])
                MutableHeaders(scope=message)["x-request-id"] = own
            elif message["type"] == "websocket.accept":
                status = "101"
            elif message["type"] == "websocket.close" and status == "none":
                status = "403"
            await send(message)

        try:
            await self._app(scope, receive, counted)
        finally:
            self._meters.requests.add(method=_method(scope), route=_route(scope), status=status)
            request_id.reset(before)


def _method(scope: Scope) -> str:
    method = str(scope.get("method", "SOCKET"))
    return method if method in METHODS or method == "SOCKET" else ELSEWHERE


def _route(scope: Scope) -> str:
    return str(getattr(scope.get("route"), "path", ELSEWHERE))
