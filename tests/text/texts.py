"""Strategies: texts that find what plain letters hide, spans in them, and maps over them."""

from __future__ import annotations

from hypothesis import strategies as st

from lineage.text.segments import Segment, SegmentKind
from lineage.text.span import Span
from lineage.text.spanmap import SpanMap

# Astral, combining, Hangul jamo, bidi control, joiner, line ends, NUL, soft hyphen, curly, no-break, lone surrogate.
AWKWARD = (
    "ab Z1-.\U0001f600\U00020000e\u0301\u0327\u1112\u1161\u11ab"
    "\u202e\u200d\r\n\t\x00\u00ad\u2019\u201c\xa0\u212bß\ud800"
)

texts = st.text(st.one_of(st.sampled_from(AWKWARD), st.characters()), max_size=60)
encodable_texts = st.text(st.one_of(st.sampled_from(AWKWARD[:-1]), st.characters(codec="utf-8")), max_size=60)


@st.composite
def spans(draw: st.DrawFn, length: int, least: int = 0) -> Span:
    start = draw(st.integers(0, length - least))
    return Span(start, draw(st.integers(start + least, length)))


@st.composite
def segments(draw: st.DrawFn, output_length: int, input_length: int) -> Segment:
    kind = draw(st.sampled_from(SegmentKind))
    output = draw(spans(output_length, 0 if kind is SegmentKind.DELETED else 1))
    source = draw(spans(input_length, 0 if kind is SegmentKind.INSERTED else 1))
    if kind is SegmentKind.DELETED:
        output = Span(output.start, output.start)
    elif kind is SegmentKind.INSERTED:
        source = Span(source.start, source.start)
    elif kind is SegmentKind.EXACT_COPY:
        length = min(output.length, source.length)
        output, source = Span(output.start, output.start + length), Span(source.start, source.start + length)
    if kind is SegmentKind.DELETED and source.is_empty:
        source = Span(0, 1)
    if kind is SegmentKind.INSERTED and output.is_empty:
        output = Span(0, 1)
    share = st.none() | st.floats(0, 1)
    return Segment(output, source, kind, draw(share), draw(share))


@st.composite
def maps(draw: st.DrawFn, output_length: int | None = None, input_length: int | None = None) -> SpanMap:
    """Many-to-many: segments overlap, nest and repeat."""
    out = output_length or draw(st.integers(1, 12))
    inn = input_length or draw(st.integers(1, 12))
    return SpanMap.of(draw(st.lists(segments(out, inn), max_size=6)), out, inn)
