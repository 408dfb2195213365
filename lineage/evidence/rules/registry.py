"""Every rule, in the order in which an investigator reads: syntax first, what was recorded last."""

from lineage.evidence.rules import (
    capture,
    coverage,
    derivatives,
    evaluation,
    freshness,
    identity,
    lineage,
    origin,
    packing,
    retrieval,
    security,
    steps,
    support,
    syntax,
)
from lineage.evidence.rules.rule import Rule

RULES: tuple[Rule, ...] = (
    *syntax.RULES,
    *identity.RULES,
    *origin.RULES,
    *lineage.RULES,
    *packing.RULES,
    *derivatives.RULES,
    *steps.RULES,
    *retrieval.RULES,
    *support.RULES,
    *security.RULES,
    *coverage.RULES,
    *freshness.RULES,
    *evaluation.RULES,
    *capture.RULES,
)

BY_CODE = {rule.code: rule for rule in RULES}


def find_rule(code: str) -> Rule | None:
    """A rule by its code."""
    return BY_CODE.get(code)
