"""The state of an answer as lists know it: derived by one pure function, rebuilt and compared from rows (DESIGN 6)."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction

from lineage.bulk import columns, in_parts, write
from lineage.evidence.vocabulary import LEVEL_WEIGHT, Freshness, Level
from lineage.models import rows

HEADING_LENGTH = 160
SEARCHED_LENGTH = 500
BATCH = 500

# From the best to the worst that can be said of a cited source's standing.
STANDING = (
    Freshness.CURRENT,
    Freshness.UNKNOWN,
    Freshness.NOT_YET_VALID,
    Freshness.SUPERSEDED,
    Freshness.EXPIRED,
)


class Failing(NamedTuple):
    """What the state takes from a finding."""

    rule: str
    owner: str
    level: str


class Recorded(NamedTuple):
    """What the state takes from an answer."""

    answer_id: int
    tenant_id: int
    environment: str
    case_key: str
    question: str
    claims: int
    citations: int
    answered_at: datetime | None
    recorded_at: datetime


def derive(
    recorded: Recorded, inspection_id: int, decision: str, findings: Iterable[Failing], freshness: Iterable[str]
) -> dict[str, Any]:
    """The values of an answer's AnswerState, by column; the only place that decides them.

    `freshness` is one value a citation. A rule that the policy switched off does not count; one in shadow does.
    """
    failing = [finding for finding in findings if finding.level != Level.OFF]
    return {
        "answer_id": recorded.answer_id,
        "tenant_id": recorded.tenant_id,
        "inspection_id": inspection_id,
        "environment": str(recorded.environment),
        "decision": str(decision),
        "level": max((finding.level for finding in failing), key=weight, default=Level.OFF.value),
        "rules": framed(finding.rule for finding in failing),
        "owners": framed(finding.owner for finding in failing),
        "standing": worst(freshness),
        "claims": recorded.claims,
        "citations": recorded.citations,
        "findings": len(failing),
        "answered_at": recorded.answered_at or recorded.recorded_at,
        "heading": shown(recorded.question[:HEADING_LENGTH]) or recorded.case_key,
        "search": shown(f"{recorded.case_key}\n{recorded.question[:SEARCHED_LENGTH]}".casefold()),
    }


def weight(level: str) -> int:
    return LEVEL_WEIGHT[Level(level)]


def framed(names: Iterable[str]) -> str:
    """Distinct names in order, a blank around each: " a/b c/d "; empty for none."""
    distinct = sorted({str(name) for name in names})
    return f" {' '.join(distinct)} " if distinct else ""


def worst(freshness: Iterable[str]) -> str:
    """The worst standing among the citations; unknown where there is none."""
    return max((Freshness(value) for value in freshness), key=STANDING.index, default=Freshness.UNKNOWN).value


def shown(text: str) -> str:
    """Text columns hold no NUL; the question itself is kept as it came."""
    return text.replace("\0", "\N{REPLACEMENT CHARACTER}")


def derive_from_rows(answer_ids: Sequence[int]) -> Iterator[dict[str, Any]]:
    """The states of inspected answers as their records have them, by their newest inspections; six statements."""
    answers = {
        answer.pk: answer
        for answer in rows.Answer.objects.filter(pk__in=answer_ids).select_related("case", "case__question")
    }
    newest = {
        inspection.answer_id: inspection
        for inspection in rows.Inspection.objects.filter(answer_id__in=answer_ids).order_by("id")
    }
    inspections = [inspection.pk for inspection in newest.values()]
    findings = grouped(
        rows.Finding.objects.filter(inspection_id__in=inspections).values_list(
            "inspection_id", "rule", "owner", "level"
        )
    )
    freshness = grouped(
        rows.Resolution.objects.filter(inspection_id__in=inspections).values_list("inspection_id", "freshness")
    )
    claims = grouped(rows.Claim.objects.filter(answer_id__in=answer_ids).values_list("answer_id", "id"))
    citations = grouped(rows.Citation.objects.filter(answer_id__in=answer_ids).values_list("answer_id", "id"))
    for answer_id, inspection in sorted(newest.items()):
        answer = answers[answer_id]
        yield derive(
            Recorded(
                answer_id=answer_id,
                tenant_id=answer.tenant_id,
                environment=answer.case.environment,
                case_key=answer.case.key,
                question=question_of(answer.case),
                claims=len(claims.get(answer_id, ())),
                citations=len(citations.get(answer_id, ())),
                answered_at=answer.answered_at,
                recorded_at=answer.recorded_at,
            ),
            inspection.pk,
            inspection.decision,
            [Failing(*finding) for finding in findings.get(inspection.pk, ())],
            [value for (value,) in freshness.get(inspection.pk, ())],
        )


def question_of(case: Any) -> str:
    """The question's text, empty where none was recorded or it was erased."""
    content = case.question
    return content.get_text() if content is not None and content.body is not None else ""


def grouped(found: Iterable[tuple[Any, ...]]) -> dict[int, list[tuple[Any, ...]]]:
    groups: dict[int, list[tuple[Any, ...]]] = {}
    for first, *others in found:
        groups.setdefault(first, []).append(tuple(others))
    return groups


def write_states(states: Sequence[dict[str, Any]]) -> None:
    """Puts these states in the place of those that the same answers had; in the transaction of their inspections."""
    rows.AnswerState.objects.filter(answer_id__in=[state["answer_id"] for state in states]).delete()
    write(rows.AnswerState, states)


def rebuild(tenant_id: int) -> int:
    """Writes every state of a tenant anew, a batch a transaction; how many."""
    count = 0
    for answer_ids in batches(tenant_id):
        states = list(derive_from_rows(answer_ids))
        with transaction.atomic():
            rows.AnswerState.objects.filter(answer_id__in=answer_ids).delete()
            write(rows.AnswerState, states)
        count += len(states)
    return count


def find_differences(tenant_id: int) -> Iterator[int]:
    """Ids of answers whose stored state is not what their records say, or is missing, or should not be."""
    for answer_ids in batches(tenant_id):
        due = {state["answer_id"]: state for state in derive_from_rows(answer_ids)}
        stored = {
            state["answer_id"]: state
            for state in rows.AnswerState.objects.filter(answer_id__in=answer_ids).values(*columns(rows.AnswerState))
        }
        yield from sorted(key for key in due.keys() | stored.keys() if due.get(key) != stored.get(key))


def batches(tenant_id: int) -> Iterator[Sequence[int]]:
    ids = list(rows.Answer.objects.filter(tenant_id=tenant_id).order_by("id").values_list("id", flat=True))
    return in_parts(ids, BATCH)
