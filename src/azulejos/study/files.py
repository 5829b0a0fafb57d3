"""Results as CSV and JSON, both ways and exactly; docs/scorecard.md has the formats.

What is wrong with a file as a whole is a `BadFile`; a bad row spoils only its own game.
"""

from datetime import date

from azulejos.study.csvfile import COLUMNS as COLUMNS
from azulejos.study.csvfile import CsvReader
from azulejos.study.csvfile import as_csv as as_csv
from azulejos.study.jsonfile import JsonReader
from azulejos.study.jsonfile import as_dict as as_dict
from azulejos.study.jsonfile import as_json as as_json
from azulejos.study.jsonfile import from_dict as from_dict
from azulejos.study.reading import MOST_BYTES
from azulejos.study.reading import MOST_LINES as MOST_LINES
from azulejos.study.reading import BadFile as BadFile
from azulejos.study.reading import BadRow as BadRow
from azulejos.study.reading import Reading as Reading
from azulejos.study.reading import Wrong as Wrong


def read(file: str | bytes, today: date | None = None) -> Reading:
    """CSV or JSON, whichever it is. Raises BadFile."""
    text = _decoded(file)
    start = text.lstrip()[:1]
    if not start:
        raise BadFile("file_empty")
    reader = JsonReader if start in "{[" else CsvReader
    return reader(text, today or date.today()).reading()


def _decoded(file: str | bytes) -> str:
    if len(file) > MOST_BYTES:
        raise BadFile("file_big", n=len(file) // 1_000_000, most=MOST_BYTES // 1_000_000)
    if isinstance(file, str):
        return file.removeprefix("\ufeff")
    try:
        return file.decode("utf-8-sig")  # spreadsheets write a mark in front
    except UnicodeDecodeError:
        raise BadFile("file_text") from None
