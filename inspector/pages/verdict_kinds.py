"""Which questions the form asks of a claim: those of its kind (M-64), and two of words that no source wrote. Pure."""

import re
from collections.abc import Iterable, Mapping
from enum import Enum

from inspector.pages.claim_reading import Reading
from inspector.verdict_fields import Cited, Sent, Sheet
from lineage.evidence.bundle import claim_text
from lineage.evidence.dossier import Dossier
from lineage.evidence.outcomes import Resolution
from lineage.evidence.upstream import upstream_of
from lineage.evidence.vocabulary import (
    ClaimKind,
    Origin,
    OriginVerdict,
    QuotationVerdict,
    ResolutionStatus,
    SourceKind,
    SupportType,
    TransformationKind,
)

LONGEST_WORDS = 5_000
MARKS = re.compile(r"[“„«\"][^“”„«»\"]{2,}[”“»\"]")
"""Words in quotation marks, of whatever language; an inch or a single letter is none."""

QUOTATIONS = {
    ResolutionStatus.QUOTE_MATCH: QuotationVerdict.EXACT,
    ResolutionStatus.NORMALIZED_MATCH: QuotationVerdict.ACCEPTED_NORMALIZATION,
    ResolutionStatus.QUOTE_MISMATCH: QuotationVerdict.MISMATCH,
}
ORIGINS = {
    Origin.ORIGINAL: OriginVerdict.ORIGINAL,
    Origin.DERIVED: OriginVerdict.ORIGINAL,
    Origin.GENERATED: OriginVerdict.GENERATED,
    Origin.MIXED: OriginVerdict.MIXED,
    Origin.UNRESOLVED: OriginVerdict.UNRESOLVED,
}
NOT_OF_A_SOURCE = frozenset({OriginVerdict.GENERATED, OriginVerdict.MIXED})
STEPS = {
    TransformationKind.TRANSLATION: SupportType.TRANSLATED,
    TransformationKind.SUMMARIZATION: SupportType.SUMMARY_MEDIATED,
    TransformationKind.TABLE_LINEARIZATION: SupportType.INFERRED_STRUCTURED,
}
STRUCTURED = (SourceKind.CSV, SourceKind.DB_ROW_EXPORT)


class Asked(Enum):
    """What a form asks beside the support of each citation."""

    QUOTATION = "whether the quoted words are the source's"
    ORIGINAL = "whether the original says it, and whether the answer gives it as the source's words"
    WARRANT = "from which operands it follows, and how"
    TOGETHER = "whether the passages carry it together"
    MISSING_BASIS = "whether it names what is missing, and whether the sources indeed do not say"
    EXEMPTION = "by which rule it needs no evidence"


OF_KIND: Mapping[ClaimKind, frozenset[Asked]] = {
    ClaimKind.QUOTATION: frozenset({Asked.QUOTATION}),
    ClaimKind.DERIVED: frozenset({Asked.WARRANT}),
    ClaimKind.SYNTHESIS: frozenset({Asked.TOGETHER}),
    ClaimKind.ABSTENTION: frozenset({Asked.MISSING_BASIS}),
    ClaimKind.CONVERSATIONAL: frozenset({Asked.EXEMPTION}),
}
"""What is not here is asked nothing more: paraphrases, exact values, claims of no recorded kind."""


def asked_of(sheet: Sheet, kind: ClaimKind) -> frozenset[Asked]:
    asked = OF_KIND.get(kind, frozenset())
    if Asked.EXEMPTION in asked:
        return asked
    generated = {Asked.ORIGINAL} if sheet.is_generated and Asked.MISSING_BASIS not in asked else set()
    # A paraphrase in quotation marks is formatted as the source's words (S0-61).
    quoted = {Asked.QUOTATION} if sheet.in_marks and not generated and Asked.MISSING_BASIS not in asked else set()
    return asked | generated | quoted


def kind_sent(sheet: Sheet, sent: Sent) -> ClaimKind:
    """The kind that the reviewer chose in the form, else that of the claim."""
    written = sent.get("claim_kind")
    return ClaimKind(written) if written in set(ClaimKind) else sheet.kind


def sheet_of(reading: Reading) -> Sheet:
    """What the form of a claim asks, with the words that it may be read by."""
    found = {citation.key: reading.resolutions.get(citation.key) for citation in reading.citations}
    known = {key: resolution for key, resolution in found.items() if resolution is not None}
    origins = {key: ORIGINS[one.origin or Origin.UNRESOLVED] for key, one in known.items()}
    generated = [key for key, origin in origins.items() if origin in NOT_OF_A_SOURCE]
    kind = reading.claim.kind
    if kind is ClaimKind.UNCLASSIFIED:
        kind = reading.given_kind or kind
    return Sheet(
        kind=kind,
        citations=tuple(found),
        quotations={key: QUOTATIONS[one.status] for key, one in known.items() if one.status in QUOTATIONS},
        origins=origins,
        is_generated=bool(generated),
        in_marks=bool(MARKS.search(claim_text(reading.dossier.answer, reading.claim))),
        is_traced=all(known[key].primary for key in generated),
        types=suggest_types(reading.dossier, known.values(), kind),
        rules=reading.policies.rules,
        exemption_policy=reading.policies.exemption,
        words={key: tuple(_cited(reading.dossier, one)) for key, one in known.items()},
        sentences=reading.policies.sentences,
    )


def suggest_types(dossier: Dossier, resolutions: Iterable[Resolution], kind: ClaimKind) -> tuple[SupportType, ...]:
    """How support comes about, from the steps between the source and what was cited (S3-57)."""
    artifacts = dict.fromkeys(one.artifact for one in resolutions if one.artifact is not None)
    found = {each for key in artifacts for each in _types_behind(dossier, key)}
    if kind is ClaimKind.SYNTHESIS:
        found.add(SupportType.SYNTHESIZED_MULTI_SPAN)
    if artifacts and not found:
        found.add(SupportType.DIRECTLY_STATED)
    return tuple(each for each in SupportType if each in found)


def _types_behind(dossier: Dossier, artifact: str) -> Iterable[SupportType]:
    behind = upstream_of(dossier, artifact, None)
    yield from (STEPS[edge.transformation.kind] for edge in behind.edges if edge.transformation.kind in STEPS)
    recorded = dossier.artifacts.get(artifact)
    source = dossier.sources.get(recorded.source or "") if recorded else None
    if source is not None and source.kind in STRUCTURED:
        yield SupportType.INFERRED_STRUCTURED


def _cited(dossier: Dossier, resolution: Resolution) -> Iterable[Cited]:
    for place in resolution.primary:
        text = dossier.find_text(place.artifact)
        if text is not None:
            words = place.span.slice(text)[:LONGEST_WORDS]
            yield Cited(place.artifact, place.span.start, place.span.start + len(words), words)
