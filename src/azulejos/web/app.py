"""The web app put together: one store, one service, the routes, the guard before them."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from functools import partial

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

from azulejos import __version__
from azulejos.service.accounts import Accounts
from azulejos.service.lobby import Service
from azulejos.store.db import open_store
from azulejos.web import accounts, api, docs, errors, house, learn, pages, rules, shell, socket
from azulejos.web.config import Config
from azulejos.web.limits import Limits
from azulejos.web.metrics import Meters
from azulejos.web.security import Guard
from azulejos.web.sessions import Badges, signing_key
from azulejos.web.traffic import Traffic
from azulejos.web.watched import WatchedDesk, WatchedStore, watch

Opening = Callable[[Config], AbstractAsyncContextManager[Service]]


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
    for part in (accounts, api, docs, learn, pages, rules, shell, socket):
        app.include_router(part.router)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    app.add_middleware(Limits, factor=config.limits)
    app.add_middleware(Guard, hosts=config.hosts)
    app.add_middleware(Traffic, meters=parts.meters)
    return app
