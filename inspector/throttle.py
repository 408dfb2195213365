"""How often somebody who did not sign in may ask for work: a bucket of tokens for each address.

Kept in the process and lost with it, so that nothing is stored of strangers; several processes allow as many times
more.
"""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from time import monotonic

MOST_ADDRESSES = 10_000


class Throttle:
    """`at_once` takings from one address, then one every `seconds`; the longest unseen addresses are forgotten."""

    def __init__(self, at_once: int, seconds: float, clock: Callable[[], float] = monotonic) -> None:
        self._at_once, self._seconds, self._clock = at_once, seconds, clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = Lock()

    def takes(self, address: str) -> bool:
        """Whether the address had a token left; one is gone then."""
        with self._lock:
            now = self._clock()
            tokens, then = self._buckets.pop(address, (float(self._at_once), now))
            tokens = min(float(self._at_once), tokens + (now - then) / self._seconds)
            taken = tokens >= 1
            self._buckets[address] = (tokens - taken, now)
            while len(self._buckets) > MOST_ADDRESSES:
                self._buckets.popitem(last=False)
            return taken
