"""Leagues and what strangers, caches, logs and hostile files could make of them."""

import json
from pathlib import Path

import httpx
import pytest

from azulejos.web import errors, limits
from tests.web.site import BROWSER, Site, with_site
from tests.web.test_api_leagues import club, game, in_club


def test_pages_of_a_private_league_are_kept_nowhere(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana, league = await club(site)
        made = (await ana.post(f"{league}/results", json=game(("Ana", 61), ("Bea", 48)))).json()["id"]
        base = league.removeprefix("/api/leagues")
        ways = ("", "/games", f"/games/{made}", f"/games/{made}/picture.svg", "/people", "/enter")
        for way in (*ways, "/settings", "/invite.svg", "/export.csv"):
            answer = await ana.get(f"/l{base}{way}", headers=BROWSER)
            assert answer.status_code == 200
            assert "no-store" in answer.headers["cache-control"], way
        public = await ana.get("/ranking", headers=BROWSER)
        assert "no-store" not in public.headers["cache-control"]

    with_site(tmp_path, test)


def test_a_zero_in_an_address_is_refused_before_anybody_looks(tmp_path: Path) -> None:
    """PostgreSQL takes none, and would seem to be broken."""

    async def story(ana: httpx.AsyncClient, league: str) -> None:
        for way in ("/l/%00", "/join/%00", f"{league}/results/%00", f"{league}/results?text=%00"):
            assert (await ana.get(way)).status_code == 400, way
        assert (await ana.get(f"{league}/results?text=%2500")).status_code == 200
        body = json.dumps(game(("Ana", 61), ("Bea", 48), id="a\0"))
        answer = await ana.post(
            f"{league}/results", content=body, headers={"content-type": "application/json"}
        )
        assert answer.status_code == 422

    in_club(tmp_path, story)


@pytest.mark.parametrize("path", ["/l/online/export.csv", "/l/x/export.json", "/api/leagues/online/export"])
def test_whole_leagues_are_not_fetched_as_often_as_pages(path: str) -> None:
    assert limits.kind_of({"type": "http", "method": "GET", "path": path}) is limits.FILES


@pytest.mark.parametrize(
    "path", ["/join/{}", "/api/invitations/{}", "/s/{}", "/s/{}/qr.svg", "/api/sheets/{}/fields"]
)
def test_the_log_has_no_secret_of_an_address(path: str, caplog: pytest.LogCaptureFixture) -> None:
    errors.report({"method": "GET", "path": path.format("k3f9x2ab7q")}, ValueError("something"))
    assert "k3f9x2ab7q" not in caplog.text
    assert path.partition("{")[0] in caplog.text


def test_who_was_merged_into_another_entry_is_that_person_on_its_page(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana, league = await club(site)
        base = f"/l/{league.rpartition('/')[2]}"
        mine = (await ana.get(league)).json()["me"]
        other = (await ana.post(f"{league}/people", json={"name": "Anna"})).json()["id"]
        assert (await ana.post(f"{league}/people/{mine}/merge", json={"into": other})).status_code == 200
        page = (await ana.get(f"{base}/people/{other}", headers=BROWSER)).text
        assert f"{other}/unclaim" in page
        assert f"{other}/claim" not in page
        assert "chip cobalt" in (await ana.get(f"{base}/people", headers=BROWSER)).text

    with_site(tmp_path, test)
