"""Games on record: put down, found, corrected with a trace, deleted and brought back; as files, both ways."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import PlainTextResponse, Response

from azulejos.service.records import MOST_PAGE, MOST_RESULTS, PAGE, Filters
from azulejos.store.records import Guest
from azulejos.web.api.answers import NEEDED, WELCOME, WRITING, fails, told
from azulejos.web.api.known import Anyone, Known
from azulejos.web.api.leaguemodels import FinishedFull, ImportedTold, PlanTold, ResultsTold
from azulejos.web.api.leagues import CHANGING, LeagueId
from azulejos.web.api.leaguewishes import CorrectionSent, ResultSent
from azulejos.web.standing import told_game, told_imported, told_plan, told_result
from azulejos.web.visit import Visit, Visiting

router = APIRouter(prefix="/api/leagues", tags=["Leagues"])

ResultId = Annotated[str, Path(max_length=100, description="the game's id", examples=["r-k3f9x2ab7q"])]
Kind = Literal["csv", "json"]
Day = Annotated[
    str,
    Query(pattern=r"^(\d{4}-\d{2}-\d{2})?$", max_length=10, description="a day like 2026-11-14, included"),
]
MEDIA = {"csv": "text/csv", "json": "application/json"}
FILE: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The file; docs/scorecard.md has both formats.",
        "content": {
            "text/csv": {"schema": {"type": "string"}},
            "application/json": {"schema": {"type": "object"}},
        },
    }
}
SENT: dict[str, Any] = {
    **NEEDED,
    "requestBody": {
        "required": True,
        "description": "the file itself, as `export` gives it; at most 32 MB and 100,000 lines",
        "content": {
            "text/csv": {
                "schema": {"type": "string"},
                "example": "id,played,game,player,total_points\n"
                "g1,2026-11-14,azul,Ana,61\ng1,2026-11-14,azul,Bruno,48\n",
            },
            "application/json": {"schema": {"type": "object"}},
        },
    },
}


@router.get("/{league}/results", response_model=ResultsTold, responses=fails(401, 404), openapi_extra=WELCOME)
async def find_results(
    visit: Visiting,
    guest: Anyone,
    league: LeagueId,
    game: Annotated[Literal["", "azul", "pavilion"], Query()] = "",
    variant: Annotated[str, Query(max_length=40, description="as in a game; `azul` is the plain one")] = "",
    person: Annotated[str, Query(max_length=40, description="an id: games that they sat in")] = "",
    players: Annotated[int | None, Query(ge=2, le=4)] = None,
    source: Annotated[Literal["", "typed", "sheet", "online", "import", "arena"], Query()] = "",
    since: Day = "",
    until: Day = "",
    text: Annotated[str, Query(max_length=100, description="in a note or a name")] = "",
    deleted: Annotated[bool, Query(description="only those that were deleted")] = False,
    page: Annotated[int, Query(ge=1, le=MOST_RESULTS)] = 1,
    size: Annotated[int, Query(ge=1, le=MOST_PAGE)] = PAGE,
) -> Response:
    """Games on record, latest first, a page at a time."""
    filters = Filters(game, variant, person, players, source, since, until, text, deleted)
    listed, total = await visit.house.records.find(guest, league, filters, page, size)
    games = [told_game(one.result, one.people) for one in listed]
    return told({"results": games, "total": total, "page": page, "size": size})


@router.post(
    "/{league}/results",
    status_code=201,
    response_model=FinishedFull,
    responses=CHANGING,
    openapi_extra=NEEDED,
)
async def add_result(visit: Visiting, guest: Known, league: LeagueId, sent: ResultSent) -> Response:
    """Put a finished game on record. What is wrong is told field by field in `problems`; nothing is saved."""
    name = await visit.house.records.add(guest, league, sent.result())
    return await _one(visit, guest, league, name, 201)


async def _one(visit: Visit, guest: Guest | None, league: str, result: str, status: int = 200) -> Response:
    return told(told_result(await visit.house.records.get(guest, league, result)), status)


@router.get(
    "/{league}/results/{result}",
    response_model=FinishedFull,
    responses=fails(401, 404),
    openapi_extra=WELCOME,
)
async def result_of(visit: Visiting, guest: Anyone, league: LeagueId, result: ResultId) -> Response:
    """A game with every detail and its history, deleted or not."""
    return await _one(visit, guest, league, result)


@router.put(
    "/{league}/results/{result}", response_model=FinishedFull, responses=CHANGING, openapi_extra=NEEDED
)
async def correct_result(
    visit: Visiting, guest: Known, league: LeagueId, result: ResultId, sent: CorrectionSent
) -> Response:
    """Write a game anew; what it was stays in its history. `stale` where somebody else was quicker."""
    await visit.house.records.correct(guest, league, result, sent.result(), sent.version)
    return await _one(visit, guest, league, result)


@router.delete(
    "/{league}/results/{result}", response_model=FinishedFull, responses=CHANGING, openapi_extra=NEEDED
)
async def delete_result(visit: Visiting, guest: Known, league: LeagueId, result: ResultId) -> Response:
    """Take a game from the record; it can be brought back."""
    await visit.house.records.delete(guest, league, result)
    return await _one(visit, guest, league, result)


@router.post(
    "/{league}/results/{result}/restore",
    response_model=FinishedFull,
    responses=CHANGING,
    openapi_extra=NEEDED,
)
async def restore_result(visit: Visiting, guest: Known, league: LeagueId, result: ResultId) -> Response:
    """Bring a deleted game back."""
    await visit.house.records.restore(guest, league, result)
    return await _one(visit, guest, league, result)


# --- files -----------------------------------------------------------------------------------------------


@router.get(
    "/{league}/export",
    response_class=Response,
    responses={**FILE, **fails(401, 404)},
    openapi_extra=WELCOME,
)
async def export(visit: Visiting, guest: Anyone, league: LeagueId, kind: Kind = "json") -> Response:
    """All games of a league as a file, oldest first; `import` takes the same."""
    text = await visit.house.records.export(guest, league, kind)
    headers = {
        "cache-control": "no-store",
        "content-disposition": f'attachment; filename="azulejos-{league}.{kind}"',
    }
    return PlainTextResponse(text, headers=headers, media_type=MEDIA[kind])


@router.post(
    "/{league}/import",
    response_model=PlanTold | ImportedTold,
    responses=fails(401, 404, 409, *WRITING),
    openapi_extra=SENT,
)
async def import_results(
    request: Request,
    visit: Visiting,
    guest: Known,
    league: LeagueId,
    digest: Annotated[
        str, Query(max_length=100, description="of the look at this file; empty: only look, change nothing")
    ] = "",
    differing: Annotated[
        bool, Query(description="also correct the games that are on record otherwise")
    ] = False,
) -> Response:
    """Look what a file of games would do; then send it again with the `digest` of that look, and it is done.

    All or nothing. Bad lines are named and stay out. `stale` where the league has changed since the look.
    """
    await visit.house.leagues.edit(guest, league)  # before so much is read
    file = await request.body()
    records = visit.house.records
    if not digest:
        return told(told_plan(await records.dry_run(guest, league, file)))
    return told(told_imported(await records.take_in(guest, league, file, digest, differing)))
