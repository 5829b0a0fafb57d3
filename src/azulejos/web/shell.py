"""The site as an app: what it is called and looks like, its service worker, its page for when we are away."""

import hashlib
import json
from typing import Any

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, JSONResponse, Response

from azulejos.web import score
from azulejos.web.house import House, house_of
from azulejos.web.locale import Catalogue

BACKGROUND, COBALT = "#f1ece1", "#1c479b"
ICONS = (  # file, edge in pixels, what it is for
    ("icons/icon-192.png", 192, "any"),
    ("icons/icon-512.png", 512, "any"),
    ("icons/maskable-512.png", 512, "maskable"),
)
STYLES = ("css/tokens.css", "css/parts.css", "css/pages.css")

router = APIRouter(include_in_schema=False)


@router.get("/manifest.webmanifest")
async def manifest(request: Request, lang: str = "") -> Response:
    """How the site wants to be installed, in the language of the page that asks."""
    house = house_of(request)
    texts = house.texts.choose(lang, request.headers.get("accept-language"))
    headers = {"cache-control": "no-cache", "vary": "accept-language"}
    return JSONResponse(_manifest(house, texts), 200, headers, "application/manifest+json")


def _manifest(house: House, texts: Catalogue) -> dict[str, Any]:
    return {
        "id": "/",
        "name": texts.t("site.name"),
        "short_name": texts.t("site.name"),
        "description": texts.t("site.about"),
        "lang": texts.lang,
        "dir": "ltr",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": BACKGROUND,
        "theme_color": COBALT,
        "categories": ["games"],
        "icons": [
            {
                "src": house.assets.address(name),
                "sizes": f"{edge}x{edge}",
                "type": "image/png",
                "purpose": use,
            }
            for name, edge, use in ICONS
        ],
        "shortcuts": [{"name": texts.t("rules.title"), "url": "/rules"}],
    }


@router.get("/sw.js")
async def worker(request: Request) -> Response:
    """The service worker, another text whenever a file or the offline page is another."""
    house = house_of(request)
    house.refresh()
    shell = f"self.SHELL = {json.dumps(_known_shell(house), ensure_ascii=False)};\n"
    content = shell.encode() + house.assets.files["sw.js"].plain
    kind = house.assets.files["sw.js"].kind
    return Response(content, media_type=kind, headers={"cache-control": "no-cache"})


_made: dict[
    tuple[str, int], dict[str, Any]
] = {}  # the last one: every page that is opened asks for the worker


def _known_shell(house: House) -> dict[str, Any]:
    """What the worker is told; its pages are only drawn again where a file or a text is another."""
    if house.config.develop:  # then templates change too
        return _shell(house)
    books = [house.texts[language["code"]] for language in house.texts.languages]
    key = house.assets.hash, hash(repr([(book.lang, book.texts, book.scripted) for book in books]))
    if key not in _made:
        made = _shell(house)
        _made.clear()
        _made[key] = made
    return _made[key]


def _shell(house: House) -> dict[str, Any]:
    languages = [language["code"] for language in house.texts.languages]
    pages = {lang: _offline(house, house.texts[lang]) for lang in languages}
    sheets = [score.kept(house, house.texts[lang], name) for lang in languages for name in score.PAGES]
    every = (house.assets.hash, *pages.values(), *sheets)
    version = hashlib.sha256("\0".join(every).encode()).hexdigest()[:16]
    offline = {lang: f"/offline/{lang}" for lang in languages}
    kept = {name: {lang: f"/offline/{lang}/{name}" for lang in languages} for name in score.PAGES}
    addresses = [address for each in kept.values() for address in each.values()]
    files = [*map(house.assets.address, (*STYLES, "icon.svg", "js/offline.js")), *score.needed(house)]
    return {
        "version": version,
        "files": f"/static/{house.assets.hash}/",
        "keep": list(dict.fromkeys((*offline.values(), *addresses, *files))),
        "offline": offline,
        "sheets": kept,
    }


@router.get("/offline/{lang}")
async def offline(request: Request, lang: str) -> Response:
    """What the service worker shows while nobody answers."""
    house = house_of(request)
    if lang not in house.texts:
        raise HTTPException(404)
    return HTMLResponse(_offline(house, house.texts[lang]), 200, {"cache-control": "no-cache"})


def _offline(house: House, texts: Catalogue) -> str:
    styles = [house.assets.address(name) for name in STYLES]
    return house.render("offline.html", {"t": texts.t, "lang": texts.lang, "styles": styles})
