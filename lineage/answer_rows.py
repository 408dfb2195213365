"""Prepared answers -> rows: case, answer, manifest, claims, citations and judge results."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import models

from lineage.answer_preparing import Prepared, dump_result, is_slice, separate_results
from lineage.bulk import next_ids, write
from lineage.evidence.digests import digest_bytes, digest_json, find_digest, raw_digest
from lineage.evidence.lookup import Target, find_shape_fault, look_up
from lineage.graph_rows import Shelf
from lineage.inspection_rows import finding_rows, inspection_row, resolution_rows, state_of
from lineage.models import rows
from lineage.models.columns import new_public_id
from lineage.projections import write_states


@dataclass(slots=True)
class Rows:
    """The rows of a batch by model, in the order in which they are written."""

    by_model: dict[type[models.Model], list[dict[str, Any]]] = field(default_factory=dict)

    def add(self, model: type[models.Model], values: Iterable[dict[str, Any]]) -> None:
        self.by_model.setdefault(model, []).extend(values)


def write_answers(shelf: Shelf, batch: list[Prepared], policy_id: int, recorded_at: datetime) -> None:
    """Write a batch: contents and graph must be there. Fixed number of statements, whatever the batch's size."""
    _reserve_cases(shelf, batch)
    made = Rows()
    ids = _Ids.reserve(batch)
    states = []
    for found in batch:
        found.answer_id, found.public_id = next(ids.answers), new_public_id()
        made.add(rows.Answer, [_answer_row(shelf, found, recorded_at)])
        entries = [next(ids.entries) for _ in found.answer.manifest or ()]
        made.add(rows.ManifestEntry, _entry_rows(shelf, found, entries))
        claims = {claim.key: next(ids.claims) for claim in found.answer.claims}
        made.add(rows.Claim, _claim_rows(shelf, found, claims))
        citations = {citation.key: next(ids.citations) for citation in found.answer.citations}
        made.add(rows.Citation, _citation_rows(shelf, found, claims, citations, entries))
        made.add(rows.JudgeResult, _judge_rows(shelf, found, claims, citations))
        inspection_id = next(ids.inspections)
        made.add(rows.Inspection, [inspection_row(shelf, found, inspection_id, policy_id)])
        made.add(rows.Resolution, resolution_rows(shelf, found, inspection_id, citations))
        made.add(rows.Finding, finding_rows(shelf, found, inspection_id, claims, citations))
        states.append(state_of(shelf, found, inspection_id, recorded_at))
    for model, values in made.by_model.items():
        write(model, values)
    write_states(states)


@dataclass(slots=True)
class _Ids:
    answers: Any
    entries: Any
    claims: Any
    citations: Any
    inspections: Any

    @classmethod
    def reserve(cls, batch: list[Prepared]) -> "_Ids":
        return cls(
            answers=iter(next_ids(rows.Answer, len(batch))),
            entries=iter(next_ids(rows.ManifestEntry, sum(len(f.answer.manifest or ()) for f in batch))),
            claims=iter(next_ids(rows.Claim, sum(len(f.answer.claims) for f in batch))),
            citations=iter(next_ids(rows.Citation, sum(len(f.answer.citations) for f in batch))),
            inspections=iter(next_ids(rows.Inspection, len(batch))),
        )


def _reserve_cases(shelf: Shelf, batch: list[Prepared]) -> None:
    new = {found.case_key: found for found in reversed(batch) if not found.case_id}
    ids = dict(zip(new, next_ids(rows.Case, len(new)), strict=True))
    for found in batch:
        found.case_id = found.case_id or ids[found.case_key]
    write(rows.Case, [_case_row(shelf, found, ids[key]) for key, found in new.items()])


def _case_row(shelf: Shelf, found: Prepared, id: int) -> dict[str, Any]:
    case = found.answer.case
    return {
        "id": id,
        "tenant_id": shelf.tenant_id,
        "key": found.case_key,
        "question_id": shelf.text_id(case.question),
        "persona": case.persona.name if case.persona else "",
        "risk_domain": case.risk_domain,
        "risk_tier": str(case.risk_tier) if case.risk_tier else None,
        "environment": str(case.environment),
    }


def _answer_row(shelf: Shelf, found: Prepared, recorded_at: datetime) -> dict[str, Any]:
    answer = found.answer
    configuration = answer.capture.configuration
    return {
        "id": found.answer_id,
        "tenant_id": shelf.tenant_id,
        "case_id": found.case_id,
        "public_id": found.public_id,
        "response_version": found.version,
        "digest": found.digest,
        "producer": answer.producer,
        "format": answer.format,
        "answered_at": answer.answered_at,
        "recorded_at": recorded_at,
        "configuration_digest": raw_digest(digest_json(configuration)) if configuration is not None else None,
        "text_id": shelf.text_id(answer.text),
        "rendered_id": shelf.text_id(answer.rendered),
        "payload_id": shelf.text_id(answer.raw_payload),
        "record_id": shelf.content_id(raw_digest(digest_bytes(found.record))),
        "attachment": str(answer.attachment),
        "generation": str(answer.generation),
        "outcome": str(answer.outcome),
        "exposure_condition": answer.exposure_condition,
    }


def _entry_rows(shelf: Shelf, found: Prepared, ids: list[int]) -> Iterable[dict[str, Any]]:
    for ordinal, (id, entry) in enumerate(zip(ids, found.answer.manifest or (), strict=True)):
        yield {
            "id": id,
            "tenant_id": shelf.tenant_id,
            "answer_id": found.answer_id,
            "ordinal": ordinal,
            "label": entry.label,
            "artifact_id": shelf.artifacts[entry.artifact],
            "start": entry.supplied.start if entry.supplied else None,
            "end": entry.supplied.end if entry.supplied else None,
        }


def _claim_rows(shelf: Shelf, found: Prepared, ids: dict[str, int]) -> Iterable[dict[str, Any]]:
    for ordinal, claim in enumerate(found.answer.claims):
        separate = claim.text is not None and not is_slice(found.answer, claim)
        yield {
            "id": ids[claim.key],
            "tenant_id": shelf.tenant_id,
            "answer_id": found.answer_id,
            "public_id": new_public_id(),
            "ordinal": ordinal,
            "key": claim.key,
            "text_id": shelf.text_id(claim.text) if separate else None,
            "start": claim.place.start if claim.place else None,
            "end": claim.place.end if claim.place else None,
            "kind": str(claim.kind),
            "requires_citation": claim.requires_citation,
        }


def _citation_rows(
    shelf: Shelf, found: Prepared, claims: dict[str, int], ids: dict[str, int], entries: list[int]
) -> Iterable[dict[str, Any]]:
    by_label = dict(reversed([(e.label, id) for e, id in zip(found.answer.manifest or (), entries, strict=True)]))
    for ordinal, citation in enumerate(found.answer.citations):
        shaped = find_shape_fault(citation) is None
        target = look_up(found.dossier, citation) if shaped else None
        named = target if isinstance(target, Target) else None
        yield {
            "id": ids[citation.key],
            "tenant_id": shelf.tenant_id,
            "answer_id": found.answer_id,
            "claim_id": claims[citation.claim] if citation.claim is not None else None,
            "ordinal": ordinal,
            "key": citation.key,
            "entry_id": by_label.get(named.entry.label) if named and named.entry else None,
            "artifact_id": shelf.artifacts.get(named.artifact) if named else None,
        }


def _judge_rows(
    shelf: Shelf, found: Prepared, claims: dict[str, int], citations: dict[str, int]
) -> Iterable[dict[str, Any]]:
    separate = set(map(id, separate_results(found)))
    seen: set[tuple[int, bytes]] = set()
    for result in found.dossier.judge_results:
        dumped = dump_result(result)
        digest = raw_digest(digest_bytes(dumped))
        claim_id = claims.get(result.claim)
        if claim_id is None or (claim_id, digest) in seen:
            continue
        seen.add((claim_id, digest))
        given = find_digest(result.input_digest)
        configuration = find_digest(result.configuration_digest)
        yield {
            "tenant_id": shelf.tenant_id,
            "claim_id": claim_id,
            "citation_id": citations.get(result.citation) if result.citation else None,
            "digest": digest,
            "evaluator": result.evaluator,
            "version": result.version,
            "configuration_digest": raw_digest(configuration) if configuration else None,
            "attempt": result.attempt,
            "scope": str(result.scope),
            "status": str(result.status),
            "score": result.score,
            "verdict": str(result.verdict) if result.verdict else None,
            "input_digest": raw_digest(given) if given else None,
            "input_length": result.input_length,
            "judged_at": result.judged_at,
            "record_id": shelf.content_id(digest) if id(result) in separate else None,
        }
