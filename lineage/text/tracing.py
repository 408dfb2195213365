"""Many spans at once, back through every step that a text took (S3-21, S3-36)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from lineage.text.segments import EXACT_COPY, INSERTED, Ints, SpanMapError
from lineage.text.span import Span
from lineage.text.spanmap import SpanMap


def trace_back(maps: Iterable[SpanMap], spans: Sequence[Span]) -> list[Span | None]:
    """Spans of the last text -> the smallest stretch of the first text that holds all the words each came from.

    `maps` from the last step to the first. None where no word of a span was in the first text: it was inserted
    on the way, or nobody recorded where it came from. SpanMapError where a span leaves the text that it is in, or
    a step does not follow the one before.
    """
    steps = tuple(maps)
    places = np.array(spans, dtype=np.int64).reshape(-1, 2)
    asked, start, end = np.arange(len(spans)), places[:, 0], places[:, 1]
    if steps and not ((start >= 0) & (start <= end) & (end <= steps[0].output_length)).all():
        raise SpanMapError(f"a span leaves a text of {steps[0].output_length} code points")
    for index, step in enumerate(steps[1:], start=1):
        if step.output_length != steps[index - 1].input_length:
            raise SpanMapError(f"step {index} does not follow step {index - 1}: the text between has two lengths")
    # Words in between decide nothing once their order stays and none of them is lost; before that, any may.
    orderly = len(steps)
    while orderly and _keeps_order(steps[orderly - 1]):
        orderly -= 1
    for step in steps[:orderly]:
        found = step.pieces(start, end)
        asked, start, end = asked[found.asked], found.start, found.end
    asked, start, end = _covers(asked, start, end)
    for step in steps[orderly:]:
        start, end = _ends_back(step, start, end)
    traced: list[Span | None] = [None] * len(spans)
    for index, low, high in zip(asked.tolist(), start.tolist(), end.tolist(), strict=True):
        traced[index] = Span(low, high)
    return traced


def _covers(asked: Ints, start: Ints, end: Ints) -> tuple[Ints, Ints, Ints]:
    """The smallest stretch around the words of each span asked about; those without words are left out."""
    has_words = start < end
    asked, start, end = asked[has_words], start[has_words], end[has_words]
    if not len(asked):
        return asked, start, end
    first = np.flatnonzero(np.diff(asked, prepend=-1))
    return asked[first], np.minimum.reduceat(start, first), np.maximum.reduceat(end, first)


def _keeps_order(step: SpanMap) -> bool:
    """Whether every word of the output came from somewhere, and later words from no earlier place."""
    own = step.columns
    return (
        not (own.kind == INSERTED).any()
        and bool((own.out_end[:-1] == own.out_start[1:]).all() and (own.in_end[:-1] <= own.in_start[1:]).all())
        and (int(own.out_start[0]), int(own.out_end[-1])) == (0, step.output_length)
        if len(step)
        else step.output_length == 0
    )


def _ends_back(step: SpanMap, start: Ints, end: Ints) -> tuple[Ints, Ints]:
    """Where the first and the last word of each span came from, through a step that keeps order."""
    own = step.columns
    low = np.searchsorted(own.out_end, start, side="right")
    high = np.searchsorted(own.out_start, end, side="left") - 1
    copied = own.kind == EXACT_COPY
    return (
        own.in_start[low] + np.where(copied[low], start - own.out_start[low], 0),
        own.in_end[high] - np.where(copied[high], own.out_end[high] - end, 0),
    )
