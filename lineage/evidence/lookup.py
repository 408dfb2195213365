"""From the id in a citation to the passage that the answer was given (S0-36, S2-22, S4-02)."""

from typing import NamedTuple

from lineage.evidence.bundle import Citation, ManifestEntry
from lineage.evidence.dossier import Dossier
from lineage.evidence.vocabulary import MalformedDetail, ResolutionStatus, UnresolvedDetail


class Target(NamedTuple):
    """The passage that a citation names. `entry` is None where the citation names an artifact outside a manifest."""

    artifact: str
    entry: ManifestEntry | None


class Miss(NamedTuple):
    """Why a citation names no passage."""

    status: ResolutionStatus
    detail: str


def find_shape_fault(citation: Citation) -> MalformedDetail | None:
    """What is wrong with the id itself, before any look-up."""
    if citation.cited is None:
        if citation.artifact is not None:
            return None
        return MalformedDetail.MISSING_ID if citation.url is None else MalformedDetail.MISSING_VERSION_IDENTITY
    if not isinstance(citation.cited, str):
        return MalformedDetail.BAD_ID_TYPE
    return None if citation.cited else MalformedDetail.MISSING_ID


def look_up(dossier: Dossier, citation: Citation) -> Target | Miss:
    """The passage that a citation names: by footnote map, then manifest label, then artifact key. Never by position."""
    cited = citation.cited if isinstance(citation.cited, str) else None
    name = dossier.footnotes.get(cited, cited) if cited is not None else None
    if citation.artifact is not None and citation.artifact in dossier.artifacts:
        entry = _entry_of(dossier, citation.artifact, name)
        if entry is None and dossier.answer.manifest is not None:
            # The set is closed, whoever resolved the id (S4-02).
            return Miss(ResolutionStatus.UNRESOLVED_ID, UnresolvedDetail.OUTSIDE_MANIFEST)
        return Target(citation.artifact, entry)
    entries = dossier.entries.get(name or "", ())
    if not entries and cited in dossier.footnotes:
        # A footnote map may name the source itself instead of the label of its passage.
        entries = tuple(e for e in dossier.answer.manifest or () if _source_of(dossier, e) == name)
    if entries:
        artifacts = {entry.artifact for entry in entries}
        if len(artifacts) > 1:
            return Miss(ResolutionStatus.AMBIGUOUS_LOCATOR, "")
        return Target(entries[0].artifact, entries[0])
    if name in dossier.artifacts:
        entry = _entry_of(dossier, str(name), None)
        if entry is not None or dossier.answer.manifest is None:
            return Target(str(name), entry)
    return Miss(ResolutionStatus.UNRESOLVED_ID, _why_unknown(dossier, cited, name))


def offered_ids(dossier: Dossier) -> tuple[str, ...]:
    """The ids that this answer could have cited."""
    if dossier.answer.manifest is not None:
        return tuple(dict.fromkeys(entry.label for entry in dossier.answer.manifest))
    return tuple(dossier.artifacts)


def _source_of(dossier: Dossier, entry: ManifestEntry) -> str | None:
    artifact = dossier.artifacts.get(entry.artifact)
    return artifact.source if artifact else None


def _entry_of(dossier: Dossier, artifact: str, label: str | None) -> ManifestEntry | None:
    found = dossier.entries_of.get(artifact, ())
    return next((entry for entry in found if entry.label == label), found[0] if found else None)


def _why_unknown(dossier: Dossier, cited: str | None, name: str | None) -> str:
    if cited is not None and dossier.answer.footnotes is not None and cited.isdecimal() and cited == name:
        return UnresolvedDetail.UNMAPPED_NUMBER
    if name in dossier.artifacts or name in dossier.sources:
        return UnresolvedDetail.OUTSIDE_MANIFEST
    return ""
