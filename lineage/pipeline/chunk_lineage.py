"""Which chunks of another way of cutting hold the words of an old one: by their places in the text both were cut from.

Other borders make other chunks with other keys, and none takes over the key of another (M-04, S4-55). What leads from
an old chunk to new ones is the parent: a citation of words in the old one is a citation of these words wherever they
are cut out.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from lineage.evidence.bundle import Transformation
from lineage.evidence.vocabulary import TransformationKind
from lineage.text.span import Span

CUTTING = frozenset({TransformationKind.CHUNKING, TransformationKind.SECTION_SPLIT, TransformationKind.DEDUPLICATION})


class Cut(NamedTuple):
    """A chunk, and where its words stand in the parent: at several places if equal chunks were made one."""

    key: str
    places: tuple[Span, ...]


class Succession(NamedTuple):
    """A new chunk that holds words of an old one, and which, in offsets of the parent, ascending."""

    old: str
    new: str
    shared: tuple[Span, ...]


def cuts_of(transformations: Iterable[Transformation]) -> dict[str, tuple[Cut, ...]]:
    """By key of the parent, the chunks that these steps cut from it, in the order of their first places."""
    found: dict[str, list[Cut]] = {}
    for made in transformations:
        for edge in made.derivations if made.kind in CUTTING else ():
            if edge.segments:
                places = tuple(sorted(segment.input for segment in edge.segments))
                found.setdefault(edge.input, []).append(Cut(edge.output, places))
    return {parent: tuple(sorted(cuts, key=lambda cut: cut.places)) for parent, cuts in found.items()}


def find_successions(old: Iterable[Cut], new: Iterable[Cut]) -> tuple[Succession, ...]:
    """For each old chunk the new ones that share words with it, both in the order given; a chunk whose words are in no
    new one has none. Chunks of one text may overlap.
    """
    table = _Table(list(new))
    found: list[Succession] = []
    for cut in old:
        shared: dict[int, list[Span]] = {}
        for place in cut.places:
            for number, span in table.touching(place):
                shared.setdefault(number, []).append(span)
        found += [
            Succession(cut.key, table.cuts[number].key, tuple(sorted(set(spans))))
            for number, spans in sorted(shared.items())
        ]
    return tuple(found)


def find_holders(span: Span, new: Iterable[Cut]) -> tuple[str, ...]:
    """The chunks in which all words of a span of the parent stand together, in the order given; none for no words."""
    return () if span.is_empty else tuple(cut.key for cut in new if any(place.covers(span) for place in cut.places))


class _Table:
    """The places of many chunks in the order in which they begin."""

    def __init__(self, cuts: Sequence[Cut]) -> None:
        self.cuts = cuts
        self._places = sorted((place, number) for number, cut in enumerate(cuts) for place in cut.places)
        self._starts = [place.start for place, _ in self._places]
        self._longest = max((place.length for place, _ in self._places), default=0)

    def touching(self, span: Span) -> Iterable[tuple[int, Span]]:
        """The numbers of the chunks that share words with a span, and these."""
        for at in range(bisect_left(self._starts, span.start - self._longest), bisect_left(self._starts, span.end)):
            place, number = self._places[at]
            shared = place.intersect(span)
            if shared is not None:
                yield number, shared
