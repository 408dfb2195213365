"""Hits, candidates and search aids of one retrieval, each by the name of its passage (M-28, S3-47, S4-15). Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from inspector.pages.answer_names import compact, fact, passage_of
from inspector.pages.answer_reading import AnswerReading
from inspector.pages.answer_region import Fact, Passage
from inspector.pages.evidence_view import Said
from lineage.evidence.capture import Candidate, Hit, RetrievalRun
from lineage.evidence.generator_view import aids_in_request

IN_REQUEST = {
    True: Said("yes", "unclear"),
    False: Said("no", "none"),
    None: Said("cannot be told", "absent"),
}


class HitRow(NamedTuple):
    passage: Passage
    path: str
    rank: int | None
    score: str
    point_id: Fact
    payload: Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateRow:
    """`ranks` are those of the paths that found it; `fate` is the label it was packed under, or what left it out."""

    passage: Passage
    ranks: tuple[str, ...]
    fused: int | None
    score: str
    final: int | None
    via: Passage | None
    returned_as: str
    penalty: str
    covers: tuple[Fact, ...]
    fate: Said
    sentence: str


class CandidateLayer(NamedTuple):
    """The candidates of one layer, in the order in which they were recorded."""

    name: str
    rows: tuple[CandidateRow, ...]


class AidRow(NamedTuple):
    passage: Passage
    kind: str
    aggregation: str
    in_request: bool | None
    said: Said
    claimed: str


def hits_of(reading: AnswerReading, hits: Sequence[Hit]) -> tuple[HitRow, ...]:
    return tuple(_hit(reading, hit) for hit in hits)


def _hit(reading: AnswerReading, hit: Hit) -> HitRow:
    masked = reading.mask.hides(hit.artifact)
    hidden = Fact("", None, is_masked=True)
    return HitRow(
        passage=passage_of(reading, hit.artifact),
        path=hit.path,
        rank=hit.rank,
        score=_number(hit.score),
        point_id=hidden if masked else fact(reading, "", hit.point_id),
        payload=hidden if masked else fact(reading, "", compact(hit.payload) if hit.payload is not None else None),
    )


def layers_of(
    reading: AnswerReading, candidates: Sequence[Candidate], hits: Sequence[Hit]
) -> tuple[CandidateLayer, ...]:
    """By layer, in the order in which layers appear; a candidate without one stands under its own heading."""
    found: dict[str, list[Hit]] = {}
    for hit in hits:
        found.setdefault(hit.artifact, []).append(hit)
    grouped: dict[str, list[CandidateRow]] = {}
    for candidate in candidates:
        row = _candidate(reading, candidate, found)
        grouped.setdefault((candidate.layer or "").replace("_", " "), []).append(row)
    return tuple(CandidateLayer(name, tuple(rows)) for name, rows in grouped.items())


def _candidate(reading: AnswerReading, candidate: Candidate, hits: Mapping[str, Sequence[Hit]]) -> CandidateRow:
    passage, covered = passage_of(reading, candidate.artifact), candidate.covers
    return CandidateRow(
        passage=passage,
        ranks=tuple(_rank(hit) for hit in hits.get(candidate.artifact, ())),
        fused=candidate.fused_rank,
        score=_number(candidate.rerank_score),
        final=candidate.final_rank,
        via=passage_of(reading, candidate.matched_via) if candidate.matched_via is not None else None,
        returned_as=(candidate.index_class or "").replace("_", " "),
        penalty=_penalty(reading, candidate),
        covers=tuple(
            Fact("", None, is_masked=True) if passage.is_masked else fact(reading, "", key) for key in covered
        ),
        fate=_fate(reading, candidate),
        sentence=_sentence(reading, candidate, passage, hits),
    )


def _fate(reading: AnswerReading, candidate: Candidate) -> Said:
    if candidate.excluded_reason is not None:
        reason = fact(reading, "", candidate.excluded_reason)
        return Said(f"left out: {'masked' if reason.is_masked else reason.value or 'no reason given'}", "unclear")
    if reading.mask.hides(candidate.artifact):
        return Said("masked", "absent")
    label = reading.labels.get(candidate.artifact)
    if label is not None:
        return Said(f"packed as {label}", "pass")
    packed = any(part.artifact == candidate.artifact for e in reading.dossier.answer.manifest or () for part in e.parts)
    if packed:
        return Said("packed in a block", "pass")
    if reading.dossier.answer.manifest is None:
        return Said("not recorded", "absent")
    return Said("not packed", "none")


def _sentence(reading: AnswerReading, candidate: Candidate, passage: Passage, hits: Mapping[str, Sequence[Hit]]) -> str:
    """How a handle led to it: "expanded from s1, recall rank 2" (S3-47). Empty where no handle was recorded."""
    via = candidate.matched_via
    if via is None or passage.is_masked or reading.mask.hides(via):
        return ""
    ranks = [hit.rank for hit in hits.get(via, ()) if hit.rank is not None]
    return f"expanded from {via}" + (f", which was found at rank {min(ranks)}" if ranks else "")


def _penalty(reading: AnswerReading, candidate: Candidate) -> str:
    if candidate.penalty is None:
        return ""
    reason = fact(reading, "", candidate.penalty_reason)
    return f"{candidate.penalty:g}" + (f", {reason.value}" if reason.value else "")


def _rank(hit: Hit) -> str:
    path = hit.path or "a path without a name"
    return f"{path} {hit.rank}" if hit.rank is not None else f"{path}, rank not recorded"


def _number(value: float | None) -> str:
    return f"{value:g}" if value is not None else ""


def aids_of(reading: AnswerReading, run: RetrievalRun) -> tuple[AidRow, ...]:
    """Words that helped to search; whether each is in the generator's input is computed from the stored request."""
    own = {id(aid) for aid in run.aids or ()}
    claims = {True: "said to be in it", False: "said not to be in it", None: ""}
    return tuple(
        AidRow(
            passage=passage_of(reading, aid.artifact),
            kind="masked" if reading.mask.speaks_of(aid.kind) else aid.kind.replace("_", " "),
            aggregation=(aid.aggregation or "").replace("_", " "),
            in_request=found,
            said=IN_REQUEST[found],
            claimed=claims[aid.in_generator_input] if found is None else "",
        )
        for aid, found in aids_in_request(reading.dossier)
        if id(aid) in own
    )
