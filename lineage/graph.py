"""What a batch of records rests on, what the tenant has of it already, and what contradicts it (S3-54)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db.models import Exists, OuterRef, Q

from lineage.bulk import in_parts
from lineage.evidence.bundle import Artifact, Derivation, Source, SourceVersion, Transformation
from lineage.evidence.digests import Digest, canonical_json, digest_bytes, digest_json, digest_text, raw_digest
from lineage.evidence.dossier import merge, raw_bytes
from lineage.evidence.reading import adapter
from lineage.evidence.vocabulary import SourceEventKind
from lineage.evidence.withholding import FINAL
from lineage.models import rows
from lineage.text.segments import Segment
from lineage.text.spanmap import SpanMap

LARGEST_LOOKUP = 500

Edge = tuple[str, str, str]
"""The keys of a transformation, its output and its input."""
Marks = tuple[Any, ...]


@dataclass(slots=True)
class Graph:
    """Everything that a batch rests on, once each. Two answers may bring other versions of one source."""

    sources: dict[str, Source] = field(default_factory=dict)
    artifacts: dict[str, Artifact] = field(default_factory=dict)
    transformations: dict[str, Transformation] = field(default_factory=dict)
    edges: dict[Edge, Derivation] = field(default_factory=dict)

    def find_conflict(self, artifacts: Iterable[Artifact], transformations: Iterable[Transformation]) -> str | None:
        """A key of an artifact or a transformation that the batch has with other content already."""
        for artifact in artifacts:
            if self.artifacts.get(artifact.key, artifact) != artifact:
                return f"artifact {artifact.key} came before in this file with other content"
        for made in transformations:
            known = self.transformations.get(made.key)
            if known is not None and transformation_marks(known) != transformation_marks(made):
                return f"transformation {made.key} came before in this file with other content"
            if any(self.edges.get((made.key, d.output, d.input), d) != d for d in made.derivations):
                return f"transformation {made.key} came before in this file with another map"
        return None

    def add(
        self, sources: Iterable[Source], artifacts: Iterable[Artifact], transformations: Iterable[Transformation]
    ) -> None:
        for source in sources:
            self.sources[source.key] = merge(source, self.sources.get(source.key))
        self.artifacts.update((artifact.key, artifact) for artifact in artifacts)
        for transformation in transformations:
            known = self.transformations.get(transformation.key)
            if known is not None:
                joined = tuple(dict.fromkeys((*known.derivations, *transformation.derivations)))
                transformation = replace(known, derivations=joined)
            self.transformations[transformation.key] = transformation
            self.edges.update({(transformation.key, d.output, d.input): d for d in transformation.derivations})


KEPT_FIELDS = ("title", "safe_title", "uri", "safe_uri", "media_type", "draft", "labels", "availability", "supersedes")


def ignored_changes(source: Source, known: Source | None) -> Iterator[str]:
    """What a file says of a known version otherwise than it is kept: rows are not edited, so it has no effect."""
    versions = {version.version: version for version in known.versions} if known else {}
    for version in source.versions:
        kept = versions.get(version.version)
        is_gone = kept is not None and any(event.event is SourceEventKind.PURGED for event in kept.events)
        if kept is None or is_gone:
            # What named an erased version is erased with it: there is nothing to compare.
            continue
        ended = [event for event in version.events if event.event in FINAL and event not in kept.events]
        if ended:
            yield (
                f"version {version.version} of source {source.key} is known here, so no file ends it: the event "
                f"{ended[0].event.label} was left out; delete it on its page"
            )
        names = [name for name in KEPT_FIELDS if getattr(kept, name) != getattr(version, name)]
        if names:
            changed = ", ".join(name.replace("_", " ") for name in names)
            yield f"version {version.version} of source {source.key} is kept here with another {changed}, which stays"


@dataclass(frozen=True, slots=True)
class Existing:
    """The rows of a batch's keys that the tenant has, with what tells whether they are the same."""

    sources: Mapping[str, int]
    versions: Mapping[tuple[str, str], tuple[int, bytes | None]]
    artifacts: Mapping[str, tuple[int, bytes | None, Marks]]
    transformations: Mapping[str, int]
    steps: Mapping[str, Marks]
    maps: Mapping[Edge, bytes | None]
    erased: frozenset[tuple[str, str]] = frozenset()
    """Source and version of those whose words were erased here."""

    def count_new(self, graph: Graph) -> dict[str, int]:
        """How many records of a graph have no row yet, by kind."""
        versions = [(source.key, v.version) for source in graph.sources.values() for v in source.versions]
        return {
            "sources": len(graph.sources.keys() - self.sources.keys()),
            "versions": len(set(versions) - self.versions.keys()),
            "artifacts": len(graph.artifacts.keys() - self.artifacts.keys()),
            "transformations": len(graph.transformations.keys() - self.transformations.keys()),
        }


def find_existing(tenant_id: int, graph: Graph) -> Existing:
    """Five look-ups a batch, whatever its size up to the largest number of parameters."""
    sources = {key: id for id, key in _by_key(rows.Source, tenant_id, graph.sources, "id", "key")}
    versions: dict[tuple[str, str], tuple[int, bytes | None]] = {}
    erased: set[tuple[str, str]] = set()
    known_versions = rows.SourceVersion.objects.filter(source_id__in=list(sources.values())).annotate(gone=is_erased())
    for id, key, version, raw, checksum, gone in known_versions.values_list(*VERSION_MARKS, "gone"):
        versions[key, version] = id, _raw(raw) or _raw(checksum)
        if gone:
            erased.add((key, version))
    found = _by_key(
        rows.Artifact, tenant_id, graph.artifacts, "id", "key", "content__sha256", "digest", *ARTIFACT_MARKS
    )
    artifacts = {key: (id, _raw(text) or _raw(digest), _marks(marks)) for id, key, text, digest, *marks in found}
    made = _by_key(rows.Transformation, tenant_id, graph.transformations, "id", "key", *TRANSFORMATION_MARKS)
    known = {key: id for id, key, *_ in made}
    steps = {key: _marks(marks) for _, key, *marks in made}
    outputs = [artifacts[output][0] for key, output, _ in graph.edges if key in known and output in artifacts]
    maps = _find_maps(list(known.values()), outputs)
    return Existing(sources, versions, artifacts, known, steps, maps, frozenset(erased))


VERSION_MARKS = ("id", "source__key", "version", "raw__sha256", "checksum")


def is_erased() -> Q:
    """Whether the words of a version were erased here; a bundle may bring one that was erased elsewhere."""
    purged = rows.SourceEvent.objects.filter(version_id=OuterRef("pk"), event=SourceEventKind.PURGED.value)
    left = rows.Artifact.objects.filter(version_id=OuterRef("pk"), purged_at__isnull=True)
    return Q(Exists(purged), ~Exists(left))


def _find_maps(transformations: Sequence[int], outputs: Sequence[int]) -> dict[Edge, bytes | None]:
    found: dict[Edge, bytes | None] = {}
    for part in in_parts(list(dict.fromkeys(outputs)), LARGEST_LOOKUP):
        edges = rows.Derivation.objects.filter(transformation_id__in=transformations, output_id__in=part)
        for key, output, source, packed in edges.values_list("transformation__key", "output__key", "input__key", "map"):
            found[key, output, source] = _raw(packed)
    return found


def find_conflict(
    existing: Existing,
    sources: Iterable[Source],
    artifacts: Iterable[Artifact],
    transformations: Iterable[Transformation] = (),
) -> str | None:
    """Why these records cannot stand beside the rows that exist; None where they can (S3-54)."""
    for source in sources:
        for version in source.versions:
            known = existing.versions.get((source.key, version.version))
            digest = version_digest(version)
            if (source.key, version.version) in existing.erased and raw_bytes(version) is not None:
                return version_purged(source.key, version.version)
            if known is not None and known[1] is not None and digest is not None and known[1] != digest:
                return f"version {version.version} of source {source.key} is kept here with other bytes"
    for artifact in artifacts:
        row = existing.artifacts.get(artifact.key)
        if (artifact.source, artifact.version) in existing.erased:
            return version_purged(artifact.source or "", artifact.version or "")
        if row is None:
            continue
        digest = artifact_digest(artifact)
        if artifact_marks(artifact) != row[2] or (digest is not None and row[1] is not None and digest != row[1]):
            return f"artifact {artifact.key} is kept here with other content; changed text needs a new key"
    for made in transformations:
        marks = transformation_marks(made)
        if existing.steps.get(made.key, marks) != marks:
            return f"transformation {made.key} is kept here with other content; another step needs a new key"
        for derivation in made.derivations:
            edge = made.key, derivation.output, derivation.input
            if edge in existing.maps and not _is_same_map(existing.maps[edge], derivation):
                return f"transformation {made.key} is kept here with another map; another step needs a new key"
    return None


def version_purged(source: str, version: str) -> str:
    """Said of a file that brings words of a version again that were erased here."""
    return (
        f"version_purged: version {version} of source {source} was erased here, and its words are not taken in again; "
        "leave it out, or bring what may be kept under another version"
    )


def _is_same_map(packed: bytes | None, derivation: Derivation) -> bool:
    if packed is None or derivation.segments is None:
        return packed is None and derivation.segments is None
    given = [Segment(s.output, s.input, s.kind, s.weight, s.confidence) for s in derivation.segments]
    # Compared by segments: a text that nobody kept has no length of its own.
    ends = max((s.output.end for s in given), default=0), max((s.input.end for s in given), default=0)
    return SpanMap.unpack(packed).to_segments() == SpanMap.of(given, *ends).to_segments()


ARTIFACT_MARKS = ("kind", "origin", "source__key", "version__version", "language", "direction", "page") + (
    ("section", "cell", "confidence", "details__sha256")
)


def artifact_marks(artifact: Artifact) -> Marks:
    """What is said of an artifact beside its text, in the order of ARTIFACT_MARKS."""
    where = artifact.source, artifact.version, artifact.language, artifact.direction, artifact.page
    details = artifact_details(artifact)
    digest = raw_digest(digest_bytes(details)) if details else None
    return (
        str(artifact.kind),
        str(artifact.origin),
        *where,
        artifact.section,
        artifact.cell,
        artifact.confidence,
        digest,
    )


TRANSFORMATION_MARKS = ("kind", "mediation", "tool", "tool_version", "model", "model_version", "operator") + (
    ("executed_at", "prompt_digest", "parameters__sha256")
)


def transformation_marks(made: Transformation) -> Marks:
    """What is said of a transformation beside its derivations, in the order of TRANSFORMATION_MARKS."""
    tools = made.tool, made.tool_version, made.model, made.model_version, made.operator
    prompt = raw_digest(Digest(made.prompt_digest)) if made.prompt_digest else None
    parameters = raw_digest(digest_json(made.parameters)) if made.parameters else None
    return str(made.kind), str(made.mediation), *tools, made.executed_at, prompt, parameters


def _marks(columns: Iterable[Any]) -> Marks:
    return tuple(bytes(value) if isinstance(value, memoryview) else value for value in columns)


def version_digest(version: SourceVersion) -> bytes | None:
    raw = raw_bytes(version)
    if raw is not None:
        return raw_digest(digest_bytes(raw))
    return raw_digest(Digest(version.checksum)) if version.checksum else None


def artifact_digest(artifact: Artifact) -> bytes | None:
    if artifact.text is not None:
        return raw_digest(digest_text(artifact.text))
    return raw_digest(Digest(artifact.digest)) if artifact.digest else None


def artifact_details(artifact: Artifact) -> bytes:
    """Box, origin ranges and metadata of an artifact as canonical JSON; empty where there are none."""
    if artifact.box is None and not artifact.origins and not artifact.metadata:
        return b""
    names = {"box", "origins", "metadata"}
    dumped = adapter(Artifact).dump_python(artifact, mode="json", include=names, exclude_defaults=True)
    return canonical_json(dumped) if dumped else b""


def _by_key(model: Any, tenant_id: int, keys: Iterable[str], *columns: str) -> list[tuple[Any, ...]]:
    found: list[tuple[Any, ...]] = []
    for part in in_parts(list(keys), LARGEST_LOOKUP):
        found += model.objects.filter(tenant_id=tenant_id, key__in=part).values_list(*columns)
    return found


def _raw(value: Any) -> bytes | None:
    return None if value is None else bytes(value)
