from __future__ import annotations

import json
from typing import Any

import pytest

from lineage.evidence.capture import Hit
from lineage.evidence.vocabulary import Origin, Stage
from lineage.formats.registry import read_payload
from tests.formats.messages import statuses
from tests.formats.record_shapes import BLOCK, ENVELOPES, MEMO, changed, problem_of, read_shape


@pytest.mark.parametrize("form", ["auto", "context-envelope"])
@pytest.mark.parametrize("payload", [BLOCK, [BLOCK], {"context": [BLOCK]}, ENVELOPES])
def test_the_illustrated_envelope_is_block_e3_with_its_three_ranks(payload: Any, form: str) -> None:
    answer = read_shape(payload, form)
    assert answer.manifest is not None
    assert [(entry.label, entry.position) for entry in answer.manifest] == [("E3", 0)]
    (artifact,) = answer.artifacts
    assert (artifact.source, artifact.version, artifact.text) == ("retention-policy", "7", MEMO)
    assert artifact.origin is Origin.UNRESOLVED
    (run,) = answer.capture.retrieval or ()
    assert [(hit.path, hit.rank) for hit in run.hits or ()] == [("dense", 7), ("sparse", 2)]
    assert [(c.artifact, c.final_rank) for c in run.candidates or ()] == [(artifact.key, 1)]


def test_the_tenant_is_kept_with_the_text_and_stands_in_nothing_that_is_shown() -> None:
    answer = read_shape(ENVELOPES)
    assert answer.artifacts[0].metadata["tenant_id"] == "tenant-blue"
    (source,) = answer.sources
    (version,) = source.versions
    shown = [source.key, version.version, version.title, version.safe_title, version.safe_uri, version.uri]
    hits: tuple[Hit, ...] = (answer.capture.retrieval or ())[0].hits or ()
    assert "tenant-blue" not in json.dumps([shown, [hit.payload for hit in hits], answer.capture.extra])
    assert (version.title, version.safe_title, version.safe_uri) == ("", "", "")
    assert hits[0].payload is not None and hits[0].payload["chunk_id"] == "retention-policy:3"


def test_claims_beside_the_blocks_cite_them_by_id() -> None:
    answer = read_shape(ENVELOPES)
    assert statuses(answer) == [("span_resolved", "")]
    assert [(claim.key, claim.place) for claim in answer.claims] == [("c1", (0, 27))]


def test_an_answer_without_claim_records_is_read_for_markers_that_name_a_block() -> None:
    answer = read_shape({**changed(ENVELOPES, claims=...), "answer": "For 24 months [E3]. Or not [E4]."})
    assert [(citation.cited, citation.claim) for citation in answer.citations] == [("E3", "sentence-1")]
    assert len(answer.claims) == 2


def test_the_digest_that_was_recorded_at_retrieval_is_a_stage_and_another_notation_is_metadata() -> None:
    (stage,) = read_shape(BLOCK).capture.stages or ()
    assert (stage.stage, stage.block, stage.digest) == (Stage.RETRIEVAL, "E3", BLOCK["source"]["content_hash"])
    other = read_shape(changed(BLOCK, "source", content_hash="md5:abc"))
    assert other.capture.stages is None
    assert other.artifacts[0].metadata["content_hash"] == "md5:abc"


def test_lines_of_blocks_are_one_context() -> None:
    lines = b"\n".join(json.dumps(changed(BLOCK, evidence_id=f"E{n}")).encode() for n in range(3))
    found = read_payload(lines)
    ((_, answer),) = found.answers
    assert [entry.label for entry in answer.manifest or ()] == ["E0", "E1", "E2"]


def test_what_was_not_recorded_is_not_made_up() -> None:
    answer = read_shape(changed(changed(BLOCK, retrieval=..., text=...), "source", document_version=None))
    assert answer.capture.retrieval is None
    assert answer.artifacts[0].text is None
    ranks = read_shape(changed(BLOCK, retrieval={"dense_rank": None}))
    (run,) = ranks.capture.retrieval or ()
    assert (run.hits, run.candidates) == (None, None)


@pytest.mark.parametrize(
    ("path", "fields", "at"),
    [
        ((), {"evidence_id": 3}, "/evidence_id"),
        ((), {"evidence_id": ""}, ""),
        ((), {"text": 3}, "/text"),
        ((), {"retrieval": [1]}, "/retrieval"),
        (("source",), {"document_id": ...}, "/source"),
        (("source",), {"document_version": 7}, "/source/document_version"),
        (("source",), {"uri": {}}, "/source/uri"),
        (("retrieval",), {"dense_rank": "7"}, "/retrieval/dense_rank"),
        (("retrieval",), {"sparse_rank": -1}, "/retrieval/sparse_rank"),
        (("retrieval",), {"final_rank": True}, "/retrieval/final_rank"),
    ],
)
def test_what_is_missing_or_of_another_type_is_refused_with_its_place(path: Any, fields: Any, at: str) -> None:
    assert problem_of(changed(BLOCK, *path, **fields), "context-envelope")[0] == at
