"""Addresses that others can use: what a page on this machine calls itself is no use to a friend elsewhere."""

import ipaddress
import socket

from starlette.requests import HTTPConnection

from azulejos.web.config import EVERYWHERE
from azulejos.web.house import house_of


def invitation(connection: HTTPConnection, path: str) -> str:
    """The address of a page as a friend can open it."""
    url = connection.url
    place = url.netloc
    if is_loopback(url.hostname or "") and house_of(connection).config.host in EVERYWHERE:
        found = network_address()
        if found is not None:
            place = f"{found}:{url.port}" if url.port else found
    return f"{url.scheme}://{place}{path}"


def only_here(connection: HTTPConnection) -> bool:
    """Whether nobody on another machine can reach this server."""
    own = house_of(connection).config.host
    return is_loopback(own) and is_loopback(connection.url.hostname or "")


def is_loopback(host: str) -> bool:
    """Whether a host name is this machine's word for itself."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def network_address() -> str | None:
    """This machine's address in its network. Nothing is sent: a datagram socket only picks a way."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for examples
            found = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if is_loopback(found) or found == "0.0.0.0" else found
