import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage.text.segments import Segment, SegmentKind, SpanMapError
from lineage.text.span import Span
from lineage.text.spanmap import Mapped, SpanMap
from tests.text.texts import maps, spans

COPY, DELETED, INSERTED, NORMALIZED, TRANSLATED = (
    SegmentKind.EXACT_COPY,
    SegmentKind.DELETED,
    SegmentKind.INSERTED,
    SegmentKind.NORMALIZED,
    SegmentKind.TRANSLATED,
)

# "ab  cd" -> "ab cd!": copied, a space dropped, copied, a mark added.
TIDIED = SpanMap.of(
    [
        Segment(Span(0, 3), Span(0, 3), COPY),
        Segment(Span(3, 3), Span(3, 4), DELETED),
        Segment(Span(3, 5), Span(4, 6), COPY),
        Segment(Span(5, 6), Span(6, 6), INSERTED),
    ],
    output_length=6,
    input_length=6,
)


def test_words_in_a_copy_map_to_the_code_point():
    assert TIDIED.backward([Span(1, 2), Span(4, 5)]) == [
        (Mapped(Span(1, 2), COPY, True, None),),
        (Mapped(Span(5, 6), COPY, True, None),),
    ]


def test_what_was_dropped_between_the_words_of_a_span_is_listed_with_it():
    (pieces,) = TIDIED.backward([Span(0, 6)])
    assert [(piece.span, piece.kind) for piece in pieces] == [
        (Span(0, 3), COPY),
        (Span(3, 4), DELETED),
        (Span(4, 6), COPY),
        (Span(6, 6), INSERTED),
    ]


def test_forward_says_what_was_dropped_and_where_the_rest_went():
    (pieces,) = TIDIED.forward([Span(2, 6)])
    assert [(piece.span, piece.kind) for piece in pieces] == [
        (Span(2, 3), COPY),
        (Span(3, 3), DELETED),
        (Span(3, 5), COPY),
    ]


def test_any_other_kind_maps_as_a_whole_with_its_confidence():
    translated = SpanMap.of([Segment(Span(0, 8), Span(2, 7), TRANSLATED, None, 0.5)], 8, 9)
    assert translated.backward([Span(3, 4)]) == [(Mapped(Span(2, 7), TRANSLATED, False, 0.5),)]
    assert translated.forward([Span(6, 9)]) == [(Mapped(Span(0, 8), TRANSLATED, False, 0.5),)]


def test_neighbouring_copies_are_one_piece_where_both_sides_touch():
    parts = [Segment(Span(0, 2), Span(0, 2), COPY), Segment(Span(2, 4), Span(2, 4), COPY)]
    assert SpanMap.of(parts, 4, 4).backward([Span(1, 3)]) == [(Mapped(Span(1, 3), COPY, True, None),)]
    moved = [parts[0], Segment(Span(2, 4), Span(3, 5), COPY)]
    assert len(SpanMap.of(moved, 4, 5).backward([Span(1, 3)])[0]) == 2


def test_one_output_may_come_from_several_inputs():
    merged = SpanMap.of(
        [Segment(Span(0, 4), Span(6, 9), SegmentKind.MERGED), Segment(Span(0, 4), Span(0, 3), SegmentKind.MERGED)], 4, 9
    )
    assert [piece.span for piece in merged.backward([Span(1, 2)])[0]] == [Span(0, 3), Span(6, 9)]


def test_a_span_without_words_maps_to_nothing_and_one_outside_is_refused():
    assert TIDIED.backward([Span(3, 3)]) == [()]
    assert TIDIED.backward([]) == []
    with pytest.raises(SpanMapError, match="span 1, 2..7"):
        TIDIED.backward([Span(0, 1), Span(2, 7)])


@pytest.mark.parametrize(
    ("segment", "reason"),
    [
        (Segment(Span(0, 9), Span(0, 9), COPY), "output ends beyond its length of 5"),
        (Segment(Span(0, 2), Span(5, 7), NORMALIZED), "input ends beyond its length of 6"),
        (Segment(Span(2, 1), Span(0, 1), NORMALIZED), "output ends before it starts"),
        (Segment(Span(-1, 1), Span(0, 2), COPY), "output starts before the text"),
        (Segment(Span(0, 2), Span(0, 3), COPY), "exact_copy of unequal lengths"),
        (Segment(Span(0, 1), Span(0, 1), DELETED), "deleted, but with words in the output"),
        (Segment(Span(0, 1), Span(0, 1), INSERTED), "inserted, but with words in the input"),
        (Segment(Span(1, 1), Span(0, 1), NORMALIZED), "an empty output, but not deleted"),
        (Segment(Span(0, 1), Span(1, 1), NORMALIZED), "an empty input, but not inserted"),
        (Segment(Span(0, 1), Span(0, 1), COPY, weight=1.5), "weight outside 0..1"),
        (Segment(Span(0, 1), Span(0, 1), COPY, confidence=-0.1), "confidence outside 0..1"),
        (Segment(Span(0, 10**30), Span(0, 1), NORMALIZED), "an offset is larger than any text"),
    ],
)
def test_a_segment_that_cannot_be_is_named_with_its_place_and_reason(segment, reason):
    whole = Segment(Span(3, 5), Span(0, 1), NORMALIZED)
    with pytest.raises(SpanMapError) as caught:
        SpanMap.of([whole, segment], 5, 6)
    assert (caught.value.index, caught.value.reason) == (1, reason)


def test_a_copy_whose_texts_differ_does_not_hold():
    assert TIDIED.verify("ab cd!", "ab  cd") == ()
    assert TIDIED.verify("ab cX!", "ab  cd") == (2,)
    with pytest.raises(SpanMapError, match="made for texts of 6 and 6"):
        TIDIED.verify("ab cd", "ab  cd")


def test_output_without_a_segment_is_uncovered():
    assert TIDIED.uncovered() == ()
    assert SpanMap.of([], 3, 0).uncovered() == (Span(0, 3),)
    holes = SpanMap.of([Segment(Span(1, 2), Span(0, 1), COPY), Segment(Span(1, 4), Span(0, 1), NORMALIZED)], 6, 1)
    assert holes.uncovered() == (Span(0, 1), Span(4, 6))


def test_composition_stays_exact_through_copies_and_weakest_otherwise():
    chunk = SpanMap.of([Segment(Span(0, 3), Span(2, 5), COPY)], 3, 6)
    through = chunk.compose(TIDIED)
    assert through.backward([Span(0, 3)])[0][0] == Mapped(Span(2, 3), COPY, True, None)
    assert [piece.span for piece in through.backward([Span(1, 3)])[0]] == [Span(4, 6)]
    spoken = SpanMap.of([Segment(Span(0, 9), Span(0, 6), TRANSLATED, 0.5, 0.8)], 9, 6).compose(TIDIED)
    assert {piece.kind for piece in spoken.backward([Span(0, 9)])[0]} == {TRANSLATED, INSERTED, DELETED}


def test_composition_refuses_maps_that_do_not_follow_each_other():
    with pytest.raises(SpanMapError, match="does not follow"):
        SpanMap.identity(3).compose(SpanMap.identity(4))


@given(maps())
def test_identity_changes_nothing_on_either_side(one):
    assert _reach(one.compose(SpanMap.identity(one.input_length)), Span(0, one.output_length)) == _reach(
        one, Span(0, one.output_length)
    )
    assert _reach(SpanMap.identity(one.output_length).compose(one), Span(0, one.output_length)) == _reach(
        one, Span(0, one.output_length)
    )


@given(st.data())
def test_a_composed_map_reaches_what_its_steps_reach_one_after_the_other(data):
    later = data.draw(maps())
    earlier = data.draw(maps(output_length=later.input_length))
    span = data.draw(spans(later.output_length, 1))
    steps: set[int] = set()
    for piece in later.backward([span])[0]:
        if piece.kind is not DELETED:
            steps |= _reach(earlier, piece.span)
    assert _reach(later.compose(earlier), span) == steps


@given(st.data())
def test_composition_is_associative_in_what_it_reaches(data):
    third = data.draw(maps())
    second = data.draw(maps(output_length=third.input_length))
    first = data.draw(maps(output_length=second.input_length))
    span = data.draw(spans(third.output_length, 1))
    assert _reach(third.compose(second).compose(first), span) == _reach(third.compose(second.compose(first)), span)


@given(maps(), st.data())
def test_what_a_span_came_from_leads_back_to_it(one, data):
    span = data.draw(spans(one.output_length, 1))
    for piece in one.backward([span])[0]:
        if piece.span.is_empty or piece.kind is DELETED:
            continue
        assert any(again.span.intersect(span) for again in one.forward([piece.span])[0])


@given(maps())
def test_a_map_turned_twice_is_itself(one):
    assert one.invert().invert() == one


@given(maps())
def test_a_packed_map_is_unpacked_to_the_same_map_and_bytes(one):
    again = SpanMap.unpack(one.pack())
    assert again == one
    assert again.to_segments() == one.to_segments()
    assert hash(again) == hash(one)


@given(maps(), st.randoms())
def test_the_order_in_which_segments_are_given_does_not_matter(one, random):
    shuffled = list(one.to_segments())
    random.shuffle(shuffled)
    assert SpanMap.of(shuffled, one.output_length, one.input_length).pack() == one.pack()


@given(maps(), st.data())
def test_damaged_bytes_are_another_map_or_refused_but_never_a_crash(one, data):
    packed = bytearray(one.pack())
    packed[data.draw(st.integers(0, len(packed) - 1))] ^= data.draw(st.integers(1, 255))
    try:
        other = SpanMap.unpack(bytes(packed))
    except SpanMapError:
        return
    assert other != one
    assert other.pack() == bytes(packed)


@given(st.binary(max_size=80))
def test_bytes_that_are_no_map_are_refused(data):
    with pytest.raises(SpanMapError):
        SpanMap.unpack(data)


def test_a_claim_of_four_billion_segments_is_refused_before_memory_is_asked_for():
    packed = bytearray(SpanMap.identity(3).pack())
    packed[18:22] = b"\xff\xff\xff\xff"
    with pytest.raises(SpanMapError, match="where 4294967295 segments take"):
        SpanMap.unpack(bytes(packed))


def _reach(one: SpanMap, span: Span) -> set[int]:
    """Input code points that the words of `span` came from; what was dropped between them left no words."""
    return {
        point
        for piece in one.backward([span])[0]
        if piece.kind is not DELETED
        for point in range(piece.span.start, piece.span.end)
    }
