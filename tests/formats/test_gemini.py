from __future__ import annotations

import json

import pytest

from lineage.evidence.reading import PayloadError
from lineage.evidence.vocabulary import AnswerOutcome, Attachment, GenerationMode
from lineage.formats import gemini
from lineage.formats.registry import read_payload
from lineage.text.span import Span
from tests.formats.gemini_payloads import (
    PAGE,
    PASSAGE,
    RULE,
    candidate,
    exchange,
    grounding,
    read_all,
    read_one,
    response,
    segment,
    support,
)
from tests.formats.messages import statuses

TEN = "Für 10 € zehn Jahre."
"""20 characters, 23 bytes."""


def test_a_supported_segment_is_a_claim_that_its_producer_drew_with_a_citation_for_each_chunk() -> None:
    grounded = grounding([support(segment(None, 23, TEN), 0, 1, scores=[0.75, 0.5])], [PASSAGE, PAGE])
    answer = read_one(exchange(candidate(TEN + " Nobody complains.", grounded=grounded)))
    assert [(claim.key, claim.place, claim.boundary) for claim in answer.claims] == [
        ("support-0", Span(0, 20), "declared"),
        ("sentence-0", Span(21, 38), "inferred"),
    ]
    assert [(citation.cited, citation.claim, citation.range, citation.span) for citation in answer.citations] == [
        ("chunk/0", "support-0", None, None),
        ("chunk/1", "support-0", None, None),
    ]
    assert [citation.raw for citation in answer.citations] == [
        {"groundingChunkIndex": 0, "confidenceScore": 0.75},
        {"groundingChunkIndex": 1, "confidenceScore": 0.5},
    ]
    assert statuses(answer) == [("span_resolved", ""), ("not_retained", "")]


def test_the_range_of_a_segment_addresses_the_answer_and_is_kept_raw_with_its_convention() -> None:
    support_ = support(segment(0, 23, TEN), 0)
    answer = read_one(response(candidate(TEN, grounded=grounding([support_], [PASSAGE]))))
    (citation,) = answer.citations
    (annotation,) = answer.capture.annotations or ()
    assert citation.place == annotation.place == Span(0, 20)
    assert citation.convention == "byte_utf8, end exclusive, part 0"
    assert annotation.raw == {"given": support_, "convention": citation.convention}


def test_a_segment_that_no_convention_fits_keeps_its_words_and_is_given_no_place() -> None:
    off = support(segment(1, 12, "zehn Jahre."), 0)
    answer = read_one(response(candidate(TEN, grounded=grounding([off], [PASSAGE]))))
    (claim,) = [claim for claim in answer.claims if claim.boundary == "declared"]
    assert (claim.place, claim.text) == (None, "zehn Jahre.")
    assert claim.notes == "The segment's numbers do not lead to its words; the words stand at 9 to 20."
    assert [(citation.place, citation.convention) for citation in answer.citations] == [(None, "none fits")]
    assert [status for status, _ in statuses(answer)] == ["unresolved_range"]


def test_the_chunks_are_the_manifest_and_a_number_beyond_them_is_an_unknown_source() -> None:
    grounded = grounding([support(segment(0, 23, TEN), 4, "0", -1, None)], [PASSAGE])
    answer = read_one(response(candidate(TEN, grounded=grounded)))
    assert [entry.label for entry in answer.manifest or ()] == ["chunk/0"]
    assert statuses(answer) == [
        ("unresolved_id", ""),
        ("unresolved_id", ""),
        ("unresolved_id", ""),
        ("malformed_citation", "missing_id"),
    ]


def test_without_grounding_no_manifest_is_known_and_every_sentence_is_uncited() -> None:
    answer = read_one(response(candidate(TEN)))
    assert (answer.manifest, answer.citations, answer.sources) == (None, (), ())
    assert [claim.boundary for claim in answer.claims] == ["inferred"]


def test_notes_on_recitation_are_kept_and_are_no_evidence() -> None:
    said = {**candidate(TEN), "citationMetadata": {"citations": [{}, {"uri": "https://example.org"}]}}
    answer = read_one(response(said))
    assert answer.citations == ()
    assert (answer.capture.extra or {})["citationMetadata"] == said["citationMetadata"]


def test_every_candidate_is_an_answer_with_its_own_name_and_grounding() -> None:
    grounded = grounding([support(segment(0, 4, "Six."), 0)], [PASSAGE])
    first, second = read_all(exchange(candidate("Ten."), candidate("Six.", grounded=grounded)))
    assert [(answer.text, answer.response_version) for answer in (first, second)] == [
        ("Ten.", "r-1"),
        ("Six.", "r-1/1"),
    ]
    assert (first.citations, len(second.citations)) == ((), 1)
    assert first.case == second.case


def test_what_is_wrong_in_a_second_candidate_is_named_where_it_stands_in_the_payload() -> None:
    found = read_payload(json.dumps(response(candidate("Ten."), candidate({"text": 5}))).encode())
    assert [problem.pointer for problem in found.problems] == ["/candidates/1/content/parts/0/text"]
    assert [answer.text for _, answer in found.answers] == ["Ten."]


def test_question_identity_model_queries_and_configuration_are_kept() -> None:
    grounded = grounding([support(segment(0, 4, "Ten."), 0)], [PASSAGE])
    answer = read_one(exchange(candidate("Ten.", grounded=grounded)))
    assert answer.case.question == "How long are invoices kept?"
    assert (answer.response_version, answer.producer, answer.format) == ("r-1", "a-model", "gemini")
    assert (answer.generation, answer.attachment) == (GenerationMode.NATIVE, Attachment.UNKNOWN)
    assert [run.rewrites for run in answer.capture.retrieval or ()] == [("invoices kept",)]
    assert answer.capture.configuration == {"tools": [{"fileSearch": {}}], "model": "a-model"}
    assert answer.raw_payload is not None and RULE in answer.raw_payload


@pytest.mark.parametrize(
    "payload",
    [response(candidate(reason="SAFETY")), {"promptFeedback": {"blockReason": "OTHER"}}],
)
def test_a_withheld_answer_is_an_abstention(payload: object) -> None:
    assert read_one(payload).outcome is AnswerOutcome.ABSTAINED


@pytest.mark.parametrize(
    ("payload", "pointer"),
    [
        (response(candidate({"text": 7})), "/candidates/0/content/parts/0/text"),
        (response(candidate("x", grounded={"groundingChunks": 1})), "/candidates/0/groundingMetadata/groundingChunks"),
        (response(candidate("x", grounded=[])), "/candidates/0/groundingMetadata"),
        ({**response(candidate("x")), "responseId": 5}, "/responseId"),
        ({"request": {"contents": 1}, "response": response(candidate("x"))}, "/request/contents"),
        ({"choices": []}, ""),
    ],
)
def test_what_has_the_wrong_type_is_named_by_its_pointer(payload: object, pointer: str) -> None:
    with pytest.raises(PayloadError) as caught:
        gemini.read(payload, "")
    assert caught.value.pointer == pointer
