import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage.text.anchoring import Quotation
from lineage.text.normalization import DEFAULT, NormalizationPolicy, Operation, normalize
from lineage.text.span import Span, cover
from lineage.text.surface import Surface
from lineage.text.views import View, view_of, views_of, with_context
from tests.text.texts import texts

policies = st.lists(st.sampled_from(Operation), unique=True, max_size=5).map(
    lambda operations: NormalizationPolicy("drawn", 1, tuple(operations))
)


@given(texts, policies, st.sampled_from([1, 50]))
def test_a_view_without_its_map_is_that_with_its_map(text, policy, times):
    assert view_of(text * times, policy) == normalize(text * times, policy).text


@given(st.lists(texts, max_size=5), policies)
def test_many_views_at_once_are_those_of_each(words, policy):
    assert views_of(words, policy) == [view_of(one, policy) for one in words]


@given(texts, policies, st.data())
def test_the_way_back_is_that_of_the_map(text, policy, data):
    view = View(Surface(text), policy)
    length = len(view.surface.text)
    start = data.draw(st.integers(0, length))
    end = data.draw(st.integers(start, length))
    if start == end:
        assert view.origins([]) == []
        return
    way = normalize(text, policy).map
    pieces = way.backward([Span(start, end)])[0]
    [(origin, is_whole)] = view.origins([Span(start, end)])
    assert origin == cover(piece.span for piece in pieces if not piece.span.is_empty)
    there_again = way.forward([origin])[0]
    if is_whole and there_again:
        assert cover(piece.span for piece in there_again) == Span(start, end)


def test_a_place_inside_what_an_operation_wrote_is_told_and_given_whole():
    policy = NormalizationPolicy("folded", 1, (Operation.CASE_FOLD,))
    view = View(Surface("Gru\u00df an"), policy)
    assert view.surface.text == "gruss an"
    assert view.origins([Span(0, 5), Span(0, 4), Span(4, 8)]) == [
        (Span(0, 4), True),
        (Span(0, 4), False),
        (Span(3, 7), False),
    ]


def test_a_text_that_no_operation_changes_is_its_own_view():
    surface = Surface("the fee is 24")
    assert View(surface, DEFAULT).surface is surface


@pytest.mark.parametrize(
    ("prefix", "exact", "suffix", "wanted"),
    [
        ("the ", "fee", " is", ("fee", "the ", " is")),
        ("the\n", "fee", "\n is", ("fee", "the ", " is")),
        ("the", "\nfee\n", "is", ("fee", "the ", " is")),
        # A word that is cut where its line breaks stands nowhere in a view; its context is normalized alone.
        ("the ", "obli-", "\ngation", ("obli-", "the ", "gation")),
        ("", "fee", "", ("fee", "", "")),
    ],
)
def test_context_stands_beside_a_quotation_as_it_does_in_the_view_of_the_text(prefix, exact, suffix, wanted):
    words = view_of(exact, DEFAULT)
    assert with_context(words, Quotation(exact, prefix, suffix), DEFAULT)[:3] == wanted
