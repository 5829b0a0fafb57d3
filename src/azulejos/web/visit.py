"""One visit of one person: language, theme, who they are, and pages made for them."""

from typing import Annotated, Any

from fastapi import Depends
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from azulejos.store.records import Guest
from azulejos.web import locale, sessions, tokens
from azulejos.web.house import House, house_of

THEMES = ("light", "dark")
THEME_COOKIE = "theme"


class Visit:
    """What a request tells about its sender; asks the store only when it must."""

    def __init__(self, connection: HTTPConnection) -> None:
        self.house: House = house_of(connection)
        self._connection = connection
        self.house.refresh()
        cookies = connection.cookies
        accepted = connection.headers.get("accept-language")
        self.texts = self.house.texts.choose(cookies.get(locale.COOKIE), accepted)
        theme = cookies.get(THEME_COOKIE, "")
        self.theme = theme if theme in THEMES else ""
        self.secret, self._renew = self.house.badges.read(cookies.get(sessions.COOKIE))
        self.token = tokens.bearer(connection)
        if self.token is not None:  # a program: it needs no cookie, and none that it has counts
            self.secret, self._renew = self.token, False

    def t(self, key: str, /, **values: object) -> str:
        """A text in the visitor's language."""
        return self.texts.t(key, **values)

    async def guest(self) -> Guest | None:
        """The visitor, if the store knows them."""
        found = await sessions.find_guest(self.house.store, self.secret)
        if found is None and self.token is not None:
            raise tokens.BadToken("that token is unknown, or was ended")
        return found

    async def need_guest(self, name: str = "") -> Guest:
        """The visitor, written down now if need be; a token must be known."""
        if self.token is not None and (known := await self.guest()) is not None:
            return known
        if self.secret is None:
            self.secret = self.house.badges.new()
        return await sessions.need_guest(self.house.store, self.secret, name, self.texts.lang)

    def become(self, secret: str) -> None:
        """From now on the visitor's browser holds another secret, which the answer gives it."""
        self.secret, self._renew = secret, True

    def context(self, guest: Guest | None) -> dict[str, Any]:
        """What every template gets."""
        url = self._connection.url
        return {
            "t": self.texts.t,
            "day": self.texts.day,
            "lang": self.texts.lang,
            "languages": self.house.texts.languages,
            "texts": self.texts.scripted,
            "theme": self.theme,
            "guest": {"name": guest.name if guest else "", "account": guest.account if guest else None},
            "path": url.path,
            "here": url.path + (f"?{url.query}" if url.query else ""),
        }

    async def page(self, template: str, status: int = 200, **more: Any) -> HTMLResponse:
        """A page; whoever has no secret yet gets one with it."""
        text = self.house.render(template, {**self.context(await self.guest()), **more})
        headers = {"cache-control": "no-cache", "vary": "cookie, accept-language, accept"}
        response = HTMLResponse(text, status, headers)
        self.remember(response)
        return response

    def go(self, address: str) -> RedirectResponse:
        """Off to another page after a form."""
        response = RedirectResponse(address, 303)
        self.remember(response)
        return response

    def remember(self, response: Response) -> None:
        """Give the visitor their secret, where they have none or an old cookie."""
        if self._renew:
            if self.secret is None:
                self.secret = self.house.badges.new()
            self.house.badges.put(response, self._connection, self.secret)


def _visit(request: Request) -> Visit:
    return Visit(request)


Visiting = Annotated[Visit, Depends(_visit)]


def wants_json(request: HTTPConnection) -> bool:
    """Whether a program asks rather than a browser that shows pages."""
    accept = request.headers.get("accept", "")
    return request.url.path.startswith("/api/") or "text/html" not in accept


def as_json(request: HTTPConnection) -> bool:
    """Whether a page is asked for as data; who accepts anything gets the page."""
    accept = request.headers.get("accept", "")
    return "application/json" in accept and "text/html" not in accept


def twin(data: Any) -> JSONResponse:
    """A page as data."""
    headers = {"cache-control": "no-store", "vary": "accept, cookie, authorization"}
    return JSONResponse(data, headers=headers)


def local_path(text: object) -> str:
    """A path of this site to go back to; anything else is the home page."""
    if not isinstance(text, str) or not text.startswith("/") or len(text) > 300:
        return "/"
    foreign = text.startswith("//") or "\\" in text or not text.isprintable() or not text.isascii()
    return "/" if foreign else text
