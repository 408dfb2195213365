"""Sources and claims: one answer as records, {"sources": [...], "claims": [...]} (S2-13, S2-14).

A source is {source_id, document_version, text}, a claim {claim_id, text, citation_ids, requires_citation}. The sources
in their order are the manifest, one that is listed twice stands twice; citations keep the order of their ids.
"""

from __future__ import annotations

from lineage.evidence.bundle import Answer, Case, ManifestEntry, SourceVersion
from lineage.evidence.capture import Capture
from lineage.evidence.vocabulary import ArtifactKind, GenerationMode, Origin, SourceKind
from lineage.formats.claim_records import find_extra, is_claim_record, read_claim_records, require_key, require_text
from lineage.formats.node import Node
from lineage.formats.parts import read_parts
from lineage.formats.passages import Shelf, make_passage

NAME = "sources-and-claims"

QUESTION = ("question", "query")
TEXT = ("answer", "answer_text")
IDENTITY = ("answer_id", "response_version")
SOURCE = ("source_id", "document_version", "text")
READ = (*QUESTION, *TEXT, *IDENTITY, "sources", "claims", "model")


def matches(payload: object) -> bool:
    """An object with a list of source records and a list of claim records; one of them may be empty."""
    if not isinstance(payload, dict):
        return False
    sources, claims = payload.get("sources"), payload.get("claims")
    if not isinstance(sources, list) or not isinstance(claims, list) or "schema" in payload:
        return False
    return any(map(is_source_record, sources)) or (not sources and any(map(is_claim_record, claims)))


def is_source_record(value: object) -> bool:
    return isinstance(value, dict) and "source_id" in value and "document_version" in value


def split(payload: object) -> tuple[Node, ...]:
    """The object is one answer."""
    return (Node(payload),)


def read(payload: object, raw: str) -> tuple[Answer, ...]:
    """The answer. Raises PayloadError."""
    return read_parts(split(payload), read_part, raw)


def read_part(part: Node, raw: str) -> Answer:
    """The answer of one object. Raises PayloadError."""
    if not isinstance(part.value, dict) or not isinstance(part.value.get("sources"), list):
        raise part.refuse("an object with lists of sources and claims is expected here")
    shelf, text = Shelf(), part.find_text(*TEXT)
    records = read_claim_records(part.find_items("claims") or (), text)
    return Answer(
        case=Case(question=part.find_text(*QUESTION)),
        response_version=part.find_key(*IDENTITY),
        producer=part.find_words("model") or "",
        format=NAME,
        text=text,
        raw_payload=raw,
        generation=GenerationMode.PORTABLE,
        manifest=tuple(_supply(row, at, shelf) for at, row in enumerate(part.find_items("sources") or ())),
        claims=records.claims,
        citations=records.citations,
        capture=Capture(extra=find_extra(part, READ)),
        sources=shelf.sources,
        artifacts=shelf.artifacts,
    )


def _supply(row: Node, position: int, shelf: Shelf) -> ManifestEntry:
    """A source under its own id. The record is the text of that version, whoever stored it."""
    key, version = require_key(row, "source_id"), require_key(row, "document_version")
    passage = make_passage(
        key,
        SourceKind.TEXT,
        SourceVersion(version=version),
        ArtifactKind.CANONICAL_EXTRACT,
        require_text(row, "text"),
        origin=Origin.ORIGINAL,
        metadata=find_extra(row, SOURCE),
    )
    return ManifestEntry(label=key, artifact=shelf.put(passage), position=position)
