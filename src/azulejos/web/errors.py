"""Whatever goes wrong, told in one shape: JSON for programs, a page for people, one line in the log."""

import json
import logging
import re
import traceback
from dataclasses import asdict
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response

from azulejos.core.reasons import Reason
from azulejos.service.errors import BadImport, BadResult, Refused
from azulejos.store.db import StoreError
from azulejos.web.house import house_of
from azulejos.web.locale import COOKIE, Catalogue
from azulejos.web.visit import Visit, wants_json

log = logging.getLogger("azulejos.web")

CODES = {
    400: "bad_request",
    401: "no_guest",
    403: "foreign",
    404: "not_found",
    405: "not_allowed",
    413: "too_large",
    421: "wrong_host",
    422: "bad_form",
    500: "our_fault",
    503: "not_saved",
}
STATUSES = {
    "no_guest": 401,
    "bad_token": 401,
    "unknown_token": 404,
    "unknown_table": 404,
    "unknown_league": 404,
    "unknown_person": 404,
    "unknown_result": 404,
    "unknown_sheet": 404,
    "not_owner": 403,
    "read_only": 403,
    "bad_result": 422,
    "bad_import": 422,
    "not_your_seat": 403,
    "too_many": 429,
    "slow_down": 429,
    "bad_name": 422,
    "bad_wish": 422,
    "bad_form": 422,
    "illegal_move": 422,
    "not_saved": 503,
    "bad_login": 403,
    "bad_code": 403,
    "not_signed_in": 403,
    "password_short": 422,
    "password_long": 422,
    "password_name": 422,
    "password_common": 422,
}
_SECRET = re.compile(r"^(/join/|/api/invitations/|/s/|/api/sheets/)[^/]+")  # who knows these gets in
_HIDDEN = r"\1..."
WAITS = {429: 60, 503: 5}  # seconds after which trying again makes sense, where nothing better is known


def shape(code: str, message: str, reason: Reason | None = None, **more: Any) -> dict[str, Any]:
    """An error as programs read it; of a move that the rules forbid, with what they have against it."""
    told = {} if reason is None else {"reason": asdict(reason)}
    return {"error": {"code": code, "message": message, **told, **more}}


def particulars(error: Refused) -> dict[str, Any]:
    """What an error tells besides: every field of a game that is wrong, or what is wrong with a file."""
    if isinstance(error, BadResult):
        return {"problems": [asdict(problem) for problem in error.problems]}
    if isinstance(error, BadImport):
        told = {"field": "file", "code": error.problem, "values": error.values, "message": error.message}
        return {"problems": [told]}
    return {}


def words(texts: Catalogue, code: str, message: str = "") -> str:
    """What to say about an error in the reader's language; the sentence at hand where we have no words."""
    key = f"error.{code}"
    return texts.t(key) if key in texts else message or texts.t("error.our_fault")


def answer(
    connection: HTTPConnection,
    status: int,
    code: str = "",
    message: str = "",
    wait: int | None = None,
    reason: Reason | None = None,
    **more: Any,
) -> Response:
    """The response for an error; never needs the store, for that may be what failed."""
    house = house_of(connection)
    code = code or CODES.get(status, "not_possible")
    house.meters.refusals.add(code=code)
    texts = house.texts.choose(connection.cookies.get(COOKIE), connection.headers.get("accept-language"))
    exact = message if connection.url.path.startswith("/api/") else ""  # what is wrong helps who wrote it
    said = exact or words(texts, code, message) if wait is None else texts.t("error.wait", n=wait)
    headers = {"cache-control": "no-store"}
    if wait is not None or status in WAITS:
        headers["retry-after"] = str(WAITS.get(status) if wait is None else wait)
    if wants_json(connection):
        if status == 401:
            headers["www-authenticate"] = "Bearer"
        return JSONResponse(shape(code, said, reason, **more), status, headers)
    title = words(texts, f"title_{status}", texts.t("error.title"))
    try:
        own = {"status": status, "code": code, "message": said, "title": title}
        page = house.render("error.html", {**Visit(connection).context(None), **own})
    except Exception as error:  # a broken template must not hide what else is wrong
        report(connection.scope, error)
        return PlainTextResponse(f"{title}. {said}", status, headers)
    return HTMLResponse(page, status, headers)


def install(app: FastAPI) -> None:
    """Let the app answer in our shape."""

    async def http(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        response = answer(request, error.status_code)
        response.headers.update(error.headers or {})
        return response

    async def invalid(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        return answer(request, 422, "bad_request", first_fault(error))

    async def refused(request: Request, error: Exception) -> Response:
        assert isinstance(error, Refused)
        status, more = STATUSES.get(error.code, 409), particulars(error)
        return answer(request, status, error.code, error.message, reason=error.reason, **more)

    async def unsaved(request: Request, error: Exception) -> Response:
        report(request.scope, error)
        return answer(request, 503)

    app.add_exception_handler(HTTPException, http)
    app.add_exception_handler(StoreError, unsaved)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(Refused, refused)


def first_fault(error: RequestValidationError) -> str:
    """The first thing that is wrong with a request, in a sentence."""
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])[:120]
    return f"{where}: {first['msg']}"[:300].encode(errors="replace").decode()


def report(scope: Any, error: BaseException) -> None:
    """One line about a fault of ours: where, what, and the way there."""
    frames = traceback.extract_tb(error.__traceback__)[-6:]
    line = {
        "problem": type(error).__name__,
        "message": str(error)[:500],
        "at": f"{scope.get('method', 'socket')} {_SECRET.sub(_HIDDEN, scope.get('path', ''))[:200]}",
        "way": [
            f"{frame.filename.rpartition('azulejos/')[2]}:{frame.lineno} {frame.name}" for frame in frames
        ],
    }
    log.error(json.dumps(line, ensure_ascii=False), extra={"facts": line})
