"""The values of labels in words: our own vocabulary by its labels, a data set's words as it wrote them. Pure."""

import re
from collections.abc import Mapping, Sequence

from inspector.calibrating.coverage import FieldCoverage
from lineage.evidence.vocabulary import (
    CalibrationLabel,
    ChangeKind,
    Comparability,
    CoverageVerdict,
    ExpectedBy,
    PairSupport,
    SupportClass,
    Term,
)

TERMS: Mapping[str, tuple[type[Term], ...]] = {
    "label": (CalibrationLabel,),
    "coverage": (CoverageVerdict,),
    "support_class": (SupportClass,),
    # Of one passage where claims of this house are judged; what publishers call support is mapped to our labels.
    "support": (PairSupport, CalibrationLabel),
}
STATE_OF_COMPARABILITY = {Comparability.COMPARABLE: "pass", Comparability.NON_COMPARABLE: "unclear"}
OWN_ADJUDICATOR = re.compile("adjudicator-[0-9a-f]{10}")
FIRST_VERSION, UNCHANGED = "the first version", "nothing of these four"
PARTS = {
    "claim": "the claim",
    "evidence": "the source’s words",
    "requirement": "what is to be cited",
    "expected": "the expected label",
}
"""What a version's digest is made of, by the names of `CalibrationItem.parts`."""


def value_label(field: str, value: str) -> str:
    """As it stands on a page; an export and an address have the value itself."""
    return next((terms(value).label for terms in TERMS.get(field, ()) if value in set(terms)), value)


def field_label(name: str) -> str:
    """As it stands on a page; a judge's file, an export and an address have the name itself."""
    return name.replace("_", " ")


def warnings_of(found: FieldCoverage) -> tuple[str, ...]:
    """What a judge cannot be tested on with these examples (S2-31), in the words of the table above them."""
    if not any(found.counts.values()):
        return ()
    few = [f"{found.counts[value]} {_quoted(found.field.name, value)}" for value in found.few]
    said = []
    if found.missing:
        first, *rest = (_quoted(found.field.name, value) for value in found.missing)
        nor = f", nor of {_and(rest)}" if rest else ""
        said.append(f"no {first} examples{nor}: a judge is not tested on {'these' if rest else 'it'} at all")
    if few:
        said.append(f"only {_and(few)} examples: too few to say much")
    return tuple(said)


def _quoted(field: str, value: str) -> str:
    return f"“{value_label(field, value)}”"


def _and(words: Sequence[str]) -> str:
    return " and ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else "".join(words)


def rater_label(key: str) -> str:
    """Who settled a difference here is called by a handle that is long to read."""
    return f"adjudicator {key.removeprefix('adjudicator-')[:4]}" if OWN_ADJUDICATOR.fullmatch(key) else key


def expected_by_label(value: str | None) -> str:
    return ExpectedBy(value).label if value else ""


def changed_words(kinds: Sequence[str], version: int, made_of: int = 0) -> str:
    """What changed against the version before; one that a person made by hand names the version `made_of`."""
    if version == 1:
        return FIRST_VERSION
    if made_of:
        return f"by hand, whether it may be compared; made of version {made_of}"
    return ", ".join(ChangeKind(kind).label for kind in kinds if kind in set(ChangeKind)) or UNCHANGED
