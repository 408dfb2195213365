"""The six tables of a lineage store, with their own column names (S3-35): one object of table name -> rows.

SourceRecord, Artifact, Transformation, TransformationIO, Span, SpanMapping. Beside them may stand Claim (claim_text,
supporting_span_ids, support_level, derivation_notes; S3-26) and ClaimBinding (claim_id, span_id, bound_at, stage;
S3-24). Without claims the records come as an answer that nobody recorded: shown, and judged by nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from lineage.evidence.bundle import Answer, Case, Citation, Claim, ManifestEntry
from lineage.evidence.capture import Capture
from lineage.evidence.vocabulary import Attachment, SupportLevel
from lineage.evidence.wire import Json, Metadata
from lineage.formats.claim_records import require_key, require_text
from lineage.formats.lineage_records import SpanRow, read_artifacts, read_sources, read_spans
from lineage.formats.lineage_steps import read_transformations
from lineage.formats.node import Node
from lineage.formats.parts import read_parts
from lineage.formats.summary_bullets import derive_bullets, sift

NAME = "lineage-tables"
TABLES = ("SourceRecord", "Artifact", "Transformation", "TransformationIO", "Span", "SpanMapping")
ALSO = ("Claim", "ClaimBinding")
QUESTION = ("question", "query")
TEXT = ("answer", "answer_text")


def matches(payload: object) -> bool:
    """An object with a list of artifacts and one of the other tables."""
    if not isinstance(payload, dict) or not isinstance(payload.get("Artifact"), list):
        return False
    return any(isinstance(payload.get(name), list) for name in TABLES if name != "Artifact")


def split(payload: object) -> tuple[Node, ...]:
    """The tables are one answer's."""
    return (Node(payload),)


def read(payload: object, raw: str) -> tuple[Answer, ...]:
    """The answer. Raises PayloadError."""
    return read_parts(split(payload), read_part, raw)


def read_part(part: Node, raw: str) -> Answer:
    """The answer, or the records alone as one without claims. Raises PayloadError."""
    if not matches(part.value):
        raise part.refuse(f"an object with the tables {', '.join(TABLES)} is expected here")
    tables, rejected = sift({name: part.find_items(name) or () for name in (*TABLES, *ALSO)})
    sources = read_sources(tables["SourceRecord"])
    artifacts = read_artifacts(tables["Artifact"], sources)
    spans = read_spans(tables["Span"], artifacts)
    claims = dict(_read_claims(tables["Claim"]))
    bound = _bound(tables["ClaimBinding"], claims, spans)
    return Answer(
        case=Case(question=part.find_text(*QUESTION)),
        format=NAME,
        text=part.find_text(*TEXT),
        raw_payload=raw,
        attachment=Attachment.BOUND_BEFORE_GENERATION if bound else Attachment.UNKNOWN,
        manifest=_manifest(bound, spans) if bound else None,
        claims=tuple(claims.values()),
        citations=tuple(_cite(tables["Claim"], spans)),
        capture=Capture(extra=_say(bound, rejected)),
        sources=tuple(sources.values()),
        artifacts=tuple(artifacts.values()),
        transformations=(
            *read_transformations(tables, artifacts, spans),
            *derive_bullets(tables["Artifact"], artifacts, spans),
        ),
    )


def _read_claims(rows: Iterable[Node]) -> Iterator[tuple[str, Claim]]:
    seen: set[str] = set()
    for number, row in enumerate(rows, start=1):
        key = row.find_key("claim_id") or f"claim-{number}"
        if key in seen:
            raise row.refuse(f"{key} is given twice")
        seen.add(key)
        level = row.find("support_level")
        if level is not None and level.value not in list(SupportLevel):
            raise level.refuse(f"support_level is one of {', '.join(SupportLevel)}")
        yield (
            key,
            Claim(
                key=key,
                text=require_text(row, "claim_text"),
                support_level=SupportLevel(level.value) if level else None,
                notes=row.find_text("derivation_notes") or "",
            ),
        )


def _cite(rows: Iterable[Node], spans: Mapping[str, SpanRow]) -> Iterator[Citation]:
    """A citation for every supporting span; an id that names none stays and is no known source."""
    for number, row in enumerate(rows, start=1):
        for place, cited in enumerate(row.find_items("supporting_span_ids") or (), start=1):
            known = spans.get(cited.value) if isinstance(cited.value, str) else None
            yield Citation(
                key=f"claim-{number}-span-{place}",
                claim=row.find_key("claim_id") or f"claim-{number}",
                cited=cited.value,
                artifact=known.artifact if known else None,
                span=known.span if known else None,
                quoted_text=known.node.find_text("text_snapshot") if known else None,
                granularity="span",
            )


def _bound(
    rows: Iterable[Node], claims: Mapping[str, Claim], spans: Mapping[str, SpanRow]
) -> Mapping[str, tuple[str, ...]]:
    """The spans that were bound to each claim before it was written, in their order. Raises PayloadError."""
    found: dict[str, tuple[str, ...]] = {}
    for row in rows:
        claim, span = require_key(row, "claim_id", "claim"), require_key(row, "span_id", "span")
        if claim not in claims:
            raise row.refuse(f"there is no claim {claim}")
        if span not in spans:
            raise row.refuse(f"there is no span {span}")
        found[claim] = (*found.get(claim, ()), span)
    return found


def _say(bound: Mapping[str, tuple[str, ...]], rejected: list[Json]) -> Metadata | None:
    said: Metadata = {}
    if bound:
        said["bindings"] = {claim: list(keys) for claim, keys in bound.items()}
    if rejected:
        said["rejected"] = rejected
    return said or None


def _manifest(bound: Mapping[str, tuple[str, ...]], spans: Mapping[str, SpanRow]) -> tuple[ManifestEntry, ...]:
    """What the answer was bound to is what it was given: every bound span once, under its own id."""
    keys = dict.fromkeys(key for each in bound.values() for key in each)
    return tuple(
        ManifestEntry(label=key, artifact=spans[key].artifact, position=position, supplied=spans[key].span)
        for position, key in enumerate(keys)
    )
