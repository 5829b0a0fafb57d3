"""The API described as OpenAPI: what FastAPI knows of the routes, and what it cannot know."""

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from azulejos.web.api import exports
from azulejos.web.sessions import COOKIE

ABOUT = """Everything that the pages do, for programs. `POST /api/guests` gives a token; send it as
`Authorization: Bearer az_...`, also when opening the WebSocket `/ws/{table}`. A seat belongs to whoever took
it.

Every error is `{"error": {"code": ..., "message": ...}}`. A table's counter is its `ply`, the length of the
record: a move quotes it, and a move for another ply is refused as `stale`, so nothing is played twice."""
TAGS = [
    {"name": "You", "description": "Guests and their tokens."},
    {"name": "Tables", "description": "Set up, looked at, played at."},
    {"name": "Scorecard", "description": "Games at real tables, scored on a sheet."},
    {
        "name": "Leagues",
        "description": "Games on record, people and rankings; only for members, but `online`.",
    },
    {"name": "Games", "description": "Finished games to study."},
    {"name": "Server", "description": "For whoever runs it."},
]
SCHEMES = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "From `POST /api/guests`, or `POST /api/tokens` for a guest that exists.",
    },
    "cookie": {
        "type": "apiKey",
        "in": "cookie",
        "name": COOKIE,
        "description": "What a browser has; only from this site's own pages.",
    },
}


def describe(app: FastAPI) -> dict[str, Any]:
    """The description, made once."""
    if app.openapi_schema is None:
        made = get_openapi(
            title="Azulejos", version=app.version, description=ABOUT, routes=app.routes, tags=TAGS
        )
        parts = made.setdefault("components", {})
        parts["securitySchemes"] = SCHEMES
        for model in exports.DESCRIBED:
            shape = model.model_json_schema(ref_template="#/components/schemas/{model}")
            parts["schemas"].update(shape.pop("$defs", {}))
            parts["schemas"][model.__name__] = shape
        for methods in made["paths"].values():
            for told in methods.values():  # FastAPI would make it of the function's name
                told["summary"] = told["description"].partition("\n")[0].rstrip(".")
                for answer in told["responses"].values():
                    if answer["description"] == "Successful Response":
                        answer["description"] = "Done."
        app.openapi_schema = made
    return app.openapi_schema
