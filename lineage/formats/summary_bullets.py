"""Bullets of a summary among the six tables: each rests on the spans it names, or is left out and said so (S3-41)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from lineage.evidence.bundle import Artifact, Derivation, Transformation, WireSegment
from lineage.evidence.digests import digest_json
from lineage.evidence.vocabulary import ArtifactKind, Mediation, TransformationKind
from lineage.evidence.wire import Json
from lineage.formats.lineage_records import SpanRow
from lineage.formats.node import Node
from lineage.text.segments import SegmentKind
from lineage.text.span import Span

REJECTED = "rejected_unsupported"
REASON = "a bullet of a summary that names no source span rests on nothing"
Tables = Mapping[str, tuple[Node, ...]]


class Sifted(NamedTuple):
    """The tables without the bullets that name no source span, and those bullets with the reason."""

    tables: Tables
    rejected: list[Json]


def sift(tables: Tables) -> Sifted:
    """Leave out every bullet that neither lists `source_span_ids` nor has a mapping, and the rows about it."""
    owners = {_text(row, "span_id"): _text(row, "artifact_id") for row in tables["Span"]}
    mapped = {owners.get(_text(row, "output_span_id")) for row in tables["SpanMapping"]}
    gone = {
        key
        for row in tables["Artifact"]
        if is_bullet(row) and not source_span_ids(row) and (key := _text(row, "artifact_id")) and key not in mapped
    }
    if not gone:
        return Sifted(tables, [])
    named = {"Artifact": "artifact_id", "Span": "artifact_id", "TransformationIO": "output_artifact_id"}
    kept = {
        name: tuple(row for row in rows if name not in named or _text(row, named[name]) not in gone)
        for name, rows in tables.items()
    }
    return Sifted(kept, [{"artifact_id": key, "status": REJECTED, "reason": REASON} for key in sorted(gone)])


def is_bullet(row: Node) -> bool:
    return _text(row, "artifact_type") == ArtifactKind.SUMMARY_BULLET


def source_span_ids(row: Node) -> tuple[Node, ...]:
    """The spans that a bullet says it was made from. Raises PayloadError where they are no list."""
    about = row.find("metadata")
    return ((about.find_items("source_span_ids") if about else None) or ()) if isinstance(row.value, dict) else ()


def derive_bullets(
    rows: tuple[Node, ...], artifacts: Mapping[str, Artifact], spans: Mapping[str, SpanRow]
) -> Iterator[Transformation]:
    """The step that wrote a bullet from its spans, all of it from each of them. Raises PayloadError."""
    for row in rows:
        listed = source_span_ids(row) if is_bullet(row) else ()
        bullet = artifacts.get(_text(row, "artifact_id"))
        if not listed or bullet is None or not bullet.text:
            continue
        segments: dict[str, list[WireSegment]] = {}
        for item in listed:
            named = spans.get(item.text())
            if named is None:
                raise item.refuse(f"there is no span {item.value}")
            segment = WireSegment(
                output=Span(0, len(bullet.text)), input=named.span, kind=SegmentKind.PARAPHRASED_SUMMARY
            )
            segments.setdefault(named.artifact, []).append(segment)
        yield Transformation(
            key=digest_json(["bullet", bullet.key, *(item.text() for item in listed)]),
            kind=TransformationKind.SUMMARIZATION,
            mediation=Mediation.MODEL,
            derivations=tuple(
                Derivation(input=source, output=bullet.key, segments=tuple(found)) for source, found in segments.items()
            ),
        )


def _text(row: Node, name: str) -> str:
    value = row.value.get(name) if isinstance(row.value, dict) else None
    return value if isinstance(value, str) else ""
