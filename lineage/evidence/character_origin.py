"""Any character of a text -> which bytes of which source it comes from, or that it comes from none (S3-37, M-23).

Positions are code points. Bytes are those of the UTF-8 form of the exact source text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import pairwise

import numpy as np

from lineage.evidence.dossier import Dossier
from lineage.evidence.origin_kinds import CharacterOrigin, NoText, OriginKind, OriginPlace, OriginSegment, OutsideText
from lineage.evidence.origin_links import OriginStep, links_of, steps_from
from lineage.evidence.origin_pieces import Pieces
from lineage.evidence.origin_texts import Tied, tie_answer, tie_request
from lineage.evidence.origin_ways import Ending, Way, Ways, follow, join, ways_from
from lineage.evidence.outcomes import Inspection
from lineage.evidence.vocabulary import ArtifactKind, DigestSubject, Origin
from lineage.text.segments import KINDS, Ints
from lineage.text.span import Span
from lineage.text.units import Unit, from_code_points

__all__ = [
    "CharacterOrigin",
    "NoText",
    "OriginIndex",
    "OriginKind",
    "OriginPlace",
    "OriginSegment",
    "OriginStep",
    "OutsideText",
    "subject_of",
]

# Of several ways that end in no source, the first in this order is the kind.
_KIND_OF_ENDING = {
    Ending.UNKNOWN: OriginKind.UNKNOWN,
    Ending.INSERTED: OriginKind.INSERTED,
    Ending.GENERATED: OriginKind.GENERATED,
    Ending.WRITTEN: OriginKind.WRITTEN,
    Ending.UNMARKED: OriginKind.UNMARKED,
}
_RANK = {ending: rank for rank, ending in enumerate(_KIND_OF_ENDING)}


class OriginIndex:
    """The origins of all characters of one text, composed once. Made by `of_artifact`, `of_request`, `of_answer`."""

    def __init__(self, dossier: Dossier, tied: Tied, ways: Ways) -> None:
        self.text = tied.text
        self._dossier = dossier
        self._tied = tied
        self._pieces = Pieces.of(dossier, tied.text, ways)

    @classmethod
    def of_artifact(cls, dossier: Dossier, key: str) -> OriginIndex:
        """Of a text that was recorded, through all its steps. Raises NoText."""
        text = dossier.find_text(key)
        if text is None:
            raise NoText(f"the text of {key} was not kept")
        tied = Tied(text, links_of(dossier, key), ())
        return cls(dossier, tied, ways_from(dossier, key, {}))

    @classmethod
    def of_request(cls, dossier: Dossier) -> OriginIndex:
        """Of the request as the generator received it, by its ranges. Raises NoText."""
        tied = tie_request(dossier)
        if tied is None:
            raise NoText("the text of the assembled request was not recorded")
        return cls._of_tied(dossier, tied)

    @classmethod
    def of_answer(cls, dossier: Dossier, inspection: Inspection) -> OriginIndex:
        """Of the answer: its quotations that were found, and the generator's own words. Raises NoText."""
        tied = tie_answer(dossier, inspection.resolutions)
        if tied is None:
            raise NoText("the text of the answer was not recorded")
        return cls._of_tied(dossier, tied)

    @classmethod
    def _of_tied(cls, dossier: Dossier, tied: Tied) -> OriginIndex:
        known: dict[str, Ways] = {}
        for link in tied.links:
            ways_from(dossier, link.input, known)
        followed = follow(len(tied.text), tied.links, known)
        return cls(dossier, tied, join(len(tied.text), followed.found, tied.rest, followed.covered))

    def at(self, position: int) -> CharacterOrigin:
        """Where the character at a code point comes from. Raises OutsideText."""
        return self.at_many((position,))[0]

    def at_many(self, positions: Sequence[int]) -> tuple[CharacterOrigin, ...]:
        """In the order asked for. Raises OutsideText for the first position that names no character."""
        asked = self._require_inside(positions)
        which, row = self._pieces.rows_at(asked)
        places = self._places(asked[which], row)
        ways, confidences = self._pieces.way[row].tolist(), self._pieces.confidence[row].tolist()
        borders = np.searchsorted(which, np.arange(len(asked) + 1)).tolist()
        referring = self._referring(asked)
        return tuple(
            self._origin(position, ways[begin:end], places[begin:end], confidences[begin:end], refers_to)
            for position, (begin, end), refers_to in zip(asked.tolist(), pairwise(borders), referring, strict=True)
        )

    def segments(self, window: Span | None = None) -> tuple[OriginSegment, ...]:
        """A window of the text, or all of it, cut wherever the origin changes. ValueError for one outside the text."""
        shown = window or Span(0, len(self.text))
        if not 0 <= shown.start <= shown.end <= len(self.text):
            raise OutsideText(f"the window {shown.start}..{shown.end} leaves a text of {len(self.text)} characters")
        borders = {shown.start, shown.end, *self._pieces.borders_in(shown)}
        borders.update(p for span, _ in self._tied.referring for p in span if shown.start < p < shown.end)
        ordered = sorted(borders)
        spans = [Span(start, end) for start, end in pairwise(ordered)]
        origins = self.at_many([span.start for span in spans])
        return tuple(OriginSegment(span, origin) for span, origin in zip(spans, origins, strict=True))

    def steps(self, position: int) -> tuple[OriginStep, ...]:
        """Every recorded step on the way of one character, nearest first. Raises OutsideText."""
        (place,) = self._require_inside((position,)).tolist()
        return steps_from(self._dossier, self._tied.links, Span(place, place + 1))

    def _require_inside(self, positions: Sequence[int]) -> Ints:
        length = len(self.text)
        # Compared as Python integers: a position of any size is refused before it meets a fixed-width array.
        wrong = next((position for position in positions if not 0 <= position < length), None)
        if wrong is not None:
            raise OutsideText(f"there is no character {wrong} in a text of {length} characters, counted from 0")
        return np.fromiter(positions, dtype=np.int64, count=len(positions))

    def _places(self, asked: Ints, row: Ints) -> list[OriginPlace | None]:
        """The place that each of these rows leads to, None where it ends in no source."""
        start, end, exact = self._pieces.inputs_of(asked, row)
        ways = self._pieces.way[row]
        byte_start, byte_end = np.zeros_like(start), np.zeros_like(end)
        for number, way in enumerate(self._pieces.ways):
            chosen = np.flatnonzero(ways == number) if way.ending is Ending.SOURCE else ()
            if len(chosen):
                text = self._dossier.find_text(way.artifact) or ""
                ends = np.concatenate((start[chosen], end[chosen])).tolist()
                found = from_code_points(text, ends, Unit.BYTE_UTF8)
                byte_start[chosen], byte_end[chosen] = found[: len(chosen)], found[len(chosen) :]
        columns = (ways, start, end, byte_start, byte_end, self._pieces.kind[row], exact)
        facts = self._facts
        return [
            OriginPlace(fact[0], Span(a, b), Span(c, d), KINDS[kind], copied, *fact[1:])
            if (fact := facts[number]) is not None
            else None
            for number, a, b, c, d, kind, copied in zip(*(column.tolist() for column in columns), strict=True)
        ]

    @cached_property
    def _facts(self) -> list[tuple[str, str | None, str | None, Origin, DigestSubject] | None]:
        """Of each way that ends in a source: its artifact, source, version, origin, and what its bytes are of."""
        return [
            (key, artifact.source, artifact.version, artifact.origin, subject_of(self._dossier, key))
            if way.ending is Ending.SOURCE and (artifact := self._dossier.artifacts.get(key := way.artifact))
            else None
            for way in self._pieces.ways
        ]

    @cached_property
    def _alone(self) -> list[tuple[tuple[Way, ...], OriginKind, OriginKind, bool | None]]:
        """Of each way: what `others` are where it is the only one, the kind of a copy and of any other, `verified`."""
        return [
            (_others((way,)), _kind_of((way,), (True,)), _kind_of((way,), (False,)), way.verified)
            for way in self._pieces.ways
        ]

    def _origin(
        self,
        position: int,
        numbers: list[int],
        places: list[OriginPlace | None],
        confidences: list[float],
        refers_to: tuple[str, ...],
    ) -> CharacterOrigin:
        # Nearly all characters have one way, and ten thousand are asked for at once.
        if len(numbers) == 1:
            place, sure = places[0], confidences[0]
            others, kind_of_copy, kind, verified = self._alone[numbers[0]]
            return CharacterOrigin(
                position,
                self.text[position],
                kind_of_copy if place is not None and place.exact else kind,
                () if place is None else (place,),
                others,
                None if sure != sure else sure,
                verified,
                refers_to,
            )
        ways = [self._pieces.ways[number] for number in numbers]
        found = {way.verified for way in ways}
        return CharacterOrigin(
            position,
            self.text[position],
            _kind_of(ways, [place is not None and place.exact for place in places]),
            tuple(dict.fromkeys(place for place in places if place is not None)),
            _others(ways),
            # Only NaN, which stands for what nobody recorded, differs from itself.
            min((value for value in confidences if value == value), default=None),
            False if False in found else None if None in found else True,
            refers_to,
        )

    def _referring(self, asked: Ints) -> Iterable[tuple[str, ...]]:
        spans = self._tied.referring
        if not spans:
            return [()] * len(asked)
        borders = sorted({0, *(border for span, _ in spans for border in span)})
        keys = [
            tuple(dict.fromkeys(k for span, named in spans if span.start <= at < span.end for k in named))
            for at in borders
        ]
        return [keys[place] for place in (np.searchsorted(borders, asked, side="right") - 1).tolist()]


def subject_of(dossier: Dossier, key: str) -> DigestSubject:
    """What the bytes of a text are of: the retained file's own where its digest is that of the text."""
    artifact = dossier.artifacts[key]
    version = dossier.find_version(artifact)
    if version is not None and version.checksum is not None and artifact.text is not None:
        if version.checksum == dossier.find_digest(key):
            return DigestSubject.RAW_BYTES
    is_extract = artifact.kind is ArtifactKind.CANONICAL_EXTRACT
    return DigestSubject.CANONICAL_EXTRACT_TEXT if is_extract else DigestSubject.ARTIFACT_TEXT


def _kind_of(ways: Sequence[Way], copied: Sequence[bool]) -> OriginKind:
    sure = [exact for way, exact in zip(ways, copied, strict=True) if way.ending is Ending.SOURCE and way.holds]
    if sure:
        return OriginKind.COPIED if any(sure) else OriginKind.CHANGED
    if any(way.ending is Ending.SOURCE for way in ways):
        return OriginKind.UNKNOWN
    return _KIND_OF_ENDING[min((way.ending for way in ways), key=_RANK.__getitem__)]


def _others(ways: Sequence[Way]) -> tuple[Way, ...]:
    """Those that end in no source, or would not if their maps held."""
    return tuple(dict.fromkeys(way for way in ways if way.ending is not Ending.SOURCE or not way.holds))
