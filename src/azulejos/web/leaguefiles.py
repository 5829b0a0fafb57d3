"""Games as files: all of a league to take along, and others taken in after a look at what would happen.

The page that shows what would happen carries the file along, packed, so that nothing is kept meanwhile.
"""

import asyncio
import base64
import binascii
import zlib
from typing import Any

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.responses import Response

from azulejos.service.errors import BadImport, Refused, Stale
from azulejos.service.imports import ImportPlan
from azulejos.study.reading import MOST_BYTES
from azulejos.web.club import Club, Entered, Missing, status_of
from azulejos.web.forms import BadForm
from azulejos.web.leaguesettings import settings_page
from azulejos.web.standing import SHOWN, told_imported, told_plan
from azulejos.web.visit import twin, wants_json

router = APIRouter(include_in_schema=False)
KINDS = {"csv": "text/csv; charset=utf-8", "json": "application/json"}
LISTED = 20  # games of each kind that the page shows


@router.get("/l/{league}/export.{kind}")
async def export(club: Entered, kind: str) -> Response:
    """All games of a league, as CSV or JSON."""
    if kind not in KINDS:
        raise HTTPException(404)
    text = await club.visit.house.records.export(club.guest, club.league.id, kind)
    headers = {
        "content-disposition": f'attachment; filename="azulejos-{club.league.id}.{kind}"',
        "cache-control": "no-store",
    }
    return Response(text, media_type=KINDS[kind], headers=headers)


@router.get("/l/{league}/import")
async def elsewhere(club: Entered) -> Response:
    """The address of a form that was answered with a page: the language switch leads there."""
    return club.go("settings")


@router.post("/l/{league}/import")
async def take_in(club: Entered) -> Response:
    """A file: what would it do? Or, sent again with a yes: do it."""
    _ = club.writer
    try:
        content, fields = await _sent(club)
        if fields.get("digest"):
            return await _yes(club, content, fields)
        plan = await club.visit.house.records.dry_run(club.writer, club.league.id, content)
    except BadImport as refusal:
        told = club.told(refusal, "import", "file")
        said = club.say.wrong(refusal.problem, refusal.values, refusal.message)
        return await settings_page(club, {**told, "message": said}, status_of(refusal))
    except BadForm as refusal:
        return await settings_page(club, club.told(refusal, "import", "file"), 422)
    if wants_json(club.request):
        return twin(told_plan(plan))
    return await _plan(club, content, plan)


async def _sent(club: Club) -> tuple[bytes, dict[str, str]]:
    """The file and the other fields of the form."""
    kind = club.request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "multipart/form-data":
        raise BadForm(f"content type is {kind[:60]!r}, expected a form with a file")
    content, fields = b"", dict[str, str]()
    async with club.request.form(max_files=1, max_fields=8, max_part_size=MOST_BYTES) as form:
        for name, value in form.multi_items():
            if isinstance(value, str):
                fields[name] = value
            else:
                content = await value.read()
    if fields.get("packed"):
        content = await asyncio.to_thread(unpack, fields["packed"])
    if not content:
        raise Missing(club.visit.t("league.import.none"), "file")
    return content, fields


def pack(content: bytes) -> str:
    """A file as a hidden field carries it."""
    return base64.b64encode(zlib.compress(content, 6)).decode()


def unpack(text: str) -> bytes:
    """The file again; BadForm where it is none, or more than any file may be."""
    try:
        packed = base64.b64decode(text, validate=True)
        opened = zlib.decompressobj()
        content = opened.decompress(packed, MOST_BYTES + 1)
    except (binascii.Error, ValueError, zlib.error):
        raise BadForm("the file that came along cannot be read", "file") from None
    return content


async def _yes(club: Club, content: bytes, fields: dict[str, str]) -> Response:
    records = club.visit.house.records
    differing = fields.get("differing") == "on"
    try:
        done = await records.take_in(club.writer, club.league.id, content, fields["digest"], differing)
    except Stale as refusal:
        if wants_json(club.request):
            raise
        plan = await records.dry_run(club.writer, club.league.id, content)
        return await _plan(club, content, plan, status_of(refusal), refusal)
    if wants_json(club.request):
        return twin(told_imported(done))
    told = f"?done=imported&added={done.added}&corrected={done.corrected}"
    return club.visit.go(club.address("games") + told)


async def _plan(
    club: Club, content: bytes, plan: ImportPlan, status: int = 200, refusal: Refused | None = None
) -> Response:
    say = club.say
    return await club.page(
        "league/import.html",
        "settings",
        status,
        plan=plan,
        counts=told_plan(plan)["counts"],
        new=[_line(club, result) for result in plan.new[:LISTED]],
        differing=[(_line(club, there), _line(club, here)) for there, here in plan.differing[:LISTED]],
        bad=[
            {
                "line": one.line,
                "field": one.field,
                "id": one.id,
                "said": say.wrong(one.code, one.values, one.message),
            }
            for one in plan.bad[:SHOWN]
        ],
        packed=await asyncio.to_thread(pack, content),
        stale=refusal is not None,
    )


def _line(club: Club, result: Any) -> str:
    """A game of a file in a line."""
    who = ", ".join(f"{score.person} {score.total_points}" for score in result.scores)
    return f"{club.say.day(result.played)} · {club.visit.t('game.' + result.game)} · {who}"
