"""How often a password may be tried, from one address and for one account. Kept in memory alone."""

import math
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from azulejos.service.errors import SlowDown

MOST = 10_000  # buckets; of more, those unused for longest are forgotten


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, then one every so many seconds."""

    burst: int
    every: float


ADDRESS = Rate(30, 10)
PAIR = Rate(6, 60)  # one account from one address
NAME = Rate(100, 10)  # one account from anywhere: wide enough that nobody else is locked out of it easily
SIGN_UPS = Rate(20, 180)
DOWNLOADS = Rate(5, 60)


class Tries:
    """Buckets that fill up again by themselves."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, most: int = MOST) -> None:
        self._clock, self._most = clock, most
        self._held: OrderedDict[tuple[Rate, str], tuple[float, float]] = OrderedDict()  # what is left, since

    def take(self, *wanted: tuple[Rate, str]) -> None:
        """Count one try; SlowDown where one of the buckets is empty, and then nothing is counted."""
        now = self._clock()
        left = {key: self._left(key, now) for key in wanted}
        wait = max((1 - there) * key[0].every for key, there in left.items())
        if wait > 0:
            raise SlowDown(math.ceil(wait))
        for key, there in left.items():
            self._put(key, there - 1, now)

    def give_back(self, *wanted: tuple[Rate, str]) -> None:
        """It was the right one: that was no guess."""
        now = self._clock()
        for key in wanted:
            self._put(key, min(key[0].burst, self._left(key, now) + 1), now)

    def _left(self, key: tuple[Rate, str], now: float) -> float:
        rate = key[0]
        left, since = self._held.get(key, (float(rate.burst), now))
        return min(float(rate.burst), left + (now - since) / rate.every)

    def _put(self, key: tuple[Rate, str], left: float, now: float) -> None:
        self._held[key] = left, now
        self._held.move_to_end(key)
        while len(self._held) > self._most:
            self._held.popitem(last=False)
