"""Blocks of a packed context, each in its envelope (S4-24): {evidence_id, source, text, retrieval}.

`source` is {tenant_id, document_id, document_version, chunk_id, content_hash, uri}, `retrieval` {dense_rank,
sparse_rank, final_rank}. The tenant's id is kept with the text for those who audit and stands in nothing that a reader
sees: no title, no address, no hit (S4-25). An answer and its claims may stand beside the blocks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from lineage.evidence.bundle import Answer, Case, ManifestEntry, SourceVersion
from lineage.evidence.capture import Candidate, Capture, Hit, RetrievalRun, StageRecord
from lineage.evidence.digests import find_digest
from lineage.evidence.vocabulary import ArtifactKind, GenerationMode, Origin, SourceKind, Stage
from lineage.evidence.wire import MAXIMUM_OFFSET
from lineage.formats.claim_records import ClaimRecords, find_extra, read_claim_records, require_key
from lineage.formats.marked_prose import read_marked_prose
from lineage.formats.node import Node, is_whole_number
from lineage.formats.parts import read_parts
from lineage.formats.passages import Shelf, describe_version, make_passage, source_key

NAME = "context-envelope"
MARKER_CONTRACT = "[evidence_id] names the block of that id (convention of the importer)"

BLOCKS = ("blocks", "context", "evidence")
QUESTION = ("question", "query")
TEXT = ("answer", "answer_text")
IDENTITY = ("answer_id", "response_version")
READ = (*BLOCKS, *QUESTION, *TEXT, *IDENTITY, "claims", "model")
ENVELOPE = ("evidence_id", "source", "text", "retrieval")
PATHS = ("dense", "sparse")


class Block(NamedTuple):
    """A block of the manifest with the text that it holds and what was recorded of its way there."""

    entry: ManifestEntry
    source: str
    version: str | None
    source_fields: Node
    retrieval: Node | None


def is_block(value: object) -> bool:
    return isinstance(value, dict) and "evidence_id" in value and isinstance(value.get("source"), dict)


def matches(payload: object) -> bool:
    """A block, a list of blocks, or an object that holds one."""
    return _find_blocks(payload) is not None


def split(payload: object) -> tuple[Node, ...]:
    """The blocks of one context are one answer."""
    return (Node(payload),)


def read(payload: object, raw: str) -> tuple[Answer, ...]:
    """The answer. Raises PayloadError."""
    return read_parts(split(payload), read_part, raw)


def read_part(part: Node, raw: str) -> Answer:
    """The answer that was given these blocks. Raises PayloadError."""
    rows = _find_blocks(part.value)
    if rows is None:
        raise part.refuse("a block with evidence_id and source, a list of them, or an object with blocks is expected")
    around = part if isinstance(part.value, dict) and not is_block(part.value) else Node({})
    shelf, text, question = Shelf(), around.find_text(*TEXT), around.find_text(*QUESTION)
    blocks = tuple(_read_block(row, at, shelf) for at, row in enumerate(rows))
    records = _claims(around, text, blocks)
    return Answer(
        case=Case(question=question),
        response_version=around.find_key(*IDENTITY),
        producer=around.find_words("model") or "",
        format=NAME,
        text=text,
        raw_payload=raw,
        generation=GenerationMode.PORTABLE if around.find("claims") else GenerationMode.UNKNOWN,
        manifest=tuple(block.entry for block in blocks),
        claims=records.claims,
        citations=records.citations,
        capture=Capture(
            retrieval=_retrieval(blocks, question),
            stages=tuple(_stages(blocks)) or None,
            marker_contract=MARKER_CONTRACT,
            extra=find_extra(around, READ),
        ),
        sources=shelf.sources,
        artifacts=shelf.artifacts,
    )


def _find_blocks(payload: object) -> tuple[Node, ...] | None:
    if is_block(payload):
        return (Node(payload),)
    if isinstance(payload, list):
        return tuple(Node(payload).items) if any(map(is_block, payload)) else None
    if not isinstance(payload, dict):
        return None
    for name in BLOCKS:
        found = payload.get(name)
        if isinstance(found, list) and any(map(is_block, found)):
            return Node(payload).find_items(name)
    return None


def _claims(around: Node, text: str | None, blocks: Sequence[Block]) -> ClaimRecords:
    """Claims as records where there are any, else those of the answer's prose and its markers."""
    rows = around.find_items("claims")
    if rows is not None or not text:
        return read_claim_records(rows or (), text)
    prose = read_marked_prose(text, {block.entry.label: block.entry.artifact for block in blocks})
    return ClaimRecords(prose.claims, prose.citations)


def _read_block(row: Node, position: int, shelf: Shelf) -> Block:
    label, source, retrieval = require_key(row, "evidence_id"), row.find("source"), row.find("retrieval")
    if source is None:
        raise row.refuse("source is missing")
    version, uri = source.find_key("document_version"), source.find_words("uri")
    name = source.find_text("document_id")
    if not name:
        raise source.refuse("document_id is missing")
    passage = make_passage(
        source_key(name, name),
        SourceKind.OTHER,
        SourceVersion(version=version, uri=uri or "") if version else describe_version(uri=uri),
        ArtifactKind.CHUNK,
        row.find_text("text"),
        origin=Origin.UNRESOLVED,
        metadata={**source.fields, **(find_extra(row, ENVELOPE) or {})},
    )
    entry = ManifestEntry(
        label=label,
        artifact=shelf.put(passage),
        position=position,
        retrieval=dict(retrieval.fields) if retrieval else None,
    )
    return Block(entry, passage.source.key, version, source, retrieval)


def _retrieval(blocks: Sequence[Block], question: str | None) -> tuple[RetrievalRun, ...] | None:
    """One run: a hit for each rank of a path, a candidate for each final rank; what was not packed is not recorded."""
    ranked = [block for block in blocks if block.retrieval is not None]
    if not ranked:
        return None
    hits = tuple(hit for block in ranked for hit in _hits(block))
    candidates = tuple(
        Candidate(artifact=block.entry.artifact, final_rank=rank)
        for block in ranked
        if (rank := _find_rank(block, "final_rank")) is not None
    )
    return (RetrievalRun(query=question, hits=hits or None, candidates=candidates or None),)


def _hits(block: Block) -> Iterator[Hit]:
    """Ranks by path, each with the identity that the index held (S4-12); the tenant's id is no part of it."""
    payload = {name: value for name, value in block.source_fields.fields.items() if name != "tenant_id"}
    for path in PATHS:
        rank = _find_rank(block, f"{path}_rank")
        if rank is not None:
            yield Hit(artifact=block.entry.artifact, path=path, rank=rank, payload=payload)


def _find_rank(block: Block, name: str) -> int | None:
    found = block.retrieval.find(name) if block.retrieval else None
    if found is None:
        return None
    if not is_whole_number(found.value) or not 0 <= found.value <= MAXIMUM_OFFSET:
        raise found.refuse("a rank is a whole number from 0 up")
    return found.value


def _stages(blocks: Iterable[Block]) -> Iterator[StageRecord]:
    """The digest that was recorded when a chunk was found; one in another notation stays in its metadata."""
    for block in blocks:
        digest = find_digest(block.source_fields.fields.get("content_hash"))
        if digest is not None:
            yield StageRecord(
                stage=Stage.RETRIEVAL,
                block=block.entry.label,
                source=block.source,
                version=block.version,
                digest=digest,
            )
