"""Clocks in forms, pages and messages."""

import re
from pathlib import Path

import pytest

from azulejos.web.messages import BadMessage, read_message
from tests.web.site import PROGRAM, Site, with_site
from tests.web.test_pages import inside


def test_the_form_offers_every_clock_and_keeps_what_was_chosen(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        home = (await site.visitor().get("/?mode=friends&clock=10%2B30&rated=on")).text
        assert '<option value="10+30" selected>10 min each + 30 s a move</option>' in home
        assert re.search(r'name="rated" value="on"\s+checked', home)
        assert home.count("<option") - home.count('name="level') >= 14
        assert ">7 days a move<" in home
        french = (await site.visitor(accept_language="fr").get("/?clock=2d")).text
        assert '<option value="2d" selected>2 jours par coup</option>' in french
        other = (await site.visitor().get("/?clock=bogus")).text
        assert not re.search(r'name="clock">.*?selected', other, re.DOTALL)

    with_site(tmp_path, test)


def test_a_table_of_friends_has_the_clock_that_was_chosen(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana = site.visitor()
        name = await site.table(ana, mode="friends", clock="5+10", rated="on")
        view = inside((await ana.get(f"/t/{name}")).text, "view")
        assert (view["clock"]["kind"], view["clock"]["base"], view["clock"]["increment"]) == ("live", 300, 10)
        assert view["rated"]
        home = (await ana.get("/")).text
        assert "5 min each + 10 s a move · rated" in home
        for form in ({"mode": "bots"}, {"mode": "device"}):  # what does not fit is passed over
            name = await site.table(ana, clock="5+10", rated="on", **form)
            view = inside((await ana.get(f"/t/{name}")).text, "view")
            assert (view["clock"], view["rated"]) == (None, False)

    with_site(tmp_path, test)


def test_a_clock_that_there_is_not_is_refused(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        form = {"mode": "friends", "clock": "0+0", "name": "Ana"}
        answer = await site.visitor().post("/play", data=form, headers=PROGRAM)
        assert answer.status_code == 422
        assert answer.json()["error"]["code"] == "bad_form"

    with_site(tmp_path, test)


def test_the_tab_counts_the_games_that_wait(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana = site.visitor()
        assert "<title>Azulejos:" in (await ana.get("/")).text
        for _ in range(2):
            await site.table(ana, mode="device", players="2")
        assert "<title>(2) Azulejos:" in (await ana.get("/")).text

    with_site(tmp_path, test)


@pytest.mark.parametrize("text", ['{"type": "vote", "seat": 1, "yes": true}', '{"type": "return"}'])
def test_messages_about_absence_are_understood(text: str) -> None:
    assert read_message(text).type in text


@pytest.mark.parametrize(
    "text",
    [
        '{"type": "vote", "seat": 1}',
        '{"type": "vote", "seat": 4, "yes": true}',
        '{"type": "vote", "seat": 1, "yes": "true"}',
        '{"type": "return", "seat": 1}',
    ],
)
def test_and_nothing_like_them(text: str) -> None:
    with pytest.raises(BadMessage):
        read_message(text)
