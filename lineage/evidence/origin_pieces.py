"""A text cut wherever one of its ways begins or ends, with the ways that lie on each piece, as arrays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from lineage.evidence.dossier import Dossier
from lineage.evidence.origin_ways import MAXIMUM_PIECES, Ending, Way, Ways
from lineage.text.segments import EXACT_COPY, Codes, Columns, Floats, Ints
from lineage.text.span import Span
from lineage.text.spanmap import SpanMap


class Pieces(NamedTuple):
    """Rows are segments of all ways; `rows[first[p] : first[p + 1]]` are those that lie on the piece p.

    The pieces are the stretches between `borders`, which begin at 0 and end with the text.
    """

    ways: tuple[Way, ...]
    way: Ints
    out_start: Ints
    in_start: Ints
    in_end: Ints
    kind: Codes
    confidence: Floats
    borders: Ints
    first: Ints
    rows: Ints

    @classmethod
    def of(cls, dossier: Dossier, text: str, ways: Ways) -> Pieces:
        """Of ways that cover the text. A copy whose two texts differ, on a way that no code checked, does not hold."""
        held = [part for way, spans in ways.items() for part in _held(dossier, text, way, spans.columns)]
        if not held:
            held = [(Way(Ending.UNKNOWN, ""), SpanMap.identity(len(text)).columns)]
        borders, counts, start = _cut(held, len(text))
        if counts.sum() > MAXIMUM_PIECES:
            reason = f"more than {MAXIMUM_PIECES:,} pieces lie on each other"
            held = [(Way(Ending.UNKNOWN, "", reason=reason), SpanMap.identity(len(text)).columns)]
            borders, counts, start = _cut(held, len(text))
        columns = _stacked(held)
        row = np.repeat(np.arange(len(counts)), counts)
        piece = np.arange(len(row)) - np.repeat(np.cumsum(counts) - counts, counts) + np.repeat(start, counts)
        order = np.argsort(piece, kind="stable")
        return cls(
            ways=tuple(way for way, _ in held),
            way=np.repeat(np.arange(len(held)), [len(part.kind) for _, part in held]),
            out_start=columns.out_start,
            in_start=columns.in_start,
            in_end=columns.in_end,
            kind=columns.kind,
            confidence=columns.confidence,
            borders=borders,
            first=np.searchsorted(piece[order], np.arange(len(borders))),
            rows=row[order],
        )

    def rows_at(self, asked: Ints) -> tuple[Ints, Ints]:
        """Pairs (index asked, row), by index asked."""
        piece = np.searchsorted(self.borders, asked, side="right") - 1
        begin, end = self.first[piece], self.first[piece + 1]
        counts = end - begin
        within = np.arange(int(counts.sum())) - np.repeat(np.cumsum(counts) - counts, counts)
        return np.repeat(np.arange(len(asked)), counts), self.rows[within + np.repeat(begin, counts)]

    def inputs_of(self, asked: Ints, row: Ints) -> tuple[Ints, Ints, Codes]:
        """Start and end of the stretch that each row gives for each position, and whether it is one code point."""
        exact = self.kind[row] == EXACT_COPY
        start = np.where(exact, self.in_start[row] + asked - self.out_start[row], self.in_start[row])
        return start, np.where(exact, start + 1, self.in_end[row]), exact

    def borders_in(self, window: Span) -> list[int]:
        """Those strictly inside a window."""
        low, high = np.searchsorted(self.borders, (window.start + 1, window.end))
        found: list[int] = self.borders[low:high].tolist()
        return found


Held = tuple[Way, Columns]


def _held(dossier: Dossier, text: str, way: Way, columns: Columns) -> list[Held]:
    artifact = dossier.artifacts.get(way.artifact)
    if way.ending is not Ending.SOURCE or artifact is None or artifact.text is None:
        return [(way, columns)]
    if artifact.confidence is not None:
        columns = columns._replace(confidence=np.fmin(columns.confidence, artifact.confidence))
    if way.verified is not None:
        return [(way, columns)]
    source = artifact.text
    copies = np.flatnonzero(columns.kind == EXACT_COPY)
    rows = zip(copies.tolist(), *(column[copies].tolist() for column in columns[:4]), strict=True)
    fails = np.zeros(len(columns.kind), dtype=np.bool_)
    differing = [index for index, os, oe, is_, ie in rows if text[os:oe] != source[is_:ie]]
    fails[np.array(differing, dtype=np.intp)] = True
    if not fails.any():
        return [(way, columns)]
    broken = way._replace(verified=False, reason=f"said to be a copy of {way.artifact}, but the two texts differ")
    return [(way, columns.take(~fails)), (broken, columns.take(fails))]


def _cut(held: list[Held], length: int) -> tuple[Ints, Ints, Ints]:
    """The borders; of each row, on how many pieces it lies and the first of them."""
    starts = np.concatenate([columns.out_start for _, columns in held])
    ends = np.concatenate([columns.out_end for _, columns in held])
    borders = np.unique(np.concatenate((starts, ends, [0, length])))
    start = np.searchsorted(borders, starts)
    return borders, np.searchsorted(borders, ends) - start, start


def _stacked(held: list[Held]) -> Columns:
    return Columns(*(np.concatenate(parts) for parts in zip(*(columns for _, columns in held), strict=True)))
