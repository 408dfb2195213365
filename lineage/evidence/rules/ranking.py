"""Did a text that was made from a source push that source out of what the generator was given?"""

from collections.abc import Iterator

from lineage.evidence.dossier import Dossier
from lineage.evidence.paths import trace
from lineage.evidence.retrieval_ranks import RetrievalIndex
from lineage.evidence.rules.rule import Check, Rule, Subject
from lineage.evidence.supplied import carried_by, primaries_of, supplied_as
from lineage.evidence.vocabulary import Level, Origin, Outcome, Owner, Route
from lineage.text.span import Span


def _inversions(subject: Subject) -> Iterator[Check]:
    dossier = subject.dossier
    index = RetrievalIndex(dossier)
    if not (index.has_hits or index.has_candidates):
        yield Check(Outcome.NOT_CAPTURED)
        return
    derivatives = [key for key in index.artifacts if _is_generated(dossier, key)]
    supplied = set(supplied_as(dossier)) if derivatives else set()
    for key in derivatives:
        yield _check(dossier, index, supplied, key)
    if not derivatives:
        yield Check(Outcome.NOT_APPLICABLE)


def _check(dossier: Dossier, index: RetrievalIndex, supplied: set[str], key: str) -> Check:
    rank = index.find_exactly(key).rank
    primaries = primaries_of(dossier, key)
    if rank is None or not primaries:
        return Check(Outcome.NOT_CAPTURED, detail=key)
    given = [primary for primary in primaries if primary in supplied]
    if dossier.answer.manifest is not None and key not in supplied and given:
        # It only helped to find its original, which took its place.
        return Check(Outcome.PASS, detail=key)
    ranked = [(found, primary) for primary in primaries if (found := _rank(dossier, index, key, primary)) is not None]
    if ranked:
        best, primary = min(ranked)
        is_left_out = dossier.answer.manifest is not None and primary not in supplied
        # Before its derivative and left out all the same: what was read is the derivative (S3-08).
        if best <= rank and (given or not is_left_out or key not in supplied):
            return Check(Outcome.PASS, detail=key)
        stood = f"its original {primary} at rank {best}" + (" and was not supplied" if is_left_out else "")
    elif given or key not in supplied:
        return Check(Outcome.PASS if given else Outcome.NOT_CAPTURED, detail=key)
    else:
        stood = f"its original {primaries[0]} was neither retrieved nor supplied"
    kind = dossier.artifacts[key].kind.label
    evidence = {"derivative": key, "rank": rank, "primaries": list(primaries)}
    return Check(Outcome.FAIL, None, None, key, f"The {kind} {key} stood at rank {rank}, {stood}.", evidence)


def _rank(dossier: Dossier, index: RetrievalIndex, derivative: str, primary: str) -> int | None:
    """The rank of an original: its own, else the best one of a text cut from the place that the derivative is about."""
    found = index.find(primary).rank
    if found is not None:
        return found
    ranks = []
    for key in index.artifacts:
        if not _is_generated(dossier, key) and primary in carried_by(dossier, key):
            rank = index.find_exactly(key).rank
            if rank is not None and _overlap(dossier, key, derivative):
                ranks.append(rank)
    return min(ranks, default=None)


def _overlap(dossier: Dossier, one: str, other: str) -> bool:
    sides = []
    for key in (one, other):
        text = dossier.find_text(key) or ""
        sides.append(trace(dossier, key, Span(0, len(text))).places if text else ())
    return any(a.artifact == b.artifact and a.span.intersect(b.span) is not None for a in sides[0] for b in sides[1])


def _is_generated(dossier: Dossier, key: str) -> bool:
    artifact = dossier.artifacts.get(key)
    return artifact is not None and artifact.origin is Origin.GENERATED


RULES = (
    Rule(
        code="retrieval/ranking-inversion",
        meaning="A summary, translation or other generated text does not rank before its own original.",
        owner=Owner.RETRIEVAL,
        route=Route.RETRIEVAL_TEST,
        repair="Use generated texts to find candidates only; let their originals take their place before reranking.",
        level=Level.WARN,
        check=_inversions,
        proves_not="An original that ranks first may still not be the passage that the claim needs.",
        requirements=("S3-08", "S3-01"),
    ),
)
