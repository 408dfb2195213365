"""What a span map is made of: its kinds of segment, its columns, and what makes a segment impossible (S3-19, S3-20)."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lineage.text.span import Span

Ints = NDArray[np.int64]
Codes = NDArray[np.uint8]
Floats = NDArray[np.float64]

MAX_LENGTH = 2**31 - 1
"""Longest text a map speaks of, in code points."""


class SegmentKind(StrEnum):
    """How the words of an output segment came from the words of an input segment (S3-20, S3-37)."""

    EXACT_COPY = "exact_copy"
    NORMALIZED = "normalized"
    TRANSLATED = "translated"
    PARAPHRASED_SUMMARY = "paraphrased_summary"
    TABLE_TO_TEXT = "table_to_text"
    MERGED = "merged"
    SPLIT = "split"
    DELETED = "deleted"
    INSERTED = "inserted"


KINDS: tuple[SegmentKind, ...] = tuple(SegmentKind)
CODE_OF: dict[SegmentKind, int] = {kind: code for code, kind in enumerate(KINDS)}
EXACT_COPY, NORMALIZED, DELETED, INSERTED = (
    CODE_OF[kind]
    for kind in (SegmentKind.EXACT_COPY, SegmentKind.NORMALIZED, SegmentKind.DELETED, SegmentKind.INSERTED)
)


class Segment(NamedTuple):
    """One stretch of output and the stretch of input that it came from; None = not recorded, which is not 0."""

    output: Span
    input: Span
    kind: SegmentKind
    weight: float | None = None
    confidence: float | None = None


class SpanMapError(ValueError):
    """A map that cannot be; `index` names the segment as given, None where the map as a whole is wrong."""

    def __init__(self, reason: str, index: int | None = None) -> None:
        self.reason = reason
        self.index = index
        super().__init__(reason if index is None else f"segment {index}: {reason}")


class Columns(NamedTuple):
    """Segments as parallel arrays; `kind` holds places in KINDS, NaN = not recorded."""

    out_start: Ints
    out_end: Ints
    in_start: Ints
    in_end: Ints
    kind: Codes
    weight: Floats
    confidence: Floats

    def take(self, chosen: NDArray[np.intp] | NDArray[np.bool_]) -> Columns:
        return Columns(
            self.out_start[chosen],
            self.out_end[chosen],
            self.in_start[chosen],
            self.in_end[chosen],
            self.kind[chosen],
            self.weight[chosen],
            self.confidence[chosen],
        )


def unweighted(out_start: Ints, out_end: Ints, in_start: Ints, in_end: Ints, kind: Codes) -> Columns:
    """Columns of a transformation that recorded neither weight nor confidence."""
    nothing = np.full(len(out_start), np.nan)
    return Columns(out_start, out_end, in_start, in_end, kind, nothing, nothing)


def columns_of(segments: Iterable[Segment]) -> Columns:
    """Segments -> columns in the order given. SpanMapError for an offset that no text has."""
    given = list(segments)
    offsets = np.zeros((len(given), 4), dtype=np.int64)
    for index, segment in enumerate(given):
        try:
            offsets[index] = (*segment.output, *segment.input)
        except OverflowError:
            raise SpanMapError("an offset is larger than any text", index) from None
    return Columns(
        offsets[:, 0],
        offsets[:, 1],
        offsets[:, 2],
        offsets[:, 3],
        np.array([CODE_OF[segment.kind] for segment in given], dtype=np.uint8),
        np.array([np.nan if s.weight is None else s.weight for s in given], dtype=np.float64),
        np.array([np.nan if s.confidence is None else s.confidence for s in given], dtype=np.float64),
    )


def require_possible(columns: Columns, output_length: int, input_length: int) -> None:
    """SpanMapError with the first segment that cannot be, and why."""
    for name, length in (("output", output_length), ("input", input_length)):
        if not 0 <= length <= MAX_LENGTH:
            raise SpanMapError(f"{name} length {length} is not between 0 and {MAX_LENGTH}")
    out_start, out_end, in_start, in_end, kind, weight, confidence = columns
    out_empty, in_empty = out_start == out_end, in_start == in_end
    deleted, inserted = kind == DELETED, kind == INSERTED
    problems: tuple[tuple[NDArray[np.bool_], str], ...] = (
        (out_start < 0, "output starts before the text"),
        (in_start < 0, "input starts before the text"),
        (out_start > out_end, "output ends before it starts"),
        (in_start > in_end, "input ends before it starts"),
        (out_end > output_length, f"output ends beyond its length of {output_length}"),
        (in_end > input_length, f"input ends beyond its length of {input_length}"),
        (kind >= len(KINDS), "of no known kind"),
        (deleted & ~out_empty, "deleted, but with words in the output"),
        (inserted & ~in_empty, "inserted, but with words in the input"),
        (~deleted & out_empty, "an empty output, but not deleted"),
        (~inserted & in_empty, "an empty input, but not inserted"),
        ((kind == EXACT_COPY) & (out_end - out_start != in_end - in_start), "exact_copy of unequal lengths"),
        (~np.isnan(weight) & ~((weight >= 0) & (weight <= 1)), "weight outside 0..1"),
        (~np.isnan(confidence) & ~((confidence >= 0) & (confidence <= 1)), "confidence outside 0..1"),
    )
    found = [(int(np.argmax(mask)), reason) for mask, reason in problems if mask.any()]
    if found:
        index, reason = min(found, key=lambda problem: problem[0])
        raise SpanMapError(reason, index)


def in_canonical_order(columns: Columns) -> Columns:
    """Sorted by output start, then by all else, so that the same segments are always the same arrays, of their own."""
    out_start, out_end, in_start, in_end, kind, weight, confidence = columns
    weight, confidence = _canonical(weight), _canonical(confidence)
    if _is_ordered(columns):
        own = out_start.copy(), out_end.copy(), in_start.copy(), in_end.copy(), kind.copy()
        ordered = Columns(*own, weight, confidence)
    else:
        order = np.lexsort((confidence, weight, kind, in_end, in_start, out_end, out_start))
        ordered = columns._replace(weight=weight, confidence=confidence).take(order)
    for column in ordered:
        column.setflags(write=False)
    return ordered


def _canonical(shares: Floats) -> Floats:
    missing = np.isnan(shares)
    if missing.all():
        return np.full(len(shares), np.nan)
    # + 0.0 turns -0.0 into 0.0, and a fresh NaN replaces any other: equal maps have equal bytes.
    return np.where(missing, np.nan, shares + 0.0)


def _is_ordered(columns: Columns) -> bool:
    """Whether output start and end alone put the segments in the order in which they are."""
    out_start, out_end = columns.out_start, columns.out_end
    ahead = out_start[1:] > out_start[:-1]
    if ahead.all():
        return True
    longer = (out_start[1:] == out_start[:-1]) & (out_end[1:] > out_end[:-1])
    return bool((ahead | longer).all())
