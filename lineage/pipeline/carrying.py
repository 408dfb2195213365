"""Where the pages, headings and cells of an extract stand in a text that was made from it by replacing stretches."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lineage.pipeline.layout import NO_BOXES, Cell, Layout, Page, Section
from lineage.text.segments import EXACT_COPY, Ints
from lineage.text.span import Span
from lineage.text.spanmap import SpanMap


def carry_layout(layout: Layout, step: SpanMap) -> Layout:
    """A layout of the input of a step as one of its output, without boxes: a replaced word has no size of its own.

    What begins or ends inside a replaced stretch does so with what stands in its place.
    """
    pages, sections, cells = layout.pages, layout.sections, layout.cells
    return Layout(
        pages=tuple(one._replace(span=span) for one, span in zip(pages, _carry(pages, step), strict=True)),
        sections=tuple(one._replace(span=span) for one, span in zip(sections, _carry(sections, step), strict=True)),
        cells=tuple(one._replace(span=span) for one, span in zip(cells, _carry(cells, step), strict=True)),
        boxes=NO_BOXES,
    )


def _carry(seen: Sequence[Page | Section | Cell], step: SpanMap) -> list[Span]:
    copied = step.columns.take(step.columns.kind == EXACT_COPY)
    ends = np.array([one.span for one in seen], dtype=np.int64).reshape(-1, 2)
    # A start inside a replaced stretch is where the words before it end, and an end where those behind it begin.
    starts = _places(ends[:, 0], copied.in_start, copied.out_start, copied.out_end, 0)
    last = step.output_length - _places(
        step.input_length - ends[:, 1],
        (step.input_length - copied.in_end)[::-1],
        (step.output_length - copied.out_end)[::-1],
        (step.output_length - copied.out_start)[::-1],
        0,
    )
    return [Span(start, max(start, end)) for start, end in zip(starts.tolist(), last.tolist(), strict=True)]


def _places(asked: Ints, in_start: Ints, out_start: Ints, out_end: Ints, least: int) -> Ints:
    """Each place in the last copy that begins at or before it, or at that copy's end; `least` before the first."""
    at = np.searchsorted(in_start, asked, side="right") - 1
    if not len(in_start):
        return np.full(len(asked), least, dtype=np.int64)
    inside = np.minimum(out_start[at] + asked - in_start[at], out_end[at])
    return np.where(at >= 0, inside, least)
