"""The rows of the six tables -> sources, artifacts, spans and transformations with their maps (S3-18, S3-35).

Ids stay as they are: they are the producer's own names of these records. Offsets are code points, end exclusive. A row
that names one that is not there, or a snapshot that is not the text at its span, is refused with its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from lineage.evidence.bundle import Artifact, Source, SourceVersion
from lineage.evidence.digests import find_digest
from lineage.evidence.reading import PayloadError, load_json
from lineage.evidence.vocabulary import ArtifactKind, Origin, SourceKind
from lineage.evidence.wire import Metadata
from lineage.formats.claim_records import require_key
from lineage.formats.node import Node, is_whole_number
from lineage.text.span import Span, is_within

ORIGINAL = frozenset({ArtifactKind.RAW_SOURCE, ArtifactKind.CANONICAL_EXTRACT})
DERIVED = frozenset(
    {
        ArtifactKind.NORMALIZED_TEXT,
        ArtifactKind.CHUNK,
        ArtifactKind.CITATION_NODE,
        ArtifactKind.TABLE_LINEARIZATION,
        ArtifactKind.REDACTED_TEXT,
        ArtifactKind.MERGED_BLOCK,
        ArtifactKind.TRIMMED_BLOCK,
    }
)
"""What code makes of a source without changing its words; every other kind is written by a model or a person."""


class SpanRow(NamedTuple):
    node: Node
    artifact: str
    span: Span


def read_sources(rows: Iterable[Node]) -> Mapping[str, Source]:
    """The sources by key, the rows of one source as its versions in their order. Raises PayloadError."""
    versions: dict[str, dict[str, SourceVersion]] = {}
    for row in rows:
        key, version = require_key(row, "source_id"), require_key(row, "version_id")
        if version in versions.setdefault(key, {}):
            raise row.refuse(f"version {version} of {key} is given twice")
        about = row.find("metadata") or Node({}, row.at)
        versions[key][version] = SourceVersion(
            version=version,
            title=about.find_words("title") or "",
            uri=row.find_words("origin_uri") or "",
            media_type=about.find_words("media_type") or "",
            checksum=find_digest(row.fields.get("checksum")),
        )
    return {
        key: Source(key=key, kind=SourceKind.OTHER, versions=tuple(found.values())) for key, found in versions.items()
    }


def read_artifacts(rows: Iterable[Node], sources: Mapping[str, Source]) -> Mapping[str, Artifact]:
    """The artifacts by key. Raises PayloadError."""
    found: dict[str, Artifact] = {}
    for row in rows:
        key = require_key(row, "artifact_id")
        if key in found:
            raise row.refuse(f"{key} is given twice")
        source, version = _read_source(row, sources)
        kind = _find_kind(row)
        about: Metadata = dict(metadata.fields) if (metadata := row.find("metadata")) else {}
        if kind is ArtifactKind.OTHER and row.find("artifact_type"):
            about["artifact_type"] = row.fields["artifact_type"]
        found[key] = Artifact(
            key=key,
            kind=kind,
            origin=_find_origin(kind, about),
            source=source,
            version=version,
            text=row.find_text("text"),
            language=row.find_words("language") or "",
            metadata=about,
        )
    return found


def read_spans(rows: Iterable[Node], artifacts: Mapping[str, Artifact]) -> Mapping[str, SpanRow]:
    """The spans by id, each within its text where that was kept. Raises PayloadError."""
    found: dict[str, SpanRow] = {}
    for row in rows:
        key, named = require_key(row, "span_id"), require_key(row, "artifact_id")
        if key in found:
            raise row.refuse(f"{key} is given twice")
        if named not in artifacts:
            raise row.refuse(f"there is no artifact {named}")
        found[key] = SpanRow(row, named, _read_span(row, artifacts[named].text))
    return found


def read_object(row: Node, name: str) -> Metadata:
    """A field that holds an object, or the JSON of one as text. Raises PayloadError."""
    found = row.find(name)
    if found is None or found.value == "":
        return {}
    if not isinstance(found.value, str):
        return dict(found.fields)
    try:
        value = load_json(found.text().encode())
    except PayloadError as error:
        raise found.refuse(error.message) from None
    if not isinstance(value, dict):
        raise found.refuse("the JSON of an object is expected here")
    return value


def _read_source(row: Node, sources: Mapping[str, Source]) -> tuple[str | None, str | None]:
    key, version = row.find_key("source_id"), row.find_key("version_id")
    if key is None:
        return None, None
    source = sources.get(key)
    if source is None:
        raise row.refuse(f"there is no source {key}")
    if version is not None and version not in [known.version for known in source.versions]:
        raise row.refuse(f"{key} has no version {version}")
    return key, version


def _find_kind(row: Node) -> ArtifactKind:
    named = row.find_text("artifact_type")
    return ArtifactKind(named) if named in list(ArtifactKind) else ArtifactKind.OTHER


def _find_origin(kind: ArtifactKind, about: Metadata) -> Origin:
    """As the metadata say, else by what an artifact of this type is."""
    said = about.get("origin_kind", about.get("origin"))
    if isinstance(said, str) and said in list(Origin):
        return Origin(said)
    if kind is ArtifactKind.OTHER:
        return Origin.UNRESOLVED
    return Origin.ORIGINAL if kind in ORIGINAL else Origin.DERIVED if kind in DERIVED else Origin.GENERATED


def _read_span(row: Node, text: str | None) -> Span:
    ends = []
    for name in ("start_offset", "end_offset"):
        found = row.find(name)
        if found is None:
            raise row.refuse(f"{name} is missing")
        if not is_whole_number(found.value):
            raise found.refuse("a whole number is expected here")
        ends.append(found.value)
    span = Span(ends[0], ends[1])
    if not is_within(span, len(text) if text is not None else 2**53 - 1):
        size = f"its text, which has {len(text)} characters" if text is not None else "any text"
        raise row.refuse(f"[{span.start}, {span.end}] is no range of {size}")
    snapshot = row.find_text("text_snapshot")
    if snapshot is not None and text is not None and span.slice(text) != snapshot:
        raise row.refuse(f"the text at [{span.start}, {span.end}] is not the snapshot")
    return span
