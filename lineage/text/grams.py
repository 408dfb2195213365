"""Where runs of a few code points stand in a text: one sorted array, made once, that many quotations share.

A run is known by a hash; what is found is where it *may* stand, and the caller compares the words. Of all runs a
fixed share is kept, chosen by the hash itself and therefore the same ones in every text and quotation.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.uint32]
Hashes = NDArray[np.uint32]
Ints = NDArray[np.int64]

_STEP = 0x9E3779B1
_STIR = np.uint32(0x85EBCA6B)
_ALL = (1 << 32) - 1
_FEW = 4_000


class Found(NamedTuple):
    """Places of each hash asked for: `many[i]` of them, from `first[i]` on in the order of the index."""

    first: Ints
    many: Ints

    def take(self, chosen: NDArray[np.intp]) -> Found:
        return Found(self.first[chosen], self.many[chosen])


def code_points(text: str) -> Codes:
    """One number per code point, lone surrogates too."""
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")


def hashes(codes: Codes, size: int) -> Hashes:
    """A hash of each run of `size` code points, by where it starts; none where the text is shorter."""
    if len(codes) < size:
        return np.zeros(0, dtype=np.uint32)
    covered, width, step = codes, 1, _STEP
    while width < size:
        # Doubled each time; runs overlap in the last step where the size is no power of two.
        ahead = min(width, size - width)
        longer = covered[:-ahead] * np.uint32(step)
        longer += covered[ahead:]
        covered, width, step = longer, width + ahead, step * _STEP & _ALL
    # What differs in the high bits shall differ in the low ones: by these runs are chosen and sorted.
    stirred = covered ^ (covered >> np.uint32(15))
    stirred *= _STIR
    stirred ^= stirred >> np.uint32(16)
    return stirred


class GramIndex:
    """Runs of `size` code points of a text; of all of them one in `1 << thinned`."""

    def __init__(self, codes: Codes, size: int, thinned: int) -> None:
        self.size = size
        self._mask = np.uint32((1 << thinned) - 1)
        every = hashes(codes, size)
        places = self.kept(every)
        self._hashes = every[places]
        order = order_of(self._hashes)
        self._hashes = self._hashes[order]
        self._places = places[order].astype(np.uint32)

    def kept(self, every: Hashes) -> NDArray[np.intp]:
        """Which of these runs the index would have."""
        return np.flatnonzero((every & self._mask) == 0)

    def look_up(self, asked: Hashes) -> Found:
        """Where the runs of these hashes may stand; of runs that are not `kept`, nowhere."""
        # In ascending order neighbouring look-ups touch neighbouring memory.
        order = order_of(asked)
        ascending = asked[order]
        first, last = np.empty(len(asked), dtype=np.int64), np.empty(len(asked), dtype=np.int64)
        first[order] = np.searchsorted(self._hashes, ascending, side="left")
        last[order] = np.searchsorted(self._hashes, ascending, side="right")
        return Found(first, last - first)

    def places(self, found: Found) -> Ints:
        """All places of all that was found, one series after the other, ascending within each."""
        return self._places[series(found.first, found.many)].astype(np.int64)


def order_of(values: NDArray[np.uint32]) -> NDArray[np.intp]:
    """The stable order that sorts them."""
    if len(values) < _FEW:
        return np.argsort(values, kind="stable")
    # By halves: numpy sorts 16 bits in linear time, and 32 or 64 bits very slowly on some processors.
    order = np.argsort(values.astype(np.uint16), kind="stable")
    high = (values >> np.uint32(16)).astype(np.uint16)
    return order[np.argsort(high[order], kind="stable")] if high.any() else order


def series(first: Ints, many: Ints) -> Ints:
    """`first[i]`, `first[i] + 1`, ...: `many[i]` numbers each, one series after the other."""
    before = np.cumsum(many) - many
    numbers: Ints = np.repeat(first - before, many)
    numbers += np.arange(len(numbers), dtype=np.int64)
    return numbers
