"""Chunks of equal words become one, which keeps every place where they stood (S3-16)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from lineage.pipeline.chunking import Piece
from lineage.text.span import Span


class Kept(NamedTuple):
    """A chunk and, ascending, all the places with its words: the first is that of `piece`."""

    piece: Piece
    places: tuple[Span, ...]


def deduplicate(text: str, pieces: Iterable[Piece]) -> tuple[Kept, ...]:
    """The first of each run of equal words, in the order of the text. Equal is equal code points, nothing less."""
    places: dict[str, list[Span]] = {}
    first: list[tuple[str, Piece]] = []
    for piece in pieces:
        words = piece.span.slice(text)
        if words not in places:
            places[words] = []
            first.append((words, piece))
        places[words].append(piece.span)
    return tuple(Kept(piece, tuple(places[words])) for words, piece in first)
