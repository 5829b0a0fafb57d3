"""What programs ask for: everything the pages do, as JSON; docs/api.md is the guide, /docs the reference."""

from fastapi import APIRouter

from azulejos.web.api import (
    events,
    exports,
    health,
    leagues,
    lists,
    people,
    results,
    sheets,
    tables,
    tokens,
)

router = APIRouter(generate_unique_id_function=lambda route: route.name)
for part in (people, tokens, lists, tables, events, sheets, leagues, results, exports, health):
    router.include_router(part.router)
router.include_router(leagues.invitations)
