"""Texts in the visitor's language: catalogues, which one a visitor gets, plurals. A language is one file."""

import json
import re
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path

FOLDER = Path(__file__).with_name("locale")
DEFAULT = "en"
COOKIE = "lang"
# Texts of pages that need no script: other pages do not carry them along. Scripts write dates by Intl.
UNSCRIPTED = ("account.", "date.", "league.")
_HOLE = re.compile(r"\{(\w+)\}")

Text = str | dict[str, str]


def _english(n: float) -> str:
    return "one" if n == 1 else "other"


def _french(n: float) -> str:
    return "one" if 0 <= n < 2 else "other"


PLURALS: Mapping[str, Callable[[float], str]] = {"fr": _french, "pt": _french}  # others count as English does


class Catalogue:
    """The texts of one language."""

    def __init__(self, lang: str, texts: dict[str, Text]) -> None:
        self.lang = lang
        self.texts = texts
        self.scripted = {key: text for key, text in texts.items() if not key.startswith(UNSCRIPTED)}
        self._plural = PLURALS.get(lang, _english)

    def __contains__(self, key: str) -> bool:
        return key in self.texts

    def t(self, key: str, /, **values: object) -> str:
        """The text of a key with {name} filled in; the number `n` chooses where there are plural forms."""
        found = self.texts.get(key)
        if found is None:
            return key
        text = found if isinstance(found, str) else self._form(found, values.get("n", 0))
        return _HOLE.sub(lambda hole: str(values.get(hole[1], hole[0])), text)

    def day(self, when: date | str) -> str:
        """A day as people write it; also of a moment, or of text as in 2026-11-15."""
        on = date.fromisoformat(when[:10]) if isinstance(when, str) else when
        month = self.t("date.months").split()[on.month - 1]
        return self.t("date.first" if on.day == 1 else "date.day", day=on.day, month=month, year=on.year)

    def _form(self, forms: dict[str, str], n: object) -> str:
        count = n if isinstance(n, int | float) else 0
        return forms.get(self._plural(count), forms["other"])


class Catalogues:
    """All languages there are."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder
        self._books: dict[str, Catalogue] = {}
        self.read()

    def read(self) -> None:
        """Read every catalogue in the folder."""
        files = sorted(self._folder.glob("*.json"))
        self._books = {file.stem: Catalogue(file.stem, json.loads(file.read_text("utf-8"))) for file in files}

    def __contains__(self, lang: object) -> bool:
        return lang in self._books

    def __getitem__(self, lang: str) -> Catalogue:
        return self._books[lang]

    @property
    def languages(self) -> list[dict[str, str]]:
        """The languages as a switch lists them, each by its own name."""
        return [{"code": code, "name": book.t("language.name")} for code, book in self._books.items()]

    def choose(self, cookie: str | None, accepted: str | None) -> Catalogue:
        """What the visitor switched to, else the browser's first language that is here."""
        if cookie in self._books and cookie is not None:
            return self._books[cookie]
        found = next((tag for tag in preferences(accepted or "") if tag in self._books), DEFAULT)
        return self._books[found]


def preferences(accepted: str) -> list[str]:
    """The languages of an Accept-Language header without regions, most wanted first."""
    wanted: list[tuple[float, str]] = []
    for part in accepted[:500].split(","):
        tag, _, weight = part.strip().partition(";")
        quality = _quality(weight)
        if quality > 0:
            wanted.append((-quality, tag.split("-")[0].strip().lower()))
    return [tag for _, tag in sorted(wanted, key=lambda each: each[0])]


def _quality(weight: str) -> float:
    name, _, value = weight.strip().partition("=")
    if name.strip() != "q":
        return 1.0
    try:
        return float(value)
    except ValueError:
        return 0.0
