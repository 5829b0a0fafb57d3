"""A sheet's game put on record: once, and corrected when somebody asks again."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from azulejos.service.errors import BadResult, Refused, Stale
from azulejos.service.merging import Told, stamp_of, told_problem
from azulejos.service.records import Records
from azulejos.store.db import Conflict, Store
from azulejos.store.records import Guest, Sheet
from azulejos.study.results import Result
from azulejos.study.sheet import Unconfirmed, result_of

OWN = "own"  # in the field `keep`: the guest's own list
TRIES = 5  # where others write in the same league


class Keeping:
    """The part of Sheets that writes in leagues."""

    _store: Store
    _records: Records

    async def _keep(self, guest: Guest | None, sheet: Sheet, own_name: str, problems: list[Told]) -> Sheet:
        """Put the game on record and note that in the sheet; what is in the way goes to the problems."""
        if guest is None:
            problems.append(_refused(Refused("nobody is known who could put this on record")))
            return sheet
        where, stamp = sheet.fields["keep"][0], sheet.fields["keep"][1:]
        try:
            league = (
                await self._records.leagues.own(guest, own_name or guest.name)
                if where == OWN
                else await self._records.leagues.edit(guest, where)
            )
            result_id = await self._record(guest, league.id, sheet)
        except BadResult as error:
            problems += [
                told_problem(one.field, one.code, f"score.problem.{one.code}", one.message, **one.values)
                for one in error.problems
            ]
            return sheet
        except Unconfirmed as error:
            problems += [_unconfirmed(seat) for seat in error.seats]
            return sheet
        except Refused as refusal:
            problems.append(_refused(refusal))
            return sheet
        kept = {"league": league.id, "result": result_id, "revision": sheet.revision + 1, "stamp": stamp}
        sheet = replace(sheet, kept=kept, revision=sheet.revision + 1)
        try:
            await self._store.save_sheet(sheet)
        except Conflict:  # it is on record; whoever sends this again finds that it is
            raise Stale("many write in this sheet at once; try again") from None
        return sheet

    async def _record(self, guest: Guest, league_id: str, sheet: Sheet) -> str:
        """Add the game to a league, or correct what this sheet has added before."""
        fields = {key: entry[0] for key, entry in sheet.fields.items()}
        result_id = f"s-{sheet.id[:30]}"
        known = {one.id for one in await self._store.people(league_id)}
        result = replace(_seated(result_of(fields, result_id), fields, known), ref=sheet.id, source="sheet")
        for _ in range(TRIES):
            before = await self._store.find_result(league_id, result_id)
            with suppress(Stale):
                if before is None:
                    return await self._records.add(guest, league_id, result)
                await self._records.correct(guest, league_id, result_id, result, before.revision)
                return result_id
        raise Stale("others are writing here at this moment; try again")


def wants_keeping(sheet: Sheet, edits: Mapping[str, Any]) -> bool:
    """Whether this request asks to put the sheet on record, and that has not been done yet.

    Only who asks is asked whether they may: nobody writes in a league by touching a sheet of somebody else's.
    """
    there, edit = sheet.fields.get("keep"), edits.get("keep")
    if there is None or edit is None or not there[0] or not isinstance(edit, Mapping):
        return False
    try:
        asked = stamp_of(sheet, edit)
    except (KeyError, TypeError):
        return False
    return asked == there and (sheet.kept is None or sheet.kept["stamp"] != there[1:])


def _seated(result: Result, fields: Mapping[str, Any], known: set[str]) -> Result:
    """Everybody by id where that is one of this league's, else by the name that is written on the sheet."""
    scores = [
        score if score.person in known else replace(score, person=written(fields, seat))
        for seat, score in enumerate(result.scores)
    ]
    return replace(result, scores=tuple(scores))


def _unconfirmed(seat: int) -> Told:
    return told_problem(
        f"total/{seat}",
        "total_missing",
        "score.problem.total_missing",
        f"The total of player {seat + 1} is missing.",
        seat=seat + 1,
    )


def _refused(refusal: Refused) -> Told:
    return told_problem("keep", refusal.code, f"error.{refusal.code}", refusal.message)


def written(fields: Mapping[str, Any], seat: int) -> str:
    """The name on a sheet."""
    return str(fields.get(f"name/{seat}") or "").strip()
