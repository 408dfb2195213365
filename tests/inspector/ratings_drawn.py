"""Tables of ratings that are drawn at random, gaps and all, for what must hold of every one."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from inspector.figures.ratings import ABSENT, Ratings
from lineage.evidence.vocabulary import Scale


def ratings_of(rows: list[list[int]], n_values: int = 3, scale: Scale = Scale.NOMINAL) -> Ratings:
    """A row a unit, a column a rater; values are "1", "2" and so on by their place, -1 what nobody said."""
    codes = np.array(rows, dtype=np.int16).reshape(len(rows), len(rows[0]) if rows else 2)
    raters = tuple(f"r{column + 1}" for column in range(codes.shape[1]))
    values = tuple(str(place + 1) for place in range(n_values))
    return Ratings(codes, tuple(range(len(codes))), raters, values, scale)


@st.composite
def drawn_ratings(
    draw: st.DrawFn,
    *,
    raters: st.SearchStrategy[int] | None = None,
    with_gaps: bool = True,
    scale: Scale = Scale.INTERVAL,
    largest: int = 30,
) -> Ratings:
    n_values, n_raters = draw(st.integers(1, 5)), draw(st.integers(1, 6) if raters is None else raters)
    said = st.integers(ABSENT if with_gaps else 0, n_values - 1)
    row = st.lists(said, min_size=n_raters, max_size=n_raters)
    return ratings_of(draw(st.lists(row, min_size=1, max_size=largest)), n_values, scale)
