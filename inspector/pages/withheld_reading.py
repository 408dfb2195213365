"""Which source versions of an answer a viewer may not read, and why; which were taken away from everybody else. Pure.

Labels that the viewer lacks and words that were withdrawn, deleted, blocked or archived take the same roads through
every page (M-96). What nobody kept is not closed: there is nothing to hide, only something to say.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from inspector.pages.answer_masks import named_sources
from lineage.evidence.dossier import Dossier
from lineage.evidence.vocabulary import Withheld
from lineage.evidence.withholding import GRAVITY, Withholding

Version = tuple[str, str]
"""A source's key and the name of one of its versions."""

BY_LABEL = Withholding(Withheld.BLOCKED, None, True)
"""That the viewer lacks a label: told by identity from a version that is blocked for everybody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Closed:
    """`versions` may not be read by this viewer, `unkept` have no words here; `taken` were taken away from readers.

    Who reads what was taken away finds in `taken` what is not among `versions`, and is told so.
    """

    versions: Mapping[Version, Withholding] = field(default_factory=dict)
    unkept: Mapping[Version, Withholding] = field(default_factory=dict)
    taken: Mapping[Version, Withholding] = field(default_factory=dict)

    def why(self, version: Version) -> Withholding | None:
        """Why there are no words of a version for this viewer; None where there may be."""
        return self.versions.get(version) or self.unkept.get(version)

    def read_by_few(self, version: Version) -> Withholding | None:
        """Why others do not read what this viewer does."""
        return None if version in self.versions else self.taken.get(version)


def closed_to(
    dossier: Dossier,
    labels: frozenset[str],
    reads_every_label: bool,
    withheld: Mapping[Version, Withholding] | None = None,
    taken: Mapping[Version, Withholding] | None = None,
) -> Closed:
    """`withheld` from this viewer, `taken` from who reads least."""
    found = withheld or {}
    lacking = hidden_versions(dossier, labels, reads_every_label)
    kept = {version: why for version, why in found.items() if why.kind is not Withheld.NOT_RETAINED}
    return Closed(
        versions=dict.fromkeys(lacking, BY_LABEL) | {key: why for key, why in kept.items() if key not in lacking},
        unkept={version: why for version, why in found.items() if version not in kept},
        taken={key: why for key, why in (taken or {}).items() if why.kind is not Withheld.NOT_RETAINED},
    )


def hidden_versions(dossier: Dossier, labels: frozenset[str], reads_every_label: bool) -> frozenset[Version]:
    """The source versions of a dossier whose labels a viewer lacks."""
    if reads_every_label:
        return frozenset()
    return frozenset(
        (source.key, version.version)
        for source in dossier.sources.values()
        for version in source.versions
        if not labels.issuperset(version.labels)
    )


def used_among(dossier: Dossier, closed: Mapping[Version, Withholding]) -> dict[Version, Withholding]:
    """Of closed versions those that the answer rests on or names, and every one that a label closes.

    A source comes with all its versions: that an older one was withdrawn says nothing of an answer that never had it.
    """
    of_texts = {(artifact.source, artifact.version) for artifact in dossier.artifacts.values()}
    named = set(named_sources(dossier.answer))
    return {key: why for key, why in closed.items() if why is BY_LABEL or key in of_texts or key[0] in named}


def masked_artifacts(dossier: Dossier, closed: Mapping[Version, Withholding]) -> dict[str, Withholding]:
    """Artifacts of closed versions, and whatever was made or packed from them, for the gravest of the reasons."""
    masked: dict[str, Withholding] = {}
    for key, artifact in dossier.artifacts.items():
        # Of which version a text is, where nobody said: of any.
        of_source = [(name, why) for (source, name), why in closed.items() if source == artifact.source]
        reasons = [why for name, why in of_source if artifact.version in (None, name)]
        if reasons:
            masked[key] = gravest(reasons)
    growing = bool(masked)
    while growing:
        made = {}
        for output, edges in dossier.edges_into.items():
            reasons = [masked[edge.derivation.input] for edge in edges if edge.derivation.input in masked]
            if output not in masked and reasons:
                made[output] = gravest(reasons)
        for entry in dossier.answer.manifest or ():
            reasons = [masked[part.artifact] for part in entry.parts if part.artifact in masked]
            if entry.artifact not in masked and reasons:
                made[entry.artifact] = gravest(reasons)
        masked |= made
        growing = bool(made)
    return masked


def gravest(reasons: Iterable[Withholding]) -> Withholding:
    """Of several reasons the one that is hardest to undo; a missing label last, since a label can be given."""
    return min(reasons, key=lambda why: (why is BY_LABEL, GRAVITY.index(why.kind)))
