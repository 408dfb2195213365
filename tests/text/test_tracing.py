import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage.text.segments import Segment, SegmentKind, SpanMapError
from lineage.text.span import Span, cover
from lineage.text.spanmap import SpanMap
from lineage.text.tracing import trace_back
from tests.text.texts import maps, spans

COPY, NORMALIZED, INSERTED = SegmentKind.EXACT_COPY, SegmentKind.NORMALIZED, SegmentKind.INSERTED
# "kept\n\nfor" -> "kept for", and a chunk " for" of it.
COLLAPSED = SpanMap.of(
    [
        Segment(Span(0, 4), Span(0, 4), COPY),
        Segment(Span(4, 5), Span(4, 6), NORMALIZED),
        Segment(Span(5, 8), Span(6, 9), COPY),
    ],
    8,
    9,
)
CHUNK = SpanMap.of([Segment(Span(0, 4), Span(4, 8), COPY)], 4, 8)


def one_at_a_time(steps: list[SpanMap], span: Span) -> Span | None:
    """Every piece of a span through every step, and what lies around the last ones."""
    pieces = [span]
    for step in steps:
        pieces = [mapped.span for found in step.backward(pieces) for mapped in found]
    with_words = [piece for piece in pieces if not piece.is_empty]
    return cover(with_words) if with_words else None


@st.composite
def ways(draw: st.DrawFn) -> tuple[list[SpanMap], list[Span]]:
    """Up to four steps, the last one first, some of which keep the order of words, and spans of the last text."""
    lengths = draw(st.lists(st.integers(1, 12), min_size=2, max_size=5))
    steps = [
        draw(orderly(output, source) if draw(st.booleans()) else maps(output, source))
        for output, source in zip(lengths, lengths[1:], strict=False)
    ]
    return steps, draw(st.lists(spans(lengths[0]), max_size=5))


@st.composite
def orderly(draw: st.DrawFn, output: int, source: int) -> SpanMap:
    """Every word of the output comes from somewhere, later ones from no earlier place; some of the input is lost."""
    count = draw(st.integers(1, min(output, source)))
    ends_out = [*sorted(draw(st.sets(st.integers(1, output - 1), max_size=count - 1)) if output > 1 else ()), output]
    ends_in = sorted(draw(st.sets(st.integers(1, source), min_size=len(ends_out), max_size=len(ends_out))))
    segments, out, into = [], 0, 0
    for end_out, end_in in zip(ends_out, ends_in, strict=True):
        is_copy = end_out - out == end_in - into and draw(st.booleans())
        segments.append(Segment(Span(out, end_out), Span(into, end_in), COPY if is_copy else NORMALIZED))
        out, into = end_out, end_in
    return SpanMap.of(segments, output, source)


def test_words_of_a_chunk_are_found_in_the_first_text():
    assert trace_back([CHUNK, COLLAPSED], [Span(1, 4), Span(0, 2), Span(0, 1), Span(2, 2)]) == [
        Span(6, 9),
        Span(4, 7),
        Span(4, 6),
        None,
    ]


def test_words_that_were_inserted_on_the_way_come_from_nowhere():
    note = SpanMap.of([Segment(Span(0, 4), Span(0, 0), INSERTED), Segment(Span(4, 8), Span(0, 4), COPY)], 8, 4)
    assert trace_back([note, CHUNK], [Span(0, 4), Span(2, 6)]) == [None, Span(4, 6)]


def test_no_step_leaves_a_span_where_it_is_and_no_span_gives_none():
    assert trace_back([], [Span(2, 5)]) == [Span(2, 5)]
    assert trace_back([CHUNK, COLLAPSED], []) == []


def test_a_span_outside_its_text_and_a_step_that_does_not_follow_are_refused():
    with pytest.raises(SpanMapError):
        trace_back([CHUNK, COLLAPSED], [Span(2, 5)])
    with pytest.raises(SpanMapError):
        trace_back([COLLAPSED, CHUNK], [Span(0, 1)])


@given(ways())
def test_many_spans_at_once_give_what_one_at_a_time_gives(way):
    steps, asked = way
    assert trace_back(steps, asked) == [one_at_a_time(steps, span) for span in asked]
