"""What `azulejos` alone does: the web app on this machine."""

from collections.abc import Mapping


def start_web(flags: Mapping[str, str | None], no_open: bool) -> int:
    """Start the server as flags and environment say, else as usual."""
    from azulejos.web.logs import start_log
    from azulejos.web.serve import serve
    from azulejos.web.settings import configure

    config, said = configure(flags)
    start_log(config.log)
    return serve(config, named_port="port" in said, open_browser=not no_open)
