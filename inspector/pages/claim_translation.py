"""A translation beside its original, stretch by stretch as it was aligned (S3-40, M-19). Pure."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from inspector.pages.beside_view import AlignedRow, Alignment
from inspector.pages.claim_reading import Reading
from inspector.pages.drawing import DrawnText, Layer, draw
from lineage.evidence.bundle import Artifact, Transformation
from lineage.evidence.paths import Hop
from lineage.evidence.qualifiers import sentences
from lineage.evidence.vocabulary import ArtifactKind, TransformationKind
from lineage.text.segments import Segment, SegmentKind
from lineage.text.span import Span

AROUND, MOST_ROWS = 1, 8
# A text that is aligned as one piece is shown only so far.
LONGEST = 1_200
MOST_COUNTED = 200


class Cited(NamedTuple):
    """The words of a translation that are cited, and those of the original that they render."""

    output: Span
    inputs: tuple[Span, ...]


NOTHING_CITED = Cited(Span(0, 0), ())


def translations_of(reading: Reading) -> dict[str, Alignment]:
    """Each translation on the way of the selected span, by the key of its text."""
    found: dict[str, Alignment] = {}
    for hop in reading.way.hops if reading.way else ():
        output = reading.dossier.artifacts.get(hop.edge.derivation.output)
        source = reading.dossier.artifacts.get(hop.edge.derivation.input)
        if output is None or source is None or not _is_translation(output, hop) or output.key in found:
            continue
        if output.text and source.text and not reading.masked.keys() & {output.key, source.key}:
            found[output.key] = _alignment(reading, hop, source, output)
    return found


def _is_translation(output: Artifact, hop: Hop) -> bool:
    return output.kind is ArtifactKind.TRANSLATION or hop.edge.transformation.kind is TransformationKind.TRANSLATION


def _alignment(reading: Reading, hop: Hop, source: Artifact, output: Artifact) -> Alignment:
    pieces = aligned_pieces(reading.dossier.segments_of(hop.edge), source, output)
    shown, cited = _near(pieces, hop.output), Cited(hop.output, hop.inputs)
    return align(hop.edge.transformation, source, output, pieces, shown, cited)


def aligned_pieces(segments: Iterable[Segment], source: Artifact, output: Artifact) -> list[Segment]:
    """The stretches of a translation that render a stretch of its original, in its order."""
    kept = (s for s in segments if s.kind not in (SegmentKind.DELETED, SegmentKind.INSERTED))
    return sorted((s for s in kept if _fits(s, source, output)), key=lambda segment: segment.output)


def align(
    made: Transformation,
    source: Artifact,
    output: Artifact,
    pieces: Sequence[Segment],
    shown: Sequence[Segment],
    cited: Cited = NOTHING_CITED,
) -> Alignment:
    """Of the aligned `pieces` those that are `shown`, with the cited words marked in both; one piece where none are."""
    coarse = len(pieces) < 2 and len(list(sentences(output.text or ""))) > 1
    whole = Segment(_beginning(output), _beginning(source), SegmentKind.TRANSLATED)
    by = made.model or made.operator or made.tool or "not recorded"
    return Alignment(
        caption=f"translated by {made.mediation.label}, {by}",
        original=f"{source.kind.label}, {source.origin.label}{_language(source)}",
        translated=f"{output.kind.label}, {output.origin.label}{_language(output)}",
        rows=tuple(_row(segment, cited, source, output) for segment in shown or [whole]),
        is_coarse=coarse,
        note=_note(coarse, len(pieces) - len(shown) if pieces else 0),
        how="" if coarse else _how(pieces, output),
    )


def _how(pieces: Sequence[Segment], output: Artifact) -> str:
    """Whether the stretches are sentences, as far as their ends tell; nobody is told so of larger ones."""
    if not pieces:
        return ""
    text = output.text or ""
    larger = sum(len(list(sentences(piece.output.slice(text)))) > 1 for piece in pieces[:MOST_COUNTED])
    if not larger:
        return "aligned sentence by sentence"
    return f"aligned by stretches, {larger} of {min(len(pieces), MOST_COUNTED)} with several sentences"


def _fits(segment: Segment, source: Artifact, output: Artifact) -> bool:
    inside = segment.input.end <= len(source.text or "") and segment.output.end <= len(output.text or "")
    return inside and not segment.input.is_empty and not segment.output.is_empty


def _near(pieces: list[Segment], at: Span) -> list[Segment]:
    """The stretches that a span touches, with one more to either side."""
    touched = [number for number, segment in enumerate(pieces) if segment.output.intersect(at)]
    if not touched:
        return pieces[:MOST_ROWS]
    return pieces[max(0, touched[0] - AROUND) : touched[-1] + 1 + AROUND][:MOST_ROWS]


def _row(segment: Segment, at: Cited, source: Artifact, output: Artifact) -> AlignedRow:
    cited = segment.output.intersect(at.output)
    confidence = f"{segment.confidence:.2f}" if segment.confidence is not None else ""
    is_cited = cited is not None and cited.length * 2 >= segment.output.length
    given = [part for span in at.inputs if (part := segment.input.intersect(span))] if is_cited else []
    return AlignedRow(
        _drawn(source, segment.input, given),
        _drawn(output, segment.output, [cited] if cited else []),
        is_cited,
        confidence,
    )


def _drawn(artifact: Artifact, window: Span, marked: list[Span]) -> DrawnText:
    layers = [Layer("", span, ("hl", "hl-here")) for span in marked]
    return draw(artifact.text or "", layers, window, language=artifact.language, direction=artifact.direction)


def _beginning(artifact: Artifact) -> Span:
    return Span(0, min(len(artifact.text or ""), LONGEST))


def _language(artifact: Artifact) -> str:
    return f", {artifact.language}" if artifact.language else ", language not recorded"


def _note(coarse: bool, left_out: int) -> str:
    if coarse:
        return "Aligned as one piece over the whole text: which sentence renders which was not recorded."
    return f"{left_out} more aligned stretch{'' if left_out == 1 else 'es'} in this text." if left_out > 0 else ""
