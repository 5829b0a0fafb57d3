"""Languages: who gets which, plurals, and catalogues that are complete and hold nothing idle."""

import json
import re
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from azulejos.web import locale
from azulejos.web.locale import Catalogue, Catalogues, Text, preferences
from tests.web.site import Site, with_site

WEB = Path(locale.__file__).parent
BOOKS: dict[str, dict[str, Text]] = {
    file.stem: json.loads(file.read_text("utf-8")) for file in sorted(locale.FOLDER.glob("*.json"))
}
HOLE = re.compile(r"\{(\w+)\}")


# --- choosing --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("accepted", "lang"),
    [
        (None, "en"),
        ("", "en"),
        ("fr", "fr"),
        ("fr-CA,fr;q=0.9,en;q=0.8", "fr"),
        ("en-GB,fr;q=0.9", "en"),
        ("de,fr;q=0.5,en;q=0.4", "fr"),
        ("de,ja", "en"),
        ("fr;q=0,en;q=0.1", "en"),
        ("en;q=0.3, fr;q=0.7", "fr"),
        ("FR", "fr"),
        ("*", "en"),
        ("fr;q=high", "en"),
        (";;;,,,=", "en"),
        ("x" * 10_000, "en"),
    ],
)
def test_the_browser_says_which_language(tmp_path: Path, accepted: str | None, lang: str) -> None:
    assert Catalogues().choose(None, accepted).lang == lang

    async def test(site: Site) -> None:
        page = await site.visitor(accept_language=accepted or "").get("/")
        assert f'<html lang="{lang}"' in page.text
        assert page.headers["vary"].lower().startswith("cookie, accept-language")

    if accepted in (None, "fr"):
        with_site(tmp_path, test)


def test_the_cookie_goes_before_the_browser() -> None:
    books = Catalogues()
    assert books.choose("fr", "en").lang == "fr"
    assert books.choose("en", "fr").lang == "en"
    assert books.choose("xx", "fr").lang == "fr"
    assert books.choose("../secret", None).lang == "en"


def test_preferences_keep_the_order_of_equals() -> None:
    assert preferences("de, fr, en;q=0.9") == ["de", "fr", "en"]


def test_a_language_is_one_file(tmp_path: Path) -> None:
    (tmp_path / "en.json").write_text('{"language.name": "English"}')
    (tmp_path / "pt.json").write_text('{"language.name": "Português"}')
    books = Catalogues(tmp_path)
    assert books.languages == [{"code": "en", "name": "English"}, {"code": "pt", "name": "Português"}]
    assert books.choose(None, "pt-BR").t("language.name") == "Português"


def test_errors_speak_the_visitors_language(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        french = site.visitor(accept_language="fr")
        assert "Cette page n’existe pas." in (await french.get("/nowhere")).text
        program = await french.get("/nowhere", headers={"accept": "application/json"})
        assert program.json()["error"]["message"] == "Cette page n’existe pas."

    with_site(tmp_path, test)


# --- plurals ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "n", "text"),
    [
        ("en", 0, "0 tiles"),
        ("en", 1, "1 tile"),
        ("en", 2, "2 tiles"),
        ("fr", 0, "0 carreau"),
        ("fr", 1, "1 carreau"),
        ("fr", 1.5, "1.5 carreau"),
        ("fr", 2, "2 carreaux"),
        ("fr", -1, "-1 carreaux"),
    ],
)
def test_plurals(lang: str, n: float, text: str) -> None:
    forms: dict[str, Text] = {
        "en": {"one": "{n} tile", "other": "{n} tiles"},
        "fr": {"one": "{n} carreau", "other": "{n} carreaux"},
    }
    assert Catalogue(lang, {"tiles": forms[lang]}).t("tiles", n=n) == text


@pytest.mark.parametrize(
    ("when", "english", "french"),
    [
        (date(2026, 11, 15), "15 November 2026", "15 novembre 2026"),
        (datetime(2026, 8, 1, 23, 59, tzinfo=UTC), "1 August 2026", "1er août 2026"),
        ("2024-02-29", "29 February 2024", "29 février 2024"),
        ("2025-12-31T23:00:00+00:00", "31 December 2025", "31 décembre 2025"),
    ],
)
def test_days_are_written_as_people_do(when: date | str, english: str, french: str) -> None:
    books = Catalogues()
    assert (books["en"].day(when), books["fr"].day(when)) == (english, french)


def test_holes_and_missing_texts() -> None:
    book = Catalogue("en", {"hello": "Hello {name}, {other}"})
    assert book.t("hello", name="{other}") == "Hello {other}, {other}"
    assert book.t("nothing") == "nothing"


# --- completeness ----------------------------------------------------------------------------------------


def forms(text: Text) -> list[str]:
    return [text] if isinstance(text, str) else list(text.values())


def holes(text: Text) -> set[str]:
    return {hole for form in forms(text) for hole in HOLE.findall(form)}


def test_all_languages_have_the_same_keys() -> None:
    assert {"en", "fr"} <= set(BOOKS)
    for lang, book in BOOKS.items():
        assert sorted(book) == sorted(BOOKS["en"]), lang


def faults(text: Text, english: Text) -> list[str]:
    """What is wrong with a text beside the English one."""
    found = []
    if holes(text) != holes(english):
        found.append(f"holes {holes(text)}, expected {holes(english)}")
    if not all(form.strip() for form in forms(text)):
        found.append("empty")
    if isinstance(text, str) != isinstance(english, str):
        found.append("plural forms in one language only")
    if isinstance(text, dict) and set(text) != {"one", "other"}:
        found.append(f"forms {set(text)}")
    return found


def test_texts_match_across_languages() -> None:
    found = {
        f"{lang} {key}": wrong
        for lang, book in BOOKS.items()
        for key, text in book.items()
        if (wrong := faults(text, BOOKS["en"].get(key, text)))
    }
    assert found == {}


def test_french_signs_stay_with_their_word() -> None:
    """Before : ; ! ? stands a space that breaks no line."""
    assert [
        key for key, text in BOOKS["fr"].items() if any(re.search(" [:;!?]", it) for it in forms(text))
    ] == []


def test_french_has_one_word_for_a_bot() -> None:
    assert [key for key, text in BOOKS["fr"].items() if re.search(r"\b[Bb]ots?\b", str(text))] == []


# A key is asked for by t('key'), or composed: t(`colour.${letter}`), t('game.' ~ name). Elsewhere in a file
# any string that looks like a key counts as asking for it, since keys are also handed on in lists.
CALL = re.compile(r"(?<![\w.])t\(")
STRING = re.compile(r"""(['"`])((?:(?!\1).)*)\1""")
FILLED = re.compile(r"\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}")
ANY = r"[^.]+(?:\.[^.]+)?"  # what is filled in may have a dot of its own, as 0.5


def sources() -> list[Path]:
    kinds = ("templates/**/*.html", "static/js/**/*.js", "*.py")
    return sorted(path for kind in kinds for path in WEB.glob(kind))


def first_argument(text: str) -> str:
    """The text up to the comma or bracket that ends it."""
    depth, quote = 0, ""
    for at, sign in enumerate(text):
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "'\"`":
            quote = sign
        elif sign in "([{":
            depth += 1
        elif sign in ")]}" or (sign == "," and depth == 0):
            if depth == 0:
                return text[:at]
            depth -= 1
    return text


def pattern(argument: str) -> str | None:
    """The keys that an argument of t() can be, as a regular expression; None where only running it tells."""
    pieces = re.split(r"\s*[~+]\s*(?![^(\[{]*[)\]}])", argument.strip())
    found = [_piece(piece) for piece in pieces]
    return "".join(found) if found and found[0] != ANY else None


def _piece(piece: str) -> str:
    whole = STRING.fullmatch(piece.strip())
    if whole is None:
        return ANY
    literals = FILLED.split(whole[2]) if whole[1] == "`" else [whole[2]]
    return ANY.join(re.escape(literal) for literal in literals)


def asked(path: Path) -> set[str]:
    """What a file asks for with t()."""
    text = path.read_text("utf-8")
    arguments = [first_argument(text[call.end() : call.end() + 300]) for call in CALL.finditer(text)]
    return {found for argument in arguments if (found := pattern(argument))}


def mentioned(path: Path) -> set[str]:
    """Every string of a file that may be a key or the beginning of one."""
    strings = [_piece(string[0]) for string in STRING.finditer(path.read_text("utf-8"))]
    return {string + (ANY if string.endswith(r"\.") else "") for string in strings if r"\." in string}


@pytest.mark.parametrize("path", sources(), ids=lambda path: path.name)
def test_every_text_that_is_asked_for_is_there(path: Path) -> None:
    keys = list(BOOKS["en"])
    assert not [found for found in asked(path) if not any(re.fullmatch(found, key) for key in keys)]


def test_every_text_is_used() -> None:
    patterns = {r"error\.\w+"}.union(*(asked(path) | mentioned(path) for path in sources()))
    used = re.compile("|".join(f"(?:{found})" for found in patterns))
    assert [key for key in BOOKS["en"] if not used.fullmatch(key)] == []


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("t('home.title')", r"home\.title"),
        ('t("home.card", n=len(cards))', r"home\.card"),
        ("t(`colour.${letter}`, {n: 2})", r"colour\." + ANY),
        ("t(`room.${who({a: 1})}.name`)", rf"room\.{ANY}\.name"),
        ("t('game.' ~ view.game)", r"game\." + ANY),
        ("t('home.' ~ kind ~ '.blank')", rf"home\.{ANY}\.blank"),
        ("t('a.' + (b ? 'c' : 'd'))", r"a\." + ANY),
    ],
)
def test_how_keys_are_found(code: str, expected: str) -> None:
    assert pattern(first_argument(code.partition("(")[2])) == expected


def test_every_refusal_of_the_service_has_words() -> None:
    from azulejos.service import errors

    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type)]
    codes = {kind.code for kind in kinds if issubclass(kind, errors.Refused)}
    codes |= {"bad_message", "slow_down", "too_large", "our_fault"}
    assert not [code for code in codes if f"error.{code}" not in BOOKS["en"]]


def test_every_reason_of_the_rules_has_words_with_its_values() -> None:
    from azulejos.azul import reasons as azul
    from azulejos.pavilion import reasons as pavilion

    codes = {*azul.TEXTS, *pavilion.TEXTS}
    assert codes == {key.removeprefix("why.") for key in BOOKS["en"] if key.startswith("why.")} - {"rule"}
