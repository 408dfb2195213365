"""Two transformations as one, and one the other way round, on columns of segments."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lineage.text.overlaps import overlapping
from lineage.text.segments import (
    CODE_OF,
    DELETED,
    EXACT_COPY,
    INSERTED,
    KINDS,
    Codes,
    Columns,
    Ints,
    SegmentKind,
    in_canonical_order,
)

# A path is as weak as its weakest step: of two kinds in sequence, the later in this order stands for both.
_WEAKENING = (
    SegmentKind.EXACT_COPY,
    SegmentKind.NORMALIZED,
    SegmentKind.SPLIT,
    SegmentKind.MERGED,
    SegmentKind.TABLE_TO_TEXT,
    SegmentKind.TRANSLATED,
    SegmentKind.PARAPHRASED_SUMMARY,
    SegmentKind.INSERTED,
    SegmentKind.DELETED,
)
_CODE_BY_RANK = np.array([CODE_OF[kind] for kind in _WEAKENING], dtype=np.uint8)
_RANK_BY_CODE = np.argsort(_CODE_BY_RANK)

_OPPOSITES = {
    SegmentKind.DELETED: SegmentKind.INSERTED,
    SegmentKind.INSERTED: SegmentKind.DELETED,
    SegmentKind.MERGED: SegmentKind.SPLIT,
    SegmentKind.SPLIT: SegmentKind.MERGED,
}
_OPPOSITE_CODE: Codes = np.array([CODE_OF[_OPPOSITES.get(kind, kind)] for kind in KINDS], dtype=np.uint8)


def opposite(kind: SegmentKind) -> SegmentKind:
    """The kind of the same segment read from input to output."""
    return _OPPOSITES.get(kind, kind)


def inverted(columns: Columns) -> Columns:
    """Input and output exchanged, in canonical order."""
    out_start, out_end, in_start, in_end, kind, weight, confidence = columns
    return in_canonical_order(Columns(in_start, in_end, out_start, out_end, _OPPOSITE_CODE[kind], weight, confidence))


def composed(later: Columns, before: Columns) -> Columns:
    """later: B -> C, before: A -> B, both in canonical order; the segments of A -> C, in no order."""
    parts = [_through(later, before)]
    # What only one of the two steps knows has no words in the middle, and so no pair: it is carried along.
    inserted = later.kind == INSERTED
    if inserted.any():
        carried = later.take(inserted)
        at_input = _points_across(before, carried.in_start)
        parts.append(carried._replace(in_start=at_input, in_end=at_input))
    deleted = before.kind == DELETED
    if deleted.any():
        carried = before.take(deleted)
        at_output = _points_across(inverted(later), carried.out_start)
        parts.append(carried._replace(out_start=at_output, out_end=at_output))
    return _joined(*parts) if len(parts) > 1 else parts[0]


def _through(later: Columns, before: Columns) -> Columns:
    """Every pair of segments that share words in the middle text, as one segment from the first text to the last."""
    middle = _without(before, before.kind == DELETED)
    one, other = overlapping(middle.out_start, middle.out_end, later.in_start, later.in_end)
    a, b = later.take(one), middle.take(other)
    low, high = np.maximum(a.in_start, b.out_start), np.minimum(a.in_end, b.out_end)
    later_copied, before_copied = a.kind == EXACT_COPY, b.kind == EXACT_COPY
    joint = Columns(
        np.where(later_copied, a.out_start + low - a.in_start, a.out_start),
        np.where(later_copied, a.out_start + high - a.in_start, a.out_end),
        np.where(before_copied, b.in_start + low - b.out_start, b.in_start),
        np.where(before_copied, b.in_start + high - b.out_start, b.in_end),
        _CODE_BY_RANK[np.maximum(_RANK_BY_CODE[a.kind], _RANK_BY_CODE[b.kind])],
        np.where(np.isnan(a.weight), b.weight, a.weight * np.where(np.isnan(b.weight), 1.0, b.weight)),
        np.fmin(a.confidence, b.confidence),
    )
    # Inserted by one step and deleted by the next: neither text has ever had it.
    return _without(joint, (a.kind == DELETED) & (b.kind == INSERTED))


def _without(columns: Columns, unwanted: NDArray[np.bool_]) -> Columns:
    return columns.take(~unwanted) if unwanted.any() else columns


def _points_across(columns: Columns, points: Ints) -> Ints:
    """Points of the output -> points of the input, by the last segment that starts at or before each; else 0."""
    if not len(columns.kind):
        return np.zeros_like(points)
    behind = np.searchsorted(columns.out_start, points, side="right") - 1
    near = columns.take(np.maximum(behind, 0))
    step = points - near.out_start
    # Only a copy has places inside. Within any other segment all that is known is "inside": its middle says so.
    middle = (near.in_start + near.in_end + 1) // 2
    inside = np.where(near.kind == EXACT_COPY, near.in_start + step, middle)
    inside = np.where(step < near.out_end - near.out_start, inside, near.in_end)
    across = np.where(step == 0, near.in_start, inside)
    return np.where(behind < 0, 0, across)


def _joined(*parts: Columns) -> Columns:
    return Columns(
        np.concatenate([part.out_start for part in parts]),
        np.concatenate([part.out_end for part in parts]),
        np.concatenate([part.in_start for part in parts]),
        np.concatenate([part.in_end for part in parts]),
        np.concatenate([part.kind for part in parts]),
        np.concatenate([part.weight for part in parts]),
        np.concatenate([part.confidence for part in parts]),
    )
