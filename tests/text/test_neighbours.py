import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage.text.neighbours import likeness_after, likeness_before


@pytest.mark.parametrize(
    ("recorded", "there", "likeness"),
    [
        ("", "anything", 1.0),
        ("for 24 months", "for 24 months", 1.0),
        ("for 24 months", "longer before that, for 24 months", 1.0),
        # Two letters of twelve are others.
        ("for ten days", "for two days", 10 / 12),
        ("abcd", "", 0.0),
        ("abcd", "wxyz", 0.0),
        ("abcd", "cd", 0.5),
        ("abcd", "abxcd", 0.75),
    ],
)
def test_words_before_are_as_like_as_their_edits_leave_them(recorded, there, likeness):
    text = f"{there}|quoted"
    assert likeness_before(recorded, text, len(there)) == pytest.approx(likeness)
    # The same, read the other way round.
    assert likeness_after(recorded[::-1], text[::-1], len(text) - len(there)) == pytest.approx(likeness)


@given(st.text("ab ", max_size=32), st.text("ab ", max_size=60), st.data())
def test_a_likeness_is_a_share_and_whole_only_for_the_same_words(recorded, text, data):
    at = data.draw(st.integers(0, len(text)))
    before, after = likeness_before(recorded, text, at), likeness_after(recorded, text, at)
    assert 0 <= before <= 1 and 0 <= after <= 1
    assert (before == 1) == text[:at].endswith(recorded)
    assert (after == 1) == text[at:].startswith(recorded)
