"""The forms of the pages, read strictly: what they may hold, and the wish for a table they amount to."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.requests import Request

from azulejos.bots.roster import bots
from azulejos.games import FAMILIES
from azulejos.service.clock import Terms, choices
from azulejos.service.errors import BadName, Refused
from azulejos.service.lobby import Wish
from azulejos.service.seating import clean_name
from azulejos.web.locale import Catalogue

PLAYERS = (2, 3, 4)
CLOCKS = choices()
KINDS = ("application/x-www-form-urlencoded", "multipart/form-data")
_Word = Annotated[str, Field(max_length=20)]
_Name = Annotated[str, Field(max_length=100)]


class BadForm(Refused):
    """A form that none of our pages sends, or one filled in wrongly; `field` says where."""

    code = "bad_form"

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field


class Form(BaseModel):
    """Any form: no field that it does not know, nothing but text."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class PlayForm(Form):
    """What the home page asks before a game; fields that do not fit the choice are passed over."""

    mode: Literal["bots", "device", "friends"] = "bots"
    game: Literal["azul", "pavilion"] = "azul"
    players: Literal["2", "3", "4"] = "2"
    wall: Literal["coloured", "grey"] = "coloured"
    jokers: Literal["", "on"] = ""
    side: Literal["coloured", "grey"] = "coloured"
    level: _Word = "apprentice"
    level1: _Word = ""
    level2: _Word = ""
    level3: _Word = ""
    name: _Name = ""
    name1: _Name = ""
    name2: _Name = ""
    name3: _Name = ""
    listed: Literal["", "on"] = ""
    starter: Literal["draw", "me"] = "draw"
    clock: _Word = ""
    rated: Literal["", "on"] = ""


class NameForm(Form):
    """A name for the next tables."""

    name: _Name
    next: Annotated[str, Field(max_length=300)] = "/"


class LanguageForm(Form):
    """Another language."""

    lang: Annotated[str, Field(max_length=10)]
    next: Annotated[str, Field(max_length=300)] = "/"


class AgainForm(Form):
    """From which move of a game to play on, on which seat, against which bots."""

    ply: Annotated[int, Field(ge=0, le=1_000_000)]
    seat: Annotated[int, Field(ge=0, le=3)]
    level: _Word = "artisan"


Kind = TypeVar("Kind", bound=Form)


async def fields_of(request: Request) -> dict[str, str]:
    """The fields of a form as they were sent; a field sent twice or a file is refused."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in KINDS:
        raise BadForm(f"content type is {kind[:60]!r}, expected a form")
    async with request.form(max_files=0, max_fields=40) as form:
        found = form.multi_items()
    names = [name for name, _ in found]
    if len(set(names)) != len(names):
        raise BadForm("a field came twice")
    return {name: value for name, value in found if isinstance(value, str)}


def read_form(kind: type[Kind], fields: Mapping[str, str]) -> Kind:
    """The form from its fields; BadForm names the first field that is wrong."""
    try:
        return kind(**fields)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        field = str(first["loc"][0]) if first["loc"] else ""
        raise BadForm(f"field {field[:40]!r}: {first['msg']}", field) from None


def shown(fields: Mapping[str, str]) -> dict[str, str]:
    """What the home page's fields hold: what was sent where it makes sense there, else what is usual."""
    held: dict[str, str] = PlayForm().model_dump()
    for name, value in fields.items():
        if name in held:
            try:
                PlayForm(**{name: value})  # type: ignore[arg-type]
            except ValidationError:
                continue
            held[name] = value
    return held


def wish_of(form: PlayForm, own: str, texts: Catalogue) -> Wish:
    """The table that somebody wants; `own` is the name they had before, for an empty field."""
    players = int(form.players)
    others = range(1, players)
    name = _name(form.name or own, texts.t("home.name.guest"), "name")
    levels = [_level(getattr(form, f"level{n}") or form.level, form.game, f"level{n}") for n in others]
    names = [_name(getattr(form, f"name{n}"), texts.t("home.name.of", n=n + 1), f"name{n}") for n in others]
    return Wish(
        mode=form.mode,
        game=form.game,
        options=_options(form, players),
        name=name,
        levels=tuple(levels) if form.mode == "bots" else (),
        names=tuple(names) if form.mode == "device" else (),
        listed=form.listed == "on",
        starter=0 if form.starter == "me" else None,
        clock=read_clock(form.clock) if form.mode == "friends" else None,
        rated=form.rated == "on" and form.mode == "friends",
    )


def _options(form: PlayForm, players: int) -> dict[str, Any]:
    if form.game == "pavilion":
        return {"players": players, "side": form.side}
    return {"players": players, "wall": form.wall, "jokers": form.jokers == "on"}


def read_clock(name: str) -> Terms | None:
    """The clock of that name, none where it is empty; BadForm."""
    if name and name not in CLOCKS:
        raise BadForm(f"there is no clock {name[:20]!r}, expected one of {', '.join(CLOCKS)}", "clock")
    return CLOCKS.get(name)


def _level(name: str, game: str, field: str) -> str:
    if name not in bots(game):
        raise BadForm(f"there is no bot {name!r}", field)
    return name


def _name(given: str, usual: str, field: str) -> str:
    try:
        return clean_name(given if given.strip() else usual)
    except BadName as error:
        refusal = BadForm(error.message, field)
        refusal.code = error.code
        raise refusal from None


def games() -> list[dict[str, Any]]:
    """The games and the bots that play them, weakest first; nobody wants to play against dice."""
    return [
        {"name": game, "levels": [level for level in bots(game) if level != "random"]} for game in FAMILIES
    ]
