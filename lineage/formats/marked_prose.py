"""Answers that cite by markers in their prose: sentences as claims, and a citation for every source a marker names."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from lineage.evidence.bundle import Citation, Claim
from lineage.formats.sentences import is_statement, split_sentences
from lineage.text.markers import Marker, MarkerStyle, find_markers
from lineage.text.span import Span

NUMBERED = (MarkerStyle.NUMBER, MarkerStyle.SUPERSCRIPT)
"""Styles whose number counts the sources of the answer; every other style names or counts something else."""


class MarkedProse(NamedTuple):
    claims: tuple[Claim, ...]
    citations: tuple[Citation, ...]


def read_marked_prose(text: str, passages: Mapping[str, str] | None, whole: Claim | None = None) -> MarkedProse:
    """The claims and citations of `text`; `passages` is label -> artifact key, None where no list of sources exists.

    A marker belongs to the sentence that it stands in or directly behind; one in a heading or lead-in to no claim.
    With `whole` the answer is that one claim. A marker that names no passage stays, unresolved.
    """
    markers = find_markers(text, None if passages is None else tuple(passages))
    claims = (whole,) if whole is not None else tuple(_find_claims(text, markers))
    return MarkedProse(claims, tuple(_cite(markers, claims, passages or {})))


def _find_claims(text: str, markers: Sequence[Marker]) -> Iterator[Claim]:
    spans = tuple(marker.span for marker in markers)
    number = 0
    for sentence in split_sentences(text, spans):
        if is_statement(_without(text, sentence, spans)):
            number += 1
            yield Claim(key=f"sentence-{number}", place=sentence, boundary="inferred")


def _without(text: str, sentence: Span, markers: Sequence[Span]) -> str:
    """The words of a sentence without its markers, which come in the order of the text."""
    words, at = [], sentence.start
    first, behind = (bisect_left(markers, (place, place)) for place in sentence)
    for marker in markers[first:behind]:
        if marker.start >= at and marker.end <= sentence.end:
            words.append(text[at : marker.start])
            at = marker.end
    return "".join((*words, text[at : sentence.end]))


def _cite(markers: Sequence[Marker], claims: Sequence[Claim], passages: Mapping[str, str]) -> Iterator[Citation]:
    ahead = list(claims)[::-1]
    for number, marker in enumerate(markers, start=1):
        while ahead and ahead[-1].place is not None and ahead[-1].place.end <= marker.span.start:
            ahead.pop()
        place = ahead[-1].place if ahead else None
        claim = ahead[-1].key if place is not None and place.covers(marker.span) else None
        for index, ref in enumerate(marker.refs or (None,)):
            cited = _target(marker, ref)
            yield Citation(
                key=f"marker-{number}" if index == 0 else f"marker-{number}-{index + 1}",
                claim=claim,
                marker=marker.raw,
                place=marker.span,
                cited=cited,
                url=ref if marker.style is MarkerStyle.LINK else None,
                artifact=passages.get(cited) if cited is not None else None,
                granularity="passage",
                raw={"marker": marker.raw, "style": marker.style.value, "ref": ref},
            )


def _target(marker: Marker, ref: str | None) -> str | None:
    """What is cited. A number of another kind is kept with its marker: it must not name a source by accident."""
    if ref is None or marker.style in (*NUMBERED, MarkerStyle.NAMED_ID, MarkerStyle.DOC_NUMBER, MarkerStyle.LINK):
        return ref
    return f"{marker.style.value} {ref}"
