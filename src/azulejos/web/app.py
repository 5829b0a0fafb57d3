"""The web app put together: one store, one service, the routes, the guard before them."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

from azulejos import __version__
from azulejos.service.botdesk import BotDesk
from azulejos.service.lobby import Service
from azulejos.store.db import open_store
from azulejos.web import api, errors, house, pages, rules, socket
from azulejos.web.config import Config
from azulejos.web.security import Guard
from azulejos.web.sessions import Badges, signing_key

Opening = Callable[[Config], AbstractAsyncContextManager[Service]]


@asynccontextmanager
async def open_service(config: Config) -> AsyncIterator[Service]:
    """The service as it is used: on a database, with bots in processes of their own."""
    async with AsyncExitStack() as stack:
        store = await open_store(config.url)
        stack.push_async_callback(store.close)
        desk = BotDesk(config.workers)
        await desk.open()
        stack.push_async_callback(desk.close)
        service = Service(store, desk, config.pace)
        await service.open()
        stack.push_async_callback(service.close)
        yield service


def create_app(config: Config, opening: Opening = open_service) -> FastAPI:
    """The app; its service is open while it runs."""
    parts = house.build(config)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        try:
            config.data.mkdir(mode=0o700, parents=True, exist_ok=True)
            parts.badges = Badges(config.secret or signing_key(config.data))
            async with opening(config) as service:
                parts.service, parts.store = service, service.store
                yield
        except BaseException as error:
            app.state.trouble = error  # for whoever started us; the server only says that it failed
            raise

    app = FastAPI(
        title="Azulejos",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,  # it would load scripts from elsewhere
        redoc_url=None,
        openapi_url="/api/openapi.json",
        redirect_slashes=False,
    )
    app.state.house = parts
    app.state.trouble = None
    errors.install(app)
    for part in (api, pages, rules, socket):
        app.include_router(part.router)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    app.add_middleware(Guard, hosts=config.hosts)
    return app
