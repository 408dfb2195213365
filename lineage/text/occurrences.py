"""Every place in a text where words stand, as they are or as a policy normalizes both. Nothing is chosen or guessed.

Unlike anchoring, which asks where one quotation belongs: this asks whether words are there at all (S0-44).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from lineage.text.copies import copies_by_reading
from lineage.text.normalization import NormalizationPolicy
from lineage.text.span import Span
from lineage.text.surface import Surface
from lineage.text.views import View, view_of


class Occurrence(NamedTuple):
    """`is_exact`: the very words; else equal only in the normalized views of both."""

    span: Span
    is_exact: bool


def find_occurrences(text: str, words: str, policy: NormalizationPolicy, most: int) -> list[Occurrence]:
    """In the order of the text, those that overlap too; of more than `most` at least so many, and not all.

    Where a policy turned several characters into one, a place begins and ends with all of them; a place that would
    begin or end inside of what it wrote is none.
    """
    return find_each(text, [words], policy, most)[0]


def find_each(text: str, sought: Sequence[str], policy: NormalizationPolicy, most: int) -> list[list[Occurrence]]:
    """The same of several, for which the text is normalized once."""
    view = View(Surface(text), policy)
    return [_find(text, view, words, view_of(words, policy), most) for words in sought]


def _find(text: str, view: View, words: str, viewed: str, most: int) -> list[Occurrence]:
    if not words:
        return []
    exact = {Span(start, start + len(words)) for start in copies_by_reading(text, words, most)}
    found = [Occurrence(span, True) for span in exact]
    starts = copies_by_reading(view.surface.text, viewed, most) if viewed else []
    places = view.origins([Span(start, start + len(viewed)) for start in starts])
    alike = [span for span, is_whole in places if is_whole and span not in exact]
    found += [Occurrence(span, False) for span in alike if not _is_inside(span, exact, len(words))]
    return sorted(found)


def _is_inside(span: Span, exact: set[Span], length: int) -> bool:
    """Whether it is an exact place without the blanks at its ends; these are `length` long, so few can cover it."""
    return any(
        Span(start, start + length) in exact for start in range(max(0, span.end - length), span.start + 1)
    )
