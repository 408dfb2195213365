"""What of a whole answer a viewer may not read, and every name by which it could give itself away. Pure.

The ledger shows ids only under the access policy of the texts (S4-18): who lacks a label sees counts.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from lineage.evidence.bundle import Answer, SourceVersion
from lineage.evidence.dossier import Dossier, cited_keys

SHORTEST_NAME, SHORTEST_TEXT = 4, 24
"""A shorter name, such as the version `2`, stands in too many texts to give anything away by itself; so does a text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mask:
    """`artifacts` are keys, `versions` pairs of source and version, `sources` those of which no version may be read."""

    artifacts: frozenset[str] = frozenset()
    versions: frozenset[tuple[str, str]] = frozenset()
    sources: frozenset[str] = frozenset()
    labels: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    texts: tuple[str, ...] = ()

    @property
    def hides_any(self) -> bool:
        return bool(self.artifacts or self.versions or self.sources)

    def hides(self, name: str | None) -> bool:
        """Whether a name is that of something masked: an artifact, a manifest label or a source."""
        return name is not None and (name in self.artifacts or name in self.labels or name in self.sources)

    def hides_version(self, source: str | None, version: str | None) -> bool:
        if source is None:
            return False
        return source in self.sources or (version is not None and (source, version) in self.versions)

    def speaks_of(self, words: str) -> bool:
        """Whether words hold a name of something masked, or a text, or are of one: too many are hidden, not too few."""
        if any(name in words for name in self.names):
            return True
        is_long = len(words) >= SHORTEST_TEXT
        return is_long and any(text in words or words in text for text in self.texts)


def mask_of(dossier: Dossier, artifacts: frozenset[str], versions: frozenset[tuple[str, str]]) -> Mask:
    """From the keys and versions that were found to be masked, everything that would name them."""
    sources = frozenset(
        key
        for key in {source for source, _ in versions}
        if key not in dossier.sources or all((key, v.version) in versions for v in dossier.sources[key].versions)
    )
    labels = frozenset(
        label for label, entries in dossier.entries.items() if any(e.artifact in artifacts for e in entries)
    )
    names = {*artifacts, *sources, *_names_of_versions(dossier, versions), *_places(dossier, artifacts)}
    names |= {dossier.sources[key].owner for key in sources if key in dossier.sources}
    kept = frozenset(name for name in names if len(name) >= SHORTEST_NAME)
    texts = {text for key in artifacts if (text := dossier.find_text(key)) is not None and len(text) >= SHORTEST_TEXT}
    return Mask(
        artifacts=artifacts, versions=versions, sources=sources, labels=labels, names=kept, texts=tuple(sorted(texts))
    )


def named_elsewhere(dossier: Dossier) -> tuple[frozenset[str], frozenset[str]]:
    """Keys of artifacts and of sources that the capture names and the dossier does not hold; labels are of either."""
    answer = dossier.answer
    artifacts = frozenset({*_named_in_capture(answer), *cited_keys(answer)} - set(dossier.artifacts))
    return artifacts, frozenset({*named_sources(answer), *artifacts} - set(dossier.sources))


def _named_in_capture(answer: Answer) -> Iterator[str]:
    capture = answer.capture
    for run in capture.retrieval or ():
        yield from (run.deduplicated or {}).keys()
        yield from (run.deduplicated or {}).values()
        if run.rerank is not None:
            yield from (key for key in (*(run.rerank.handed or ()), *(run.rerank.returned or ())) if key)
        yield from (candidate.matched_via for candidate in run.candidates or () if candidate.matched_via)
    for hop in capture.hops or ():
        yield from (*hop.supports, *hop.conflicts)
    for conflict in capture.conflicts or ():
        yield from (conflict.first, conflict.second)
    if capture.reference is not None:
        yield from (*capture.reference.gold, *capture.reference.acceptable, *capture.reference.forbidden)
    yield from (note.target for note in answer.footnotes or ())
    yield from (card.target for card in capture.cards or ())


def named_sources(answer: Answer) -> Iterator[str]:
    """Keys of the sources that the capture itself names."""
    capture = answer.capture
    yield from (check.source for check in capture.access_checks or () if check.source)
    yield from (alias.source for alias in capture.aliases or ())
    yield from (entry.source for entry in capture.corpus or ())
    yield from (stage.source for stage in capture.stages or () if stage.source)


def _names_of_versions(dossier: Dossier, versions: frozenset[tuple[str, str]]) -> Iterator[str]:
    for source in dossier.sources.values():
        for version in source.versions:
            if (source.key, version.version) in versions:
                yield from _names(version)


def _names(version: SourceVersion) -> tuple[str, ...]:
    return version.version, version.title, version.safe_title, version.uri, version.safe_uri


def _places(dossier: Dossier, artifacts: frozenset[str]) -> Iterator[str]:
    for key in artifacts & dossier.artifacts.keys():
        artifact = dossier.artifacts[key]
        yield from (artifact.section, artifact.cell)
