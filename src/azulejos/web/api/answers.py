"""How the API answers: JSON that is not kept, and the errors that a route may give, for its description."""

from typing import Any

from starlette.responses import JSONResponse

from azulejos.web.api.models import Problem

WHY = {
    400: "`bad_request`: the body cannot be read.",
    401: "`no_guest`: nobody is known by what was sent; `bad_token`: that token is unknown.",
    403: "`foreign`: a cookie from another site; `not_your_seat`, `not_owner`, `read_only`: not yours to do.",
    404: "`unknown_table`, `unknown_token`, `unknown_league`, `unknown_person`, `unknown_result`,"
    " `unknown_sheet`: there is none of that name, or it is not yours to see.",
    409: "`stale`, `not_your_turn`, `seat_taken`, `name_taken`, `same_person`, `last_member`,"
    " `not_possible`: not as things stand.",
    413: "`too_large`: more than 64 kB; `file_large`: a file of more than 32 MB.",
    421: "`wrong_host`: this server answers to other names.",
    422: "`bad_request`: a field is missing, unknown or wrong; also `illegal_move`, `bad_name`, `bad_wish`;"
    " `bad_result`, `bad_import` with `problems`.",
    429: "`slow_down`, `too_many`: see Retry-After.",
    503: "`not_saved`: the store does not answer; see Retry-After.",
}
ANYWHERE = (413, 421, 422, 429, 503)
WRITING = (400, 403)

# who must be known for a route, in OpenAPI's words; the names are declared in web/api/schema.py
NEEDED: dict[str, Any] = {"security": [{"token": []}, {"cookie": []}]}
WELCOME: dict[str, Any] = {"security": [{}, {"token": []}, {"cookie": []}]}


def fails(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The errors of a route, beside those that any may give."""
    return {
        status: {"model": Problem, "description": WHY[status]} for status in sorted({*statuses, *ANYWHERE})
    }


def told(data: Any, status: int = 200) -> JSONResponse:
    """Plain data for this caller alone."""
    return JSONResponse(data, status, {"cache-control": "no-store"})
