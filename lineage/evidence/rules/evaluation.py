"""Did the judge read the text that the answer was given?"""

from collections.abc import Iterator

from lineage.evidence.bundle import JudgeResult
from lineage.evidence.digests import digest_text
from lineage.evidence.dossier import Dossier
from lineage.evidence.rules.rule import Check, Rule, Subject
from lineage.evidence.vocabulary import JudgeScope, JudgeStatus, Level, Outcome, Owner, Route, Stage

# Such a judge was meant to read more than the cited passage; its input is no copy of it.
WIDER = (JudgeScope.WHOLE_CONTEXT, JudgeScope.FULL_ORIGINAL)
TRUNCATED, OTHER_TEXT = "truncated", "other_text"


def _wiring(subject: Subject) -> Iterator[Check]:
    if not subject.dossier.judge_results:
        yield Check(Outcome.NOT_CAPTURED)
    for result in subject.dossier.judge_results:
        yield _check(subject, result)


def _check(subject: Subject, result: JudgeResult) -> Check:
    if result.status is not JudgeStatus.COMPLETED:
        return Check(Outcome.NOT_RUN, result.claim, result.citation)
    if result.scope in WIDER:
        return Check(Outcome.NOT_APPLICABLE, result.claim, result.citation)
    read = result.input_digest or (digest_text(result.input_text) if result.input_text is not None else None)
    if read is None:
        return Check(Outcome.NOT_CAPTURED, result.claim, result.citation)
    supplied = find_supplied(subject, result)
    if not supplied:
        return Check(Outcome.NOT_RUN, result.claim, result.citation)
    if read in (digest for digest, _ in supplied.values()):
        return Check(Outcome.PASS, result.claim, result.citation)
    longest = max((length for _, length in supplied.values() if length is not None), default=None)
    length = result.input_length if result.input_length is not None else _length(result)
    shorter = length is not None and longest is not None and length < longest
    sentence = f"The judge {result.evaluator} read another text than the answer was given"
    sentence += f": {length} characters of {longest}." if shorter else "."
    return Check(Outcome.FAIL, result.claim, result.citation, TRUNCATED if shorter else OTHER_TEXT, sentence)


def find_supplied(subject: Subject, result: JudgeResult) -> dict[str, tuple[str, int | None]]:
    """Digest and length of each text that the judge may rightly have read: the cited passages as they were supplied.

    A passage's recorded digest at packing or generation counts too, where the text itself was not kept.
    """
    found: dict[str, tuple[str, int | None]] = {}
    keys = [result.citation] if result.citation else [c.key for c in subject.dossier.citations_of(result.claim)]
    for key in keys:
        resolution = subject.resolutions.get(key)
        if resolution is None or resolution.artifact is None:
            continue
        text = supplied_text(subject.dossier, resolution.entry, resolution.artifact)
        if text is not None:
            is_whole = text is subject.dossier.find_text(resolution.artifact)
            known = subject.dossier.find_digest(resolution.artifact) if is_whole else None
            found[resolution.artifact] = (known or digest_text(text), len(text))
            if resolution.span is not None and not resolution.whole:
                artifact_text = subject.dossier.find_text(resolution.artifact) or ""
                found[f"{key} span"] = (digest_text(resolution.span.slice(artifact_text)), resolution.span.length)
        for stage in subject.dossier.answer.capture.stages or ():
            if stage.citation == key and stage.stage in (Stage.PACKING, Stage.GENERATION) and stage.digest:
                found[f"{key} {stage.stage}"] = (stage.digest, stage.length)
    return found


def supplied_text(dossier: Dossier, label: str | None, artifact: str) -> str | None:
    """The text of a passage as the generator was given it: its supplied range, else the whole."""
    text = dossier.find_text(artifact)
    entry = next((e for e in dossier.entries.get(label or "", ()) if e.artifact == artifact), None)
    return entry.supplied.slice(text) if text is not None and entry and entry.supplied else text


def _length(result: JudgeResult) -> int | None:
    return len(result.input_text) if result.input_text is not None else None


RULES = (
    Rule(
        code="evaluation/evaluation-wiring",
        meaning="The judge read the same text that the answer was given.",
        owner=Owner.EVALUATION,
        route=Route.REVIEW,
        repair="Hand the judge the supplied passage by digest; do not touch prompts or thresholds for this.",
        level=Level.REVIEW,
        check=_wiring,
        proves_not="A judge that read the right text may still be wrong.",
        requirements=("S2-39", "S2-40"),
    ),
)
