"""Runs the web app on this machine: finds a port, prints the address, opens the browser, ends quietly."""

import errno
import logging
import os
import socket
import sys
import threading
import webbrowser
from dataclasses import replace

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

from azulejos.core import jit
from azulejos.web.addresses import network_address
from azulejos.web.app import create_app
from azulejos.web.config import EVERYWHERE, LOOPBACK, Config, ServeTrouble

log = logging.getLogger("azulejos.web")

TRIES = 20  # ports after the usual one, before any that is free
GRACE = 2  # seconds for open requests when the server ends
STUCK = 30_000  # milliseconds until the system gives up a connection that takes no bytes
FRAME = 8192  # the most bytes read of a message, which is then refused in words
TURN = 0.0005  # seconds that a thread computes while the loop waits: a move changes threads a dozen times
LINES = 16_384  # files and sockets that may be open at once, where the system lets us
UNREAD = 1 << 20  # bytes of answers that a page may leave lying; one view is a tenth of it


def serve(config: Config, *, named_port: bool = True, open_browser: bool = True) -> int:
    """Run until Ctrl-C; the exit status."""
    listener = listen(config.host, config.port, named_port)
    config = replace(config, port=listener.getsockname()[1])
    compile_nothing()
    allow_lines()
    app = create_app(config)
    sys.setswitchinterval(TURN)
    settings = uvicorn.Config(
        app,
        http="h11",  # it limits the size of headers
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        proxy_headers=bool(config.proxies),
        forwarded_allow_ips=list(config.proxies),
        ws=PageSocket,
        ws_max_size=FRAME,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=GRACE,
        timeout_keep_alive=15,
        h11_max_incomplete_event_size=32 * 1024,
    )
    server = _Server(settings, config, open_browser)
    try:
        server.run(sockets=[listener])
    except KeyboardInterrupt:
        return 0
    except SystemExit:
        raise ServeTrouble(_startup(app.state.trouble)) from app.state.trouble
    finally:
        listener.close()
    return 0


def compile_nothing() -> None:
    """Pass over AZULEJOS_JIT=1, which is for other programs: this process never needs a compiled game."""
    if jit.always_compiled():
        log.warning("%s is passed over: the web app compiles nothing, its bots by themselves", jit.SWITCH)
        del os.environ[jit.SWITCH]


def allow_lines() -> None:
    """Many systems let a program open 1,024 files and lines unless it asks for more."""
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = LINES if hard == resource.RLIM_INFINITY else min(LINES, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


class PageSocket(WebSocketsSansIOProtocol):
    """Lets go who pings and never reads: the server answers below us, and would keep all the answers."""

    def data_received(self, data: bytes) -> None:
        try:
            super().data_received(data)
        except InvalidState:  # broken letters from somebody whom we are just letting go
            self.transport.abort()
            return
        if self.transport.get_write_buffer_size() > UNREAD:
            self.transport.abort()


class _Server(uvicorn.Server):
    """Tells where it is as soon as it answers."""

    def __init__(self, settings: uvicorn.Config, config: Config, open_browser: bool) -> None:
        super().__init__(settings)
        self._ours, self._open_browser = config, open_browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and not self.should_exit:
            address = print_addresses(self._ours)
            if self._open_browser and can_show():
                threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def print_addresses(config: Config) -> str:
    """Print where the app can be reached; the address for this machine."""
    everywhere = config.host in EVERYWHERE
    own = f"http://{_bracketed(LOOPBACK if everywhere else config.host)}:{config.port}/"
    lines = [f"Azulejos is ready: {own}"]
    found = network_address() if everywhere else None
    if found:
        lines.append(f"In your network:   http://{found}:{config.port}/")
    lines.append("Ctrl-C ends it; all games are kept.")
    sys.stdout.write("\n".join(lines) + "\n")
    sys.stdout.flush()
    return own


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def can_show() -> bool:
    """Whether there is a desktop to show a page on; a browser in the terminal would only be in the way."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))


# --- a port ----------------------------------------------------------------------------------------------


def listen(host: str, port: int, named: bool) -> socket.socket:
    """A socket on that port; if nobody asked for that very one, on one of the next."""
    candidates = [port] if named else [*range(port, min(port + TRIES, 65536)), 0]
    for candidate in candidates:
        try:
            return _bind(host, candidate)
        except OSError as error:
            if named or error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise ServeTrouble(_reason(host, candidate, error)) from None
    raise ServeTrouble(f"no port from {port} on is free on {host}; name one with --port")


def _bind(host: str, port: int) -> socket.socket:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, kind, protocol, _, address = found[0]
    listener = socket.socket(family, kind, protocol)
    try:
        _prepare(listener)
        listener.bind(address)
        listener.listen(128)  # now, so that a second server cannot take the same port
    except BaseException:
        listener.close()
        raise
    listener.set_inheritable(False)
    return listener


def _prepare(listener: socket.socket) -> None:
    if sys.platform == "win32":
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # accepted connections inherit it
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, STUCK)


def _reason(host: str, port: int, error: OSError) -> str:
    if isinstance(error, socket.gaierror):
        return f"cannot listen on {host}: this machine has no address of that name"
    if error.errno == errno.EADDRINUSE:
        return f"port {port} is taken by another program; name another with --port, or leave --port out"
    if error.errno == errno.EACCES:
        return f"port {port} is not allowed here; name one above 1023 with --port"
    if error.errno == errno.EADDRNOTAVAIL:
        return f"cannot listen on {host}: this machine has no such address"
    return f"cannot listen on {host}, port {port}: {(error.strerror or str(error)).lower()}"


def _startup(trouble: BaseException | None) -> str:
    """Why the app could not start."""
    if isinstance(trouble, OSError) and trouble.strerror:
        return f"cannot use the data folder: {trouble.filename}: {trouble.strerror.lower()}"
    return str(trouble) if trouble is not None and str(trouble) else "the server could not start"
