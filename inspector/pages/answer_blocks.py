"""The packed blocks as they were supplied, with their parts (M-31, S4-19..S4-22). Pure."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from inspector.pages.answer_names import fact, passage_of
from inspector.pages.answer_reading import AnswerReading
from inspector.pages.answer_region import Fact, Listed, Passage, Region
from inspector.pages.claim_reading import look_of
from inspector.pages.drawing import DrawnText, Layer, draw, on_lines
from inspector.pages.evidence_view import Said
from lineage.evidence.bundle import Artifact, ManifestEntry, Part
from lineage.evidence.digests import digest_text
from lineage.evidence.vocabulary import Addition
from lineage.text.span import Span

EXCERPT, MANY = 600, 20
STATE_OF_ADDITION = {
    Addition.MATCHED: "pass",
    Addition.NEIGHBOR_EXPANSION: "none",
    Addition.GENERATED_ADDITION: "generated",
}


class PartRow(NamedTuple):
    passage: Passage
    addition: Said
    span: Span | None
    separator: Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockRow:
    """`trimmed` says which range of the artifact was supplied; `drawn` is where its words begin, None where unkept."""

    label: str
    position: int | None
    passage: Passage
    kind: str
    origin: Said
    trimmed: str
    digest: str | None
    length: int | None
    drawn: DrawnText | None
    parts: tuple[PartRow, ...]
    retrieval: tuple[Fact, ...]
    is_masked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerBlocks:
    region: Region
    packed_at: datetime | None
    rows: tuple[BlockRow, ...]
    listed: Listed


def blocks_of(reading: AnswerReading, *, every: bool) -> AnswerBlocks:
    manifest = reading.dossier.answer.manifest
    title = "What was packed"
    entries = manifest or ()
    shown = entries if every else entries[:MANY]
    rows = tuple(_row(reading, entry) for entry in shown)
    if manifest is None:
        missing = "Which passages were supplied to the generator, and under which labels."
        advice = "Write the manifest after final packing: label, position, text or digest, and the parts of each block."
        region = Region("blocks", title, "absent", missing, advice)
    elif not entries:
        region = Region("blocks", title, "empty", "Nothing was supplied to this answer.")
    else:
        unkept = [row for row in rows if row.length is None and not row.is_masked]
        masked = any(row.is_masked for row in rows)
        missing = f"the text of {len(unkept)} of {len(rows)}" if unkept else ""
        region = Region("blocks", title, "masked" if masked else "partial" if unkept else "recorded", missing)
    listed = Listed(len(shown), len(entries), f"{reading.url}?blocks=all#blocks")
    return AnswerBlocks(region=region, packed_at=reading.dossier.answer.capture.packed_at, rows=rows, listed=listed)


def _row(reading: AnswerReading, entry: ManifestEntry) -> BlockRow:
    artifact = reading.dossier.artifacts.get(entry.artifact)
    masked = reading.mask.hides(entry.artifact) or any(reading.mask.hides(part.artifact) for part in entry.parts)
    text = None if artifact is None or masked else artifact.text
    supplied = entry.supplied.slice(text) if text is not None and entry.supplied is not None else text
    return BlockRow(
        label="" if masked else entry.label,
        position=entry.position,
        passage=passage_of(reading, entry.artifact),
        kind="" if artifact is None or masked else artifact.kind.label,
        origin=_origin(artifact),
        trimmed=_trimmed(entry, text),
        digest=None
        if masked
        else digest_text(supplied)
        if supplied is not None
        else reading.dossier.find_digest(entry.artifact),
        length=len(supplied) if supplied is not None else None,
        drawn=_drawn(artifact, entry) if artifact is not None and text is not None else None,
        parts=() if masked else tuple(_part(reading, part) for part in entry.parts),
        retrieval=()
        if masked
        else tuple(fact(reading, name, value) for name, value in (entry.retrieval or {}).items()),
        is_masked=masked,
    )


def _origin(artifact: Artifact | None) -> Said:
    if artifact is None:
        return Said("unknown passage", "fail")
    looks = {"original": "pass", "derived": "pass", "generated": "generated", "mixed": "generated"}
    return Said(artifact.origin.label, looks.get(artifact.origin.value, "absent"), "", artifact.origin.meaning)


def _trimmed(entry: ManifestEntry, text: str | None) -> str:
    if entry.supplied is None:
        return ""
    of = f" of {len(text)}" if text is not None else ""
    return f"trimmed: characters {entry.supplied.start}–{entry.supplied.end}{of}"


def _drawn(artifact: Artifact, entry: ManifestEntry) -> DrawnText:
    text = artifact.text or ""
    whole = Span(0, len(text))
    supplied = (entry.supplied or whole).intersect(whole) or Span(0, 0)
    window = on_lines(text, Span(supplied.start, min(supplied.end, supplied.start + EXCERPT)))
    window = Span(supplied.start, min(window.end, supplied.end))
    layers = [Layer("", supplied, (look_of(artifact.origin),))] if not supplied.is_empty else []
    layers += [Layer("", marked.span, (look_of(marked.origin),)) for marked in artifact.origins]
    return draw(text, layers, window, language=artifact.language, direction=artifact.direction)


def _part(reading: AnswerReading, part: Part) -> PartRow:
    shown = repr(part.separator)[1:-1] if part.separator else None
    said = Said(part.addition.label, STATE_OF_ADDITION[part.addition])
    return PartRow(passage_of(reading, part.artifact), said, part.span, Fact("", shown))
