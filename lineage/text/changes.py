"""Edits as arrays: what they make of a text that is an array of code points, and the map that they leave behind."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from lineage.text.segments import DELETED, EXACT_COPY, NORMALIZED, Codes, Ints, unweighted
from lineage.text.spanmap import SpanMap

Points = NDArray[np.uint32]
"""Code points of a text."""
Value = TypeVar("Value", np.uint32, np.uint8)

# So many changes are spliced sooner than every code point is asked whether it stays.
_FEW = 32


class Changes(NamedTuple):
    """Stretches of the input, ascending and apart, each with words in it, and the `width` of what replaces each.

    `words` are the replacements of all, one behind the other.
    """

    start: Ints
    end: Ints
    width: Ints
    words: Points


def changes_of(edits: Iterable[tuple[int, int, str]]) -> Changes:
    """Start, end and replacement of each edit -> arrays."""
    given = list(edits)
    places = np.array([(start, end, len(words)) for start, end, words in given], dtype=np.int64).reshape(-1, 3)
    return Changes(places[:, 0], places[:, 1], places[:, 2], points_of("".join(words for _, _, words in given)))


def points_of(text: str) -> Points:
    """The code points of a text, lone surrogates too."""
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.dtype("<u4"))


def text_of(points: Points) -> str:
    """The inverse of `points_of`."""
    return points.astype("<u4", copy=False).tobytes().decode("utf-32-le", "surrogatepass")


def applied(changes: Changes, old: NDArray[Value], words: NDArray[Value]) -> NDArray[Value]:
    """One value a code point, before -> after; `words` are the values of the replacements."""
    if len(changes.start) <= _FEW:
        return _spliced(changes, old, words)
    before = _inside(changes.start, changes.end)
    if np.array_equal(changes.end - changes.start, changes.width):
        new = old.copy()
        new[before] = words
        return new
    kept = np.ones(len(old), dtype=np.bool_)
    kept[before] = False
    grown = np.cumsum(changes.width - (changes.end - changes.start))
    copied = np.ones(len(old) + int(grown[-1]), dtype=np.bool_)
    copied[_inside(changes.end + grown - changes.width, changes.end + grown)] = False
    new = np.empty(len(copied), dtype=old.dtype)
    new[copied] = old[kept]
    new[~copied] = words
    return new


def _spliced(changes: Changes, old: NDArray[Value], words: NDArray[Value]) -> NDArray[Value]:
    pieces: list[NDArray[Value]] = []
    done = used = 0
    for start, end, width in zip(*(column.tolist() for column in changes[:3]), strict=True):
        pieces += old[done:start], words[used : used + width]
        done, used = end, used + width
    return np.concatenate([*pieces, old[done:]])


def map_of(changes: Changes, length: int) -> SpanMap:
    """Changed stretches and, between them, copies; `length` is that of the input."""
    grown = np.cumsum(changes.width - (changes.end - changes.start))
    out_end = changes.end + grown
    out_start = out_end - changes.width
    output_length = length + int(grown[-1])
    # By turns: a copy, a change, ..., a copy. That is the canonical order already.
    in_border = np.concatenate(([0], _by_turns(changes.start, changes.end), [length]))
    out_border = np.concatenate(([0], _by_turns(out_start, out_end), [output_length]))
    kind: Codes = np.full(len(in_border) - 1, EXACT_COPY, dtype=np.uint8)
    kind[1::2] = np.where(changes.width == 0, DELETED, NORMALIZED)
    has_words = in_border[:-1] < in_border[1:]
    columns = unweighted(out_border[:-1], out_border[1:], in_border[:-1], in_border[1:], kind)
    return SpanMap.from_columns(columns.take(has_words), output_length, length)


def _by_turns(starts: Ints, ends: Ints) -> Ints:
    return np.stack((starts, ends), axis=1).ravel()


def _inside(starts: Ints, ends: Ints) -> Ints:
    """Every place inside the stretches, ascending."""
    lengths = ends - starts
    if (lengths == 1).all():
        return starts
    first = np.cumsum(lengths) - lengths
    return np.repeat(starts - first, lengths) + np.arange(int(lengths.sum()))
