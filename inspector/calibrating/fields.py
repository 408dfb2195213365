"""What a claim that was judged here is labelled with, in the words of a label set. Pure.

The register's table 6.3 is followed in one direction only: a label is made from a verdict, never a verdict from one.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from inspector.figures.consensus import SUPPORT
from inspector.labels.label_set import Field
from lineage.evidence.vocabulary import (
    Answerability,
    CalibrationLabel,
    CoverageVerdict,
    PairSupport,
    Scale,
    SupportClass,
)

LABEL, COVERAGE, SUPPORT_CLASS, OF_PASSAGE = "label", "coverage", "support_class", "support"
CARRIED = frozenset({SupportClass.DIRECT_SUPPORT, SupportClass.WARRANTED_DERIVATION})


def _field(name: str, terms: Iterable[Any], *positive: str) -> Field:
    return Field(name, Scale.NOMINAL, tuple(term.value for term in terms), positive)


HOUSE_FIELDS = (
    _field(LABEL, CalibrationLabel, CalibrationLabel.CLEAR_SUPPORT.value),
    _field(COVERAGE, CoverageVerdict, CoverageVerdict.SUPPORTED.value),
    _field(SUPPORT_CLASS, SupportClass, SupportClass.DIRECT_SUPPORT.value, SupportClass.WARRANTED_DERIVATION.value),
    _field(OF_PASSAGE, PairSupport, PairSupport.SUPPORTS.value),
)
"""`support` is that of the one passage: a claim with several has no single value."""


def labels_of(said: Mapping[str, str | None], citations: int) -> dict[str, str]:
    """By field what one verdict, or one adjudication, says of a claim with so many citations; what it leaves open is
    left out. `said` is by name, as in `inspector.figures.consensus.Said`."""
    supports = [PairSupport(value) for name, value in said.items() if name.startswith(SUPPORT) and value]
    label = calibration_label(said, supports)
    found = {
        LABEL: label.value if label is not None else None,
        COVERAGE: said.get("coverage"),
        SUPPORT_CLASS: said.get("support_class"),
        OF_PASSAGE: supports[0].value if citations == 1 and len(supports) == 1 else None,
    }
    return {field: value for field, value in found.items() if value is not None}


def calibration_label(said: Mapping[str, str | None], supports: Iterable[PairSupport]) -> CalibrationLabel | None:
    """None where the origin is not resolved, and where what was said fits no label."""
    kind = said.get("support_class")
    if kind == SupportClass.UNRESOLVED_ORIGIN or kind is None:
        return None
    if kind == SupportClass.CANNOT_TELL or said.get("answerability") == Answerability.AMBIGUOUS:
        return CalibrationLabel.AMBIGUOUS
    if kind == SupportClass.CONTRADICTION:
        return CalibrationLabel.CLEAR_CONTRADICTION
    if kind in CARRIED:
        return CalibrationLabel.CLEAR_SUPPORT if said.get("coverage") == CoverageVerdict.SUPPORTED else None
    is_partial = PairSupport.PARTIALLY_SUPPORTS in set(supports)
    return CalibrationLabel.PARTIAL_SUPPORT if is_partial else CalibrationLabel.INSUFFICIENT_EVIDENCE


def compared_field(expected: Mapping[str, str]) -> str | None:
    """The field in which what somebody says is held against what is expected; None where neither is expected."""
    return next((field for field in (LABEL, COVERAGE) if field in expected), None)


def agreed(said: Sequence[Mapping[str, str]]) -> dict[str, str]:
    """By field what all of them say; a field that one of them leaves open has no expected label."""
    if not said:
        return {}
    first, *others = said
    return {field: value for field, value in first.items() if all(one.get(field) == value for one in others)}


def dump_fields(fields: Iterable[Field]) -> list[dict[str, Any]]:
    """As a revision keeps them."""
    return [
        {"name": one.name, "scale": one.scale.value, "values": list(one.values), "positive": list(one.positive)}
        for one in fields
    ]


def load_fields(kept: Iterable[Mapping[str, Any]]) -> tuple[Field, ...]:
    return tuple(
        Field(one["name"], Scale(one["scale"]), tuple(one["values"]), tuple(one.get("positive", ()))) for one in kept
    )


def merge_fields(first: Iterable[Field], second: Iterable[Field]) -> tuple[Field, ...]:
    """Both, those of one name as one: its values in the first one's order, what only the second has behind them."""
    merged = {one.name: one for one in first}
    for one in second:
        known = merged.get(one.name)
        if known is None:
            merged[one.name] = one
        else:
            values = tuple(dict.fromkeys((*known.values, *one.values)))
            positive = tuple(dict.fromkeys((*known.positive, *one.positive)))
            merged[one.name] = known._replace(values=values, positive=positive)
    return tuple(merged.values())
