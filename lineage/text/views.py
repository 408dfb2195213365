"""Texts and quotations in their normalized views, and the way back from the view of a text for many places at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from lineage.text.anchored import Anchored, Quotation
from lineage.text.bulk_operations import LongText, find_changes
from lineage.text.grams import Ints
from lineage.text.normalization import NormalizationPolicy, normalize
from lineage.text.operations import edits
from lineage.text.segments import EXACT_COPY, Columns
from lineage.text.span import Span
from lineage.text.surface import Surface

# As `normalize` does: shorter texts are sooner read than made into arrays.
_LONG = 2_000
# No operation writes it, takes it for white space or a letter, or composes anything with it.
_BETWEEN = "\x00"


class View:
    """The normalized view of one text, as it is searched; that text itself where no operation changes it."""

    def __init__(self, surface: Surface, policy: NormalizationPolicy) -> None:
        text = view_of(surface.text, policy)
        self.surface = surface if text == surface.text else Surface(text)
        self._text, self._policy = surface.text, policy

    def back(self, found: Mapping[int, Anchored]) -> list[tuple[int, Anchored, bool]]:
        """Each with its places as places of the text, and whether the words there are those of the view and no more.

        False where a place begins or ends inside what an operation wrote: all is given that it was written for.
        """
        spans = [candidate.span for anchored in found.values() for candidate in anchored.candidates]
        places = iter(self.origins(spans))
        given = []
        for key, anchored in found.items():
            back = [(candidate, *next(places)) for candidate in anchored.candidates]
            candidates = tuple(candidate._replace(span=span) for candidate, span, _ in back)
            given.append((key, anchored._replace(candidates=candidates), all(whole for _, _, whole in back)))
        return given

    def origins(self, spans: Sequence[Span]) -> list[tuple[Span, bool]]:
        """What `SpanMap.backward` gives, from the first word to the last, for spans that are not empty."""
        if not spans:
            return []
        asked = np.array(spans, dtype=np.int64).reshape(-1, 2)
        own, (starts, ends) = self._columns, asked.T
        first, last = self._segment(starts), self._segment(ends - 1)
        is_first_copied, is_last_copied = own.kind[first] == EXACT_COPY, own.kind[last] == EXACT_COPY
        low = own.in_start[first] + np.where(is_first_copied, starts - own.out_start[first], 0)
        high = np.where(is_last_copied, own.in_start[last] + ends - own.out_start[last], own.in_end[last])
        is_whole = is_first_copied | (starts == own.out_start[first])
        is_whole &= is_last_copied | (ends == own.out_end[last])
        return [
            (Span(start, end), whole)
            for start, end, whole in zip(low.tolist(), high.tolist(), is_whole.tolist(), strict=True)
        ]

    @cached_property
    def _columns(self) -> Columns:
        # The map takes longer than the view, and is needed only where something is found in it.
        columns = normalize(self._text, self._policy).map.columns
        # What is left out of the view lies between two words of it, or around all: these follow one another.
        return columns.take(columns.out_start < columns.out_end)

    def _segment(self, places: Ints) -> NDArray[np.intp]:
        return np.searchsorted(self._columns.out_start, places, side="right") - 1


def view_of(text: str, policy: NormalizationPolicy) -> str:
    """The text of `normalize`, without its map."""
    return _view_of_long(text, policy) if len(text) >= _LONG else _view_of_short(text, policy)


def views_of(words: Sequence[str], policy: NormalizationPolicy) -> list[str]:
    """The same of each, sooner than one by one."""
    joined = _BETWEEN.join(words)
    if joined.count(_BETWEEN) != len(words) - 1:
        return [view_of(one, policy) for one in words]
    views = view_of(joined, policy).split(_BETWEEN)
    # White space at a border was not at the border of the joined text.
    return [
        view_of(one, policy) if not view or view[0].isspace() or view[-1].isspace() else view
        for one, view in zip(words, views, strict=True)
    ]


def _view_of_long(text: str, policy: NormalizationPolicy) -> str:
    view = LongText.of(text)
    for operation in policy.operations:
        changes = find_changes(operation, view)
        if changes is not None:
            view = view.changed(changes)
    return view.text


def _view_of_short(text: str, policy: NormalizationPolicy) -> str:
    for operation in policy.operations:
        pieces: list[str] = []
        done = 0
        for start, end, replacement in edits(operation, text):
            pieces += text[done:start], replacement
            done = end
        text = "".join((*pieces, text[done:])) if done else text
    return text


def with_context(exact: str, given: Quotation, policy: NormalizationPolicy) -> Quotation:
    """A quotation in its view, which is `exact`, and its context as it stands next to it there.

    They are normalized together: a line that breaks at the cut is a space, a word that is divided there is joined.
    """
    before, after = (view_of(words, policy) for words in (given.prefix + given.exact, given.exact + given.suffix))
    is_before, is_after = before.endswith(exact), after.startswith(exact)
    prefix = before[: len(before) - len(exact)] if is_before else view_of(given.prefix, policy)
    suffix = after[len(exact) :] if is_after else view_of(given.suffix, policy)
    return Quotation(exact, prefix if given.prefix else "", suffix if given.suffix else "")
