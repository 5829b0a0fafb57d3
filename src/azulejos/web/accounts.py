"""Accounts as pages and forms: sign up, in and out, change, recover, delete, and take one's data along.

Whenever somebody becomes somebody else their browser gets a new secret, so that a cookie planted before
opens nothing. Pages here are never cached: a recovery code is shown once.
"""

import asyncio
import json
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Request
from pydantic import Field
from starlette.exceptions import HTTPException
from starlette.responses import Response

from azulejos.service.errors import NotSignedIn, Refused
from azulejos.store.records import SHORT, Account, Guest
from azulejos.web.asked import (
    Asked,
    account_page,
    done,
    refused,
    show_codes,
    step,
    tell,
    told_account,
    unkept_page,
)
from azulejos.web.forms import Form
from azulejos.web.limits import address_of
from azulejos.web.sessions import hashed
from azulejos.web.visit import Visiting, as_json, local_path, wants_json


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


class EnterForm(Form):
    """Sign up or in."""

    name: _Name
    password: _Password
    next: _Next = "/account"


class SignOutForm(Form):
    """Sign out here, everywhere, or on the one device of that name."""

    where: Annotated[str, Field(pattern=rf"^(here|everywhere|[0-9a-f]{{{SHORT}}})$")] = "here"


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


class DeleteForm(ConfirmForm):
    """The account goes; the name in private leagues too, if wanted."""

    nameless: Literal["", "on"] = ""


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
        return tell(visit, {"account": await told_account(visit, guest)})
    shown = {"next": local_path(request.query_params.get("next", "/account"))}
    return await account_page(visit, shown, done=request.query_params.get("done", ""))


@router.get("/account/recover")
async def recover_page(visit: Visiting) -> Response:
    """The form for who has forgotten the password."""
    return await unkept_page(visit, "account/recover.html", fields={"name": "", "code": ""}, refusal=None)


@router.get("/account/data")
async def data(request: Request, visit: Visiting) -> Response:
    """All that is kept of the visitor, as a file."""
    guest = await visit.guest()
    if guest is None:
        raise NotSignedIn("nothing is kept of you")
    try:
        told = await visit.house.accounts.data(guest, address_of(request.scope))
    except Refused as refusal:
        return refused(request, refusal)
    text = await asyncio.to_thread(json.dumps, told, ensure_ascii=False, indent=1)  # may be much
    headers = {
        "content-disposition": 'attachment; filename="azulejos-data.json"',
        "cache-control": "no-store",
    }
    return Response(text, media_type="application/json", headers=headers)


@router.get("/account/{form}")
async def elsewhere(visit: Visiting, form: str) -> Response:
    """The address of a form that was answered with a page: the language switch leads there."""
    if form not in STEPS:
        raise HTTPException(404)
    return visit.go("/account")


# --- in and out ------------------------------------------------------------------------------------------


@step(router, "signup", EnterForm)
async def _sign_up(asked: Asked[EnterForm]) -> Response:
    """Keep this guest and all their games under a name and a password."""
    guest = await asked.visit.guest()
    if guest is not None and guest.account is not None and not wants_json(asked.request):
        return asked.visit.go("/account")  # the page with the codes was loaded again
    own = guest or await asked.visit.need_guest()
    account, codes = await asked.accounts.sign_up(own, asked.form.name, asked.form.password, asked.address)
    await _become(asked, account)
    return await show_codes(asked, codes, local_path(asked.form.next), 201)


@step(router, "signin", EnterForm)
async def _sign_in(asked: Asked[EnterForm]) -> Response:
    """Come back; what was played here without an account comes along."""
    before = await asked.visit.guest()
    form = asked.form
    account = await asked.accounts.sign_in(before, form.name, form.password, asked.address)
    await _become(asked, account, before)
    return done(asked, local_path(form.next))


@step(router, "recover", RecoverForm)
async def _recover(asked: Asked[RecoverForm]) -> Response:
    """A code for a new password."""
    before = await asked.visit.guest()
    form = asked.form
    account = await asked.accounts.recover(before, form.name, form.code, form.password, asked.address)
    await _become(asked, account, before)
    return done(asked, "/account?done=password")


@step(router, "signout", SignOutForm)
async def _sign_out(asked: Asked[SignOutForm]) -> Response:
    """This browser, all of them, or a single one in the list are nobody's again."""
    guest, secret, where = await asked.visit.guest(), asked.visit.secret, asked.form.where
    if guest is None or guest.account is None or secret is None:
        return done(asked, "/account?done=out")
    here = hashed(secret)
    if where == "everywhere":
        await asked.accounts.sign_out_everywhere(guest)
    elif where == "here" or here.startswith(where):
        await asked.accounts.sign_out(guest, here)
    else:
        await asked.accounts.sign_out_device(guest, where)
        return done(asked, "/account?done=device")
    asked.visit.become(asked.visit.house.badges.new())
    return done(asked, "/account?done=out")


async def _become(asked: Asked[Any], account: Account, before: Guest | None = None) -> None:
    """Give the browser a new secret of this account's; the one of who was in it before is void."""
    visit = asked.visit
    secret, old = visit.house.badges.new(), visit.secret
    label = device(asked.request.headers.get("user-agent", ""))
    await asked.accounts.enter(account, hashed(secret), label)
    if before is not None and old is not None:
        await asked.accounts.sign_out(before, hashed(old))
    visit.become(secret)


def device(agent: str) -> str:
    """What a list of sessions calls a browser."""
    browser = next((name for sign, name in BROWSERS.items() if sign in agent), "")
    system = next((name for sign, name in SYSTEMS.items() if sign in agent), "")
    return " · ".join(filter(None, (browser, system)))


# --- changes ---------------------------------------------------------------------------------------------


@step(router, "name", NameForm)
async def _rename(asked: Asked[NameForm]) -> Response:
    """Another name to sign in with and to be called by."""
    await asked.accounts.rename(await asked.owner(), asked.form.name, asked.address)
    return done(asked, "/account?done=name")


@step(router, "password", PasswordForm)
async def _password(asked: Asked[PasswordForm]) -> Response:
    """Another password; who is signed in elsewhere is not any more."""
    guest, form = await asked.owner(), asked.form
    await _become(asked, await asked.accounts.change_password(guest, form.old, form.password, asked.address))
    return done(asked, "/account?done=password")


@step(router, "codes", ConfirmForm)
async def _new_codes(asked: Asked[ConfirmForm]) -> Response:
    """New recovery codes."""
    made = await asked.accounts.new_codes(await asked.owner(), asked.form.password, asked.address)
    return await show_codes(asked, made, "/account")


@step(router, "delete", DeleteForm)
async def _delete(asked: Asked[DeleteForm]) -> Response:
    """Remove the account with everything that names its owner."""
    nameless = asked.form.nameless == "on"
    await asked.accounts.delete(await asked.owner(), asked.form.password, asked.address, nameless)
    asked.visit.become(asked.visit.house.badges.new())
    return done(asked, "/account?done=deleted")
