"""A citation that rests on a version of a source, as a row of the table and as a line of the file. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.urls import reverse
from django.utils.http import urlencode

from inspector.pages.evidence_view import Said
from inspector.pages.impact_reading import FRESH, NOT_LOOKED_FOR, STALE, UNJUDGED
from inspector.pages.run_states import said_of_outcome
from inspector.pages.states import STATE_OF_JUDGE, STATE_OF_STATUS
from inspector.pages.untold import NOT_TOLD, said_of_decision
from inspector.untold import UNTOLD
from lineage.evidence.vocabulary import JudgeStatus, JudgeVerdict, RelocationOutcome, ResolutionStatus

LONGEST_CLAIM = 300
OUTCOMES = {outcome.value: said_of_outcome(outcome) for outcome in RelocationOutcome}
OUTCOMES[NOT_LOOKED_FOR] = Said("not looked for yet", "none", NOT_LOOKED_FOR)
VERDICTS = {
    FRESH: Said("judged on today’s words", "pass", FRESH),
    STALE: Said("judged on words that changed", "fail", STALE),
    UNJUDGED: Said("not judged", "none", UNJUDGED),
    UNTOLD: NOT_TOLD,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ImpactLine:
    """`claim` are the claim's words, or its key where they were not kept; empty where a citation is of no claim."""

    heading: str
    answer_url: str
    claim: str
    claim_url: str
    citation: str
    resolved: Said
    decided: Said
    verdicts: Said
    fresh: int
    outcome: Said
    run_url: str
    judge: Said | None
    judged_by: str


def line_of(row: Mapping[str, Any], judges: Mapping[int, Any], claims: Mapping[int, str]) -> ImpactLine:
    judge = judges.get(row["judge"])
    words, key = claims.get(row["claim_pk"], ""), row["claim_key"] or ""
    span = "?" + urlencode({"span": row["citation_key"]})
    status = ResolutionStatus(row["status"])
    return ImpactLine(
        heading=row["heading"],
        answer_url=reverse("answer", args=[row["answer"]]),
        claim=words[:LONGEST_CLAIM] + "…" if len(words) > LONGEST_CLAIM else words or key,
        claim_url=reverse("claim", args=[row["claim_public_id"]]) + span if row["claim_public_id"] else "",
        citation=row["citation_key"],
        resolved=Said(status.label, STATE_OF_STATUS.get(status, "fail")),
        decided=said_of_decision(row["decision"]),
        verdicts=VERDICTS[row["verdicts"]],
        fresh=row["fresh"],
        outcome=_outcome(row),
        run_url=reverse("run", args=[row["run"]]) if row["run"] else "",
        judge=NOT_TOLD if row["is_blind"] else _judged(judge) if judge is not None else None,
        judged_by=" ".join(part for part in (judge.evaluator, judge.version) if part) if judge is not None else "",
    )


def _outcome(row: Mapping[str, Any]) -> Said:
    if row["outcome"] == NOT_LOOKED_FOR:
        return OUTCOMES[NOT_LOOKED_FOR]
    return said_of_outcome(RelocationOutcome(row["outcome"]), is_changed=row["changed"] is not None)


def _judged(judge: Any) -> Said:
    """A judge that did not finish said nothing of the claim."""
    status = JudgeStatus(judge.status)
    if status != JudgeStatus.COMPLETED:
        return Said(status.label, STATE_OF_JUDGE.get(status, "none"))
    said = JudgeVerdict(judge.verdict).label if judge.verdict else ""
    score = f"{judge.score:g}" if judge.score is not None else ""
    return Said(" ".join(part for part in (said, score) if part) or "no verdict", "none")


HEADER = (
    *("answer", "case", "response_version", "answered_at", "decision", "claim", "claim_key", "citation", "resolution"),
    *("verdicts", "verdicts_on_todays_words", "relocation", "run"),
    *("judge", "judge_version", "judge_status", "judge_verdict", "judge_score", "judged_at"),
)


def cells_of(row: Mapping[str, Any], judge: Any) -> tuple[str, ...]:
    judged: tuple[str, ...] = (UNTOLD if row["is_blind"] else "",) * 6
    if judge is not None:
        said = (judge.status, judge.verdict or "", _plain(judge.score), _moment(judge.judged_at))
        judged = (judge.evaluator, judge.version, *said)
    return (
        *(row["answer"], row["case_key"], row["response"], _moment(row["answered_at"]), row["decision"]),
        *(row["claim_public_id"] or "", row["claim_key"] or "", row["citation_key"], row["status"]),
        *(row["verdicts"], str(row["fresh"]), row["outcome"], row["run"] or ""),
        *judged,
    )


def _plain(score: float | None) -> str:
    return "" if score is None else f"{score:g}"


def _moment(at: datetime | None) -> str:
    return f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}" if at is not None else ""
