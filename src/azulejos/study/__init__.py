"""The study: what finished games say. Sheets, results, ratings, statistics and files, as plain values.

No SQL, no waiting and no pages live here. The names for everyday use, each imported when it is first used;
docs/scorecard.md shows them at work.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from azulejos.study.files import BadFile as BadFile
    from azulejos.study.files import as_csv as as_csv
    from azulejos.study.files import as_json as as_json
    from azulejos.study.files import read as read
    from azulejos.study.ratings import Ratings as Ratings
    from azulejos.study.ratings import in_order as in_order
    from azulejos.study.results import Result as Result
    from azulejos.study.results import Score as Score
    from azulejos.study.results import hints as hints
    from azulejos.study.results import places as places
    from azulejos.study.results import problems as problems
    from azulejos.study.results import unresolved as unresolved
    from azulejos.study.results import variant as variant
    from azulejos.study.results import winners as winners
    from azulejos.study.sheet import fields_of as fields_of
    from azulejos.study.sheet import reckon as reckon
    from azulejos.study.sheet import result_of as result_of
    from azulejos.study.statistics import about as about
    from azulejos.study.statistics import league as league
    from azulejos.study.telling import tell as tell

_NAMES = {
    "results": ("Result", "Score", "problems", "hints", "places", "winners", "unresolved", "variant"),
    "ratings": ("Ratings", "in_order"),
    "statistics": ("about", "league"),
    "files": ("read", "as_csv", "as_json", "BadFile"),
    "sheet": ("reckon", "result_of", "fields_of"),
    "telling": ("tell",),
}
_HOMES = {name: home for home, names in _NAMES.items() for name in names}

__all__ = sorted(_HOMES)  # noqa: PLE0605


def __getattr__(name: str) -> Any:
    import importlib

    if name not in _HOMES:
        raise AttributeError(f"module 'azulejos.study' has no attribute {name!r}")
    return getattr(importlib.import_module(f"azulejos.study.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return [*globals(), *_HOMES]
