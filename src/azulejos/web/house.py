"""What every handler needs, in one place: settings, store, service, texts, files, templates."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import HTTPConnection

from azulejos import __version__
from azulejos.service.accounts import Accounts
from azulejos.service.leagues import Leagues
from azulejos.service.lobby import Service
from azulejos.service.records import Records
from azulejos.service.sheets import Sheets
from azulejos.service.standings import Standings
from azulejos.store.db import Store
from azulejos.web.assets import Assets
from azulejos.web.config import Config
from azulejos.web.locale import Catalogues
from azulejos.web.metrics import Meters
from azulejos.web.sessions import Badges
from azulejos.web.sockets import Sockets

TEMPLATES = Path(__file__).with_name("templates")
_UNSAFE = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
_TABLE = str.maketrans(_UNSAFE)


def safe_json(value: object) -> Markup:
    """JSON that can stand inside a script element, whatever names people have chosen."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.translate(_TABLE))  # nothing that HTML would read is left


@dataclass(slots=True)
class House:
    """One server's parts; store, service and badges are there once it has started."""

    config: Config
    texts: Catalogues
    assets: Assets
    templates: Environment
    sockets: Sockets
    meters: Meters
    store: Store = field(init=False)
    service: Service = field(init=False)
    badges: Badges = field(init=False)
    accounts: Accounts = field(init=False)
    leagues: Leagues = field(init=False)
    records: Records = field(init=False)
    standings: Standings = field(init=False)
    sheets: Sheets = field(init=False)

    def render(self, template: str, context: Mapping[str, Any]) -> str:
        """A page's text."""
        return self.templates.get_template(template).render(context)

    def refresh(self) -> None:
        """While developing, files may have changed since the last page."""
        if self.config.develop:
            self.assets.read()
            self.texts.read()


def build(config: Config) -> House:
    """A house without its service."""
    assets = Assets()
    templates = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        auto_reload=config.develop,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.globals.update(
        static=assets.address,
        has_static=assets.has,
        modules=assets.modules,
        drawing=assets.drawing,
        json=safe_json,
        version=__version__,
    )
    return House(config, Catalogues(), assets, templates, Sockets(config.sockets), Meters())


def house_of(connection: HTTPConnection) -> House:
    """The house that a request or socket came to."""
    return cast("House", connection.app.state.house)
