"""Did the source write the cited words?"""

from collections.abc import Iterator

from lineage.evidence.dossier import Dossier, slice_of
from lineage.evidence.outcomes import Place
from lineage.evidence.paths import find_generated
from lineage.evidence.rules.rule import Check, Rule, Subject, quoted, shown
from lineage.evidence.vocabulary import Level, Outcome, Owner, ResolutionStatus, Route

COMPARED = (ResolutionStatus.QUOTE_MATCH, ResolutionStatus.NORMALIZED_MATCH, ResolutionStatus.QUOTE_MISMATCH)
QUOTATION, REFERENCE = "quotation", "reference"


def _generated(subject: Subject) -> Iterator[Check]:
    for citation, resolution in subject.citations():
        if resolution.status is ResolutionStatus.GENERATED_TARGET:
            kind = QUOTATION if citation.quoted_text else REFERENCE
            cited = resolution.artifact or ""
            artifact = find_generated(subject.dossier, cited) or subject.dossier.artifacts[cited]
            sentence = f"{shown(citation)} points to a {artifact.kind.label}, words that the source did not write."
            if resolution.primary:
                sentence += f" It was made from {describe(subject.dossier, resolution.primary[0])}."
            yield Check(Outcome.FAIL, citation.claim, citation.key, kind, sentence)
        elif resolution.origin is None:
            yield Check(Outcome.NOT_RUN, citation.claim, citation.key)
        else:
            yield Check(Outcome.PASS, citation.claim, citation.key)


def _quotation(subject: Subject) -> Iterator[Check]:
    for citation, resolution in subject.citations():
        if resolution.status is ResolutionStatus.QUOTE_MISMATCH:
            words = slice_of(subject.dossier, resolution.artifact or "", resolution.span) if resolution.span else ""
            sentence = (
                f"{shown(citation)} quotes {quoted(citation.quoted_text)}; the cited place reads {quoted(words)}."
            )
            if resolution.elsewhere:
                sentence += f" The quoted words stand in {describe(subject.dossier, resolution.elsewhere[0])}."
            yield Check(Outcome.FAIL, citation.claim, citation.key, "", sentence)
        elif not citation.quoted_text:
            yield Check(Outcome.NOT_APPLICABLE, citation.claim, citation.key)
        else:
            compared = resolution.status in COMPARED
            yield Check(Outcome.PASS if compared else Outcome.NOT_RUN, citation.claim, citation.key)


def describe(dossier: Dossier, place: Place) -> str:
    """A place in words: source and version where they are known, else the artifact's key."""
    if place.source is None:
        return place.artifact
    return f"{place.source}, version {place.version}" if place.version else place.source


RULES = (
    Rule(
        code="origin/generated-target",
        meaning="A citation points to words that the source wrote.",
        owner=Owner.APPLICATION,
        route=Route.BLOCK,
        repair="Cite the original passage that the generated text was made from; keep the generated text as an aid.",
        level=Level.BLOCK,
        levels={REFERENCE: Level.REVIEW},
        check=_generated,
        proves_not="Words of the source may still not carry the claim.",
        requirements=("S0-36", "X-37", "M-10"),
    ),
    Rule(
        code="origin/quote-mismatch",
        meaning="Quoted words stand at the cited place, as they are or under the declared normalization.",
        owner=Owner.APPLICATION,
        route=Route.BLOCK,
        repair="Quote the cited words exactly, or do not set the statement in quotation marks.",
        level=Level.BLOCK,
        check=_quotation,
        proves_not="A true quotation may be taken out of its context.",
        requirements=("S0-36", "S0-54", "S0-56"),
    ),
)
