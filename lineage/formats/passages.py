"""Sources and artifacts from what a payload shows of them.

A payload names sources by title, URL, file id or not at all, and revises nothing. So that two payloads never give one
key to different records, an artifact's key and a version's name are digests of everything that is said of it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime

from lineage.evidence.bundle import Artifact, Source, SourceVersion
from lineage.evidence.digests import digest_json, digest_text
from lineage.evidence.vocabulary import ArtifactKind, Origin, SourceKind
from lineage.evidence.wire import Metadata
from lineage.formats.node import is_key
from lineage.text.span import Span


@dataclass(frozen=True, slots=True)
class Passage:
    """A text that a citation can name. `blocks` are the spans of its blocks, where the payload counts blocks."""

    source: Source
    artifact: Artifact
    blocks: tuple[Span, ...] = ()


def source_key(name: str | None, otherwise: str) -> str:
    """The producer's own name of a source; without one, or with one too long for a key, a digest."""
    if name and is_key(name):
        return name
    return digest_text(name or otherwise)


def describe_version(
    *,
    title: str | None = None,
    uri: str | None = None,
    media_type: str | None = None,
    raw_text: str | None = None,
    raw_base64: str | None = None,
    observed_at: datetime | None = None,
) -> SourceVersion:
    """A version named by the digest of all that is known of it. Payloads name none."""
    raw = raw_text if raw_text is not None else raw_base64
    known = [title, uri, media_type, None if raw is None else digest_text(raw)]
    return SourceVersion(
        version=digest_json([*known, observed_at.isoformat() if observed_at else None]),
        title=title or "",
        uri=uri or "",
        media_type=media_type or "",
        raw_text=raw_text,
        raw_base64=raw_base64,
        observed_at=observed_at,
    )


def make_passage(
    key: str,
    source_kind: SourceKind,
    version: SourceVersion,
    artifact_kind: ArtifactKind,
    text: str | None,
    *,
    origin: Origin = Origin.UNRESOLVED,
    metadata: Metadata | None = None,
    blocks: tuple[Span, ...] = (),
) -> Passage:
    """A passage of a source. Without text it is a passage that nobody kept: a state, not an error."""
    said = [key, version.version, artifact_kind, origin, metadata or {}, None if text is None else digest_text(text)]
    artifact = Artifact(
        key=digest_json(said),
        kind=artifact_kind,
        origin=origin,
        source=key,
        version=version.version,
        text=text,
        metadata=metadata or {},
    )
    return Passage(Source(key=key, kind=source_kind, versions=(version,)), artifact, blocks)


def rename(passage: Passage, key: str) -> Passage:
    """The same passage under another source key."""
    source, artifact = passage.source, passage.artifact
    return make_passage(
        key,
        source.kind,
        source.versions[0],
        artifact.kind,
        artifact.text,
        origin=artifact.origin,
        metadata=artifact.metadata,
        blocks=passage.blocks,
    )


@dataclass(slots=True)
class Shelf:
    """The sources and artifacts of one answer, each once; versions of one source stand together."""

    _sources: dict[str, Source] = field(default_factory=dict)
    _artifacts: dict[str, Artifact] = field(default_factory=dict)

    def put(self, passage: Passage) -> str:
        """Keep a passage and return its artifact's key."""
        source, artifact = passage.source, passage.artifact
        kept = self._sources.setdefault(source.key, source)
        names = {version.version for version in kept.versions}
        new = tuple(version for version in source.versions if version.version not in names)
        if new:
            self._sources[source.key] = replace(kept, versions=kept.versions + new)
        self._artifacts.setdefault(artifact.key, artifact)
        return artifact.key

    @property
    def sources(self) -> tuple[Source, ...]:
        return tuple(self._sources.values())

    @property
    def artifacts(self) -> tuple[Artifact, ...]:
        return tuple(self._artifacts.values())
