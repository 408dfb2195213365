"""The retrieval ledger: eight sections a run, its hits by path, its candidates by layer (M-28, S4-17, S3-47). Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from inspector.pages.answer_candidates import AidRow, CandidateLayer, HitRow, aids_of, hits_of, layers_of
from inspector.pages.answer_names import MASKED_NAME, fact, facts_of, written
from inspector.pages.answer_reading import AnswerReading
from inspector.pages.answer_region import Fact, Listed, Region
from lineage.evidence.capture import Candidate, Hit, RetrievalRun

T = TypeVar("T", Hit, Candidate)

MANY = 20
TITLE = "Retrieval ledger"


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRow:
    """One retrieval. `sections` are the eight of S4-17 in their order; a section may have several lines, or none."""

    ordinal: int
    started_at: datetime | None
    sections: tuple[tuple[str, tuple[Fact, ...]], ...]
    hits: tuple[HitRow, ...]
    hits_listed: Listed
    layers: tuple[CandidateLayer, ...]
    candidates_listed: Listed
    has_hits: bool
    has_candidates: bool
    aids: tuple[AidRow, ...]
    aids_note: str
    uncovered: tuple[Fact, ...]
    has_uncovered: bool
    deduplicated: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerRetrieval:
    region: Region
    runs: tuple[RunRow, ...]


def retrieval_of(reading: AnswerReading, followed: frozenset[str], *, every: bool) -> AnswerRetrieval:
    """`followed` are the passages whose way is shown below: they stay in a long list, whatever their rank."""
    runs = reading.dossier.answer.capture.retrieval
    if not runs:
        missing = "No retrieval was recorded." if runs is None else "It was recorded that nothing was retrieved."
        advice = "Record query, rewrites, filters, hits with their ranks, fusion, reranking, thresholds and versions."
        region = Region(
            "retrieval", TITLE, "absent" if runs is None else "empty", missing, advice if runs is None else ""
        )
        return AnswerRetrieval(region=region, runs=())
    rows = tuple(_run(reading, run, number, followed, every) for number, run in enumerate(runs, start=1))
    lacking = list(dict.fromkeys(name for row in rows for name, facts in row.sections if _is_lacking(facts)))
    is_masked = any(row.passage.is_masked for found in rows for row in found.hits) or any(
        fact.is_masked for row in rows for _, facts in row.sections for fact in facts
    )
    state = "masked" if is_masked else "partial" if lacking else "recorded"
    return AnswerRetrieval(region=Region("retrieval", TITLE, state, ", ".join(lacking)), runs=rows)


def _is_lacking(facts: tuple[Fact, ...]) -> bool:
    return all(fact.value is None and not fact.is_masked for fact in facts)


def _run(reading: AnswerReading, run: RetrievalRun, number: int, followed: frozenset[str], every: bool) -> RunRow:
    hits = _kept(run.hits or (), followed, every)
    candidates = _kept(run.candidates or (), followed, every)
    address = f"{reading.url}?candidates=all#retrieval"
    aids = aids_of(reading, run)
    return RunRow(
        ordinal=number,
        started_at=run.started_at,
        sections=_sections(reading, run),
        hits=hits_of(reading, hits),
        hits_listed=Listed(len(hits), len(run.hits or ()), address),
        layers=layers_of(reading, candidates, run.hits or ()),
        candidates_listed=Listed(len(candidates), len(run.candidates or ()), address),
        has_hits=run.hits is not None,
        has_candidates=run.candidates is not None,
        aids=aids,
        aids_note=_aids_note(run, aids),
        uncovered=tuple(written(reading, words, made=True) for words in run.uncovered_subclaims or ()),
        has_uncovered=run.uncovered_subclaims is not None,
        deduplicated=len(run.deduplicated or {}),
    )


def _kept(found: Sequence[T], followed: frozenset[str], every: bool) -> list[T]:
    if every or len(found) <= MANY:
        return list(found)
    return [one for place, one in enumerate(found) if place < MANY or one.artifact in followed]


def _sections(reading: AnswerReading, run: RetrievalRun) -> tuple[tuple[str, tuple[Fact, ...]], ...]:
    """The eight of S4-17, in its order."""
    return (
        ("original query", (written(reading, run.query),)),
        ("rewritten queries", tuple(written(reading, words, made=True) for words in run.rewrites) or (Fact("", None),)),
        ("filters", _members(reading, run.filters)),
        ("candidate ids", (_counted(run),)),
        ("fusion", (fact(reading, "", run.fusion),)),
        ("reranker order", (_reranked(reading, run),)),
        ("thresholds", _members(reading, run.thresholds)),
        ("model versions", _members(reading, run.versions)),
    )


def _members(reading: AnswerReading, values: dict[str, object] | None) -> tuple[Fact, ...]:
    if values is None:
        return (Fact("", None),)
    return facts_of(reading, values) or (Fact("", "none"),)


def _counted(run: RetrievalRun) -> Fact:
    if run.candidates is None and run.hits is None:
        return Fact("", None)
    ids = {one.artifact for one in (*(run.hits or ()), *(run.candidates or ()))}
    return Fact("", f"{len(ids)} passage{'' if len(ids) == 1 else 's'}, listed below")


def _reranked(reading: AnswerReading, run: RetrievalRun) -> Fact:
    """The order that the reranker gave back, as places in what it was handed; the list below names the passages."""
    if run.rerank is None or run.rerank.returned is None:
        scored = sorted(
            (c for c in run.candidates or () if c.rerank_score is not None), key=lambda c: -(c.rerank_score or 0)
        )
        return Fact("", f"{len(scored)} scored, listed below" if scored else None)
    returned = run.rerank.returned
    names = [MASKED_NAME if key and reading.mask.hides(key) else key or "a result without an id" for key in returned]
    handed = f", of {len(run.rerank.handed)} handed over" if run.rerank.handed is not None else ""
    more = f" and {len(names) - MANY} more" if len(names) > MANY else ""
    return fact(reading, "", f"{' › '.join(names[:MANY])}{more}{handed}") if names else Fact("", f"nothing{handed}")


def _aids_note(run: RetrievalRun, aids: tuple[AidRow, ...]) -> str:
    if run.aids is None:
        return ""
    absent = bool(aids) and all(aid.in_request is False for aid in aids)
    count = f"{len(aids)} aid{'' if len(aids) == 1 else 's'}"
    return f"{count}, absent from the generator's input" if absent else count
