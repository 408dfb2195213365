"""The output texts of an OpenAI answer at their places, with the claims and citations in them (formats.md 4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from lineage.evidence.bundle import Citation, Claim
from lineage.evidence.capture import Annotation
from lineage.formats.openai_responses_annotations import Anchored, anchor_annotations, is_citation, read_annotation
from lineage.formats.openai_responses_claims import Statement, draw_statements, find_statement_before
from lineage.formats.openai_responses_output import OutputText
from lineage.formats.openai_responses_sources import Supply
from lineage.text.markers import Marker, MarkerStyle, find_markers
from lineage.text.span import Span

UNEXPLAINED = (MarkerStyle.ENVELOPE, MarkerStyle.LENTICULAR, MarkerStyle.LINK)


class Placed(NamedTuple):
    """An output text at its place in the answer, with its annotations, markers without annotation, and statements."""

    text: str
    at: int
    number: int
    anchored: tuple[Anchored, ...]
    leaked: tuple[Marker, ...]
    statements: tuple[Statement, ...]


def place_texts(texts: Iterable[OutputText]) -> Iterator[Placed]:
    """The texts of an answer one after the other, without separator."""
    at = 0
    for number, item in enumerate(texts):
        anchored = anchor_annotations(item.text, [read_annotation(node) for node in item.annotations])
        known = [each.marker for each in anchored if each.marker is not None]
        leaked = tuple(_find_leaked(item.text, known))
        markers = [*known, *(marker.span for marker in leaked)]
        statements = () if item.is_refusal else draw_statements(item.text, markers)
        yield Placed(item.text, at, number, anchored, leaked, statements)
        at += len(item.text)


def _find_leaked(text: str, known: Sequence[Span]) -> Iterator[Marker]:
    """Markers that no annotation explains."""
    ranges = sorted(span for span in known if not span.is_empty)
    index = 0
    for marker in find_markers(text, None):
        while index < len(ranges) and ranges[index].end <= marker.span.start:
            index += 1
        if marker.style in UNEXPLAINED and not (index < len(ranges) and ranges[index].start < marker.span.end):
            yield marker


def draw_claims(item: Placed) -> Iterator[Claim]:
    """The statements of a text as claims; their borders are our inference."""
    for number, statement in enumerate(item.statements):
        place = statement.place.shift(item.at)
        yield Claim(key=_claim_key(item, number), place=place, boundary="inferred")


def cite(item: Placed, supply: Supply) -> Iterator[Citation]:
    """A citation for each annotation that cites, and for each marker that none explains."""
    claims = {marker: number for number, found in enumerate(item.statements) for marker in found.markers}
    for number, anchored in enumerate(item.anchored):
        if is_citation(anchored.annotation):
            claim = _find_claim(item, anchored, claims)
            yield _make_citation(item, f"text-{item.number}-annotation-{number}", claim, anchored, supply)
    for number, marker in enumerate(item.leaked):
        claim = claims.get(marker.span)
        for place, ref in enumerate(marker.refs or (None,)):
            is_link = marker.style is MarkerStyle.LINK
            page = supply.pages.get(ref or "") if is_link else None
            yield Citation(
                key=f"text-{item.number}-marker-{number}-{place}",
                claim=None if claim is None else _claim_key(item, claim),
                marker=marker.raw,
                place=marker.span.shift(item.at),
                cited=ref if is_link or ref is None else f"{marker.style.value} {ref}",
                url=ref if is_link else None,
                artifact=page.artifact.key if page else None,
                granularity="passage",
                raw={"marker": marker.raw, "style": marker.style.value, "ref": ref},
            )


def _make_citation(item: Placed, key: str, claim: int | None, anchored: Anchored, supply: Supply) -> Citation:
    annotation, place = anchored.annotation, anchored.place
    passage = supply.find_cited(annotation)
    is_page = annotation.kind == "url_citation"
    return Citation(
        key=key,
        claim=None if claim is None else _claim_key(item, claim),
        marker=place.slice(item.text) if place and not place.is_empty else None,
        place=place.shift(item.at) if place else None,
        cited=annotation.cited,
        url=annotation.cited if is_page else None,
        artifact=passage.artifact.key if passage else None,
        convention=anchored.convention,
        granularity="page" if is_page else "file",
        raw=annotation.raw,
    )


def _find_claim(item: Placed, anchored: Anchored, claims: Mapping[Span, int]) -> int | None:
    """The statement of a marker; of a point that may be one of two, only where both lead to one statement."""
    if anchored.marker is not None:
        return claims.get(anchored.marker)
    found = [find_statement_before(item.text, item.statements, point) for point in anchored.points]
    if not found or found[0] is None or any(other is not found[0] for other in found):
        return None
    return item.statements.index(found[0])


def _claim_key(item: Placed, number: int) -> str:
    return f"text-{item.number}-statement-{number}"


def annotate(item: Placed, anchored: Anchored) -> Annotation:
    """The annotation as it came, and how its numbers were read; they count from the beginning of their own text."""
    raw = {"given": anchored.annotation.raw, "convention": anchored.convention, "text": item.number}
    return Annotation(place=anchored.place.shift(item.at) if anchored.place else None, raw=raw)
