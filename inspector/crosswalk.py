"""How the words for support of four vocabularies relate: help beside the form, never an overwrite (M-61).

The register's table 6.3. What a judge or another tool calls support is kept in its own words; nobody's verdict is made
from it.
"""

from typing import NamedTuple

from lineage.evidence.vocabulary import CalibrationLabel, SupportClass, SupportLevel, SupportOutcome

NOT_A_RULE = "Each row says which words mean about the same. None is ever set because another was."


class Related(NamedTuple):
    """Words of four vocabularies that mean about the same; none where a vocabulary has no such word."""

    support_class: SupportClass | None
    levels: tuple[SupportLevel, ...]
    outcomes: tuple[SupportOutcome, ...]
    labels: tuple[CalibrationLabel, ...]
    note: str = ""


CROSSWALK = (
    Related(
        SupportClass.DIRECT_SUPPORT,
        (SupportLevel.DIRECT,),
        (SupportOutcome.ENTAILED,),
        (CalibrationLabel.CLEAR_SUPPORT,),
    ),
    Related(
        SupportClass.WARRANTED_DERIVATION,
        (SupportLevel.INFERRED,),
        (SupportOutcome.ENTAILED,),
        (CalibrationLabel.CLEAR_SUPPORT,),
        "Only with a warrant.",
    ),
    Related(
        SupportClass.CONTRADICTION,
        (SupportLevel.INSUFFICIENT,),
        (SupportOutcome.CONTRADICTED,),
        (CalibrationLabel.CLEAR_CONTRADICTION,),
        "Sources in conflict are another matter: there two sources disagree.",
    ),
    Related(
        SupportClass.INSUFFICIENCY,
        (SupportLevel.INSUFFICIENT,),
        (SupportOutcome.NOT_ENTAILED, SupportOutcome.PARTIAL_SUPPORT),
        (CalibrationLabel.INSUFFICIENT_EVIDENCE, CalibrationLabel.PARTIAL_SUPPORT),
        "Partial is not insufficient.",
    ),
    Related(
        SupportClass.UNRESOLVED_ORIGIN,
        (SupportLevel.INSUFFICIENT,),
        (SupportOutcome.NOT_ASSESSED,),
        (),
        "No label before the origin is known.",
    ),
    Related(
        None,
        (SupportLevel.DIRECT, SupportLevel.INFERRED),
        (SupportOutcome.EXCESSIVE_CERTAINTY,),
        (CalibrationLabel.PARTIAL_SUPPORT,),
        "The passage is weaker than the claim.",
    ),
)


class CrosswalkLine(NamedTuple):
    """One row in words."""

    support_class: str
    levels: str
    outcomes: str
    labels: str
    note: str


def _line(related: Related) -> CrosswalkLine:
    return CrosswalkLine(
        related.support_class.label if related.support_class else "no kind of its own",
        " or ".join(level.label for level in related.levels),
        " or ".join(outcome.label for outcome in related.outcomes),
        " or ".join(label.label for label in related.labels) or "none",
        related.note,
    )


class Crosswalk(NamedTuple):
    """The table in words, as pages show it."""

    not_a_rule: str = NOT_A_RULE
    lines: tuple[CrosswalkLine, ...] = tuple(_line(one) for one in CROSSWALK)
