"""The seven things that should be captured with an answer, and whether they were (S2-46, M-35)."""

from collections.abc import Iterator
from typing import NamedTuple

from lineage.evidence.bundle import JudgeResult
from lineage.evidence.dossier import Dossier
from lineage.evidence.rules.capture import is_numbered
from lineage.evidence.rules.coverage import is_required
from lineage.evidence.vocabulary import JudgeStatus, Presence

ADVICE = "Add instrumentation before changing thresholds."
"""What to do first about an answer of which little was captured."""

ERRORS_FIELD = "validation_errors"
"""Where a producer's own validation errors stand in `capture.extra`; an empty list says that there were none."""


class ChecklistLine(NamedTuple):
    """One item; `note` says what is there, or what is missing."""

    name: str
    state: Presence
    note: str


def capture_checklist(dossier: Dossier, has_payload: bool) -> tuple[ChecklistLine, ...]:
    """Seven lines in a fixed order. `has_payload` says whether the producer's output was kept as it came."""
    named = (
        ("Retrieval request and its results in rank order", _retrieval(dossier)),
        ("The exact passages sent to the generator", _passages(dossier)),
        ("Structured citations, before anything was rendered", _citations(dossier, has_payload)),
        ("The map from number to source", _numbers(dossier)),
        ("The answer as shown, and the order of its source cards", _rendered(dossier)),
        ("Every validation error of the producer", _errors(dossier)),
        ("The evaluator's version, result and reason", _evaluator(dossier)),
    )
    return tuple(ChecklistLine(name, state, note) for name, (state, note) in named)


State = tuple[Presence, str]


def _retrieval(dossier: Dossier) -> State:
    runs = dossier.answer.capture.retrieval
    if not runs:
        return Presence.ABSENT, "no retrieval was recorded"
    lacks = []
    if all(run.query is None for run in runs):
        lacks.append("the query")
    ranked = [
        *(hit.rank for run in runs for hit in run.hits or ()),
        *(c.final_rank if c.final_rank is not None else c.fused_rank for run in runs for c in run.candidates or ()),
    ]
    recorded = any(run.hits is not None or run.candidates is not None for run in runs)
    if not recorded:
        lacks.append("the results")
    elif ranked and all(rank is None for rank in ranked):
        lacks.append("the ranks")
    if lacks:
        return Presence.ABSENT, f"not recorded: {', '.join(lacks)}"
    return Presence.PRESENT, f"{len(ranked)} ranked results" if len(ranked) != 1 else "1 ranked result"


def _passages(dossier: Dossier) -> State:
    request, manifest = dossier.answer.capture.request, dossier.answer.manifest
    if request is not None and request.text is not None:
        return Presence.PRESENT, "the assembled request is stored"
    if manifest is None:
        return Presence.ABSENT, "neither the passages nor the request were recorded"
    without = [entry.label for entry in manifest if dossier.find_text(entry.artifact) is None]
    if without:
        return Presence.ABSENT, f"the text of {', '.join(without)} was not kept"
    return Presence.PRESENT, f"{len(manifest)} passages" if len(manifest) != 1 else "1 passage"


def _citations(dossier: Dossier, has_payload: bool) -> State:
    answer = dossier.answer
    kept = "the producer's output is kept as it came" if has_payload else "the producer's output itself was not kept"
    structured = [c for c in answer.citations if c.cited is not None or c.artifact is not None]
    if structured or answer.capture.annotations:
        return Presence.PRESENT, kept
    if answer.citations:
        return Presence.ABSENT, "the citations name addresses, and no ids"
    if has_payload:
        return Presence.PRESENT, f"{kept}, and it cites nothing"
    needed = any(is_required(claim) for claim in answer.claims) or not answer.claims
    if needed:
        return Presence.ABSENT, "no citation was recorded"
    return Presence.NOT_APPLICABLE, "no claim of this answer needs evidence"


def _numbers(dossier: Dossier) -> State:
    answer = dossier.answer
    if answer.footnotes is not None:
        return Presence.PRESENT, "saved with the answer"
    if any(is_numbered(citation) for citation in answer.citations):
        return Presence.ABSENT, "the answer cites by number, and nobody saved what the numbers stood for"
    return Presence.NOT_APPLICABLE, "the answer does not cite by number"


def _rendered(dossier: Dossier) -> State:
    answer = dossier.answer
    cards = "with its cards" if answer.capture.cards is not None else "the order of its cards was not recorded"
    if answer.rendered is not None:
        return Presence.PRESENT, f"as it was shown; {cards}"
    if answer.text is not None:
        return Presence.PRESENT, f"its text; {cards}"
    return Presence.ABSENT, "no text of the answer was recorded"


def _errors(dossier: Dossier) -> State:
    errors = (dossier.answer.capture.extra or {}).get(ERRORS_FIELD)
    if errors is None:
        return Presence.ABSENT, "the producer recorded none; those found here are the inspection's own"
    count = len(errors) if isinstance(errors, (list, dict)) else 1
    return Presence.PRESENT, f"{count} recorded by the producer"


def _evaluator(dossier: Dossier) -> State:
    results = dossier.judge_results
    if not results:
        return Presence.ABSENT, "no evaluator's result was recorded"
    lacks = dict.fromkeys(missing for result in results for missing in _lacking(result))
    if lacks:
        return Presence.ABSENT, f"not recorded for every result: {', '.join(lacks)}"
    return Presence.PRESENT, f"{len(results)} results" if len(results) != 1 else "1 result"


def _lacking(result: JudgeResult) -> Iterator[str]:
    if not result.version:
        yield "the version"
    if result.status is JudgeStatus.COMPLETED and result.verdict is None and result.score is None:
        yield "the result"
    if not result.reason:
        yield "the reason"
