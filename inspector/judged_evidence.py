"""What a verdict is given on: the claim's words, and for each citation its source, its original words and neighbours.

Pure. No offset, version name or row id is in the digest: a verdict goes stale when words changed, not when they moved
(DESIGN 6).
"""

from collections.abc import Collection
from typing import NamedTuple

from lineage.evidence.bundle import Citation, Claim, claim_text
from lineage.evidence.digests import Digest, digest_json
from lineage.evidence.dossier import Dossier
from lineage.evidence.outcomes import Inspection, Place, Resolution
from lineage.evidence.qualifiers import sentences_around
from lineage.evidence.vocabulary import ResolutionStatus

# What is shown of evidence that changed under a reviewer: enough to see the difference, not a copy of the page.
SHOWN, SHOWN_OF_ALL = 1_200, 2_000
WITHOUT_WORDS = frozenset(
    {
        ResolutionStatus.NOT_RETAINED,
        ResolutionStatus.WITHDRAWN,
        ResolutionStatus.DELETED,
        ResolutionStatus.ACCESS_BLOCKED,
    }
)


class JudgedEvidence(NamedTuple):
    """`text` is what of it people read, shortened: shown beside today's where the two differ."""

    digest: Digest
    text: str


def judged_evidence(dossier: Dossier, inspection: Inspection, claim: Claim, guideline: str) -> JudgedEvidence:
    """`guideline` is the revision's label, such as `default@1`."""
    words, cited = claim_text(dossier.answer, claim), cited_words(dossier, inspection, claim)
    lines = [words, *(" ".join(part for part in place[1:] if part)[:SHOWN] for places in cited for place in places)]
    return JudgedEvidence(digest_json([words, cited, guideline]), "\n\n".join(lines)[:SHOWN_OF_ALL])


def cited_words(dossier: Dossier, inspection: Inspection, claim: Claim) -> list[list[list[str | None]]]:
    """For each citation, for each place: the source, and the words as in `_words`."""
    resolutions = {resolution.citation: resolution for resolution in inspection.resolutions}
    cited: list[list[list[str | None]]] = []
    for citation in dossier.citations_of(claim.key):
        resolution = resolutions.get(citation.key)
        places = resolution.primary if resolution else ()
        cited.append([[place.source, *_words(dossier, place)] for place in places])
    return cited


def _words(dossier: Dossier, place: Place) -> tuple[str, str, str]:
    """The sentence before, the words themselves, the sentence after; empty where the text was not kept."""
    text = dossier.find_text(place.artifact)
    if text is None:
        return "", "", ""
    before, _, after = sentences_around(text, place.span)
    return before.slice(text), place.span.slice(text), after.slice(text)


def has_words(dossier: Dossier, inspection: Inspection, claim: Claim, taken: Collection[str] = ()) -> bool:
    """Whether a person can read what this claim is judged by: its own words, and some of those that it cites.

    What is only a digest, was not kept or was taken away cannot be judged, and is never called unsupported (M-07).
    `taken` are the artifacts whose words nobody is shown now: where one citation leads to one, the form is closed.
    """
    if not claim_text(dossier.answer, claim):
        return False
    resolutions = {resolution.citation: resolution for resolution in inspection.resolutions}
    cited = [(one, resolutions[one.key]) for one in dossier.citations_of(claim.key) if one.key in resolutions]
    if any(not reached_by(citation, resolution).isdisjoint(taken) for citation, resolution in cited):
        return False
    return not cited or any(resolution.status not in WITHOUT_WORDS for _, resolution in cited)


def reached_by(citation: Citation, resolution: Resolution) -> set[str]:
    """The artifacts whose words a citation leads to."""
    places = (*resolution.primary, *resolution.elsewhere)
    return {place.artifact for place in places} | {resolution.artifact or "", citation.artifact or ""}
