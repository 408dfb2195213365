"""SpanMap: which words of an output came from which words of an input (S3-19, S3-37).

Many-to-many is normal. Offsets are exact inside an exact copy; any other segment maps as a whole.
All work over many segments or many spans is done on arrays.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import repeat
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lineage.text.composition import composed, inverted, opposite
from lineage.text.overlaps import overlapping
from lineage.text.segments import (
    DELETED,
    EXACT_COPY,
    INSERTED,
    KINDS,
    Codes,
    Columns,
    Floats,
    Ints,
    Segment,
    SegmentKind,
    SpanMapError,
    columns_of,
    in_canonical_order,
    require_possible,
)
from lineage.text.segments_codec import decode, encode
from lineage.text.span import Span

__all__ = ["Columns", "Mapped", "Pieces", "Segment", "SegmentKind", "SpanMap", "SpanMapError"]


_IS_REWORDED = ~np.isin(np.arange(len(KINDS)), (EXACT_COPY, DELETED, INSERTED))
# So many segments are looked through sooner than arrays of them are made.
_FEW = 32


class Mapped(NamedTuple):
    """Where words went. `exact` = offsets hold to the code point; an empty `span` = nothing stands there."""

    span: Span
    kind: SegmentKind
    exact: bool
    confidence: float | None


class Pieces(NamedTuple):
    """Where the words of many spans went, as arrays: the span asked about, the place, its kind and confidence.

    By span asked about, then in the order of the map. NaN = no confidence recorded.
    """

    asked: NDArray[np.intp]
    start: Ints
    end: Ints
    kind: Codes
    confidence: Floats


class SpanMap:
    """Immutable. Made by `of`, `from_columns`, `identity`, `unpack`; equal maps have equal `pack()` bytes."""

    def __init__(self, columns: Columns, output_length: int, input_length: int) -> None:
        """Use `from_columns`: here the columns are taken as checked and sorted."""
        self._columns = columns
        self.output_length = output_length
        self.input_length = input_length

    @classmethod
    def of(cls, segments: Iterable[Segment], output_length: int, input_length: int) -> SpanMap:
        """SpanMapError names the first segment, as given, that cannot be, and why."""
        return cls.from_columns(columns_of(segments), output_length, input_length)

    @classmethod
    def from_columns(cls, columns: Columns, output_length: int, input_length: int) -> SpanMap:
        """As `of`, for segments that are arrays already."""
        require_possible(columns, output_length, input_length)
        return cls(in_canonical_order(columns), output_length, input_length)

    @classmethod
    def identity(cls, length: int) -> SpanMap:
        """All words copied; of an empty text, no segment."""
        whole = Span(0, length)
        return cls.of([Segment(whole, whole, SegmentKind.EXACT_COPY)] if length else [], length, length)

    @classmethod
    def unpack(cls, data: bytes) -> SpanMap:
        """The map that `pack` wrote. SpanMapError for anything else."""
        columns, output_length, input_length = decode(data)
        unpacked = cls.from_columns(columns, output_length, input_length)
        if unpacked.pack() != data:
            raise SpanMapError("packed in another way than `pack` packs")
        return unpacked

    @property
    def columns(self) -> Columns:
        """Its segments as arrays, in the order of `to_segments()`; not to be written to."""
        return self._columns

    def pack(self) -> bytes:
        """Canonical bytes: equal maps, equal bytes. Not compressed, so that a digest depends on no library."""
        return self._packed

    def to_segments(self) -> tuple[Segment, ...]:
        """In the order of the map: by output start."""
        return _segments(self._columns)

    def segments_in(self, span: Span) -> tuple[Segment, ...]:
        """Those of `to_segments()` whose output shares words with a span of the output, in the same order.

        SpanMapError for a span that leaves the output.
        """
        starts, ends = _as_arrays([span], self.output_length)
        columns = self._columns
        if len(self) > _FEW:
            _, hit = overlapping(columns.out_start, columns.out_end, starts, ends)
            columns = columns.take(hit)
        return tuple(segment for segment in _segments(columns) if segment.output.intersect(span) is not None)

    def reworded(self) -> tuple[tuple[int, Segment], ...]:
        """Those with words on both sides that are no exact copies, each with its place in `to_segments()`."""
        chosen = np.flatnonzero(_IS_REWORDED[self._columns.kind])
        return tuple(zip(chosen.tolist(), _segments(self._columns.take(chosen)), strict=True))

    def backward(self, spans: Sequence[Span]) -> list[tuple[Mapped, ...]]:
        """Output spans -> where each came from, in output order.

        Inserted words map to an empty span. What was deleted between two words of a span is listed with it.
        An empty span has no words and maps to nothing. SpanMapError for a span that leaves the output.
        """
        starts, ends = _as_arrays(spans, self.output_length)
        found = self.pieces(starts, ends)
        rows = zip(*(column.tolist() for column in found[1:]), strict=True)
        pieces = [
            Mapped(Span(start, end), KINDS[kind], kind == EXACT_COPY, _recorded(sure))
            for start, end, kind, sure in rows
        ]
        borders = np.searchsorted(found.asked, np.arange(len(starts) + 1)).tolist()
        return [tuple(pieces[a:b]) for a, b in zip(borders, borders[1:], strict=False)]

    def pieces(self, starts: Ints, ends: Ints) -> Pieces:
        """`backward` on arrays, for many spans; the spans are taken to lie in the output."""
        own = self._columns
        asked, hit = overlapping(own.out_start, own.out_end, starts, ends)
        copied = own.kind[hit] == EXACT_COPY
        out_from = np.maximum(starts[asked], own.out_start[hit])
        out_to = np.minimum(ends[asked], own.out_end[hit])
        in_from = np.where(copied, own.in_start[hit] + out_from - own.out_start[hit], own.in_start[hit])
        in_to = np.where(copied, in_from + out_to - out_from, own.in_end[hit])
        confidence = own.confidence[hit]

        same_confidence = (confidence[1:] == confidence[:-1]) | (np.isnan(confidence[1:]) & np.isnan(confidence[:-1]))
        joined = (
            (asked[1:] == asked[:-1])
            & (copied[1:] & copied[:-1])
            & (out_from[1:] == out_to[:-1])
            & (in_from[1:] == in_to[:-1])
            & same_confidence
        )
        first = np.flatnonzero(np.concatenate(([True], ~joined))) if len(hit) else np.zeros(0, dtype=np.intp)
        last = np.append(first[1:], len(hit))[: len(first)] - 1
        return Pieces(asked[first], in_from[first], in_to[last], own.kind[hit][first], confidence[first])

    def forward(self, spans: Sequence[Span]) -> list[tuple[Mapped, ...]]:
        """Input spans -> where each went; as `backward`, with deleted and inserted in each other's place.

        The kind is that of the segment itself: what this step deleted is `deleted` and maps to an empty span.
        """
        return [
            tuple(piece._replace(kind=opposite(piece.kind)) for piece in pieces)
            for pieces in self._inverse.backward(spans)
        ]

    def invert(self) -> SpanMap:
        """Input and output exchanged: deleted and inserted, merged and split change places."""
        return self._inverse

    def compose(self, earlier: SpanMap) -> SpanMap:
        """self: B -> C, earlier: A -> B; the result: A -> C, its output C and its input A.

        Offsets stay exact where both steps copied; otherwise the kind is that of the step that weakens more,
        the weight the product and the confidence the lowest of those recorded.
        SpanMapError where the texts in the middle differ in length.
        """
        if self.input_length != earlier.output_length:
            raise SpanMapError(f"an input of {self.input_length} does not follow an output of {earlier.output_length}")
        return SpanMap.from_columns(composed(self._columns, earlier._columns), self.output_length, earlier.input_length)

    def verify(self, output_text: str, input_text: str) -> tuple[int, ...]:
        """Places in `to_segments()` of the exact copies whose two texts differ; () = all hold.

        SpanMapError where the map was made for texts of other lengths.
        """
        if (len(output_text), len(input_text)) != (self.output_length, self.input_length):
            raise SpanMapError(
                f"made for texts of {self.output_length} and {self.input_length} code points, "
                f"not of {len(output_text)} and {len(input_text)}"
            )
        own = self._columns
        copies = np.flatnonzero(own.kind == EXACT_COPY)
        rows = zip(*(column[copies].tolist() for column in own[:4]), copies.tolist(), strict=True)
        return tuple(index for os, oe, is_, ie, index in rows if output_text[os:oe] != input_text[is_:ie])

    def uncovered(self) -> tuple[Span, ...]:
        """Stretches of the output of which no segment says where they came from, ascending."""
        reached = np.maximum.accumulate(np.concatenate(([0], self._columns.out_end)))
        next_start = np.append(self._columns.out_start, self.output_length)
        gaps = np.flatnonzero(next_start > reached)
        return tuple(Span(int(reached[gap]), int(next_start[gap])) for gap in gaps)

    def __len__(self) -> int:
        return len(self._columns.kind)

    def __eq__(self, other: object) -> bool:
        return self.pack() == other.pack() if isinstance(other, SpanMap) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.pack())

    def __repr__(self) -> str:
        return f"SpanMap({len(self)} segments, output {self.output_length}, input {self.input_length})"

    @cached_property
    def _packed(self) -> bytes:
        return encode(self._columns, self.output_length, self.input_length)

    @cached_property
    def _inverse(self) -> SpanMap:
        return SpanMap(inverted(self._columns), self.input_length, self.output_length)


def _segments(columns: Columns) -> tuple[Segment, ...]:
    values = (
        _spans(columns.out_start, columns.out_end),
        _spans(columns.in_start, columns.in_end),
        map(KINDS.__getitem__, columns.kind.tolist()),
        map(_recorded, columns.weight.tolist()),
        map(_recorded, columns.confidence.tolist()),
    )
    return tuple(map(tuple.__new__, repeat(Segment), zip(*values, strict=True)))


def _spans(starts: Ints, ends: Ints) -> Iterator[Span]:
    """`Span` of each pair. A map has tens of thousands: made as tuples are, in a fraction of the time."""
    return map(tuple.__new__, repeat(Span), zip(starts.tolist(), ends.tolist(), strict=True))


def _recorded(value: float) -> float | None:
    # Only NaN differs from itself; `numpy.isnan` takes ten times as long on a single number.
    return None if value != value else value


def _as_arrays(spans: Sequence[Span], length: int) -> tuple[Ints, Ints]:
    for index, (start, end) in enumerate(spans):
        if not 0 <= start <= end <= length:
            raise SpanMapError(f"span {index}, {start}..{end}, leaves a text of {length} code points")
    flat = np.array(spans, dtype=np.int64).reshape(-1, 2)
    return flat[:, 0], flat[:, 1]
