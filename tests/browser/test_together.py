"""People in several browsers: by a link, watched, and over a crash of the server."""

import random
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import PHONE, Visitors
from tests.browser.playing import draft, my_turn, open_game, ply
from tests.browser.running import Running


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
    for _ in range(300):
        for name, page in pages.items():
            if page.locator(".turn.yours").count():
                return name, page
        next(iter(pages.values())).wait_for_timeout(50)
    raise AssertionError("nobody is to move")


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
        eve.wait_for_function("n => Number(document.querySelector('#main').dataset.ply) > n", arg=before)
    visitors.shot(eve, "spectator")
    visitors.shot(bea, "phone")
    assert eve.locator(".mine .seat-name").count() == 1

    name, page = whose({"Ana": ana, "Bea": bea})
    other = bea if page is ana else ana
    before = ply(other)
    other.get_by_role("button", name="Take back").click()
    page.get_by_role("button", name="Agree").click()
    other.wait_for_function("n => Number(document.querySelector('#main').dataset.ply) < n", arg=before)
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


def test_friends_and_bots_at_a_full_table(visitors: Visitors) -> None:
    ana, bea = visitors.page(), visitors.page()
    invited(visitors, ana, (bea, "Bea"), players=4)
    for _ in range(2):
        ana.get_by_role("button", name="Add a bot").first.click()
    begin(ana)
    assert ana.locator("section.board, .others section").count() >= 4
    visitors.shot(ana, "four")
    bea.wait_for_selector(".market")
    bea.get_by_role("button", name="Menu").click()
    bea.get_by_role("button", name="Resign").click()
    visitors.shot(bea, "resign", whole=False)
    bea.locator("dialog[open] .danger").click()
    ana.wait_for_function("() => document.querySelector('#main').textContent.includes('bot')")
    _, page = whose({"Ana": ana})
    draft(page, random.Random(2))


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Running]:
    running = Running(tmp_path)
    running.start()
    yield running
    running.stop()


def test_pages_go_on_after_the_server_was_killed(chromium: Any, own_server: Running) -> None:
    visitors = Visitors(chromium, own_server.address, "killed")
    ana, bea = visitors.page(), visitors.page()
    try:
        invited(visitors, ana, (bea, "Bea"))
        begin(ana)
        chance = random.Random(7)
        for _ in range(3):
            draft(whose({"Ana": ana, "Bea": bea})[1], chance)
        before = ply(ana)
        own_server.stop(signal.SIGKILL)
        ana.wait_for_selector(".banner.offline")
        visitors.shot(ana, "offline")
        assert ana.locator(".market .group").count() > 0  # the board stays readable
        own_server.start()
        for page in (ana, bea):
            page.wait_for_selector(".banner.offline", state="detached")
        assert ply(ana) == ply(bea) == before
        draft(whose({"Ana": ana, "Bea": bea})[1], chance)
        for page in (ana, bea):
            page.wait_for_function("n => Number(document.querySelector('#main').dataset.ply) > n", arg=before)
    finally:
        visitors.close()
    assert "Traceback" not in own_server.log()


def test_the_page_of_a_bot_game_goes_on_after_a_restart(chromium: Any, own_server: Running) -> None:
    visitors = Visitors(chromium, own_server.address, "restarted")
    page = visitors.page()
    try:
        open_game(page, level="greedy")
        assert my_turn(page)
        own_server.stop()
        own_server.start()
        page.wait_for_selector(".banner.offline", state="detached")
        before = ply(page)
        draft(page, random.Random(1))
        assert my_turn(page)
        assert ply(page) > before
    finally:
        visitors.close()
