"""What follows from a reviewer's answers, as far as they leave it open: derived, shown, changeable (DESIGN 6). Pure."""

from collections.abc import Iterable, Mapping

from inspector.verdict_fields import Sheet
from lineage.evidence.vocabulary import (
    Answerability,
    ClaimKind,
    CoverageVerdict,
    OriginVerdict,
    PairSupport,
    QuotationVerdict,
    SupportClass,
    SupportType,
)

AGAINST = frozenset({PairSupport.CONTRADICTS, PairSupport.REVERSES_IN_CONTEXT})
HOLDS = frozenset({Answerability.INSUFFICIENT, Answerability.OUTSIDE_FROZEN_CORPUS})
"""What makes "the sources do not say" right."""
WORST_FIRST = (QuotationVerdict.MISMATCH, QuotationVerdict.ACCEPTED_NORMALIZATION, QuotationVerdict.EXACT)


def derived_coverage(pairs: Iterable[PairSupport]) -> CoverageVerdict:
    """Supported where at least one passage alone supports the claim, and none takes it back."""
    given = set(pairs)
    return coverage_where(PairSupport.SUPPORTS in given, given)


def coverage_where(holds: bool, pairs: Iterable[PairSupport]) -> CoverageVerdict:
    """Supported where something else than a single passage carries the claim, and no passage takes it back."""
    return CoverageVerdict.SUPPORTED if holds and not set(pairs) & AGAINST else CoverageVerdict.UNSUPPORTED


def derived_answerability(coverage: CoverageVerdict) -> Answerability:
    return Answerability.SUPPORTED if coverage is CoverageVerdict.SUPPORTED else Answerability.INSUFFICIENT


def derived_class(pairs: Iterable[PairSupport]) -> SupportClass:
    """From the passages alone: what takes the claim back weighs more than what carries it."""
    given = set(pairs)
    if given & AGAINST:
        return SupportClass.CONTRADICTION
    if PairSupport.SUPPORTS in given:
        return SupportClass.DIRECT_SUPPORT
    if given == {PairSupport.CANNOT_ASSESS}:
        return SupportClass.CANNOT_TELL
    return SupportClass.INSUFFICIENCY


def class_of_abstention(answerability: Answerability) -> SupportClass:
    """Of the words "the sources do not say"."""
    if answerability in HOLDS:
        return SupportClass.INSUFFICIENCY
    return SupportClass.CONTRADICTION if answerability is Answerability.SUPPORTED else SupportClass.CANNOT_TELL


def derived_origin(sheet: Sheet) -> OriginVerdict | None:
    """Who wrote what the claim rests on; None where it cites nothing."""
    found = set(sheet.origins.values())
    if len(found) < 2:
        return next(iter(found), None)
    return OriginVerdict.MIXED if found - {OriginVerdict.UNRESOLVED, OriginVerdict.ORIGINAL} else (
        OriginVerdict.UNRESOLVED
    )


def derived_quotation(sheet: Sheet, kind: ClaimKind, attributed: bool | None) -> QuotationVerdict | None:
    """The worst of what was found of the quoted words; None where nobody can tell without reading.

    Words of no source that the answer gives as the source's are never a quotation of it (S0-63). A claim without
    quotation marks that is no quotation by its kind is none (S0-61).
    """
    if sheet.is_generated and attributed is not None:
        return QuotationVerdict.MISMATCH if attributed else QuotationVerdict.NOT_A_QUOTATION
    if kind is not ClaimKind.QUOTATION and not sheet.in_marks:
        return QuotationVerdict.NOT_A_QUOTATION
    proved = proved_quotations(sheet.quotations)
    return next((verdict for verdict in WORST_FIRST if verdict in proved), None)


def proved_quotations(quotations: Mapping[str, QuotationVerdict]) -> frozenset[QuotationVerdict]:
    return frozenset(quotations.values())


def derived_types(sheet: Sheet, coverage: CoverageVerdict | None) -> tuple[SupportType, ...]:
    """How the support comes about, as the path suggests: only where there is any."""
    return sheet.types if coverage is CoverageVerdict.SUPPORTED else ()
