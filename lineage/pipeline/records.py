"""What the steps of a pipeline write: artifacts, transformations and their maps, each checked before it is handed on.

Nothing here knows the time: equal input, equal records.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from lineage.evidence.bundle import Artifact, Derivation, Transformation, WireSegment
from lineage.evidence.digests import digest_text
from lineage.evidence.paths import verify_map
from lineage.evidence.vocabulary import ArtifactKind, Mediation, Origin, TransformationKind
from lineage.evidence.wire import Metadata
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


def make_artifact(
    place: Place,
    name: str,
    kind: ArtifactKind,
    origin: Origin,
    text: str,
    *,
    page: int | None = None,
    section: str = "",
    cell: str = "",
    metadata: Metadata | None = None,
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
        page=page,
        section=section,
        cell=cell,
        metadata=metadata or {},
    )


def make_transformation(
    place: Place,
    name: str,
    kind: TransformationKind,
    parameters: Metadata,
    edges: Iterable[Derivation],
    *,
    tool: str = TOOL,
    tool_version: str = str(REVISION),
) -> Transformation:
    return Transformation(
        key=f"{place.base}/{name}",
        kind=kind,
        mediation=Mediation.DETERMINISTIC,
        tool=tool,
        tool_version=tool_version,
        parameters=parameters,
        derivations=tuple(edges),
    )


def copies(source: Artifact, output: Artifact, places: Iterable[Span]) -> tuple[WireSegment, ...]:
    """All words of an output, from each of these places; of no words, no segment. MapFailed for other words."""
    whole, text, words = Span(0, len(output.text or "")), source.text or "", output.text or ""
    found = tuple(places)
    if any(place.slice(text) != words for place in found):
        raise MapFailed(f"{output.key} has other words than the place in {source.key} that it was cut from")
    return tuple(WireSegment(output=whole, input=place, kind=SegmentKind.EXACT_COPY) for place in found if words)


def wire(columns: Columns) -> Iterator[WireSegment]:
    """The segments of a map that records neither weight nor confidence."""
    ends = (column.tolist() for column in columns[:4])
    for out_start, out_end, in_start, in_end, kind in zip(*ends, columns.kind.tolist(), strict=True):
        yield WireSegment(output=Span(out_start, out_end), input=Span(in_start, in_end), kind=KINDS[kind])


def require_verified(made: Transformation, output: Artifact, source: Artifact, spans: SpanMap) -> None:
    """MapFailed where a map does not hold when it is applied again, as whoever reads it will do (M-16)."""
    holds, reason = verify_map(made, spans, output.text, source.text)
    if not holds:
        raise MapFailed(f"{output.key} does not come from {source.key} as its map says: {reason}")
