"""Where data is kept, and what each setting is unless said."""

from pathlib import Path

import pytest

from azulejos.web import config
from azulejos.web.addresses import is_loopback, network_address
from azulejos.web.config import Config, data_folder


@pytest.mark.parametrize(
    ("platform", "environment", "expected"),
    [
        ("linux", {"XDG_DATA_HOME": "/data"}, "/data/azulejos"),
        ("linux", {"XDG_DATA_HOME": "relative"}, "~/.local/share/azulejos"),
        ("linux", {}, "~/.local/share/azulejos"),
        ("darwin", {"XDG_DATA_HOME": "/data"}, "~/Library/Application Support/azulejos"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/azulejos"),
        ("win32", {}, "~/AppData/Local/azulejos"),
    ],
)
def test_data_lies_where_the_platform_wants_it(
    platform: str, environment: dict[str, str], expected: str
) -> None:
    assert data_folder(platform, environment) == Path(expected).expanduser()


def test_the_database_is_a_file_in_the_data_folder_unless_named() -> None:
    assert Config(Path("/data")).url == "sqlite+aiosqlite:////data/azulejos.db"
    assert Config(Path("/data"), database="postgresql+asyncpg://x/y").url == "postgresql+asyncpg://x/y"


def test_a_small_machine_keeps_a_core_for_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    for cores, workers in ((None, 1), (1, 1), (2, 1), (3, 2), (64, 2)):
        monkeypatch.setattr("os.cpu_count", lambda cores=cores: cores)
        assert config.usual_workers() == workers


def test_what_is_only_this_machine() -> None:
    for host in ("localhost", "127.0.0.1", "127.1.2.3", "::1", "azulejos.localhost"):
        assert is_loopback(host)
    for host in ("0.0.0.0", "192.0.2.1", "azulejos.example", ""):
        assert not is_loopback(host)
    found = network_address()
    assert found is None or not is_loopback(found)
