"""The door: headers everywhere, foreign posts and sockets refused, sizes limited, text escaped."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from azulejos.web.security import HEADERS, MOST_BODY, POLICY
from tests.web.site import HOST, PROGRAM, Site, with_site


def test_every_answer_has_our_headers(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana = site.visitor()
        name = await site.table(ana)
        static = site.house.assets.address("icon.svg")
        paths = ["/", "/healthz", "/api/lobby", "/nowhere", "/t/nowhere", "/favicon.ico", static]
        paths += [f"/t/{name}{tail}" for tail in ("", "/replay", "/record", "/qr.svg")]
        answers = [await ana.get(path) for path in (*paths, f"/api/tables/{name}/frames")]
        answers.append(await ana.post("/play", data={"name": "Ana", "level": "greedy"}))
        answers.append(await ana.post("/play", data={"bogus": "1"}))
        answers.append(await ana.post("/play", data={}, headers={"sec-fetch-site": "cross-site"}))
        answers.append(await ana.post("/play", content=b"x" * (MOST_BODY + 1)))
        answers.append(await ana.delete("/"))
        for answer in answers:
            for header, value in HEADERS.items():
                assert answer.headers.get_list(header) == [value], (answer.request.url, header)
            assert "server" not in answer.headers

    with_site(tmp_path, test)


def test_scripts_and_styles_go_without_a_pages_policy(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        for name in ("js/table.js", "css/azul.css"):
            headers = (await site.visitor().get(site.house.assets.address(name))).headers
            assert "content-security-policy" not in headers
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["cross-origin-resource-policy"] == "same-origin"

    with_site(tmp_path, test)


def test_the_policy_lets_nothing_in_from_elsewhere() -> None:
    assert "default-src 'none'" in POLICY
    assert "unsafe" not in POLICY
    assert "http" not in POLICY
    assert "*" not in POLICY


def test_no_page_has_script_or_style_of_its_own(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana = site.visitor()
        name = await site.table(ana)
        for path in ("/", f"/t/{name}", f"/t/{name}/replay", "/nowhere"):
            page = (await ana.get(path)).text
            assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", page), path
            scripts = re.findall(r"<script([^>]*)>", page)
            assert all("src=" in script or 'type="application/json"' in script for script in scripts)

    with_site(tmp_path, test)


@pytest.mark.parametrize(
    ("headers", "allowed"),
    [
        ({"sec-fetch-site": "same-origin"}, True),
        ({"sec-fetch-site": "none"}, True),
        ({"sec-fetch-site": "cross-site"}, False),
        ({"sec-fetch-site": "same-site"}, False),  # another name of the same owner
        ({"origin": f"http://{HOST}"}, True),
        ({"origin": f"https://{HOST}"}, True),  # behind a proxy that speaks https
        ({"origin": f"http://{HOST}:81"}, False),
        ({"origin": "http://evil.example"}, False),
        ({"origin": f"http://{HOST}.evil.example"}, False),
        ({"origin": "null"}, False),
        ({"origin": ""}, False),
        ({"origin": "http://evil.example", "sec-fetch-site": "cross-site"}, False),
        ({}, True),  # no browser, so nobody's cookies
    ],
)
def test_posts_from_other_sites_are_refused(tmp_path: Path, headers: dict[str, str], allowed: bool) -> None:
    async def test(site: Site) -> None:
        answer = await site.visitor(**PROGRAM).post("/name", data={"name": "Ana"}, headers=headers)
        assert answer.status_code == (200 if allowed else 403)
        if not allowed:
            assert answer.json()["error"]["code"] == "foreign"

    with_site(tmp_path, test)


@pytest.mark.parametrize(
    ("origin", "allowed"),
    [
        (f"http://{HOST}", True),
        (f"https://{HOST}", True),
        (None, True),  # no browser
        ("http://evil.example", False),
        ("null", False),
        (f"http://{HOST}:8000", False),
        ("", False),
    ],
)
def test_sockets_of_other_sites_are_refused(tmp_path: Path, origin: str | None, allowed: bool) -> None:
    async def test(site: Site) -> None:
        ana = site.visitor()
        socket = site.socket(await site.table(ana), ana, origin=origin)
        first = await socket.event()
        assert first["type"] == ("websocket.accept" if allowed else "websocket.close")
        if allowed:
            await socket.hang_up()

    with_site(tmp_path, test)


def test_a_body_has_a_limit_whether_announced_or_not(tmp_path: Path) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        yield b"name="
        for _ in range(70):
            yield b"x" * 1024

    async def test(site: Site) -> None:
        ana = site.visitor(**PROGRAM)
        form = {"content-type": "application/x-www-form-urlencoded"}
        for body in (b"name=" + b"x" * MOST_BODY, pieces()):
            answer = await ana.post("/name", content=body, headers=form)
            assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_large")
        odd = await ana.post("/name", content=b"", headers={**form, "content-length": "many"})
        assert odd.status_code == 413

    with_site(tmp_path, test)


@pytest.mark.parametrize("charset", ["unicode_escape", "punycode", "undefined", "utf-7", "x", "utf-16"])
@pytest.mark.parametrize("kind", ["multipart/form-data; boundary=x", "application/x-www-form-urlencoded"])
def test_only_plain_letters_come_in(tmp_path: Path, kind: str, charset: str) -> None:
    """Python knows alphabets in which half a letter can be written, which no page can be made of."""

    async def test(site: Site) -> None:
        half = "\\ud800 half"
        parts = f'--x\r\nContent-Disposition: form-data; name="name"\r\n\r\n{half}\r\n--x--\r\n'
        body = parts if "multipart" in kind else f"name={half}"
        for path in ("/name", "/play", "/account/signin", "/account/recover"):
            for said in (f"charset={charset}", f'CHARSET="{charset}"', f"charset=utf-8; charset={charset}"):
                answer = await site.visitor().post(
                    path, content=body.encode(), headers={"content-type": f"{kind}; {said}"}
                )
                assert answer.status_code == 400, (path, said)
        good = {"content-type": "application/x-www-form-urlencoded; charset=UTF-8"}
        assert (await site.visitor().post("/name", content=b"name=Ana", headers=good)).status_code == 303

    with_site(tmp_path, test, limits=0.0)


def test_hosts_are_checked_only_where_they_are_named(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        for host, status in (("play.example", 200), ("PLAY.example:8443", 200), ("evil.example", 421)):
            assert (await site.visitor(host=host).get("/healthz")).status_code == status
        refused = site.socket("nowhere", headers=[(b"host", b"evil.example")])
        assert (await refused.event())["type"] == "websocket.close"

    with_site(tmp_path, test, hosts=("play.example",))


def test_names_are_text_everywhere(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        ana = site.visitor()
        for evil in ("</script><b>", "<!--<script>", '"><img src=x>', "{{ 7 * 7 }}"):
            name = await site.table(ana, name=evil, mode="friends", listed="on")
            for visitor, path in ((ana, "/"), (site.visitor(), "/"), (ana, f"/t/{name}")):
                page = (await visitor.get(path)).text
                assert page.count("<script") == page.count("</script>")
                assert (evil in page) == (evil[0] == "{")  # as it is only where it means nothing

    with_site(tmp_path, test)


def test_head_is_a_get_without_its_body(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        for path in ("/", "/healthz", site.house.assets.address("icon.svg")):
            answer = await site.visitor().head(path)
            assert (answer.status_code, answer.content) == (200, b"")

    with_site(tmp_path, test)
