"""Lines and words that stand once in each of two texts: the places at which the two can be laid side by side.

After Bram Cohen's patience diff: the longest series of such anchors that is in the same order in both.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from lineage.text.span import Span


class Tokens(NamedTuple):
    """What may anchor: a token, where it begins a series of `window` tokens that stands once in the text."""

    pattern: re.Pattern[str]
    window: int


LINES = Tokens(re.compile(r"[^\n]*\n|[^\n]+"), 1)
WORDS = Tokens(re.compile(r"\w+"), 1)
PHRASES = Tokens(re.compile(r"\w+"), 4)


class Anchor(NamedTuple):
    """The same words, once at `a` and once at `b`; both in code points of the whole texts."""

    a: int
    b: int
    length: int


def unique_anchors(a: str, b: str, in_a: Span, in_b: Span, tokens: Tokens) -> list[Anchor]:
    """Anchors among the tokens of the two stretches, ascending in both. O(n log n)."""
    once_a, once_b = _standing_once(a, in_a, tokens), _standing_once(b, in_b, tokens)
    shared = [(once_a[words], once_b[words]) for words in once_a if words in once_b]
    chain = _longest_ascending([in_second.start for _, in_second in shared])
    return [Anchor(first.start, second.start, first.length) for first, second in (shared[index] for index in chain)]


def _standing_once(text: str, stretch: Span, tokens: Tokens) -> dict[str, Span]:
    """Series of tokens that occur once in the stretch -> their first token, ascending."""
    spans = [Span(*found.span()) for found in tokens.pattern.finditer(text, stretch.start, stretch.end)]
    first: dict[str, Span] = {}
    again: set[str] = set()
    for token, last in zip(spans, spans[tokens.window - 1 :], strict=False):
        words = text[token.start : last.end]
        if first.setdefault(words, token) is not token:
            again.add(words)
    return {words: token for words, token in first.items() if words not in again}


def _longest_ascending(values: Sequence[int]) -> list[int]:
    """Indexes of a longest strictly ascending subsequence."""
    tails: list[int] = []
    tail_indexes: list[int] = []
    previous: list[int] = []
    for index, value in enumerate(values):
        at = bisect_left(tails, value)
        previous.append(tail_indexes[at - 1] if at else -1)
        if at == len(tails):
            tails.append(value)
            tail_indexes.append(index)
        else:
            tails[at], tail_indexes[at] = value, index
    chain: list[int] = []
    index = tail_indexes[-1] if tail_indexes else -1
    while index != -1:
        chain.append(index)
        index = previous[index]
    return chain[::-1]
