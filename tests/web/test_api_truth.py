"""What the API's description says of its answers is all that there is in them: compared with real ones."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from pydantic import BaseModel

from azulejos.web.api import models
from tests.web.site import Site, with_site
from tests.web.test_api import new_table, program, say


def undescribed(told: Any, where: str) -> Iterator[str]:
    """The fields of an answer that its model does not name."""
    if isinstance(told, BaseModel):
        yield from (f"{where}.{name}" for name in told.model_extra or {})
        for name in type(told).model_fields:
            yield from undescribed(getattr(told, name), f"{where}.{name}")
    elif isinstance(told, list):
        for one in told:
            yield from undescribed(one, where)


def check(model: type[models.Told], answer: httpx.Response) -> Any:
    """An answer is as described: nothing is missing, of another kind, or left unsaid."""
    assert answer.is_success, answer.text
    data = answer.json()
    assert sorted(set(undescribed(model.model_validate(data), model.__name__))) == []
    return data


@pytest.mark.parametrize("game", ["azul", "pavilion"])
def test_a_table_is_described_in_every_state(tmp_path: Path, game: str) -> None:
    async def test(site: Site) -> None:
        ana, bea = await program(site), await program(site, "Bea")
        table = await new_table(ana, mode="friends", game=game, clock="5+10", listed=True, levels=[])
        address = f"/api/tables/{table}"
        check(models.View, await ana.get(address))
        check(models.View, await say(bea, table, "sit", seat=1, name="Bea"))
        assert check(models.Lobby, await ana.get("/api/lobby"))["mine"][0]["clock"]["kind"] == "live"
        check(models.View, await say(ana, table, "start"))
        may = check(models.Moves, await ana.get(f"{address}/moves"))
        if may["moves"]:
            move = {"ply": may["ply"], "seat": may["seat"], "move": may["moves"][0]}
            check(models.View, await ana.post(f"{address}/moves", json=move))
        check(models.WhyNot, await say(ana, table, "why", move="9X>9", seat=0))
        check(models.Pong, await say(ana, table, "ping"))
        check(models.View, await say(bea, table, "resign"))
        check(models.Frames, await ana.get(f"{address}/frames"))
        check(models.Lobby, await site.visitor().get("/api/lobby"))
        line = (await ana.get("/api/games.ndjson")).text.splitlines()[0]
        assert list(undescribed(models.Game.model_validate_json(line), "Game")) == []

    with_site(tmp_path, test)


def test_people_and_the_server_are_described(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        anyone = site.visitor()
        check(models.NewGuest, await anyone.post("/api/guests", json={"name": "Ana"}))
        ana = await program(site)
        check(models.Me, await ana.get("/api/me"))
        check(models.Me, await ana.patch("/api/me", json={"language": "fr"}))
        check(models.NewToken, await ana.post("/api/tokens", json={"label": "a"}))
        check(models.Tokens, await ana.get("/api/tokens"))
        check(models.Health, await anyone.get("/healthz"))
        check(models.Readiness, await anyone.get("/readyz"))

    with_site(tmp_path, test)
