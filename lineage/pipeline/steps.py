"""The steps of a pipeline as records: the texts that each makes, and the map that says from which words (S3-18, S3-37).

Every map is applied again before it is handed on.
"""

from __future__ import annotations

from collections.abc import Sequence

from lineage.evidence.bundle import Artifact, Derivation, WireSegment
from lineage.evidence.digests import Digest, digest_text
from lineage.evidence.vocabulary import ArtifactKind, Origin, SourceKind, TransformationKind
from lineage.evidence.wire import Metadata
from lineage.pipeline.chunking import Chunking
from lineage.pipeline.deduplication import Kept
from lineage.pipeline.extraction import Extraction
from lineage.pipeline.pages_of_chunks import Pages
from lineage.pipeline.records import Place, Step, copies, make_artifact, make_transformation, require_verified, wire
from lineage.pipeline.redaction import Redacted, RedactionPolicy
from lineage.pipeline.running_lines import RUNNING_LINES, BoilerplatePolicy
from lineage.text.normalization import NormalizationPolicy, normalize
from lineage.text.segments import SegmentKind
from lineage.text.span import Span
from lineage.text.spanmap import SpanMap

BOM = "\ufeff"
_PLAIN_KINDS = frozenset({SourceKind.TEXT, SourceKind.MARKDOWN})
_PLAIN_ENCODINGS = frozenset({"", "ascii", "utf-8", "utf-8-sig"})


def find_raw_text(extraction: Extraction, kind: SourceKind, raw_digest: Digest | None) -> str | None:
    """The text that the bytes of a source are in UTF-8, byte order mark included; None where they are no such text."""
    if kind not in _PLAIN_KINDS or extraction.encoding not in _PLAIN_ENCODINGS:
        return None
    text = BOM + extraction.text if extraction.encoding == "utf-8-sig" else extraction.text
    return text if raw_digest is None or digest_text(text) == raw_digest else None


def plain_parse_step(place: Place, raw_text: str, text: str) -> Step:
    """Of a source whose bytes are its text: that text as it came, and the canonical extract that is read."""
    mark = raw_text[: len(raw_text) - len(text)]
    raw = make_artifact(place, "raw", ArtifactKind.RAW_SOURCE, Origin.ORIGINAL, raw_text)
    extract = make_artifact(place, "extract", ArtifactKind.CANONICAL_EXTRACT, Origin.ORIGINAL, text)
    lost = [WireSegment(output=Span(0, 0), input=Span(0, len(mark)), kind=SegmentKind.DELETED)] if mark else []
    copied = copies(raw, extract, [Span(len(mark), len(raw_text))])
    parsed = Derivation(input=raw.key, output=extract.key, segments=(*lost, *copied))
    parameters: Metadata = {"encoding": "utf-8-sig" if mark else "utf-8"}
    made = make_transformation(place, "parsing", TransformationKind.PARSING, parameters, [parsed])
    return Step((raw, extract), (made,))


def parse_step(raw: Place, place: Place, extraction: Extraction, raw_digest: Digest | None) -> Step:
    """Of any other source: its bytes by their digest, without a text, and the canonical extract made from them.

    No map leads from characters to bytes, and the edge says so.
    """
    source = Artifact(
        key=f"{raw.base}/raw",
        kind=ArtifactKind.RAW_SOURCE,
        origin=Origin.ORIGINAL,
        source=raw.source,
        version=raw.version,
        digest=raw_digest,
        language=raw.language,
    )
    extract = make_artifact(place, "extract", ArtifactKind.CANONICAL_EXTRACT, Origin.ORIGINAL, extraction.text)
    made = make_transformation(
        place,
        "parsing",
        TransformationKind.PARSING,
        _report(extraction),
        [Derivation(input=source.key, output=extract.key)],
        tool=extraction.tool,
        tool_version=extraction.tool_version,
    )
    return Step((source, extract), (made,))


def _report(extraction: Extraction) -> Metadata:
    """What reading the bytes gave and passed over, in short; the whole report is kept beside the version."""
    return {
        "media_type": extraction.media_type,
        "encoding": extraction.encoding,
        "is_guess": extraction.is_guess,
        "bytes_in": extraction.bytes_in,
        "characters_out": extraction.characters_out,
        "skipped": {one.kind.value: one.count for one in extraction.skipped},
    }


def normalize_step(place: Place, source: Artifact, policy: NormalizationPolicy) -> tuple[Step, SpanMap]:
    """The view of a text under a policy, and its map. MapFailed where it does not hold."""
    text = source.text or ""
    view = normalize(text, policy)
    name = f"{policy.name}@{policy.revision}"
    made = make_artifact(place, f"normalized/{name}", ArtifactKind.NORMALIZED_TEXT, Origin.DERIVED, view.text)
    parameters: Metadata = {
        "policy": policy.name,
        "revision": policy.revision,
        "operations": [str(operation) for operation in policy.operations],
    }
    edge = Derivation(input=source.key, output=made.key, segments=tuple(wire(view.map.columns)))
    step = make_transformation(place, f"normalization/{name}", TransformationKind.NORMALIZATION, parameters, [edge])
    require_verified(step, made, source, view.map)
    return Step((made,), (step,)), view.map


def redact_step(place: Place, source: Artifact, redacted: Redacted, policy: RedactionPolicy) -> Step:
    """A text with its masks. What was masked is told by place and rule, its words only under a key of the tenant."""
    made = make_artifact(place, "text", ArtifactKind.REDACTED_TEXT, Origin.DERIVED, redacted.text)
    edge = Derivation(input=source.key, output=made.key, segments=tuple(wire(redacted.map.columns)))
    parameters: Metadata = {
        "policy": policy.name,
        "revision": policy.revision,
        "masked": [[*span, rule, hmac] for span, rule, hmac in redacted.masked],
    }
    step = make_transformation(place, "redaction", TransformationKind.REDACTION, parameters, [edge])
    require_verified(step, made, source, redacted.map)
    return Step((made,), (step,))


def strip_step(
    place: Place, source: Artifact, spans: SpanMap, text: str, policy: BoilerplatePolicy = RUNNING_LINES
) -> Step:
    """A text without the lines that were found to run over its pages, which its map shows as deleted."""
    name = f"{policy.name}@{policy.revision}"
    made = make_artifact(place, f"stripped/{name}", ArtifactKind.NORMALIZED_TEXT, Origin.DERIVED, text)
    edge = Derivation(input=source.key, output=made.key, segments=tuple(wire(spans.columns)))
    kind = TransformationKind.HEADER_FOOTER_REMOVAL
    step = make_transformation(place, f"stripping/{name}", kind, policy.to_json(), [edge])
    require_verified(step, made, source, spans)
    return Step((made,), (step,))


def chunk_step(
    place: Place, normalized: Artifact, kept: Sequence[Kept], chunking: Chunking, name: str, pages: Pages | None = None
) -> Step:
    """The chunks of a normalized text, numbered in its order; `name` tells this way of cutting from any other.

    A chunk whose words stand at one place comes from there by the chunking. One whose words stand at several comes
    from all of them by the deduplication, and none of the others has a text of its own; its page is that of the first.
    """
    chunks: list[Artifact] = []
    cut: list[Derivation] = []
    merged: list[Derivation] = []
    found = pages.of([piece.span for piece, _ in kept]) if pages else [None] * len(kept)
    for number, ((piece, places), stretch) in enumerate(zip(kept, found, strict=True), start=1):
        chunk = make_artifact(
            place,
            f"chunks/{name}/{number:05}",
            ArtifactKind.CHUNK,
            Origin.DERIVED,
            piece.span.slice(normalized.text or ""),
            page=stretch[0] if stretch else None,
            section=piece.section,
            metadata={"pages": list(stretch)} if stretch else None,
        )
        chunks.append(chunk)
        edge = Derivation(input=normalized.key, output=chunk.key, segments=copies(normalized, chunk, places))
        (cut if len(places) == 1 else merged).append(edge)
    parameters: Metadata = {"by": chunking.by, "size": chunking.size, "overlap": chunking.overlap}
    kind = TransformationKind.SECTION_SPLIT if chunking.by == "section" else TransformationKind.CHUNKING
    same: Metadata = {**parameters, "equal": "code points"}
    steps = (
        make_transformation(place, f"chunking/{name}", kind, parameters, cut),
        make_transformation(place, f"deduplication/{name}", TransformationKind.DEDUPLICATION, same, merged),
    )
    return Step(tuple(chunks), tuple(step for step in steps if step.derivations))
