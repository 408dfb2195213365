"""The cited sentence against the version that replaced its source: shown, never chosen. Pure."""

import re
from collections.abc import Iterable

from inspector.pages.claim_differences import difference
from inspector.pages.claim_reading import Reading
from inspector.pages.evidence_view import Alternative, Said
from inspector.pages.states import STATE_OF_FRESHNESS
from lineage.evidence.bundle import Artifact
from lineage.evidence.outcomes import Resolution
from lineage.evidence.qualifiers import sentences, sentences_around
from lineage.evidence.standing import Supersession, find_supersession
from lineage.evidence.vocabulary import Freshness, Withheld
from lineage.evidence.withholding import Withholding

# A source may be a book: its likest sentence is looked for in this many code points, from the beginning.
SEARCHED = 400_000
LEAST_LIKENESS = 0.3
WORD = re.compile(r"\w+")
STANDING = "Whether the cited version was in force at the moment of inspection. A current version may still be wrong."
STANDING_UNKNOWN = "Nobody recorded until when this version holds."
TAKEN_SINCE = "The cited version was {how}: whatever it says, this claim may not rest on it today."
REPLACED_SINCE = "The cited version was in force when the answer was inspected; a newer one has come since."


def successor_of(reading: Reading, resolution: Resolution | None) -> tuple[str, Supersession] | None:
    """The source of a superseded citation, and what replaced its version."""
    if resolution is None or resolution.freshness is not Freshness.SUPERSEDED or not resolution.primary:
        return None
    artifact = reading.dossier.artifacts[resolution.primary[0].artifact]
    source, version = reading.dossier.sources.get(artifact.source or ""), reading.dossier.find_version(artifact)
    replaced = find_supersession(source, version) if source and version else None
    return (source.key, replaced) if source and replaced else None


def taken_since(reading: Reading, resolution: Resolution) -> Withholding | None:
    """That the cited version was withdrawn or deleted, whenever that was; None where it was not."""
    artifact = reading.dossier.artifacts.get(resolution.artifact or "")
    why = reading.closed.taken.get((artifact.source or "", artifact.version or "")) if artifact else None
    return why if why is not None and why.kind in (Withheld.WITHDRAWN, Withheld.DELETED) else None


def standing_of(reading: Reading, resolution: Resolution) -> Said:
    """The standing of the cited version as it was inspected; whether it was taken away or replaced since."""
    freshness = resolution.freshness
    taken = taken_since(reading, resolution)
    if taken is not None and freshness in (Freshness.CURRENT, Freshness.UNKNOWN):
        return Said(f"{taken.kind.label} since", "fail", "", TAKEN_SINCE.format(how=taken.kind.label))
    artifact = reading.dossier.artifacts.get(resolution.artifact or "")
    source = reading.dossier.sources.get(artifact.source or "") if artifact else None
    version = reading.dossier.find_version(artifact) if artifact else None
    if freshness is Freshness.CURRENT and source and version and find_supersession(source, version):
        return Said("replaced since", "unclear", "", REPLACED_SINCE)
    words = STANDING_UNKNOWN if freshness is Freshness.UNKNOWN else STANDING
    return Said(freshness.label, STATE_OF_FRESHNESS.get(freshness, "fail"), "", words)


def was_looked_for(reading: Reading) -> bool:
    """Whether a run looked for the selected words: what it found stands under them, and no likeness beside it."""
    return reading.selected is not None and bool(reading.relocated.get(reading.selected.key))


def newer_sentence(reading: Reading, resolution: Resolution) -> Alternative | None:
    """Whether the cited sentence still stands in the newer version, else the sentence there that is likest to it."""
    found = successor_of(reading, resolution)
    if found is None or was_looked_for(reading):
        return None
    place, version = resolution.primary[0], found[1].version.version
    old, newer = reading.dossier.find_text(place.artifact), reading.newer
    if newer is None or newer.text is None or old is None:
        return Alternative(
            caption=f"Version {version} has replaced this source",
            explanation="Its text is not kept here, or not yours to read, so no sentence of it can stand here.",
        )
    cited = sentences_around(old, place.span)[1].slice(old)
    same = f"The answer was judged against version {place.version}, which it was given."
    if cited in newer.text:
        return Alternative(caption=f"Version {version} says the same sentence", explanation=same)
    likest = find_likest(cited, newer)
    if likest is None:
        return Alternative(caption=f"Version {version} has no sentence like the cited one", explanation=same)
    return Alternative(
        caption=f"What version {version} says now",
        explanation=f"The sentence with the most words in common, found by likeness alone. {same}",
        difference=difference(f"version {place.version}", cited, f"version {version}", likest),
    )


def find_likest(sentence: str, newer: Artifact) -> str | None:
    """The sentence of a text with the greatest share of common words; None where no share is large enough."""
    text = (newer.text or "")[:SEARCHED]
    wanted = words_of(sentence)
    candidates = [span.slice(text) for span in sentences(text)]
    best = max(candidates, key=lambda candidate: likeness(wanted, words_of(candidate)), default=None)
    return best if best is not None and likeness(wanted, words_of(best)) >= LEAST_LIKENESS else None


def words_of(text: str) -> frozenset[str]:
    return frozenset(word.casefold() for word in WORD.findall(text))


def likeness(first: frozenset[str], second: Iterable[str]) -> float:
    """The share of common words among all words of both (Jaccard); 0 for two texts without words."""
    other = frozenset(second)
    return len(first & other) / len(first | other) if first | other else 0.0
