"""Where a way lost something: the step with the lowest confidence, and the steps that lost a qualifier. Pure."""

from typing import NamedTuple

from lineage.evidence.bundle import Artifact
from lineage.evidence.dossier import Dossier
from lineage.evidence.paths import Hop, Trace
from lineage.evidence.qualifiers import PATTERN, sentences_around
from lineage.evidence.vocabulary import TransformationKind
from lineage.text.segments import Segment, SegmentKind, SpanMapError
from lineage.text.span import Span, cover

# A sentence longer than this to either side of the span is read so far.
REACH = 1_200


class Weakest(NamedTuple):
    """The lowest confidence that any step or text of a way recorded (M-21, S3-58).

    `step` is None where the text itself has it and nobody recorded what made it; `page` None where none is near.
    """

    confidence: float
    artifact: str
    step: str | None
    kind: TransformationKind | None
    page: int | None


class LostQualifier(NamedTuple):
    """A phrase that narrows the input of a step and no longer stands in its output (S3-11, S3-02).

    `artifact` is the output, None where the claim itself lost it; `is_dropped` is False where other qualifying words
    took its place: it was reworded, and whether it still means the same is for a person to say.
    """

    phrase: str
    artifact: str | None
    step: str | None
    is_dropped: bool


def find_weakest(dossier: Dossier, traced: Trace) -> Weakest | None:
    """None where nobody recorded a confidence; the most upstream of equal ones."""
    found = [_of_text(dossier, place.artifact) for place in traced.places]
    found += [_of_step(dossier, hop) for hop in reversed(traced.hops)]
    known = [weakest for weakest in found if weakest is not None]
    return min(known, key=lambda weakest: weakest.confidence, default=None)


def find_lost_qualifiers(dossier: Dossier, traced: Trace, claim: str | None) -> tuple[LostQualifier, ...]:
    """What each step lost, the most upstream first; then what `claim` lost of the original, unless a step had before.

    Words of two languages are not compared: a translation has other phrases, and that is no loss.
    """
    lost: dict[str, LostQualifier] = {}
    for hop in reversed(traced.hops):
        output = dossier.find_text(hop.edge.derivation.output)
        source = dossier.find_text(hop.edge.derivation.input)
        if output is None or source is None or not hop.inputs or _is_translated(dossier, hop):
            continue
        after = sentences_around(output, hop.output, REACH)[1].slice(output)
        for phrase in _phrases(source, hop.inputs):
            if phrase not in after.casefold():
                step = hop.edge.transformation.key
                dropped = not PATTERN.search(after)
                lost.setdefault(phrase, LostQualifier(phrase, hop.edge.derivation.output, step, dropped))
    if claim is not None and not any(_is_translated(dossier, hop) for hop in traced.hops):
        for phrase in _original_phrases(dossier, traced):
            if phrase not in claim.casefold():
                lost.setdefault(phrase, LostQualifier(phrase, None, None, not PATTERN.search(claim)))
    return tuple(lost.values())


def find_phrases(text: str, within: Span) -> tuple[Span, ...]:
    """The places of qualifying phrases, without the clause that follows each."""
    return tuple(Span(*match.span()) for match in PATTERN.finditer(text, within.start, within.end))


def _phrases(text: str, spans: tuple[Span, ...]) -> tuple[str, ...]:
    """The qualifying phrases in the sentences of some spans, small letters, each once."""
    around = sentences_around(text, cover(spans), REACH)[1]
    return tuple(dict.fromkeys(phrase.slice(text).casefold() for phrase in find_phrases(text, around)))


def _original_phrases(dossier: Dossier, traced: Trace) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for place in traced.places:
        found |= dict.fromkeys(_phrases(dossier.find_text(place.artifact) or "", (place.span,)))
    return tuple(found)


def _is_translated(dossier: Dossier, hop: Hop) -> bool:
    if hop.edge.transformation.kind is TransformationKind.TRANSLATION:
        return True
    return any(segment.kind is SegmentKind.TRANSLATED for segment in _segments(dossier, hop))


def _of_text(dossier: Dossier, key: str) -> Weakest | None:
    artifact = dossier.artifacts[key]
    if artifact.confidence is None:
        return None
    made = next((edge.transformation for edge in dossier.edges_into.get(key, ())), None)
    return Weakest(artifact.confidence, key, made.key if made else None, made.kind if made else None, artifact.page)


def _of_step(dossier: Dossier, hop: Hop) -> Weakest | None:
    output = dossier.artifacts[hop.edge.derivation.output]
    confidences = [output.confidence, *(segment.confidence for segment in _segments(dossier, hop))]
    known = [confidence for confidence in confidences if confidence is not None]
    if not known:
        return None
    made = hop.edge.transformation
    near: tuple[Artifact | None, ...] = (output, dossier.artifacts.get(hop.edge.derivation.input))
    page = next((artifact.page for artifact in near if artifact and artifact.page is not None), None)
    return Weakest(min(known), output.key, made.key, made.kind, page)


def _segments(dossier: Dossier, hop: Hop) -> tuple[Segment, ...]:
    """The part of the map that the span lies on; a map that cannot be has none."""
    try:
        spans = dossier.get_map(hop.edge)
    except SpanMapError:
        return ()
    return spans.segments_in(hop.output) if spans is not None else ()
