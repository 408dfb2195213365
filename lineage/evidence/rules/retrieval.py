"""Was the evidence found, and did ids and versions stay with the passages on their way?"""

from collections import Counter
from collections.abc import Iterator

from lineage.evidence.capture import Hit, Rerank, RetrievalRun
from lineage.evidence.dossier import Dossier
from lineage.evidence.rules import ranking
from lineage.evidence.rules.rule import Check, Rule, Subject
from lineage.evidence.supplied import carried_by
from lineage.evidence.vocabulary import Level, Origin, Outcome, Owner, Route

MISSING, DUPLICATE, OUTSIDE = "missing_id", "duplicate_id", "outside_candidates"
PAYLOAD, POINT = "payload_identity", "point_id"
# The names under which stores keep the revision of the document that a point belongs to.
VERSION_FIELDS = ("document_version", "source_version", "version")


def _misses(subject: Subject) -> Iterator[Check]:
    dossier = subject.dossier
    reference, runs = dossier.answer.capture.reference, dossier.answer.capture.retrieval or ()
    if reference is None or all(run.hits is None and run.candidates is None for run in runs):
        yield Check(Outcome.NOT_CAPTURED)
        return
    if not reference.gold:
        yield Check(Outcome.NOT_APPLICABLE)
        return
    retrieved = dict.fromkeys(key for run in runs for key in _found_by(run))
    known = set(retrieved) | {name for key in retrieved for name in _names(dossier, key)}
    for gold in reference.gold:
        # A whole text that was found holds the passages that were cut from it; its other parts do not.
        if gold in known or any(key in retrieved for key in carried_by(dossier, gold)):
            yield Check(Outcome.PASS, detail=gold)
        else:
            given = ", ".join(list(retrieved)[:5]) + (" …" if len(retrieved) > 5 else "")
            found = f"it found {given}" if retrieved else "it found nothing"
            sentence = f"The evidence {gold} exists, and retrieval did not find it; {found}."
            yield Check(Outcome.FAIL, None, None, gold, sentence, {"gold": gold})


def _found_by(run: RetrievalRun) -> Iterator[str]:
    yield from (hit.artifact for hit in run.hits or ())
    yield from (candidate.artifact for candidate in run.candidates or ())


def _names(dossier: Dossier, key: str) -> Iterator[str]:
    """What a found text stands for: all that code made it from, and the source whose own words it holds."""
    yield from carried_by(dossier, key)
    artifact = dossier.artifacts.get(key)
    if artifact is not None and artifact.origin is not Origin.GENERATED and artifact.source is not None:
        yield artifact.source


def _reranked(subject: Subject) -> Iterator[Check]:
    runs = subject.dossier.answer.capture.retrieval or ()
    reranks = [run.rerank for run in runs if run.rerank is not None and run.rerank.returned is not None]
    if not reranks:
        yield Check(Outcome.NOT_CAPTURED)
    for rerank in reranks:
        faults = list(_rerank_faults(rerank))
        yield from faults
        if not faults:
            yield Check(Outcome.PASS)


def _rerank_faults(rerank: Rerank) -> Iterator[Check]:
    returned = rerank.returned or ()
    nameless = sum(1 for key in returned if key is None)
    if nameless:
        words = "a result" if nameless == 1 else f"{nameless} results"
        yield Check(Outcome.FAIL, None, None, MISSING, f"The reranker gave {words} back without an id.")
    counted = Counter(key for key in returned if key is not None)
    for key, times in counted.items():
        if times > 1:
            sentence = f"The reranker gave {key} back {times} times."
            yield Check(Outcome.FAIL, None, None, DUPLICATE, sentence, {"id": key})
        if rerank.handed is not None and key not in rerank.handed:
            sentence = f"The reranker gave {key} back, which it had not been handed."
            yield Check(Outcome.FAIL, None, None, OUTSIDE, sentence, {"id": key})


def _payloads(subject: Subject) -> Iterator[Check]:
    is_recorded = False
    for run in subject.dossier.answer.capture.retrieval or ():
        hits = run.hits or ()
        with_points = {hit.path for hit in hits if hit.point_id is not None}
        for hit in hits:
            if hit.payload is None and hit.path not in with_points:
                continue
            is_recorded = True
            faults = list(_payload_faults(hit, hit.path in with_points))
            yield from faults or [Check(Outcome.PASS)]
    if not is_recorded:
        yield Check(Outcome.NOT_CAPTURED)


def _payload_faults(hit: Hit, has_points: bool) -> Iterator[Check]:
    where = f"The hit {hit.artifact}" + (f" of path {hit.path}" if hit.path else "")
    if hit.payload is not None and not any(hit.payload.get(name) for name in VERSION_FIELDS):
        sentence = f"{where} came with a payload that names no document version."
        yield Check(Outcome.FAIL, None, None, PAYLOAD, sentence, {"artifact": hit.artifact})
    if has_points and hit.point_id is None:
        sentence = f"{where} came without a point id; other hits of that path have one."
        yield Check(Outcome.FAIL, None, None, POINT, sentence, {"artifact": hit.artifact})


RULES = (
    Rule(
        code="retrieval/retrieval-miss",
        meaning="Retrieval finds every passage that a person says the answer should rest on.",
        owner=Owner.RETRIEVAL,
        route=Route.RETRIEVAL_TEST,
        repair="Add the question to the retrieval tests and mend recall; a sterner prompt only makes more refusals.",
        level=Level.WARN,
        check=_misses,
        proves_not="A passage that was found may still not have been supplied, read or cited.",
        requirements=("S2-36", "S4-33"),
    ),
    *ranking.RULES,
    Rule(
        code="retrieval/reranker-contract",
        meaning="A reranker gives back ids that it was handed, each at most once and none without an id.",
        owner=Owner.RETRIEVAL,
        route=Route.BLOCK,
        repair="Hand the reranker id and text together, and refuse every result whose id was not handed over.",
        level=Level.BLOCK,
        check=_reranked,
        proves_not="A reranker that keeps its ids may still put them in a poor order.",
        requirements=("S4-16",),
    ),
    Rule(
        code="retrieval/payload-identity-missing",
        meaning="Every hit names its point and the document version in its payload.",
        owner=Owner.RETRIEVAL,
        route=Route.RETRIEVAL_TEST,
        repair="Store the version in the payload and ask for it in the query; never guess it from the text afterwards.",
        level=Level.WARN,
        check=_payloads,
        proves_not="A version in a payload may be wrong; only a digest of the text shows which text it was.",
        requirements=("S4-12", "S4-15"),
    ),
)
