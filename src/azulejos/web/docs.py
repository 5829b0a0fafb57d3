"""The API's reference as a page of the site, written on the server from its OpenAPI description."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

from fastapi import APIRouter, Request
from markupsafe import Markup, escape
from starlette.responses import JSONResponse, Response

from azulejos.web.api.schema import describe
from azulejos.web.visit import Visiting, as_json, twin

router = APIRouter(include_in_schema=False)
METHODS = ("get", "post", "put", "patch", "delete")
_CODE = re.compile(r"`([^`]+)`")
_WORD = re.compile(r"\b[A-Z]\w+")
Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Field:
    """One parameter or one field of a body or an answer."""

    name: str
    kind: str
    about: str
    needed: bool
    place: str = ""
    usual: str = ""  # what it is unless said, as JSON


@dataclass(frozen=True, slots=True)
class Operation:
    """One thing that can be asked for."""

    method: str
    path: str
    name: str
    summary: str
    about: str
    who: str  # anyone | welcome | needed
    fields: list[Field]
    bodies: list[tuple[str, list[Field]]]  # several where there is a choice
    example: str
    answers: list[tuple[str, str, str]]  # status, words, model


@router.get("/openapi.json")
async def openapi(request: Request) -> Response:
    """The description for programs."""
    return JSONResponse(describe(request.app), headers={"cache-control": "no-cache"})


@router.get("/docs")
async def docs(request: Request, visit: Visiting) -> Response:
    """The description for people."""
    described = describe(request.app)
    if as_json(request):
        return twin(described)
    groups = [
        {**tag, "operations": [one for one in operations(described) if one[0] == tag["name"]]}
        for tag in described["tags"]
    ]
    sent = _sent(described)  # told where they are sent
    models = [
        (name, shape.get("description", ""), fields(described, shape))
        for name, shape in sorted(_schemas(described).items())
        if shape.get("properties") and name not in sent
    ]
    about = [marked(text) for text in described["info"]["description"].split("\n\n")]
    linked = partial(linked_kind, frozenset(name for name, _, _ in models))
    told: Data = {"about": about, "groups": groups, "models": models}
    return await visit.page("docs.html", **told, marked=marked, linked=linked)


def marked(text: str) -> Markup:
    """A sentence with its `code` set as code."""
    return Markup(_CODE.sub(r"<code>\1</code>", str(escape(text))))  # escaped before anything is added


def linked_kind(known: frozenset[str], kind: str) -> Markup:
    """A type whose parts lead to where the page tells of them."""

    def link(word: re.Match[str]) -> str:
        name = word[0]
        return f'<a href="#model-{name}">{name}</a>' if name in known else name

    return Markup(_WORD.sub(link, str(escape(kind))))  # escaped before anything is added


def operations(described: Data) -> Iterator[tuple[str, Operation]]:
    """Everything that can be asked for, with the group it is in."""
    for path, methods in described["paths"].items():
        for method in METHODS:
            if method in methods:
                yield methods[method]["tags"][0], _operation(described, path, method, methods[method])


def _operation(described: Data, path: str, method: str, told: Data) -> Operation:
    body = _content(told.get("requestBody", {}))
    summary, _, more = told.get("description", "").partition("\n\n")
    return Operation(
        method=method.upper(),
        path=path,
        name=f"{method}{path}".replace("/", "-").replace("{", "").replace("}", ""),
        summary=told["summary"],
        about=summary or more,
        who=_who(told),
        fields=[_parameter(described, one) for one in told.get("parameters", [])],
        bodies=_bodies(described, body),
        example=_example(described, body),
        answers=[
            (status, one.get("description", ""), _model(_content(one)))
            for status, one in sorted(told["responses"].items())
        ],
    )


def _who(told: Data) -> str:
    security = told.get("security")
    if not security:
        return "anyone"
    return "welcome" if {} in security else "needed"


def _sent(described: Data) -> set[str]:
    """The names of all bodies."""
    told = [one for methods in described["paths"].values() for one in methods.values()]
    bodies = [_content(one.get("requestBody", {})) for one in told]
    return {_name(part) for body in bodies for part in body.get("oneOf") or [body]}


def _content(told: Data) -> Data:
    """The schema of a body or an answer."""
    found: Data = next(iter(told.get("content", {}).values()), {})
    return cast("Data", found.get("schema", {}))


def _schemas(described: Data) -> Data:
    return cast("Data", described["components"]["schemas"])


def _resolved(described: Data, schema: Data) -> Data:
    name = _name(schema)
    return cast("Data", _schemas(described)[name]) if name else schema


def _name(schema: Data) -> str:
    return str(schema.get("$ref", "")).rpartition("/")[2]


def _model(schema: Data) -> str:
    """The name of what an answer holds."""
    parts = schema.get("anyOf") or schema.get("oneOf") or [schema]
    return " | ".join(filter(None, map(_name, parts)))


def _bodies(described: Data, schema: Data) -> list[tuple[str, list[Field]]]:
    if not schema:
        return []
    parts = schema.get("oneOf") or [schema]
    resolved = [_resolved(described, part) for part in parts]
    return [
        (one.get("description", "") if len(parts) > 1 else "", fields(described, one)) for one in resolved
    ]


def _example(described: Data, schema: Data) -> str:
    examples = _resolved(described, schema).get("examples") if schema else None
    return json.dumps(examples[0], ensure_ascii=False) if examples else ""


def _parameter(described: Data, told: Data) -> Field:
    about = told.get("description", told["schema"].get("description", ""))
    kind, needed = kind_of(described, told["schema"]), told.get("required", False)
    return Field(told["name"], kind, about, needed, told["in"], _usual(told["schema"]))


def _usual(schema: Data) -> str:
    """What a field is unless said; nothing where that is nothing."""
    usual = schema.get("default")
    return "" if usual in (None, "", [], {}) else json.dumps(usual, ensure_ascii=False)


def fields(described: Data, schema: Data) -> list[Field]:
    """The fields of an object."""
    needed = schema.get("required", ())
    return [
        Field(name, kind_of(described, one), one.get("description", ""), name in needed, usual=_usual(one))
        for name, one in schema.get("properties", {}).items()
    ]


def kind_of(described: Data, schema: Data) -> str:
    """A type in a few words: `integer`, `View | null`, `"azul" | "pavilion"`."""
    if name := _name(schema):
        return name
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    if parts := schema.get("anyOf") or schema.get("oneOf"):
        return " | ".join(kind_of(described, part) for part in parts)
    if schema.get("type") == "array":
        return f"[{kind_of(described, schema.get('items', {}))}]"
    return str(schema.get("format") or schema.get("type", "any"))
