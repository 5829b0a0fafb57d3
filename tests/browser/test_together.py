"""People in several browsers: by a link, watched, and over a crash of the server."""

import random
import signal
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Visitors
from tests.browser.playing import MAY_DECIDE, draft, my_turn, once, open_game, ply, until
from tests.browser.running import Running

BEYOND = "n => Number(document.querySelector('#main').dataset.ply) > n"


def invited(visitors: Visitors, host: Any, *guests: tuple[Any, str], players: int = 2) -> str:
    """Open a table for friends, let them sit down by its link, begin."""
    address = open_game(host, mode="friends", players=str(players), name="Ana", confirm="off")
    host.wait_for_selector(".room")
    visitors.shot(host, "room")
    for page, name in guests:
        page.goto(address)
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Take this seat").first.click()
        host.get_by_text(name).first.wait_for()
    return address


def begin(host: Any) -> None:
    host.get_by_role("button", name="Start").click()
    host.wait_for_selector(".market")


def whose(pages: dict[str, Any]) -> tuple[str, Any]:
    """Who is to move, once somebody is."""

    def look() -> tuple[str, Any] | None:
        return next((one for one in pages.items() if one[1].locator(MAY_DECIDE).count()), None)

    return once(next(iter(pages.values())), look, "somebody who is to move")


def test_a_host_on_a_phone_sees_the_market_when_the_game_begins(visitors: Visitors) -> None:
    ana, bea = visitors.page(PHONE), visitors.page(PHONE)
    invited(visitors, ana, (bea, "Bea"))
    ana.evaluate("scrollTo(0, document.body.scrollHeight)")
    begin(ana)
    until(ana, "() => scrollY === 0")


def test_two_browsers_and_a_spectator(visitors: Visitors) -> None:
    ana, bea, eve = visitors.page(), visitors.page(PHONE), visitors.page()
    address = invited(visitors, ana, (bea, "Bea"))
    begin(ana)
    bea.wait_for_selector(".market")
    eve.goto(address)
    eve.wait_for_selector(".market .group")
    assert eve.locator(".group.can, .line.legal").count() == 0
    chance = random.Random(1)
    for _ in range(6):
        _, page = whose({"Ana": ana, "Bea": bea})
        before = ply(page)
        draft(page, chance)
        until(eve, BEYOND, before)
    visitors.shot(eve, "spectator")
    visitors.shot(bea, "phone")
    assert eve.locator(".mine .seat-name").count() == 1

    name, page = whose({"Ana": ana, "Bea": bea})
    other = bea if page is ana else ana
    before = ply(other)
    other.get_by_role("button", name="Take back").click()
    page.get_by_role("button", name="Agree").click()
    until(other, "n => Number(document.querySelector('#main').dataset.ply) < n", before)
    assert name


def test_a_link_gives_nobody_elses_seat(visitors: Visitors) -> None:
    ana, bea, eve = visitors.page(), visitors.page(), visitors.page()
    address = invited(visitors, ana, (bea, "Bea"))
    begin(ana)
    eve.goto(address)
    eve.wait_for_selector(".market")
    told = eve.evaluate(
        """(address) => new Promise((resolve) => {
            const told = [];
            const socket = new WebSocket(address);
            socket.onmessage = (event) => {
                const message = JSON.parse(event.data);
                told.push(message.type === 'refused' ? message.error.code : message.type);
                const theft = { type: 'move', ply: 1, move: '1B>f' };
                const steal = (seat) => socket.send(JSON.stringify({ ...theft, seat }));
                if (told.length === 1) [0, 1].forEach(steal);
                if (told.length >= 4) resolve(told);
            };
        })""",
        address.replace("http", "ws").replace("/t/", "/ws/"),
    )
    assert "not_your_seat" in told
    assert ply(ana) == 1


@pytest.mark.slow
def test_friends_and_bots_at_a_full_table(visitors: Visitors) -> None:
    ana, bea = visitors.page(), visitors.page()
    invited(visitors, ana, (bea, "Bea"), players=4)
    free = ana.get_by_role("button", name="Add a bot")
    for left in (1, 0):
        free.first.click()
        expect(free).to_have_count(left)  # or the next click would mean the same seat
    begin(ana)
    expect(ana.locator("section.board, .others section").nth(3)).to_be_attached()
    visitors.shot(ana, "four")
    bea.wait_for_selector(".market")
    bea.get_by_role("button", name="Menu").click()
    bea.get_by_role("button", name="Resign").click()
    visitors.shot(bea, "resign", whole=False)
    bea.locator("dialog[open] .danger").click()
    until(ana, "() => document.querySelector('#main').textContent.includes('bot')")
    _, page = whose({"Ana": ana})
    draft(page, random.Random(2))


def test_pages_go_on_after_the_server_was_killed(chromium: Any, own: Running) -> None:
    visitors = Visitors(chromium, own.address, "killed")
    ana, bea = visitors.page(), visitors.page()
    try:
        invited(visitors, ana, (bea, "Bea"))
        begin(ana)
        chance = random.Random(7)
        for _ in range(3):
            draft(whose({"Ana": ana, "Bea": bea})[1], chance)
        whose({"Ana": ana, "Bea": bea})  # who is next has seen it too, not only who moved
        before = ply(ana)
        assert ply(bea) == before
        own.stop(signal.SIGKILL)
        ana.wait_for_selector(".banner.offline")
        visitors.shot(ana, "offline")
        assert ana.locator(".market .group").count() > 0  # the board stays readable
        own.start()
        for page in (ana, bea):
            page.wait_for_selector(".banner.offline", state="detached")
        assert ply(ana) == ply(bea) == before
        draft(whose({"Ana": ana, "Bea": bea})[1], chance)
        for page in (ana, bea):
            until(page, BEYOND, before)
    finally:
        visitors.close()
    assert "Traceback" not in own.log()


@pytest.mark.slow
def test_the_page_of_a_bot_game_goes_on_after_a_restart(chromium: Any, own: Running) -> None:
    visitors = Visitors(chromium, own.address, "restarted")
    page = visitors.page()
    try:
        open_game(page, level="greedy")
        assert my_turn(page)
        own.stop()
        page.wait_for_selector(".banner.offline")
        own.start()
        page.wait_for_selector(".banner.offline", state="detached")
        assert my_turn(page)
        before = ply(page)
        draft(page, random.Random(1))
        assert my_turn(page)
        assert ply(page) > before
    finally:
        visitors.close()
