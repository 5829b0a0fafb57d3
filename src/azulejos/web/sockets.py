"""How many sockets may be open at once: so many for a guest, more for an address that guests share."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from azulejos.service.errors import TooMany

PER_ADDRESS = 10  # guests with all their sockets behind one address


class Sockets:
    """How many lines each guest and each address has open."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    @contextmanager
    def one_more(self, guest: str | None, address: str) -> Iterator[None]:
        """Count a line while it is open; TooMany."""
        limits = {f"guest {guest}": self._most, f"address {address}": self._most * PER_ADDRESS}
        if guest is None:
            limits = {f"stranger {address}": self._most}
        if any(self._open[who] >= most for who, most in limits.items()):
            raise TooMany("too many pages are open")
        self._open.update(limits.keys())
        try:
            yield
        finally:
            self._open.subtract(limits.keys())
            for who in limits:
                if not self._open[who]:
                    del self._open[who]
