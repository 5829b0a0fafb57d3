"""The web app put together: one store, one service, the routes, the guard before them."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from functools import partial

from fastapi import APIRouter, FastAPI
from starlette.middleware.gzip import GZipMiddleware

from azulejos import __version__
from azulejos.service.accounts import Accounts
from azulejos.service.feed import Feed
from azulejos.service.leagues import Leagues
from azulejos.service.lobby import Service
from azulejos.service.records import Records
from azulejos.service.sheets import Sheets
from azulejos.service.standings import Standings
from azulejos.store.db import open_store
from azulejos.web import (
    accounts,
    api,
    docs,
    errors,
    house,
    leaguefiles,
    leagues,
    leaguesettings,
    learn,
    pages,
    people,
    results,
    rules,
    score,
    shell,
    socket,
)
from azulejos.web.config import Config
from azulejos.web.limits import Limits
from azulejos.web.metrics import Meters
from azulejos.web.security import Guard
from azulejos.web.sessions import Badges, signing_key
from azulejos.web.traffic import Traffic
from azulejos.web.watched import WatchedDesk, WatchedStore, watch

Opening = Callable[[Config], AbstractAsyncContextManager[Service]]

CLUBS = (leaguefiles, leagues, leaguesettings, people, results)
ROUTES = APIRouter()  # once a process: to include a router makes FastAPI read all its signatures again
for part in (accounts, api, docs, *CLUBS, learn, pages, rules, score, shell, socket):
    ROUTES.include_router(part.router)


@asynccontextmanager
async def open_service(config: Config, meters: Meters | None = None) -> AsyncIterator[Service]:
    """The service as it is used: on a database, with bots in processes of their own."""
    meters = meters or Meters()
    async with AsyncExitStack() as stack:
        store = await open_store(config.url, partial(WatchedStore, meters=meters))
        stack.push_async_callback(store.close)
        desk = WatchedDesk(config.workers, meters)
        await desk.open()
        stack.push_async_callback(desk.close)
        service = Service(store, desk, config.pace)
        await service.open()
        stack.push_async_callback(service.close)
        yield service


@asynccontextmanager
async def open_leagues(parts: house.House) -> AsyncIterator[None]:
    """Leagues, games on record and sheets of a house; online games go on record while it is open."""
    parts.leagues = Leagues(parts.service)
    parts.records = Records(parts.service, parts.leagues)
    async with AsyncExitStack() as stack:
        parts.standings = Standings(parts.service)
        stack.push_async_callback(parts.standings.close)
        parts.sheets = Sheets(parts.service, parts.records)
        stack.push_async_callback(parts.sheets.close)
        feed = Feed(parts.service)
        await feed.open()
        stack.push_async_callback(feed.close)
        yield


def create_app(config: Config, opening: Opening | None = None) -> FastAPI:
    """The app; its service is open while it runs."""
    parts = house.build(config)
    opened = opening or partial(open_service, meters=parts.meters)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        try:
            config.data.mkdir(mode=0o700, parents=True, exist_ok=True)
            parts.badges = Badges(config.secret or signing_key(config.data))
            async with opened(config) as service:
                parts.service, parts.store = service, service.store
                watch(parts.meters, service)
                parts.accounts = Accounts(service)
                async with open_leagues(parts):
                    yield
        except BaseException as error:
            app.state.trouble = error  # for whoever started us; the server only says that it failed
            raise

    app = FastAPI(
        title="Azulejos",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,  # it would load scripts from elsewhere; web/docs.py has our own
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,
    )
    app.state.house = parts
    app.state.trouble = None
    errors.install(app)
    app.router.routes.extend(ROUTES.routes)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    app.add_middleware(Limits, factor=config.limits)
    app.add_middleware(Guard, hosts=config.hosts)
    app.add_middleware(Traffic, meters=parts.meters)
    return app
