"""A dossier: one answer with all that it rests on, as frozen values with indexes over them.

It is made from a bundle or from rows; equal content gives an equal inspection (DESIGN 2).
"""

import base64
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import TypeVar

from lineage.evidence.bundle import (
    Answer,
    Artifact,
    Citation,
    Claim,
    Derivation,
    JudgeResult,
    ManifestEntry,
    Source,
    SourceVersion,
    Transformation,
    WireSegment,
    case_key,
    response_version,
)
from lineage.evidence.capture import Capture, RetrievalRun
from lineage.evidence.digests import Digest, digest_bytes, digest_text
from lineage.text.span import Span
from lineage.text.spanmap import Segment, SpanMap

K = TypeVar("K")
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Edge:
    """One derivation with the transformation that made it."""

    transformation: Transformation
    derivation: Derivation


@dataclass(frozen=True, slots=True)
class SharedRecords:
    """Records that several answers share, indexed once for all of them."""

    sources: Mapping[str, Source]
    artifacts: Mapping[str, Artifact]
    edges: Mapping[str, tuple[Edge, ...]]
    transformations: frozenset[str]

    @classmethod
    def of(
        cls, sources: Iterable[Source], artifacts: Iterable[Artifact], transformations: Iterable[Transformation]
    ) -> "SharedRecords":
        """The last of two artifacts or transformations with one key; the versions of two sources with one key."""
        merged: dict[str, Source] = {}
        for source in sources:
            merged[source.key] = merge(source, merged.get(source.key))
        made = {transformation.key: transformation for transformation in transformations}
        return cls(
            merged, {artifact.key: artifact for artifact in artifacts}, _edges_by_output(made.values()), frozenset(made)
        )

    def find_artifact(self, key: str, others: "SharedRecords") -> Artifact | None:
        """Of these records, else of the others."""
        return self.artifacts.get(key) or others.artifacts.get(key)

    def find_source(self, key: str, others: "SharedRecords") -> Source | None:
        """With the versions of both."""
        own, other = self.sources.get(key), others.sources.get(key)
        return merge(own, other) if own is not None else other

    def edges_into(self, output: str, others: "SharedRecords") -> tuple[Edge, ...]:
        """Of both, in one order; a transformation of these records stands for the others' one of the same key."""
        foreign = [e for e in others.edges.get(output, ()) if e.transformation.key not in self.transformations]
        return tuple(sorted((*self.edges.get(output, ()), *foreign), key=_edge_order))


@dataclass(frozen=True, slots=True, kw_only=True)
class Dossier:
    """Make it with `Dossier.of`, which keeps what the answer reaches and drops the rest."""

    answer: Answer
    sources: Mapping[str, Source]
    artifacts: Mapping[str, Artifact]
    transformations: tuple[Transformation, ...]
    judge_results: tuple[JudgeResult, ...]
    edges_into: Mapping[str, tuple[Edge, ...]]
    entries: Mapping[str, tuple[ManifestEntry, ...]]
    entries_of: Mapping[str, tuple[ManifestEntry, ...]]
    claims: Mapping[str, Claim]
    citations: Mapping[str, Citation]
    footnotes: Mapping[str, str]
    by_claim: Mapping[str | None, tuple[Citation, ...]]
    # Filled on first use; whatever is in them follows from the fields above.
    text_digests: dict[str, Digest] = field(default_factory=dict, compare=False)
    maps: dict[tuple[str, str, str], SpanMap] = field(default_factory=dict, compare=False)
    # Maps as rows keep them, by transformation, output and input: unpacked only where somebody follows them.
    packed: Mapping[tuple[str, str, str], bytes] = field(default_factory=dict, compare=False)
    verified: dict[tuple[str, str, str], tuple[bool | None, str]] = field(default_factory=dict, compare=False)

    @classmethod
    def of(
        cls,
        answer: Answer,
        sources: Iterable[Source] = (),
        artifacts: Iterable[Artifact] = (),
        transformations: Iterable[Transformation] = (),
        judge_results: Iterable[JudgeResult] = (),
        inline: Iterable[str] = (),
        packed: Mapping[tuple[str, str, str], bytes] | None = None,
    ) -> "Dossier":
        """The dossier of an answer among shared records, which are indexed for this one answer: see `among`."""
        shared = SharedRecords.of(sources, artifacts, transformations)
        return cls.among(answer, shared, judge_results, inline, packed)

    @classmethod
    def among(
        cls,
        answer: Answer,
        shared: "SharedRecords",
        judge_results: Iterable[JudgeResult] = (),
        inline: Iterable[str] = (),
        packed: Mapping[tuple[str, str, str], bytes] | None = None,
    ) -> "Dossier":
        """The dossier of an answer among indexed records; the answer's own inline records come first.

        `inline` are keys of artifacts that came inside the answer, where the answer itself no longer holds them. The
        answer in it carries its natural key; raw bytes are left out, their digests stay. The work follows what the
        answer reaches, not how much the others share.
        """
        own = SharedRecords.of(answer.sources, answer.artifacts, answer.transformations)
        seeds = [*named_artifacts(answer), *inline, *own.artifacts]
        kept, edges = _reach(seeds, own, shared)
        named = {artifact.source for artifact in kept.values() if artifact.source} | cited_keys(answer)
        return cls(
            answer=identified(answer),
            sources={key: _without_raw(found) for key in sorted(named) if (found := own.find_source(key, shared))},
            artifacts=kept,
            transformations=_transformations_of(edges),
            judge_results=(*answer.judge_results, *judge_results),
            edges_into=edges,
            entries=_grouped(answer.manifest or (), attrgetter("label")),
            entries_of=_grouped(answer.manifest or (), attrgetter("artifact")),
            claims={claim.key: claim for claim in answer.claims},
            citations={citation.key: citation for citation in answer.citations},
            footnotes={note.number: note.target for note in answer.footnotes or ()},
            by_claim=_grouped(answer.citations, attrgetter("claim")),
            packed=packed or {},
        )

    def find_text(self, artifact_key: str) -> str | None:
        """The text of an artifact; None where the artifact is unknown or its text was not kept."""
        artifact = self.artifacts.get(artifact_key)
        return artifact.text if artifact else None

    def find_digest(self, artifact_key: str) -> Digest | None:
        """The digest of an artifact's text, computed where the text is here, else as declared."""
        known = self.text_digests.get(artifact_key)
        if known is not None:
            return known
        artifact = self.artifacts.get(artifact_key)
        if artifact is None:
            return None
        if artifact.text is None:
            return Digest(artifact.digest) if artifact.digest else None
        self.text_digests[artifact_key] = digest_text(artifact.text)
        return self.text_digests[artifact_key]

    def find_version(self, artifact: Artifact) -> SourceVersion | None:
        """The source version that an artifact belongs to."""
        source = self.sources.get(artifact.source or "")
        return next((v for v in source.versions if v.version == artifact.version), None) if source else None

    def citations_of(self, claim_key: str | None) -> tuple[Citation, ...]:
        """The citations of a claim, in the answer's order; of None, those that belong to no claim."""
        return self.by_claim.get(claim_key, ())

    def get_map(self, edge: Edge) -> SpanMap | None:
        """The span map of a derivation; None where nobody kept one or a text is missing. Raises SpanMapError."""
        derivation = edge.derivation
        output, source = self.find_text(derivation.output), self.find_text(derivation.input)
        if derivation.segments is None or output is None or source is None:
            return None
        key = (edge.transformation.key, derivation.output, derivation.input)
        if key not in self.maps:
            self.maps[key] = self._make_map(derivation, self.packed.get(key), len(output), len(source))
        return self.maps[key]

    def segments_of(self, edge: Edge) -> tuple[Segment, ...]:
        """The segments of a derivation as they were recorded, whether or not they fit its texts; () for none."""
        derivation = edge.derivation
        packed = self.packed.get((edge.transformation.key, derivation.output, derivation.input))
        return SpanMap.unpack(packed).to_segments() if packed else tuple(as_segments(derivation.segments or ()))

    def _make_map(self, derivation: Derivation, packed: bytes | None, output: int, source: int) -> SpanMap:
        if packed is None:
            return SpanMap.of(as_segments(derivation.segments or ()), output, source)
        spans = SpanMap.unpack(packed)
        if (spans.output_length, spans.input_length) == (output, source):
            return spans
        # A text that is longer or shorter than its map says: the map is made anew, and says so.
        return SpanMap.of(spans.to_segments(), output, source)


def _grouped(values: Iterable[V], key: Callable[[V], K]) -> dict[K, tuple[V, ...]]:
    found: dict[K, list[V]] = {}
    for value in values:
        found.setdefault(key(value), []).append(value)
    return {name: tuple(group) for name, group in found.items()}


def as_segments(given: Iterable[WireSegment]) -> list[Segment]:
    return [Segment(s.output, s.input, s.kind, s.weight, s.confidence) for s in given]


def merge(source: Source, known: Source | None) -> Source:
    """A source with the versions of both; what is known comes first, a version of both has the events of both."""
    if known is None or known == source:
        return source
    versions = {version.version: version for version in known.versions}
    for version in source.versions:
        other = versions.get(version.version)
        events = tuple(dict.fromkeys((*(other.events if other else ()), *version.events)))
        versions[version.version] = replace(other or version, events=events)
    return replace(known, versions=tuple(versions.values()))


def identified(answer: Answer) -> Answer:
    """The answer under its natural key (DESIGN 7), without its raw payload and inline records."""
    return replace(
        answer,
        case=replace(answer.case, key=case_key(answer.case)),
        response_version=response_version(answer),
        raw_payload=None,
        sources=(),
        artifacts=(),
        transformations=(),
    )


def _without_raw(source: Source) -> Source:
    if all(version.raw_text is None and version.raw_base64 is None for version in source.versions):
        return source
    return replace(source, versions=tuple(_version_without_raw(version) for version in source.versions))


def _version_without_raw(version: SourceVersion) -> SourceVersion:
    if version.raw_text is None and version.raw_base64 is None:
        return version
    raw = raw_bytes(version)
    checksum = version.checksum or (digest_bytes(raw) if raw is not None else None)
    return replace(version, raw_text=None, raw_base64=None, checksum=checksum)


def raw_bytes(version: SourceVersion) -> bytes | None:
    """The retained bytes of a version; None where they were not given. Raises ValueError for what is no base64."""
    if version.raw_text is not None:
        return version.raw_text.encode()
    return base64.b64decode(version.raw_base64, validate=True) if version.raw_base64 is not None else None


def _edges_by_output(transformations: Iterable[Transformation]) -> dict[str, tuple[Edge, ...]]:
    edges: dict[str, list[Edge]] = {}
    for transformation in transformations:
        for derivation in transformation.derivations:
            edges.setdefault(derivation.output, []).append(Edge(transformation, derivation))
    # Sorted, so that rows and bundle give the same order.
    return {output: tuple(sorted(found, key=_edge_order)) for output, found in edges.items()}


def _edge_order(edge: Edge) -> tuple[str, str]:
    return edge.transformation.key, edge.derivation.input


def _transformations_of(edges: Mapping[str, tuple[Edge, ...]]) -> tuple[Transformation, ...]:
    # One transformation may have made ten thousand chunks: only the derivations that this answer reaches are kept.
    found: dict[str, list[Edge]] = {}
    for group in edges.values():
        for edge in group:
            found.setdefault(edge.transformation.key, []).append(edge)
    kept = []
    for key in sorted(found):
        derivations = sorted((_ordered(e.derivation) for e in found[key]), key=lambda d: (d.output, d.input))
        kept.append(replace(found[key][0].transformation, derivations=tuple(derivations)))
    return tuple(kept)


def _ordered(derivation: Derivation) -> Derivation:
    """Segments in the order of a SpanMap, so that a map read back from its packed form is the same value."""
    if derivation.segments is None:
        return derivation
    return replace(derivation, segments=tuple(sorted(derivation.segments, key=lambda s: (s.output, s.input, s.kind))))


def cited_keys(answer: Answer) -> set[str]:
    """What the citations name, as it was written: labels, keys of artifacts or sources, or nothing that is known."""
    return {citation.cited for citation in answer.citations if isinstance(citation.cited, str)}


def named_artifacts(answer: Answer) -> Iterator[str]:
    """Every artifact key that an answer names itself: manifest, citations, operands and capture."""
    for entry in answer.manifest or ():
        yield entry.artifact
        yield from (part.artifact for part in entry.parts)
    for citation in answer.citations:
        yield from (key for key in (citation.artifact, citation.cited) if isinstance(key, str))
    for claim in answer.claims:
        yield from (operand.artifact for operand in claim.warrant.operands) if claim.warrant else ()
    yield from captured_artifacts(answer.capture)


def captured_artifacts(capture: Capture) -> Iterator[str]:
    """Every artifact key that a capture names: of retrieval, request, views, hops, conflicts and reference."""
    for run in capture.retrieval or ():
        yield from _retrieved_artifacts(run)
    yield from (view.artifact for view in capture.views or ())
    if capture.request is not None:
        yield from (part.artifact for part in capture.request.ranges or () if part.artifact is not None)
    for hop in capture.hops or ():
        yield from (*hop.supports, *hop.conflicts)
    for conflict in capture.conflicts or ():
        yield from (conflict.first, conflict.second)
    if capture.reference is not None:
        yield from (*capture.reference.gold, *capture.reference.acceptable, *capture.reference.forbidden)


def _retrieved_artifacts(run: RetrievalRun) -> Iterator[str]:
    yield from (hit.artifact for hit in run.hits or ())
    for candidate in run.candidates or ():
        yield from (key for key in (candidate.artifact, candidate.matched_via) if key is not None)
    yield from (aid.artifact for aid in run.aids or ())
    if run.rerank is not None:
        yield from run.rerank.handed or ()
        yield from (key for key in run.rerank.returned or () if key is not None)
    for dropped, kept in (run.deduplicated or {}).items():
        yield from (dropped, kept)


def _reach(
    seeds: Iterable[str], own: SharedRecords, shared: SharedRecords
) -> tuple[dict[str, Artifact], dict[str, tuple[Edge, ...]]]:
    """The artifacts that these keys name and all that they were made from, sorted by key, with the edges into them."""
    reached: dict[str, Artifact] = {}
    edges: dict[str, tuple[Edge, ...]] = {}
    waiting = list(seeds)
    while waiting:
        key = waiting.pop()
        artifact = own.find_artifact(key, shared) if key not in reached else None
        if artifact is None:
            continue
        reached[key] = artifact
        edges[key] = own.edges_into(key, shared)
        waiting.extend(edge.derivation.input for edge in edges[key])
    return {key: reached[key] for key in sorted(reached)}, {key: edges[key] for key in sorted(edges) if edges[key]}


def slice_of(dossier: Dossier, artifact_key: str, span: Span) -> str | None:
    """The words of a span; None where the text is not kept."""
    text = dossier.find_text(artifact_key)
    return None if text is None else span.slice(text)
