"""Sources, artifacts and transformations -> rows, a batch at a time. What is there is checked, never changed."""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from lineage.bulk import next_ids, write, write_contents
from lineage.evidence.bundle import Artifact, Derivation, Source, SourceVersion, Transformation
from lineage.evidence.digests import Digest, canonical_json, digest_bytes, digest_json, raw_digest
from lineage.evidence.dossier import raw_bytes
from lineage.evidence.life import DECISIONS, ELSEWHERE
from lineage.evidence.paths import verify_map
from lineage.evidence.withholding import FINAL
from lineage.graph import Existing, Graph, artifact_details
from lineage.models import rows
from lineage.models.coding import Encode, encode_text
from lineage.models.columns import new_public_id
from lineage.models.content import Packed
from lineage.text.segments import Segment
from lineage.text.spanmap import SpanMap


@dataclass(slots=True)
class Shelf:
    """What a batch needs to know of rows: ids by natural key, those that exist and those about to be written."""

    tenant_id: int
    contents: dict[bytes, Packed] = field(default_factory=dict)
    digests: dict[str, bytes] = field(default_factory=dict)
    content_ids: dict[bytes, int] = field(default_factory=dict)
    sources: dict[str, int] = field(default_factory=dict)
    versions: dict[tuple[str, str], int] = field(default_factory=dict)
    artifacts: dict[str, int] = field(default_factory=dict)
    transformations: dict[str, int] = field(default_factory=dict)

    def keep(self, data: bytes, encode: Encode = encode_text) -> bytes:
        """Remember bytes to be written once; their SHA-256."""
        sha256 = raw_digest(digest_bytes(data))
        if sha256 not in self.contents:
            self.contents[sha256] = Packed(sha256, len(data), *encode(data))
        return sha256

    def keep_text(self, text: str, encode: Encode = encode_text) -> None:
        """Remember a text, to be found again by `text_id`."""
        if text not in self.digests:
            self.digests[text] = self.keep(text.encode(), encode)

    def write_contents(self) -> None:
        self.content_ids = write_contents(self.tenant_id, self.contents.values())

    def content_id(self, sha256: bytes | None) -> int | None:
        return None if sha256 is None else self.content_ids[sha256]

    def text_id(self, text: str | None) -> int | None:
        """The id of a text that `keep_text` was told of; None for no text."""
        return None if text is None else self.content_ids[self.digests[text]]


def stage_contents(shelf: Shelf, graph: Graph, existing: Existing) -> None:
    """Remember the bytes of everything that is new."""
    for source in graph.sources.values():
        for version in source.versions:
            raw = raw_bytes(version)
            if raw is not None and (source.key, version.version) not in existing.versions:
                shelf.keep(raw)
    for artifact in graph.artifacts.values():
        if artifact.key in existing.artifacts:
            continue
        if artifact.text is not None:
            shelf.keep_text(artifact.text)
        details = artifact_details(artifact)
        if details:
            shelf.keep(details)
    for transformation in graph.transformations.values():
        if transformation.key not in existing.transformations and transformation.parameters:
            shelf.keep(canonical_json(transformation.parameters))


def write_graph(shelf: Shelf, graph: Graph, existing: Existing, actor: str) -> dict[str, int]:
    """Write what is new, in the order in which rows refer to each other; contents must have been written.

    How many events and derivations were new: what a known version or a known transformation may gain.
    """
    _write_sources(shelf, graph, existing)
    events = _write_versions(shelf, graph, existing, actor)
    _write_artifacts(shelf, graph, existing)
    return {"events": events, "derivations": _write_transformations(shelf, graph, existing)}


def _write_sources(shelf: Shelf, graph: Graph, existing: Existing) -> None:
    new = [source for key, source in graph.sources.items() if key not in existing.sources]
    ids = next_ids(rows.Source, len(new))
    shelf.sources = dict(existing.sources) | {source.key: id for id, source in zip(ids, new, strict=True)}
    write(
        rows.Source,
        [
            {
                "id": shelf.sources[source.key],
                "tenant_id": shelf.tenant_id,
                "key": source.key,
                "kind": str(source.kind),
                "owner": source.owner,
                "jurisdiction": source.jurisdiction,
                "language": source.language,
                "authority": str(source.authority),
            }
            for source in new
        ],
    )


def _write_versions(shelf: Shelf, graph: Graph, existing: Existing, actor: str) -> int:
    given = [(source, version) for source in graph.sources.values() for version in source.versions]
    new = [(s, v) for s, v in given if (s.key, v.version) not in existing.versions]
    ids = next_ids(rows.SourceVersion, len(new))
    shelf.versions = {key: found[0] for key, found in existing.versions.items()}
    shelf.versions |= {(s.key, v.version): id for id, (s, v) in zip(ids, new, strict=True)}
    write(rows.SourceVersion, [_version_row(shelf, source, version) for source, version in new])
    write(
        rows.SourceLabel,
        [
            {"tenant_id": shelf.tenant_id, "version_id": shelf.versions[s.key, v.version], "label": label}
            for s, v in new
            for label in dict.fromkeys(v.labels)
        ],
    )
    fresh = {shelf.versions[s.key, v.version] for s, v in new}
    return _write_events(shelf, [(s, v) for s, v in given if v.events], actor, fresh)


def _version_row(shelf: Shelf, source: Source, version: SourceVersion) -> dict[str, Any]:
    raw = raw_bytes(version)
    return {
        "id": shelf.versions[source.key, version.version],
        "tenant_id": shelf.tenant_id,
        "source_id": shelf.sources[source.key],
        "public_id": new_public_id(),
        "version": version.version,
        "title": version.title,
        "safe_title": version.safe_title,
        "uri": version.uri,
        "safe_uri": version.safe_uri,
        "media_type": version.media_type,
        "raw_id": shelf.content_id(raw_digest(digest_bytes(raw))) if raw is not None else None,
        "raw_is_text": version.raw_text is not None,
        "checksum": raw_digest(Digest(version.checksum)) if version.checksum else None,
        "observed_at": version.observed_at,
        "ingested_at": version.ingested_at,
        "valid_from": version.valid_from,
        "valid_to": version.valid_to,
        "draft": version.draft,
        "supersedes": version.supersedes,
        "availability": str(version.availability),
    }


def _write_events(shelf: Shelf, given: list[tuple[Source, SourceVersion]], actor: str, fresh: Collection[int]) -> int:
    """An event that is known already is not written twice. What was decided elsewhere is nobody's decision here.

    Whoever brings a file ends no version that is known here: only a `fresh` one may come deleted or erased.
    """
    ids = [shelf.versions[source.key, version.version] for source, version in given]
    stored = rows.SourceEvent.objects.filter(version_id__in=ids).values_list("version_id", "event", "at", "reason")
    known = {tuple(row) for row in stored} if ids else set()
    new = [
        {
            "tenant_id": shelf.tenant_id,
            "version_id": id,
            "event": str(e.event),
            "at": e.at,
            "reason": e.reason,
            "actor": ELSEWHERE if e.event in DECISIONS else actor,
        }
        for id, (_, version) in zip(ids, given, strict=True)
        for e in version.events
        if (id, str(e.event), e.at, e.reason) not in known and (id in fresh or e.event not in FINAL)
    ]
    write(rows.SourceEvent, new)
    return len(new)


def _write_artifacts(shelf: Shelf, graph: Graph, existing: Existing) -> None:
    new = [artifact for key, artifact in graph.artifacts.items() if key not in existing.artifacts]
    ids = next_ids(rows.Artifact, len(new))
    shelf.artifacts = {key: found[0] for key, found in existing.artifacts.items()}
    shelf.artifacts |= {artifact.key: id for id, artifact in zip(ids, new, strict=True)}
    write(rows.Artifact, [_artifact_row(shelf, artifact) for artifact in new])


def _artifact_row(shelf: Shelf, artifact: Artifact) -> dict[str, Any]:
    details = artifact_details(artifact)
    return {
        "id": shelf.artifacts[artifact.key],
        "tenant_id": shelf.tenant_id,
        "key": artifact.key,
        "kind": str(artifact.kind),
        "origin": str(artifact.origin),
        "source_id": shelf.sources[artifact.source] if artifact.source else None,
        "version_id": shelf.versions.get((artifact.source or "", artifact.version or "")),
        "content_id": shelf.text_id(artifact.text),
        "length": len(artifact.text) if artifact.text is not None else None,
        "digest": raw_digest(Digest(artifact.digest)) if artifact.digest else None,
        "language": artifact.language,
        "direction": artifact.direction,
        "page": artifact.page,
        "section": artifact.section,
        "cell": artifact.cell,
        "confidence": artifact.confidence,
        "details_id": shelf.content_id(raw_digest(digest_bytes(details))) if details else None,
    }


def _write_transformations(shelf: Shelf, graph: Graph, existing: Existing) -> int:
    new = [found for key, found in graph.transformations.items() if key not in existing.transformations]
    ids = next_ids(rows.Transformation, len(new))
    shelf.transformations = dict(existing.transformations) | {t.key: id for id, t in zip(ids, new, strict=True)}
    write(rows.Transformation, [_transformation_row(shelf, transformation) for transformation in new])
    return _write_derivations(shelf, graph, existing)


def _transformation_row(shelf: Shelf, transformation: Transformation) -> dict[str, Any]:
    parameters = transformation.parameters
    return {
        "id": shelf.transformations[transformation.key],
        "tenant_id": shelf.tenant_id,
        "key": transformation.key,
        "kind": str(transformation.kind),
        "mediation": str(transformation.mediation),
        "tool": transformation.tool,
        "tool_version": transformation.tool_version,
        "model": transformation.model,
        "model_version": transformation.model_version,
        "prompt_digest": raw_digest(Digest(transformation.prompt_digest)) if transformation.prompt_digest else None,
        "parameters_id": shelf.content_id(raw_digest(digest_json(parameters))) if parameters else None,
        "executed_at": transformation.executed_at,
        "operator": transformation.operator,
    }


def _write_derivations(shelf: Shelf, graph: Graph, existing: Existing) -> int:
    """A transformation may be known and gain outputs: only edges that are not there yet are written."""
    old = list(existing.transformations.values())
    stored = rows.Derivation.objects.filter(transformation_id__in=old) if old else rows.Derivation.objects.none()
    known = set(stored.values_list("transformation_id", "output_id", "input_id"))
    new = []
    for transformation in graph.transformations.values():
        for derivation in transformation.derivations:
            ends = shelf.artifacts.get(derivation.output), shelf.artifacts.get(derivation.input)
            edge = (shelf.transformations[transformation.key], *ends)
            if edge not in known and None not in ends:
                known.add(edge)
                new.append(_derivation_row(shelf, graph, transformation, derivation))
    write(rows.Derivation, new)
    return len(new)


def _derivation_row(
    shelf: Shelf, graph: Graph, transformation: Transformation, derivation: Derivation
) -> dict[str, Any]:
    output, source = graph.artifacts[derivation.output].text, graph.artifacts[derivation.input].text
    packed, verified = None, None
    if derivation.segments is not None:
        segments = [Segment(s.output, s.input, s.kind, s.weight, s.confidence) for s in derivation.segments]
        spans = SpanMap.of(
            segments,
            len(output) if output is not None else max((s.output.end for s in segments), default=0),
            len(source) if source is not None else max((s.input.end for s in segments), default=0),
        )
        packed, verified = spans.pack(), verify_map(transformation, spans, output, source)[0]
    return {
        "tenant_id": shelf.tenant_id,
        "transformation_id": shelf.transformations[transformation.key],
        "input_id": shelf.artifacts[derivation.input],
        "output_id": shelf.artifacts[derivation.output],
        "map": packed,
        "map_digest": raw_digest(digest_bytes(packed)) if packed is not None else None,
        "verified": verified,
    }
