"""What judges said of the claim, every attempt, with what they read. Pure."""

from inspector.pages.claim_differences import difference
from inspector.pages.claim_reading import MANY, Reading
from inspector.pages.claim_supplied import compare_input, read_digest, read_length, supplied_words
from inspector.pages.claim_view import (
    JudgeLine,
)
from inspector.pages.evidence_view import Difference, Said
from inspector.pages.states import (
    STATE_OF_JUDGE,
)
from inspector.untold import HIDDEN
from lineage.evidence.bundle import JudgeResult
from lineage.evidence.vocabulary import JudgeScope, JudgeStatus


def judges_of(reading: Reading) -> tuple[JudgeLine, ...]:
    return tuple(_judge_line(reading, result) for result in results_of(reading))


def judge_summary_of(reading: Reading) -> str:
    """Counts by status, so that what was not run is neither hidden nor zero (S2-34)."""
    if reading.is_blind:
        return f"Whether a judge looked at it, and what it said, is {HIDDEN}."
    results = results_of(reading)
    if not results:
        return "No judge result was recorded for this claim. That is not a zero."
    completed = sum(result.status is JudgeStatus.COMPLETED for result in results)
    others = [
        f"{sum(r.status is status for r in results)} {status.label}"
        for status in JudgeStatus
        if status is not JudgeStatus.COMPLETED
    ]
    rest = "; ".join(words for words in others if not words.startswith("0 "))
    return (
        f"{completed} of {len(results)} completed"
        + (f"; {rest}" if rest else "")
        + ". A judge's word is not a verdict."
    )


def is_brief(reading: Reading, result: JudgeResult) -> bool:
    """Of a claim with many citations, a judgement of another span than the one that is read takes one line."""
    selected = reading.selected.key if reading.selected else None
    return len(reading.citations) > MANY and result.citation is not None and result.citation != selected


def results_of(reading: Reading) -> tuple[JudgeResult, ...]:
    return tuple(result for result in reading.dossier.judge_results if result.claim == reading.claim.key)


def _judge_line(reading: Reading, result: JudgeResult) -> JudgeLine:
    read, length = read_digest(result), read_length(result)
    compared = compare_input(reading, result)
    hidden = is_hidden(reading, result)
    known = (
        ("digest", "" if hidden or read is None else read.removeprefix("sha256:")[:8]),
        ("length", "" if hidden or length is None else f"{length} characters"),
        ("claim as judged", result.claim_text or ""),
        ("parser", result.parser_version),
        ("configuration", (result.configuration_digest or "").removeprefix("sha256:")[:8]),
    )
    recorded = tuple((name, value) for name, value in known if value)
    return JudgeLine(
        is_brief=is_brief(reading, result),
        evaluator=" ".join(part for part in (result.evaluator, result.version) if part),
        attempt=result.attempt,
        status=result.status,
        said=Said(result.status.label, STATE_OF_JUDGE.get(result.status, "none")),
        score=score_of(result),
        verdict=result.verdict.label if result.verdict else "",
        scope=result.scope.label,
        reason=reading.masked_words if hidden else result.reason,
        about=f"about {result.citation}" if result.citation else "about the whole claim",
        read=recorded,
        unrecorded=", ".join(name for name, value in known if not value),
        comparison=compared.said,
        difference=None if hidden or not compared.differs else _difference(reading, result),
        judged_at=result.judged_at,
    )


def _difference(reading: Reading, result: JudgeResult) -> Difference | None:
    """The passage that the result is about against what the judge read; the selected one where it names none."""
    about = result.citation or (reading.selected.key if reading.selected else "")
    supplied = supplied_words(reading, about)
    if supplied is None or result.input_text is None:
        return None
    return difference("the supplied passage", supplied, "what the judge read", result.input_text)


def is_hidden(reading: Reading, result: JudgeResult) -> bool:
    """Whether the judge may have read, and so may repeat, words that the viewer may not read."""
    narrow = result.scope is JudgeScope.CITED_PASSAGE
    return reading.hides_any or (bool(reading.masked) and not narrow)


def score_of(result: JudgeResult) -> str:
    return f"{result.score:g}" if result.score is not None and result.status is JudgeStatus.COMPLETED else ""
