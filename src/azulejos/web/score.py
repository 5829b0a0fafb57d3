"""The scorecard's pages: begin a sheet, fill it in; each is the same for everybody.

What is on a sheet comes by the API or from the browser's own storage, so the service worker can keep the
pages for tables without a network.
"""

import re

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response

from azulejos.web import addresses, qr
from azulejos.web.api.sheets import told_mine
from azulejos.web.house import House, house_of
from azulejos.web.locale import Catalogue
from azulejos.web.visit import Visiting, as_json, twin

PAGES = {
    "score": "score/start.html",
    "sheet": "score/sheet.html",
}  # by the name that the worker keeps them under
STYLES = (
    "css/tokens.css",
    "css/parts.css",
    "css/pages.css",
    "css/result.css",
    "css/score.css",
    "css/taps.css",
)
SCRIPTS = ("js/score/start.js", "js/score/sheet.js", "js/shell.js", "js/theme.js")
FILES = ("icon.svg", "icons/touch-180.png")
SHEET = re.compile(r"[a-z0-9]{16,40}")

router = APIRouter(include_in_schema=False)


@router.get("/score")
async def start(request: Request, visit: Visiting) -> Response:
    """Begin a sheet, or go on with one."""
    if as_json(request):
        return twin(await told_mine(visit, await visit.guest()))
    return await visit.page(PAGES["score"], styles=STYLES, place=_place(request))


@router.get("/s/{sheet}")
async def sheet_page(request: Request, visit: Visiting, sheet: str) -> Response:
    """A sheet: one page for all of them, also for those that nobody has sent yet."""
    _check(sheet)
    if as_json(request):
        return twin(await visit.house.sheets.open(sheet))
    return await visit.page(PAGES["sheet"], styles=STYLES, place=_place(request))


@router.get("/s/{sheet}/qr.svg")
async def qr_code(request: Request, sheet: str) -> Response:
    """The sheet's address for a camera."""
    _check(sheet)
    drawing = qr.qr_svg(addresses.invitation(request, f"/s/{sheet}"))
    return Response(drawing, media_type="image/svg+xml", headers={"cache-control": "no-cache"})


def _check(sheet: str) -> None:
    if not SHEET.fullmatch(sheet):
        raise HTTPException(404)


def _place(request: Request) -> dict[str, object]:
    """Where other phones find this server, and whether they can."""
    return {"origin": addresses.invitation(request, ""), "local": addresses.only_here(request)}


# --- what the service worker keeps -----------------------------------------------------------------------


@router.get("/offline/{lang}/{name}")
async def kept_page(request: Request, lang: str, name: str) -> Response:
    """A page as the service worker keeps it: nobody's, in one language."""
    house = house_of(request)
    if lang not in house.texts or name not in PAGES:
        raise HTTPException(404)
    return HTMLResponse(kept(house, house.texts[lang], name), 200, {"cache-control": "no-cache"})


def kept(house: House, texts: Catalogue, name: str) -> str:
    """The text of such a page."""
    here = "/score"
    context = {
        "t": texts.t,
        "lang": texts.lang,
        "languages": house.texts.languages,
        "texts": texts.scripted,
        "theme": "",
        "guest": {"name": "", "account": None},
        "path": here,
        "here": here,
        "styles": STYLES,
        "place": {"origin": "", "local": False},
    }
    return house.render(PAGES[name], context)


def needed(house: House) -> list[str]:
    """The files without which those pages are nothing."""
    scripts = [address for name in SCRIPTS for address in house.assets.modules(name)]
    return [*map(house.assets.address, (*STYLES, *FILES)), *dict.fromkeys(scripts)]
