import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from lineage.text.overlaps import overlapping
from lineage.text.span import Span
from tests.text.texts import spans


@given(st.lists(spans(10)), st.lists(spans(10)))
def test_exactly_those_that_share_a_code_point_meet(intervals, asked):
    intervals.sort()
    starts, ends = np.array(intervals, dtype=np.int64).reshape(-1, 2).T
    asked_starts, asked_ends = np.array(asked, dtype=np.int64).reshape(-1, 2).T
    found = zip(*(side.tolist() for side in overlapping(starts, ends, asked_starts, asked_ends)), strict=True)
    assert list(found) == [
        (index, place) for index, one in enumerate(asked) for place, other in enumerate(intervals) if _meet(one, other)
    ]


def _meet(asked: Span, interval: Span) -> bool:
    if interval.is_empty:
        return asked.start < interval.start < asked.end
    return asked.intersect(interval) is not None
