"""What ties a request and an answer to recorded texts: the ranges of the one, the quotations of the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from lineage.evidence.bundle import Claim, claim_text
from lineage.evidence.capture import RequestRange
from lineage.evidence.dossier import Dossier
from lineage.evidence.origin_links import Link
from lineage.evidence.origin_maps import Mask, everywhere
from lineage.evidence.origin_ways import Ending, Way
from lineage.evidence.outcomes import Resolution
from lineage.evidence.vocabulary import RangeOrigin, ResolutionStatus
from lineage.text.segments import Segment, SegmentKind
from lineage.text.selectors import find_all
from lineage.text.span import Span, is_within
from lineage.text.spanmap import SpanMap

ASSEMBLY, QUOTATION = "assembly", "quotation"
"""`Link.by` of a request's range and of an answer's quotation: no recorded step made these copies."""
MATCHING = frozenset({ResolutionStatus.QUOTE_MATCH, ResolutionStatus.NORMALIZED_MATCH})


class Tied(NamedTuple):
    """The links of a text that is no artifact, whose words the rest are, and what claims there refer to.

    `referring` are spans of claims with the keys of their citations: to refer to a text is not to come from it.
    """

    text: str
    links: tuple[Link, ...]
    rest: tuple[tuple[Way, Mask], ...]
    referring: tuple[tuple[Span, tuple[str, ...]], ...] = ()


def tie_request(dossier: Dossier) -> Tied | None:
    """By the ranges that were recorded with it; None where its text was not kept.

    A range leads to a text where its words are those that were supplied of it, or stand in it exactly once.
    """
    request = dossier.answer.capture.request
    if request is None or request.text is None:
        return None
    text = request.text
    copies: dict[str, list[Segment]] = {}
    rest: list[tuple[Way, Mask]] = []
    for marked in request.ranges or ():
        if not is_within(marked.span, len(text)):
            continue
        found = _find_source(dossier, marked, marked.span.slice(text))
        if isinstance(found, Way):
            rest.append((found, _only(len(text), [marked.span])))
        else:
            key, place = found
            copies.setdefault(key, []).append(Segment(marked.span, place, SegmentKind.EXACT_COPY))
    links = tuple(_link(dossier, key, segments, len(text), ASSEMBLY) for key, segments in copies.items())
    return Tied(text, links, (*rest, (Way(Ending.UNMARKED, ""), everywhere(len(text)))))


def tie_answer(dossier: Dossier, resolutions: Iterable[Resolution]) -> Tied | None:
    """By its quotations that stand in the cited text; None where the answer's text was not kept.

    All other words are the generator's own: they come from no source, whatever they refer to.
    """
    answer = dossier.answer
    if answer.text is None:
        return None
    found = {resolution.citation: resolution for resolution in resolutions}
    quoted: dict[str, list[Segment]] = {}
    referring = []
    for claim in answer.claims:
        place = _find_claim(dossier, claim)
        if place is None:
            continue
        referring.append((place, tuple(citation.key for citation in dossier.citations_of(claim.key))))
        for key, segment in _quotations(dossier, claim, place, found):
            quoted.setdefault(key, []).append(segment)
    length = len(answer.text)
    links = tuple(_link(dossier, key, segments, length, QUOTATION) for key, segments in quoted.items())
    rest = ((Way(Ending.GENERATED, "", answer.producer), everywhere(length)),)
    return Tied(answer.text, links, rest, tuple(referring))


def _find_source(dossier: Dossier, marked: RequestRange, words: str) -> tuple[str, Span] | Way:
    """The text that a range was copied from and the place in it; else how the way ends there."""
    author = marked.author or ""
    if marked.artifact is None and marked.block is None:
        if marked.origin is RangeOrigin.UNMARKED:
            return Way(Ending.UNMARKED, "", author)
        if marked.origin is RangeOrigin.GENERATED:
            return Way(Ending.GENERATED, "", author)
        if marked.origin is RangeOrigin.ORIGINAL:
            return Way(Ending.UNKNOWN, "", author, "the range is marked as original, but names no text")
        return Way(Ending.WRITTEN, "", author or marked.origin.label)
    entries = dossier.entries.get(marked.block or "", ())
    named = {marked.artifact} if marked.artifact is not None else {entry.artifact for entry in entries}
    if len(named) != 1:
        many = f"{len(named)} passages are called {marked.block}" if named else f"no passage is called {marked.block}"
        return Way(Ending.UNKNOWN, "", author, many)
    key = str(next(iter(named)))
    text = dossier.find_text(key)
    if text is None:
        return Way(Ending.UNKNOWN, "", author, f"the text of {key} was not kept")
    if words == text:
        return key, Span(0, len(text))
    supplied = [e.supplied for e in entries if e.artifact == key and e.supplied and is_within(e.supplied, len(text))]
    if len(supplied) == 1 and supplied[0].slice(text) == words:
        return key, supplied[0]
    places = find_all(text, words, 2)
    if len(places) == 1:
        return key, places[0]
    where = "more than once" if places else "nowhere"
    return Way(Ending.UNKNOWN, "", author, f"the words of this range stand {where} in {key}")


def _find_claim(dossier: Dossier, claim: Claim) -> Span | None:
    """The place of a claim in the answer: as given, else where its words stand, if that is one place."""
    text = dossier.answer.text or ""
    if claim.place is not None:
        return claim.place if is_within(claim.place, len(text)) else None
    places = find_all(text, claim_text(dossier.answer, claim), 2)
    return places[0] if len(places) == 1 else None


def _quotations(
    dossier: Dossier, claim: Claim, place: Span, found: dict[str, Resolution]
) -> Iterator[tuple[str, Segment]]:
    """The quotations of a claim that were found in the cited text and stand in the claim exactly once."""
    words = place.slice(dossier.answer.text or "")
    for citation in dossier.citations_of(claim.key):
        resolution = found.get(citation.key)
        if resolution is None or resolution.status not in MATCHING or not citation.quoted_text:
            continue
        text = dossier.find_text(resolution.artifact or "")
        span = resolution.span
        places = find_all(words, citation.quoted_text, 2)
        if text is None or span is None or not is_within(span, len(text)) or len(places) != 1:
            continue
        is_copy = span.slice(text) == citation.quoted_text
        kind = SegmentKind.EXACT_COPY if is_copy else SegmentKind.NORMALIZED
        yield str(resolution.artifact), Segment(places[0].shift(place.start), span, kind)


def _link(dossier: Dossier, key: str, segments: list[Segment], length: int, by: str) -> Link:
    return Link(key, by, SpanMap.of(segments, length, len(dossier.find_text(key) or "")))


def _only(length: int, spans: Iterable[Span]) -> Mask:
    mask = np.zeros(length, dtype=np.bool_)
    for span in spans:
        mask[span.start : span.end] = True
    return mask
