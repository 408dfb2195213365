"""All places of a text at which the words of a quotation stand exactly: many quotations at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lineage.text.grams import GramIndex, Ints
from lineage.text.seeds import Seeds
from lineage.text.surface import Surface

# Measured: reading a text once for each quotation, in code points, costs as much as making its index, or using it.
_MAKING, _USING = 100, 5_000_000
_TRIED = 4
_MOST_PLACES = 64


def find_copies(surface: Surface, quotations: Sequence[str], most: int) -> list[list[int]]:
    """Where each quotation begins, ascending; of more than `most` copies, the first `most` + 1."""
    few = len(quotations) <= _MAKING and not surface.has("long_runs")
    if few or len(quotations) * len(surface.text) <= _USING:
        return [copies_by_reading(surface.text, words, most) for words in quotations]
    return copies_by_runs(surface, quotations, most)


def copies_by_runs(surface: Surface, quotations: Sequence[str], most: int) -> list[list[int]]:
    """As `find_copies`, with the index of long runs; what that does not know is read for."""
    many, places, before = _candidates(surface.long_runs, quotations)
    text, at = surface.text, 0
    found: list[list[int]] = []
    for words, count, offset in zip(quotations, many, before, strict=True):
        if not 0 <= count <= _MOST_PLACES:
            found.append(copies_by_reading(text, words, most))
            continue
        starts = (place - offset for place in places[at : at + count])
        found.append([start for start in starts if start >= 0 and text.startswith(words, start)])
        at += count
    return found


def copies_by_reading(text: str, words: str, most: int) -> list[int]:
    """As `find_copies`, for one."""
    found: list[int] = []
    at = text.find(words)
    while at >= 0 and len(found) <= most:
        found.append(at)
        at = text.find(words, at + 1)
    return found


def _candidates(index: GramIndex, quotations: Sequence[str]) -> tuple[list[int], list[int], list[int]]:
    """How often the rarest run of each quotation stands in the text, where, and where in the quotation.

    -1 where a quotation has no run that the index would have; the places of too frequent runs are left out.
    """
    seeds = Seeds.of(quotations, index)
    tried = seeds.first[:, None] + np.arange(_TRIED) * np.maximum(seeds.many - 1, 0)[:, None] // (_TRIED - 1)
    known = seeds.many > 0
    many: Ints = np.full(len(quotations), -1, dtype=np.int64)
    offset: Ints = np.zeros(len(quotations), dtype=np.int64)
    chosen = tried[known]
    found = index.look_up(seeds.hashes[chosen.ravel()])
    rarest = np.argmin(found.many.reshape(chosen.shape), axis=1) + np.arange(len(chosen)) * _TRIED
    many[known] = found.many[rarest]
    offset[known] = seeds.offsets[chosen.ravel()[rarest]]
    followed = rarest[found.many[rarest] <= _MOST_PLACES]
    return many.tolist(), index.places(found.take(followed)).tolist(), offset.tolist()
