"""First games with a coach: choose one, start it. What the coach says is in static/js/lesson*.js."""

from dataclasses import dataclass

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from azulejos.service.lesson import LESSON, LEVEL
from azulejos.service.lobby import Wish
from azulejos.web.visit import Visiting, as_json, twin

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True)
class Plan:
    """The game of a lesson: its seed brings what the coach wants to show, and the visitor begins."""

    game: str
    seed: int


LESSONS = {plan.game: plan for plan in (Plan("azul", 40), Plan("pavilion", 140))}


def lesson_wish(game: str, name: str) -> Wish:
    """The table of a lesson."""
    plan = LESSONS[game]
    return Wish(LESSON, plan.game, {"players": 2}, name, levels=(LEVEL,), starter=0, seed=plan.seed)


@router.get("/learn")
async def choose(request: Request, visit: Visiting) -> Response:
    """Choose a lesson, or go on with one."""
    guest = await visit.guest()
    mine = (await visit.house.service.lobby(guest.id))["mine"] if guest else []
    begun = {
        card["game"]: card["id"] for card in mine if (card["kind"], card["status"]) == (LESSON, "playing")
    }
    if as_json(request):
        return twin({"lessons": [{"game": game, "begun": begun.get(game)} for game in LESSONS]})
    return await visit.page("learn.html", lessons=list(LESSONS), begun=begun)


@router.get("/learn/{game}")
async def lesson(game: str) -> Response:
    """A link to one lesson: a table is only set up when somebody presses the button."""
    _plan(game)
    return RedirectResponse(f"/learn#{game}", 303)


@router.post("/learn/{game}")
async def start(visit: Visiting, game: str) -> Response:
    """Set the lesson's table up and go there."""
    _plan(game)
    guest = await visit.need_guest()
    wish = lesson_wish(game, guest.name or visit.t("home.name.guest"))
    return visit.go(f"/t/{await visit.house.service.create(guest, wish)}")


def _plan(game: str) -> Plan:
    if game not in LESSONS:
        raise HTTPException(404)
    return LESSONS[game]
