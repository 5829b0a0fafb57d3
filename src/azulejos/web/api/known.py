"""Who asks: a guest by cookie or token, needed or merely welcome."""

from typing import Annotated

from fastapi import Depends

from azulejos.store.records import Guest
from azulejos.web.tokens import NoGuest
from azulejos.web.visit import Visiting


async def _needed(visit: Visiting) -> Guest:
    """The guest; one who only looked at a page so far is written down now."""
    if visit.secret is None:
        raise NoGuest("send a token (POST /api/guests gives one) or the site's cookie")
    return await visit.need_guest()


async def _welcome(visit: Visiting) -> Guest | None:
    return await visit.guest()


Known = Annotated[Guest, Depends(_needed)]
Anyone = Annotated[Guest | None, Depends(_welcome)]
