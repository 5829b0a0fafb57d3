"""The pages and their forms."""

from collections.abc import Mapping

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, RedirectResponse, Response

from azulejos.service.errors import Refused
from azulejos.service.seating import clean_name
from azulejos.store.records import Guest
from azulejos.web import addresses, errors, forms, locale, qr, sessions
from azulejos.web.api.tables import told_frames
from azulejos.web.house import house_of
from azulejos.web.visit import Visit, Visiting, as_json, local_path, twin, wants_json

router = APIRouter(include_in_schema=False)
LINKS = {"docs": "/docs", "openapi": "/openapi.json", "rules": "/rules", "lobby": "/api/lobby"}


# --- home ------------------------------------------------------------------------------------------------


@router.get("/")
async def home(request: Request, visit: Visiting) -> Response:
    """Start a game, join one, watch one, go on with one's own."""
    guest = await visit.guest()
    if as_json(request):
        return twin({**await visit.house.service.lobby(guest.id if guest else None), "links": LINKS})
    return await _home(visit, guest, {**_own_name(guest), **request.query_params})


@router.post("/play")
async def play(request: Request, visit: Visiting) -> Response:
    """Set a table up and go there."""
    sent = await forms.fields_of(request)
    guest = await visit.guest()
    try:
        form = forms.read_form(forms.PlayForm, sent)
        wish = forms.wish_of(form, guest.name if guest else "", visit.texts)
        guest = await _named(visit, wish.name)
        table = await visit.house.service.create(guest, wish)
    except Refused as refusal:
        if wants_json(request):
            raise
        return await _home(visit, guest, {**_own_name(guest), **sent}, refusal)
    return _table_made(request, visit, table)


def _own_name(guest: Guest | None) -> dict[str, str]:
    return {"name": guest.name} if guest else {}


async def _home(
    visit: Visit, guest: Guest | None, fields: Mapping[str, str], refusal: Refused | None = None
) -> Response:
    told: dict[str, str] | None = None
    if refusal is not None:
        message = errors.words(visit.texts, refusal.code, refusal.message)
        told = {"code": refusal.code, "message": message, "field": getattr(refusal, "field", "")}
    return await visit.page(
        "home.html",
        200 if refusal is None else errors.STATUSES.get(refusal.code, 409),
        games=forms.games(),
        players=list(forms.PLAYERS),
        clocks={name: terms.data() for name, terms in forms.CLOCKS.items()},
        form=forms.shown(fields),
        refusal=told,
        lobby=await visit.house.service.lobby(guest.id if guest else None),
    )


async def _named(visit: Visit, name: str) -> Guest:
    """The visitor, known by this name from now on."""
    guest = await visit.need_guest(name)
    if guest.name != name:
        await visit.house.store.rename_guest(guest.id, name)
    return guest


def _table_made(request: Request, visit: Visit, table: str) -> Response:
    if not wants_json(request):
        return visit.go(f"/t/{table}")
    response = JSONResponse({"table": table, "address": f"/t/{table}"}, 201)
    visit.remember(response)
    return response


# --- tables ----------------------------------------------------------------------------------------------


@router.get("/t/{table}")
async def table_page(request: Request, visit: Visiting, table: str) -> Response:
    """A table: waiting room, board, result."""
    guest = await visit.guest()
    live = await visit.house.service.table(table)
    if as_json(request):
        return twin(live.view(guest.id if guest else None, 0))
    return await visit.page(
        "table.html",
        table=table,
        view=live.view(guest.id if guest else None, 0),
        link=addresses.invitation(request, f"/t/{table}"),
        local=addresses.only_here(request),
        qr=f"/t/{table}/qr.svg",
    )


@router.get("/t/{table}/replay")
async def replay_page(request: Request, visit: Visiting, table: str, ply: str = "") -> Response:
    """A game step by step."""
    if as_json(request):
        return await told_frames(request, visit, table)
    guest = await visit.guest()
    live = await visit.house.service.table(table)
    view = live.view(guest.id if guest else None, 0)
    return await visit.page(
        "replay.html",
        table=table,
        ply=int(ply) if ply.isascii() and ply.isdigit() and len(ply) < 7 else None,
        view={**view, "from": view["ply"], "log": []},
        link=addresses.invitation(request, f"/t/{table}/replay"),
        frames=f"/api/tables/{table}/frames",
    )


@router.post("/t/{table}/again")
async def again(request: Request, visit: Visiting, table: str) -> Response:
    """Play on from a move of that game, against bots."""
    form = forms.read_form(forms.AgainForm, await forms.fields_of(request))
    guest = await visit.need_guest()
    if not guest.name:
        await _named(visit, visit.t("home.name.guest"))
        guest = await visit.need_guest()
    made = await visit.house.service.play_on(guest, table, form.ply, form.seat, form.level)
    return _table_made(request, visit, made)


@router.get("/t/{table}/record")
async def record(visit: Visiting, table: str) -> Response:
    """The record to keep, or to go on with in a terminal."""
    text = await visit.house.service.record(table)
    headers = {
        "content-disposition": f'attachment; filename="azulejos-{table}.txt"',
        "cache-control": "no-cache",
    }
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)


@router.get("/t/{table}/qr.svg")
async def qr_code(request: Request, visit: Visiting, table: str) -> Response:
    """The table's address for a camera."""
    await visit.house.service.table(table)
    drawing = qr.qr_svg(addresses.invitation(request, f"/t/{table}"))
    return Response(drawing, media_type="image/svg+xml", headers={"cache-control": "no-cache"})


# --- the visitor -----------------------------------------------------------------------------------------


@router.post("/name")
async def name(request: Request, visit: Visiting) -> Response:
    """Choose a name."""
    form = forms.read_form(forms.NameForm, await forms.fields_of(request))
    chosen = clean_name(form.name)
    await _named(visit, chosen)
    if not wants_json(request):
        return visit.go(local_path(form.next))
    response = JSONResponse({"name": chosen})
    visit.remember(response)
    return response


@router.post("/language")
async def language(request: Request, visit: Visiting) -> Response:
    """Switch to another language."""
    form = forms.read_form(forms.LanguageForm, await forms.fields_of(request))
    if form.lang not in visit.house.texts:
        raise forms.BadForm(f"there is no language {form.lang!r}", "lang")
    guest = await visit.guest()
    if guest is not None:
        await visit.house.store.set_language(guest.id, form.lang)
    response = visit.go(local_path(form.next))
    response.set_cookie(
        locale.COOKIE,
        form.lang,
        max_age=sessions.YEAR,
        secure=sessions.is_https(request),
        httponly=True,
        samesite="lax",
    )
    return response


# --- files -----------------------------------------------------------------------------------------------


@router.get("/static/{version}/{name:path}")
async def static(request: Request, version: str, name: str) -> Response:
    """A static file."""
    house = house_of(request)
    house.refresh()
    response = house.assets.answer(request, version, name)
    if response is None:
        raise HTTPException(404)
    return response


@router.get("/favicon.ico")
async def favicon(request: Request) -> Response:
    """For browsers that ask without looking into the page."""
    return RedirectResponse(house_of(request).assets.address("icon.svg"))
