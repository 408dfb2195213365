from hypothesis import given
from hypothesis import strategies as st

from lineage.text.normalization import DEFAULT, NormalizationPolicy, Operation, normalize
from lineage.text.plain_views import view_of
from tests.text.texts import texts

policies = st.lists(st.sampled_from(Operation), unique=True, max_size=5).map(
    lambda operations: NormalizationPolicy("drawn", 1, tuple(operations))
)


@given(texts, policies)
def test_a_plain_view_has_the_words_of_the_mapped_one(text, policy):
    assert view_of(text, policy) == normalize(text, policy).text


def test_what_no_operation_changes_stays():
    assert view_of("plain words", DEFAULT) == "plain words"
