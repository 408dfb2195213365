"""The steps of a pipeline as records: the texts that each makes, and the map that says from which words (S3-18, S3-37).

Every copy is compared with its source before it is handed on. Nothing here knows the time: equal input, equal records.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from lineage.evidence.bundle import Artifact, Derivation, Transformation, WireSegment
from lineage.evidence.digests import digest_text
from lineage.evidence.vocabulary import ArtifactKind, Mediation, Origin, TransformationKind
from lineage.evidence.wire import Metadata
from lineage.pipeline.chunking import Chunking
from lineage.pipeline.deduplication import Kept
from lineage.pipeline.extract.text import BOM, Extracted
from lineage.text.normalization import NormalizationPolicy, normalize
from lineage.text.segments import KINDS, Columns, SegmentKind
from lineage.text.span import Span
from lineage.text.spanmap import SpanMap

TOOL = "evidence-inspector"
REVISION = 1
"""Raised whenever the steps would make other texts of the same source: its chunks then have other keys."""


@dataclass(frozen=True, slots=True)
class Place:
    """Whose text it is, and what the keys of its artifacts begin with."""

    source: str
    version: str
    language: str
    base: str


class Step(NamedTuple):
    """What one step made."""

    artifacts: tuple[Artifact, ...]
    transformations: tuple[Transformation, ...]


class MapFailed(RuntimeError):
    """A map of ours that does not hold: a fault of this program, and nothing is to be written."""


def parse_step(place: Place, extracted: Extracted) -> Step:
    """The text as it came, byte order mark included, and the canonical extract that is read."""
    mark = BOM if extracted.encoding == "utf-8-sig" else ""
    raw = _artifact(place, "raw", ArtifactKind.RAW_SOURCE, Origin.ORIGINAL, mark + extracted.text)
    extract = _artifact(place, "extract", ArtifactKind.CANONICAL_EXTRACT, Origin.ORIGINAL, extracted.text)
    lost = [WireSegment(output=Span(0, 0), input=Span(0, len(mark)), kind=SegmentKind.DELETED)] if mark else []
    copied = _copies(raw, extract, [Span(len(mark), len(mark) + len(extracted.text))])
    parsed = Derivation(input=raw.key, output=extract.key, segments=(*lost, *copied))
    made = _transformation(place, "parsing", TransformationKind.PARSING, {"encoding": extracted.encoding}, [parsed])
    return Step((raw, extract), (made,))


def normalize_step(place: Place, extract: Artifact, policy: NormalizationPolicy) -> tuple[Step, SpanMap]:
    """The view of a text under a policy, and its map. MapFailed where a copy is none."""
    text = extract.text or ""
    view = normalize(text, policy)
    if view.map.verify(view.text, text):
        raise MapFailed(f"the view of {extract.key} under {policy.name}@{policy.revision} has a copy that is none")
    name = f"{policy.name}@{policy.revision}"
    made = _artifact(place, f"normalized/{name}", ArtifactKind.NORMALIZED_TEXT, Origin.DERIVED, view.text)
    parameters: Metadata = {
        "policy": policy.name,
        "revision": policy.revision,
        "operations": [str(operation) for operation in policy.operations],
    }
    edge = Derivation(input=extract.key, output=made.key, segments=tuple(_wire(view.map.columns)))
    step = _transformation(place, f"normalization/{name}", TransformationKind.NORMALIZATION, parameters, [edge])
    return Step((made,), (step,)), view.map


def chunk_step(place: Place, normalized: Artifact, kept: Sequence[Kept], chunking: Chunking, name: str) -> Step:
    """The chunks of a normalized text, numbered in its order; `name` tells this way of cutting from any other.

    A chunk whose words stand at one place comes from there by the chunking. One whose words stand at several comes
    from all of them by the deduplication, and none of the others has a text of its own.
    """
    chunks: list[Artifact] = []
    cut: list[Derivation] = []
    merged: list[Derivation] = []
    for number, (piece, places) in enumerate(kept, start=1):
        key, words = f"chunks/{name}/{number:05}", piece.span.slice(normalized.text or "")
        chunk = _artifact(place, key, ArtifactKind.CHUNK, Origin.DERIVED, words, section=piece.section)
        chunks.append(chunk)
        edge = Derivation(input=normalized.key, output=chunk.key, segments=_copies(normalized, chunk, places))
        (cut if len(places) == 1 else merged).append(edge)
    parameters: Metadata = {"by": chunking.by, "size": chunking.size, "overlap": chunking.overlap}
    kind = TransformationKind.SECTION_SPLIT if chunking.by == "section" else TransformationKind.CHUNKING
    same: Metadata = {**parameters, "equal": "code points"}
    steps = (
        _transformation(place, f"chunking/{name}", kind, parameters, cut),
        _transformation(place, f"deduplication/{name}", TransformationKind.DEDUPLICATION, same, merged),
    )
    return Step(tuple(chunks), tuple(step for step in steps if step.derivations))


def _artifact(
    place: Place, name: str, kind: ArtifactKind, origin: Origin, text: str, *, section: str = ""
) -> Artifact:
    return Artifact(
        key=f"{place.base}/{name}",
        kind=kind,
        origin=origin,
        source=place.source,
        version=place.version,
        text=text,
        digest=digest_text(text),
        language=place.language,
        section=section,
    )


def _transformation(
    place: Place, name: str, kind: TransformationKind, parameters: Metadata, edges: Iterable[Derivation]
) -> Transformation:
    return Transformation(
        key=f"{place.base}/{name}",
        kind=kind,
        mediation=Mediation.DETERMINISTIC,
        tool=TOOL,
        tool_version=str(REVISION),
        parameters=parameters,
        derivations=tuple(edges),
    )


def _copies(source: Artifact, output: Artifact, places: Iterable[Span]) -> tuple[WireSegment, ...]:
    """All words of an output, from each of these places; of no words, no segment. MapFailed for other words."""
    whole, text, words = Span(0, len(output.text or "")), source.text or "", output.text or ""
    found = tuple(places)
    if any(place.slice(text) != words for place in found):
        raise MapFailed(f"{output.key} has other words than the place in {source.key} that it was cut from")
    return tuple(WireSegment(output=whole, input=place, kind=SegmentKind.EXACT_COPY) for place in found if words)


def _wire(columns: Columns) -> Iterator[WireSegment]:
    ends = (column.tolist() for column in columns[:4])
    for out_start, out_end, in_start, in_end, kind in zip(*ends, columns.kind.tolist(), strict=True):
        yield WireSegment(output=Span(out_start, out_end), input=Span(in_start, in_end), kind=KINDS[kind])
