"""The rules of the games, in our own words: a page to choose from, then one page a game."""

from pathlib import Path

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import Response

from azulejos.web import locale
from azulejos.web.house import TEMPLATES
from azulejos.web.visit import Visiting, as_json, twin

router = APIRouter(include_in_schema=False)
GAMES = ("azul", "pavilion")  # in the order in which they are read
FOLDER: Path = TEMPLATES / "rules"


@router.get("/rules")
async def overview(request: Request, visit: Visiting) -> Response:
    """Choose a game."""
    if as_json(request):
        return twin({"rules": [{"game": game, "address": f"/rules/{game}"} for game in GAMES]})
    return await visit.page("rules/index.html", games=GAMES)


@router.get("/rules/{game}")
async def rules(visit: Visiting, game: str) -> Response:
    """One game; each clause that the app may cite has an anchor, as in /rules/azul#A21."""
    if game not in GAMES:
        raise HTTPException(404)
    written = written_in(game, visit.texts.lang)
    others = [other for other in GAMES if other != game]
    return await visit.page(f"rules/{game}.{written}.html", game=game, others=others, written=written)


def written_in(game: str, lang: str) -> str:
    """The visitor's language, if the rules have been written in it."""
    return lang if (FOLDER / f"{game}.{lang}.html").is_file() else locale.DEFAULT
