"""A database for a test: a SQLite file, and one in PostgreSQL as well where a server is named."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import databases


@pytest.fixture(params=["sqlite", *(["postgresql"] if databases.SERVER else [])])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """One that nothing was put into."""
    if request.param == "sqlite":
        yield databases.prepared(tmp_path / "azulejos.db")
        return
    with databases.postgresql() as address:
        yield address


@pytest.fixture
def unmade(url: str, file: Path) -> str:
    """One without any tables yet."""
    file.unlink(missing_ok=True)
    return url


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where a SQLite database may be."""
    return tmp_path / "azulejos.db"
