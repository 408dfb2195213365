"""The selected place as data to copy (U-34, S0-47): W3C Web Annotation selectors as JSON, and one plain line. Pure."""

import json

from inspector.pages.beside_view import Locator
from inspector.pages.claim_passages import place_words
from inspector.pages.claim_reading import Reading
from lineage.evidence.outcomes import Place, Resolution
from lineage.evidence.paths import joined
from lineage.text.describing import describe

LONGEST = 600


def locator_of(reading: Reading, resolution: Resolution) -> Locator | None:
    """Of the original words, else of the cited range in the passage; None where there are no words to point at.

    A long place is given by its first characters' line alone: a quotation of a whole book is no locator.
    """
    place = _place(resolution)
    artifact = reading.dossier.artifacts.get(place.artifact) if place else None
    if place is None or artifact is None or artifact.text is None or place.span.is_empty:
        return None
    if place.artifact in reading.masked or place.span.end > len(artifact.text):
        return None
    version = reading.dossier.find_version(artifact)
    source = f"{place.source or 'source not recorded'} version {place.version or 'not recorded'}"
    words = f"{source} · {artifact.key} · {place_words(artifact, place.span)}"
    if place.span.length > LONGEST:
        return Locator("", words)
    representation = {
        "media_type": version.media_type if version else "",
        "extract": artifact.key,
        "version": place.version or "",
    }
    described = describe(artifact.text, place.span, representation)
    named = {"source": (version.uri if version else "") or place.source or artifact.key}
    return Locator(json.dumps({**named, **described}, ensure_ascii=False, indent=1), words)


def _place(resolution: Resolution) -> Place | None:
    if resolution.primary:
        return joined(resolution.primary)
    if resolution.artifact is not None and resolution.span is not None:
        return Place(resolution.artifact, resolution.span)
    return None
