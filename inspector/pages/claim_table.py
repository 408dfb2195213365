"""A table row written as a sentence, beside the cells that its phrases come from (S3-39, M-18). Pure."""

import re
from collections.abc import Iterable, Iterator

from inspector.pages.beside_view import GridCell, Phrase, RowBesideGrid
from inspector.pages.claim_reading import Reading
from inspector.pages.drawing import DrawnText, draw
from inspector.pages.table_cells import lay_out
from lineage.evidence.bundle import Artifact
from lineage.evidence.paths import Hop
from lineage.evidence.vocabulary import ArtifactKind, TransformationKind
from lineage.text.segments import Segment, SegmentKind
from lineage.text.span import Span

MOST_PHRASES, MOST_LINES = 24, 8
CELL = re.compile(r"[^|\t]+")


def grid_of(reading: Reading) -> RowBesideGrid | None:
    """The first linearized row on the way of the selected span; None where there is none, or no text of it."""
    for hop in reading.way.hops if reading.way else ():
        output = reading.dossier.artifacts.get(hop.edge.derivation.output)
        source = reading.dossier.artifacts.get(hop.edge.derivation.input)
        if output is None or source is None or not output.text or not source.text or not _is_row(output, hop):
            continue
        segments = phrases_of(reading.dossier.segments_of(hop.edge), source, output)
        if segments and not reading.masked.keys() & {output.key, source.key}:
            return lay_beside(source, output, segments, hop.output)
    return None


def _is_row(output: Artifact, hop: Hop) -> bool:
    made = hop.edge.transformation.kind is TransformationKind.TABLE_LINEARIZATION
    return made or output.kind is ArtifactKind.TABLE_LINEARIZATION


def _fits(segment: Segment, source: Artifact, output: Artifact) -> bool:
    kept = segment.kind not in (SegmentKind.DELETED, SegmentKind.INSERTED)
    inside = segment.input.end <= len(source.text or "") and segment.output.end <= len(output.text or "")
    return kept and inside and not segment.input.is_empty and not segment.output.is_empty


def phrases_of(segments: Iterable[Segment], source: Artifact, output: Artifact) -> list[Segment]:
    """The stretches of a linearized row that come from a cell, in its order."""
    return sorted((s for s in segments if _fits(s, source, output)), key=lambda segment: segment.output)[:MOST_PHRASES]


def lay_beside(source: Artifact, output: Artifact, segments: list[Segment], cited: Span) -> RowBesideGrid:
    """A row with the cells that its phrases come from; the phrases on the span `cited` are marked."""
    text = output.text or ""
    phrases = tuple(_phrases(output, segments, cited))
    loose = [text[p.drawn.start : p.drawn.end].strip(" ,;:.") for p in phrases if not p.number]
    named = [words for words in loose if any(letter.isalnum() for letter in words)]
    note = "".join(f"“{words}” comes from no cell. " for words in named[:3]).strip()
    where = ", ".join(part for part in (output.section, output.cell) if part)
    return RowBesideGrid(
        caption=f"{output.kind.label}{f', {where}' if where else ''}",
        phrases=phrases,
        rows=lay_out(source, output, segments) or tuple(_rows(source, segments)),
        note=note,
    )


def _phrases(output: Artifact, segments: list[Segment], cited: Span) -> Iterator[Phrase]:
    at = 0
    for number, segment in enumerate(segments, start=1):
        if segment.output.start > at:
            yield Phrase(_drawn(output, Span(at, segment.output.start)), 0, False)
        if segment.output.start >= at:
            yield Phrase(_drawn(output, segment.output), number, segment.output.intersect(cited) is not None)
            at = segment.output.end
    if at < len(output.text or ""):
        yield Phrase(_drawn(output, Span(at, len(output.text or ""))), 0, False)


def _rows(source: Artifact, segments: list[Segment]) -> Iterator[tuple[GridCell, ...]]:
    """The lines of the source that gave a phrase, cut into their cells; the first line with several is the header."""
    text = source.text or ""
    lines = sorted({_line_at(text, segment.input.start) for segment in segments})[:MOST_LINES]
    header = next((line for line in lines if len(_cells(text, line)) > 1), None)
    widest = max((len(_cells(text, line)) for line in lines), default=1)
    for line in lines:
        cells = _cells(text, line)
        spans = widest if len(cells) == 1 else 1
        yield tuple(GridCell(_drawn(source, cell), _number(cell, segments), line == header, spans) for cell in cells)


def _line_at(text: str, at: int) -> Span:
    start, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
    return Span(start, end if end >= 0 else len(text))


def _cells(text: str, line: Span) -> list[Span]:
    cells = []
    for match in CELL.finditer(text, line.start, line.end):
        words = match[0]
        if words.strip():
            start = match.start() + len(words) - len(words.lstrip())
            cells.append(Span(start, start + len(words.strip())))
    return cells


def _number(cell: Span, segments: list[Segment]) -> int:
    return next((n for n, segment in enumerate(segments, start=1) if segment.input.intersect(cell)), 0)


def _drawn(artifact: Artifact, window: Span) -> DrawnText:
    return draw(artifact.text or "", (), window, language=artifact.language, direction=artifact.direction)
