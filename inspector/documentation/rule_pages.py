"""The page of each rule, from its code and the golden cases, and the index of all."""

from collections.abc import Iterable, Sequence

from inspector.documentation.cases import ExampleCase
from inspector.documentation.markdown import NOTICE, code, compact_json, table
from lineage.evidence.policy import DEFAULT_POLICY, level_of
from lineage.evidence.rules.registry import RULES
from lineage.evidence.rules.rule import Rule
from lineage.formats.report import finding_line

# The passing case that shows a rule best, where it is not the smallest one.
PASSING = {
    "identity/duplicate-source-ids": "identity/known-id",
    "identity/orphan-citation": "identity/known-id",
    "identity/snapshot-mismatch": "identity/digest-in-capitals",
    "identity/unresolved-id": "identity/known-id",
    "lineage/broken-mapping": "lineage/chunk-with-a-verified-map",
    "lineage/derivative-only-support": "lineage/summary-beside-the-policy",
    "lineage/points-to-unsupplied-text": "lineage/range-inside-what-was-supplied",
    "lineage/unresolved-range": "lineage/offsets-in-three-units",
    "origin/generated-target": "origin/aid-that-only-searched",
    "syntax/malformed-citation": "syntax/well-formed",
}


def rule_index() -> str:
    """docs/rules.md."""
    lines = [
        (f"[{rule.code}](rules/{rule.code}.md)", rule.meaning, rule.owner.label, levels_of(rule)) for rule in RULES
    ]
    return f"""# The rules

{NOTICE}

A rule is deterministic, has one code that never changes, and says one thing. It passes, fails, is unclear, was not run,
was not recorded or does not apply; only *failed*, *unclear* and *error* become findings. Which weight a failing rule
has is the policy's alone ([policies](policies.md)); the table shows the default policy.
`python -m lineage explain` prints the list, `python -m lineage explain RULE` one rule.

{table(("rule", "what holds where it passes", "owner", "default level"), lines)}

No rule fails a citation that is withdrawn, deleted, access blocked, text not retained or not for this reader: its
status says so, and an answer with a claim that has nothing else to rest on is *not evaluated*.
"""


def rule_page(rule: Rule, cases: Sequence[ExampleCase]) -> str:
    """docs/rules/<contract>/<name>.md. Raises StopIteration for a rule without a failing or a passing case."""
    failing = sorted((case for case in cases if case.findings_of(rule.code)), key=lambda case: _order(rule, case))
    passing = find_passing(rule, cases)
    facts = table(
        ("", ""),
        [
            ("contract", f"{rule.contract.label}: {rule.contract.meaning}"),
            ("owner", rule.owner.label),
            ("default level", levels_of(rule)),
            ("route", rule.route.label),
            ("repair", rule.repair),
            ("a pass does not show", rule.proves_not or "More than the sentence above says."),
            ("requirements", ", ".join(rule.requirements)),
        ],
    )
    return f"""# {rule.code}

{NOTICE}

{rule.meaning}

{facts}

## Fails

{_example(rule, failing[0])}
{_others(rule, failing[1:])}
## Passes

{_example(rule, passing)}"""


def find_passing(rule: Rule, cases: Iterable[ExampleCase]) -> ExampleCase:
    """The chosen passing case, else the smallest: of the rule's own contract, and with nothing else that is wrong."""
    passing = [case for case in cases if case.passes(rule.code)]
    wanted = PASSING.get(rule.code)
    if wanted is not None:
        return next(case for case in passing if case.name == wanted)
    return min(passing, key=lambda case: (case.is_held, *_order(rule, case)))


def levels_of(rule: Rule) -> str:
    """The level under the default policy, with those of single details where they differ."""
    levels = DEFAULT_POLICY.levels
    details = [
        f"{key.partition(':')[2]}: {level.label}" for key, level in levels.items() if key.startswith(f"{rule.code}:")
    ]
    general = level_of(DEFAULT_POLICY, rule.code, "", None).label
    return f"{general} ({', '.join(details)})" if details else general


def _order(rule: Rule, case: ExampleCase) -> tuple[bool, int, str]:
    return not case.name.startswith(f"{rule.contract}/"), case.size, case.name


def _example(rule: Rule, case: ExampleCase) -> str:
    printed = "".join(f"{finding_line(finding)}\n" for finding in case.findings_of(rule.code))
    said = f"\nThe finding as it is printed:\n\n```text\n{printed}```\n" if printed else ""
    return f"""**{case.title}** {case.about}
The case is [{case.name}]({_address(case)}); its decision: {case.inspection.decision.label}.
{said}
```json
{compact_json(case.bundle)}
```
"""


def _others(rule: Rule, cases: Sequence[ExampleCase]) -> str:
    """One case for each detail and sentence, so that every way to fail is seen once."""
    lines, seen = [], set()
    for case in cases:
        for finding in case.findings_of(rule.code):
            if (finding.detail, finding.sentence) not in seen:
                seen.add((finding.detail, finding.sentence))
                detail = code(finding.detail) if finding.detail else ""
                lines.append((f"[{case.name}]({_address(case)})", detail, finding.outcome.label, finding.sentence))
    return f"Other cases:\n\n{table(('case', 'detail', 'outcome', 'sentence'), lines)}\n" if lines else ""


def _address(case: ExampleCase) -> str:
    return f"../../../tests/cases/{case.name}.json"
