from hypothesis import example, given
from hypothesis import strategies as st

from lineage.text.bulk_operations import LongText, find_changes
from lineage.text.changes import changes_of, text_of
from lineage.text.normalization import DEFAULT, NormalizationPolicy, normalize
from lineage.text.operations import Operation, edits
from lineage.text.segments import Segment, SegmentKind
from lineage.text.span import Span
from lineage.text.spanmap import SpanMap
from tests.text.texts import texts

# Dense in what the operations look for: white space, hyphens and soft ones, quotes, marks, jamo, and letters between.
dense_texts = st.text(
    st.sampled_from(
        "abZ1 \t\r\n\v\x85\xa0\u2028\u3000-\u2010\u2011\u00ad\u2019\u201c\u201f"
        "e\u0301\u0327\u0344\u1112\u1161\ufb01\ud800"
    ),
    max_size=80,
)
drawn_texts = texts | dense_texts
policies = st.lists(st.sampled_from(Operation), unique=True, max_size=5).map(
    lambda operations: NormalizationPolicy("drawn", 1, (*operations,))
)


def slowly(text: str, policy: NormalizationPolicy) -> tuple[str, SpanMap, tuple[Operation, ...]]:
    """The view, one edit and one segment at a time."""
    view, path, used = text, SpanMap.identity(len(text)), ()
    for operation in policy.operations:
        changes = edits(operation, view)
        if not changes:
            continue
        after, done, segments = "", 0, []
        for start, end, words in [*changes, (len(view), len(view), "")]:
            if done < start:
                copied = Span(len(after), len(after) + start - done)
                segments.append(Segment(copied, Span(done, start), SegmentKind.EXACT_COPY))
                after += view[done:start]
            if start < end:
                kind = SegmentKind.NORMALIZED if words else SegmentKind.DELETED
                segments.append(Segment(Span(len(after), len(after) + len(words)), Span(start, end), kind))
                after += words
            done = end
        step = SpanMap.of(segments, len(after), len(view))
        view, path, used = after, step.compose(path) if used else step, (*used, operation)
    return view, path, used


@given(st.sampled_from(Operation), drawn_texts)
@example(Operation.TRIM, " \n\t")
@example(Operation.TRIM, "")
@example(Operation.STRIP_SOFT_HYPHEN, "re\u00ad\u00ad\nculate\u00ad")
@example(Operation.DEHYPHENATE_LINEBREAK, "a-\nb-\nc\u2010\r\n d-")
@example(Operation.FOLD_HYPHENS, "a\u2010b\u2011\u2011")
@example(Operation.UNICODE_NFC, "\u0301e\u0301\u0327\u1112\u1161\u11ab")
def test_a_long_text_is_changed_where_a_short_one_is(operation, text):
    changes = edits(operation, text)
    found = find_changes(operation, LongText.of(text))
    assert (found is None) == (not changes)
    if found is not None:
        expected = changes_of(changes)
        assert [column.tolist() for column in found] == [column.tolist() for column in expected]


@given(st.sampled_from(Operation), drawn_texts)
def test_changed_words_keep_the_marks_that_they_would_have_in_a_new_text(operation, text):
    changes = find_changes(operation, LongText.of(text))
    if changes is not None:
        view = LongText.of(text).changed(changes)
        again = LongText.of(view.text)
        assert text_of(view.points) == view.text
        assert [view.has(1 << bit).tolist() for bit in range(8)] == [again.has(1 << bit).tolist() for bit in range(8)]


@given(drawn_texts, policies)
@example("a-\nb  \u201cc\u201d\u00ad d\u0301 ", DEFAULT)
def test_the_view_of_a_text_of_any_length_is_that_of_one_edit_at_a_time(text, policy):
    for length in (0, 2_000):
        given_text = text * (length // max(len(text), 1) + 1)
        assert tuple(normalize(given_text, policy)) == slowly(given_text, policy)


def test_a_long_text_that_needs_no_change_is_its_own_view():
    text = "All words are kept. " * 500 + "End."
    view = normalize(text, DEFAULT)
    assert (view.text is text, view.operations_used, len(view.map)) == (True, (), 1)
