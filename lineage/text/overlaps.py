"""Which of many intervals meet which of many others, on arrays."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lineage.text.segments import Ints, SpanMapError

_CANDIDATES_AT_ONCE = 2_000_000
MAX_PAIRS = 5_000_000
"""More meetings than this come from a map built to exhaust memory, not from texts."""


def overlapping(
    starts: Ints, ends: Ints, asked_starts: Ints, asked_ends: Ints
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Pairs (index asked, index of interval) that share a code point, by asked and then by interval.

    `starts` ascend; intervals may nest and overlap. An empty interval is met by an asked one that has it
    strictly inside; an empty asked interval meets nothing. SpanMapError above MAX_PAIRS.
    """
    # The furthest end so far ascends although the ends do not: what lies before it cannot be met.
    furthest = np.maximum.accumulate(ends) if len(ends) else ends
    first = np.searchsorted(furthest, asked_starts, side="right")
    last = np.searchsorted(starts, asked_ends, side="left")
    counts = np.where(asked_starts < asked_ends, np.maximum(last - first, 0), 0)
    asked_parts: list[NDArray[np.intp]] = [np.zeros(0, dtype=np.intp)]
    hit_parts: list[NDArray[np.intp]] = [np.zeros(0, dtype=np.intp)]
    found = 0
    for begin, stop in _batches(counts):
        asked = np.repeat(np.arange(begin, stop), counts[begin:stop])
        before = np.cumsum(counts[begin:stop]) - counts[begin:stop]
        hit = np.arange(len(asked)) - np.repeat(before, counts[begin:stop]) + first[asked]
        low = np.maximum(asked_starts[asked], starts[hit])
        high = np.minimum(asked_ends[asked], ends[hit])
        inside = (starts[hit] == ends[hit]) & (asked_starts[asked] < starts[hit]) & (starts[hit] < asked_ends[asked])
        met = (low < high) | inside
        asked_parts.append(asked[met])
        hit_parts.append(hit[met])
        found += len(asked_parts[-1])
        if found > MAX_PAIRS:
            raise SpanMapError(f"more than {MAX_PAIRS} segments meet each other")
    return np.concatenate(asked_parts), np.concatenate(hit_parts)


def _batches(counts: NDArray[np.intp]) -> list[tuple[int, int]]:
    """Ranges of asked intervals whose candidates fit in memory together."""
    total = np.cumsum(counts)
    batches: list[tuple[int, int]] = []
    begin, done = 0, 0
    while begin < len(counts):
        stop = max(begin + 1, int(np.searchsorted(total, done + _CANDIDATES_AT_ONCE, side="right")))
        batches.append((begin, stop))
        begin, done = stop, int(total[stop - 1])
    return batches
