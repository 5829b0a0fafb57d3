"""The rules as pages: both languages, an anchor for every clause, figures that are those of the engine."""

import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest

from azulejos.azul import fields as azul_fields
from azulejos.azul import reasons as azul_reasons
from azulejos.azul.kernels import ending
from azulejos.pavilion import fields as pavilion_fields
from azulejos.pavilion import reasons as pavilion_reasons
from azulejos.web import rules
from tests.azul.clauses import BOOK as AZUL
from tests.pavilion.clauses import BOOK as PAVILION
from tests.web.site import Site, with_site

LANGUAGES = ("en", "fr")
PAGES = [(game, lang) for game in rules.GAMES for lang in LANGUAGES]
CLAUSES = {"azul": set(AZUL.clauses), "pavilion": set(PAVILION.clauses)}


class Page(HTMLParser):
    """A page's anchors, links, and the words of its article."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.alts: list[str] = []
        self.words: list[str] = []
        self._inside = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self._inside += tag == "article"
        self.words += [" "] if tag in ("td", "th") else []
        self.ids += [found["id"]] if "id" in found else []
        self.links += [found["href"]] if "href" in found else []
        if found.get("role") == "img":
            self.alts.append(found.get("aria-label", ""))

    def handle_endtag(self, tag: str) -> None:
        self._inside -= tag == "article"

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.words.append(data)

    @property
    def text(self) -> str:
        """All that is read, pictures by their words."""
        return re.sub(r"[ \n]+", " ", "".join(self.words)) + " " + " ".join(self.alts)


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], Page]:
    found: dict[tuple[str, str], Page] = {}

    async def read(site: Site) -> None:
        for game, lang in PAGES:
            answer = await site.visitor(accept_language=lang).get(f"/rules/{game}")
            assert answer.status_code == 200
            assert f'<html lang="{lang}"' in answer.text
            found[game, lang] = Page(answer.text)

    with_site(tmp_path_factory.mktemp("rules"), read)
    return found


def source(game: str, lang: str) -> str:
    return (rules.FOLDER / f"{game}.{lang}.html").read_text("utf-8")


# --- pages -----------------------------------------------------------------------------------------------


def test_the_games_to_choose_from(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        for lang, title in (("en", "Rules"), ("fr", "Règles")):
            answer = await site.visitor(accept_language=lang).get("/rules")
            assert answer.status_code == 200
            assert f"<h1>{title}</h1>" in answer.text
            assert {f"/rules/{game}" for game in rules.GAMES} <= set(Page(answer.text).links)
        assert (await site.visitor().get("/rules/chess")).status_code == 404
        assert (await site.visitor().get("/rules/azul.en")).status_code == 404

    with_site(tmp_path, test)


def test_every_link_leads_somewhere(tmp_path: Path, pages: dict[tuple[str, str], Page]) -> None:
    async def test(site: Site) -> None:
        visitor = site.visitor()
        for page in pages.values():
            inside = {link[1:] for link in page.links if link.startswith("#")}
            assert inside <= set(page.ids)
            for link in {link.partition("#")[0] for link in page.links if link.startswith("/")}:
                assert (await visitor.get(link)).status_code == 200, link

    with_site(tmp_path, test)


def test_a_language_without_rules_reads_the_english_ones() -> None:
    assert rules.written_in("azul", "fr") == "fr"
    assert rules.written_in("azul", "pt") == "en"


# --- anchors ---------------------------------------------------------------------------------------------


def clauses(page: Page) -> set[str]:
    return {name for name in page.ids if re.fullmatch(r"[AS]\d+b?", name)}


@pytest.mark.parametrize(("game", "lang"), PAGES)
def test_every_clause_has_its_anchor(game: str, lang: str, pages: dict[tuple[str, str], Page]) -> None:
    page = pages[game, lang]
    assert sorted(CLAUSES[game] ^ clauses(page)) == []
    assert [name for name, times in Counter(page.ids).items() if times > 1] == []


@pytest.mark.parametrize("game", rules.GAMES)
def test_both_languages_say_the_same_in_the_same_order(game: str, pages: dict[tuple[str, str], Page]) -> None:
    english, french = (pages[game, lang].ids for lang in LANGUAGES)
    assert english == french
    numbers = [Counter(re.findall(r"\d+", pages[game, lang].text)) for lang in LANGUAGES]
    assert numbers[0] == numbers[1]


@pytest.mark.parametrize("game", rules.GAMES)
def test_what_a_refusal_cites_can_be_looked_up(game: str, pages: dict[tuple[str, str], Page]) -> None:
    texts = {"azul": azul_reasons.TEXTS, "pavilion": pavilion_reasons.TEXTS}[game]
    cited = {clause for clause, _ in texts.values() if clause}
    assert cited
    assert cited <= clauses(pages[game, "en"])


# --- words -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "lang"), PAGES)
def test_pictures_have_words(game: str, lang: str, pages: dict[tuple[str, str], Page]) -> None:
    assert len(pages[game, lang].alts) >= 10
    assert all(alt.strip() for alt in pages[game, lang].alts)


@pytest.mark.parametrize(("game", "lang"), PAGES)
def test_signs_are_those_of_print(game: str, lang: str, pages: dict[tuple[str, str], Page]) -> None:
    text = pages[game, lang].text
    assert re.findall(r".{10}['\"].{10}", text) == []
    if lang == "fr":
        assert re.findall(r".{10}(?<!\u202f)[;:!?»].{5}", text) == []
    else:
        assert re.findall(r".{10}\s[;:!?].{5}", text) == []


# --- figures ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_floor_costs_what_the_engine_charges(lang: str) -> None:
    costs = re.search(r"'1RY', \(([\d, ]+)\)", source("azul", lang))
    assert costs is not None
    paid = [int(cost) for cost in costs[1].split(",")]
    assert [sum(paid[:n]) for n in range(len(paid) + 1)] == list(azul_fields.PENALTY)


WALL = re.compile(r"wall\('[^']*', '([\d ]+)', '(\d\d)', '[\d ]*', '[\d ]*', '(?:(\d) \+ (\d) )?= (\d)'\)")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_walls_that_are_drawn_score_as_they_say(lang: str) -> None:
    drawn = WALL.findall(source("azul", lang))
    assert len(drawn) == 4
    for laid, new, first, second, total in drawn:
        row, column = int(new[0]), int(new[1])
        cells = [(int(cell[0]), int(cell[1])) for cell in laid.split()]
        across = azul_fields.RUN[5 * sum(1 << c for r, c in cells if r == row) + column]
        down = azul_fields.RUN[5 * sum(1 << r for r, c in cells if c == column) + row]
        runs = [run for run in (across, down) if run > 1]
        assert (sum(runs) or 1) == int(total)
        assert not first or runs == [int(first), int(second)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_bonuses_of_azul(lang: str) -> None:
    row, column, colour = (int(n) for n in re.findall(r"<figcaption><b>\+(\d+)</b>", source("azul", lang)))
    full = (1 << 25) - 1
    walls = ending.full_rows(full), ending.full_columns(full)
    assert (row * walls[0], column * walls[1], colour * 5) == (10, 35, 50)  # A44


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_bonuses_of_summer_pavilion(lang: str) -> None:
    text = source("pavilion", lang)
    stars = {letter: int(points) for letter, points in re.findall(r"\('([PGOYBR])', '\w+', (\d+)\)", text)}
    assert stars == dict(zip(pavilion_fields.LETTERS, pavilion_fields.STAR_WORTH, strict=True))
    rest = [int(points) for points in re.findall(r'<td class="n">(\d+)</td>', text)]
    assert rest == [4 * 1, 4 * 2, 4 * 3, 4 * 4, 0, pavilion_fields.MIXED_STAR]
    sets = [members.bit_count() for members in pavilion_fields.NUMBER_SET]
    assert sets == [7, 7, 7, 7, 6, 6, 12, 6]  # as the texts say


def test_the_pictures_of_summer_pavilion() -> None:
    text = (rules.FOLDER / "pavilion_pictures.html").read_text("utf-8")
    worth = pavilion_fields.WORTH
    assert f"{{'pillar': {worth[0]}, 'statue': {worth[6]}, 'window': {worth[12]}}}" in text
    grey = pavilion_fields.SPACES
    for at, numbers in ((0, "123456"), (grey, "321456"), (grey + 36, "333333")):
        assert "".join(str(pavilion_fields.NUMBER[at + k]) for k in range(6)) == numbers
        assert f"'{numbers}'" in text
    assert f"in '{pavilion_fields.LETTERS}'" in text  # S20
    assert f"'{pavilion_fields.STAR_LETTERS[:6]}'[place]" in text  # S9
