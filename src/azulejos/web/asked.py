"""A form about an account that somebody has sent: read, done, and answered; or shown again, and why."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from azulejos.service.accounts import Accounts
from azulejos.service.errors import NotSignedIn, Refused
from azulejos.store.records import Guest
from azulejos.web import errors
from azulejos.web.forms import Kind, fields_of, read_form
from azulejos.web.limits import address_of
from azulejos.web.sessions import hashed
from azulejos.web.visit import Visit, Visiting, wants_json

FIELDS = {"bad_name": "name", "name_taken": "name", "bad_code": "code"}  # where to mark a refusal


@dataclass(frozen=True, slots=True)
class Asked(Generic[Kind]):
    """A form that somebody has sent, read."""

    request: Request
    visit: Visit
    form: Kind

    @property
    def accounts(self) -> Accounts:
        """What can be done with accounts."""
        return self.visit.house.accounts

    @property
    def address(self) -> str:
        """Where it comes from."""
        return address_of(self.request.scope)

    async def owner(self) -> Guest:
        """Whose account is to be changed; NotSignedIn."""
        guest = await self.visit.guest()
        if guest is None or guest.account is None:
            raise NotSignedIn("only who has an account can do that")
        return guest


Answering = Callable[[Asked[Kind]], Awaitable[Response]]


def step(router: APIRouter, name: str, kind: type[Kind]) -> Callable[[Answering[Kind]], Answering[Kind]]:
    """A form at /account/NAME; who is refused gets the page with it once more."""

    def made(do: Answering[Kind]) -> Answering[Kind]:
        async def route(request: Request, visit: Visiting) -> Response:
            sent = await fields_of(request)
            try:
                return await do(Asked(request, visit, read_form(kind, sent)))
            except Refused as refusal:
                return await show_again(request, visit, name, sent, refusal)

        router.add_api_route(f"/account/{name}", route, methods=["POST"], name=name)
        return do

    return made


# --- answers ---------------------------------------------------------------------------------------------


async def told_account(visit: Visit, guest: Guest | None) -> dict[str, Any] | None:
    """The account as programs read it."""
    if guest is None or guest.account is None:
        return None
    about = await visit.house.accounts.about(guest)
    ways = [
        {"id": one.short, "kind": one.kind, "label": one.label, "seen": f"{one.seen:%F}"}
        for one in about["sessions"]
    ]
    made = f"{about['created']:%F}"
    return {"name": about["name"], "created": made, "codes": about["codes"], "sessions": ways}


async def account_page(
    visit: Visit,
    fields: Mapping[str, str],
    refusal: dict[str, str] | None = None,
    status: int = 200,
    done: str = "",
) -> Response:
    """The account, or the forms to get in; with a refusal, or what has just been done."""
    guest = await visit.guest()
    held = {"name": "", "next": "/account", "nameless": "", **fields}
    own = {"fields": held, "refusal": refusal, "done": done}
    if guest is None or guest.account is None:
        return await unkept_page(visit, "account/enter.html", status, **own)
    about = await visit.house.accounts.about(guest)
    here = "" if visit.secret is None else hashed(visit.secret)
    return await unkept_page(visit, "account/own.html", status, about=about, this=here, **own)


async def show_codes(asked: Asked[Any], made: list[str], next_page: str, status: int = 200) -> Response:
    """Show recovery codes, this once."""
    if wants_json(asked.request):
        return tell(asked.visit, {"codes": made}, status)
    return await unkept_page(asked.visit, "account/codes.html", codes=made, next=next_page)


async def show_again(
    request: Request, visit: Visit, form: str, sent: Mapping[str, str], refusal: Refused
) -> Response:
    """The page with the form once more and why it was refused; never with a password in it."""
    if wants_json(request):
        return refused(request, refusal)
    code, field = refusal.code, getattr(refusal, "field", "") or FIELDS.get(refusal.code, "")
    if code.startswith("password_"):
        field = "password"
    wait = getattr(refusal, "wait", None)
    said = errors.words(visit.texts, code, refusal.message)
    told = {"form": form, "field": field, "message": said if wait is None else visit.t("error.wait", n=wait)}
    held = {name: sent[name][:300] for name in ("name", "next", "code") if name in sent}
    status = errors.STATUSES.get(code, 409)
    if form == "recover":
        fields = {"name": "", "code": "", **held}
        response = await unkept_page(visit, "account/recover.html", status, fields=fields, refusal=told)
    else:
        response = await account_page(visit, held, told, status)
    if wait is not None:
        response.headers["retry-after"] = str(wait)
    return response


def refused(request: Request, refusal: Refused) -> Response:
    """Why not, and for how long, where it has no form to be told at."""
    status = errors.STATUSES.get(refusal.code, 409)
    wait = getattr(refusal, "wait", None)
    return errors.answer(request, status, refusal.code, refusal.message, wait)


def done(asked: Asked[Any], address: str) -> Response:
    """It is done: on to that page."""
    if wants_json(asked.request):
        return tell(asked.visit, {"done": True})
    return asked.visit.go(address)


def tell(visit: Visit, answer: dict[str, Any], status: int = 200) -> Response:
    """An answer for programs, with the cookie if there is a new one."""
    response = JSONResponse(answer, status, {"cache-control": "no-store"})
    visit.remember(response)
    return response


async def unkept_page(visit: Visit, template: str, status: int = 200, **more: Any) -> Response:
    """A page that no cache keeps."""
    response = await visit.page(template, status, **more)
    response.headers["cache-control"] = "no-store"
    return response
