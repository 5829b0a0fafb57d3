"""What programs ask for: everything the pages do, as JSON; docs/api.md is the guide, /docs the reference."""

from fastapi import APIRouter

from azulejos.web.api import events, exports, health, lists, people, tables, tokens

router = APIRouter(generate_unique_id_function=lambda route: route.name)
for part in (people, tokens, lists, tables, events, exports, health):
    router.include_router(part.router)
