"""The cited sentence against the version that replaced its source: shown, never chosen. Pure."""

import re
from collections.abc import Iterable

from inspector.pages.claim_differences import difference
from inspector.pages.claim_reading import Reading
from inspector.pages.evidence_view import Alternative
from lineage.evidence.bundle import Artifact
from lineage.evidence.outcomes import Resolution
from lineage.evidence.qualifiers import sentences, sentences_around
from lineage.evidence.standing import Supersession, find_supersession
from lineage.evidence.vocabulary import Freshness

# A source may be a book: its likest sentence is looked for in this many code points, from the beginning.
SEARCHED = 400_000
LEAST_LIKENESS = 0.3
WORD = re.compile(r"\w+")


def successor_of(reading: Reading, resolution: Resolution | None) -> tuple[str, Supersession] | None:
    """The source of a superseded citation, and what replaced its version."""
    if resolution is None or resolution.freshness is not Freshness.SUPERSEDED or not resolution.primary:
        return None
    artifact = reading.dossier.artifacts[resolution.primary[0].artifact]
    source, version = reading.dossier.sources.get(artifact.source or ""), reading.dossier.find_version(artifact)
    replaced = find_supersession(source, version) if source and version else None
    return (source.key, replaced) if source and replaced else None


def newer_sentence(reading: Reading, resolution: Resolution) -> Alternative | None:
    """Whether the cited sentence still stands in the newer version, else the sentence there that is likest to it."""
    found = successor_of(reading, resolution)
    if found is None:
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
