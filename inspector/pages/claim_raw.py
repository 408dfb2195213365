"""The raw extract beside the normalized text, around the selected span (S0-33). Pure."""

from inspector.pages.claim_differences import difference
from inspector.pages.claim_reading import Reading
from inspector.pages.evidence_view import RawBeside
from lineage.evidence.qualifiers import sentences_around
from lineage.evidence.vocabulary import ArtifactKind, TransformationKind
from lineage.text.span import Span, cover

REACH = 1_200


def raw_of(reading: Reading) -> RawBeside:
    """What normalization changed in the cited sentences, or why there is nothing to set side by side."""
    hops = reading.way.hops if reading.way else ()
    for hop in hops:
        made = reading.dossier.artifacts.get(hop.edge.derivation.output)
        kind = hop.edge.transformation.kind
        if made is None or (
            made.kind is not ArtifactKind.NORMALIZED_TEXT and kind is not TransformationKind.NORMALIZATION
        ):
            continue
        raw = reading.dossier.find_text(hop.edge.derivation.input)
        if raw is None:
            return RawBeside(None, "The raw extract was not kept.")
        if made.text is None or not hop.inputs:
            return RawBeside(None, "Where these words stand in the raw extract was not recorded.")
        before = _sentences(raw, cover(hop.inputs)).slice(raw)
        after = _sentences(made.text, hop.output).slice(made.text)
        if before == after:
            return RawBeside(None, "The raw extract has the same characters here: normalization changed none.")
        return RawBeside(difference("the raw extract", before, "the normalized text", after), "")
    return RawBeside(None, "No normalized text stands on this way: what was cited was cut from the extract itself.")


def _sentences(text: str, span: Span) -> Span:
    return sentences_around(text, Span(span.start, min(span.end, span.start + REACH)), REACH)[1]
