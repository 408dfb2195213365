"""Texts on leaves: the quotation, what was supplied, the frozen source with its neighbours, generated texts. Pure."""

from collections.abc import Collection

from inspector.pages.claim_losses import loss_sentence
from inspector.pages.claim_reading import Reading, draw_around
from inspector.pages.drawing import Layer, draw
from inspector.pages.evidence_view import DigestCell, Passage
from inspector.pages.withheld import words_of
from lineage.evidence.bundle import Artifact, Citation
from lineage.evidence.outcomes import Place, Resolution
from lineage.evidence.path_marks import find_phrases
from lineage.evidence.qualifiers import sentences_around
from lineage.evidence.vocabulary import (
    ArtifactKind,
    Mediation,
    Origin,
    ResolutionStatus,
)
from lineage.text.span import Span, cover


def quoted_of(citation: Citation, resolution: Resolution) -> Passage | None:
    """The words that the answer gives as the source's, drawn as a quotation only where they are one."""
    if citation.quoted_text is None:
        return None
    matches = resolution.status in (ResolutionStatus.QUOTE_MATCH, ResolutionStatus.NORMALIZED_MATCH)
    caption = "quoted in the answer" if matches else "given as a quotation in the answer; not drawn as one"
    return Passage(caption=caption, look="original" if matches else "unproved", drawn=draw(citation.quoted_text))


def supplied_of(reading: Reading, citation: Citation, resolution: Resolution) -> Passage | None:
    """The passage as the answer was given it, where that is another text than the frozen source."""
    artifact = find_named_artifact(reading, resolution)
    if artifact is None or artifact.key in {place.artifact for place in resolution.primary}:
        return None
    words = artifact.origin.label
    label = f", under the label {resolution.entry}" if resolution.entry else ""
    caption = f"as the answer was given it{label}: {artifact.kind.label}, {words}"
    return passage_of(reading, artifact, caption, [_cited_layer(citation, resolution)] if resolution.span else [])


def passage_of(reading: Reading, artifact: Artifact, caption: str, layers: list[Layer]) -> Passage:
    """A text with its spans; masked and unkept texts say so instead."""
    if artifact.key in reading.masked:
        return Passage(caption="masked", look="", drawn=None, why_not=words_of(reading.masked[artifact.key]))
    digest = DigestCell(reading.dossier.find_digest(artifact.key), "passage text")
    if artifact.text is None:
        why = "The words of this passage were not kept when the answer was recorded."
        return Passage(caption=caption, look=artifact.origin.value, drawn=None, why_not=why, digest=digest)
    at = cover([layer.span for layer in layers]) if layers else Span(0, min(len(artifact.text), 600))
    drawn = draw_around(reading, artifact, artifact.text, layers, at)
    wider = "" if drawn.is_whole else reading.address(wider=reading.selection.wider + 1, stage=reading.selection.stage)
    return Passage(caption=caption, look=artifact.origin.value, drawn=drawn, digest=digest, wider=wider)


def context_of(reading: Reading, citation: Citation, resolution: Resolution) -> tuple[Passage, ...]:
    """The cited words in the frozen source with their neighbours, one passage for each original text."""
    if reading.is_masked(citation):
        return (Passage(caption="masked", look="", drawn=None, why_not=words_of(reading.why_masked(citation))),)
    places = resolution.primary
    if not places:
        return (_without_place(reading, citation, resolution),)
    found = []
    for key in dict.fromkeys(place.artifact for place in places):
        artifact = reading.dossier.artifacts[key]
        here = [place for place in places if place.artifact == key]
        found.append(_original_passage(reading, citation, resolution, artifact, here))
    return tuple(found)


def _original_passage(
    reading: Reading, citation: Citation, resolution: Resolution, artifact: Artifact, here: list[Place]
) -> Passage:
    text = artifact.text
    if text is None or artifact.key in reading.masked:
        return passage_of(reading, artifact, artifact.key, [])
    layers = [Layer(citation.key, place.span, ("hl-here",)) for place in here]
    layers += _other_layers(reading, citation, artifact.key)
    layers += [
        Layer("", place.span, ("hl", "hl-elsewhere"))
        for place in resolution.elsewhere
        if place.artifact == artifact.key
    ]
    at = cover([place.span for place in here])
    before, touched, after = sentences_around(text, at, reach=1_200)
    lost = reading.losses
    layers += [Layer("", phrase, ("qualifier",)) for phrase in find_phrases(text, touched)]
    around = cover([span for span in (before, touched, after) if not span.is_empty] or [at])
    reach = max(240, at.start - around.start, around.end - at.end)
    drawn = draw_around(reading, artifact, text, layers, at, min(reach, 1_200))
    url = reading.version_urls.get((artifact.source or "", artifact.version or ""), "")
    version = reading.dossier.find_version(artifact)
    title = (version.title if version else "") or artifact.source or artifact.key
    return Passage(
        caption=f"{title} · {place_words(artifact, at)}",
        look=f"{artifact.origin.value} neighbourhood",
        drawn=drawn,
        url=f"{url}?at={at.start}" if url else "",
        wider=""
        if drawn.is_whole
        else reading.address(wider=reading.selection.wider + 1, stage=reading.selection.stage),
        digest=DigestCell(reading.dossier.find_digest(artifact.key), "extract"),
        note=" ".join(loss_sentence(one) for one in lost),
    )


def _other_layers(reading: Reading, citation: Citation, artifact_key: str) -> list[Layer]:
    """Places of the answer's other citations in the same text: drawn faintly, and counted."""
    return [
        Layer(other.citation, place.span, ("hl-other",))
        for other in reading.inspection.resolutions
        if other.citation != citation.key
        for place in other.primary
        if place.artifact == artifact_key
    ]


def _without_place(reading: Reading, citation: Citation, resolution: Resolution) -> Passage:
    artifact = find_named_artifact(reading, resolution)
    if artifact is not None and artifact.text is not None:
        caption = f"no place in original text is known; this is the passage that was named ({artifact.key})"
        layers = [_cited_layer(citation, resolution)] if resolution.span else []
        layers += [Layer("", span, ("hl", "hl-elsewhere")) for span in resolution.candidates]
        return passage_of(reading, artifact, caption, layers)
    status = resolution.status
    why = f"There is no text to show: {status.label}. {status.meaning}"
    return Passage(caption="no place in a source", look="", drawn=None, why_not=why)


def intermediate_of(reading: Reading, aligned: Collection[str] = ()) -> tuple[Passage, ...]:
    """Each generated text on the way beside the words that it was made from, but for translations shown `aligned`."""
    traced = reading.way
    cited = reading.resolution.artifact if reading.resolution else None
    found: dict[str, Passage] = {}
    for hop in traced.hops if traced else ():
        output = reading.dossier.artifacts.get(hop.edge.derivation.output)
        source = reading.dossier.artifacts.get(hop.edge.derivation.input)
        if (
            output is None
            or output.key in aligned
            or (output.origin is not Origin.GENERATED and output.kind is not ArtifactKind.TRANSLATION)
        ):
            continue
        if output.key == cited and source is not None and source.origin is Origin.GENERATED:
            continue  # The cited text itself stands above; the one that it was cut from comes next.
        made = hop.edge.transformation
        by = made.model or made.tool or made.operator or "not recorded"
        who = "a model" if made.mediation is Mediation.MODEL else made.mediation.label
        caption = f"{output.kind.label} by {who}, {by}"
        found.setdefault(output.key, passage_of(reading, output, caption, [Layer("", hop.output, ("hl", "hl-here"))]))
        if source is not None and source.key not in found:
            layers = [Layer("", span, ("hl", "hl-here")) for span in hop.inputs]
            found[source.key] = passage_of(
                reading, source, f"made from: {source.kind.label}, {source.origin.label}", layers
            )
    return tuple(found.values())


def place_words(artifact: Artifact, span: Span | None) -> str:
    """Page, section, cell and code points, as far as they were recorded."""
    parts = [f"p. {artifact.page}" if artifact.page is not None else "", artifact.section, artifact.cell]
    if span is not None:
        parts.append(f"characters {span.start} to {span.end}")
    return " · ".join(part for part in parts if part)


def _cited_layer(citation: Citation, resolution: Resolution) -> Layer:
    span = resolution.span or Span(0, 0)
    return Layer(citation.key, span, ("hl-here",) if not resolution.whole else ("hl-other",))


def find_named_artifact(reading: Reading, resolution: Resolution) -> Artifact | None:
    return reading.dossier.artifacts.get(resolution.artifact or "")
