"""Edits of a sheet from several phones, as values: the later one of a field wins, whichever comes first."""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from azulejos.store.records import Sheet
from azulejos.study.sheet import refusal

MOST_FIELDS = 800
MOST_DEVICES = 60  # that write in one sheet
AHEAD = 5 * 60_000  # milliseconds that a phone's clock may be ahead of ours
_DEVICE = re.compile(r"[A-Za-z0-9_-]{1,24}")

Told = dict[str, Any]


def told_problem(field: str, code: str, text: str, message: str, **values: Any) -> Told:
    """What is wrong with an edit, for the page: a text's key with its values, and an English sentence."""
    return {"field": field[:60], "code": code, "text": text, "values": values, "message": message}


def merged(sheet: Sheet, edits: Mapping[str, Any], now: int) -> tuple[Sheet, list[Told]]:
    """A sheet with these edits in it, at the same revision, and what is wrong with some of them.

    The same edits again change nothing: also where a phone's clock is ahead, since that is noted once and
    taken off every time.
    """
    fields, skews = dict(sheet.fields), dict(sheet.skews)
    problems: list[Told] = []
    for key, edit in edits.items():
        wrong = _wrong(key, edit, fields, skews, now)
        if wrong is not None:
            problems.append(wrong)
            continue
        new = [edit["v"], _time(edit["t"], edit["by"], skews, now), edit["by"]]
        if key not in fields or _order(new) > _order(fields[key]):
            fields[key] = new
    return replace(sheet, fields=fields, skews=skews), problems


def stamp_of(sheet: Sheet, edit: Mapping[str, Any]) -> list[Any]:
    """An edit as the sheet has it, after it was merged: value, time, device."""
    return [edit["v"], edit["t"] - sheet.skews.get(edit["by"], 0), edit["by"]]


def _order(entry: list[Any]) -> tuple[int, str, str]:
    """Later first by time, then by device; the value only so that nothing is left to chance."""
    return entry[1], entry[2], json.dumps(entry[0])


def _time(said: int, device: str, skews: dict[str, int], now: int) -> int:
    """When an edit was made, by our clock."""
    time = said - skews.get(device, 0)
    if time > now + AHEAD:
        skews[device] = said - now
        return now
    return time


def _wrong(key: str, edit: Any, fields: Mapping[str, Any], skews: Mapping[str, int], now: int) -> Told | None:
    """What is wrong with an edit, if anything is."""
    if not _shaped(edit):
        return _error(_plain(key), "bad_edit", 'expected {"v": a value, "t": milliseconds, "by": a device}')
    why = refusal(key, edit["v"]) or (None if _writable(edit["v"]) else "bad_value")
    if why is not None:
        return _error(_plain(key), why, f"{key[:60]!r} cannot be {json.dumps(edit['v'])[:60]}")
    if key not in fields and len(fields) >= MOST_FIELDS:
        return _error(key, "too_many_fields", f"a sheet has at most {MOST_FIELDS} fields", most=MOST_FIELDS)
    if edit["by"] not in skews and edit["t"] > now + AHEAD and len(skews) >= MOST_DEVICES:
        return _error(key, "too_many_fields", f"at most {MOST_DEVICES} clocks are ahead", most=MOST_DEVICES)
    return None


def _writable(value: Any) -> bool:
    """Whether a value can be stored and sent: no half letters, no zeros."""
    return not isinstance(value, str) or ("\0" not in value and _plain(value) == value)


def _plain(text: str) -> str:
    """A text without half letters."""
    return text.encode(errors="replace").decode()


def _error(key: str, code: str, message: str, **values: Any) -> Told:
    return told_problem(key, code, f"score.error.{code}", message, **values)


def _shaped(edit: Any) -> bool:
    if not isinstance(edit, Mapping) or set(edit) != {"v", "t", "by"}:
        return False
    time, device, value = edit["t"], edit["by"], edit["v"]
    if isinstance(time, bool) or not isinstance(time, int) or not 0 <= time < 2**53:
        return False
    if value is not None and not isinstance(value, bool | int | float | str):
        return False
    return isinstance(device, str) and _DEVICE.fullmatch(device) is not None
