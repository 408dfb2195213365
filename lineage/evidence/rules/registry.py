"""Every rule, in the order in which an investigator reads: syntax first, what was recorded last."""

from lineage.evidence.rules import capture, coverage, evaluation, freshness, identity, lineage, origin, syntax
from lineage.evidence.rules.rule import Rule

RULES: tuple[Rule, ...] = (
    *syntax.RULES,
    *identity.RULES,
    *origin.RULES,
    *lineage.RULES,
    *coverage.RULES,
    *freshness.RULES,
    *evaluation.RULES,
    *capture.RULES,
)

BY_CODE = {rule.code: rule for rule in RULES}


def find_rule(code: str) -> Rule | None:
    """A rule by its code."""
    return BY_CODE.get(code)
