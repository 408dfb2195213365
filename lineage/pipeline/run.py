"""A whole pipeline over what was read of a version: extract -> masks -> no running lines -> normalized text -> chunks.

Each step is recorded. The keys of what is made name the source, its version and the way it was made, so that the same
input gives the same records and another way of chunking gives other chunks with the same parents (M-02, M-04).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from lineage.evidence.bundle import Artifact, Source, Transformation
from lineage.evidence.digests import Digest, digest_json, digest_text
from lineage.evidence.vocabulary import ExtractionState, SourceKind
from lineage.pipeline.boilerplate import find_boilerplate, strip
from lineage.pipeline.carrying import carry_layout
from lineage.pipeline.chunking import Piece, chunk_by_section, chunk_by_size
from lineage.pipeline.deduplication import deduplicate
from lineage.pipeline.extraction import Extraction
from lineage.pipeline.layout import Layout
from lineage.pipeline.pages_of_chunks import Pages
from lineage.pipeline.pipelines import LONGEST_BASE, SHIPPED, Pipeline, short_name
from lineage.pipeline.records import Place, Step
from lineage.pipeline.redaction import Masked, RedactionPolicy, redact
from lineage.pipeline.row_steps import row_steps
from lineage.pipeline.sections import Section, carry
from lineage.pipeline.sections_of_layouts import find_sections_of
from lineage.pipeline.steps import (
    chunk_step,
    find_raw_text,
    normalize_step,
    parse_step,
    plain_parse_step,
    redact_step,
    strip_step,
)
from lineage.text.spanmap import SpanMap

__all__ = ["SHIPPED", "Built", "Pipeline", "build", "key_base"]


class Built(NamedTuple):
    """What a pipeline made of a version, parents before what is made of them. `masked`: what was masked, and where."""

    artifacts: tuple[Artifact, ...]
    transformations: tuple[Transformation, ...]
    extract_key: str
    masked: tuple[Masked, ...] = ()


class _Read(NamedTuple):
    """A text on its way, with where its words stand on pages, under headings and in tables."""

    artifact: Artifact
    layout: Layout
    sections: tuple[Section, ...]

    @property
    def text(self) -> str:
        return self.artifact.text or ""


def build(
    source: Source,
    version: str,
    extraction: Extraction,
    pipeline: Pipeline,
    raw_digest: Digest | None = None,
    mask_key: bytes | None = None,
) -> Built:
    """Every text of a version and how it was made. `raw_digest`: that of the bytes; `mask_key`: see `redact`.

    ValueError for bytes of which no text was had, and for a redaction of another text. `MapFailed` where a map does
    not hold: then nothing was made.
    """
    if extraction.state is not ExtractionState.READ:
        raise ValueError(f"there is no text to make others of: {extraction.state.label}. {extraction.reason}".strip())
    raw = Place(source.key, version, source.language, key_base(source.key, version))
    place, parsed = _parsed(raw, source.kind, extraction, raw_digest)
    steps, extract = [parsed], parsed.artifacts[-1]
    layout = extraction.layout
    read = _Read(extract, layout, find_sections_of(extraction.text, layout, source.kind))
    masked: tuple[Masked, ...] = ()
    if pipeline.redaction is not None:
        place, step, read, masked = _masked(place, read, pipeline.redaction, mask_key)
        steps.append(step)
    text, way = read.artifact, SpanMap.identity(len(read.text))
    removed = find_boilerplate(read.text, read.layout.pages)
    if removed:
        stripped, way = strip(read.text, removed)
        steps.append(strip_step(place, text, way, stripped))
        text = steps[-1].artifacts[0]
    normalized, view = normalize_step(place, text, pipeline.normalization)
    way = view.compose(way) if removed else view
    steps.append(normalized)
    steps.append(_chunked(place, normalized.artifacts[0], read, way, pipeline))
    steps.append(_linearized(place, read))
    return Built(
        tuple(artifact for step in steps for artifact in step.artifacts),
        tuple(made for step in steps for made in step.transformations),
        extract.key,
        masked,
    )


def key_base(source: str, version: str) -> str:
    """What the keys of a version's texts begin with; no two versions have the same. A long one ends in a digest."""
    # The last @ is the one between the two.
    written = f"{source}@{version.replace('%', '%25').replace('@', '%40')}"
    if len(written) <= LONGEST_BASE:
        return written
    digest = digest_text(written).partition(":")[2]
    return f"{written[: LONGEST_BASE - len(digest) - 1]}~{digest}"


def _below(place: Place, name: str) -> Place:
    return replace(place, base=f"{place.base}/{name}")


def _parsed(raw: Place, kind: SourceKind, extraction: Extraction, raw_digest: Digest | None) -> tuple[Place, Step]:
    """Another release of a parser may read other words in the same bytes: their keys are then others, too."""
    raw_text = find_raw_text(extraction, kind, raw_digest)
    if raw_text is not None:
        return raw, plain_parse_step(raw, raw_text, extraction.text)
    reading = digest_json([extraction.tool, extraction.tool_version, digest_text(extraction.text)])
    place = _below(raw, f"read/{short_name(reading)}")
    return place, parse_step(raw, place, extraction, raw_digest)


def _masked(
    place: Place, read: _Read, policy: RedactionPolicy, key: bytes | None
) -> tuple[Place, Step, _Read, tuple[Masked, ...]]:
    """Everything after it is made of the masked text, so that no mask is undone by a later step."""
    redacted = redact(read.text, policy, key)
    below = _below(place, f"redacted/{short_name(policy.digest)}")
    step = redact_step(below, read.artifact, redacted, policy)
    sections = carry(read.sections, redacted.map)
    return below, step, _Read(step.artifacts[0], carry_layout(read.layout, redacted.map), sections), redacted.masked


def _chunked(place: Place, normalized: Artifact, read: _Read, way: SpanMap, pipeline: Pipeline) -> Step:
    """`way`: from the normalized text back to `read`. Sections were found there: a normalized text may have lost the
    lines that headings are seen by.
    """
    text, chunking = normalized.text or "", pipeline.chunking
    pieces: Sequence[Piece]
    if chunking.by == "size":
        pieces = tuple(chunk_by_size(text, chunking))
    else:
        pieces = tuple(chunk_by_section(text, carry(read.sections, way), chunking))
    pages = Pages(read.layout.pages, way) if read.layout.pages else None
    return chunk_step(place, normalized, deduplicate(text, pieces), chunking, pipeline.name, pages)


def _linearized(place: Place, read: _Read) -> Step:
    starts = [cell.span.start for cell in read.layout.cells]
    return row_steps(
        place,
        read.artifact,
        read.layout.cells,
        _paths_at(starts, read.sections),
        {start: page for start in starts if (page := read.layout.page_at(start)) is not None},
    )


def _paths_at(starts: Sequence[int], sections: Sequence[Section]) -> Mapping[int, str]:
    paths: dict[int, str] = {}
    waiting, path = list(reversed(sections)), ""
    for start in sorted(set(starts)):
        while waiting and waiting[-1].start <= start:
            path = waiting.pop().path
        paths[start] = path
    return paths
