"""Did words that narrow or contradict a statement get lost between the source and the claim?"""

from collections.abc import Iterator

from lineage.evidence.bundle import Citation, claim_text
from lineage.evidence.capture import Conflict, Hop
from lineage.evidence.dossier import Dossier
from lineage.evidence.outcomes import Place, Resolution
from lineage.evidence.paths import Hop as Step
from lineage.evidence.paths import find_generated, trace
from lineage.evidence.qualifiers import CLAUSE_END, PATTERN, sentences_around
from lineage.evidence.rules.rule import Check, Rule, Subject, quoted, shown
from lineage.evidence.vocabulary import Level, Outcome, Owner, ResolutionStatus, Route
from lineage.text.span import Span

CONFLICTED = "conflicted"


def _qualifiers(subject: Subject) -> Iterator[Check]:
    for citation, resolution in subject.citations():
        named = citation.claim, citation.key
        if resolution.status is not ResolutionStatus.GENERATED_TARGET:
            yield Check(Outcome.NOT_APPLICABLE if resolution.span is not None else Outcome.NOT_RUN, *named)
        elif not resolution.primary:
            yield Check(Outcome.NOT_CAPTURED, *named)
        else:
            yield from list(_dropped(subject.dossier, citation, resolution)) or [Check(Outcome.PASS, *named)]


def _dropped(dossier: Dossier, citation: Citation, resolution: Resolution) -> Iterator[Check]:
    """Each phrase once that the original sentence has and neither the generated text nor the claim."""
    claim = dossier.claims.get(citation.claim or "")
    kept = [dossier.find_text(resolution.artifact or "") or "", claim_text(dossier.answer, claim) if claim else ""]
    cited = _around(dossier, resolution.artifact or "", resolution.span)
    is_narrowed = not resolution.whole and PATTERN.search(cited) is not None
    seen: set[str] = set()
    for place in resolution.primary:
        sentence = _around(dossier, place.artifact, place.span)
        for match in PATTERN.finditer(sentence):
            phrase = match[0]
            if phrase.casefold() in seen or is_narrowed or _has(kept, phrase):
                continue
            seen.add(phrase.casefold())
            yield _lost(dossier, citation, resolution, place, phrase, _clause(sentence, match.start()))


def _lost(
    dossier: Dossier, citation: Citation, resolution: Resolution, place: Place, phrase: str, clause: str
) -> Check:
    step = _find_step(dossier, resolution, place, phrase)
    made = find_generated(dossier, resolution.artifact or "") or dossier.artifacts[resolution.artifact or ""]
    sentence = f"The source says {quoted(clause)}; neither the {made.kind.label} that {shown(citation)} points to nor "
    sentence += "the claim does."
    evidence: dict[str, object] = {"phrase": phrase, "artifact": place.artifact, "span": list(place.span)}
    if step is not None:
        made_by = step.edge.transformation
        sentence += f" It was dropped at {made_by.kind.label}, by {made_by.key}."
        evidence |= {"transformation": made_by.key, "output": step.edge.derivation.output}
    return Check(Outcome.FAIL, citation.claim, citation.key, phrase, sentence, evidence)


def _find_step(dossier: Dossier, resolution: Resolution, place: Place, phrase: str) -> Step | None:
    """The first step, seen from the source, whose input has the phrase and whose output has it no longer."""
    span = resolution.span
    if resolution.artifact is None or span is None:
        return None
    for step in reversed(trace(dossier, resolution.artifact, span).hops):
        before = [_around(dossier, step.edge.derivation.input, found) for found in step.inputs]
        after = _around(dossier, step.edge.derivation.output, step.output)
        if _has(before, phrase) and not _has([after], phrase):
            return step
    return None


def _around(dossier: Dossier, key: str, span: Span | None) -> str:
    """The sentences that a span touches; empty where there is no text to read."""
    text = dossier.find_text(key)
    if text is None or span is None:
        return ""
    return sentences_around(text, span)[1].slice(text)


def _clause(sentence: str, start: int) -> str:
    end = CLAUSE_END.search(sentence, start)
    return sentence[start : end.start() if end else len(sentence)]


def _has(texts: list[str], phrase: str) -> bool:
    words = " ".join(phrase.casefold().split())
    return any(words in " ".join(text.casefold().split()) for text in texts)


def _contradictions(subject: Subject) -> Iterator[Check]:
    capture = subject.dossier.answer.capture
    if capture.conflicts is None and capture.hops is None:
        yield Check(Outcome.NOT_CAPTURED)
        return
    conflicts = capture.conflicts or ()
    open_hops = [hop for hop in capture.hops or () if _is_conflicted(hop) and not _is_told(hop, conflicts)]
    for conflict in conflicts:
        yield _conflict(conflict)
    for hop in open_hops:
        sides = ", ".join((*hop.supports, *hop.conflicts)) or "its evidence"
        sentence = (
            f"The intermediate result {hop.key} is in conflict ({sides}), and nothing shows that the answer says so."
        )
        yield Check(Outcome.FAIL, None, None, hop.key, sentence, {"hop": hop.key})
    if not conflicts and not open_hops:
        yield Check(Outcome.NOT_APPLICABLE)


def _conflict(conflict: Conflict) -> Check:
    if conflict.surfaced is None:
        return Check(Outcome.NOT_CAPTURED)
    if conflict.surfaced:
        return Check(Outcome.PASS)
    sentence = f"{conflict.first} and {conflict.second} disagree, and the answer does not say so."
    if conflict.precedence:
        sentence += f" Which goes first: {conflict.precedence.rstrip('.')}."
    return Check(Outcome.FAIL, sentence=sentence, evidence={"first": conflict.first, "second": conflict.second})


def _is_conflicted(hop: Hop) -> bool:
    return hop.status == CONFLICTED or bool(hop.conflicts)


def _is_told(hop: Hop, conflicts: tuple[Conflict, ...]) -> bool:
    """Whether a conflict of the same passages was recorded, which then says itself whether the answer tells it."""
    sides = {*hop.supports, *hop.conflicts, hop.key}
    return any(
        {conflict.first, conflict.second} <= sides
        or conflict.first in hop.conflicts
        or conflict.second in hop.conflicts
        for conflict in conflicts
    )


RULES = (
    Rule(
        code="support/qualifier-dropped",
        meaning="An exception or condition of the source is still there in what was made from it, or in the claim.",
        owner=Owner.EVALUATION,
        route=Route.REVIEW,
        repair="Answer from the original sentence, and test every step for the qualifiers that its input has.",
        level=Level.WARN,
        check=_qualifiers,
        proves_not="Only known English phrases are looked for; a condition in other words may be lost all the same.",
        requirements=("S3-11", "S3-01", "S3-63"),
    ),
    Rule(
        code="support/contradiction-blurred",
        meaning="Where two passages disagree, the answer says so.",
        owner=Owner.CONTENT_OWNER,
        route=Route.REVIEW,
        repair="State both positions and the rule by which one goes first; never blend them into one sentence.",
        level=Level.REVIEW,
        check=_contradictions,
        proves_not="A conflict that nobody recorded is not found.",
        requirements=("S3-45",),
    ),
)
