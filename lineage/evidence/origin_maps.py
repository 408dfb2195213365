"""Span maps that are put together from stretches of a text: from a mask, of words alone, several as one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from lineage.text.segments import DELETED, EXACT_COPY, INSERTED, Columns, unweighted
from lineage.text.spanmap import SpanMap

Mask = NDArray[np.bool_]
"""One truth value for each character of a text."""


def in_place(mask: Mask) -> SpanMap:
    """The characters of a mask as copies of themselves."""
    borders = np.flatnonzero(np.diff(np.concatenate(([False], mask, [False])).astype(np.int8))).astype(np.int64)
    starts, ends = borders[::2], borders[1::2]
    kinds = np.full(len(starts), EXACT_COPY, dtype=np.uint8)
    return SpanMap.from_columns(unweighted(starts, ends, starts, ends, kinds), len(mask), len(mask))


def everywhere(length: int) -> Mask:
    """All characters of a text."""
    return np.ones(length, dtype=np.bool_)


def mask_of(length: int, columns: Columns) -> Mask:
    """Which characters of an output of `length` code points the segments cover."""
    steps = np.zeros(length + 1, dtype=np.int64)
    np.add.at(steps, columns.out_start, 1)
    np.add.at(steps, columns.out_end, -1)
    covered: Mask = np.cumsum(steps)[:length] > 0
    return covered


def words_of(spans: SpanMap) -> SpanMap:
    """A map with only the segments with words on both sides, without weights."""
    columns = spans.columns
    words = columns.take((columns.kind != DELETED) & (columns.kind != INSERTED))
    words = words._replace(weight=np.full(len(words.kind), np.nan))
    return SpanMap.from_columns(words, spans.output_length, spans.input_length)


def united(maps: Sequence[SpanMap]) -> SpanMap:
    """Several maps between the same two texts as one: each segment once, copies that touch on both sides joined."""
    output_length, input_length = maps[0].output_length, maps[0].input_length
    columns = maps[0].columns
    if len(maps) > 1:
        every = Columns(*(np.concatenate(parts) for parts in zip(*(spans.columns for spans in maps), strict=True)))
        columns = SpanMap.from_columns(every, output_length, input_length).columns
    if len(columns.kind) < 2:
        return maps[0]
    after, before = columns.take(np.arange(1, len(columns.kind))), columns.take(np.arange(len(columns.kind) - 1))
    alike = (after.kind == before.kind) & _equal(after.confidence, before.confidence)
    again = alike & (after.out_start == before.out_start) & (after.out_end == before.out_end)
    again &= (after.in_start == before.in_start) & (after.in_end == before.in_end)
    touching = (after.out_start == before.out_end) & (after.in_start == before.in_end)
    goes_on = again | (alike & touching & (after.kind == EXACT_COPY))
    first = np.flatnonzero(np.concatenate(([True], ~goes_on)))
    last = np.append(first[1:], len(columns.kind)) - 1
    tidied = columns.take(first)._replace(out_end=columns.out_end[last], in_end=columns.in_end[last])
    return SpanMap.from_columns(tidied, output_length, input_length)


def _equal(one: NDArray[np.float64], other: NDArray[np.float64]) -> Mask:
    same: Mask = (one == other) | (np.isnan(one) & np.isnan(other))
    return same
