"""The fields of a verdict and their values in words, as cards, settlements and histories call them. Pure."""

from collections.abc import Mapping
from typing import Any

from inspector.figures.consensus import SUPPORT
from lineage.evidence.vocabulary import (
    Answerability,
    CoverageVerdict,
    DerivationVerdict,
    ExemptionRule,
    OriginVerdict,
    PairSupport,
    QuotationVerdict,
    ReviewerTag,
    SupportClass,
    SupportType,
    Term,
)

TERMS: Mapping[str, type[Term]] = {
    "coverage": CoverageVerdict,
    "answerability": Answerability,
    "support_class": SupportClass,
    "origin": OriginVerdict,
    "quotation": QuotationVerdict,
    "derivation": DerivationVerdict,
    "exemption": ExemptionRule,
    "support_types": SupportType,
    "tags": ReviewerTag,
}
NAMES = {
    "coverage": "Coverage",
    "answerability": "Answerability",
    "support_class": "Kind of support",
    "origin": "Origin",
    "quotation": "Quotation",
    "derivation": "Derivation",
    "exemption": "Exempt by rule",
    "support_types": "How the support comes about",
    "tags": "Tags",
    "contested": "Contests",
    "in_original": "Supported in the original",
    "attributed": "Attributed to the source",
    "names_missing_basis": "Names what is missing",
}
OPEN = "left open"


def name_of(field: str, markers: Mapping[int, str]) -> str:
    """`markers` are those of the citations, by the row that a field of support is named after."""
    if field.startswith(SUPPORT):
        written = field.removeprefix(SUPPORT)
        marker = markers.get(int(written), "") if written.isdigit() else ""
        return f"{marker or 'a citation'}, this passage alone"
    return NAMES.get(field, field)


def word_of(field: str, value: Any) -> str:
    if value is None or value == []:
        return OPEN
    if isinstance(value, bool):
        return "yes" if value else "no"
    terms = PairSupport if field.startswith(SUPPORT) else TERMS.get(field)
    if isinstance(value, list | tuple):
        return ", ".join(_label(terms, one) for one in value)
    return _label(terms, value)


def _label(terms: type[Term] | None, value: Any) -> str:
    return terms(value).label if terms is not None and value in set(terms) else str(value)
