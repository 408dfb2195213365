"""Where two texts agree and where they differ: pieces for display, and a map that verifies (DESIGN 4).

Deterministic: no clock decides. Lines, phrases and words that stand once in both texts anchor the rest. Only short
stretches between anchors are compared letter by letter, and all of them together within a fixed amount of work.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

import numpy as np
from diff_match_patch import diff_match_patch  # type: ignore[import-untyped]

from lineage.text.anchors import LINES, PHRASES, WORDS, unique_anchors
from lineage.text.segments import CODE_OF, SegmentKind, unweighted
from lineage.text.span import Span
from lineage.text.spanmap import SpanMap

MAX_STRETCH = 600
"""Longest stretch, in code points of either text, that is compared letter by letter."""

MAX_WORK = 10_000_000
"""Pairs of letters compared in one call; what is left when they are used up is replaced whole."""

_LEVELS = (LINES, PHRASES, WORDS)

_KIND_OF_PIECE = {
    "equal": SegmentKind.EXACT_COPY,
    "delete": SegmentKind.DELETED,
    "insert": SegmentKind.INSERTED,
    "replace": SegmentKind.NORMALIZED,
}


class Piece(NamedTuple):
    """What became of a stretch of `a`: its words in `b`. `delete` has an empty `b`, `insert` an empty `a`."""

    op: Literal["equal", "delete", "insert", "replace"]
    a: Span
    b: Span


def diff(a: str, b: str) -> tuple[Piece, ...]:
    """Pieces that, in order, are exactly all of `a` and all of `b`; equal pieces and changes alternate."""
    comparison = _Comparison(a, b)
    return tuple(_joined(comparison.pieces(Span(0, len(a)), Span(0, len(b)), level=0)))


def align(output: str, input: str) -> SpanMap:
    """A map from `output` back to `input`, for a transformation that kept none: what is equal is an exact copy.

    Which words were replaced by which is our reading (`normalized`), not a record of the transformation.
    """
    pieces = diff(input, output)
    flat = np.array([(*piece.b, *piece.a) for piece in pieces], dtype=np.int64).reshape(-1, 4)
    kinds = np.array([CODE_OF[_KIND_OF_PIECE[piece.op]] for piece in pieces], dtype=np.uint8)
    columns = unweighted(flat[:, 0], flat[:, 1], flat[:, 2], flat[:, 3], kinds)
    return SpanMap.from_columns(columns, len(output), len(input))


class _Comparison:
    """Two texts and the work left for comparing them."""

    def __init__(self, a: str, b: str) -> None:
        self._a = a
        self._b = b
        self._work_left = MAX_WORK
        self._letters = diff_match_patch()
        self._letters.Diff_Timeout = 0

    def pieces(self, in_a: Span, in_b: Span, level: int) -> Iterator[Piece]:
        """Pieces of two stretches, in order, not yet joined."""
        words_a, words_b = in_a.slice(self._a), in_b.slice(self._b)
        head: int = self._letters.diff_commonPrefix(words_a, words_b)
        yield Piece("equal", Span(in_a.start, in_a.start + head), Span(in_b.start, in_b.start + head))
        tail: int = self._letters.diff_commonSuffix(words_a[head:], words_b[head:])
        yield from self._changed(
            Span(in_a.start + head, in_a.end - tail), Span(in_b.start + head, in_b.end - tail), level
        )
        yield Piece("equal", Span(in_a.end - tail, in_a.end), Span(in_b.end - tail, in_b.end))

    def _changed(self, in_a: Span, in_b: Span, level: int) -> Iterator[Piece]:
        work = in_a.length * in_b.length
        if not work:
            yield Piece("replace", in_a, in_b)
        elif max(in_a.length, in_b.length) <= MAX_STRETCH and work <= self._work_left:
            self._work_left -= work
            yield from self._by_letters(in_a, in_b)
        elif level == len(_LEVELS):
            yield Piece("replace", in_a, in_b)
        else:
            yield from self._between_anchors(in_a, in_b, level)

    def _between_anchors(self, in_a: Span, in_b: Span, level: int) -> Iterator[Piece]:
        at_a, at_b = in_a.start, in_b.start
        for anchor in unique_anchors(self._a, self._b, in_a, in_b, _LEVELS[level]):
            yield from self.pieces(Span(at_a, anchor.a), Span(at_b, anchor.b), level + 1)
            at_a, at_b = anchor.a + anchor.length, anchor.b + anchor.length
            yield Piece("equal", Span(anchor.a, at_a), Span(anchor.b, at_b))
        yield from self.pieces(Span(at_a, in_a.end), Span(at_b, in_b.end), level + 1)

    def _by_letters(self, in_a: Span, in_b: Span) -> Iterator[Piece]:
        found = self._letters.diff_main(in_a.slice(self._a), in_b.slice(self._b), False)
        self._letters.diff_cleanupSemantic(found)
        at_a, at_b = in_a.start, in_b.start
        for op, words in found:
            end_a = at_a + (len(words) if op <= 0 else 0)
            end_b = at_b + (len(words) if op >= 0 else 0)
            yield Piece("equal" if op == 0 else "replace", Span(at_a, end_a), Span(at_b, end_b))
            at_a, at_b = end_a, end_b


def _joined(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Neighbours of one sort as one piece, empty ones dropped, and each change called what it is."""
    open_piece: Piece | None = None
    for piece in pieces:
        if piece.a.is_empty and piece.b.is_empty:
            continue
        if open_piece is not None and (open_piece.op == "equal") == (piece.op == "equal"):
            open_piece = Piece(piece.op, Span(open_piece.a.start, piece.a.end), Span(open_piece.b.start, piece.b.end))
            continue
        if open_piece is not None:
            yield _named(open_piece)
        open_piece = piece
    if open_piece is not None:
        yield _named(open_piece)


def _named(piece: Piece) -> Piece:
    if piece.op == "equal":
        return piece
    return piece._replace(op="insert" if piece.a.is_empty else "delete" if piece.b.is_empty else "replace")
