"""Did the source write the cited words?"""

from collections.abc import Iterator

from lineage.evidence.bundle import Artifact, ManifestEntry
from lineage.evidence.dossier import Dossier, slice_of
from lineage.evidence.generator_view import count_unmarked, request_pieces
from lineage.evidence.outcomes import Place
from lineage.evidence.paths import find_generated
from lineage.evidence.rules.rule import Check, Rule, Subject, quoted, shown
from lineage.evidence.vocabulary import (
    Addition,
    Level,
    Mediation,
    Origin,
    Outcome,
    Owner,
    RangeOrigin,
    ResolutionStatus,
    Route,
)

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


def _unmarked(subject: Subject) -> Iterator[Check]:
    request = subject.dossier.answer.capture.request
    if request is None or request.text is None or request.ranges is None:
        yield Check(Outcome.NOT_CAPTURED)
        return
    gaps = [piece.span for piece in request_pieces(request) if piece.origin is RangeOrigin.UNMARKED]
    if not any(gap.slice(request.text).strip() for gap in gaps):
        yield Check(Outcome.PASS)
        return
    sentence = (
        f"Of the {len(request.text)} code points of the request, {count_unmarked(request)} have no recorded writer."
    )
    yield Check(Outcome.FAIL, sentence=sentence, evidence={"gaps": [list(gap) for gap in gaps]})


def _prefixes(subject: Subject) -> Iterator[Check]:
    dossier = subject.dossier
    for entry in dossier.answer.manifest or ():
        artifact = dossier.artifacts.get(entry.artifact)
        if artifact is None or not _is_mixed(dossier, artifact, entry):
            yield Check(Outcome.NOT_APPLICABLE, detail=entry.label)
        elif artifact.origins or _is_split_in_request(dossier, entry):
            yield Check(Outcome.PASS, detail=entry.label)
        else:
            sentence = (
                f"{entry.label} holds generated characters beside the source's, and nothing marks where they end."
            )
            yield Check(Outcome.FAIL, None, None, entry.label, sentence, {"artifact": entry.artifact})
    if not dossier.answer.manifest:
        yield Check(Outcome.NOT_CAPTURED)


def _is_mixed(dossier: Dossier, artifact: Artifact, entry: ManifestEntry) -> bool:
    """Whether a packed text was put together from words of the source and words that it did not write."""
    edges = dossier.edges_into.get(artifact.key, ())
    inputs = [e.derivation.input for e in edges if e.transformation.mediation is Mediation.DETERMINISTIC]
    inputs += [part.artifact for part in entry.parts]
    made = {found.origin is Origin.GENERATED for key in inputs if (found := dossier.artifacts.get(key)) is not None}
    made |= {True for part in entry.parts if part.addition is Addition.GENERATED_ADDITION}
    return len(made) > 1 or artifact.origin is Origin.MIXED or bool(artifact.origins)


def _is_split_in_request(dossier: Dossier, entry: ManifestEntry) -> bool:
    request = dossier.answer.capture.request
    names = {part.artifact for part in entry.parts} | {entry.artifact}
    ranges = (request.ranges or ()) if request is not None else ()
    marked = {r.origin for r in ranges if r.block == entry.label or r.artifact in names}
    return {RangeOrigin.ORIGINAL, RangeOrigin.GENERATED} <= marked


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
    Rule(
        code="origin/unmarked-range",
        meaning="Of every word of the captured request it is recorded who wrote it.",
        owner=Owner.APPLICATION,
        route=Route.REVIEW,
        repair="Mark the ranges where the request is put together; afterwards nobody can tell them apart.",
        level=Level.WARN,
        check=_unmarked,
        proves_not="A marked range may be marked wrongly.",
        requirements=("S0-27",),
    ),
    Rule(
        code="origin/prefix-boundary-unmarked",
        meaning="Where generated words are packed with those of a source, it is marked which are which.",
        owner=Owner.APPLICATION,
        route=Route.REVIEW,
        repair="Keep the range of the prefix with the packed text, and mark it in the request.",
        level=Level.REVIEW,
        check=_prefixes,
        proves_not="A boundary that is marked does not keep a model from quoting the prefix.",
        requirements=("S0-20",),
    ),
)
