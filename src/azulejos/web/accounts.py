"""Accounts as pages and forms: sign up, in and out, change, recover, delete, and take one's data along.

Whenever somebody becomes somebody else their browser gets a new secret, so that a cookie planted before
opens nothing. Pages here are never cached: a recovery code is shown once.
"""

import asyncio
import json
from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from pydantic import Field
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from azulejos.service.errors import NotSignedIn, Refused
from azulejos.store.records import Guest
from azulejos.web import errors
from azulejos.web.forms import Form, fields_of, read_form
from azulejos.web.limits import address_of
from azulejos.web.sessions import hashed
from azulejos.web.visit import Visit, Visiting, as_json, local_path, wants_json


def _in_person(visit: Visiting) -> None:
    """A program's token plays; it must not be able to take an account over."""
    if visit.token is not None:
        raise NotSignedIn("a token cannot do that")


router = APIRouter(include_in_schema=False, dependencies=[Depends(_in_person)])

_Name = Annotated[str, Field(max_length=100)]
_Password = Annotated[str, Field(max_length=1000)]
_Next = Annotated[str, Field(max_length=300)]
BROWSERS = {"Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "Chrome": "Chrome", "Safari": "Safari"}
_SYSTEMS = {"Windows": "Windows", "Mac OS": "macOS", "Linux": "Linux"}
SYSTEMS = {"Android": "Android", "iPhone": "iPhone", "iPad": "iPad", **_SYSTEMS}
STEPS = ("signup", "signin", "signout", "name", "password", "codes", "delete")
FIELDS = {"bad_name": "name", "name_taken": "name", "bad_code": "code"}  # where to mark a refusal


class EnterForm(Form):
    """Sign up or in."""

    name: _Name
    password: _Password
    next: _Next = "/account"


class SignOutForm(Form):
    """Sign out here, or everywhere."""

    where: Annotated[str, Field(pattern="^(here|everywhere)$")] = "here"


class NameForm(Form):
    """Another name."""

    name: _Name


class PasswordForm(Form):
    """Another password."""

    old: _Password
    password: _Password


class ConfirmForm(Form):
    """Something that only who knows the password may do."""

    password: _Password


class RecoverForm(Form):
    """A new password for a recovery code."""

    name: _Name
    code: Annotated[str, Field(max_length=100)]
    password: _Password


# --- looking ---------------------------------------------------------------------------------------------


@router.get("/account")
async def account(request: Request, visit: Visiting) -> Response:
    """The account, or the forms to get in."""
    if as_json(request):
        guest = await visit.guest()
        return _told(visit, {"account": await _about(visit, guest)})
    shown = {"next": local_path(request.query_params.get("next", "/account"))}
    return await _page(visit, shown, done=request.query_params.get("done", ""))


@router.get("/account/recover")
async def recover_page(visit: Visiting) -> Response:
    """The form for who has forgotten the password."""
    return await _unkept(visit, "account/recover.html", fields={"name": "", "code": ""}, refusal=None)


@router.get("/account/data")
async def data(request: Request, visit: Visiting) -> Response:
    """All that is kept of the visitor, as a file."""
    guest = await visit.guest()
    if guest is None:
        raise NotSignedIn("nothing is kept of you")
    try:
        told = await visit.house.accounts.data(guest, address_of(request.scope))
    except Refused as refusal:
        return _refused(request, refusal)
    text = await asyncio.to_thread(json.dumps, told, ensure_ascii=False, indent=1)  # may be much
    headers = {
        "content-disposition": 'attachment; filename="azulejos-data.json"',
        "cache-control": "no-store",
    }
    return Response(text, media_type="application/json", headers=headers)


@router.get("/account/{step}")
async def elsewhere(visit: Visiting, step: str) -> Response:
    """The address of a form that was answered with a page: the language switch leads there."""
    if step not in STEPS:
        raise HTTPException(404)
    return visit.go("/account")


# --- in and out ------------------------------------------------------------------------------------------


@router.post("/account/signup")
async def sign_up(request: Request, visit: Visiting) -> Response:
    """Keep this guest and all their games under a name and a password."""
    sent = await fields_of(request)
    guest = await visit.guest()
    if guest is not None and guest.account is not None and not wants_json(request):
        return visit.go("/account")  # the page with the codes was loaded again
    try:
        form = read_form(EnterForm, sent)
        own = guest or await visit.need_guest()
        codes = await visit.house.accounts.sign_up(own, form.name, form.password, address_of(request.scope))
    except Refused as refusal:
        return await _again(request, visit, "signup", sent, refusal)
    await _become(request, visit, own.id)
    return await _codes(request, visit, codes, local_path(form.next), 201)


@router.post("/account/signin")
async def sign_in(request: Request, visit: Visiting) -> Response:
    """Come back; what was played here without an account comes along."""
    sent = await fields_of(request)
    before, secret = await visit.guest(), visit.secret
    try:
        form = read_form(EnterForm, sent)
        address = address_of(request.scope)
        guest = await visit.house.accounts.sign_in(before, form.name, form.password, address)
    except Refused as refusal:
        return await _again(request, visit, "signin", sent, refusal)
    if before is not None and secret is not None:
        await visit.house.accounts.sign_out(before, hashed(secret))
    await _become(request, visit, guest)
    return _done(request, visit, local_path(form.next))


@router.post("/account/signout")
async def sign_out(request: Request, visit: Visiting) -> Response:
    """This browser, or all of them, are nobody's again."""
    form = read_form(SignOutForm, await fields_of(request))
    guest = await visit.guest()
    if guest is not None and guest.account is not None and visit.secret is not None:
        if form.where == "everywhere":
            await visit.house.accounts.sign_out_everywhere(guest)
        else:
            await visit.house.accounts.sign_out(guest, hashed(visit.secret))
        visit.become(visit.house.badges.new())
    return _done(request, visit, "/account?done=out")


async def _become(request: Request, visit: Visit, guest: str) -> None:
    """Give the browser a new secret of this guest's."""
    secret = visit.house.badges.new()
    await visit.house.accounts.enter(guest, hashed(secret), device(request.headers.get("user-agent", "")))
    visit.become(secret)


def device(agent: str) -> str:
    """What a list of sessions calls a browser."""
    browser = next((name for sign, name in BROWSERS.items() if sign in agent), "")
    system = next((name for sign, name in SYSTEMS.items() if sign in agent), "")
    return " · ".join(filter(None, (browser, system)))


# --- changes ---------------------------------------------------------------------------------------------


@router.post("/account/name")
async def rename(request: Request, visit: Visiting) -> Response:
    """Another name to sign in with and to be called by."""
    sent = await fields_of(request)
    try:
        guest = await _signed_in(visit)
        await visit.house.accounts.rename(guest, read_form(NameForm, sent).name)
    except Refused as refusal:
        return await _again(request, visit, "name", sent, refusal)
    return _done(request, visit, "/account?done=name")


@router.post("/account/password")
async def password(request: Request, visit: Visiting) -> Response:
    """Another password; who is signed in elsewhere is not any more."""
    sent = await fields_of(request)
    try:
        guest = await _signed_in(visit)
        form = read_form(PasswordForm, sent)
        address = address_of(request.scope)
        await visit.house.accounts.change_password(guest, form.old, form.password, address)
    except Refused as refusal:
        return await _again(request, visit, "password", sent, refusal)
    await _become(request, visit, guest.id)
    return _done(request, visit, "/account?done=password")


@router.post("/account/codes")
async def codes(request: Request, visit: Visiting) -> Response:
    """New recovery codes."""
    sent = await fields_of(request)
    try:
        guest = await _signed_in(visit)
        form = read_form(ConfirmForm, sent)
        made = await visit.house.accounts.new_codes(guest, form.password, address_of(request.scope))
    except Refused as refusal:
        return await _again(request, visit, "codes", sent, refusal)
    return await _codes(request, visit, made, "/account")


@router.post("/account/recover")
async def recover(request: Request, visit: Visiting) -> Response:
    """A code for a new password."""
    sent = await fields_of(request)
    before, secret = await visit.guest(), visit.secret
    try:
        form = read_form(RecoverForm, sent)
        address = address_of(request.scope)
        given = (form.name, form.code, form.password)
        guest = await visit.house.accounts.recover(before, *given, address)
    except Refused as refusal:
        return await _again(request, visit, "recover", sent, refusal)
    if before is not None and secret is not None:
        await visit.house.accounts.sign_out(before, hashed(secret))
    await _become(request, visit, guest)
    return _done(request, visit, "/account?done=password")


@router.post("/account/delete")
async def delete(request: Request, visit: Visiting) -> Response:
    """Remove the account with everything that names its owner."""
    sent = await fields_of(request)
    try:
        guest = await _signed_in(visit)
        form = read_form(ConfirmForm, sent)
        await visit.house.accounts.delete(guest, form.password, address_of(request.scope))
    except Refused as refusal:
        return await _again(request, visit, "delete", sent, refusal)
    visit.become(visit.house.badges.new())
    return _done(request, visit, "/account?done=deleted")


async def _signed_in(visit: Visit) -> Guest:
    guest = await visit.guest()
    if guest is None or guest.account is None:
        raise NotSignedIn("only who has an account can do that")
    return guest


# --- answers ---------------------------------------------------------------------------------------------


async def _about(visit: Visit, guest: Guest | None) -> dict[str, Any] | None:
    """The account as programs read it."""
    if guest is None or guest.account is None:
        return None
    about = await visit.house.accounts.about(guest)
    ways = [{"kind": one.kind, "label": one.label, "seen": f"{one.seen:%F}"} for one in about["sessions"]]
    made = f"{about['created']:%F}"
    return {"name": about["name"], "created": made, "codes": about["codes"], "sessions": ways}


async def _page(
    visit: Visit,
    fields: Mapping[str, str],
    refusal: dict[str, str] | None = None,
    status: int = 200,
    done: str = "",
) -> Response:
    guest = await visit.guest()
    own = {"fields": {"name": "", "next": "/account", **fields}, "refusal": refusal, "done": done}
    if guest is None or guest.account is None:
        return await _unkept(visit, "account/enter.html", status, **own)
    about = await visit.house.accounts.about(guest)
    here = "" if visit.secret is None else hashed(visit.secret)
    return await _unkept(visit, "account/own.html", status, about=about, this=here, **own)


async def _codes(
    request: Request, visit: Visit, made: list[str], next_page: str, status: int = 200
) -> Response:
    """Show recovery codes, this once."""
    if wants_json(request):
        return _told(visit, {"codes": made}, status)
    return await _unkept(visit, "account/codes.html", codes=made, next=next_page)


async def _again(
    request: Request, visit: Visit, form: str, sent: Mapping[str, str], refusal: Refused
) -> Response:
    """The page with the form once more and why it was refused; never with a password in it."""
    if wants_json(request):
        return _refused(request, refusal)
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
        response = await _unkept(visit, "account/recover.html", status, fields=fields, refusal=told)
    else:
        response = await _page(visit, held, told, status)
    if wait is not None:
        response.headers["retry-after"] = str(wait)
    return response


def _refused(request: Request, refusal: Refused) -> Response:
    status = errors.STATUSES.get(refusal.code, 409)
    wait = getattr(refusal, "wait", None)
    return errors.answer(request, status, refusal.code, refusal.message, wait)


def _done(request: Request, visit: Visit, address: str) -> Response:
    if wants_json(request):
        return _told(visit, {"done": True})
    return visit.go(address)


def _told(visit: Visit, answer: dict[str, Any], status: int = 200) -> Response:
    response = JSONResponse(answer, status, {"cache-control": "no-store"})
    visit.remember(response)
    return response


async def _unkept(visit: Visit, template: str, status: int = 200, **more: Any) -> Response:
    """A page that no cache keeps."""
    response = await visit.page(template, status, **more)
    response.headers["cache-control"] = "no-store"
    return response
