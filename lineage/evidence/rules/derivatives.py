"""Does a claim rest on more than what a model or a person made of the source?"""

from collections.abc import Iterator

from lineage.evidence.bundle import Claim
from lineage.evidence.dossier import Dossier
from lineage.evidence.outcomes import Resolution
from lineage.evidence.qualifiers import sentences
from lineage.evidence.rules.rule import Check, Rule, Subject, shown
from lineage.evidence.supplied import primaries_of, supplied_as, supplied_places
from lineage.evidence.vocabulary import (
    ArtifactKind,
    Level,
    Origin,
    Outcome,
    Owner,
    ResolutionStatus,
    Route,
)
from lineage.text.segments import SegmentKind

WORDLESS = (SegmentKind.DELETED, SegmentKind.INSERTED)


def _derivative_only(subject: Subject) -> Iterator[Check]:
    for claim in subject.dossier.answer.claims:
        found = [subject.resolutions[c.key] for c in subject.dossier.citations_of(claim.key)]
        known = [resolution for resolution in found if resolution.origin is not None]
        if not known:
            yield Check(Outcome.NOT_APPLICABLE if not found else Outcome.NOT_RUN, claim.key)
        elif all(resolution.status is ResolutionStatus.GENERATED_TARGET for resolution in known):
            sentence = (
                "Everything this claim cites was written by a model or a person about the source, not by the source."
            )
            yield Check(Outcome.FAIL, claim.key, None, "", sentence)
        else:
            yield Check(Outcome.PASS, claim.key)


def _translations(subject: Subject) -> Iterator[Check]:
    for claim in subject.dossier.answer.claims:
        cited = [subject.resolutions[c.key] for c in subject.dossier.citations_of(claim.key)]
        rests_on = [(r, key) for r in cited for key in generated_behind(subject.dossier, r, ArtifactKind.TRANSLATION)]
        if not rests_on:
            yield Check(Outcome.NOT_APPLICABLE if cited else Outcome.NOT_RUN, claim.key)
        else:
            yield _translated(subject.dossier, claim, rests_on)


def _translated(dossier: Dossier, claim: Claim, rests_on: list[tuple[Resolution, str]]) -> Check:
    request = dossier.answer.capture.request
    if dossier.answer.manifest is None and (request is None or request.ranges is None):
        return Check(Outcome.NOT_CAPTURED, claim.key)
    supplied, places = supplied_as(dossier), tuple(supplied_places(dossier))
    for resolution, key in rests_on:
        originals = primaries_of(dossier, key, resolution.span if key == resolution.artifact else None)
        overlaps = any(
            given.artifact == place.artifact and given.span.intersect(place.span) is not None
            for given in places
            for place in resolution.primary
        )
        if not overlaps and not any(original in supplied for original in originals):
            named = f", {originals[0]}," if originals else ""
            sentence = f"This claim rests on the translation {key}; its original{named} was not supplied with it."
            return Check(
                Outcome.FAIL, claim.key, None, "", sentence, {"translation": key, "originals": list(originals)}
            )
    return Check(Outcome.PASS, claim.key)


def generated_behind(dossier: Dossier, resolution: Resolution, kind: ArtifactKind) -> tuple[str, ...]:
    """The generated texts of a kind that a cited one is or was made from, nearest first."""
    found: dict[str, None] = {}
    seen: set[str] = set()
    waiting = [resolution.artifact] if resolution.status is ResolutionStatus.GENERATED_TARGET else []
    while waiting:
        key = waiting.pop(0)
        artifact = dossier.artifacts.get(key or "")
        if artifact is None or artifact.origin is not Origin.GENERATED or artifact.key in seen:
            continue
        seen.add(artifact.key)
        if artifact.kind is kind:
            found[artifact.key] = None
        waiting += [edge.derivation.input for edge in dossier.edges_into.get(artifact.key, ())]
    return tuple(found)


def _alignment(subject: Subject) -> Iterator[Check]:
    dossier = subject.dossier
    for citation, resolution in subject.citations():
        translations = generated_behind(dossier, resolution, ArtifactKind.TRANSLATION)
        if not translations:
            yield Check(Outcome.NOT_APPLICABLE, citation.claim, citation.key)
            continue
        key = translations[0]
        text = dossier.find_text(key)
        edges = [e for e in dossier.edges_into.get(key, ()) if e.derivation.segments is not None]
        if text is None or not edges:
            yield Check(Outcome.NOT_CAPTURED, citation.claim, citation.key)
            continue
        aligned = sum(1 for e in edges for s in dossier.segments_of(e) if s.kind not in WORDLESS)
        count = sum(1 for _ in sentences(text))
        if aligned > 1 or count < 2:
            yield Check(Outcome.PASS, citation.claim, citation.key)
        else:
            sentence = (
                f"The translation that {shown(citation)} points to has {count} sentences, aligned to its original "
                "as one piece; which words stand for which cannot be told."
            )
            yield Check(Outcome.FAIL, citation.claim, citation.key, "", sentence, {"translation": key})


RULES = (
    Rule(
        code="lineage/derivative-only-support",
        meaning="A claim rests on at least one passage that the source itself wrote.",
        owner=Owner.APPLICATION,
        route=Route.REVIEW,
        repair="Expand summaries and translations to the original spans they come from before the answer is written.",
        level=Level.REVIEW,
        check=_derivative_only,
        requirements=("S3-05", "S3-29"),
    ),
    Rule(
        code="lineage/translation-without-original",
        meaning="A claim that rests on a translation has the original words beside it in what was supplied.",
        owner=Owner.APPLICATION,
        route=Route.REVIEW,
        repair="Supply the original with its translation, and let the answer be written over both.",
        level=Level.REVIEW,
        check=_translations,
        proves_not="An original beside it does not show that the translation is right.",
        requirements=("S3-40", "S3-01"),
    ),
    Rule(
        code="lineage/coarse-alignment",
        meaning="A translation is aligned with its original by sentence or clause, not as one piece.",
        owner=Owner.INGESTION,
        route=Route.REVIEW,
        repair="Translate with a system that returns the alignment of its segments, and keep it as the map.",
        level=Level.WARN,
        check=_alignment,
        proves_not="An alignment says which sentences belong together, not that they say the same.",
        requirements=("S3-40",),
    ),
)
