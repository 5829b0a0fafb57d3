"""What `azulejos` alone does: the web app on this machine."""

import os
from pathlib import Path


def start_web(
    host: str | None,
    port: int | None,
    no_open: bool,
    data: Path | None,
    database: str | None,
    workers: int | None,
) -> int:
    """Start the server with what was named, else with what is usual."""
    from azulejos.web.config import LOOPBACK, PORT, Config, data_folder, usual_workers
    from azulejos.web.logs import start_log
    from azulejos.web.serve import serve

    start_log()
    config = Config(
        data=(data or data_folder()).absolute(),
        host=host or LOOPBACK,
        port=PORT if port is None else port,
        database=database or "",
        workers=workers or usual_workers(),
        hosts=tuple(os.environ.get("AZULEJOS_HOSTS", "").replace(",", " ").split()),
        develop=bool(os.environ.get("AZULEJOS_DEVELOP")),
    )
    return serve(config, named_port=port is not None, open_browser=not no_open)
