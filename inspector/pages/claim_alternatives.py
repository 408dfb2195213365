"""What a citation could have meant: never chosen for it, only shown beside it (X-01). Pure."""

from inspector.pages.claim_differences import difference
from inspector.pages.claim_newer import newer_sentence
from inspector.pages.claim_reading import Reading, draw_around
from inspector.pages.drawing import Layer
from inspector.pages.evidence_view import Alternative, Passage
from lineage.evidence.bundle import Citation
from lineage.evidence.outcomes import Place, Resolution
from lineage.evidence.qualifiers import sentences_around
from lineage.evidence.vocabulary import ResolutionStatus
from lineage.text.selectors import find_all
from lineage.text.span import Span

MAXIMUM_SHOWN = 3


def alternatives_of(reading: Reading, citation: Citation, resolution: Resolution) -> tuple[Alternative, ...]:
    found = (
        _found_elsewhere(reading, resolution),
        _equal_places(reading, resolution),
        _offered(reading, resolution),
        _words_at_the_place(reading, citation, resolution),
        newer_sentence(reading, resolution),
    )
    return tuple(alternative for alternative in found if alternative is not None)


def _found_elsewhere(reading: Reading, resolution: Resolution) -> Alternative | None:
    places = [place for place in resolution.elsewhere if place.artifact not in reading.masked]
    if not places:
        return None
    return Alternative(
        caption=f"The quoted words stand in {len(places)} other place{'' if len(places) == 1 else 's'}",
        explanation="Shown so that you can see it; it does not mend the citation, which points elsewhere.",
        passages=tuple(_at(reading, place) for place in places[:MAXIMUM_SHOWN]),
    )


def _equal_places(reading: Reading, resolution: Resolution) -> Alternative | None:
    artifact = reading.dossier.artifacts.get(resolution.artifact or "")
    if artifact is None or artifact.text is None or len(resolution.candidates) < 2:
        return None
    layers = [Layer("", span, ("hl", "hl-elsewhere")) for span in resolution.candidates]
    drawn = draw_around(reading, artifact, artifact.text, layers, resolution.candidates[0])
    return Alternative(
        caption=f"{len(resolution.candidates)} places fit equally",
        explanation="None of them was chosen: the citation does not say which one it means.",
        passages=(Passage(caption=artifact.key, look=artifact.origin.value, drawn=drawn),),
    )


def _offered(reading: Reading, resolution: Resolution) -> Alternative | None:
    if resolution.status is not ResolutionStatus.UNRESOLVED_ID:
        return None
    entries = reading.dossier.answer.manifest
    if not entries:
        return Alternative(
            caption="Which passages this answer was given was not recorded",
            explanation="So no other id can be offered.",
        )
    offered = tuple((entry.label, _title_of(reading, entry.artifact)) for entry in entries)
    return Alternative(
        caption=f"The {len(offered)} ids that this answer was offered",
        explanation="The cited id is none of them.",
        offered=offered,
    )


def _words_at_the_place(reading: Reading, citation: Citation, resolution: Resolution) -> Alternative | None:
    artifact = reading.dossier.artifacts.get(resolution.artifact or "")
    differs = resolution.status in (ResolutionStatus.QUOTE_MISMATCH, ResolutionStatus.NORMALIZED_MATCH)
    if (
        not differs
        or citation.quoted_text is None
        or artifact is None
        or artifact.text is None
        or resolution.span is None
    ):
        return None
    span = resolution.span
    if resolution.whole:
        span = _nearest(artifact.text, citation.quoted_text) or span
    shown = difference("the quotation", citation.quoted_text, "the source", span.slice(artifact.text))
    return Alternative(
        caption="The quotation against the words at the cited place",
        explanation="What the answer quotes, and what stands there.",
        difference=shown,
    )


def _nearest(text: str, words: str) -> Span | None:
    """The sentences around the longest beginning of the words that stands in the text once; None where none does."""
    for length in (len(words) * share // 4 for share in (3, 2, 1)):
        places = find_all(text, words[:length], 2) if length >= 12 else ()
        if len(places) == 1:
            start = places[0].start
            return Span(start, max(sentences_around(text, places[0])[1].end, min(len(text), start + len(words))))
    return None


def _at(reading: Reading, place: Place) -> Passage:
    artifact = reading.dossier.artifacts[place.artifact]
    drawn = draw_around(
        reading, artifact, artifact.text or "", [Layer("", place.span, ("hl", "hl-elsewhere"))], place.span, 160
    )
    caption = f"{_title_of(reading, place.artifact)} · characters {place.span.start} to {place.span.end}"
    return Passage(caption=caption, look=artifact.origin.value, drawn=drawn)


def _title_of(reading: Reading, artifact_key: str) -> str:
    artifact = reading.dossier.artifacts.get(artifact_key)
    if artifact is None or artifact_key in reading.masked:
        return "a passage that you may not read" if artifact_key in reading.masked else artifact_key
    version = reading.dossier.find_version(artifact)
    return (version.title if version else "") or artifact.source or artifact_key
